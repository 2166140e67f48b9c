// SPDX-License-Identifier: MIT
// Based on: the text format of the Pedestrian Dynamics Data Archive, as PedPy reads it: it takes the first number of the first
// line with "framerate" for the frame rate, and the last line that speaks of a unit for the unit. So the frame rate comes before
// and the columns after everything that a user may have named.
// Additions: lines `# name: value` above the columns, and `# agents A to B: radius R group G` where agents first appear.
#include <clearway/record/trajectory.h>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "base/errors.h"
#include "io/partial_file.h"
#include "io/text.h"
#include "record/trajectory.h"

namespace clearway {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 17;

class TextWriter final : public TrajectoryWriter
{
public:
    TextWriter(io::PartialName name, int file) : name_(std::move(name)), file_(file) {}
    ~TextWriter() override
    {
        if (file_ >= 0 && !problem_ && last_ >= 0) (void)flush();
        if (file_ >= 0) ::close(file_);
        // A run that never began leaves nothing behind.
        if (!is_finished_ && last_ < 0) ::unlink(name_.partial.c_str());
    }
    TextWriter(const TextWriter&) = delete;
    TextWriter& operator=(const TextWriter&) = delete;

    Result<void> begin(const TrajectoryInfo& info) override;
    Result<void> write(const TrajectoryFrame& frame) override;
    Result<void> finish() override;
    std::int64_t lastFrame() const override { return flushed_; }
    const std::string& currentPath() const override { return is_finished_ ? name_.path : name_.partial; }

private:
    Result<void> flush();
    Error refuse(std::string message) const { return makeError(std::move(message) + ".", inFile(name_.path)); }

    io::PartialName name_;
    int file_;
    std::string buffer_; ///< whole frames
    off_t size_ = 0;     ///< of the file, up to the last whole frame
    std::int64_t last_ = -1;
    std::int64_t flushed_ = -1;
    io::Roster roster_;
    TrajectoryFrame ordered_;
    std::optional<Error> problem_;
    bool is_finished_ = false;
};

} // namespace

static void appendField(std::string& text, std::string_view name, std::string_view value)
{
    text += "# ";
    text += name;
    text += ": ";
    text += value;
    text += '\n';
}

/// "10.00": two digits at least, as the archive has them, and as many as it takes.
static std::string formatRate(double rate)
{
    std::string text;
    io::appendNumber(text, rate);
    if (text.find('e') != std::string::npos) return text;
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return text + ".00";
    return point + 2 == text.size() ? text + "0" : text;
}

Result<void> TextWriter::begin(const TrajectoryInfo& info)
{
    if (const std::string fault = io::findFault(info); !fault.empty()) return refuse(fault);
    appendField(buffer_, "framerate", formatRate(info.frame_rate) + " fps");
    for (const auto& [name, value] : io::listFields(info)) appendField(buffer_, name, value);
    if (!info.geometry.empty()) appendField(buffer_, "geometry", io::makeOneLine(info.geometry));
    // A name may hold a colon; the points after the last one do not.
    for (const MeasuringLine& line : info.lines)
        appendField(buffer_, "line: " + io::makeOneLine(line.name), io::formatPoints(std::vector<Vec2>{line.a, line.b}));
    for (const MeasuringArea& area : info.areas)
        appendField(buffer_, "area: " + io::makeOneLine(area.name), io::formatPoints(area.outline));
    buffer_ += "# id frame x/m y/m z/m\n";
    return flush();
}

Result<void> TextWriter::write(const TrajectoryFrame& unordered)
{
    if (problem_) return *problem_;
    if (const std::string fault = io::findFault(unordered, last_); !fault.empty()) return refuse(fault);
    const TrajectoryFrame& frame = io::orderById(unordered, ordered_);
    for (const io::AgentRange& range : roster_.addNew(frame))
    {
        buffer_ += "# agents ";
        io::appendNumber(buffer_, static_cast<std::int64_t>(range.first));
        buffer_ += " to ";
        io::appendNumber(buffer_, static_cast<std::int64_t>(range.last));
        buffer_ += ": radius ";
        io::appendNumber(buffer_, range.radius);
        buffer_ += " group ";
        io::appendNumber(buffer_, std::int64_t{range.group});
        buffer_ += '\n';
    }
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        // Other programs read ids as signed numbers; so large a one becomes negative, and is itself again when read here.
        io::appendNumber(buffer_, static_cast<std::int64_t>(frame.ids[i]));
        buffer_ += '\t';
        io::appendNumber(buffer_, frame.number);
        buffer_ += '\t';
        io::appendNumber(buffer_, frame.positions[i].x);
        buffer_ += '\t';
        io::appendNumber(buffer_, frame.positions[i].y);
        buffer_ += '\t';
        io::appendNumber(buffer_, frame.heights.empty() ? 0.0 : frame.heights[i]);
        buffer_ += '\n';
    }
    last_ = frame.number;
    if (buffer_.size() >= kFlushBytes) return flush();
    return {};
}

/// After a failure the file is cut back to what it was: whole frames only.
Result<void> TextWriter::flush()
{
    std::string_view rest = buffer_;
    while (!rest.empty())
    {
        const ssize_t count = ::write(file_, rest.data(), rest.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
        {
            const int reason = count < 0 ? errno : EIO;
            problem_ = io::makePartialError(name_.partial, reason);
            // Nothing can be done if even this fails; a reader drops a last line that is cut off.
            if (::ftruncate(file_, size_) != 0) errno = 0;
            return *problem_;
        }
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    size_ += static_cast<off_t>(buffer_.size());
    buffer_.clear();
    flushed_ = last_;
    return {};
}

Result<void> TextWriter::finish()
{
    if (problem_) return *problem_;
    if (Result<void> flushed = flush(); !flushed) return flushed;
    const int file = file_;
    file_ = -1;
    if (::close(file) != 0)
    {
        problem_ = io::makePartialError(name_.partial, errno);
        return *problem_;
    }
    Result<void> placed = io::putInPlace(name_);
    if (!placed)
        problem_ = placed.error();
    else
        is_finished_ = true;
    return placed;
}

Result<std::unique_ptr<TrajectoryWriter>> buildTextTrajectoryWriter(const std::string& path)
{
    Result<io::PartialName> name = io::findPartialName(path);
    if (!name) return name.error();
    const int file = ::open(name->partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return io::makePartialError(path, errno);
    return std::unique_ptr<TrajectoryWriter>(std::make_unique<TextWriter>(std::move(*name), file));
}

} // namespace clearway
