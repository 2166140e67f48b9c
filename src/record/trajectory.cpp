// SPDX-License-Identifier: MIT
#include "record/trajectory.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>

#include "io/text.h"

namespace clearway::io {

std::vector<AgentRange> Roster::addNew(const TrajectoryFrame& frame)
{
    std::vector<AgentRange> ranges;
    std::size_t known = 0;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        const std::uint64_t id = frame.ids[i];
        while (known < known_.size() && known_[known] < id) ++known;
        if (known < known_.size() && known_[known] == id) continue;
        const double radius = frame.radii.empty() ? 0 : frame.radii[i];
        const std::uint32_t group = frame.groups.empty() ? 0 : frame.groups[i];
        const bool continues =
            !ranges.empty() && ranges.back().last + 1 == id && ranges.back().radius == radius && ranges.back().group == group;
        if (continues)
            ranges.back().last = id;
        else
            ranges.push_back({id, id, radius, group});
    }
    if (ranges.empty()) return ranges;
    std::vector<std::uint64_t> all;
    std::set_union(known_.begin(), known_.end(), frame.ids.begin(), frame.ids.end(), std::back_inserter(all));
    known_ = std::move(all);
    return ranges;
}

void Roster::fill(TrajectoryFrame& frame)
{
    frame.radii.assign(frame.ids.size(), 0);
    frame.groups.assign(frame.ids.size(), 0);
    if (!is_sorted_)
        std::sort(ranges_.begin(), ranges_.end(), [](const AgentRange& a, const AgentRange& b) {
            return std::tie(a.first, a.last, a.radius, a.group) < std::tie(b.first, b.last, b.radius, b.group);
        });
    is_sorted_ = true;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), frame.ids[i],
                                            [](std::uint64_t id, const AgentRange& range) { return id < range.first; });
        if (after == ranges_.begin() || std::prev(after)->last < frame.ids[i]) continue;
        frame.radii[i] = std::prev(after)->radius;
        frame.groups[i] = std::prev(after)->group;
    }
}

std::string findFault(const TrajectoryFrame& frame, std::int64_t last)
{
    const std::size_t count = frame.ids.size();
    const auto fits = [&](std::size_t size) { return size == 0 || size == count; };
    if (frame.positions.size() != count || !fits(frame.headings.size()) || !fits(frame.radii.size()) ||
        !fits(frame.groups.size()) || !fits(frame.heights.size()))
        return "the lists of a frame have different lengths";
    if (frame.number <= last || frame.number < 0) return "the numbers of frames must grow, from 0 on";
    for (Vec2 p : frame.positions)
        if (!isFinite(p)) return "a position is not finite";
    for (Vec2 heading : frame.headings)
        if (!isFinite(heading)) return "a heading is not finite";
    for (double height : frame.heights)
        if (!std::isfinite(height)) return "a height is not finite";
    for (double radius : frame.radii)
        if (!(radius >= 0) || !std::isfinite(radius)) return "a radius is not finite, or negative";
    return {};
}

std::string findFault(const TrajectoryInfo& info)
{
    if (!(info.frame_rate > 0) || !std::isfinite(info.frame_rate)) return "the frame rate must be above 0 and finite";
    return {};
}

template <typename T>
static void permute(std::vector<T>& to, const std::vector<T>& from, const std::vector<std::size_t>& order)
{
    to.clear();
    if (from.empty()) return;
    for (std::size_t i : order) to.push_back(from[i]);
}

const TrajectoryFrame& orderById(const TrajectoryFrame& frame, TrajectoryFrame& copy)
{
    if (std::is_sorted(frame.ids.begin(), frame.ids.end())) return frame;
    std::vector<std::size_t> order(frame.ids.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return std::tie(frame.ids[a], a) < std::tie(frame.ids[b], b); });
    copy.number = frame.number;
    permute(copy.ids, frame.ids, order);
    permute(copy.positions, frame.positions, order);
    permute(copy.headings, frame.headings, order);
    permute(copy.radii, frame.radii, order);
    permute(copy.groups, frame.groups, order);
    permute(copy.heights, frame.heights, order);
    return copy;
}

std::string makeOneLine(std::string_view text)
{
    std::string line;
    for (char c : text)
    {
        const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
        if (!is_control)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

std::string formatPoints(std::span<const Vec2> points)
{
    std::string text;
    for (Vec2 p : points)
    {
        if (!text.empty()) text += ", ";
        appendNumber(text, p.x);
        text += ' ';
        appendNumber(text, p.y);
    }
    return text;
}

bool parsePoints(std::string_view text, std::vector<Vec2>& points)
{
    points.clear();
    std::size_t at = 0;
    const auto skip = [&] {
        while (at < text.size() && isSpace(text[at])) ++at;
    };
    const auto readOne = [&](double& value) {
        skip();
        const Number number = parseNumber(text, at);
        if (number.status != Number::Status::ok) return false;
        value = number.value;
        at = number.end;
        return true;
    };
    while (true)
    {
        Vec2 p;
        if (!readOne(p.x) || !readOne(p.y)) return false;
        points.push_back(p);
        skip();
        if (at == text.size()) return true;
        if (text[at++] != ',') return false;
    }
}

static std::string formatNumber(double value)
{
    std::string text;
    appendNumber(text, value);
    return text;
}

std::vector<std::pair<std::string, std::string>> listFields(const TrajectoryInfo& info)
{
    std::vector<std::pair<std::string, std::string>> fields;
    const auto add = [&](const char* name, std::string value) {
        if (!value.empty()) fields.emplace_back(name, std::move(value));
    };
    add("program", makeOneLine(info.program));
    add("scenario", makeOneLine(info.scenario));
    add("guide", makeOneLine(info.guide));
    add("steering", makeOneLine(info.steering));
    add("surface", makeOneLine(info.surface));
    add("seed", std::to_string(info.seed));
    add("dt", formatNumber(info.dt));
    add("every", std::to_string(info.every));
    return fields;
}

static void setNumber(std::uint64_t& target, std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) target = value;
}

void setField(TrajectoryInfo& info, std::string_view name, std::string_view value)
{
    if (name == "program") info.program = value;
    if (name == "scenario") info.scenario = value;
    if (name == "guide") info.guide = value;
    if (name == "steering") info.steering = value;
    if (name == "surface") info.surface = value;
    if (name == "seed") setNumber(info.seed, value);
    if (name == "every") setNumber(info.every, value);
    if (name != "dt") return;
    const Number number = parseNumber(value, 0);
    if (number.status == Number::Status::ok && number.end == value.size() && number.value >= 0) info.dt = number.value;
}

/// Of a number and a smaller one; the largest there is when the difference is larger.
static std::int64_t subtract(std::int64_t from, std::int64_t number)
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(number), kMost));
}

void SummaryBuilder::add(std::int64_t frame, std::uint64_t id, Vec2 position)
{
    if (summary_.row_count == 0 || frame != summary_.last_frame)
    {
        if (summary_.row_count > 0)
        {
            const std::int64_t stride = subtract(frame, summary_.last_frame);
            summary_.frame_stride = summary_.frame_stride == 0 ? stride : std::min(summary_.frame_stride, stride);
        }
        ++summary_.frame_count;
        in_frame_ = 0;
    }
    else if (id == last_id_ && position != last_position_ && summary_.split_count++ == 0)
    {
        summary_.split_in_frame = frame;
        summary_.split_id = id;
    }
    last_id_ = id;
    last_position_ = position;
    if (summary_.row_count == 0) summary_.first_frame = frame;
    summary_.last_frame = frame;
    ++summary_.row_count;
    summary_.most_at_once = std::max(summary_.most_at_once, ++in_frame_);
    summary_.bounds.add(position);
    if (sorted_ > 0 && std::binary_search(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(sorted_), id)) return;
    ids_.push_back(id);
    // Put in order only when there is as much new as old: cheap on the whole, and memory stays that of the ids.
    if (ids_.size() < 2 * sorted_ + 4096) return;
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    sorted_ = ids_.size();
}

TrajectoryReader::Summary SummaryBuilder::finish()
{
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    summary_.agent_count = static_cast<std::int64_t>(ids_.size());
    return summary_;
}

} // namespace clearway::io
