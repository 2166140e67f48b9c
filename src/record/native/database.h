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

enum class TableKind
{
    missing,
    plain,    ///< only stored values
    computed, ///< a view, a virtual table, or a table with generated columns: reading it would run what the file says
};

/// What reading a file may cost. Rows and text of a sound file cannot exceed its size; pages that are used many times can.
struct ReadBudget
{
    std::int64_t full_steps = 0; ///< of SQLite's machine, for one command
    std::int64_t steps = 0;      ///< left of them
    std::int64_t text = 0;       ///< bytes left, for all commands
    bool isExhausted() const { return steps < 0 || text < 0; }
};

/// A prepared command; must not outlive its database.
class Statement
{
public:
    Statement() = default;
    ~Statement();
    Statement(Statement&& other) noexcept
        : statement_(std::exchange(other.statement_, nullptr)), budget_(other.budget_), has_failed_(other.has_failed_)
    {
    }
    Statement& operator=(Statement&& other) noexcept
    {
        std::swap(statement_, other.statement_);
        std::swap(budget_, other.budget_);
        std::swap(has_failed_, other.has_failed_);
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
    /// Empty, and the next step fails, when the file has given more text than it can hold.
    std::string text(int column) const;

private:
    friend class Database;
    sqlite3_stmt* statement_ = nullptr;
    ReadBudget* budget_ = nullptr; ///< of the database
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
    Error describeFailure(const std::string& what) const;
    /// Fails when what was written could not be kept.
    Result<void> close();
    Result<TableKind> findTable(std::string_view name);
    bool hasColumn(std::string_view table, std::string_view column);
    /// From now on a longer value is an error when it is read.
    void limitValues(int byte_count);

private:
    Database(sqlite3* database, std::string path, DatabaseAccess access, std::unique_ptr<ReadBudget> budget)
        : database_(database), budget_(std::move(budget)), path_(std::move(path)), access_(access)
    {
    }
    sqlite3* database_ = nullptr;
    std::unique_ptr<ReadBudget> budget_; ///< where the database and its statements find it
    std::string path_;
    DatabaseAccess access_ = DatabaseAccess::read;
};

} // namespace clearway
