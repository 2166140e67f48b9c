// SPDX-License-Identifier: MIT
// From a question to a path: is it one, does the disc fit, is there a way (the Voronoi diagram knows without a search), and which
// is the shortest.
#include <clearway/path/finder.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <clearway/base/assert.h>
#include <clearway/base/log.h>
#include <clearway/base/random.h>

#include "base/workers.h"
#include "geometry/fit_tolerance.h"
#include "path/long_way.h"
#include "path/places.h"
#include "path/search.h"

namespace clearway {

static void writeWay(const Search& search, const ClearanceMesh::Data& data, Vec2 start, Vec2 goal, double radius,
                     PathWriter& writer)
{
    writer.setLength(search.wayLength());
    writer.setClearance(search.clearance());
    writer.setRadius(radius);
    const std::span<const Search::Leg> legs = search.legs();
    for (std::size_t i = 0; i < legs.size(); ++i)
    {
        const Vec2 from = i == 0 ? start : data.origin + legs[i].from; // the ends are the user's own numbers
        const Vec2 to = i + 1 == legs.size() ? goal : data.origin + legs[i].to;
        writer.addPiece(Path::Piece::line(atHeight(from), atHeight(to)));
        if (i + 1 == legs.size() || radius == 0 || legs[i].turn == 0) continue;
        const Vec2 next = data.origin + legs[i + 1].from;
        writer.addPiece(Path::Piece::arc(atHeight(to), atHeight(next), atHeight(data.origin + legs[i].center), legs[i].turn));
        writer.pieces().back().room = legs[i].room;
    }
    for (const std::uint32_t piece : search.pieces()) writer.addFace(data.pieces[piece].cell);
}

namespace {

/// A disc is searched for as one when its radius is this many times what constructed points may be off.
constexpr double kLeastRadius = 4;

/// O(cells): the mesh is hashed.
void logUnresolved(const NavMesh& mesh, const Place& from, const Place& to, const PathOptions& options)
{
    logMessage(LogLevel::warning,
               fmt::format("The search did not find a path that exists. Please report this with the mesh, whose hash is {:016x}: "
                           "from ({:.17g}, {:.17g}) in cell {} to ({:.17g}, {:.17g}) in cell {}, radius {:.17g}, quality {}.",
                           mesh.computeHash(), from.position.x, from.position.y, from.cell, to.position.x, to.position.y, to.cell,
                           options.radius, options.quality == PathOptions::Quality::fast ? "fast" : "shortest"));
}

} // namespace

struct PathFinder::State
{
    State(ClearanceMesh mesh, PathLandmarks landmarks)
        : clearance(std::move(mesh)), query(clearance.mesh()), search(clearance.data(), std::move(landmarks)), places(clearance)
    {
    }

    void find(Vec2 start, Vec2 goal, const PathOptions& options, Path& path);
    Search::Outcome searchWay(const Place& start, const Place& goal, const PathOptions& options, double widest,
                              PathWriter& writer);
    void takeLongWay(const Place& start, const Place& goal, PathWriter& writer);

    Place locate(Vec2 p, int layer) const;
    /// The place nearest to p where the disc fits, if there is one.
    void suggest(Vec2 p, const PathOptions& options, PathWriter& writer)
    {
        if (const std::optional<Place> place = places.findNearest(p, options.radius, {}, options.layer))
            writer.setSuggestion(atHeight(place->position));
    }

    ClearanceMesh clearance;
    NavMeshQuery query;
    Search search;
    FittingPlaces places;
    Search::Question question;  ///< the last
    std::uint64_t expanded = 0; ///< to answer it
};

Place PathFinder::State::locate(Vec2 p, int layer) const
{
    const CellId cell = query.findCell(p, layer);
    return cell != kNone ? Place{p, cell} : Place{};
}

Search::Outcome PathFinder::State::searchWay(const Place& start, const Place& goal, const PathOptions& options, double widest,
                                             PathWriter& writer)
{
    const ClearanceMesh::Data& data = clearance.data();
    question = {};
    question.start = start.position - data.origin;
    question.goal = goal.position - data.origin;
    question.weight = options.quality == PathOptions::Quality::fast ? 1.05 : 1;
    question.start_piece = findPiece(data, start);
    question.goal_piece = findPiece(data, goal);
    question.max_nodes = options.max_nodes;
    question.closed_doors = options.closed_portals;
    // The diagram has said that there is a way. Should rounding hide it in the narrowest of gaps, a disc smaller by a part of the
    // quantum sees it: that is within what a radius promises.
    const double least = std::max(data.quantum, kLeastRadius * search.tolerance()); // a smaller disc is a point
    Search::Outcome outcome = Search::Outcome::not_found;
    for (const double less : {0.0, 0.25, 0.5, 1.0})
    {
        const double radius = std::max(std::min(options.radius, widest) - less * data.quantum, options.radius - data.quantum);
        question.radius = options.radius <= least ? 0 : std::max(0.0, radius);
        outcome = search.run(question);
        if (outcome != Search::Outcome::not_found || !options.closed_portals.empty()) break;
    }
    expanded = search.expandedCount();
    const bool is_shut_in = outcome == Search::Outcome::not_found && !options.closed_portals.empty();
    if (!search.legs().empty() && !is_shut_in)
    {
        const bool is_there = outcome == Search::Outcome::found;
        writeWay(search, data, start.position, is_there ? goal.position : data.origin + search.legs().back().to, question.radius,
                 writer);
    }
    return outcome;
}

/// In place of the path that the search left off, a longer one to the goal.
void PathFinder::State::takeLongWay(const Place& start, const Place& goal, PathWriter& writer)
{
    search.releaseScratch();
    LongWay way(clearance, search);
    if (question.closed_doors.empty() && way.find(start, goal, question))
    {
        writer.pieces().clear();
        writer.faces().clear();
        writeWay(search, clearance.data(), start.position, goal.position, question.radius, writer);
    }
    expanded += way.expandedCount();
}

void PathFinder::State::find(Vec2 start, Vec2 goal, const PathOptions& options, Path& path)
{
    PathWriter writer(path);
    expanded = 0;
    const double radius = options.radius;
    if (!(radius >= 0) || !std::isfinite(radius)) return writer.setProblem(PathProblem::bad_radius);
    if (!isFinite(start) || !isFinite(goal)) return writer.setProblem(PathProblem::bad_point);

    const Place from = places.findBeside(start, radius, computeFitTolerance(options.fit_tolerance, start), options.layer);
    if (!from)
    {
        suggest(start, options, writer);
        return writer.setProblem(locate(start, options.layer) ? PathProblem::start_too_tight : PathProblem::start_outside);
    }
    writer.setStartShift(distance(start, from.position));
    Place to = places.findBeside(goal, radius, computeFitTolerance(options.fit_tolerance, goal), options.layer);
    const bool goal_fits = static_cast<bool>(to);
    if (!goal_fits)
    {
        to = locate(goal, options.layer);
        if (!options.allow_partial)
        {
            suggest(goal, options, writer);
            return writer.setProblem(to ? PathProblem::goal_too_tight : PathProblem::goal_outside);
        }
    }
    else
        writer.setGoalShift(distance(goal, to.position));
    VoronoiDiagram::Widest widest;
    if (to) widest = clearance.findWidest(from, to);
    writer.setWidest(widest.radius, atHeight(widest.narrowest_at));
    PathStatus status = PathStatus::complete;
    if (!goal_fits || widest.radius < radius - clearance.data().quantum)
    {
        writer.setStatus(PathStatus::unreachable);
        if (!options.allow_partial) return;
        const std::optional<Place> nearest = places.findNearest(goal, radius, from, options.layer);
        if (!nearest) return;
        to = *nearest;
        widest = clearance.findWidest(from, to);
        status = PathStatus::partial;
    }
    switch (searchWay(from, to, options, widest.radius, writer))
    {
    case Search::Outcome::found: return writer.setStatus(status);
    case Search::Outcome::out_of_budget: takeLongWay(from, to, writer); return writer.setStatus(PathStatus::out_of_budget);
    case Search::Outcome::not_found: break;
    }
    if (!options.closed_portals.empty()) return writer.setStatus(PathStatus::unreachable);
    writer.setStatus(PathStatus::unresolved);
    logUnresolved(clearance.mesh(), from, to, options);
}

PathFinder::PathFinder(ClearanceMesh clearance, PathLandmarks landmarks)
{
    CLEARWAY_ASSERT(!landmarks || &landmarks.data().clearance.data() == &clearance.data(),
                    "the landmarks of a PathFinder were built for another mesh");
    state_ = std::make_unique<State>(std::move(clearance), std::move(landmarks));
}
PathFinder::~PathFinder() = default;
PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder& PathFinder::operator=(PathFinder&&) noexcept = default;

Place PathFinder::findNearestPlace(Vec2 p, double radius, const Place& from, int layer)
{
    if (!isFinite(p) || !(radius >= 0) || !std::isfinite(radius)) return {};
    const Place here = state_->places.findBeside(p, radius, 0, layer);
    if (here && (!from || state_->clearance.findWidest(from, here).radius >= radius)) return here;
    return state_->places.findNearest(p, radius, from, layer).value_or(Place{});
}

Place PathFinder::findRandomPlace(const RandomPointOptions& options, const Place& from)
{
    // The draws of one question are a stream of its own: most reach a place that will do at once.
    RandomPointOptions draw = options;
    draw.seed = Random(options.seed, options.index).bits();
    for (int tries = 0; tries < options.max_tries; ++tries)
    {
        draw.index = static_cast<std::uint64_t>(tries);
        const Place place = state_->query.findRandomPoint(draw);
        if (!place || !from || state_->clearance.findWidest(from, place).radius >= options.radius) return place;
    }
    return {};
}

const ClearanceMesh& PathFinder::clearance() const { return state_->clearance; }
std::uint64_t PathFinder::expandedCount() const { return state_->expanded; }

Path PathFinder::find(Vec2 start, Vec2 goal, const PathOptions& options)
{
    Path path;
    state_->find(start, goal, options, path);
    return path;
}

void PathFinder::find(Vec2 start, Vec2 goal, const PathOptions& options, Path& path) { state_->find(start, goal, options, path); }

Path findPath(const ClearanceMesh& clearance, Vec2 start, Vec2 goal, const PathOptions& options)
{
    return PathFinder(clearance).find(start, goal, options);
}

Path findPath(const NavMesh& mesh, Vec2 start, Vec2 goal, const PathOptions& options)
{
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    if (clearance) return findPath(*clearance, start, goal, options);
    Path path;
    PathWriter(path).setProblem(PathProblem::bad_mesh);
    return path;
}

void findPaths(const ClearanceMesh& clearance, std::span<const PathQuery> queries, const PathOptions& options,
               std::span<Path> paths, const Execution& execution)
{
    CLEARWAY_ASSERT(queries.size() == paths.size(), "findPaths needs one path per query");
    constexpr std::size_t kLeastPerTask = 16;
    constexpr std::size_t kMostTasks = 64;
    const std::size_t count = queries.size();
    const std::size_t per_task = std::max(kLeastPerTask, (count + kMostTasks - 1) / kMostTasks);
    runTasks(TaskWorkers(execution).hook(), static_cast<int>((count + per_task - 1) / per_task), [&](int task) {
        PathFinder finder(clearance);
        PathOptions own = options;
        const std::size_t begin = static_cast<std::size_t>(task) * per_task;
        for (std::size_t i = begin; i < std::min(count, begin + per_task); ++i)
        {
            own.radius = queries[i].radius;
            finder.find(queries[i].start, queries[i].goal, own, paths[i]);
        }
    });
}

} // namespace clearway
