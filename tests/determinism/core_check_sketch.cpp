// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <clearway/field.h>
#include <clearway/group.h>
#include <clearway/scene.h>

namespace clearway::check {
namespace {

StrokeInput draw(Random& random, const Box2& box, int count)
{
    StrokeInput stroke;
    Vec2 p = {random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)}, step;
    for (int i = 0; i < count; ++i)
    {
        stroke.points.push_back(p);
        stroke.times.push_back(0.01 * i);
        step = step * 0.95 + Vec2{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)};
        p = {std::clamp(p.x + step.x, box.min.x, box.max.x), std::clamp(p.y + step.y, box.min.y, box.max.y)};
    }
    return stroke;
}

/// Down the potential of the gap's far end, as an order to go there would lead.
StrokeBridge bridgeByField(const FieldGrid& grid)
{
    return [planner = std::make_shared<const FieldPlanner>(grid)](Vec2 from, Vec2 to) {
        const Path path = planner->find(from, to);
        std::vector<Vec2> way = computePlanarPoints(path);
        if (path.isUsable() && way.empty()) way = {from}; // both are in one cell
        return way;
    };
}

/// Strokes over a scene, joined to a tree, followed by units that go straight to their goals.
void checkScene(const std::string& name)
{
    const Scene scene = buildScene(name).value();
    const std::vector<FieldGrid> grids = {buildFieldGrid(scene, {.cell_size = 0.5, .radius = 0.2}).value(),
                                          buildFieldGrid(scene, {.cell_size = 0.5, .radius = 0.6}).value()};
    const double h = grids[0].cellSize();
    const Box2 box = {grids[0].origin(), grids[0].origin() + Vec2{grids[0].width() * h, grids[0].height() * h}};
    Random random(2026, 10);
    Hasher routes, state;
    SketchTree tree;
    std::uint64_t points = 0;
    for (int i = 0; i < 20; ++i)
    {
        const StrokeBridge bridge = i % 5 == 4 ? bridgeByField(grids[0]) : StrokeBridge();
        const StrokeRoute route = cleanStroke(grids[0], draw(random, box, 150), {.bridge = bridge}).value();
        for (const Vec2 p : route.points) add(routes, p);
        for (const StrokeReport::Note& note : route.report.notes)
        {
            add(routes, note.place);
            routes.add(note.length);
        }
        points += route.points.size();
        if (route) (void)tree.add(route.points, {.snap_distance = 4, .grid = &grids[0]}).value();
    }
    print("sketch/" + name, routes, points);

    state.add(tree.computeHash());
    for (const SketchTree::Node& node : tree.nodes())
    {
        if (!node.isStart()) continue;
        for (const SketchFollowerOptions::Advance progress :
             {SketchFollowerOptions::Advance::first_unit, SketchFollowerOptions::Advance::each_unit})
        {
            SketchFollower follower = SketchFollower::build(tree, node.id, grids, {.progress = progress}).value();
            std::vector<Vec2> positions;
            for (std::uint32_t i = 0; i < 6; ++i)
            {
                (void)follower.addUnit(i % 2).value();
                positions.push_back(node.position + Vec2{0.3 * i, 0.2 * i});
            }
            for (int tick = 0; tick < 100; ++tick)
            {
                follower.update(positions);
                for (std::uint32_t i = 0; i < 6; ++i)
                {
                    const Vec2 way = follower.goalOf(i).position - positions[i];
                    positions[i] = positions[i] + way * std::min(1.0, 0.5 / std::max(length(way), 1e-9));
                    add(state, positions[i]);
                }
            }
            state.add(follower.computeHash());
        }
    }
    print("sketch/" + name + ", followed", state, tree.links().size());
}

} // namespace

void checkSketches()
{
    for (const char* name : {"rooms", "donut", "maze"}) checkScene(name);
}

} // namespace clearway::check
