// SPDX-License-Identifier: MIT
#include <clearway/published/raster_voronoi.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/polygon.h>
#include <clearway/scene/generators.h>

#include "tests/support/scale.h"
#include "tests/voronoi/diagram_samples.h"

namespace clearway::published {
namespace {

const char* const kScenes[] = {"rooms", "donut",   "cross", "doors", "maze",  "comb",           "spiral",
                               "fig1",  "mckenna", "fig10", "fig13", "fig17", "ill_conditioned"};

Ring makeCircle(Vec2 center, double radius, int corners)
{
    Ring ring;
    for (int i = 0; i < corners; ++i)
    {
        const double angle = 6.283185307179586 * i / corners;
        ring.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
    }
    return ring;
}

Ring makeBox(double left, double bottom, double right, double top)
{
    return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

Scene makeRoom(const Ring& outline, const std::vector<Ring>& holes = {})
{
    SceneInput input;
    SceneInput::AreaInput area;
    area.outline.points = outline;
    for (const Ring& hole : holes) area.holes.push_back({hole, {}});
    input.areas.push_back(area);
    return buildScene(input).value();
}

/// The graph before and after pruning.
struct Both
{
    RasterGraph raw;
    RasterGraph pruned;
};

Both traceScene(const Scene& scene, double pixel = 0.125)
{
    Both both;
    both.raw = traceBoundaries(buildRasterField(scene, {.pixel = pixel}).value());
    both.pruned = pruneFalseEdges(both.raw);
    return both;
}

std::int64_t difference(const RasterGraph& graph)
{
    return static_cast<std::int64_t>(graph.vertices.size()) - static_cast<std::int64_t>(graph.edges.size());
}

std::int64_t countComponents(const RasterGraph& graph)
{
    std::vector<std::uint32_t> parent(graph.vertices.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto find = [&](std::uint32_t v) {
        while (parent[v] != v) v = parent[v];
        return v;
    };
    for (const RasterGraph::Edge& edge : graph.edges) parent[find(edge.a)] = find(edge.b);
    std::int64_t count = 0;
    for (std::uint32_t v = 0; v < parent.size(); ++v) count += parent[v] == v ? 1 : 0;
    return count;
}

std::int64_t countIslands(const Scene& scene)
{
    return std::count_if(scene.rings().begin(), scene.rings().end(), [](const auto& ring) { return ring.is_hole; });
}

bool isFree(const Scene& scene, Vec2 p)
{
    bool free = false;
    for (const Scene::RingRange& ring : scene.rings())
        if (classifyPoint(scene.points(ring), p) == Side::inside) free = !free;
    return free;
}

TEST(RasterField, EveryPixelKnowsItsNearestWall)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const RasterField field = buildRasterField(scene).value();
        const RasterField::Layer& layer = field.layers()[0];
        Random random(3);
        int free_count = 0;
        for (int i = 0; i < 500 * test::testScale(); ++i)
        {
            const int column = static_cast<int>(random.below(static_cast<std::uint64_t>(layer.columns)));
            const int row = static_cast<int>(random.below(static_cast<std::uint64_t>(layer.rows)));
            const Vec2 center = field.center(0, column, row);
            double nearest = std::numeric_limits<double>::infinity();
            for (std::uint32_t wall = 0; wall < scene.points().size(); ++wall)
                nearest = std::min(nearest, distance(center, scene.edge(wall)));
            if (nearest < 1e-9) continue;
            ASSERT_EQ(field.isFree(0, column, row), isFree(scene, center));
            if (!field.isFree(0, column, row))
            {
                ASSERT_EQ(field.distanceAt(0, column, row), 0);
                ASSERT_EQ(field.nearestWall(0, column, row), kNone);
                continue;
            }
            // A region may be too thin for pixels to lead to it, though hardly ever, and then by little.
            ASSERT_NEAR(field.distanceAt(0, column, row), nearest, 0.05 * field.pixel()) << center.x << " " << center.y;
            ASSERT_NEAR(distance(center, scene.edge(field.nearestWall(0, column, row))), field.distanceAt(0, column, row), 1e-9);
            ++free_count;
        }
        EXPECT_GT(free_count, 20);
    }
}

TEST(RasterField, ConvexObstaclesAreOnePartAndOthersAreSplit)
{
    const auto countParts = [](const Scene& scene) { return buildRasterField(scene).value().partCount(); };
    EXPECT_EQ(countParts(makeRoom(makeBox(0, 0, 8, 8))), 4u) << "the walls of the room";
    EXPECT_EQ(countParts(makeRoom(makeBox(0, 0, 8, 8), {makeBox(3, 3, 5, 5)})), 5u);
    EXPECT_EQ(countParts(makeRoom(makeBox(0, 0, 8, 8), {makeCircle({4, 4}, 2, 30)})), 5u);
    const Ring l_shape = {{2, 2}, {6, 2}, {6, 4}, {4, 4}, {4, 6}, {2, 6}};
    EXPECT_EQ(countParts(makeRoom(makeBox(0, 0, 8, 8), {l_shape})), 6u);
    const Ring u_shape = {{2, 2}, {6, 2}, {6, 6}, {5, 6}, {5, 3}, {3, 3}, {3, 6}, {2, 6}};
    EXPECT_GE(countParts(makeRoom(makeBox(0, 0, 8, 8), {u_shape})), 7u);
}

TEST(RasterGraph, EverySampleLiesOnTheExactDiagramToAPixelAndAHalf)
{
    for (const char* name : kScenes)
        for (const double pixel : {0.125, 0.21})
        {
            SCOPED_TRACE(name);
            const Scene scene = buildScene(name).value();
            const VoronoiDiagram exact = buildVoronoi(scene).value();
            const RasterGraph graph = traceScene(scene, pixel).pruned;
            test::PointSet points(2 * pixel);
            for (const VoronoiDiagram::Edge& edge : exact.edges())
                for (const Vec2 p : test::sampleEdge(exact, edge, pixel / 4)) points.add(p);
            double worst = 0;
            for (const RasterGraph::Sample& sample : graph.samples)
            {
                worst = std::max(worst, points.distanceTo(sample.position) / pixel);
                ASSERT_LE(worst, 1.5) << sample.position.x << " " << sample.position.y;
                ASSERT_NEAR(sample.clearance, exact.findNearest(sample.position).distance, 0.5 * pixel);
            }
            RecordProperty(std::string(name) + "_worst_pixels", std::to_string(worst));
        }
}

TEST(RasterGraph, EveryExactEdgeBetweenObstaclesThatDifferIsThereToAPixelAndAHalf)
{
    for (const char* name : kScenes)
        for (const double pixel : {0.125, 0.21})
        {
            SCOPED_TRACE(name);
            const Scene scene = buildScene(name).value();
            const VoronoiDiagram exact = buildVoronoi(scene).value();
            const RasterGraph graph = traceScene(scene, pixel).pruned;
            test::PointSet points(2 * pixel);
            for (const RasterGraph::Sample& sample : graph.samples) points.add(sample.position);
            int count = 0, tight = 0;
            for (const VoronoiDiagram::Edge& edge : exact.edges())
            {
                const Segment left = exact.sites()[edge.left].shape, right = exact.sites()[edge.right].shape;
                for (const Vec2 p : test::sampleEdge(exact, edge, pixel / 2))
                {
                    const Vec2 on_left = computeClosestPoint(left, p), on_right = computeClosestPoint(right, p);
                    if (distance(on_left, on_right) <= 1.5 * pixel) continue;
                    ++count;
                    // Where a passage may hold one pixel only there is no boundary between pixels.
                    if (points.distanceTo(p) > 1.5 * pixel && distance(p, on_left) < 2 * pixel)
                        ++tight;
                    else
                        ASSERT_LE(points.distanceTo(p), 1.5 * pixel) << p.x << " " << p.y;
                }
            }
            EXPECT_LT(tight, 0.02 * count);
            EXPECT_GT(count, 100);
        }
}

TEST(RasterGraph, ItsCyclesAreTheIslandsBeforeAndAfterPruning)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Scene scene = buildScene(name).value();
        const Both both = traceScene(scene);
        EXPECT_EQ(difference(both.raw), difference(both.pruned));
        EXPECT_LE(both.pruned.vertices.size(), both.raw.vertices.size());
        EXPECT_EQ(countComponents(both.raw), countComponents(both.pruned));
        EXPECT_EQ(countComponents(both.pruned) - difference(both.pruned), countIslands(scene));
    }
}

TEST(RasterGraph, EdgesLeadFromVertexToVertexInStepsOfAPixel)
{
    for (const char* name : kScenes)
    {
        SCOPED_TRACE(name);
        const Both both = traceScene(buildScene(name).value());
        for (const RasterGraph* graph : {&both.raw, &both.pruned})
        {
            std::vector<int> degree(graph->vertices.size());
            for (const RasterGraph::Edge& edge : graph->edges)
            {
                const auto samples = graph->samplesOf(edge);
                ++degree[edge.a], ++degree[edge.b];
                ASSERT_EQ(samples.front().position, graph->vertices[edge.a].position);
                ASSERT_EQ(samples.back().position, graph->vertices[edge.b].position);
                for (std::size_t i = 1; i < samples.size(); ++i)
                    ASSERT_NEAR(distance(samples[i - 1].position, samples[i].position), graph->pixel, 1e-9);
            }
            if (graph == &both.raw) continue;
            for (const RasterGraph::Edge& edge : graph->edges)
                for (const std::uint32_t v : {edge.a, edge.b}) ASSERT_TRUE(degree[v] != 2 || edge.a == edge.b);
        }
    }
}

TEST(RasterGraph, AnEmptySquareRoomIsACross)
{
    const Both both = traceScene(makeRoom(makeBox(0, 0, 8, 8)));
    // Pixels on the diagonals are as near to two walls: where four branches meet there is an edge of one pixel.
    EXPECT_EQ(both.raw.vertices.size(), 6u);
    EXPECT_EQ(both.raw.edges.size(), 5u);
    EXPECT_EQ(both.pruned.vertices.size(), 6u) << "branches into real corners stay";
    EXPECT_EQ(both.pruned.edges.size(), 5u);
}

TEST(RasterGraph, ASquareRoomWithAPillarIsALoopWithABranchIntoEveryCorner)
{
    const Both both = traceScene(makeRoom(makeBox(0, 0, 8, 8), {makeBox(3, 3, 5, 5)}));
    EXPECT_EQ(both.pruned.vertices.size(), 8u);
    EXPECT_EQ(both.pruned.edges.size(), 8u);
    EXPECT_EQ(countComponents(both.pruned), 1);
}

TEST(RasterGraph, ARoundRoomWithAPillarIsALoopThatGetsAVertex)
{
    const Both both = traceScene(makeRoom(makeCircle({0, 0}, 10, 200), {makeCircle({0, 0}, 6, 40)}));
    ASSERT_EQ(both.pruned.vertices.size(), 1u);
    ASSERT_EQ(both.pruned.edges.size(), 1u);
    EXPECT_EQ(both.pruned.edges[0].a, both.pruned.edges[0].b);
    for (const RasterGraph::Sample& sample : both.pruned.samples) EXPECT_NEAR(length(sample.position), 8, both.pruned.pixel);
}

TEST(RasterGraph, AnEdgeThatIsThereOnlyBecauseAnObstacleWasSplitGoes)
{
    const Ring l_shape = {{3, 3}, {9, 3}, {9, 5}, {5, 5}, {5, 9}, {3, 9}};
    const Both both = traceScene(makeRoom(makeBox(0, 0, 12, 12), {l_shape}));
    EXPECT_EQ(both.raw.vertices.size() - both.pruned.vertices.size(), 2u)
        << "the end of the false edge, and where it left the loop";
    const auto isEnd = [&](const RasterGraph& graph, Vec2 p) {
        return std::any_of(graph.vertices.begin(), graph.vertices.end(),
                           [&](const auto& vertex) { return distance(vertex.position, p) < 0.3; });
    };
    EXPECT_TRUE(isEnd(both.pruned, {5, 5})) << "the branch into the real corner stays";
    EXPECT_EQ(countComponents(both.pruned) - difference(both.pruned), 1);
}

TEST(RasterGraph, RingsThatTouchAreOneIsland)
{
    const Scene scene = makeRoom(makeBox(0, 0, 12, 8), {makeBox(3, 3, 6, 5), {{6, 5}, {9, 5}, {9, 7}, {6, 7}}});
    const VoronoiDiagram exact = buildVoronoi(scene).value();
    const Both both = traceScene(scene);
    EXPECT_EQ(countComponents(both.pruned), 1);
    EXPECT_EQ(difference(both.pruned),
              static_cast<std::int64_t>(exact.vertices().size()) - static_cast<std::int64_t>(exact.edges().size()));
    EXPECT_EQ(countComponents(both.pruned) - difference(both.pruned), 1);
    EXPECT_EQ(both.pruned.vertices.size(), 12u);
    EXPECT_EQ(both.pruned.edges.size(), 12u);
}

TEST(RasterGraph, AWallThinnerThanAPixelStillSeparates)
{
    for (const double thickness : {0.2, 0.05, 0.01})
    {
        SCOPED_TRACE(thickness);
        const Ring wall = {{2, 4}, {10, 4.3}, {10, 4.3 + thickness}, {2, 4 + thickness}};
        const RasterGraph graph = traceScene(makeRoom(makeBox(0, 0, 12, 8), {wall})).pruned;
        EXPECT_EQ(countComponents(graph) - difference(graph), 1);
        for (const RasterGraph::Sample& sample : graph.samples)
            ASSERT_FALSE(sample.clearance < 0.05 && sample.position.x > 1 && sample.position.x < 11);
    }
}

TEST(RasterField, LayersAreDrawnApart)
{
    SceneInput input;
    for (const int layer : {0, 3})
    {
        SceneInput::AreaInput area;
        area.outline.points = makeBox(0, 0, 8.0 + layer, 4);
        area.layer = layer;
        input.areas.push_back(area);
    }
    const RasterField field = buildRasterField(buildScene(input).value()).value();
    ASSERT_EQ(field.layers().size(), 2u);
    EXPECT_EQ(field.layers()[1].layer, 3);
    EXPECT_GT(field.layers()[1].columns, field.layers()[0].columns);
    const RasterGraph graph = traceBoundaries(field);
    EXPECT_EQ(countComponents(graph), 2);
    EXPECT_EQ(graph.vertices.front().layer, 0);
    EXPECT_EQ(graph.vertices.back().layer, 3);
}

TEST(RasterField, EveryNumberOfWorkersGivesTheSameBits)
{
    const Scene scene = buildScene("mckenna").value();
    const RasterField alone = buildRasterField(scene, {.pixel = 0.25}).value();
    const RasterGraph expected = traceBoundaries(alone);
    for (const int workers : {2, 3, 7})
    {
        WorkerPool pool(workers);
        const RasterField field = buildRasterField(scene, {.pixel = 0.25, .execution = {.task_hook = pool.hook()}}).value();
        for (int row = 0; row < field.layers()[0].rows; ++row)
            for (int column = 0; column < field.layers()[0].columns; ++column)
                ASSERT_EQ(field.nearestWall(0, column, row), alone.nearestWall(0, column, row));
        const RasterGraph graph = traceBoundaries(field, {.task_hook = pool.hook()});
        ASSERT_EQ(graph.samples.size(), expected.samples.size());
        for (std::size_t i = 0; i < graph.samples.size(); ++i)
        {
            ASSERT_EQ(graph.samples[i].position, expected.samples[i].position);
            ASSERT_EQ(graph.samples[i].clearance, expected.samples[i].clearance);
        }
    }
}

TEST(RasterField, PixelsThatMakeNoSenseAreRefused)
{
    const Scene scene = makeRoom(makeBox(0, 0, 8, 8));
    for (const double bad : {0.0, -0.125, std::nan(""), std::numeric_limits<double>::infinity()})
    {
        const auto field = buildRasterField(scene, {.pixel = bad});
        ASSERT_FALSE(field);
        EXPECT_EQ(field.error().code, ErrorCode::invalid_argument);
    }
    EXPECT_FALSE(buildRasterField(scene, {.max_pixel_count = 0}));
    EXPECT_FALSE(buildRasterField(scene, {.max_pixel_count = std::uint64_t{1} << 40}));
}

TEST(RasterField, MorePixelsThanAllowedAreRefusedWithWhatWouldFit)
{
    const Scene scene = makeRoom(makeBox(0, 0, 1000, 500));
    for (const double pixel : {1e-3, 1e-9, 1e-300, 5e-324})
    {
        const auto field = buildRasterField(scene, {.pixel = pixel});
        ASSERT_FALSE(field);
        EXPECT_EQ(field.error().code, ErrorCode::out_of_range);
    }
    const auto field = buildRasterField(scene, {.pixel = 0.125, .max_pixel_count = 100000});
    ASSERT_FALSE(field);
    const std::string& message = field.error().message;
    const auto at = message.find("a pixel of ");
    ASSERT_NE(at, std::string::npos) << message;
    const double fits = std::stod(message.substr(at + 11));
    EXPECT_GT(fits, 2) << message;
    EXPECT_LT(fits, 4) << message;
    EXPECT_TRUE(buildRasterField(scene, {.pixel = fits, .max_pixel_count = 100000}));
}

TEST(RasterField, APixelLargerThanTheSceneIsAPictureToo)
{
    const Scene scene = makeRoom(makeBox(0, 0, 8, 8));
    for (const double pixel : {7.0, 9.0, 100.0, 1e9})
    {
        const auto field = buildRasterField(scene, {.pixel = pixel});
        ASSERT_TRUE(field);
        const RasterGraph graph = pruneFalseEdges(traceBoundaries(*field));
        EXPECT_LE(graph.edges.size(), 8u);
    }
}

TEST(RasterField, ItSaysHowFarItIsAndStopsWhenTold)
{
    const Scene scene = buildScene("rooms").value();
    double last = -1;
    const auto field = buildRasterField(scene, {.execution = {.progress = [&](std::string_view, double fraction) {
                                                    EXPECT_GE(fraction, last);
                                                    last = fraction;
                                                    return true;
                                                }}});
    ASSERT_TRUE(field);
    EXPECT_EQ(last, 1);
    const auto stopped =
        buildRasterField(scene, {.execution = {.progress = [](std::string_view, double fraction) { return fraction < 0.5; }}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace clearway::published
