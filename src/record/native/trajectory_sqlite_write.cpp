// SPDX-License-Identifier: MIT
// Based on: the trajectory files of JuPedSim, version 2, with its table and index definitions.
// Departures: a rollback journal is kept, so that a full disk or a killed process leaves the last commit; the hash of the
// geometry is the same in every run (Python salts its own).
#include <clearway/native/trajectory_sqlite.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <optional>

#include <unistd.h>

#include <clearway/base/hash.h>

#include "base/errors.h"
#include "io/partial_file.h"
#include "io/text.h"
#include "record/native/database.h"
#include "record/trajectory.h"

namespace clearway {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kCommitAfter(1000);
constexpr std::int64_t kCommitRows = 200'000;

constexpr const char* kTables =
    "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;"
    "BEGIN;"
    "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL,"
    " ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);"
    "CREATE TABLE clearway_agents(first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, radius REAL NOT NULL,"
    " agent_group INTEGER NOT NULL);"
    "CREATE TABLE clearway_measures(kind TEXT NOT NULL, name TEXT NOT NULL, points TEXT NOT NULL);";

class SqliteWriter final : public TrajectoryWriter
{
public:
    SqliteWriter(io::PartialName name, Database database) : name_(std::move(name)), database_(std::move(database)) {}
    ~SqliteWriter() override
    {
        if (is_open_ && !problem_) (void)database_.run("COMMIT");
        if (is_finished_ || last_ >= 0) return;
        // A run that never began leaves nothing behind.
        closeStatements();
        (void)database_.close();
        ::unlink(name_.partial.c_str());
    }
    SqliteWriter(const SqliteWriter&) = delete;
    SqliteWriter& operator=(const SqliteWriter&) = delete;

    Result<void> begin(const TrajectoryInfo& info) override;
    Result<void> write(const TrajectoryFrame& frame) override;
    Result<void> finish() override;
    std::int64_t lastFrame() const override { return committed_; }
    const std::string& currentPath() const override { return is_finished_ ? name_.path : name_.partial; }

private:
    Result<void> writeInfo(const TrajectoryInfo& info);
    Result<void> writeRows(const TrajectoryFrame& frame);
    Result<void> commit();
    Result<void> execute(Statement& statement);
    void closeStatements()
    {
        for (Statement* statement : {&insert_row_, &insert_frame_, &insert_agents_}) *statement = Statement();
    }
    /// The transaction is taken back; from now on every call fails so.
    Error stop(Error error);
    Error refuse(std::string message) const { return makeError(std::move(message) + ".", inFile(name_.path)); }

    io::PartialName name_;
    Database database_;
    Statement insert_row_; ///< statements go before the database they belong to
    Statement insert_frame_;
    Statement insert_agents_;
    std::int64_t geometry_hash_ = 0;
    std::int64_t last_ = -1;
    std::int64_t committed_ = -1;
    std::int64_t uncommitted_rows_ = 0;
    Clock::time_point next_commit_ = Clock::now() + kCommitAfter;
    io::Roster roster_;
    TrajectoryFrame ordered_;
    std::optional<Error> problem_;
    bool is_open_ = false; ///< inside a transaction
    bool has_heights_ = false;
    bool is_finished_ = false;
};

} // namespace

Error SqliteWriter::stop(Error error)
{
    if (!problem_)
    {
        problem_ = std::move(error);
        (void)database_.run("ROLLBACK"); // SQLite may have done so already
        is_open_ = false;
    }
    return *problem_;
}

Result<void> SqliteWriter::execute(Statement& statement)
{
    (void)statement.step();
    const bool has_failed = statement.hasFailed();
    std::optional<Error> error;
    if (has_failed) error = database_.describeFailure("cannot write");
    statement.reset();
    if (error) return *error;
    return {};
}

Result<void> SqliteWriter::writeInfo(const TrajectoryInfo& info)
{
    Result<Statement> insert = database_.prepare("INSERT INTO metadata VALUES(?1, ?2)");
    if (!insert) return insert.error();
    const auto add = [&](std::string_view key, std::string_view value) {
        insert->bind(1, key);
        insert->bind(2, value);
        return execute(*insert);
    };
    const auto formatReal = [](double value) {
        std::string text;
        io::appendNumber(text, value);
        return text;
    };
    std::vector<std::pair<std::string, std::string>> fields = {{"version", "2"}, {"fps", formatReal(info.frame_rate)}};
    if (!info.bounds.isEmpty())
        for (const auto& [key, value] : {std::pair("xmin", info.bounds.min.x), std::pair("xmax", info.bounds.max.x),
                                         std::pair("ymin", info.bounds.min.y), std::pair("ymax", info.bounds.max.y)})
            fields.emplace_back(key, formatReal(value));
    for (auto& field : io::listFields(info)) fields.push_back(std::move(field));
    for (const auto& [key, value] : fields)
        if (Result<void> added = add(key, value); !added) return added;

    insert = database_.prepare("INSERT INTO geometry VALUES(?1, ?2)");
    if (!insert) return insert.error();
    geometry_hash_ = static_cast<std::int64_t>(computeHash(std::as_bytes(std::span(info.geometry))));
    insert->bind(1, geometry_hash_);
    insert->bind(2, io::makeOneLine(info.geometry));
    if (!info.geometry.empty())
        if (Result<void> added = execute(*insert); !added) return added;

    insert = database_.prepare("INSERT INTO clearway_measures VALUES(?1, ?2, ?3)");
    if (!insert) return insert.error();
    const auto addMeasure = [&](std::string_view kind, const std::string& name, std::span<const Vec2> points) {
        insert->bind(1, kind);
        insert->bind(2, io::makeOneLine(name));
        insert->bind(3, io::formatPoints(points));
        return execute(*insert);
    };
    for (const MeasuringLine& line : info.lines)
        if (Result<void> added = addMeasure("line", line.name, std::vector<Vec2>{line.a, line.b}); !added) return added;
    for (const MeasuringArea& area : info.areas)
        if (Result<void> added = addMeasure("area", area.name, area.outline); !added) return added;
    return {};
}

Result<void> SqliteWriter::begin(const TrajectoryInfo& info)
{
    if (const std::string fault = io::findFault(info); !fault.empty()) return refuse(fault);
    if (Result<void> made = database_.run(kTables); !made) return stop(made.error());
    is_open_ = true;
    if (Result<void> written = writeInfo(info); !written) return stop(written.error());
    has_heights_ = !info.surface.empty();
    if (has_heights_)
        if (Result<void> added = database_.run("ALTER TABLE trajectory_data ADD COLUMN pos_z REAL NOT NULL DEFAULT 0"); !added)
            return stop(added.error());
    const std::pair<Statement*, const char*> commands[] = {
        {&insert_row_, has_heights_ ? "INSERT INTO trajectory_data VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                                    : "INSERT INTO trajectory_data VALUES(?1, ?2, ?3, ?4, ?5, ?6)"},
        {&insert_frame_, "INSERT INTO frame_data VALUES(?1, ?2)"},
        {&insert_agents_, "INSERT INTO clearway_agents VALUES(?1, ?2, ?3, ?4)"}};
    for (const auto& [statement, command] : commands)
    {
        Result<Statement> prepared = database_.prepare(command);
        if (!prepared) return stop(prepared.error());
        *statement = std::move(*prepared);
    }
    return commit();
}

Result<void> SqliteWriter::writeRows(const TrajectoryFrame& frame)
{
    for (const io::AgentRange& range : roster_.addNew(frame))
    {
        insert_agents_.bind(1, static_cast<std::int64_t>(range.first));
        insert_agents_.bind(2, static_cast<std::int64_t>(range.last));
        insert_agents_.bind(3, range.radius);
        insert_agents_.bind(4, std::int64_t{range.group});
        if (Result<void> added = execute(insert_agents_); !added) return added;
    }
    insert_row_.bind(1, frame.number);
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        const Vec2 heading = frame.headings.empty() ? Vec2() : frame.headings[i];
        insert_row_.bind(2, static_cast<std::int64_t>(frame.ids[i]));
        insert_row_.bind(3, frame.positions[i].x);
        insert_row_.bind(4, frame.positions[i].y);
        insert_row_.bind(5, heading.x);
        insert_row_.bind(6, heading.y);
        if (has_heights_) insert_row_.bind(7, frame.heights.empty() ? 0.0 : frame.heights[i]);
        if (Result<void> added = execute(insert_row_); !added) return added;
    }
    insert_frame_.bind(1, frame.number);
    insert_frame_.bind(2, geometry_hash_);
    return execute(insert_frame_);
}

Result<void> SqliteWriter::write(const TrajectoryFrame& unordered)
{
    if (problem_) return *problem_;
    if (const std::string fault = io::findFault(unordered, last_); !fault.empty()) return refuse(fault);
    const TrajectoryFrame& frame = io::orderById(unordered, ordered_);
    if (!is_open_)
        if (Result<void> begun = database_.run("BEGIN"); !begun) return stop(begun.error());
    is_open_ = true;
    if (Result<void> written = writeRows(frame); !written) return stop(written.error());
    last_ = frame.number;
    uncommitted_rows_ += static_cast<std::int64_t>(frame.ids.size());
    if (uncommitted_rows_ < kCommitRows && Clock::now() < next_commit_) return {};
    return commit();
}

Result<void> SqliteWriter::commit()
{
    if (!is_open_) return {};
    if (Result<void> done = database_.run("COMMIT"); !done) return stop(done.error());
    is_open_ = false;
    committed_ = last_;
    uncommitted_rows_ = 0;
    next_commit_ = Clock::now() + kCommitAfter;
    return {};
}

Result<void> SqliteWriter::finish()
{
    if (problem_) return *problem_;
    if (Result<void> done = commit(); !done) return done;
    closeStatements();
    if (Result<void> closed = database_.close(); !closed) return stop(closed.error());
    Result<void> placed = io::putInPlace(name_);
    if (placed)
        is_finished_ = true;
    else
        problem_ = placed.error();
    return placed;
}

Result<std::unique_ptr<TrajectoryWriter>> buildSqliteTrajectoryWriter(const std::string& path)
{
    Result<io::PartialName> name = io::findPartialName(path);
    if (!name) return name.error();
    // What an earlier run left; its journal would be taken for ours.
    for (const char* ending : {"", "-journal", "-wal"})
        if (::unlink((name->partial + ending).c_str()) != 0 && errno != ENOENT) return io::makePartialError(path, errno);
    std::FILE* probe = std::fopen(name->partial.c_str(), "wb"); // the system's reason is clearer than that of SQLite
    if (!probe) return io::makePartialError(path, errno);
    std::fclose(probe);
    Result<Database> database = Database::open(name->partial, DatabaseAccess::create);
    if (!database) return database.error();
    return std::unique_ptr<TrajectoryWriter>(std::make_unique<SqliteWriter>(std::move(*name), std::move(*database)));
}

} // namespace clearway
