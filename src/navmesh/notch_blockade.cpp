// SPDX-License-Identifier: MIT
// Notches whose whole area of interest is cut off by one portal. A portal never ends inside another one, so they take more
// thought.
#include <algorithm>
#include <tuple>

#include <clearway/geometry/predicates.h>

#include "navmesh/notch_connector.h"

namespace clearway {

/// What a blocked notch sees: the portal (or wall) across its area of interest, and on either side the vertex that comes nearest
/// to the area. Both vertices are seen, and they lie inside the triangle of the notch and the portal, so portals to both leave
/// convex corners at the notch.
struct NotchConnector::Blockade
{
    Link blocker;
    bool is_portal = false;
    std::uint32_t right = kNone;
    std::uint32_t left = kNone;
};

NotchConnector::Blockade NotchConnector::findBlockade(const Corner& notch) const
{
    const Vec2 p = t_.position(notch.vertex), before = t_.position(notch.previous_end);
    Edge e = t_.findEdge(notch.vertex, notch.next);
    while (computeOrientation(before, p, t_.position(t_.apex(e))) < 0) e = t_.turnLeft(e);
    // Follow the right border of the area, through the triangles, up to what blocks it.
    Blockade blockade;
    blockade.right = t_.target(e);
    blockade.left = t_.apex(e);
    Edge crossed = Triangulation::next(e);
    while (true)
    {
        const std::uint32_t x = t_.origin(crossed), y = t_.target(crossed);
        if (computeOrientation(p, t_.position(blockade.right), t_.position(x)) > 0) blockade.right = x;
        if (computeOrientation(p, t_.position(blockade.left), t_.position(y)) < 0) blockade.left = y;
        if (t_.isConstrained(crossed)) break;
        const Edge f = t_.twin(crossed);
        crossed =
            computeOrientation(before, p, t_.position(t_.apex(f))) < 0 ? Triangulation::previous(f) : Triangulation::next(f);
    }
    blockade.blocker = {t_.origin(crossed), t_.target(crossed)};
    blockade.is_portal = plan_.isPortal(crossed);
    return blockade;
}

/// Whether the corners at both ends of a portal stay convex without it. An added vertex goes with its last portal.
bool NotchConnector::isNeedless(const Link& portal) const
{
    const Edge e = t_.findEdge(portal.from, portal.to);
    for (const Edge end : {e, t_.twin(e)})
    {
        const SplitCorner corner = findSplitCorner(end);
        const bool is_last = plan_.isAdded(corner.whole.vertex) && corner.is_between_walls;
        if (!is_last && isReflex(corner.whole)) return false;
    }
    return true;
}

/// Everything where a portal may end, nearest first, up to a limit. Walls are named by their ends, since edges change as portals
/// come and go.
struct NotchConnector::EndCollector
{
    struct Candidate
    {
        PortalEnd end;
        Link wall;
    };
    const Triangulation& triangulation;
    int windows = 64; ///< to look through at most
    std::vector<Candidate> candidates = {};

    void vertex(std::uint32_t z, double distance_sq) { candidates.push_back({{distance_sq, z, kNone, {}}, {}}); }
    void wall(Edge e, const SeenPart& part)
    {
        candidates.push_back({{part.distance_sq, kNone, e, part}, {triangulation.origin(e), triangulation.target(e)}});
    }
    bool isDone(double) { return windows-- <= 0; }
};

/// Takes the blocking portal out, joins the notch to what lies behind it, and then the notch that the blocking portal had cured
/// to something else. Puts everything back when that takes more than one portal each.
bool NotchConnector::reroute(std::uint32_t v, const Link& blocker)
{
    constexpr std::size_t kMaxTries = 6;
    releasePortal(blocker);
    EndCollector collector{t_};
    search_.visit(notches_[v], collector);
    auto& candidates = collector.candidates;
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
        return std::tie(a.end.cost, a.end.vertex, a.wall.from, a.wall.to) <
               std::tie(b.end.cost, b.end.vertex, b.wall.from, b.wall.to);
    });
    if (candidates.size() > kMaxTries) candidates.resize(kMaxTries);
    for (auto& candidate : candidates)
    {
        if (candidate.wall.exists()) candidate.end.wall = t_.findEdge(candidate.wall.from, candidate.wall.to);
        const Link first = insertPortalTo(v, candidate.end);
        if (!first.exists()) continue;
        const auto waits = [&](std::uint32_t end) { return !plan_.isAdded(end) && notches_[end].exists(); };
        if (!waits(blocker.from) && !waits(blocker.to)) return true;
        const bool both_wait = waits(blocker.from) && waits(blocker.to);
        const std::uint32_t waiting = waits(blocker.from) ? blocker.from : blocker.to;
        if (!both_wait && insertPortalTo(waiting, findEnd(waiting, Ends::nearest)).exists()) return true;
        releasePortal(first);
    }
    insertPortal(blocker.from, blocker.to);
    return false;
}

void NotchConnector::cureBlocked(std::uint32_t v)
{
    const Blockade blockade = findBlockade(notches_[v]);
    const Corner notch = notches_[v];
    const auto insertBoth = [&] {
        std::array<Link, 2> links;
        if (blockade.right != notch.next) links[0] = insertPortal(v, blockade.right);
        if (blockade.left != notch.previous) links[1] = insertPortal(v, blockade.left);
        return links;
    };
    const std::array<Link, 2> links = insertBoth();
    if (!blockade.is_portal)
    {
        exceptions_.double_count += links[0].exists() && links[1].exists();
        return;
    }
    if (isNeedless(blockade.blocker))
    {
        releasePortal(blockade.blocker);
        return;
    }
    for (const Link& link : links)
    {
        if (link.exists()) releasePortal(link);
    }
    if (reroute(v, blockade.blocker)) return;
    const std::array<Link, 2> again = insertBoth();
    exceptions_.double_count += again[0].exists() && again[1].exists();
    exceptions_.blocked.push_back(v);
}

} // namespace clearway
