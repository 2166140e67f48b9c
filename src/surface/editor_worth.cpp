// SPDX-License-Identifier: MIT
// What vertices and triangles of the source are worth after a change: curvature, slope and height, where they can have changed.
#include <algorithm>

#include "surface/editor_work.h"

namespace clearway {

using namespace surfacing;
using Work = SurfaceEditor::Work;

double Work::computeCurvatureAt(std::uint32_t vertex)
{
    const CurvatureOptions& curvature = options.curvature;
    if (curvature.averaging_length > 0)
        return computeAveragedAt(mesh, curvature.averaging_length, curvature.measure, vertex, flood);
    if (curvature.method == CurvatureOptions::Method::quadric)
    {
        std::vector<std::uint32_t> neighbours;
        return computeQuadricAt(mesh, curvature.measure, vertex, neighbours);
    }
    return computeMeyerAt(mesh, curvature.measure, vertex);
}

/// The vertices whose curvature can have changed.
std::vector<std::uint32_t> Work::listAffected(std::span<const std::uint32_t> touched)
{
    std::vector<std::uint32_t> affected;
    startRound();
    const auto add = [&](std::uint32_t v) {
        if (vertex_stamps[v] == round) return;
        vertex_stamps[v] = round;
        affected.push_back(v);
    };
    for (const std::uint32_t t : touched)
        for (const std::uint32_t v : source->triangles[t]) add(v);
    if (options.curvature.averaging_length > 0)
    {
        // A ball that reaches a triangle is filled through triangles that touch it, so they lie within twice its radius.
        const double radius = options.curvature.averaging_length * (1 + 1e-9);
        for (std::size_t i = 0; i < touched_triangles.size(); ++i)
        {
            const std::uint32_t start = triangle_of_id[touched_triangles[i]];
            if (start == kAbsent) continue; // its neighbours are touched too
            flood.start(source->triangles.size());
            Box3 box = old_boxes[i];
            for (const std::uint32_t v : source->triangles[start]) box.add(source->positions[v]);
            flood.visit(start);
            const Box3 reach = box.inflated(2 * radius), near = box.inflated(radius);
            for (std::size_t k = 0; k < flood.triangles().size(); ++k)
            {
                const std::uint32_t t = flood.triangles()[k];
                Box3 own;
                for (const std::uint32_t v : source->triangles[t])
                {
                    own.add(source->positions[v]);
                    if (near.contains(source->positions[v])) add(v);
                }
                if (!own.overlaps(reach)) continue;
                for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
                    if (source->opposites[h] != kNone) flood.visit(source->opposites[h] / 3);
            }
        }
    }
    else if (options.curvature.method == CurvatureOptions::Method::quadric)
    {
        const std::size_t count = affected.size();
        for (std::size_t i = 0; i < count; ++i)
            for (const std::uint32_t corner : source->cornersOf(affected[i]))
            {
                add(source->target(corner));
                add(source->origin(previousHalfedge(corner)));
            }
    }
    return affected;
}

void Work::noteChanged(std::uint32_t vertex)
{
    if (vertex_stamps[vertex] == changed_round) return;
    vertex_stamps[vertex] = changed_round;
    changed_vertices.push_back(vertex);
}

void Work::setAcceleration(std::uint32_t vertex, double acceleration)
{
    const double before = std::exchange(input.accelerations[vertex], acceleration);
    if ((before < options.max_acceleration) != (acceleration < options.max_acceleration)) switched_vertices.push_back(vertex);
}

void Work::setReasons(std::uint32_t vertex, std::uint8_t now)
{
    const std::uint8_t before = std::exchange(reasons[vertex], now);
    const auto change = [&](Reason reason) { return (now & reason ? 1 : 0) - (before & reason ? 1 : 0); };
    surface->removal.bent_vertices += change(kBent);
    surface->removal.low_vertices += change(kLow);
    surface->removal.non_manifold_vertices += change(kManySheets);
}

void Work::updateWorth(std::span<const std::uint32_t> touched)
{
    changed_vertices.clear();
    switched_vertices.clear();
    low_triangles.clear();
    steep_changes.clear();
    const std::vector<std::uint32_t> affected = listAffected(touched);
    changed_round = startRound();
    for (const std::uint32_t id : moved_vertices)
        if (vertex_of_id[id] != kAbsent) noteChanged(vertex_of_id[id]);
    const double factor = options.speed * options.speed;
    for (std::size_t i = 0; i < affected.size(); ++i)
    {
        if (i % kFetched == 0) fetchAround(std::span(affected).subspan(i, std::min(kFetched, affected.size() - i)));
        const std::uint32_t v = affected[i];
        const double own = factor * computeCurvatureAt(v);
        setReasons(v, static_cast<std::uint8_t>((reasons[v] & kLow) | computeReasons(mesh, v, own, options.max_acceleration)));
        double acceleration = computeCutAcceleration(mesh, v, own);
        if (!input.low.empty() && input.low[v]) acceleration = kBlocked; // updateHeights frees it if it is low no more
        if (acceleration == input.accelerations[v]) continue;
        setAcceleration(v, acceleration);
        noteChanged(v);
    }
    const SlopeRule slope(options.gravity);
    if (slope.isOn())
        for (const std::uint32_t t : touched)
        {
            const auto is_steep = static_cast<std::uint8_t>(slope.isSteep(mesh, t));
            const std::uint8_t was_steep = std::exchange(input.steep[t], is_steep);
            surface->removal.steep_triangles += is_steep - was_steep;
            if (was_steep != is_steep) steep_changes.push_back(t);
        }
    if (hasHeight()) updateHeights(touched, affected);
}

/// A triangle is over or beside a character only if it is within the height of its foot.
void Work::updateHeights(std::span<const std::uint32_t> touched, std::span<const std::uint32_t> affected)
{
    const auto boxOf = [&](std::uint32_t t) {
        Box3 box;
        for (const std::uint32_t v : source->triangles[t]) box.add(source->positions[v]);
        return box;
    };
    search->update(touched, options.execution.task_hook);
    std::vector<Box3> boxes = std::move(old_boxes);
    for (const std::uint32_t t : touched) boxes.push_back(boxOf(t));
    old_boxes.clear();

    std::vector<std::uint32_t> suspects;
    std::vector<std::uint32_t> reached;
    const std::uint32_t mark = startRound();
    const double margin = 1.01 * options.height.height + options.height.radius;
    for (const Box3& box : boxes)
    {
        const Box3 around = box.inflated(margin);
        search->forEachNear(around, [&](std::uint32_t t) {
            if (triangle_stamps[t] == mark) return;
            triangle_stamps[t] = mark;
            reached.push_back(t);
        });
    }
    std::sort(reached.begin(), reached.end());
    for (const std::uint32_t t : reached)
        for (const std::uint32_t v : source->triangles[t]) suspects.push_back(v);
    suspects.insert(suspects.end(), affected.begin(), affected.end());
    std::sort(suspects.begin(), suspects.end());
    suspects.erase(std::unique(suspects.begin(), suspects.end()), suspects.end());

    const bool is_capsule = options.height.test == HeightOptions::Test::capsule;
    const double factor = options.speed * options.speed;
    for (const std::uint32_t v : suspects)
    {
        ups[v] = computeUpAt(mesh, options.gravity, v);
        const bool is_low = search->isLow(v, ups[v]);
        setReasons(v, static_cast<std::uint8_t>(is_low ? reasons[v] | kLow : reasons[v] & ~kLow));
        double acceleration = input.accelerations[v];
        if (is_low)
            acceleration = kBlocked;
        else if (acceleration == kBlocked)
            acceleration = computeCutAcceleration(mesh, v, factor * computeCurvatureAt(v));
        const bool was_low = is_capsule && input.low[v];
        if (is_capsule) input.low[v] = is_low;
        if (acceleration == input.accelerations[v] && (!is_capsule || was_low == is_low)) continue;
        setAcceleration(v, acceleration);
        changed_vertices.push_back(v);
    }
    std::sort(changed_vertices.begin(), changed_vertices.end());
    changed_vertices.erase(std::unique(changed_vertices.begin(), changed_vertices.end()), changed_vertices.end());
    if (!is_capsule) return;
    // Where low ground begins along an edge is found by the same test.
    for (const std::uint32_t t : reached)
    {
        const MeshTriangle& v = source->triangles[t];
        if (input.low[v[0]] || input.low[v[1]] || input.low[v[2]]) low_triangles.push_back(t);
    }
}

} // namespace clearway
