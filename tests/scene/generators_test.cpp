// SPDX-License-Identifier: MIT
// Built-in scenes: clean outlines, the counts that the papers give, and for `rooms` the three ways of the demonstration.
// The checks are brute force over all pairs of edges and a fine grid; they share no code with the generators.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/scene/generators.h>

#include "scene/generators/floor_plan.h"
#include "scene/generators/packing.h"
#include "scene/generators/turn.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// All rings of an input; outlines of areas first, then their holes, then obstacles.
struct RingView
{
    const Ring* points;
    bool is_outline;
};

std::vector<RingView> listRings(const SceneInput& input)
{
    std::vector<RingView> rings;
    for (const SceneInput::AreaInput& area : input.areas)
    {
        rings.push_back({&area.outline.points, true});
        for (const SceneInput::RingInput& hole : area.holes) rings.push_back({&hole.points, false});
    }
    for (const SceneInput::Obstacle& obstacle : input.obstacles) rings.push_back({&obstacle.outline.points, false});
    return rings;
}

std::size_t countVertices(const SceneInput& input)
{
    std::size_t count = 0;
    for (const RingView& ring : listRings(input)) count += ring.points->size();
    return count;
}

double computeArea(const Ring& ring)
{
    double twice = 0;
    for (std::size_t k = 0; k < ring.size(); ++k) twice += cross(ring[k] - ring[0], ring[(k + 1) % ring.size()] - ring[0]);
    return twice / 2;
}

double computeFreeArea(const SceneInput& input)
{
    double area = 0;
    for (const RingView& ring : listRings(input)) area += (ring.is_outline ? 1 : -1) * std::abs(computeArea(*ring.points));
    return area;
}

struct Edge
{
    Vec2 a, b;
    std::size_t ring, index, ring_size;
    bool isNextTo(const Edge& other) const
    {
        return ring == other.ring && ((index + 1) % ring_size == other.index || (other.index + 1) % ring_size == index);
    }
};

std::vector<Edge> listEdges(const SceneInput& input)
{
    std::vector<Edge> edges;
    const std::vector<RingView> rings = listRings(input);
    for (std::size_t r = 0; r < rings.size(); ++r)
    {
        const Ring& ring = *rings[r].points;
        for (std::size_t k = 0; k < ring.size(); ++k) edges.push_back({ring[k], ring[(k + 1) % ring.size()], r, k, ring.size()});
    }
    return edges;
}

double measure(Vec2 p, Vec2 a, Vec2 b)
{
    const Vec2 d = b - a;
    const double t = std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0);
    return length(p - (a + d * t));
}

double measure(const Edge& e, const Edge& f)
{
    const auto sideOf = [](Vec2 a, Vec2 b, Vec2 p) { return cross(b - a, p - a); };
    if (sideOf(e.a, e.b, f.a) * sideOf(e.a, e.b, f.b) < 0 && sideOf(f.a, f.b, e.a) * sideOf(f.a, f.b, e.b) < 0) return 0;
    return std::min({measure(e.a, f.a, f.b), measure(e.b, f.a, f.b), measure(f.a, e.a, e.b), measure(f.b, e.a, e.b)});
}

/// The smallest distance between two edges that share no corner; those farther apart than `limit` are not looked at.
double measureNarrowest(const SceneInput& input, double limit)
{
    std::vector<Edge> edges = listEdges(input);
    const auto left = [](const Edge& e) { return std::min(e.a.x, e.b.x); };
    std::sort(edges.begin(), edges.end(), [&left](const Edge& e, const Edge& f) { return left(e) < left(f); });
    double narrowest = limit;
    for (std::size_t i = 0; i < edges.size(); ++i)
    {
        const Edge& e = edges[i];
        const double right = std::max(e.a.x, e.b.x) + limit;
        for (std::size_t j = i + 1; j < edges.size() && left(edges[j]) <= right; ++j)
        {
            const Edge& f = edges[j];
            if (std::min(e.a.y, e.b.y) > std::max(f.a.y, f.b.y) + limit ||
                std::min(f.a.y, f.b.y) > std::max(e.a.y, e.b.y) + limit)
                continue;
            if (!e.isNextTo(f)) narrowest = std::min(narrowest, measure(e, f));
        }
    }
    return narrowest;
}

bool isInside(const Ring& ring, Vec2 p)
{
    bool is_inside = false;
    for (std::size_t k = 0; k < ring.size(); ++k)
    {
        const Vec2 a = ring[k];
        const Vec2 b = ring[(k + 1) % ring.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) is_inside = !is_inside;
    }
    return is_inside;
}

SceneInput build(std::string_view name, const GeneratorOptions& options = {})
{
    Result<SceneInput> input = buildSceneInput(name, options);
    EXPECT_TRUE(input.ok()) << (input.ok() ? "" : input.error().message);
    return input.ok() ? *input : SceneInput{};
}

void addToHash(Hasher& hasher, const SceneInput& input)
{
    for (const RingView& ring : listRings(input))
    {
        hasher.add(static_cast<std::uint64_t>(ring.points->size()));
        for (Vec2 p : *ring.points)
        {
            hasher.add(p.x);
            hasher.add(p.y);
        }
    }
}

std::uint64_t computeInputHash(const SceneInput& input)
{
    Hasher hasher;
    addToHash(hasher, input);
    return hasher.value();
}

/// Everything a Scene promises about its rings, and a centimetre to spare.
void expectCleanOutlines(const SceneInput& input)
{
    const std::vector<RingView> rings = listRings(input);
    ASSERT_FALSE(input.areas.empty());
    for (const RingView& ring : rings)
    {
        const Ring& points = *ring.points;
        ASSERT_GE(points.size(), 3u);
        for (std::size_t k = 0; k < points.size(); ++k)
        {
            const Vec2 p = points[k];
            const Vec2 previous = points[(k + points.size() - 1) % points.size()];
            const Vec2 next = points[(k + 1) % points.size()];
            ASSERT_TRUE(isFinite(p));
            ASSERT_GT(distance(p, next), 0.01) << "corner " << k << " at " << p.x << ", " << p.y;
            // Neither straight on nor straight back.
            ASSERT_GT(std::abs(cross(p - previous, next - p)) / distance(previous, next), 1e-5) << "at " << p.x << ", " << p.y;
        }
        EXPECT_TRUE(!ring.is_outline || computeArea(points) > 0);
    }
    EXPECT_GT(measureNarrowest(input, 0.02), 0.01);

    // Nothing crosses (above), so one corner decides: each inner ring lies in exactly one area and in no other inner ring.
    for (const RingView& ring : rings)
    {
        if (ring.is_outline) continue;
        const Vec2 corner = ring.points->front();
        int area_count = 0;
        for (const RingView& other : rings)
        {
            if (&other == &ring) continue;
            const Box2 box = computeBounds(*other.points);
            if (!box.contains(corner) || !isInside(*other.points, corner)) continue;
            area_count += other.is_outline ? 1 : 0;
            EXPECT_TRUE(other.is_outline) << "an obstacle inside another at " << corner.x << ", " << corner.y;
        }
        EXPECT_EQ(area_count, 1);
    }
}

TEST(Generators, EverySceneIsListedOnceWithAOneLineDescription)
{
    std::set<std::string_view> names;
    for (const BuiltInScene& scene : builtInScenes())
    {
        EXPECT_TRUE(names.insert(scene.name).second) << scene.name;
        EXPECT_FALSE(scene.description.empty());
        EXPECT_EQ(scene.description.find('\n'), std::string_view::npos);
        EXPECT_EQ(build(scene.name).name, scene.name);
    }
    for (const char* name : {"rooms", "donut", "cross", "ill_conditioned", "doors", "maze", "comb", "spiral", "mckenna", "city",
                             "city500", "city2000", "fig17"})
        EXPECT_TRUE(names.contains(name)) << name;
    for (int figure = 1; figure <= 13; ++figure) EXPECT_TRUE(names.contains("fig" + std::to_string(figure))) << figure;
    EXPECT_EQ(builtInScenes().front().name, "rooms");
}

TEST(Generators, OutlinesAreSimpleSeparateAndNestedForSeveralSeedsAndScales)
{
    for (const BuiltInScene& scene : builtInScenes())
    {
        const bool is_large = scene.name == "city2000";
        for (std::uint64_t seed = 1; seed <= (is_large ? 1u : 2u + static_cast<unsigned>(test::testScale())); ++seed)
            for (double scale : is_large ? std::vector<double>{1} : std::vector<double>{0.05, 0.4, 1, 2.6})
            {
                SCOPED_TRACE(std::string(scene.name) + " seed " + std::to_string(seed) + " scale " + std::to_string(scale));
                expectCleanOutlines(build(scene.name, {seed, scale}));
            }
    }
}

TEST(Generators, TheSameSeedGivesTheSameSceneAndAnotherSeedAnother)
{
    const std::set<std::string_view> seeded = {"rooms", "cross", "ill_conditioned", "doors",    "maze",
                                               "comb",  "city",  "city500",         "city2000", "fig17"};
    for (const BuiltInScene& scene : builtInScenes())
    {
        const std::uint64_t first = computeInputHash(build(scene.name, {1, 1}));
        EXPECT_EQ(first, computeInputHash(build(scene.name, {1, 1}))) << scene.name;
        EXPECT_EQ(first != computeInputHash(build(scene.name, {2, 1})), seeded.contains(scene.name)) << scene.name;
    }
}

TEST(Generators, AScaleGivesThatManyTimesTheVertices)
{
    for (const BuiltInScene& scene : builtInScenes())
    {
        const double one = static_cast<double>(countVertices(build(scene.name)));
        for (double scale : {2.0, 9.0})
        {
            const double ratio = static_cast<double>(countVertices(build(scene.name, {1, scale}))) / (one * scale);
            EXPECT_GT(ratio, 0.8) << scene.name << " at " << scale;
            EXPECT_LT(ratio, 1.2) << scene.name << " at " << scale;
        }
    }
}

TEST(Generators, AllScenesHaveTheSameBitsOnEveryCompiler)
{
    Hasher all;
    std::string each;
    for (const BuiltInScene& scene : builtInScenes())
    {
        const SceneInput input = build(scene.name, {7, 1});
        addToHash(all, input);
        each += std::string(scene.name) + " " + std::to_string(computeInputHash(input)) + "\n";
    }
    EXPECT_EQ(all.value(), 16719152687240127254u) << each;
}

TEST(Generators, NoBuiltInSceneNeedsARepair)
{
    for (const BuiltInScene& scene : builtInScenes())
    {
        const SceneInput input = build(scene.name, {2, 1});
        SceneReport report;
        Result<Scene> built = buildScene(input, &report);
        ASSERT_TRUE(built.ok()) << scene.name << ": " << built.error().message;
        EXPECT_EQ(report.summary(), "") << scene.name;
        EXPECT_EQ(built->name(), scene.name);
        EXPECT_EQ(built->points().size(), countVertices(input)) << scene.name;
        EXPECT_EQ(built->areas().size(), input.areas.size()) << scene.name;
        EXPECT_NEAR(built->area(), computeFreeArea(input), 1e-5 * computeFreeArea(input)) << scene.name;
        EXPECT_EQ(buildScene(scene.name, {2, 1})->computeHash(), built->computeHash()) << scene.name;
    }
}

TEST(Generators, AnUnknownNameIsAnErrorThatSuggestsTheNearest)
{
    const auto messageFor = [](std::string_view name) {
        Result<SceneInput> input = buildSceneInput(name);
        EXPECT_FALSE(input.ok());
        return input.ok() ? std::string() : input.error().message;
    };
    EXPECT_FALSE(buildScene("room").ok());
    EXPECT_THAT(messageFor("room"), HasSubstr("Did you mean rooms"));
    EXPECT_THAT(messageFor("mazes"), HasSubstr("Did you mean maze"));
    EXPECT_THAT(messageFor("spiarl"), HasSubstr("Did you mean spiral"));
    EXPECT_THAT(messageFor("Donut"), HasSubstr("Did you mean donut"));
    EXPECT_THAT(messageFor("ill-conditioned"), HasSubstr("ill_conditioned"));
    EXPECT_THAT(messageFor("mck"), HasSubstr("mckenna"));
    EXPECT_THAT(messageFor("city50"), HasSubstr("city500"));
    EXPECT_THAT(messageFor("level.wkt"), Not(HasSubstr("Did you mean")));
    for (const std::string& name : {std::string(), std::string("x"), std::string(5000, 'q'), std::string("rooms\n")})
    {
        EXPECT_THAT(messageFor(name), HasSubstr("clearway scenes"));
        EXPECT_LT(messageFor(name).size(), 200u);
        EXPECT_EQ(messageFor(name).find('\n'), std::string::npos);
    }
}

TEST(Generators, AScaleOutOfRangeIsAnErrorThatSaysWhatIsAllowed)
{
    const double infinity = std::numeric_limits<double>::infinity();
    for (double scale : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 10000.001, 1e300})
    {
        Result<SceneInput> input = buildSceneInput("rooms", {1, scale});
        ASSERT_FALSE(input.ok()) << scale;
        EXPECT_EQ(input.error().code, ErrorCode::invalid_argument);
        EXPECT_THAT(input.error().message, HasSubstr("at most 10000"));
    }
    EXPECT_TRUE(buildSceneInput("rooms", {1, 5e-324}).ok());
    EXPECT_TRUE(buildSceneInput("fig4", {1, 10000}).ok());
}

TEST(Generators, MoreVerticesThanTheLimitAreRefusedBeforeAnyAreMade)
{
    Result<SceneInput> input = buildSceneInput("city2000", {1, 10000});
    ASSERT_FALSE(input.ok());
    EXPECT_EQ(input.error().code, ErrorCode::out_of_range);
    EXPECT_THAT(input.error().message, HasSubstr("Use a scale of at most"));
}

TEST(Generators, ABoxCityAHundredTimesLargerHasAHundredTimesTheBuildings)
{
    const SceneInput input = build("city500", {3, 100});
    EXPECT_EQ(input.obstacles.size(), 20000u);
}

TEST(Generators, BoxCitiesHaveTheirNumberOfBoxesWithAGapBetweenThem)
{
    for (const auto& [name, count, size] : {std::tuple{"city500", 200u, 500.0}, std::tuple{"city2000", 3200u, 2000.0}})
    {
        const SceneInput input = build(name, {5, 1});
        EXPECT_EQ(input.obstacles.size(), count);
        EXPECT_EQ(computeBounds(input.areas.at(0).outline.points), (Box2{{0, 0}, {size, size}}));
        for (const SceneInput::Obstacle& obstacle : input.obstacles)
        {
            const Ring& ring = obstacle.outline.points;
            ASSERT_EQ(ring.size(), 4u);
            for (std::size_t k = 0; k < 4; ++k)
                EXPECT_NEAR(dot(ring[(k + 1) % 4] - ring[k], ring[(k + 2) % 4] - ring[(k + 1) % 4]), 0, 1e-9);
        }
        // All edges of different rings, the border included; within one box they are at least 10 m long.
        EXPECT_GE(measureNarrowest(input, 2.6), 2.5 - 1e-9);
    }
}

TEST(Generators, McKennaHasFifteenBuildingsAndFortySixTriangles)
{
    const SceneInput input = build("mckenna");
    std::map<std::size_t, int> count_by_corners;
    int triangles = 0;
    for (const SceneInput::Obstacle& obstacle : input.obstacles)
    {
        ++count_by_corners[obstacle.outline.points.size()];
        triangles += static_cast<int>(obstacle.outline.points.size()) - 2;
    }
    EXPECT_EQ(count_by_corners, (std::map<std::size_t, int>{{4, 8}, {6, 6}, {8, 1}}));
    EXPECT_EQ(triangles, 46);
    EXPECT_GT(computeFreeArea(input), 0.7 * 200 * 200);
    EXPECT_GE(measureNarrowest(input, 5), 3); // no lane narrower than a cart
}

TEST(Generators, CityHas173IslandsAnd2122TrianglesWhateverTheSeed)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed)
    {
        const SceneInput input = build("city", {seed, 1});
        std::size_t triangles = 0;
        for (const SceneInput::Obstacle& obstacle : input.obstacles) triangles += obstacle.outline.points.size() - 2;
        EXPECT_EQ(input.obstacles.size(), 173u);
        EXPECT_EQ(triangles, 2122u);
        EXPECT_EQ(computeBounds(input.areas.at(0).outline.points), (Box2{{0, 0}, {500, 500}}));
    }
}

TEST(Generators, CityHasAlleysAndEveryoneFitsThrough)
{
    const double narrowest = measureNarrowest(build("city"), 3);
    EXPECT_GT(narrowest, 0.5); // a character of radius 0.25
    EXPECT_LT(narrowest, 2.5);
}

TEST(Generators, TheDonutLiesBetweenItsTwoCircles)
{
    const SceneInput input = build("donut");
    for (Vec2 p : input.areas.at(0).outline.points) EXPECT_NEAR(length(p), 18, 1e-12);
    for (Vec2 p : input.obstacles.at(0).outline.points) EXPECT_NEAR(length(p), 10, 1e-12);
    // The way from wall to wall stays 8 m however large the ring.
    const SceneInput large = build("donut", {1, 3});
    EXPECT_NEAR(length(large.areas[0].outline.points[0]) - length(large.obstacles[0].outline.points[0]), 8, 1e-12);
}

TEST(Generators, TheObstaclesOfTheCrossAreConvexWithThreeToSevenCorners)
{
    const SceneInput input = build("cross", {4, 1});
    EXPECT_EQ(computeBounds(input.areas.at(0).outline.points), (Box2{{-60, -60}, {60, 60}}));
    std::set<std::size_t> corner_counts;
    for (const SceneInput::Obstacle& obstacle : input.obstacles)
    {
        const Ring& ring = obstacle.outline.points;
        corner_counts.insert(ring.size());
        for (std::size_t k = 0; k < ring.size(); ++k)
            EXPECT_GT(cross(ring[(k + 1) % ring.size()] - ring[k], ring[(k + 2) % ring.size()] - ring[k]), 0);
        double extent = 0;
        for (Vec2 p : ring)
            for (Vec2 q : ring) extent = std::max(extent, distance(p, q));
        EXPECT_GT(extent, 0.5);
        EXPECT_LE(extent, 4);
    }
    EXPECT_EQ(corner_counts, (std::set<std::size_t>{3, 4, 5, 6, 7}));
}

TEST(Generators, TheMazeIsATreeOfCorridors)
{
    for (std::uint64_t seed = 0; seed < 10; ++seed)
    {
        const SceneInput input = build("maze", {seed, 1});
        ASSERT_EQ(input.areas.size(), 1u);
        EXPECT_TRUE(input.areas[0].holes.empty()); // no cycle
        // n cells and n - 1 openings: connected.
        EXPECT_NEAR(computeFreeArea(input), 192 * 1.7 * 1.7 + 191 * 1.7 * 0.3, 1e-9);
    }
}

/// Clearance on a fine grid, and shortest ways over it for a disc.
class ClearanceGrid
{
public:
    explicit ClearanceGrid(const SceneInput& input)
    {
        for (const SceneInput::AreaInput& area : input.areas) bounds_.add(computeBounds(area.outline.points));
        columns_ = static_cast<int>(bounds_.size().x / kStep) + 1;
        rows_ = static_cast<int>(bounds_.size().y / kStep) + 1;
        const std::vector<Edge> edges = listEdges(input);
        clearance_.resize(static_cast<std::size_t>(columns_ * rows_));
        for (int row = 0; row < rows_; ++row)
            for (int column = 0; column < columns_; ++column)
            {
                const Vec2 p = {bounds_.min.x + column * kStep, bounds_.min.y + row * kStep};
                double nearest = std::numeric_limits<double>::infinity();
                bool is_free = false;
                for (const Edge& e : edges)
                {
                    if ((e.a.y > p.y) != (e.b.y > p.y) && p.x < e.a.x + (p.y - e.a.y) / (e.b.y - e.a.y) * (e.b.x - e.a.x))
                        is_free = !is_free;
                    nearest = std::min(nearest, measure(p, e.a, e.b));
                }
                clearance_[indexOf(column, row)] = is_free ? nearest : -1;
            }
    }

    double clearanceAt(Vec2 p) const { return clearance_[nodeAt(p)]; }

    /// Lengths of the shortest grid ways from `start` to everywhere; infinite where a disc of this radius does not get.
    std::vector<double> computeLengths(Vec2 start, double radius) const
    {
        static constexpr int kSteps[16][2] = {{1, 0},  {2, 1},   {1, 1},   {1, 2},   {0, 1},  {-1, 2}, {-1, 1}, {-2, 1},
                                              {-1, 0}, {-2, -1}, {-1, -1}, {-1, -2}, {0, -1}, {1, -2}, {1, -1}, {2, -1}};
        std::vector<double> lengths(clearance_.size(), std::numeric_limits<double>::infinity());
        using Item = std::pair<double, std::size_t>;
        std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
        if (clearance_[nodeAt(start)] >= radius) queue.emplace(0, nodeAt(start)), lengths[nodeAt(start)] = 0;
        while (!queue.empty())
        {
            const auto [so_far, node] = queue.top();
            queue.pop();
            if (so_far > lengths[node]) continue;
            const int column = static_cast<int>(node) % columns_;
            const int row = static_cast<int>(node) / columns_;
            for (const auto& step : kSteps)
            {
                const int x = column + step[0];
                const int y = row + step[1];
                if (x < 0 || y < 0 || x >= columns_ || y >= rows_ || clearance_[indexOf(x, y)] < radius) continue;
                const double next = so_far + kStep * std::sqrt(static_cast<double>(step[0] * step[0] + step[1] * step[1]));
                if (next < lengths[indexOf(x, y)]) queue.emplace(lengths[indexOf(x, y)] = next, indexOf(x, y));
            }
        }
        return lengths;
    }

    double computeLength(Vec2 start, Vec2 goal, double radius) const { return computeLengths(start, radius)[nodeAt(goal)]; }

    std::size_t nodeAt(Vec2 p) const
    {
        return indexOf(static_cast<int>(std::lround((p.x - bounds_.min.x) / kStep)),
                       static_cast<int>(std::lround((p.y - bounds_.min.y) / kStep)));
    }

private:
    static constexpr double kStep = 0.05;

    std::size_t indexOf(int column, int row) const { return static_cast<std::size_t>(row * columns_ + column); }

    Box2 bounds_;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<double> clearance_;
};

TEST(Generators, InRoomsThreeSizesTakeThreeWays)
{
    constexpr Vec2 kStart = {1, 1};
    constexpr Vec2 kGoal = {38, 21};
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::testScale()) + 1; ++seed)
    {
        SCOPED_TRACE(seed);
        const ClearanceGrid grid(build("rooms", {seed, 1}));
        EXPECT_GT(grid.clearanceAt(kStart), 1.1);
        EXPECT_GT(grid.clearanceAt(kGoal), 1.1);
        const auto lengthFor = [&](double radius) { return grid.computeLength(kStart, kGoal, radius); };
        const double small = lengthFor(0.2);
        const double medium = lengthFor(0.5);
        const double large = lengthFor(1.0);
        EXPECT_LT(large, 70);
        EXPECT_GT(large, medium + 3);
        EXPECT_GT(medium, small + 3);
        // Each way is lost at the door that it needs: 0.6, 1.2 and 2.4 m. A grid node lies within 0.025 m of the middle of a
        // door.
        EXPECT_GT(lengthFor(0.31), lengthFor(0.27) + 0.4);
        EXPECT_GT(lengthFor(0.61), lengthFor(0.57) + 3);
        EXPECT_LT(lengthFor(1.17), large + 2);
        EXPECT_EQ(lengthFor(1.21), std::numeric_limits<double>::infinity());
    }
}

TEST(Generators, HowManyRoomsADiscReachesTellsItsSize)
{
    const ClearanceGrid grid(build("doors", {2, 1}));
    // Rooms of 6.2 m pitch, 7 in a storey; the row runs to and fro from the top left. Door k is 0.2 (k + 1) wide.
    const auto centerOf = [](int room) {
        const int storey = room / 7;
        const int column = storey % 2 == 0 ? room % 7 : 6 - room % 7;
        return Vec2{column * 6.2 + 3, -storey * 6.2 + 3};
    };
    for (double radius : {0.04, 0.25, 0.45, 0.95, 1.45, 1.93})
    {
        const std::vector<double> lengths = grid.computeLengths(centerOf(20), radius);
        for (int room = 0; room < 20; ++room)
        {
            const double narrowest_door =
                0.2 * (room + 1); // door `room` leads out of room `room`, and the doors after it are wider
            if (std::abs(narrowest_door - 2 * radius) < 0.06) continue;
            EXPECT_EQ(std::isfinite(lengths[grid.nodeAt(centerOf(room))]), narrowest_door > 2 * radius)
                << "room " << room << " radius " << radius;
        }
    }
}

TEST(Turn, DirectionsAreWithinAnUlpOrTwoOfTheTrueOnes)
{
    for (int k = -3000; k <= 3000; ++k)
    {
        const double turn = k / 997.0;
        const Vec2 d = generators::computeDirection(turn);
        const long double angle =
            (static_cast<long double>(turn) - std::floor(static_cast<long double>(turn))) * 6.283185307179586476925286766559L;
        EXPECT_NEAR(d.x, static_cast<double>(std::cos(angle)), 1e-15) << turn;
        EXPECT_NEAR(d.y, static_cast<double>(std::sin(angle)), 1e-15) << turn;
    }
    EXPECT_EQ(generators::computeDirection(0), (Vec2{1, 0}));
    EXPECT_EQ(generators::computeDirection(0.25), (Vec2{0, 1}));
    EXPECT_EQ(generators::computeDirection(-0.25), (Vec2{0, -1}));
    EXPECT_EQ(generators::computeDirection(7.5), (Vec2{-1, 0}));
}

TEST(FloorPlan, WallsAreTracedWithFreeSpaceOnTheLeftAndBaysPutIn)
{
    generators::FloorPlan plan;
    plan.add(0, 0, 4, 3);
    plan.subtract(1, 1, 2, 2);                         // a pillar: a hole
    plan.subtract(3, 2, 4, 3);                         // a fitting in the corner
    plan.addBay({{300, 0}, {350, 0}, {{3.2, -0.5}}});  // on the south wall, which runs east
    plan.addBay({{200, 300}, {100, 300}, {{1.5, 4}}}); // on the north wall, which runs west
    const SceneInput::AreaInput area = plan.buildArea();
    EXPECT_EQ(area.outline.points,
              (Ring{{0, 0}, {3, 0}, {3.2, -0.5}, {3.5, 0}, {4, 0}, {4, 2}, {3, 2}, {3, 3}, {2, 3}, {1.5, 4}, {1, 3}, {0, 3}}));
    ASSERT_EQ(area.holes.size(), 1u);
    EXPECT_NEAR(computeArea(area.holes[0].points), -1, 1e-12);
}

TEST(FloorPlan, RoomsThatTouchAtACornerOnlyAreNotJoinedThere)
{
    // Two squares that meet at (1, 1), joined by a way round: the pinch is a corner of both, not a passage.
    generators::FloorPlan plan;
    plan.add(0, 0, 1, 1);
    plan.add(1, 1, 2, 2);
    plan.add(-1, 0, 0, 3);
    plan.add(-1, 2, 2, 3);
    const SceneInput::AreaInput area = plan.buildArea();
    double total = computeArea(area.outline.points);
    for (const SceneInput::RingInput& hole : area.holes) total += computeArea(hole.points);
    EXPECT_NEAR(total, 1 + 1 + 3 + 2, 1e-12);
}

TEST(Packing, OutlinesNearerThanTheGapAreTurnedAway)
{
    generators::Packing packing({{0, 0}, {100, 100}}, 2, 1);
    const auto boxAt = [](double x, double y) { return Ring{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}; };
    EXPECT_TRUE(packing.tryAdd(boxAt(50, 50)));
    EXPECT_FALSE(packing.tryAdd(boxAt(50, 50)));
    EXPECT_FALSE(packing.tryAdd(boxAt(51.5, 50)));
    EXPECT_FALSE(packing.tryAdd(boxAt(50.5, 48.5)));
    EXPECT_TRUE(packing.tryAdd(boxAt(52.5, 50)));
    EXPECT_TRUE(packing.tryAdd(boxAt(50, 47.5)));
    EXPECT_EQ(packing.outlines().size(), 3u);
}

} // namespace
} // namespace clearway
