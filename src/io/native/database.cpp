// SPDX-License-Identifier: MIT
#include "io/native/database.h"

#include <sqlite3.h>

#include <utility>

namespace clearway {

static const char* advise(int code)
{
    switch (code & 0xff)
    {
    case SQLITE_FULL: return "; free some space, or write somewhere else";
    case SQLITE_CANTOPEN: return "; check the name and the permissions of the folder";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "; another program is using it";
    case SQLITE_READONLY: return "; check its permissions";
    default: return "";
    }
}

Error Database::makeError(const std::string& what) const
{
    const int code = sqlite3_errcode(database_);
    const bool is_damaged = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
    const bool is_create = access_ == DatabaseAccess::create;
    Error error{is_create    ? ErrorCode::unwritable_file
                : is_damaged ? ErrorCode::malformed_file
                             : ErrorCode::unreadable_file,
                {},
                {}};
    error.message = what + " \"" + path_ + "\": " + sqlite3_errmsg(database_) + advise(code) + ".";
    error.place.file = path_;
    return error;
}

Result<Database> Database::open(const std::string& path, DatabaseAccess access)
{
    sqlite3* handle = nullptr;
    const auto attempt = [&](int flags) {
        sqlite3_close(handle);
        handle = nullptr;
        if (sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
            return sqlite3_errcode(handle);
        sqlite3_extended_result_codes(handle, 1);
        sqlite3_busy_timeout(handle, 2000);
        // A file is data: nothing in it may run.
        sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        return sqlite3_exec(handle, "PRAGMA cell_size_check = ON; SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
    };
    int code = 0;
    if (access == DatabaseAccess::create)
        code = attempt(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    else
    {
        code = attempt(SQLITE_OPEN_READONLY);
        // A writer died in the middle of a commit: what it had begun is taken back, which needs writing.
        if (code == SQLITE_READONLY_ROLLBACK || code == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY)
            code = attempt(SQLITE_OPEN_READWRITE);
    }
    if (!handle)
    {
        Error error{ErrorCode::out_of_range, "there is not enough memory to open \"" + path + "\".", {}};
        error.place.file = path;
        return error;
    }
    Database database(handle, path, access);
    if (code != SQLITE_OK) return database.makeError(access == DatabaseAccess::create ? "cannot write" : "cannot read");
    return database;
}

Database::~Database() { sqlite3_close_v2(database_); }
Database::Database(Database&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)), path_(std::move(other.path_)), access_(other.access_)
{
}
Database& Database::operator=(Database&& other) noexcept
{
    std::swap(database_, other.database_);
    std::swap(path_, other.path_);
    std::swap(access_, other.access_);
    return *this;
}

Result<void> Database::run(const char* commands)
{
    if (sqlite3_exec(database_, commands, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return makeError(access_ == DatabaseAccess::create ? "cannot write" : "cannot read");
}

Result<Statement> Database::prepare(const char* command)
{
    Statement statement;
    if (sqlite3_prepare_v2(database_, command, -1, &statement.statement_, nullptr) != SQLITE_OK)
        return makeError(access_ == DatabaseAccess::create ? "cannot write" : "cannot read");
    return statement;
}

Result<void> Database::close()
{
    if (sqlite3_close(database_) != SQLITE_OK) return makeError("cannot close");
    database_ = nullptr;
    return {};
}

bool Database::hasTable(std::string_view name)
{
    Result<Statement> found = prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?1");
    if (!found) return false;
    found->bind(1, name);
    return found->step() && !found->text(0).starts_with("CREATE VIRTUAL");
}

bool Database::hasColumn(std::string_view table, std::string_view column)
{
    Result<Statement> found = prepare("SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2");
    if (!found) return false;
    found->bind(1, table);
    found->bind(2, column);
    return found->step();
}

Statement::~Statement() { sqlite3_finalize(statement_); }
void Statement::bind(int index, std::int64_t value) { sqlite3_bind_int64(statement_, index, value); }
void Statement::bind(int index, double value) { sqlite3_bind_double(statement_, index, value); }
void Statement::bind(int index, std::string_view value)
{
    sqlite3_bind_text64(statement_, index, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

bool Statement::step()
{
    const int code = sqlite3_step(statement_);
    has_failed_ = code != SQLITE_ROW && code != SQLITE_DONE;
    return code == SQLITE_ROW;
}

void Statement::reset() { sqlite3_reset(statement_); }
bool Statement::isInteger(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_INTEGER; }
bool Statement::isNumber(int column) const
{
    const int type = sqlite3_column_type(statement_, column);
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER;
}
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Statement::number(int column) const { return sqlite3_column_double(statement_, column); }
std::string Statement::text(int column) const
{
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))) : std::string();
}

} // namespace clearway
