// SPDX-License-Identifier: MIT
// Based on: S. Hertel, K. Mehlhorn. Fast triangulation of the plane with respect to simple polygons. 1985 (needless diagonals)
// Departures: longest first, in a fixed order; corners may be shallow notches (relaxation).
#include "navmesh/cell_graph.h"

#include <algorithm>

#include <clearway/geometry/predicates.h>
#include <clearway/geometry/shapes.h>

#include "navmesh/relaxation.h"

namespace clearway {

CellGraph::CellGraph(const LayerPlan& plan, Edges edges) : plan_(&plan)
{
    const Triangulation& t = plan.triangulation;
    const auto isSide = [&](Triangulation::Edge e) { return edges == Edges::all || t.isConstrained(e); };
    std::vector<std::uint32_t> side_of_edge(std::size_t{4} * t.triangleCount(), kNone);
    std::vector<Triangulation::Edge> edge_of_side;
    for (std::uint32_t triangle = 0; triangle < t.triangleCount(); ++triangle)
    {
        if (t.tag(triangle) == 0) continue;
        for (std::uint32_t i = 0; i < 3; ++i)
        {
            const Triangulation::Edge e = Triangulation::edge(triangle, i);
            if (!isSide(e)) continue;
            side_of_edge[e] = static_cast<std::uint32_t>(edge_of_side.size());
            edge_of_side.push_back(e);
        }
    }
    sides_.resize(edge_of_side.size());
    for (std::uint32_t s = 0; s < sides_.size(); ++s)
    {
        const Triangulation::Edge e = edge_of_side[s];
        Triangulation::Edge following = Triangulation::next(e);
        while (!isSide(following)) following = Triangulation::next(t.twin(following));
        sides_[s].from = t.origin(e);
        sides_[s].twin = side_of_edge[t.twin(e)];
        sides_[s].next = side_of_edge[following];
        sides_[sides_[s].next].previous = s;
        sides_[s].area = t.tag(Triangulation::triangleOf(e)) - 1;
    }
    dropUnusedVertices();
}

/// Portals that were tried and given up leave vertices on walls behind.
void CellGraph::dropUnusedVertices()
{
    for (std::uint32_t s = 0; s < sides_.size(); ++s)
    {
        const std::uint32_t before = sides_[s].previous;
        if (sides_[s].from == kNone || !plan_->isAdded(sides_[s].from) || sides_[s].twin != kNone || sides_[before].twin != kNone)
            continue;
        const std::uint32_t after = sides_[s].next;
        sides_[s].from = kNone;
        sides_[before].next = after;
        sides_[after].previous = before;
    }
}

std::vector<std::uint32_t> CellGraph::countCellsByArea() const
{
    std::vector<bool> seen(sides_.size());
    std::vector<std::uint32_t> counts(plan_->scene->areas().size());
    for (std::uint32_t s = 0; s < sides_.size(); ++s)
    {
        if (sides_[s].from == kNone || seen[s]) continue;
        ++counts[sides_[s].area];
        for (std::uint32_t i = s; !seen[i]; i = sides_[i].next) seen[i] = true;
    }
    return counts;
}

void CellGraph::removeNeedlessPortals(double relaxation)
{
    struct Candidate
    {
        std::uint32_t length_class;
        std::uint32_t side;
    };
    std::vector<Candidate> candidates;
    for (std::uint32_t s = 0; s < sides_.size(); ++s)
    {
        if (sides_[s].from == kNone || sides_[s].twin == kNone || sides_[s].twin < s) continue;
        candidates.push_back({computeLengthClass(distanceSq(at(sides_[s].from), at(target(s)))), s});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.length_class != b.length_class ? a.length_class > b.length_class : a.side < b.side;
    });
    if (relaxation > 0) labelLoops();
    // Corners only grow, so a portal that is needed once stays needed.
    for (const Candidate& candidate : candidates) tryRemove(candidate.side, relaxation);
}

/// Whether the corner between two sides that follow one another is convex, or shallow enough.
bool CellGraph::isCornerFine(std::uint32_t before, double relaxation) const
{
    const std::uint32_t after = sides_[before].next;
    if (computeOrientation(at(sides_[before].from), at(sides_[after].from), at(target(after))) >= 0) return true;
    return relaxation > 0 && isRunShallow(before, relaxation);
}

/// Whether the run of notches around the corner after side `before` is shallow as a whole; see relaxation.h.
bool CellGraph::isRunShallow(std::uint32_t before, double relaxation) const
{
    const auto turn = [&](std::uint32_t side) {
        const std::uint32_t after = sides_[side].next;
        return computeOrientation(at(sides_[side].from), at(sides_[after].from), at(target(after)));
    };
    std::uint32_t first = before, last = sides_[before].next;
    for (std::uint32_t s = before; turn(sides_[s].previous) <= 0 && sides_[s].previous != last;)
    {
        s = sides_[s].previous;
        if (turn(s) < 0) first = s;
    }
    for (std::uint32_t s = last; turn(s) <= 0 && sides_[s].next != first;)
    {
        if (turn(s) < 0) last = sides_[s].next;
        s = sides_[s].next;
    }
    std::vector<Vec2> run;
    for (std::uint32_t s = first; s != last; s = sides_[s].next) run.push_back(at(sides_[s].from));
    run.push_back(at(sides_[last].from));
    run.push_back(at(target(last)));
    return isShallowRun(run, relaxation);
}

/// Joins two sides at the end of a portal that is being taken out. An added vertex on a wall goes too, when no other portal ends
/// there.
void CellGraph::joinSides(std::uint32_t before, std::uint32_t after)
{
    connect(before, after);
    const bool stays = !plan_->isAdded(sides_[after].from) || sides_[before].twin != kNone || sides_[after].twin != kNone;
    if (stays)
    {
        changed_corners_.push_back(before);
        return;
    }
    const std::uint32_t following = sides_[after].next;
    keep(after);
    sides_[after].from = kNone;
    connect(before, following);
    changed_corners_.push_back(before);
    changed_corners_.push_back(sides_[before].previous);
}

void CellGraph::connect(std::uint32_t before, std::uint32_t after)
{
    keep(before);
    keep(after);
    sides_[before].next = after;
    sides_[after].previous = before;
}

bool CellGraph::tryRemove(std::uint32_t side, double relaxation)
{
    const std::uint32_t other = sides_[side].twin;
    if (relaxation > 0 && wouldEnclose(side)) return false;
    journal_.clear();
    changed_corners_.clear();
    keep(side);
    keep(other);
    const std::uint32_t after_side = sides_[side].next, before_side = sides_[side].previous;
    const std::uint32_t after_other = sides_[other].next, before_other = sides_[other].previous;
    if (relaxation == 0)
    {
        // The common answer without touching anything.
        const bool start_is_notch =
            computeOrientation(at(sides_[before_side].from), at(sides_[side].from), at(target(after_other))) < 0;
        if (start_is_notch && !plan_->isAdded(sides_[side].from)) return false;
        const bool end_is_notch =
            computeOrientation(at(sides_[before_other].from), at(sides_[other].from), at(target(after_side))) < 0;
        if (end_is_notch && !plan_->isAdded(sides_[other].from)) return false;
    }
    joinSides(before_side, after_other);
    // The first join may have swallowed a side next to the other end.
    joinSides(sides_[other].previous, sides_[side].next);
    sides_[side].from = kNone;
    sides_[other].from = kNone;
    const bool fine = std::all_of(changed_corners_.begin(), changed_corners_.end(), [&](std::uint32_t before) {
        return sides_[before].from == kNone || isCornerFine(before, relaxation);
    });
    if (fine)
    {
        if (relaxation > 0) uniteLoops(side, other);
        return true;
    }
    for (std::size_t i = journal_.size(); i-- > 0;) sides_[journal_[i].side] = journal_[i].before;
    return false;
}

// Relaxed cells may be concave, so taking out a portal could close a cell around a hole. Loops are numbered and united as portals
// go.

void CellGraph::labelLoops()
{
    loop_.assign(sides_.size(), kNone);
    for (std::uint32_t s = 0; s < sides_.size(); ++s)
    {
        if (sides_[s].from == kNone || loop_[s] != kNone) continue;
        for (std::uint32_t i = s; loop_[i] == kNone; i = sides_[i].next) loop_[i] = s;
    }
    loop_parent_.resize(sides_.size());
    for (std::uint32_t s = 0; s < sides_.size(); ++s) loop_parent_[s] = s;
    visitor_.assign(plan_->triangulation.vertexCount(), kNone);
}

std::uint32_t CellGraph::findLoop(std::uint32_t side) const
{
    std::uint32_t loop = loop_[side];
    while (loop_parent_[loop] != loop) loop = loop_parent_[loop] = loop_parent_[loop_parent_[loop]];
    return loop;
}

void CellGraph::uniteLoops(std::uint32_t side, std::uint32_t other)
{
    const std::uint32_t a = findLoop(side), b = findLoop(other);
    loop_parent_[std::max(a, b)] = std::min(a, b);
}

/// Whether the cells of a portal meet elsewhere too, so that together they would go round something.
bool CellGraph::wouldEnclose(std::uint32_t side) const
{
    const std::uint32_t other = sides_[side].twin;
    if (findLoop(other) == findLoop(side)) return true;
    const std::uint32_t last = sides_[side].next;
    for (std::uint32_t s = sides_[last].next; s != side; s = sides_[s].next) visitor_[sides_[s].from] = side;
    for (std::uint32_t s = sides_[sides_[other].next].next; s != other; s = sides_[s].next)
    {
        if (visitor_[sides_[s].from] == side) return true;
    }
    return false;
}

std::vector<std::uint32_t> CellGraph::findLooseVertices() const
{
    std::vector<std::uint32_t> loose, loop;
    std::vector<bool> seen(sides_.size());
    std::vector<std::uint32_t> last_loop(plan_->triangulation.vertexCount(), kNone);
    for (std::uint32_t start = 0; start < sides_.size(); ++start)
    {
        if (sides_[start].from == kNone || seen[start]) continue;
        double area = 0;
        bool is_loose = false;
        loop.clear();
        for (std::uint32_t s = start; !seen[s]; s = sides_[s].next)
        {
            const std::uint32_t v = sides_[s].from;
            seen[s] = true;
            is_loose = is_loose || last_loop[v] == start;
            last_loop[v] = start;
            loop.push_back(v);
            area += cross(at(v) - at(sides_[start].from), at(target(s)) - at(sides_[start].from));
        }
        if (is_loose || area <= 0) loose.insert(loose.end(), loop.begin(), loop.end());
    }
    return loose;
}

} // namespace clearway
