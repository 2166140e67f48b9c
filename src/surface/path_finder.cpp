// SPDX-License-Identifier: MIT
#include <clearway/surface/path.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/surface/border_clearance.h>

#include "geometry/segment_triangle.h"
#include "surface/once.h"
#include "surface/path_effort.h"
#include "surface/path_graph.h"
#include "surface/path_search.h"
#include "surface/strip.h"
#include "surface/wide_way.h"

namespace clearway {

using namespace surfacing;

/// Collects the points of a path, then writes them down.
class SurfacePathWriter
{
public:
    SurfacePathWriter(Path& path, const SurfaceMesh& mesh, double weight, std::vector<SurfacePlace>& points)
        : writer_(path), view_(mesh), cost_(mesh, weight), points_(points)
    {
        points_.clear();
    }

    void fail(PathProblem problem) { writer_.setProblem(problem); }
    void setUnreachable() { writer_.setStatus(PathStatus::unreachable); }

    /// A point and the triangle of what comes after it. A point that is the one before it moves that on.
    void add(Vec3 position, std::uint32_t triangle)
    {
        if (!points_.empty() && points_.back().position == position)
            points_.back().triangle = triangle;
        else
            points_.push_back({position, triangle});
    }

    /// Ends the path at the place where the search ended, and turns it round if that was the start.
    void finish(const SurfacePlace& start, const SurfacePlace& goal, bool is_turned, double radius)
    {
        add(goal.position, goal.triangle);
        if (points_.size() == 1) points_.push_back(points_.front()); // start and goal are the same point
        if (is_turned)
        {
            std::reverse(points_.begin(), points_.end());
            for (std::size_t i = 0; i + 1 < points_.size(); ++i) points_[i].triangle = points_[i + 1].triangle;
            points_.back().triangle = start.triangle;
        }
        double length = 0, effort = 0;
        for (std::size_t i = 0; i + 1 < points_.size(); ++i)
        {
            const SurfacePlace &from = points_[i], &to = points_[i + 1];
            const double l = distance(from.position, to.position);
            length += l;
            effort += cost_.isLength() ? l : cost_.cost(l, cost_.loadAt(view_, from), cost_.loadAt(view_, to));
            writer_.addPiece(Path::Piece::line(from.position, to.position));
            writer_.faces().push_back(from.triangle);
        }
        writer_.faces().push_back(points_.back().triangle);
        writer_.setLength(length);
        writer_.setCost(effort);
        writer_.setRadius(radius);
        writer_.setStatus(PathStatus::complete);
    }

private:
    PathWriter writer_;
    const SurfaceView view_;
    const PathCost cost_;
    std::vector<SurfacePlace>& points_;
};

static double computeAcceleration(const SurfaceMesh& mesh, Vec3 position, std::uint32_t triangle)
{
    const SurfaceView view(mesh);
    const MeshTriangle& v = view.triangles[triangle];
    const Vec3 a = view.positions[v[0]], ab = view.positions[v[1]] - a, ac = view.positions[v[2]] - a;
    const Vec3 n = cross(ab, ac), d = position - a;
    const double nn = lengthSq(n);
    const auto accelerations = mesh.accelerations();
    if (!(nn > 0)) return accelerations[v[0]];
    const double s = std::clamp(dot(cross(d, ac), n) / nn, 0.0, 1.0);
    const double t = std::clamp(dot(cross(ab, d), n) / nn, 0.0, 1.0 - s);
    return accelerations[v[0]] * (1 - s - t) + accelerations[v[1]] * s + accelerations[v[2]] * t;
}

std::vector<double> computeAccelerations(const SurfaceMesh& mesh, const Path& path)
{
    std::vector<double> accelerations;
    for (std::size_t i = 0; i < path.pieces().size(); ++i)
        accelerations.push_back(computeAcceleration(mesh, path.pieces()[i].from, path.faces()[i]));
    if (!path.pieces().empty()) accelerations.push_back(computeAcceleration(mesh, path.pieces().back().to, path.faces().back()));
    return accelerations;
}

namespace {

/// What finders of one mesh share.
struct Shared
{
    explicit Shared(SurfaceMesh mesh) : query(std::move(mesh)) {}

    SurfaceQuery query;
    Once once[2];
    PathGraph graphs[2]; ///< with points on edges; without
    Once landmarks_once;
    Landmarks landmarks; ///< of large meshes
};

/// On meshes with more triangles than this a search hurries: thousands of nodes would be looked at for the last tenth of a
/// percent, most of which shortening gives anyway.
constexpr std::size_t kLargeMesh = 5000;
constexpr double kHaste = 1.07;
/// Where landmarks are needed, ways that differ much may be almost equally long.
constexpr double kHasteWithLandmarks = 1.02;

bool isLarge(const Shared& shared) { return shared.query.mesh().triangleCount() > kLargeMesh; }

/// What characters with a radius need.
struct Wide
{
    BorderClearance borders; ///< with the largest radius asked for
    PathGraph graph;
};

std::size_t indexOf(SurfacePathOptions::Method method) { return method == SurfacePathOptions::Method::vertex_graph ? 1 : 0; }

const PathGraph& prepareGraph(Shared& shared, SurfacePathOptions::Method method)
{
    const std::size_t i = indexOf(method);
    shared.once[i].run([&] {
        shared.graphs[i] =
            PathGraph::build(shared.query.mesh(), i == 1 ? PathGraph::Kind::vertices : PathGraph::Kind::edge_points);
    });
    return shared.graphs[i];
}

/// The graph, and landmarks on large meshes.
void prepareMethod(Shared& shared, SurfacePathOptions::Method method)
{
    const PathGraph& graph = prepareGraph(shared, method);
    if (method == SurfacePathOptions::Method::shortest && isLarge(shared))
        shared.landmarks_once.run([&] { shared.landmarks = Landmarks::build(shared.query.mesh(), graph); });
}

bool isOnTriangle(const SurfaceMesh& mesh, const SurfacePlace& place)
{
    if (place.triangle >= mesh.triangleCount()) return false;
    const MeshTriangle& v = mesh.triangles()[place.triangle];
    const TrianglePoints points = {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
    const Vec3 p = place.position;
    const double largest = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z), 1.0});
    return distance(p, computeNearestPoint(points, p)) <= 1e-9 * largest;
}

/// Which of two places a search starts from: the same one for the way there and the way back.
bool isBefore(const SurfacePlace& a, const SurfacePlace& b)
{
    if (a.triangle != b.triangle) return a.triangle < b.triangle;
    if (a.position.x != b.position.x) return a.position.x < b.position.x;
    if (a.position.y != b.position.y) return a.position.y < b.position.y;
    return a.position.z < b.position.z;
}

} // namespace

struct SurfacePathFinder::State
{
    explicit State(std::shared_ptr<Shared> s) : shared(std::move(s)) {}

    void find(SurfacePlace start, SurfacePlace goal, const SurfacePathOptions& options, Path& path);
    void chooseCrossings(const SurfaceView& view, const PathCost& cost, const PathRoom& room, const SurfacePlace& start,
                         const SurfacePlace& goal);
    bool prepareRadius(double radius);
    void write(SurfacePathWriter& writer) const;

    std::shared_ptr<Shared> shared;
    std::shared_ptr<const Wide> wide; ///< none until a radius was asked for
    PathSearch searches[3];           ///< in the graphs of `shared` and of `wide`
    std::vector<PathStep> steps;
    std::vector<SurfacePlace> points; ///< of the path
    Strip strip;
    WideWay wide_way;
    bool is_wide_way = false; ///< the way is that, else the crossings
    std::vector<double> crossings, other_crossings;
    std::vector<std::uint32_t> halfedges; ///< crossed, of the crossings chosen
    std::uint64_t expanded_count = 0;
};

/// False when the radius is too large to be prepared for.
bool SurfacePathFinder::State::prepareRadius(double radius)
{
    if (radius == 0 || (wide && wide->borders.reach() >= radius)) return true;
    const SurfaceMesh& mesh = shared->query.mesh();
    Result<BorderClearance> borders = buildBorderClearance(mesh, radius);
    if (!borders) return false;
    PathGraph graph = PathGraph::build(mesh, PathGraph::Kind::edge_points, &*borders);
    wide = std::make_shared<const Wide>(Wide{std::move(*borders), std::move(graph)});
    return true;
}

/// Where the path crosses the edges of a strip: where it is shortest, or where it costs least.
void SurfacePathFinder::State::chooseCrossings(const SurfaceView& view, const PathCost& cost, const PathRoom& room,
                                               const SurfacePlace& start, const SurfacePlace& goal)
{
    if (room.borders && cost.isLength())
    {
        strip.shorten(view);
        is_wide_way = wide_way.pull(view, room, strip);
        if (is_wide_way) return;
        strip.assign(view, wide->graph, room, start, goal, steps); // as the search found it
    }
    const auto keepHalfedges = [&] {
        halfedges.clear();
        for (const StripPortal& portal : strip.portals()) halfedges.push_back(portal.halfedge);
    };
    // From the points of the search, which have room, unless the shortest way nearby is all that is wanted and has it too.
    double by_search = std::numeric_limits<double>::infinity();
    if (!cost.isLength() || room.borders)
    {
        crossings.assign(strip.searchCrossings().begin(), strip.searchCrossings().end());
        relaxCrossings(view, strip.portals(), cost, room, start, goal, crossings);
        by_search = computeCost(view, strip.portals(), cost, start, goal, crossings);
        keepHalfedges();
    }
    strip.shorten(view);
    strip.computeCrossings(other_crossings);
    if (room.borders && !hasRoom(view, strip.portals(), room, start, goal, other_crossings)) return;
    if (!cost.isLength()) relaxCrossings(view, strip.portals(), cost, room, start, goal, other_crossings);
    if (computeCost(view, strip.portals(), cost, start, goal, other_crossings) >= by_search) return;
    crossings.swap(other_crossings);
    keepHalfedges();
}

void SurfacePathFinder::State::write(SurfacePathWriter& writer) const
{
    if (is_wide_way)
    {
        for (const WayPoint& point : wide_way.points()) writer.add(point.position, point.triangle);
        return;
    }
    const SurfaceView view(shared->query.mesh());
    for (std::size_t i = 0; i < halfedges.size(); ++i)
    {
        const std::uint32_t h = halfedges[i];
        const double f = crossings[i];
        const Vec3 a = view.originAt(h), b = view.targetAt(h);
        writer.add(f <= 0 ? a : f >= 1 ? b : interpolate(a, b, f), view.opposites[h] / 3);
    }
}

void SurfacePathFinder::State::find(SurfacePlace start, SurfacePlace goal, const SurfacePathOptions& options, Path& path)
{
    const SurfaceMesh& mesh = shared->query.mesh();
    SurfacePathWriter writer(path, mesh, options.effort_weight, points);
    expanded_count = 0;
    const auto isCount = [](double x) { return std::isfinite(x) && x >= 0; };
    if (!isFinite(start.position) || !isFinite(goal.position)) return writer.fail(PathProblem::bad_point);
    if (!isCount(options.effort_weight)) return writer.fail(PathProblem::bad_option);
    if (!isCount(options.radius) || !prepareRadius(options.radius)) return writer.fail(PathProblem::bad_radius);
    if (!isOnTriangle(mesh, start)) return writer.fail(PathProblem::start_outside);
    if (!isOnTriangle(mesh, goal)) return writer.fail(PathProblem::goal_outside);
    const PathRoom room = {options.radius > 0 ? &wide->borders : nullptr, options.radius};
    if (!room.isFree(start.triangle, start.position, start.position)) return writer.fail(PathProblem::start_too_tight);
    if (!room.isFree(goal.triangle, goal.position, goal.position)) return writer.fail(PathProblem::goal_too_tight);
    if (mesh.components()[start.triangle] != mesh.components()[goal.triangle]) return writer.setUnreachable();
    const bool is_turned = isBefore(goal, start);
    if (is_turned) std::swap(start, goal);
    const bool is_one_triangle = start.triangle == goal.triangle && room.isFree(start.triangle, start.position, goal.position);

    const SurfaceView view(mesh);
    const PathCost cost(mesh, options.effort_weight);
    const bool is_wide = room.borders && options.method == SurfacePathOptions::Method::shortest;
    if (!is_one_triangle)
    {
        prepareMethod(*shared, options.method);
        const PathGraph& graph = is_wide ? wide->graph : shared->graphs[indexOf(options.method)];
        PathSearch& search = searches[is_wide ? 2 : indexOf(options.method)];
        PathHaste haste;
        if (options.method == SurfacePathOptions::Method::shortest && isLarge(*shared))
            haste = {&shared->landmarks, shared->landmarks.isEmpty() ? kHaste : kHasteWithLandmarks};
        search.find(view, graph, cost, room, haste, start, goal, steps);
        expanded_count = search.expandedCount();
        if (steps.empty()) return writer.setUnreachable();
        writer.add(start.position, start.triangle);
        if (options.method == SurfacePathOptions::Method::vertex_graph)
            for (std::size_t i = 0; i + 1 < steps.size(); ++i) writer.add(graph.point(steps[i].node), steps[i + 1].triangle);
        else
        {
            is_wide_way = false;
            strip.assign(view, graph, room, start, goal, steps);
            chooseCrossings(view, cost, room, start, goal);
            write(writer);
        }
    }
    else
        writer.add(start.position, start.triangle);
    writer.finish(start, goal, is_turned, options.radius);
}

SurfacePathFinder::SurfacePathFinder(SurfaceMesh mesh)
    : state_(std::make_unique<State>(std::make_shared<Shared>(std::move(mesh))))
{
}
SurfacePathFinder::~SurfacePathFinder() = default;
SurfacePathFinder::SurfacePathFinder(const SurfacePathFinder& other) : state_(std::make_unique<State>(other.state_->shared))
{
    state_->wide = other.state_->wide;
}
SurfacePathFinder::SurfacePathFinder(SurfacePathFinder&&) noexcept = default;
SurfacePathFinder& SurfacePathFinder::operator=(SurfacePathFinder&&) noexcept = default;

const SurfaceQuery& SurfacePathFinder::query() const { return state_->shared->query; }
void SurfacePathFinder::prepare(SurfacePathOptions::Method method, double radius)
{
    if (radius > 0) state_->prepareRadius(radius);
    prepareMethod(*state_->shared, method);
}
std::uint64_t SurfacePathFinder::expandedCount() const { return state_->expanded_count; }

std::size_t SurfacePathFinder::memoryBytes() const
{
    const State& state = *state_;
    std::size_t bytes = state.shared->query.memoryBytes() + state.strip.memoryBytes() + state.wide_way.memoryBytes() +
                        state.steps.capacity() * sizeof(PathStep) +
                        8 * (state.crossings.capacity() + state.other_crossings.capacity());
    for (const PathSearch& search : state.searches) bytes += search.memoryBytes();
    if (state.wide) bytes += state.wide->borders.memoryBytes() + state.wide->graph.memoryBytes();
    for (std::size_t i = 0; i < 2; ++i)
        if (state.shared->once[i].isDone()) bytes += state.shared->graphs[i].memoryBytes();
    if (state.shared->landmarks_once.isDone()) bytes += state.shared->landmarks.memoryBytes();
    return bytes;
}

void SurfacePathFinder::find(const SurfacePlace& start, const SurfacePlace& goal, const SurfacePathOptions& options, Path& path)
{
    state_->find(start, goal, options, path);
}

Path SurfacePathFinder::find(const SurfacePlace& start, const SurfacePlace& goal, const SurfacePathOptions& options)
{
    Path path;
    state_->find(start, goal, options, path);
    return path;
}

Path SurfacePathFinder::find(Vec3 start, Vec3 goal, const SurfacePathOptions& options)
{
    // A point that is not finite keeps its numbers, so that the path can say what is wrong.
    const auto locate = [&](Vec3 p) {
        const SurfacePlace place = query().findNearest(p, {std::max(options.reach, 0.0)});
        return place ? place : SurfacePlace{p, kNone};
    };
    return find(locate(start), locate(goal), options);
}

Path findSurfacePath(const SurfaceMesh& mesh, Vec3 start, Vec3 goal, const SurfacePathOptions& options)
{
    return SurfacePathFinder(mesh).find(start, goal, options);
}

} // namespace clearway
