// SPDX-License-Identifier: MIT
// Based on:
// R. Oliva, N. Pelechano. Automatic generation of suboptimal NavMeshes. 2011 (a notch is joined to the nearest thing in its area
// of interest) Departures: notches that cure one another are joined first, shortest portal first, since such a portal counts
// double; the rest follows in the order of the length of its portals, so that short ones are there before long ones could cut
// them off.
#include "navmesh/notch_connector.h"

#include <algorithm>
#include <bit>

#include <clearway/geometry/predicates.h>

#include "base/errors.h"
#include "navmesh/relaxation.h"
#include "navmesh/wall_point.h"

namespace clearway {

namespace {

constexpr const char* kCancelled = "Cancelled while connecting notches.";
constexpr double kWallFactor = 1.5;  ///< a vertex is preferred to a point of a wall unless that is nearer by this factor
constexpr int kPairWindowCount = 8;  ///< how far a notch looks for a partner: windows between triangles to look through
constexpr int kNearWindowCount = 64; ///< how far it looks for any end before it counts as far-sighted
constexpr std::size_t kReportEvery = 4096;

} // namespace

/// Finds the cheapest end of a portal.
struct NotchConnector::EndFinder
{
    Ends ends = Ends::preferred;
    int windows = std::numeric_limits<int>::max(); ///< to look through at most
    PortalEnd best = {};
    bool gave_up = false;

    void vertex(std::uint32_t z, double distance_sq)
    {
        if (distance_sq < best.cost) best = {distance_sq, z, kNone, {}};
    }
    void wall(Edge e, const SeenPart& part)
    {
        const double cost = ends == Ends::preferred ? part.distance_sq * (kWallFactor * kWallFactor) : part.distance_sq;
        if (ends != Ends::vertices && cost < best.cost) best = {cost, kNone, e, part};
    }
    bool isDone(double distance_sq)
    {
        if (distance_sq >= best.cost) return true;
        gave_up = windows-- <= 0;
        return gave_up;
    }
};

/// Collects the notches that have this one in their area of interest as it has them in its own, and finds the cheapest end on the
/// way.
struct NotchConnector::PairFinder
{
    const NotchConnector& connector;
    Corner notch;
    std::vector<NotchPair>& pairs;
    EndFinder single = {Ends::preferred, kNearWindowCount};
    int windows = kPairWindowCount;

    void vertex(std::uint32_t z, double distance_sq)
    {
        single.vertex(z, distance_sq);
        // Each pair is met twice; the vertex with the lower index adds it.
        if (z >= connector.notches_.size() || z < notch.vertex || !connector.notches_[z].exists()) return;
        if (connector.search_.isInCone(connector.notches_[z], connector.t_.position(notch.vertex)))
            pairs.push_back({distance_sq, notch.vertex, z});
    }
    void wall(Edge e, const SeenPart& part) { single.wall(e, part); }
    bool isDone(double distance_sq)
    {
        const bool single_done = single.isDone(distance_sq);
        return windows-- <= 0 && single_done;
    }
};

NotchConnector::NotchConnector(LayerPlan& plan, const PortalOptions& options)
    : plan_(plan),
      t_(plan.triangulation),
      search_(plan),
      relaxation_(options.relaxation),
      progress_(options.progress),
      notches_(plan.cornerCount()),
      is_deep_(plan.cornerCount(), 0)
{
    findNotches();
}

void NotchConnector::findNotches()
{
    std::vector<Vec2> ring;
    for (std::uint32_t first = 0; first < plan_.cornerCount();)
    {
        std::uint32_t end = first + 1;
        while (plan_.next_corner[end - 1] != first) ++end;
        ring.assign(t_.positions().begin() + first, t_.positions().begin() + end);
        const std::vector<std::uint8_t> deep = findDeepNotches(ring, relaxation_);
        for (std::uint32_t i = first; i < end; ++i)
        {
            if (deep[i - first] == 0) continue;
            const std::uint32_t v = t_.vertexOf(i), previous = t_.vertexOf(i == first ? end - 1 : i - 1);
            const std::uint32_t next = t_.vertexOf(plan_.next_corner[i]);
            is_deep_[v] = 1;
            notches_[v] = {v, previous, next, previous, next};
        }
        first = end;
    }
}

bool NotchConnector::makeStrict(const std::vector<std::uint32_t>& vertices)
{
    bool any = false;
    for (const std::uint32_t v : vertices)
    {
        if (plan_.isAdded(v)) continue;
        is_deep_[v] = 1;
        notches_[v] = findReflexCorner(v);
        any = any || notches_[v].exists();
    }
    return any;
}

Corner NotchConnector::describeCorner(Edge next, Edge previous) const
{
    Corner corner = {t_.origin(next), t_.target(previous), t_.target(next), t_.target(previous), t_.target(next)};
    if (plan_.isAdded(corner.next) && !plan_.isPortal(next))
        corner.next_end = t_.vertexOf(plan_.next_corner[plan_.added[corner.next - plan_.cornerCount()]]);
    if (plan_.isAdded(corner.previous) && !plan_.isPortal(previous))
        corner.previous_end = t_.vertexOf(plan_.added[corner.previous - plan_.cornerCount()]);
    return corner;
}

/// The one corner at a vertex, if any, that is larger than pi between constraints.
Corner NotchConnector::findReflexCorner(std::uint32_t v) const
{
    Edge first = t_.outgoing(v);
    while (!t_.isConstrained(first)) first = t_.turnLeft(first);
    Edge next = first;
    do
    {
        Edge previous = t_.turnLeft(next);
        while (!t_.isConstrained(previous)) previous = t_.turnLeft(previous);
        if (plan_.isFree(next))
        {
            const Corner corner = describeCorner(next, previous);
            if (isReflex(corner)) return corner;
        }
        next = previous;
    } while (next != first);
    return {};
}

/// The corners on both sides of a portal at its origin, and the one that would be there without it. Looks no further than the
/// next constraints, since very many portals may end at one vertex.
NotchConnector::SplitCorner NotchConnector::findSplitCorner(Edge portal) const
{
    Edge previous = t_.turnLeft(portal), next = t_.turnRight(portal);
    while (!t_.isConstrained(previous)) previous = t_.turnLeft(previous);
    while (!t_.isConstrained(next)) next = t_.turnRight(next);
    return {describeCorner(next, previous), describeCorner(portal, previous), describeCorner(next, portal),
            !plan_.isPortal(next) && !plan_.isPortal(previous)};
}

bool NotchConnector::isReflex(const Corner& corner) const
{
    return computeOrientation(t_.position(corner.previous_end), t_.position(corner.vertex), t_.position(corner.next_end)) < 0;
}

/// Brings the notch at the origin of a new portal up to date.
void NotchConnector::noteInserted(Edge portal)
{
    const std::uint32_t v = t_.origin(portal);
    if (plan_.isAdded(v)) return;
    if (relaxation_ > 0 && is_deep_[v] == 0)
    {
        // A shallow notch is shallow between its own neighbours on the ring, not beside a portal: it is a notch like any other
        // now.
        notches_[v] = findReflexCorner(v);
        if (!notches_[v].exists()) return;
        is_deep_[v] = 1;
        enqueue({0, v});
        return;
    }
    if (!notches_[v].exists()) return;
    const SplitCorner split = findSplitCorner(portal);
    if (split.whole.previous != notches_[v].previous || split.whole.next != notches_[v].next) return;
    notches_[v] = isReflex(split.left) ? split.left : isReflex(split.right) ? split.right : Corner{};
}

/// Inserts a portal as far as the first vertex in its way; nothing when another portal or a wall blocks it.
NotchConnector::Link NotchConnector::insertPortal(std::uint32_t from, std::uint32_t to)
{
    if (t_.isBroken()) return {};
    const Triangulation::Trace trace = t_.insertConstraint(from, to);
    if (trace.status == Triangulation::Trace::Status::blocked) return {};
    const Edge portal = t_.findEdge(from, trace.end);
    noteInserted(portal);
    noteInserted(t_.twin(portal));
    return {from, trace.end};
}

void NotchConnector::releasePortal(const Link& portal)
{
    const Edge e = t_.findEdge(portal.from, portal.to);
    for (const Edge end : {e, t_.twin(e)})
    {
        const SplitCorner corner = findSplitCorner(end);
        const std::uint32_t v = corner.whole.vertex;
        if (plan_.isAdded(v) || !isReflex(corner.whole)) continue;
        if (is_deep_[v] == 0)
        {
            // Shallow again between its walls; beside another portal it is not.
            if (corner.is_between_walls) continue;
            is_deep_[v] = 1;
            enqueue({0, v});
        }
        notches_[v] = corner.whole;
    }
    t_.releaseConstraint(e);
}

std::uint32_t NotchConnector::splitWall(Edge wall, Vec2 point)
{
    const std::uint32_t from = t_.origin(wall), to = t_.target(wall);
    plan_.added.push_back(plan_.findWall(from, to));
    const std::uint32_t vertex = t_.splitEdge(wall, point);
    if (!plan_.isAdded(from) && notches_[from].exists() && notches_[from].next == to) notches_[from].next = vertex;
    if (!plan_.isAdded(to) && notches_[to].exists() && notches_[to].previous == from) notches_[to].previous = vertex;
    return vertex;
}

void NotchConnector::connectFirst(const std::vector<std::uint32_t>& vertices)
{
    for (const std::uint32_t v : vertices)
    {
        cure(v, Ends::nearest);
    }
}

Result<void> NotchConnector::connect()
{
    queue_.clear();
    far_sighted_.clear();
    const std::vector<NotchPair> pairs = findPairs();
    if (!report(progress_, "portals", 0.3)) return makeError(ErrorCode::cancelled, kCancelled);
    connectPairs(pairs);
    if (t_.isBroken()) return makeInternalError("a portal could not be inserted");
    std::make_heap(queue_.begin(), queue_.end(), isLater);
    while (!queue_.empty() || !far_sighted_.empty())
    {
        if (auto done = connectNear(); !done) return done;
        if (auto done = connectFarSighted(); !done) return done;
    }
    return {};
}

std::vector<NotchConnector::NotchPair> NotchConnector::findPairs()
{
    std::vector<NotchPair> pairs;
    for (std::uint32_t v = 0; v < notches_.size(); ++v)
    {
        if (!notches_[v].exists()) continue;
        PairFinder finder{*this, notches_[v], pairs};
        search_.visit(notches_[v], finder);
        if (finder.single.gave_up)
            far_sighted_.push_back(v);
        else
            queue_.push_back({computeLengthClass(finder.single.best.cost), v});
    }
    std::sort(pairs.begin(), pairs.end(), [](const NotchPair& x, const NotchPair& y) {
        return x.length_sq != y.length_sq ? x.length_sq < y.length_sq : x.a != y.a ? x.a < y.a : x.b < y.b;
    });
    return pairs;
}

void NotchConnector::connectPairs(const std::vector<NotchPair>& pairs)
{
    for (const NotchPair& pair : pairs)
    {
        const Corner& a = notches_[pair.a];
        const Corner& b = notches_[pair.b];
        if (!a.exists() || !b.exists()) continue;
        if (!search_.isInCone(a, t_.position(pair.b)) || !search_.isInCone(b, t_.position(pair.a))) continue;
        insertPortal(pair.a, pair.b);
    }
}

void NotchConnector::enqueue(QueuedNotch notch)
{
    queue_.push_back(notch);
    std::push_heap(queue_.begin(), queue_.end(), isLater);
}

NotchConnector::PortalEnd NotchConnector::findEnd(std::uint32_t v, Ends ends)
{
    EndFinder finder{ends};
    search_.visit(notches_[v], finder);
    return finder.best;
}

void NotchConnector::cure(std::uint32_t v, Ends ends)
{
    if (!notches_[v].exists()) return;
    if (!insertPortalTo(v, findEnd(v, ends)).exists()) cureBlocked(v);
    CLEARWAY_DEBUG_ASSERT(!notches_[v].exists(), "a portal in its area of interest cures a notch");
}

bool NotchConnector::reportStep(std::size_t open_count)
{
    if (++step_count_ % kReportEvery != 0) return true;
    return report(progress_, "portals", 0.3 + 0.7 * double(step_count_) / double(step_count_ + open_count));
}

/// Cures the notches in the queue, shortest portal first.
Result<void> NotchConnector::connectNear()
{
    while (!queue_.empty())
    {
        if (!reportStep(queue_.size() + far_sighted_.size())) return makeError(ErrorCode::cancelled, kCancelled);
        std::pop_heap(queue_.begin(), queue_.end(), isLater);
        const QueuedNotch entry = queue_.back();
        queue_.pop_back();
        if (t_.isBroken()) return makeInternalError("a portal could not be inserted");
        const std::uint32_t v = entry.vertex;
        if (!notches_[v].exists()) continue;
        EndFinder finder{Ends::preferred, kNearWindowCount};
        search_.visit(notches_[v], finder);
        const QueuedNotch now = {computeLengthClass(finder.best.cost), v};
        if (finder.gave_up)
            far_sighted_.push_back(v);
        else if (now.cost_class > entry.cost_class && !queue_.empty() && isLater(now, queue_.front()))
            enqueue(now); // portals that came since make it wait longer
        else if (!insertPortalTo(v, finder.best).exists())
            cureBlocked(v);
    }
    return {};
}

/// Cures the notches that look through very many triangles, as all those of a finely rounded pillar in a hall do. Each portal
/// halves the view of others when they come in bit-reversed order, so that all of them together look through O(n log n)
/// triangles.
Result<void> NotchConnector::connectFarSighted()
{
    std::vector<std::uint32_t> vertices;
    vertices.swap(far_sighted_);
    std::sort(vertices.begin(), vertices.end());
    const int bits = static_cast<int>(std::bit_width(vertices.size()));
    for (std::size_t i = 0; i < std::size_t{1} << bits; ++i)
    {
        std::size_t reversed = 0;
        for (int bit = 0; bit < bits; ++bit) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
        if (reversed >= vertices.size()) continue;
        if (!reportStep(vertices.size())) return makeError(ErrorCode::cancelled, kCancelled);
        cure(vertices[reversed], Ends::preferred);
        if (t_.isBroken()) return makeInternalError("a portal could not be inserted");
    }
    return {};
}

NotchConnector::Link NotchConnector::insertPortalTo(std::uint32_t v, const PortalEnd& end)
{
    if (end.vertex != kNone) return insertPortal(v, end.vertex);
    if (end.wall == kNone) return {};
    if (const auto point = findWallPoint(plan_, search_, notches_[v], end.wall, end.part))
    {
        if (const Link link = insertPortal(v, splitWall(end.wall, *point)); link.exists()) return link;
    }
    const PortalEnd vertex_end = findEnd(v, Ends::vertices);
    return vertex_end.vertex != kNone ? insertPortal(v, vertex_end.vertex) : Link{};
}

} // namespace clearway
