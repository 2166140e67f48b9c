// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. The corridor map method. 2007 (enclosing ball)
// Departures: between two samples, and in corners, there are spots where a disc fits but no sample's ball holds it. From there
// the point moves straight away from its nearest obstacle until it meets the diagram; the ball there is as large as its way back
// to that obstacle, so it always holds the disc.
#include "corridor/anchor.h"

#include <algorithm>
#include <cmath>

#include "corridor/sampling.h"
#include "voronoi/attach.h"
#include "voronoi/data.h"

namespace clearway::corridor {
namespace {

/// Whether p is in free space, given what is nearest to it. The end of a wall without a notch is nearest only to points behind
/// the wall.
bool isFree(const VoronoiDiagram& diagram, Vec2 p, const VoronoiDiagram::Nearest& nearest)
{
    if (nearest.site == kNone) return false;
    const VoronoiDiagram::Site& site = diagram.sites()[nearest.site];
    if (nearest.distance == 0 || site.kind == VoronoiDiagram::Site::Kind::point) return true;
    if (nearest.closest == site.shape.a || nearest.closest == site.shape.b) return false;
    return cross(site.shape.b - site.shape.a, p - nearest.closest) > 0;
}

/// The nearest site of the lowest layer that has p in free space; without any, what is nearest at all.
bool findFreeLayer(const VoronoiDiagram& diagram, Vec2 p, int layer, VoronoiDiagram::Nearest& nearest)
{
    // All walls lie within the frame. Far outside, rounding decides which of them is nearest, and on which side of it p lies.
    const Vec2 from_origin = (p - diagram.frame().origin) / diagram.frame().quantum;
    if (!(std::abs(from_origin.x) <= Frame::kLimit && std::abs(from_origin.y) <= Frame::kLimit)) return false;
    if (layer != kAnyLayer)
    {
        nearest = diagram.findNearest(p, layer);
        return isFree(diagram, p, nearest);
    }
    for (const VoronoiDiagram::Data::Layer& candidate : diagram.data().layers)
    {
        nearest = diagram.findNearest(p, candidate.layer);
        if (isFree(diagram, p, nearest)) return true;
    }
    return false;
}

/// A leaf at the end of a branch is taken as a place on the branch: searches do not enter branches.
void leaveLeaf(const CorridorMap& map, Anchor& anchor)
{
    const auto around = map.edgesAt(anchor.vertex);
    if (around.size() != 1 || !map.edges()[around[0] / 2].is_branch) return;
    const CorridorMap::Edge& edge = map.edges()[around[0] / 2];
    anchor.vertex = kNone;
    anchor.edge = around[0] / 2;
    anchor.low = anchor.high = around[0] % 2 ? edge.sample_count - 1 : 0;
}

/// Balls along the branch from `ball` to where it joins the map.
void linkAlongBranch(const CorridorMap& map, const VoronoiDiagram::Edge& branch, Vec2 end, Anchor& anchor)
{
    CurvePiece piece;
    piece.left = map.diagram().sites()[branch.left].shape;
    piece.right = map.diagram().sites()[branch.right].shape;
    piece.from = makeSample(anchor.ball.position, piece.left, piece.right);
    piece.to = makeSample(end, piece.left, piece.right);
    anchor.link.push_back(anchor.ball);
    anchor.link_length = distance(anchor.ball.position, end);
    // Deep in a corner the steps would be too many to be of use: a first, longer one leads out of it.
    const double deep = map.options().corner_clearance / 8;
    if (piece.from.clearance < deep && deep < piece.to.clearance)
    {
        const double t = (deep - piece.from.clearance) / (piece.to.clearance - piece.from.clearance);
        piece.from = makeSample(interpolate(piece.from.position, piece.to.position, t), piece.left, piece.right);
        anchor.link.push_back(piece.from);
    }
    if (piece.from.clearance < deep / 2) return;
    appendSamples(piece, map.options(), anchor.link);
    anchor.link.pop_back(); // the map has that one
}

/// Between which samples of its map edge a point of a diagram edge lies.
void bracket(const CorridorMap::Data& data, std::uint32_t diagram_edge, Vec2 p, Anchor& anchor)
{
    const CorridorMap::Data::Origin& origin = data.origins[diagram_edge];
    const auto samples = data.samplesOf(origin.edge);
    const VoronoiDiagram::Edge& edge = data.diagram.edges()[diagram_edge];
    // A direction in which the edge never turns back: of a parabola, that of its line.
    std::uint32_t low = std::min(origin.first, origin.last), high = std::max(origin.first, origin.last);
    Vec2 along = samples[high].position - samples[low].position;
    if (edge.is_parabola)
    {
        const Segment& left = data.diagram.sites()[edge.left].shape;
        const Segment& line = left.a == left.b ? data.diagram.sites()[edge.right].shape : left;
        const Vec2 direction = line.b - line.a;
        along = dot(along, direction) < 0 ? -direction : direction;
    }
    const auto passes = [&](std::uint32_t i) { return dot(p - samples[i].position, along) >= 0; };
    if (!passes(low)) high = low;
    if (passes(high)) low = high;
    while (high - low > 1)
    {
        const std::uint32_t middle = low + (high - low) / 2;
        (passes(middle) ? low : high) = middle;
    }
    anchor.edge = origin.edge;
    anchor.low = low;
    anchor.high = high;
}

void attachToDiagram(const CorridorMap& map, const voronoi::Attachment& attachment, Vec2 closest, Anchor& anchor)
{
    const CorridorMap::Data& data = map.data();
    const VoronoiDiagram::Edge& edge = data.diagram.edges()[attachment.edge];
    const CorridorMap::Data::Origin& origin = data.origins[attachment.edge];
    anchor.ball = makeSample(attachment.position, data.diagram.sites()[edge.left].shape, data.diagram.sites()[edge.right].shape);
    anchor.ball.clearance = distance(attachment.position, closest);
    if (origin.root != kNone)
        anchor.vertex = origin.root;
    else
        bracket(data, attachment.edge, attachment.position, anchor);
    if (anchor.vertex != kNone)
        linkAlongBranch(map, edge, map.vertices()[anchor.vertex].position, anchor);
    else if (anchor.low == anchor.high) // a branch, beyond where it was cut, or pruned
        linkAlongBranch(map, edge, data.samplesOf(anchor.edge)[anchor.low].position, anchor);
    else
        anchor.link.push_back(anchor.ball);
}

} // namespace

int chooseLayer(const CorridorMap& map, Vec2 start, Vec2 goal, double radius, int layer, Anchor& scratch)
{
    const auto& layers = map.diagram().data().layers;
    if (layer != kAnyLayer || layers.size() < 2) return layer;
    for (const VoronoiDiagram::Data::Layer& candidate : layers)
        if (findAnchor(map, start, radius, candidate.layer, scratch) == PathProblem::none &&
            findAnchor(map, goal, radius, candidate.layer, scratch) == PathProblem::none)
            return candidate.layer;
    return layer;
}

PathProblem findAnchor(const CorridorMap& map, Vec2 p, double radius, int layer, Anchor& anchor)
{
    anchor.vertex = anchor.edge = kNone;
    anchor.link.clear();
    anchor.link_length = 0;
    if (const CorridorMap::Ball ball = map.findEnclosingBall(p, radius, layer))
    {
        anchor.vertex = ball.vertex;
        anchor.edge = ball.edge;
        anchor.low = anchor.high = ball.index;
        if (ball.vertex != kNone) leaveLeaf(map, anchor);
        if (anchor.vertex == kNone)
            anchor.ball = map.data().samplesOf(anchor.edge)[anchor.low];
        else
            anchor.ball = {map.vertices()[anchor.vertex].position, map.vertices()[anchor.vertex].clearance, {}, {}};
        return PathProblem::none;
    }
    VoronoiDiagram::Nearest nearest;
    if (!findFreeLayer(map.diagram(), p, layer, nearest)) return PathProblem::start_outside;
    if (nearest.distance < radius) return PathProblem::start_too_tight;
    const voronoi::Attachment attachment = voronoi::attach(map.diagram().data(), p, nearest);
    if (attachment.edge == kNone) return PathProblem::start_too_tight; // a wall's end of no region: distance 0
    attachToDiagram(map, attachment, nearest.closest, anchor);
    return PathProblem::none;
}

} // namespace clearway::corridor
