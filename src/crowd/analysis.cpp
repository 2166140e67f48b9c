// SPDX-License-Identifier: MIT
// A window of frames slides over the trajectory; what is measured is measured in its middle, where both sides are known.
#include <clearway/crowd/analysis.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

#include <clearway/geometry/predicates.h>

#include "base/errors.h"
#include "crowd/analysis_parts.h"

namespace clearway {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kSamePlace = 1e-3; ///< metres
constexpr double kLeap = 12;        ///< nobody runs that fast; metres per second

struct Moment
{
    std::int64_t number = 0;
    std::vector<std::uint64_t> ids;
    std::vector<Vec2> positions;
};

/// When somebody was last seen, and where.
struct LastSeen
{
    std::uint64_t id = 0;
    std::uint64_t ordinal = 0; ///< of the frame, from 1
    std::int64_t number = 0;
    Vec2 position;
    bool had_gap = false;
};

bool isNear(Vec2 p) { return std::abs(p.x) <= kFarthestPosition && std::abs(p.y) <= kFarthestPosition; }

/// Without points that repeat the one before.
void dropRepeated(Ring& ring)
{
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
}

/// Whether edges meet only where one follows the other. Of a ring without repeated points.
bool isSimple(std::span<const Vec2> ring)
{
    const std::size_t count = ring.size();
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec2 a = ring[i];
        const Vec2 b = ring[(i + 1) % count];
        const Vec2 c = ring[(i + 2) % count];
        if (isOnSegment(c, a, b) || isOnSegment(a, b, c)) return false; // back the same way
        for (std::size_t k = i + 2; k < count; ++k)
            if ((k + 1) % count != i && doSegmentsTouch(a, b, ring[k], ring[(k + 1) % count])) return false;
    }
    return true;
}

/// What is wrong with an area; empty if nothing is.
std::string findFault(std::span<const Vec2> outline)
{
    const bool is_finite = std::all_of(outline.begin(), outline.end(), [](Vec2 p) { return isFinite(p); });
    if (is_finite && !std::all_of(outline.begin(), outline.end(), isNear))
        return "reaches more than 1e9 m from the origin: give it points nearer to where people are, in metres.";
    if (!is_finite || !(std::abs(computeSignedArea(outline)) > 0))
        return "has no size: give it at least three finite points that are not on a line.";
    if (!isSimple(outline)) return "crosses or touches itself: give its points in the order of its outline.";
    return {};
}

} // namespace

struct TrajectoryAnalyzer::State
{
    explicit State(AnalysisOptions given);

    void add(const TrajectoryAnalyzer::Frame& frame);
    Analysis finish();

private:
    void observeSteps(const Moment& frame);
    void observeStep(LastSeen& last, Vec2 position, std::int64_t number);
    void crossLines(std::uint64_t id, Vec2 from, Vec2 to, double time);
    void observePlaces(const Moment& frame);
    void computeVelocities(std::size_t middle);
    void follow(std::size_t middle, int side);
    void measure(std::size_t middle);
    Analysis::AreaSample measureArea(std::size_t area, const Moment& frame);
    void measureCells(std::size_t area, const Moment& frame, Analysis::AreaSample& sample);
    double timeOf(std::int64_t number) const { return static_cast<double>(number) / options.frame_rate; }

    AnalysisOptions options;
    Analysis analysis;
    std::vector<VoronoiMeasure> cells; ///< of each area
    std::vector<Box2> line_boxes;
    std::deque<Moment> window; ///< at most 2 frame_step + 1
    std::size_t next = 0;      ///< the frame of the window to be measured next
    std::uint64_t ordinal = 0;
    std::int64_t stride = std::numeric_limits<std::int64_t>::max(); ///< from frame to frame
    std::int64_t last_number = 0;
    std::vector<LastSeen> seen; ///< everybody so far, by id
    std::vector<LastSeen> merged;
    double walked = 0; ///< by everybody
    double walking_time = 0;

    // Of the frame that is measured.
    std::vector<Vec2> velocities; ///< NaN: unknown
    std::vector<int> reach[2];    ///< how many frames before and after one is there without a gap
    std::vector<Vec2> places[2];  ///< where, for each person and number of frames
    std::vector<std::size_t> by_place;
    std::vector<Vec2> inside_positions;
    std::vector<Vec2> inside_velocities;
};

TrajectoryAnalyzer::State::State(AnalysisOptions given) : options(std::move(given))
{
    analysis.frame_step = options.frame_step;
    if (options.frame_stride > 0) stride = options.frame_stride;
    if (analysis.frame_step == 0)
    {
        const double frames = 0.2 * options.frame_rate / static_cast<double>(std::max<std::int64_t>(options.frame_stride, 1));
        analysis.frame_step = static_cast<int>(std::clamp(std::floor(frames + 0.5), 1.0, 1000.0));
    }
    for (const MeasuringLine& line : options.lines)
    {
        Analysis::Line measure;
        measure.name = line.name;
        measure.width = distance(line.a, line.b);
        analysis.lines.push_back(std::move(measure));
        Box2 box;
        box.add(line.a);
        box.add(line.b);
        line_boxes.push_back(box);
    }
    for (const MeasuringArea& area : options.areas)
    {
        Analysis::Area measure;
        measure.name = area.name;
        measure.area = std::abs(computeSignedArea(area.outline));
        measure.method = options.density;
        if (measure.method == AnalysisOptions::Density::automatic)
            measure.method =
                options.walkable.empty() ? AnalysisOptions::Density::persons_per_area : AnalysisOptions::Density::voronoi;
        if (measure.method == AnalysisOptions::Density::voronoi)
            cells.emplace_back(area.outline, options.walkable, options.cut_off);
        analysis.areas.push_back(std::move(measure));
    }
}

// ---- from frame to frame

void TrajectoryAnalyzer::State::crossLines(std::uint64_t id, Vec2 from, Vec2 to, double time)
{
    for (std::size_t i = 0; i < options.lines.size(); ++i)
    {
        const MeasuringLine& line = options.lines[i];
        Box2 way;
        way.add(from);
        way.add(to);
        if (!way.overlaps(line_boxes[i])) continue;
        const bool was_left = computeOrientation(line.a, line.b, from) > 0;
        const bool is_left = computeOrientation(line.a, line.b, to) > 0;
        if (was_left == is_left || computeOrientation(from, to, line.a) * computeOrientation(from, to, line.b) > 0) continue;
        analysis.lines[i].crossings.push_back({time, id, is_left});
        ++(is_left ? analysis.lines[i].forward : analysis.lines[i].backward);
    }
}

void TrajectoryAnalyzer::State::observeStep(LastSeen& last, Vec2 position, std::int64_t number)
{
    Analysis::Faults& faults = analysis.faults;
    const double elapsed = timeOf(number - last.number);
    const bool is_next = last.ordinal + 1 == ordinal && number - last.number <= stride;
    if (!is_next)
    {
        ++faults.gaps;
        faults.persons_with_gaps += !last.had_gap;
        faults.longest_gap = std::max(faults.longest_gap, elapsed);
        last.had_gap = true;
    }
    else
    {
        const double way = distance(last.position, position);
        ++faults.steps;
        faults.leaps += way > kLeap * elapsed;
        faults.largest_speed = std::max(faults.largest_speed, way / elapsed);
        walked += way;
        walking_time += elapsed;
    }
    if (is_next || elapsed <= options.max_gap) crossLines(last.id, last.position, position, timeOf(number));
}

/// Merges the frame into the list of everybody; both are ordered by id.
void TrajectoryAnalyzer::State::observeSteps(const Moment& frame)
{
    merged.clear();
    std::size_t old = 0;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        const std::uint64_t id = frame.ids[i];
        while (old < seen.size() && seen[old].id < id) merged.push_back(seen[old++]);
        LastSeen now = {id, ordinal, frame.number, frame.positions[i], false};
        if (old < seen.size() && seen[old].id == id)
        {
            observeStep(seen[old], now.position, frame.number);
            now.had_gap = seen[old++].had_gap;
        }
        merged.push_back(now);
    }
    merged.insert(merged.end(), seen.begin() + static_cast<std::ptrdiff_t>(old), seen.end());
    seen.swap(merged);
}

/// Two persons in one place: found in the order of x.
void TrajectoryAnalyzer::State::observePlaces(const Moment& frame)
{
    Analysis::Faults& faults = analysis.faults;
    by_place.resize(frame.ids.size());
    std::iota(by_place.begin(), by_place.end(), std::size_t{0});
    std::sort(by_place.begin(), by_place.end(), [&](std::size_t a, std::size_t b) {
        return frame.positions[a].x != frame.positions[b].x ? frame.positions[a].x < frame.positions[b].x : a < b;
    });
    for (std::size_t i = 0; i < by_place.size(); ++i)
        for (std::size_t k = i + 1; k < by_place.size(); ++k)
        {
            const Vec2 a = frame.positions[by_place[i]];
            const Vec2 b = frame.positions[by_place[k]];
            if (b.x - a.x >= kSamePlace) break;
            if (distanceSq(a, b) >= kSamePlace * kSamePlace) continue;
            if (faults.shared_places++ > 0) continue;
            faults.shared_in_frame = frame.number;
            faults.shared_by[0] = frame.ids[std::min(by_place[i], by_place[k])];
            faults.shared_by[1] = frame.ids[std::max(by_place[i], by_place[k])];
        }
}

void TrajectoryAnalyzer::State::add(const TrajectoryAnalyzer::Frame& given)
{
    Moment frame = {given.number, {given.ids.begin(), given.ids.end()}, {given.positions.begin(), given.positions.end()}};
    ++ordinal;
    if (ordinal == 1)
        analysis.first_time = timeOf(frame.number);
    else
        stride = std::min(stride, frame.number - last_number);
    last_number = frame.number;
    analysis.last_time = timeOf(frame.number);
    observeSteps(frame);
    observePlaces(frame);
    if (options.areas.empty()) return;
    const auto step = static_cast<std::size_t>(analysis.frame_step);
    window.push_back(std::move(frame));
    if (window.size() <= next + step) return;
    measure(next);
    if (next == step)
        window.pop_front();
    else
        ++next;
}

// ---- in the middle of the window

/// How far each person can be followed to one side, and over which places.
void TrajectoryAnalyzer::State::follow(std::size_t middle, int side)
{
    const Moment& frame = window[middle];
    const auto step = static_cast<std::size_t>(analysis.frame_step);
    const std::size_t available = side == 0 ? middle : window.size() - 1 - middle;
    reach[side].assign(frame.ids.size(), 0);
    places[side].resize(frame.ids.size() * (step + 1));
    for (std::size_t k = 1; k <= std::min(step, available); ++k)
    {
        const Moment& other = window[side == 0 ? middle - k : middle + k];
        const double apart = std::abs(static_cast<double>(other.number - frame.number));
        if (apart > static_cast<double>(k) * static_cast<double>(stride)) break; // nobody was there between
        std::size_t at = 0;
        for (std::size_t i = 0; i < frame.ids.size(); ++i)
        {
            while (at < other.ids.size() && other.ids[at] < frame.ids[i]) ++at;
            const bool is_there = at < other.ids.size() && other.ids[at] == frame.ids[i];
            if (!is_there || reach[side][i] + 1 != static_cast<int>(k)) continue;
            reach[side][i] = static_cast<int>(k);
            places[side][i * (step + 1) + k] = other.positions[at];
        }
    }
}

void TrajectoryAnalyzer::State::computeVelocities(std::size_t middle)
{
    follow(middle, 0);
    follow(middle, 1);
    const Moment& frame = window[middle];
    const auto step = static_cast<std::size_t>(analysis.frame_step);
    velocities.assign(frame.ids.size(), {kUnknown, kUnknown});
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        auto before = static_cast<std::size_t>(reach[0][i]);
        auto after = static_cast<std::size_t>(reach[1][i]);
        if (before > 0 && after > 0) before = after = std::min(before, after);
        if (before + after == 0) continue;
        const Vec2 from = before > 0 ? places[0][i * (step + 1) + before] : frame.positions[i];
        const Vec2 to = after > 0 ? places[1][i * (step + 1) + after] : frame.positions[i];
        velocities[i] = (to - from) / timeOf(window[middle + after].number - window[middle - before].number);
    }
}

Analysis::AreaSample TrajectoryAnalyzer::State::measureArea(std::size_t area, const Moment& frame)
{
    const std::vector<Vec2>& outline = options.areas[area].outline;
    const double size = analysis.areas[area].area;
    Analysis::AreaSample sample;
    sample.time = timeOf(frame.number);
    inside_positions.clear();
    inside_velocities.clear();
    double speeds = 0;
    std::size_t known = 0;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        if (classifyPoint(outline, frame.positions[i]) == Side::outside) continue;
        inside_positions.push_back(frame.positions[i]);
        inside_velocities.push_back(velocities[i]);
        if (!isFinite(velocities[i])) continue;
        speeds += length(velocities[i]);
        ++known;
    }
    sample.count = static_cast<std::uint32_t>(inside_positions.size());
    sample.density = static_cast<double>(sample.count) / size;
    sample.speed = known > 0 ? speeds / static_cast<double>(known) : kUnknown;
    sample.voronoi_density = sample.voronoi_speed = kUnknown;
    if (analysis.areas[area].method == AnalysisOptions::Density::voronoi) measureCells(area, frame, sample);
    sample.flow = analysis.areas[area].density(sample) * analysis.areas[area].speed(sample);
    const LaneOrder lanes = computeLaneOrder(inside_positions, inside_velocities, options.axis, options.strip);
    sample.lane_order = lanes.order;
    sample.lane_order_beyond_chance = lanes.beyond_chance;
    return sample;
}

void TrajectoryAnalyzer::State::measureCells(std::size_t area, const Moment& frame, Analysis::AreaSample& sample)
{
    double persons = 0;
    double weighted = 0;
    double weight = 0;
    for (const VoronoiMeasure::Share& share : cells[area].computeShares(frame.positions))
    {
        persons += share.part;
        if (!isFinite(velocities[share.person])) continue;
        weighted += share.weight * length(velocities[share.person]);
        weight += share.weight;
    }
    sample.voronoi_density = persons / analysis.areas[area].area;
    sample.voronoi_speed = weight > 0 ? weighted / weight : kUnknown;
}

void TrajectoryAnalyzer::State::measure(std::size_t middle)
{
    computeVelocities(middle);
    for (std::size_t area = 0; area < options.areas.size(); ++area)
        analysis.areas[area].samples.push_back(measureArea(area, window[middle]));
}

Analysis TrajectoryAnalyzer::State::finish()
{
    for (; next < window.size(); ++next) measure(next);
    analysis.frame_count = ordinal;
    analysis.person_count = seen.size();
    analysis.mean_speed = walking_time > 0 ? walked / walking_time : 0;
    for (Analysis::Area& area : analysis.areas) summarise(area, options.bin_width);
    for (Analysis::Line& line : analysis.lines) summarise(line);
    return std::move(analysis);
}

// ---- the door

Result<TrajectoryAnalyzer> TrajectoryAnalyzer::build(AnalysisOptions options)
{
    if (!(options.frame_rate > 0) || !std::isfinite(options.frame_rate))
        return makeError("the frame rate must be above 0 and finite.");
    if (options.frame_step < 0 || options.frame_step > 1000) return makeError("the frame step must be from 0 to 1000 frames.");
    if (options.frame_stride < 0) return makeError("the frame stride must be 0 or more.");
    if (!(options.cut_off >= 0.01 && options.cut_off <= 1000)) return makeError("the cut-off must be from 0.01 to 1000 metres.");
    if (!(options.strip > 0)) return makeError("the width of a strip must be above 0 metres.");
    if (!(options.bin_width > 0)) return makeError("the width of a bin must be above 0 persons per square metre.");
    if (!(options.max_gap >= 0)) return makeError("the longest gap must be 0 seconds or more.");
    if (!isFinite(options.axis)) return makeError("the axis of the flow must be finite.");
    for (const MeasuringLine& line : options.lines)
        if (!isFinite(line.a) || !isFinite(line.b) || !(distance(line.a, line.b) > 0))
            return makeError("the line '" + line.name + "' has no length: give it two different, finite ends.");
    for (MeasuringArea& area : options.areas)
    {
        dropRepeated(area.outline);
        if (const std::string fault = findFault(area.outline); !fault.empty())
            return makeError("the area '" + area.name + "' " + fault);
    }
    return TrajectoryAnalyzer(std::make_unique<State>(std::move(options)));
}

TrajectoryAnalyzer::TrajectoryAnalyzer(std::unique_ptr<State> state) : state_(std::move(state)) {}
TrajectoryAnalyzer::~TrajectoryAnalyzer() = default;
TrajectoryAnalyzer::TrajectoryAnalyzer(TrajectoryAnalyzer&&) noexcept = default;
TrajectoryAnalyzer& TrajectoryAnalyzer::operator=(TrajectoryAnalyzer&&) noexcept = default;

void TrajectoryAnalyzer::add(const TrajectoryAnalyzer::Frame& frame) { state_->add(frame); }
Analysis TrajectoryAnalyzer::finish() { return state_->finish(); }

} // namespace clearway
