// SPDX-License-Identifier: MIT
#include <clearway/native/trajectory_sqlite.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

#include "base/errors.h"
#include "io/text.h"
#include "record/native/database.h"
#include "record/trajectory.h"

namespace clearway {
namespace {

struct Row
{
    std::int64_t frame = 0;
    std::uint64_t id = 0;
    Vec2 position;
    Vec2 heading;
    double height = 0; ///< of runs over surfaces
};

class SqliteReader final : public TrajectoryReader
{
public:
    SqliteReader(std::string path, Database database) : path_(std::move(path)), database_(std::move(database)) {}

    Result<void> open();
    const TrajectoryInfo& info() const override { return info_; }
    const TrajectoryReader::Summary& summary() const override { return summary_; }
    Result<bool> read(TrajectoryFrame& frame) override;
    Result<void> rewind() override;

private:
    Error fail(std::string message) const { return makeError(ErrorCode::malformed_file, std::move(message), inFile(path_)); }
    Result<void> readMetadata();
    Result<void> readGeometry();
    Result<void> readAgents();
    Result<void> readMeasures();
    Result<bool> hasTable(const char* name);
    Result<bool> readRow(Row& row);

    std::string path_;
    Database database_;
    Statement rows_; ///< goes before the database it belongs to
    TrajectoryInfo info_;
    TrajectoryReader::Summary summary_;
    io::Roster roster_;
    bool has_headings_ = false;
    bool has_heights_ = false;
    bool is_at_end_ = false; ///< a further step would begin again
    TrajectoryFrame ordered_;
    std::optional<Row> waiting_; ///< first of the next frame
};

} // namespace

Result<void> SqliteReader::readMetadata()
{
    Result<Statement> values = database_.prepare("SELECT key, value FROM metadata");
    if (!values) return values.error();
    bool has_rate = false;
    while (values->step())
    {
        const std::string key = values->text(0);
        const std::string value = values->text(1);
        const io::Number number = io::parseNumber(value, 0);
        const bool is_number = number.status == io::Number::Status::ok && number.end == value.size();
        if (key == "version" && !(is_number && number.value >= 1 && number.value <= 3))
        {
            Error error = fail("this is a JuPedSim file of version " + value.substr(0, 20) + "; versions 1 to 3 are known.");
            error.code = ErrorCode::unsupported_format;
            return error;
        }
        if (key == "fps")
        {
            if (!is_number || !(number.value > 0)) return fail("the frame rate in its metadata is no number above 0.");
            info_.frame_rate = number.value;
            has_rate = true;
        }
        if (is_number && key == "xmin") info_.bounds.min.x = number.value;
        if (is_number && key == "ymin") info_.bounds.min.y = number.value;
        if (is_number && key == "xmax") info_.bounds.max.x = number.value;
        if (is_number && key == "ymax") info_.bounds.max.y = number.value;
        io::setField(info_, key, value);
    }
    if (values->hasFailed()) return database_.describeFailure("cannot read");
    if (!has_rate) return fail("its metadata has no frame rate (key 'fps').");
    return {};
}

Result<bool> SqliteReader::hasTable(const char* name)
{
    const Result<TableKind> kind = database_.findTable(name);
    if (!kind) return kind.error();
    if (*kind == TableKind::computed)
        return fail(
            std::string("its table '") + name +
            "' is a view, a virtual table or has generated columns. Only stored values are read; copy them into a plain table.");
    return *kind == TableKind::plain;
}

/// All geometries one after the other: a run of JuPedSim may have several.
Result<void> SqliteReader::readGeometry()
{
    const Result<bool> is_there = hasTable("geometry");
    if (!is_there) return is_there.error();
    if (!*is_there || !database_.hasColumn("geometry", "wkt")) return {};
    Result<Statement> values = database_.prepare("SELECT wkt FROM geometry");
    if (!values) return values.error();
    while (values->step())
    {
        if (!info_.geometry.empty()) info_.geometry += ' ';
        info_.geometry += values->text(0);
    }
    if (values->hasFailed()) return database_.describeFailure("cannot read");
    return {};
}

Result<void> SqliteReader::readAgents()
{
    const Result<bool> is_there = hasTable("clearway_agents");
    if (!is_there) return is_there.error();
    if (!*is_there) return {};
    Result<Statement> values = database_.prepare("SELECT first_id, last_id, radius, agent_group FROM clearway_agents");
    if (!values) return values.error();
    while (values->step())
    {
        const bool is_right = values->isInteger(0) && values->isInteger(1) && values->isNumber(2) && values->isInteger(3);
        const double radius = values->number(2);
        if (!is_right || !(radius >= 0) || !std::isfinite(radius)) continue;
        roster_.add({static_cast<std::uint64_t>(values->integer(0)), static_cast<std::uint64_t>(values->integer(1)), radius,
                     static_cast<std::uint32_t>(values->integer(3))});
    }
    if (values->hasFailed()) return database_.describeFailure("cannot read");
    return {};
}

Result<void> SqliteReader::readMeasures()
{
    const Result<bool> is_there = hasTable("clearway_measures");
    if (!is_there) return is_there.error();
    if (!*is_there) return {};
    Result<Statement> values = database_.prepare("SELECT kind, name, points FROM clearway_measures ORDER BY rowid");
    if (!values) return values.error();
    std::vector<Vec2> points;
    while (values->step())
    {
        if (!io::parsePoints(values->text(2), points)) continue;
        if (values->text(0) == "line" && points.size() == 2) info_.lines.push_back({values->text(1), points[0], points[1]});
        if (values->text(0) == "area" && points.size() >= 3) info_.areas.push_back({values->text(1), points});
    }
    if (values->hasFailed()) return database_.describeFailure("cannot read");
    return {};
}

Result<void> SqliteReader::open()
{
    for (const char* table : {"trajectory_data", "metadata"})
    {
        const Result<bool> is_there = hasTable(table);
        if (!is_there) return is_there.error();
        if (!*is_there) return fail(std::string("this is no trajectory: it has no table '") + table + "'.");
    }
    if (Result<void> known = readMetadata(); !known) return known;
    if (Result<void> known = readGeometry(); !known) return known;
    if (Result<void> known = readAgents(); !known) return known;
    if (Result<void> known = readMeasures(); !known) return known;
    database_.limitValues(1000); // numbers only from here on
    has_headings_ = database_.hasColumn("trajectory_data", "ori_x") && database_.hasColumn("trajectory_data", "ori_y");
    has_heights_ = !info_.surface.empty() && database_.hasColumn("trajectory_data", "pos_z");
    const std::string columns = std::string("frame, id, pos_x, pos_y") + (has_headings_ ? ", ori_x, ori_y" : ", 0, 0") +
                                (has_heights_ ? ", pos_z" : ", 0");
    Result<Statement> rows = database_.prepare(("SELECT " + columns + " FROM trajectory_data ORDER BY frame, id").c_str());
    if (!rows) return rows.error();
    rows_ = std::move(*rows);

    io::SummaryBuilder builder;
    Row row;
    while (true)
    {
        const Result<bool> found = readRow(row);
        if (!found) return found.error();
        if (!*found) break;
        builder.add(row.frame, row.id, row.position);
    }
    summary_ = builder.finish();
    return rewind();
}

Result<void> SqliteReader::rewind()
{
    rows_.reset();
    waiting_.reset();
    is_at_end_ = false;
    return {};
}

Result<bool> SqliteReader::readRow(Row& row)
{
    if (is_at_end_) return false;
    if (!rows_.step())
    {
        is_at_end_ = true;
        if (rows_.hasFailed()) return database_.describeFailure("cannot read");
        return false;
    }
    if (!rows_.isInteger(0) || !rows_.isInteger(1) || !rows_.isNumber(2) || !rows_.isNumber(3))
        return fail("a row of 'trajectory_data' does not hold whole numbers for frame and id and numbers for the position.");
    row.frame = rows_.integer(0);
    row.id = static_cast<std::uint64_t>(rows_.integer(1));
    row.position = {rows_.number(2), rows_.number(3)};
    row.height = rows_.isNumber(6) ? rows_.number(6) : 0;
    if (!isFinite(row.position) || !std::isfinite(row.height)) return fail("a position in 'trajectory_data' is not finite.");
    row.heading = {};
    if (has_headings_ && rows_.isNumber(4) && rows_.isNumber(5)) row.heading = {rows_.number(4), rows_.number(5)};
    if (!isFinite(row.heading)) row.heading = {};
    return true;
}

Result<bool> SqliteReader::read(TrajectoryFrame& frame)
{
    const auto next_row = [this](Row& row) { return readRow(row); };
    const auto take = [&](const Row& row) {
        if (has_headings_) frame.headings.push_back(row.heading);
        if (has_heights_) frame.heights.push_back(row.height);
    };
    const Result<bool> found = io::readFrame(frame, waiting_, next_row, take);
    if (!found) return found;
    // SQLite takes ids from 2^63 on for negative ones, which come first there.
    if (&io::orderById(frame, ordered_) == &ordered_) std::swap(frame, ordered_);
    roster_.fill(frame);
    return found;
}

Result<std::unique_ptr<TrajectoryReader>> openSqliteTrajectory(const std::string& path)
{
    Result<Database> database = Database::open(path, DatabaseAccess::read);
    if (!database) return database.error();
    auto reader = std::make_unique<SqliteReader>(path, std::move(*database));
    if (Result<void> opened = reader->open(); !opened) return opened.error();
    return std::unique_ptr<TrajectoryReader>(std::move(reader));
}

// ---- either form

static bool endsWith(const std::string& path, std::string_view ending) { return io::toLower(path).ends_with(ending); }

static bool isSqliteName(const std::string& path)
{
    return endsWith(path, ".sqlite") || endsWith(path, ".sqlite3") || endsWith(path, ".db");
}

static bool isTextName(const std::string& path) { return endsWith(path, ".txt") || endsWith(path, ".trajectory"); }

bool isTrajectoryName(const std::string& path)
{
    constexpr std::string_view kPartial = ".partial";
    if (endsWith(path, kPartial)) return isTrajectoryName(path.substr(0, path.size() - kPartial.size()));
    return isSqliteName(path) || isTextName(path);
}

Result<std::unique_ptr<TrajectoryWriter>> buildTrajectoryWriter(const std::string& path)
{
    if (isSqliteName(path)) return buildSqliteTrajectoryWriter(path);
    if (isTextName(path)) return buildTextTrajectoryWriter(path);
    return makeError(ErrorCode::unsupported_format,
                     "no form of trajectories is known for '" + path + "': the name must end in .sqlite or .txt.", inFile(path));
}

Result<std::unique_ptr<TrajectoryReader>> openTrajectory(const std::string& path, const TrajectoryReadOptions& options)
{
    constexpr std::string_view kMagic = "SQLite format 3";
    std::array<char, kMagic.size()> head = {};
    std::size_t count = 0;
    if (std::FILE* file = std::fopen(path.c_str(), "rb"))
    {
        count = std::fread(head.data(), 1, head.size(), file);
        std::fclose(file);
    }
    if (std::string_view(head.data(), count) == kMagic) return openSqliteTrajectory(path);
    return openTextTrajectory(path, options);
}

} // namespace clearway
