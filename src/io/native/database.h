// SPDX-License-Identifier: MIT
// The few things that trajectories need of SQLite. The only place that knows it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <clearway/base/result.h>

struct sqlite3;
struct sqlite3_stmt;

namespace clearway {

enum class DatabaseAccess
{
    read,
    create, ///< an empty one; the file must not be there
};

/// A prepared command; must not outlive its database.
class Statement
{
public:
    Statement() = default;
    ~Statement();
    Statement(Statement&& other) noexcept : statement_(other.statement_) { other.statement_ = nullptr; }
    Statement& operator=(Statement&& other) noexcept
    {
        std::swap(statement_, other.statement_);
        return *this;
    }

    explicit operator bool() const { return statement_ != nullptr; }
    void bind(int index, std::int64_t value);
    void bind(int index, double value);
    void bind(int index, std::string_view value);
    /// True when there is a row, false when the command is done; also false, and `hasFailed`, when something goes wrong.
    bool step();
    bool hasFailed() const { return has_failed_; }
    void reset();

    bool isInteger(int column) const;
    bool isNumber(int column) const;
    std::int64_t integer(int column) const;
    double number(int column) const;
    std::string text(int column) const;

private:
    friend class Database;
    sqlite3_stmt* statement_ = nullptr;
    bool has_failed_ = false;
};

class Database
{
public:
    static Result<Database> open(const std::string& path, DatabaseAccess access);
    ~Database();
    Database(Database&& other) noexcept;
    Database& operator=(Database&& other) noexcept;

    /// Commands without results, separated by semicolons.
    Result<void> run(const char* commands);
    Result<Statement> prepare(const char* command);
    /// What went wrong last.
    Error makeError(const std::string& what) const;
    /// Fails when what was written could not be kept.
    Result<void> close();
    /// Whether there is a plain table of this name (not a view, which could compute for ever).
    bool hasTable(std::string_view name);
    bool hasColumn(std::string_view table, std::string_view column);

private:
    Database(sqlite3* database, std::string path, DatabaseAccess access)
        : database_(database), path_(std::move(path)), access_(access)
    {
    }
    sqlite3* database_ = nullptr;
    std::string path_;
    DatabaseAccess access_ = DatabaseAccess::read;
};

} // namespace clearway
