// SPDX-License-Identifier: MIT
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (section 4.2)
// Departures: a division point near an end of a link is that end; several starts are possible.
#include <clearway/group/sketch_tree.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <clearway/geometry/shapes.h>

#include "base/errors.h"
#include "group/stroke_ground.h"
#include "group/stroke_shape.h"

namespace clearway {
namespace {

constexpr std::size_t kMaxCrossingsSaid = 1000;

template <typename Items>
auto findById(Items& items, std::uint32_t id) -> decltype(items.data())
{
    const auto found =
        std::lower_bound(items.begin(), items.end(), id, [](const auto& item, std::uint32_t number) { return item.id < number; });
    return found != items.end() && found->id == id ? &*found : nullptr;
}

Result<void> checkSketchStroke(std::span<const Vec2> stroke, const SketchAddOptions& options)
{
    if (!(options.snap_distance >= 0) || !(options.node_distance >= 0))
        return makeError("A stroke cannot be added to a sketch: snap_distance and node_distance must be 0 or more.");
    if (stroke.empty()) return makeError("A stroke without points cannot be added to a sketch; clean it first.");
    for (std::size_t i = 0; i < stroke.size(); ++i)
        if (!isFinite(stroke[i]))
            return makeError(ErrorCode::invalid_geometry,
                             "Point " + std::to_string(i) + " of a stroke is no number; clean the stroke first.", atIndex(i));
    return {};
}

/// From a place on a link to the first point of a stroke, the latter left out.
std::vector<Vec2> findJoint(Vec2 from, Vec2 to, const FieldGrid* grid)
{
    if (!grid) return {from};
    const StrokeGround ground(*grid);
    if (ground.isDirect(from, to)) return {from};
    std::vector<Vec2> way = ground.simplify(findStrokeWay(ground, from, to, {}), 0.75 * grid->cellSize());
    if (way.empty()) return {from};
    way.pop_back();
    return way;
}

} // namespace

const char* toString(SketchTree::AddStatus status)
{
    switch (status)
    {
    case SketchTree::AddStatus::start: return "start";
    case SketchTree::AddStatus::branch: return "branch";
    case SketchTree::AddStatus::extended: return "extended";
    case SketchTree::AddStatus::ignored: return "ignored";
    }
    return "ignored";
}

std::size_t SketchTree::pointCount() const
{
    std::size_t count = 0;
    for (const SketchTree::Link& link : links_) count += link.points.size();
    return count;
}

const SketchTree::Node* SketchTree::findNode(SketchNodeId id) const { return findById(nodes_, id); }
const SketchTree::Link* SketchTree::findLink(SketchLinkId id) const { return findById(links_, id); }
SketchTree::Node& SketchTree::editNode(SketchNodeId id) { return *findById(nodes_, id); }
SketchTree::Link& SketchTree::editLink(SketchLinkId id) { return *findById(links_, id); }

std::optional<SketchTree::Place> SketchTree::findNearest(Vec2 p) const
{
    if (!isFinite(p)) return std::nullopt;
    std::optional<SketchTree::Place> best;
    double best_sq = 0;
    for (const SketchTree::Link& link : links_)
        for (std::size_t i = 0; i + 1 < std::max<std::size_t>(link.points.size(), 2); ++i)
        {
            const Segment piece = {link.points[i], link.points[std::min(i + 1, link.points.size() - 1)]};
            const Vec2 q = computeClosestPoint(piece, p);
            const double d = distanceSq(p, q);
            if (best && !(d < best_sq)) continue;
            best = {link.id, i, computeClosestParameter(piece, p), q, std::sqrt(d)};
            best_sq = d;
        }
    return best;
}

SketchTree::Node& SketchTree::addNode(Vec2 position, SketchLinkId parent)
{
    return nodes_.emplace_back(SketchTree::Node{.id = next_node_++, .position = position, .parent = parent});
}

void SketchTree::sortChildren(SketchTree::Node& node) const
{
    std::sort(node.children.begin(), node.children.end(), [this](SketchLinkId a, SketchLinkId b) {
        const std::uint32_t stroke_a = findLink(a)->stroke, stroke_b = findLink(b)->stroke;
        return stroke_a != stroke_b ? stroke_a > stroke_b : a > b;
    });
}

SketchNodeId SketchTree::settle(SketchTree::Place& place, double node_distance) const
{
    const SketchTree::Link& link = *findLink(place.link);
    const std::span<const Vec2> points = link.points;
    SketchNodeId node = kNone;
    if (points.size() < 2)
        node = link.to;
    else
    {
        const double before =
            computePolylineLength(points.first(place.piece + 1)) + distance(points[place.piece], place.position);
        const double after =
            distance(place.position, points[place.piece + 1]) + computePolylineLength(points.subspan(place.piece + 1));
        if (std::min(before, after) <= node_distance) node = after <= before ? link.to : link.from;
    }
    if (node != kNone) place.position = findNode(node)->position;
    return node;
}

SketchNodeId SketchTree::divide(const SketchTree::Place& place)
{
    SketchTree::Link& link = editLink(place.link);
    const std::span<const Vec2> points = link.points;
    SketchTree::Link rest = {
        .id = next_link_++, .from = next_node_, .to = link.to, .stroke = link.stroke, .points = {place.position}};
    for (std::size_t i = place.piece + 1; i < points.size(); ++i)
        if (!(rest.points.back() == points[i])) rest.points.push_back(points[i]);
    link.points.resize(place.piece + 1);
    if (!(link.points.back() == place.position)) link.points.push_back(place.position);
    link.to = next_node_;
    editNode(rest.to).parent = rest.id;
    SketchTree::Node& node = addNode(place.position, link.id);
    node.children = {rest.id};
    links_.push_back(std::move(rest));
    return node.id;
}

Result<SketchTree::Added> SketchTree::add(std::span<const Vec2> stroke, const SketchAddOptions& options)
{
    if (const Result<void> checked = checkSketchStroke(stroke, options); !checked) return checked.error();
    std::vector<Vec2> points;
    for (const Vec2 p : stroke)
        if (points.empty() || !(points.back() == p)) points.push_back(p);
    std::optional<SketchTree::Place> nearest = findNearest(points.front());
    const bool is_near = nearest && nearest->distance <= options.snap_distance;
    SketchTree::Added added = {.is_point = points.size() == 1};
    if (is_near) added.snapped = nearest->distance;
    if (is_near && added.is_point)
    {
        added.status = SketchTree::AddStatus::ignored;
        return added;
    }
    const SketchNodeId near_node = is_near ? settle(*nearest, options.node_distance) : kNone;
    const std::vector<Vec2> joint = is_near ? findJoint(nearest->position, points.front(), options.grid) : std::vector<Vec2>{};
    // A division adds a link and two points, the stroke itself one more and its own.
    constexpr std::uint32_t kLastId = kNone - 4;
    if (std::max({next_node_, next_link_, next_stroke_}) > kLastId || links_.size() + 2 > kMaxSketchLinks ||
        pointCount() + points.size() + joint.size() + 3 > kMaxSketchPoints)
        return makeError(ErrorCode::out_of_range, "A sketch holds at most " + std::to_string(kMaxSketchLinks) + " links and " +
                                                      std::to_string(kMaxSketchPoints) +
                                                      " points; remove a branch, or simplify the stroke.");
    // Said of the drawing itself: the joint is ours.
    for (const SketchTree::Link& link : links_)
        if (added.crossings.size() < kMaxCrossingsSaid)
            for (const Vec2 place : findCrossings(points, link.points, kMaxCrossingsSaid - added.crossings.size()))
                added.crossings.push_back(place);
    added.is_loop = points.size() > 2 && distance(points.front(), points.back()) <= options.snap_distance &&
                    computePolylineLength(points) > 2 * options.snap_distance;

    SketchTree::Link link = {.stroke = next_stroke_++};
    if (is_near)
    {
        if (near_node == kNone) added.divided = nearest->link;
        link.from = near_node == kNone ? divide(*nearest) : near_node;
        added.status = findNode(link.from)->isEnd() ? SketchTree::AddStatus::extended : SketchTree::AddStatus::branch;
        link.points = joint;
        for (const Vec2 p : points)
            if (!(link.points.back() == p)) link.points.push_back(p);
    }
    else
    {
        link.from = addNode(points.front(), kNone).id;
        link.points = std::move(points);
    }
    link.id = next_link_++;
    link.to = addNode(link.points.back(), link.id).id;
    added.link = link.id;
    added.node = link.from;
    links_.push_back(std::move(link));
    SketchTree::Node& from = editNode(added.node);
    from.children.push_back(added.link);
    sortChildren(from);
    return added;
}

std::size_t SketchTree::remove(SketchLinkId link)
{
    const SketchTree::Link* root = findLink(link);
    if (!root) return 0;
    std::vector<SketchLinkId> gone = {link};
    std::vector<SketchNodeId> gone_nodes;
    for (std::size_t i = 0; i < gone.size(); ++i)
    {
        const SketchTree::Node& node = *findNode(findLink(gone[i])->to);
        gone_nodes.push_back(node.id);
        gone.insert(gone.end(), node.children.begin(), node.children.end());
    }
    SketchTree::Node& from = editNode(root->from);
    std::erase(from.children, link);
    if (from.isStart() && from.isEnd()) gone_nodes.push_back(from.id);
    const auto isIn = [](const std::vector<std::uint32_t>& list, std::uint32_t id) {
        return std::binary_search(list.begin(), list.end(), id);
    };
    std::sort(gone.begin(), gone.end());
    std::sort(gone_nodes.begin(), gone_nodes.end());
    std::erase_if(links_, [&](const SketchTree::Link& l) { return isIn(gone, l.id); });
    std::erase_if(nodes_, [&](const SketchTree::Node& n) { return isIn(gone_nodes, n.id); });
    return gone.size();
}

} // namespace clearway
