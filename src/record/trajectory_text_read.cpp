// SPDX-License-Identifier: MIT
// Two passes: the first one learns what the file holds and checks every line; the second one hands out frames. A file that is
// not in the order of its frames (the archive's often go agent by agent) is sorted in memory in between.
#include <clearway/record/trajectory.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <tuple>

#include <sys/stat.h>

#include "base/errors.h"
#include "io/text.h"
#include "record/trajectory.h"

namespace clearway {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 18;
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 28;

struct Row
{
    std::int64_t frame = 0;
    std::uint64_t id = 0;
    Vec2 position;
    double height = 0; ///< of runs over surfaces
};

/// A file as lines, without their ends.
class RowReader
{
public:
    explicit RowReader(std::FILE* file) : file_(file) {}
    ~RowReader() { std::fclose(file_); }
    RowReader(const RowReader&) = delete;
    RowReader& operator=(const RowReader&) = delete;

    /// False at the end, and when reading fails.
    bool read(std::string_view& line);
    bool rewind();
    bool hasFailed() const { return has_failed_; }
    bool isTooLong() const { return is_too_long_; }
    std::int64_t number() const { return number_; }     ///< of the last line, from 1
    bool isCutOff() const { return is_last_and_open_; } ///< the last line had no end

private:
    std::FILE* file_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::int64_t number_ = 0;
    bool is_at_end_ = false;
    bool has_failed_ = false;
    bool is_too_long_ = false;
    bool is_last_and_open_ = false;
};

class TextReader final : public TrajectoryReader
{
public:
    TextReader(std::string path, std::FILE* file, const TrajectoryReadOptions& options)
        : path_(std::move(path)), lines_(file), options_(options)
    {
    }

    Result<void> open();
    const TrajectoryInfo& info() const override { return info_; }
    const TrajectoryReader::Summary& summary() const override { return summary_; }
    Result<bool> read(TrajectoryFrame& frame) override;
    Result<void> rewind() override;

private:
    Error fail(std::string message) const
    {
        return makeError(ErrorCode::malformed_file, std::move(message), {.file = path_, .line = lines_.number()});
    }
    void readRemark(std::string_view line, bool is_header);
    void readAgents(std::string_view text);
    void readMeasure(std::string_view name, std::string_view text);
    Result<bool> readRow(Row& row);
    Result<bool> nextRow(Row& row);
    Result<bool> parseRow(std::string_view line, Row& row);
    void takeGivenRate();
    Result<void> endHeader();

    std::string path_;
    RowReader lines_;
    TrajectoryReadOptions options_;
    TrajectoryInfo info_;
    TrajectoryReader::Summary summary_;
    io::Roster roster_;
    bool has_rate_ = false;
    double unit_ = 0; ///< metres; 0: not said
    bool is_scanned_ = false;
    bool has_longer_rows_ = false; ///< with a z
    bool is_ordered_ = true;
    std::vector<Row> rows_; ///< only of a file that is not in order
    std::size_t next_row_ = 0;
    std::optional<Row> waiting_; ///< first of the next frame
};

} // namespace

bool RowReader::read(std::string_view& line)
{
    std::size_t searched = begin_;
    while (true)
    {
        const std::size_t end = buffer_.find('\n', searched);
        if (end != std::string::npos)
        {
            line = std::string_view(buffer_).substr(begin_, end - begin_);
            begin_ = end + 1;
            break;
        }
        if (is_at_end_)
        {
            if (begin_ == buffer_.size()) return false;
            line = std::string_view(buffer_).substr(begin_);
            begin_ = buffer_.size();
            is_last_and_open_ = true;
            break;
        }
        searched = buffer_.size() - begin_;
        buffer_.erase(0, begin_);
        begin_ = 0;
        if (buffer_.size() > kMaxLineBytes)
        {
            is_too_long_ = true;
            return false;
        }
        const std::size_t old = buffer_.size();
        buffer_.resize(old + kReadAtOnce);
        const std::size_t count = std::fread(buffer_.data() + old, 1, kReadAtOnce, file_);
        buffer_.resize(old + count);
        has_failed_ = std::ferror(file_) != 0;
        is_at_end_ = count < kReadAtOnce;
        if (has_failed_) return false;
    }
    ++number_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (number_ == 1) line = io::skipByteOrderMark(line);
    return true;
}

bool RowReader::rewind()
{
    buffer_.clear();
    begin_ = 0;
    number_ = 0;
    is_at_end_ = has_failed_ = is_last_and_open_ = false;
    std::clearerr(file_);
    return std::fseek(file_, 0, SEEK_SET) == 0;
}

static std::string_view takeWord(std::string_view& text)
{
    text = io::trim(text);
    std::size_t end = 0;
    while (end < text.size() && !io::isSpace(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

static bool parseInteger(std::string_view word, std::int64_t& value)
{
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return !word.empty() && error == std::errc() && end == word.data() + word.size();
}

static bool parseFinite(std::string_view word, double& value)
{
    const io::Number number = io::parseNumber(word, 0);
    value = number.value;
    return number.status == io::Number::Status::ok && number.end == word.size();
}

/// "A to B: radius R group G".
void TextReader::readAgents(std::string_view text)
{
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t group = 0;
    double radius = 0;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    std::string_view ids = text.substr(0, colon);
    if (!parseInteger(takeWord(ids), first) || takeWord(ids) != "to" || !parseInteger(takeWord(ids), last)) return;
    text.remove_prefix(colon + 1);
    if (takeWord(text) != "radius" || !parseFinite(takeWord(text), radius) || radius < 0) return;
    if (takeWord(text) != "group" || !parseInteger(takeWord(text), group) || group < 0 || group > 0xffffffffLL) return;
    roster_.add({static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last), radius, static_cast<std::uint32_t>(group)});
}

/// "NAME: x y, x y".
void TextReader::readMeasure(std::string_view name, std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    std::vector<Vec2> points;
    if (colon == std::string_view::npos || !io::parsePoints(text.substr(colon + 1), points)) return;
    const std::string label(io::trim(text.substr(0, colon)));
    if (name == "line" && points.size() == 2) info_.lines.push_back({label, points[0], points[1]});
    if (name == "area" && points.size() >= 3) info_.areas.push_back({label, std::move(points)});
}

void TextReader::readRemark(std::string_view line, bool is_header)
{
    line = io::trim(line.substr(1));
    if (line.starts_with("agents ")) return readAgents(line.substr(7));
    if (!is_header) return;
    // The rules of PedPy, so that both understand a file alike.
    if (!has_rate_ && line.find("framerate") != std::string_view::npos)
        for (std::string_view rest = line; !io::trim(rest).empty() && !has_rate_;)
            if (double rate = 0; parseFinite(takeWord(rest), rate))
            {
                info_.frame_rate = rate;
                has_rate_ = true;
            }
    if (line.size() < 4096)
    {
        const std::string lower = io::toLower(line);
        if (lower.find("x/cm") != std::string::npos || lower.find("in cm") != std::string::npos) unit_ = 0.01;
        if (lower.find("x/m") != std::string::npos || lower.find("in m") != std::string::npos) unit_ = 1;
        // PedPy would take these for metres.
        if (lower.find("x/mm") != std::string::npos || lower.find("in mm") != std::string::npos) unit_ = 0.001;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = io::trim(line.substr(0, colon));
    const std::string_view value = io::trim(line.substr(colon + 1));
    if (name == "geometry") info_.geometry = value;
    if (name == "line" || name == "area") return readMeasure(name, value);
    io::setField(info_, name, value);
}

/// Takes the fields of a row from `rest`; what is wrong with the first that is, empty if none is.
static std::string readFields(std::string_view& rest, std::int64_t& id, Row& row)
{
    const auto describeField = [](std::string_view name, std::string_view kind, std::string_view word) {
        const std::string found = word.empty() ? "is missing" : "must be " + std::string(kind) + ", not " + io::describe(word, 0);
        return "a row is 'id frame x y z': its " + std::string(name) + " " + found + ".";
    };
    for (const auto& [name, value] : {std::pair("id", &id), std::pair("frame", &row.frame)})
        if (const std::string_view word = takeWord(rest); !parseInteger(word, *value))
            return describeField(name, "a whole number", word);
    for (const auto& [name, value] : {std::pair("x", &row.position.x), std::pair("y", &row.position.y)})
        if (const std::string_view word = takeWord(rest); !parseFinite(word, *value))
            return describeField(name, "a finite number", word);
    return {};
}

Result<bool> TextReader::parseRow(std::string_view line, Row& row)
{
    std::string_view rest = line;
    std::int64_t id = 0;
    std::string fault = readFields(rest, id, row);
    const bool is_longer = !io::trim(rest).empty();
    if (fault.empty() && is_longer && !info_.surface.empty() && !parseFinite(takeWord(rest), row.height))
        fault = "a row is 'id frame x y z': its z must be a finite number.";
    // A last line without end that is no row, or a shorter one than those before, is what a killed program was writing: even
    // if it can be read, its last number may lack digits.
    if (lines_.isCutOff() && (!fault.empty() || (has_longer_rows_ && !is_longer))) return false;
    if (!fault.empty()) return fail(std::move(fault));
    has_longer_rows_ = is_longer;
    row.id = static_cast<std::uint64_t>(id);
    // 0.01 is no double: dividing by 100 rounds once, multiplying twice.
    if (const double parts = unit_ == 0.01 ? 100 : unit_ == 0.001 ? 1000 : 1; parts != 1)
    {
        row.position = row.position / parts;
        row.height /= parts;
    }
    else if (unit_ != 1)
    {
        row.position = row.position * unit_;
        row.height *= unit_;
    }
    return true;
}

/// From the caller, where the file has none.
void TextReader::takeGivenRate()
{
    if (has_rate_ || options_.frame_rate == 0) return;
    info_.frame_rate = options_.frame_rate;
    has_rate_ = true;
}

/// What must be known before the first row: from the file, else from the caller.
Result<void> TextReader::endHeader()
{
    takeGivenRate();
    if (unit_ == 0) unit_ = options_.unit;
    if (!has_rate_)
        return fail("there is no frame rate: above the rows must be a remark like '# framerate: 25 fps'. Add it, or " +
                    options_.frame_rate_advice + ".");
    if (!(info_.frame_rate > 0)) return fail("the frame rate must be above 0.");
    if (unit_ == 0)
        return fail("there is no unit: above the rows must be a remark like '# id frame x/m y/m z/m' (or x/cm). Add it, or " +
                    options_.unit_advice + ".");
    return {};
}

/// The next row of the file; remarks between rows are taken in on the first pass.
Result<bool> TextReader::readRow(Row& row)
{
    std::string_view line;
    while (lines_.read(line))
    {
        const std::size_t comment = line.find('#');
        const std::string_view data = io::trim(line.substr(0, comment));
        if (data.empty())
        {
            if (comment == 0 && !is_scanned_) readRemark(line, summary_.row_count == 0);
            continue;
        }
        if (Result<void> ended = endHeader(); !ended) return ended.error();
        return parseRow(data, row);
    }
    if (lines_.isTooLong()) return fail("a line has more than 256 MiB: this is no trajectory.");
    if (!lines_.hasFailed()) return false;
    return makeError(ErrorCode::unreadable_file, "cannot read \"" + path_ + "\": " + std::strerror(errno) + ".", inFile(path_));
}

Result<void> TextReader::open()
{
    io::SummaryBuilder builder;
    Row row;
    std::int64_t last = 0;
    std::uint64_t last_id = 0;
    while (true)
    {
        const Result<bool> found = readRow(row);
        if (!found) return found.error();
        if (!*found) break;
        const bool is_next = summary_.row_count == 0 || std::tie(last, last_id) <= std::tie(row.frame, row.id);
        if (!is_next) is_ordered_ = false;
        ++summary_.row_count;
        last = row.frame;
        last_id = row.id;
        if (is_ordered_) builder.add(row.frame, row.id, row.position);
    }
    // A file without rows says its rate, or the caller does: then it is a run of nobody.
    takeGivenRate();
    if (!has_rate_) return fail("this is no trajectory: it has no rows, and no line like '# framerate: 25 fps'.");
    if (!(info_.frame_rate > 0)) return fail("the frame rate must be above 0.");
    is_scanned_ = true;
    if (!is_ordered_)
    {
        rows_.reserve(static_cast<std::size_t>(summary_.row_count));
        if (!lines_.rewind()) return fail("the file cannot be read twice.");
        while (true)
        {
            const Result<bool> found = readRow(row);
            if (!found) return found.error();
            if (!*found) break;
            rows_.push_back(row);
        }
        std::sort(rows_.begin(), rows_.end(), [](const Row& r, const Row& t) {
            return std::tie(r.frame, r.id, r.position.x, r.position.y) < std::tie(t.frame, t.id, t.position.x, t.position.y);
        });
        builder = {};
        for (const Row& r : rows_) builder.add(r.frame, r.id, r.position);
    }
    summary_ = builder.finish();
    return rewind();
}

Result<void> TextReader::rewind()
{
    waiting_.reset();
    next_row_ = 0;
    if (is_ordered_ && !lines_.rewind()) return fail("the file cannot be read twice.");
    return {};
}

Result<bool> TextReader::nextRow(Row& row)
{
    if (is_ordered_) return readRow(row);
    if (next_row_ == rows_.size()) return false;
    row = rows_[next_row_++];
    return true;
}

Result<bool> TextReader::read(TrajectoryFrame& frame)
{
    const auto next_row = [this](Row& row) { return nextRow(row); };
    const Result<bool> found = io::readFrame(frame, waiting_, next_row, [&](const Row& row) {
        if (!info_.surface.empty()) frame.heights.push_back(row.height);
    });
    if (found) roster_.fill(frame);
    return found;
}

Result<std::unique_ptr<TrajectoryReader>> openTextTrajectory(const std::string& path, const TrajectoryReadOptions& options)
{
    const auto refuse = [&](int reason) {
        return makeError(ErrorCode::unreadable_file, "cannot read \"" + path + "\": " + std::strerror(reason) + ".",
                         inFile(path));
    };
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return refuse(errno);
    if (!S_ISREG(status.st_mode)) return refuse(S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    const auto isOption = [](double value) { return value == 0 || (value > 0 && std::isfinite(value)); };
    if (!isOption(options.unit) || !isOption(options.frame_rate))
        return makeError("unit and frame rate must be above 0 and finite, or 0 for unknown.");
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return refuse(errno);
    auto reader = std::make_unique<TextReader>(path, file, options);
    if (Result<void> opened = reader->open(); !opened) return opened.error();
    return std::unique_ptr<TrajectoryReader>(std::move(reader));
}

} // namespace clearway
