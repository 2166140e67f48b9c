// SPDX-License-Identifier: MIT
// Plans: searched with what the state holds, so that a plan that was not remembered is found again to the bit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "guide/agent_guide.h"

namespace clearway {

namespace {

constexpr std::size_t kMostSteps = std::numeric_limits<std::uint16_t>::max(); ///< of a path that is kept; then it is planned anew

/// How far a portal is from the pieces [first, …) of a path, and which of them is nearest.
struct Nearness
{
    double distance = std::numeric_limits<double>::infinity();
    std::size_t piece = 0;
};

Nearness computeNearness(const Segment& portal, std::span<const Path::Piece> pieces, std::size_t first)
{
    Nearness best;
    for (std::size_t i = first; i < pieces.size(); ++i)
    {
        const double gap = distance(portal, Segment{planar(pieces[i].from), planar(pieces[i].to)});
        if (gap < best.distance) best = {gap, i};
    }
    return best;
}

/// Also one that is not known to be the shortest because the search for that took too long.
bool leadsTo(const Path& path, Vec2 goal)
{
    if (path.isComplete()) return true;
    if (path.status() != PathStatus::out_of_budget || path.pieces().empty()) return false;
    return distance(planar(path.pieces().back().to), goal) <= path.goalShift();
}

} // namespace

/// True when scratch holds a path to `to`.
bool AgentGuide::search(Vec2 from, Vec2 to, PathOptions::Quality quality)
{
    PathOptions options;
    options.radius = world_.planRadius(agent_.radius);
    options.quality = quality;
    options.layer = agent_.layer;
    const std::uint32_t avoided = usesLanes() ? state_->choice().avoided : kNone;
    if (avoided < world_.passages.passages().size()) options.closed_portals = world_.passages.portalsOf(avoided);
    // Far from the origin of the world a move may leave a disc a few quanta nearer to a wall than its radius.
    if (const CellId cell = scratch_.query.findCell(from, agent_.layer); cell != kNone)
    {
        const double room = world_.clearance.findNearestSite({from, cell}).distance;
        const double missing = options.radius - room;
        if (missing > 0 && missing < 2 * (world_.move_tolerance + world_.quantum)) options.radius = room;
    }
    scratch_.finder().find(from, to, options, scratch_.path);
    return leadsTo(scratch_.path, to);
}

/// The sides through which the path leaves its cells, after the cell in which it starts.
void AgentGuide::listPortals()
{
    const NavMesh::Data& mesh = world_.mesh;
    const std::span<const CellId> cells = scratch_.path.faces();
    const std::span<const Path::Piece> pieces = scratch_.path.pieces();
    scratch_.words.push_back(cells.empty() ? kNone : cells.front());
    std::size_t piece = 0;
    for (std::size_t i = 0; i + 1 < std::min(cells.size(), kMostSteps); ++i)
    {
        SideId best = kNone;
        Nearness best_nearness;
        const NavMesh::Cell& cell = mesh.cells[cells[i]];
        for (SideId side = cell.first_side; side < cell.first_side + cell.side_count; ++side)
        {
            if (mesh.sides[side].portal == kNone || mesh.side_cell[mesh.opposite(side)] != cells[i + 1]) continue;
            if (best == kNone)
            {
                best = side;
                continue;
            }
            // Two cells may meet at several portals: the one that the path goes through.
            if (best_nearness.distance == std::numeric_limits<double>::infinity())
                best_nearness = computeNearness(mesh.segment(best), pieces, piece);
            const Nearness nearness = computeNearness(mesh.segment(side), pieces, piece);
            if (nearness.distance > best_nearness.distance ||
                (nearness.distance == best_nearness.distance && nearness.piece >= best_nearness.piece))
                continue;
            best = side;
            best_nearness = nearness;
        }
        if (best == kNone) break; // a point that went round a corner: planned anew when it has got so far
        if (best_nearness.distance < std::numeric_limits<double>::infinity()) piece = best_nearness.piece;
        scratch_.words.push_back(best);
    }
}

void AgentGuide::listPoints()
{
    computePoints(scratch_.path, kDeviation * agent_.radius, scratch_.points);
    for (std::size_t i = 1; i < std::min(scratch_.points.size(), kMostSteps); ++i)
        for (const double value : {scratch_.points[i].x, scratch_.points[i].y})
        {
            const auto bits = std::bit_cast<std::uint64_t>(value);
            scratch_.words.push_back(static_cast<std::uint32_t>(bits));
            scratch_.words.push_back(static_cast<std::uint32_t>(bits >> 32));
        }
}

void AgentGuide::store()
{
    scratch_.words.clear();
    scratch_.words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(scratch_.path.length())));
    if (usesLanes())
        listCorners();
    else if (guide_.options_.guide == NavMeshGuide::path)
        listPoints();
    else
        listPortals();
    guide_.paths_.remove(*memo_);
    *memo_ = guide_.paths_.add(scratch_.words);
}

/// A path from where the agent stands; false when there is none, which is then noted.
bool AgentGuide::plan()
{
    has_planned_ = true;
    guide_.paths_.remove(*memo_);
    *memo_ = 0;
    state_->planned_from = agent_.place.position;
    state_->next = 0;
    state_->gap = 0;
    if (!usesLanes()) state_->setWalked(0);
    const bool has_waited = has(NavMeshGuideState::waiting);
    state_->flags &= NavMeshGuideState::shortest;
    if (search(agent_.place.position, agent_.goal, quality()))
    {
        if (has_waited) state_->detours = 0; // they counted something else
        state_->flags |= NavMeshGuideState::planned;
        store();
        return true;
    }
    if (usesLanes() && state_->choice().avoided != kNone)
    {
        state_->setChoice({kNone, state_->choice().count}); // there is no other way from here
        return plan();
    }
    const PathProblem problem = scratch_.path.problem();
    const PathStatus status = scratch_.path.status();
    if (problem == PathProblem::start_too_tight || problem == PathProblem::start_outside)
        escape();
    else if (status == PathStatus::out_of_budget || status == PathStatus::unresolved)
        awaitPlan();
    else
        set(agent_.place.position, 0, NavMeshGuideState::unreachable);
    return false;
}

/// There is a way that the search did not find. As far along the path that it left off as can be seen; later it is tried again
/// from there, each time after a longer while.
void AgentGuide::awaitPlan()
{
    addDetours(1);
    computePoints(scratch_.path, kDeviation * agent_.radius, scratch_.points);
    const std::span<const Vec2> points(scratch_.points);
    const std::optional<Vec2> point = points.empty() ? std::nullopt : findVisible(points.subspan(1));
    set(point.value_or(agent_.place.position), 0, NavMeshGuideState::waiting);
}

/// To the nearest place that fits; there it is tried again.
void AgentGuide::escape()
{
    if (scratch_.path.hasSuggestion() && planar(scratch_.path.suggestion()) != agent_.place.position)
        set(planar(scratch_.path.suggestion()), 0, 0);
    else
        set(agent_.place.position, 0, NavMeshGuideState::unreachable);
}

std::span<const std::uint32_t> AgentGuide::readPath()
{
    if (*memo_ == 0)
    {
        scratch_.words.clear();
        if (search(state_->planned_from, agent_.goal, quality())) store();
    }
    // Without room in the store the words of the search itself will do.
    const std::span<const std::uint32_t> words =
        *memo_ != 0 ? guide_.paths_.find(*memo_) : std::span<const std::uint32_t>(scratch_.words);
    path_length_ = words.empty() ? 0 : static_cast<double>(std::bit_cast<float>(words[0]));
    return words.empty() ? words : words.subspan(1);
}

} // namespace clearway
