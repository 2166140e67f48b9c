// SPDX-License-Identifier: MIT
// Strokes: what a hand drew, made into a route that a disc can walk.
// Why: a mouse gives points at its own pace, with noise, through walls and off the map; an army needs a line of few points, all
// of it walkable, that is the same for the same drawing.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (section 4.1: a list of points, each
// an intermediate goal). How a stroke is cleaned is ours.
// What holds: every point of a route and every piece between two of them keeps the grid's radius from all obstacles the grid
// knows. The route depends on the line that was drawn and not on its speed or on how many points it was told with: on free
// ground drawings of one line, also with 5 cm of noise, give routes within half a cell of each other (Frechet distance) and on
// the same side of every obstacle; where a line must be moved or bridged it is about a cell. A bridge takes the side that is
// nearer to the drawing; for a line through the very middle of an obstacle that is a matter of chance, as it must be.
// Metres. O(samples * reach^2 + cells searched for bridges); pure functions, safe to call from several threads.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/grid/field_grid.h>

namespace clearway {

/// A stroke as it comes from a mouse, a finger or a file.
struct StrokeInput
{
    std::vector<Vec2> points = {};
    /// Seconds, one per point, or empty. They only order the points, so that a stroke told backwards in time is the same stroke;
    /// how long it took does not matter.
    std::vector<double> times = {};
};

/// The ground seen from above: where a point in space lies on it, nothing when it does not.
using StrokeProjection = std::function<std::optional<Vec2>(Vec3)>;

struct GroundPlane
{
    Vec3 point = {};
    Vec3 normal = {0, 0, 1}; ///< any length but 0
};

/// Where the ray from `eye` through a point of the screen or of space meets the plane, seen from above; nothing when it does not.
std::optional<Vec2> findGroundPoint(const GroundPlane& ground, Vec3 eye, Vec3 through);

/// A stroke in space laid on the ground; without a projection straight down. Points without a place on the ground are dropped
/// with those that are not finite when the stroke is cleaned.
StrokeInput projectStroke(std::span<const Vec3> points, const StrokeProjection& projection = {},
                          std::span<const double> times = {});

/// Leads over a gap from one place of free ground to another: the points of a path that a disc of the grid's radius can walk.
/// Without any points the gap is bridged by cells, as near to the drawn line as there is ground.
using StrokeBridge = std::function<std::vector<Vec2>(Vec2 from, Vec2 to)>;

struct StrokeOptions
{
    double spacing = 0.125; ///< of the samples along the stroke; cells, (0, 1]
    double smoothing = 0.5; ///< half the width of the window in which samples are averaged, twice; cells, [0, 16], 0: not at all
    double tolerance = 0.125; ///< how far simplification (Douglas-Peucker) may move the route; cells, [0, 4]
    /// Samples at most so far and a radius from free ground are moved there, deeper ones are left out and bridged; cells, [0,
    /// 64].
    double reach = 1;
    StrokeBridge bridge = {};           ///< a planner of yours, such as FieldPlanner; empty: near the drawing
    std::int32_t max_samples = 1 << 16; ///< longer strokes are refused; >= 2
};

/// What was done to a stroke.
struct StrokeReport
{
    enum class NoteKind : std::uint8_t
    {
        bridged,       ///< from `place` to `other` the drawing led through obstacles; `length` is that of the bridge
        moved,         ///< from `place` to `other` it was too near to obstacles and moved aside; `length` is how far at most
        start_cut,     ///< drawn from `place`, begins at `other`
        end_cut,       ///< ends at `place`, drawn until `other`
        self_crossing, ///< the route crosses itself at `place`
        loop,          ///< it ends where it began, at `place`
    };

    struct Note
    {
        NoteKind kind = NoteKind::bridged;
        Vec2 place = {};
        Vec2 other = {};
        double length = 0; ///< metres
    };

    std::int32_t given = 0;      ///< points
    std::int32_t not_finite = 0; ///< points or times that are no numbers; dropped
    std::int32_t outside = 0;    ///< farther off the map than those that can be moved; dropped
    std::int32_t repeated = 0;   ///< at the place of the one before; dropped
    std::int32_t reordered = 0;  ///< told before a point of an earlier time
    std::int32_t samples = 0;    ///< along the drawn line
    std::int32_t moved = 0;      ///< samples moved onto free ground
    std::int32_t left_out = 0;   ///< samples too deep in obstacles, or in a part of the map without a way to the rest
    std::int32_t bridges = 0;
    std::int32_t self_crossings = 0; ///< at most kMaxStrokeCrossings are looked for
    double drawn_length = 0;         ///< of the smoothed drawing; metres
    double bridged_length = 0;
    std::vector<Note> notes = {}; ///< in the order of the route, crossings and loops after the rest
};
inline constexpr std::int32_t kMaxStrokeCrossings = 1000;

struct StrokeRoute
{
    enum class Status : std::uint8_t
    {
        complete, ///< from the first drawn point to the last
        partial,  ///< its beginning or its end lies too deep in an obstacle and was cut off; see the notes
        point,    ///< only one place was drawn: a goal without a way
        blocked,  ///< nothing of it is near free ground
        empty,    ///< no point that is a number and on the map
    };

    Status status = Status::empty;
    std::vector<Vec2> points = {}; ///< no two neighbours alike; one of a `point`, none when blocked or empty
    StrokeReport report = {};

    /// Whether there is anything to follow.
    explicit operator bool() const { return !points.empty(); }
    double length() const;
};

const char* toString(StrokeRoute::Status status);

/// Cleans a stroke for characters of the grid's radius and terrain: drops what is no point, orders by time, resamples evenly,
/// smooths, moves out of obstacles, bridges, simplifies. An error when an option is out of range, there are not as many times as
/// points, or the stroke is longer than max_samples allow.
Result<StrokeRoute> cleanStroke(const FieldGrid& grid, const StrokeInput& stroke, const StrokeOptions& options = {});

} // namespace clearway
