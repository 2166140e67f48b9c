// SPDX-License-Identifier: MIT
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (section 4.1)
// D. H. Douglas, T. K. Peucker. Algorithms for the reduction of the number of points required to represent a digitized line. 1973
// Departures: the published strokes are followed as drawn. Here a stroke is cleaned first, and simplified by an eighth of a cell
// and not by a whole one, so that two drawings of one line stay within half a cell of each other.
#include <clearway/group/stroke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>

#include "base/errors.h"
#include "group/stroke_ground.h"
#include "group/stroke_shape.h"

namespace clearway {
namespace {

/// Free ground begins a radius from the walls, give or take a cell. At most 64 cells, for the sake of time.
double computeReach(const FieldGrid& grid, const StrokeOptions& options)
{
    return std::min(grid.radius() + options.reach * grid.cellSize(), 64 * grid.cellSize());
}

Result<void> checkStroke(const StrokeInput& stroke, const StrokeOptions& options)
{
    const auto isIn = [](double x, double low, double high) { return x >= low && x <= high; };
    const char* wrong = nullptr;
    if (!(options.spacing > 0 && options.spacing <= 1)) wrong = "spacing must be in (0, 1] cells";
    if (!isIn(options.smoothing, 0, 16)) wrong = "smoothing must be in [0, 16] cells";
    if (!isIn(options.tolerance, 0, 4)) wrong = "tolerance must be in [0, 4] cells";
    if (!isIn(options.reach, 0, 64)) wrong = "reach must be in [0, 64] cells";
    if (options.max_samples < 2) wrong = "max_samples must be at least 2";
    if (wrong) return makeError(std::string("A stroke cannot be cleaned: ") + wrong + ".");
    if (!stroke.times.empty() && stroke.times.size() != stroke.points.size())
        return makeError("A stroke has " + std::to_string(stroke.points.size()) + " points and " +
                         std::to_string(stroke.times.size()) + " times; give one time per point, or none.");
    if (stroke.points.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return makeError(ErrorCode::out_of_range, "A stroke has more than 2^31 - 1 points; leave some out.");
    return {};
}

/// The points that are some, in the order of their times, no two alike in a row.
std::vector<Vec2> collectPoints(const FieldGrid& grid, const StrokeInput& stroke, const StrokeOptions& options,
                                StrokeReport& report)
{
    report.given = static_cast<std::int32_t>(stroke.points.size());
    std::vector<std::size_t> order(stroke.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) {
        return !isFinite(stroke.points[i]) || (!stroke.times.empty() && !std::isfinite(stroke.times[i]));
    });
    report.not_finite = report.given - static_cast<std::int32_t>(order.size());
    if (!stroke.times.empty())
    {
        for (std::size_t i = 1; i < order.size(); ++i) report.reordered += stroke.times[order[i]] < stroke.times[order[i - 1]];
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return stroke.times[a] != stroke.times[b] ? stroke.times[a] < stroke.times[b] : a < b;
        });
    }
    const double h = grid.cellSize();
    Box2 map = {grid.origin(), grid.origin() + Vec2{grid.width() * h, grid.height() * h}};
    map = map.inflated(computeReach(grid, options));
    std::vector<Vec2> points;
    for (const std::size_t i : order)
    {
        const Vec2 p = stroke.points[i];
        if (!map.contains(p))
            ++report.outside;
        else if (!points.empty() && points.back() == p)
            ++report.repeated;
        else
            points.push_back(p);
    }
    return points;
}

/// The drawn line by even samples, smooth. Twice over, since noise makes a line longer than it is.
Result<std::vector<Vec2>> sampleDrawing(std::vector<Vec2> points, double cell_size, const StrokeOptions& options)
{
    const double spacing = options.spacing * cell_size;
    const auto window = static_cast<std::size_t>(std::floor(options.smoothing / options.spacing));
    for (int pass = 0; pass < 2; ++pass)
    {
        const double length = computePolylineLength(points);
        if (!(length / spacing < options.max_samples - 1))
            return makeError(ErrorCode::out_of_range, "A stroke is " + std::to_string(length) + " m long, for which " +
                                                          std::to_string(options.max_samples) +
                                                          " samples are not enough; draw less, or raise spacing or max_samples.");
        points = smoothPolyline(resamplePolyline(points, spacing), window);
    }
    return points;
}

/// Leads the samples of a drawing over free ground.
class Tracer
{
public:
    Tracer(const FieldGrid& grid, const StrokeOptions& options, StrokeReport& report)
        : ground_(grid), options_(options), report_(report), h_(grid.cellSize()), reach_(computeReach(grid, options))
    {
    }

    /// The route before it is simplified, empty when nothing is near free ground; `is_cut` when an end was left out.
    std::vector<Vec2> run(std::vector<Vec2> samples, bool& is_cut)
    {
        samples_ = std::move(samples);
        findFootholds();
        const std::size_t count = samples_.size();
        std::size_t begin = 0, end = count - 1;
        while (begin < count && !footholds_[begin]) ++begin;
        if (begin == count) return {};
        while (!footholds_[end]) --end;
        trimEnds(begin, end);
        const Vec2 first = footholds_[begin]->position, last = footholds_[end]->position;
        const bool is_start_cut = distance(samples_.front(), first) > reach_;
        const bool is_end_cut = distance(samples_.back(), last) > reach_;
        if (is_start_cut) note(StrokeReport::NoteKind::start_cut, samples_.front(), first, 0);
        route_ = {first};
        for (std::size_t anchor = begin; anchor < end;)
        {
            std::size_t next = anchor + 1;
            while (next < end && !isOnGround(next)) ++next;
            if (!follow(anchor, next)) bridge(anchor, next);
            anchor = next;
        }
        if (is_end_cut) note(StrokeReport::NoteKind::end_cut, last, samples_.back(), 0);
        is_cut = is_start_cut || is_end_cut;
        return std::move(route_);
    }

    const StrokeGround& ground() const { return ground_; }

private:
    using Foothold = std::optional<StrokeGround::Foothold>;

    bool isOnGround(std::size_t i) const { return footholds_[i] && footholds_[i]->gap == 0; }

    /// Of all samples, on the part of the map on which most of them are: from there no way leads to any other part.
    void findFootholds()
    {
        std::map<std::int32_t, std::int32_t> counts;
        for (const Vec2 p : samples_)
        {
            footholds_.push_back(ground_.findNearest(p, reach_));
            if (footholds_.back()) ++counts[footholds_.back()->component];
        }
        std::int32_t component = StrokeGround::kAnyComponent, most = 0;
        for (const auto& [number, count] : counts)
            if (count > most)
            {
                component = number;
                most = count;
            }
        for (std::size_t i = 0; i < samples_.size(); ++i)
        {
            Foothold& foothold = footholds_[i];
            if (foothold && foothold->component != component) foothold = ground_.findNearest(samples_[i], reach_, component);
            report_.left_out += !foothold.has_value();
        }
    }

    /// Whoever begins or ends in an obstacle means the side on which the line goes on: from the first sample on the ground back,
    /// and from the last one onward, only as far as footholds follow each other.
    void trimEnds(std::size_t& begin, std::size_t& end) const
    {
        std::size_t first = begin, last = end;
        while (first <= end && !isOnGround(first)) ++first;
        if (first > end) return; // a passage as narrow as a cell, all of it
        while (!isOnGround(last)) --last;
        const auto isNext = [this](std::size_t i, std::size_t k) {
            return footholds_[k] && !findStep(footholds_[i]->position, footholds_[k]->position).empty();
        };
        while (first > begin && isNext(first, first - 1)) --first;
        while (last < end && isNext(last, last + 1)) ++last;
        begin = first;
        end = last;
    }

    void append(Vec2 p)
    {
        if (!(route_.back() == p)) route_.push_back(p);
    }

    /// From one anchor to the next by way of the footholds between; nothing is done where that would be more than moving aside.
    bool follow(std::size_t from, std::size_t to)
    {
        const std::size_t route_size = route_.size();
        double farthest = 0;
        for (std::size_t i = from + 1; i <= to; ++i)
        {
            const Foothold& foothold = footholds_[i];
            const auto way = foothold ? findStep(route_.back(), foothold->position) : std::vector<Vec2>{};
            if (way.empty())
            {
                route_.resize(route_size);
                return false;
            }
            for (const Vec2 p : way) append(p);
            farthest = std::max(farthest, foothold->gap);
        }
        if (to > from + 1)
        {
            report_.moved += static_cast<std::int32_t>(to - from - 1);
            note(StrokeReport::NoteKind::moved, samples_[from + 1], samples_[to - 1], farthest);
        }
        return true;
    }

    /// Straight, or round the corner of a cell; empty where it takes more.
    std::vector<Vec2> findStep(Vec2 from, Vec2 to) const
    {
        constexpr double kCorner = 1; // cells
        if (ground_.isDirect(from, to)) return {from, to};
        const auto way = findStrokeWay(ground_, from, to, {.max_length = distance(from, to) + kCorner * h_});
        return ground_.simplify(way, kWaySmoothness * h_);
    }

    void bridge(std::size_t from, std::size_t to)
    {
        const Vec2 a = route_.back(), b = footholds_[to]->position;
        std::vector<Vec2> way;
        if (options_.bridge) way = options_.bridge(a, b);
        if (way.empty())
        {
            const std::span<const Vec2> drawing(samples_.data() + from, to - from + 1);
            way = ground_.simplify(findStrokeWay(ground_, a, b, {.drawing = drawing}), kWaySmoothness * h_);
        }
        for (std::size_t i = from + 1; i < to; ++i) report_.left_out += footholds_[i].has_value();
        const std::size_t size = route_.size();
        for (const Vec2 p : way) append(p);
        append(b);
        const double length = computePolylineLength(std::span(route_).subspan(size - 1));
        ++report_.bridges;
        report_.bridged_length += length;
        note(StrokeReport::NoteKind::bridged, a, b, length);
    }

    void note(StrokeReport::NoteKind kind, Vec2 place, Vec2 other, double length)
    {
        report_.notes.push_back({kind, place, other, length});
    }

    /// How far the stairs of cells may be cut short; cells. Less than the smallest obstacle that the grid knows.
    static constexpr double kWaySmoothness = 0.75;

    StrokeGround ground_;
    const StrokeOptions& options_;
    StrokeReport& report_;
    double h_;
    double reach_;
    std::vector<Vec2> samples_;
    std::vector<Foothold> footholds_; ///< one per sample; nothing: too deep
    std::vector<Vec2> route_;
};

void noteShape(const FieldGrid& grid, StrokeRoute& route)
{
    const std::vector<Vec2> crossings = findSelfCrossings(route.points, kMaxStrokeCrossings);
    route.report.self_crossings = static_cast<std::int32_t>(crossings.size());
    for (const Vec2 place : crossings) route.report.notes.push_back({StrokeReport::NoteKind::self_crossing, place, place, 0});
    const Vec2 first = route.points.front(), last = route.points.back();
    if (distance(first, last) <= grid.cellSize() && route.length() > 4 * grid.cellSize())
        route.report.notes.push_back({StrokeReport::NoteKind::loop, first, last, 0});
}

} // namespace

const char* toString(StrokeRoute::Status status)
{
    switch (status)
    {
    case StrokeRoute::Status::complete: return "complete";
    case StrokeRoute::Status::partial: return "partial";
    case StrokeRoute::Status::point: return "point";
    case StrokeRoute::Status::blocked: return "blocked";
    case StrokeRoute::Status::empty: return "empty";
    }
    return "empty";
}

double StrokeRoute::length() const { return computePolylineLength(points); }

std::optional<Vec2> findGroundPoint(const GroundPlane& ground, Vec3 eye, Vec3 through)
{
    const Vec3 direction = through - eye;
    const double rate = dot(direction, ground.normal), height = dot(ground.point - eye, ground.normal);
    const double t = height / rate;
    if (rate == 0 || !(t >= 0) || !std::isfinite(t)) return std::nullopt;
    const Vec3 p = eye + direction * t;
    return isFinite(p) ? std::optional(Vec2{p.x, p.y}) : std::nullopt;
}

StrokeInput projectStroke(std::span<const Vec3> points, const StrokeProjection& projection, std::span<const double> times)
{
    constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
    StrokeInput stroke;
    stroke.points.reserve(points.size());
    for (const Vec3& p : points)
        stroke.points.push_back(projection ? projection(p).value_or(Vec2{kNowhere, kNowhere}) : Vec2{p.x, p.y});
    stroke.times.assign(times.begin(), times.end());
    return stroke;
}

Result<StrokeRoute> cleanStroke(const FieldGrid& grid, const StrokeInput& stroke, const StrokeOptions& options)
{
    if (const Result<void> checked = checkStroke(stroke, options); !checked) return checked.error();
    StrokeRoute route;
    std::vector<Vec2> points = collectPoints(grid, stroke, options, route.report);
    if (points.empty()) return route;
    // Less than half a cell is a click with an unsteady hand.
    const Box2 box = computeBounds(points);
    if (std::max(box.size().x, box.size().y) < grid.cellSize() / 2)
    {
        const auto foothold = StrokeGround(grid).findNearest(points.back(), computeReach(grid, options));
        route.status = foothold ? StrokeRoute::Status::point : StrokeRoute::Status::blocked;
        if (foothold) route.points = {foothold->position};
        return route;
    }
    auto samples = sampleDrawing(std::move(points), grid.cellSize(), options);
    if (!samples) return samples.error();
    route.report.samples = static_cast<std::int32_t>(samples->size());
    route.report.drawn_length = computePolylineLength(*samples);
    bool is_cut = false;
    Tracer tracer(grid, options, route.report);
    const std::vector<Vec2> traced = tracer.run(std::move(*samples), is_cut);
    route.status = traced.empty() ? StrokeRoute::Status::blocked
                   : is_cut       ? StrokeRoute::Status::partial
                                  : StrokeRoute::Status::complete;
    route.points = tracer.ground().simplify(traced, options.tolerance * grid.cellSize());
    if (route.points.size() == 1) route.status = StrokeRoute::Status::point;
    if (!route.points.empty()) noteShape(grid, route);
    return route;
}

} // namespace clearway
