// SPDX-License-Identifier: MIT
#include "record/native/database.h"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "base/errors.h"
#include "io/text.h"

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

Error Database::describeFailure(const std::string& what) const
{
    if (access_ == DatabaseAccess::read && budget_->isExhausted())
        return makeError(ErrorCode::malformed_file,
                         what + " \"" + path_ + "\": it gives more rows or text than a file of its size can hold; it is damaged.",
                         inFile(path_));
    const int code = sqlite3_errcode(database_);
    const bool is_damaged = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
    const bool is_create = access_ == DatabaseAccess::create;
    return makeError(is_create    ? ErrorCode::unwritable_file
                     : is_damaged ? ErrorCode::malformed_file
                                  : ErrorCode::unreadable_file,
                     what + " \"" + path_ + "\": " + sqlite3_errmsg(database_) + advise(code) + ".", inFile(path_));
}

// ---- a file is data: nothing in it may run, and reading it costs what its size allows

/// Of the database and of what is committed beside it.
static std::int64_t measureFile(const std::string& path)
{
    std::int64_t size = 0;
    for (const char* ending : {"", "-wal", "-journal"})
    {
        std::error_code problem;
        const std::uintmax_t found = std::filesystem::file_size(path + ending, problem);
        if (!problem) size += static_cast<std::int64_t>(std::min<std::uintmax_t>(found, std::uintmax_t{1} << 50));
    }
    return size;
}

/// A row takes ten bytes at least, and some 20 steps; with a sort a few more.
static ReadBudget makeBudget(std::int64_t file_size)
{
    constexpr std::int64_t kStepsPerByte = 32;
    constexpr std::int64_t kBytesPerByte = 2; // UTF-16 grows by half when it becomes UTF-8
    ReadBudget budget;
    budget.full_steps = 1'000'000 + kStepsPerByte * file_size;
    budget.steps = budget.full_steps;
    budget.text = 1'000'000 + kBytesPerByte * file_size;
    return budget;
}

static int countSteps(void* budget, int count)
{
    auto& left = static_cast<ReadBudget*>(budget)->steps;
    left -= count;
    return left < 0 ? 1 : 0;
}

static constexpr int kStepsPerCall = 1000;

/// Limits of the kind that SQLite recommends for files of strangers, wide enough for tables that we do not read.
static void restrictDatabase(sqlite3* handle, std::int64_t file_size)
{
    for (const auto& [option, value] :
         {std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1)})
        sqlite3_db_config(handle, option, value, nullptr);
    const auto longest = static_cast<int>(std::clamp<std::int64_t>(file_size, 1'000'000, std::numeric_limits<int>::max()));
    for (const auto& [limit, value] :
         {std::pair(SQLITE_LIMIT_LENGTH, longest), std::pair(SQLITE_LIMIT_SQL_LENGTH, 100'000),
          std::pair(SQLITE_LIMIT_COLUMN, 500), std::pair(SQLITE_LIMIT_EXPR_DEPTH, 50),
          std::pair(SQLITE_LIMIT_COMPOUND_SELECT, 50), std::pair(SQLITE_LIMIT_VDBE_OP, 25'000),
          std::pair(SQLITE_LIMIT_FUNCTION_ARG, 100), std::pair(SQLITE_LIMIT_ATTACHED, 0),
          std::pair(SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50), std::pair(SQLITE_LIMIT_VARIABLE_NUMBER, 10),
          std::pair(SQLITE_LIMIT_TRIGGER_DEPTH, 10), std::pair(SQLITE_LIMIT_WORKER_THREADS, 0)})
        sqlite3_limit(handle, limit, value);
}

void Database::limitValues(int byte_count) { sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, byte_count); }

Result<Database> Database::open(const std::string& path, DatabaseAccess access)
{
    sqlite3* handle = nullptr;
    auto budget = std::make_unique<ReadBudget>(makeBudget(std::int64_t{1} << 50)); // our own files are not limited
    const auto attempt = [&](int flags) {
        sqlite3_close(handle);
        handle = nullptr;
        if (sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
            return sqlite3_errcode(handle);
        sqlite3_extended_result_codes(handle, 1);
        sqlite3_busy_timeout(handle, 2000);
        if (access == DatabaseAccess::read)
        {
            const std::int64_t size = measureFile(path);
            *budget = makeBudget(size);
            restrictDatabase(handle, size);
            sqlite3_progress_handler(
                handle, kStepsPerCall, [](void* data) { return countSteps(data, kStepsPerCall); }, budget.get());
        }
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
    if (!handle) return makeError(ErrorCode::out_of_range, "there is not enough memory to open \"" + path + "\".", inFile(path));
    Database database(handle, path, access, std::move(budget));
    if (code != SQLITE_OK) return database.describeFailure(access == DatabaseAccess::create ? "cannot write" : "cannot read");
    return database;
}

Database::~Database() { sqlite3_close_v2(database_); }
Database::Database(Database&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)),
      budget_(std::move(other.budget_)),
      path_(std::move(other.path_)),
      access_(other.access_)
{
}
Database& Database::operator=(Database&& other) noexcept
{
    std::swap(database_, other.database_);
    std::swap(budget_, other.budget_);
    std::swap(path_, other.path_);
    std::swap(access_, other.access_);
    return *this;
}

Result<void> Database::run(const char* commands)
{
    if (sqlite3_exec(database_, commands, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return describeFailure(access_ == DatabaseAccess::create ? "cannot write" : "cannot read");
}

Result<Statement> Database::prepare(const char* command)
{
    Statement statement;
    statement.budget_ = budget_.get();
    budget_->steps = budget_->full_steps;
    if (sqlite3_prepare_v2(database_, command, -1, &statement.statement_, nullptr) != SQLITE_OK)
        return describeFailure(access_ == DatabaseAccess::create ? "cannot write" : "cannot read");
    return statement;
}

Result<void> Database::close()
{
    if (sqlite3_close(database_) != SQLITE_OK) return describeFailure("cannot close");
    database_ = nullptr;
    return {};
}

Result<TableKind> Database::findTable(std::string_view name)
{
    Result<Statement> found =
        prepare("SELECT type, sql FROM sqlite_master WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')");
    if (!found) return found.error();
    found->bind(1, name);
    if (!found->step())
        return found->hasFailed() ? Result<TableKind>(describeFailure("cannot read")) : Result<TableKind>(TableKind::missing);
    const std::string sql = io::toLower(found->text(1));
    const bool is_virtual = std::string_view(sql).substr(0, sql.find('(')).find("virtual") != std::string_view::npos;
    if (found->text(0) != "table" || is_virtual) return TableKind::computed;
    Result<Statement> columns = prepare("SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden <> 0");
    if (!columns) return columns.error();
    columns->bind(1, name);
    const bool has_generated = columns->step();
    if (columns->hasFailed()) return describeFailure("cannot read");
    return has_generated ? TableKind::computed : TableKind::plain;
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
    if (budget_->isExhausted())
    {
        has_failed_ = true;
        return false;
    }
    const int code = sqlite3_step(statement_);
    has_failed_ = code != SQLITE_ROW && code != SQLITE_DONE;
    return code == SQLITE_ROW;
}

void Statement::reset()
{
    sqlite3_reset(statement_);
    if (budget_) budget_->steps = budget_->full_steps;
}
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
    if (!bytes) return {};
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    budget_->text -= static_cast<std::int64_t>(count);
    return budget_->text < 0 ? std::string() : std::string(bytes, count);
}

} // namespace clearway
