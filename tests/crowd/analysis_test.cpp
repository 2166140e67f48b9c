// SPDX-License-Identifier: MIT
#include <clearway/crowd/analysis.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <clearway/base/random.h>
#include <clearway/crowd/metrics.h>
#include <clearway/geometry/shapes.h>

#include "crowd/analysis_parts.h"
#include "tests/crowd/puppets.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

namespace {

constexpr double kPi = 3.14159265358979323846;

struct Persons
{
    std::vector<std::uint64_t> ids;
    std::vector<Vec2> positions;

    void add(std::uint64_t id, Vec2 position)
    {
        ids.push_back(id);
        positions.push_back(position);
    }
};

/// Who is where in each of `count` frames.
Analysis analyse(AnalysisOptions options, int count, const std::function<Persons(int)>& place)
{
    Result<TrajectoryAnalyzer> analyzer = TrajectoryAnalyzer::build(std::move(options));
    EXPECT_TRUE(analyzer) << analyzer.error().message;
    for (int frame = 0; frame < count; ++frame)
    {
        const Persons persons = place(frame);
        if (!persons.ids.empty()) analyzer->add({frame, persons.ids, persons.positions});
    }
    return analyzer->finish();
}

Ring makeBox(Vec2 min, Vec2 max) { return {min, {max.x, min.y}, max, {min.x, max.y}}; }

/// The Voronoi density of an area, by asking on a fine lattice of points who is nearest.
double sampleDensity(const Ring& area, const std::vector<Ring>& walkable, double cut_off, const std::vector<Vec2>& positions)
{
    constexpr double kStep = 0.02;
    std::vector<double> whole(positions.size());
    std::vector<double> inside(positions.size());
    const auto isFree = [&](Vec2 p) {
        bool is_free = walkable.empty();
        for (const Ring& ring : walkable)
            if (classifyPoint(ring, p) != Side::outside) is_free = !is_free;
        return is_free;
    };
    for (double x = -6; x < 6; x += kStep)
        for (double y = -6; y < 6; y += kStep)
        {
            const Vec2 p = {x + kStep / 2, y + kStep / 2};
            std::size_t nearest = 0;
            for (std::size_t i = 1; i < positions.size(); ++i)
                if (distanceSq(p, positions[i]) < distanceSq(p, positions[nearest])) nearest = i;
            if (distance(p, positions[nearest]) > cut_off || !isFree(p)) continue;
            whole[nearest] += 1;
            inside[nearest] += classifyPoint(area, p) != Side::outside;
        }
    double persons = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (whole[i] > 0) persons += inside[i] / whole[i];
    return persons / std::abs(computeSignedArea(area));
}

/// The order of lanes by its definition.
double computeOrderSlowly(const std::vector<Vec2>& positions, const std::vector<int>& directions, double strip)
{
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        int same = 0;
        int opposite = 0;
        for (std::size_t k = 0; k < positions.size(); ++k)
            if (k != i && std::abs(positions[i].y - positions[k].y) < strip) ++(directions[i] == directions[k] ? same : opposite);
        if (same + opposite == 0) continue;
        const double order = static_cast<double>(same - opposite) / (same + opposite);
        sum += order * order;
        ++count;
    }
    return sum / count;
}

} // namespace

TEST(Analysis, ALatticeOfWalkersHasItsDensityAndSpeed)
{
    // Every walker has 0.8 m by 0.5 m for himself, and all walk at 1.25 m/s.
    const AnalysisOptions options = {.frame_rate = 25,
                                     .frame_step = 5,
                                     .areas = {{"hall", makeBox({-1.3, -0.7}, {1.9, 1.1})}},
                                     .density = AnalysisOptions::Density::voronoi,
                                     .cut_off = 3,
                                     .bin_width = 0.4};
    const Analysis analysis = analyse(options, 40, [](int frame) {
        Persons persons;
        for (int i = 0; i < 30; ++i)
            for (int k = 0; k < 30; ++k)
                persons.add(static_cast<std::uint64_t>(30 * i + k), {-15 + 0.8 * i + frame * 0.05, -7 + 0.5 * k});
        return persons;
    });
    ASSERT_EQ(analysis.areas[0].samples.size(), 40u);
    for (const Analysis::AreaSample& sample : analysis.areas[0].samples)
    {
        EXPECT_NEAR(sample.voronoi_density, 2.5, 1e-9);
        EXPECT_NEAR(sample.voronoi_speed, 1.25, 1e-9);
        EXPECT_NEAR(sample.speed, 1.25, 1e-9);
        EXPECT_NEAR(sample.flow, 2.5 * 1.25, 1e-9);
        EXPECT_TRUE(std::isnan(sample.lane_order)) << "all walk the same way";
        EXPECT_NEAR(sample.density, sample.count / 5.76, 1e-12);
    }
    ASSERT_EQ(analysis.areas[0].bins.size(), 1u);
    EXPECT_NEAR(analysis.areas[0].bins[0].speed.median, 1.25, 1e-9);
    EXPECT_EQ(analysis.areas[0].bins[0].sample_count, 40u);
    EXPECT_NEAR(analysis.mean_speed, 1.25, 1e-9);
    EXPECT_EQ(analysis.person_count, 900u);
    EXPECT_EQ(analysis.faults.gaps + analysis.faults.leaps + analysis.faults.shared_places, 0u);
}

TEST(Analysis, SpeedsAreCentralDifferences)
{
    // x = t², whose central difference is its derivative, whatever the step; at the ends the step is one-sided.
    const AnalysisOptions options = {.frame_rate = 10, .frame_step = 3, .areas = {{"", makeBox({-1, -1}, {500, 1})}}};
    const Analysis analysis = analyse(options, 20, [](int frame) {
        Persons persons;
        persons.add(7, {0.01 * frame * frame, 0});
        return persons;
    });
    const std::vector<Analysis::AreaSample>& samples = analysis.areas[0].samples;
    ASSERT_EQ(samples.size(), 20u);
    for (std::size_t i = 1; i < 19; ++i) EXPECT_NEAR(samples[i].speed, 0.2 * static_cast<double>(i), 1e-9) << i;
    EXPECT_NEAR(samples.front().speed, 0.3, 1e-9);
    EXPECT_NEAR(samples.back().speed, 3.8 - 0.3, 1e-9);
}

TEST(Analysis, NoSpeedIsTakenOverAGap)
{
    // In frames 5 and 6 person 1 is missing, and is back elsewhere; person 2 is always there.
    const AnalysisOptions options = {.frame_rate = 10, .frame_step = 4, .areas = {{"", makeBox({-9, -1}, {99, 1})}}};
    const Analysis analysis = analyse(options, 12, [](int frame) {
        Persons persons;
        if (frame != 5 && frame != 6) persons.add(1, {frame < 5 ? 0.1 * frame : 50 + 0.1 * frame, 0});
        persons.add(2, {30 + 0.1 * frame, 0});
        return persons;
    });
    for (const Analysis::AreaSample& sample : analysis.areas[0].samples) EXPECT_NEAR(sample.speed, 1, 1e-9);
    EXPECT_EQ(analysis.faults.gaps, 1u);
    EXPECT_EQ(analysis.faults.persons_with_gaps, 1u);
    EXPECT_NEAR(analysis.faults.longest_gap, 0.3, 1e-12);
    EXPECT_EQ(analysis.faults.leaps, 0u);
}

TEST(Analysis, EveryFifthFrameIsAsGoodAsAll)
{
    const auto place = [](int frame) {
        Persons persons;
        if (frame % 5 == 0) persons.add(1, {0.05 * frame, 0});
        return persons;
    };
    const Analysis analysis =
        analyse({.frame_rate = 25, .frame_step = 1, .areas = {{"", makeBox({-1, -1}, {99, 1})}}}, 60, place);
    ASSERT_EQ(analysis.areas[0].samples.size(), 12u);
    for (const Analysis::AreaSample& sample : analysis.areas[0].samples) EXPECT_NEAR(sample.speed, 1.25, 1e-9);
    EXPECT_EQ(analysis.faults.gaps, 0u);
}

TEST(Analysis, OneWhoIsAloneHasADisc)
{
    VoronoiMeasure inside(makeBox({-0.1, -0.1}, {0.1, 0.1}), {}, 2);
    const std::vector<Vec2> alone = {{0, 0}};
    ASSERT_EQ(inside.computeShares(alone).size(), 1u);
    EXPECT_NEAR(inside.computeShares(alone)[0].part / 0.04, 1 / (kPi * 4), 1e-12);
    VoronoiMeasure around(makeBox({-5, -5}, {5, 5}), {}, 2);
    EXPECT_NEAR(around.computeShares(alone)[0].part, 1, 1e-12);
    VoronoiMeasure away(makeBox({3, 3}, {5, 5}), {}, 2);
    EXPECT_TRUE(away.computeShares(alone).empty());
}

TEST(Analysis, WallsEndCells)
{
    // A corridor 2 m wide: the cell of one who is alone is 2 m by twice the cut-off, nearly.
    const std::vector<Ring> corridor = {makeBox({-50, -1}, {50, 1})};
    VoronoiMeasure measure(makeBox({-1, -1}, {1, 1}), corridor, 100);
    const std::vector<Vec2> pair = {{-1, 0.3}, {1, 0.3}, {-3, 0.3}, {3, 0.3}};
    double persons = 0;
    for (const VoronoiMeasure::Share& share : measure.computeShares(pair)) persons += share.part;
    EXPECT_NEAR(persons, 0.5 + 0.5, 1e-9);
}

/// A corridor 2 m wide, where everybody has a metre of it and walks at 1 m/s.
static Persons walkInCorridor(int frame)
{
    Persons persons;
    for (int i = 0; i < 40; ++i) persons.add(static_cast<std::uint64_t>(i), {-20.5 + i + 0.1 * frame, 0.5 - i % 2});
    return persons;
}

TEST(Analysis, DensityInACorridorIsTheSameWithAndWithoutItsWalls)
{
    AnalysisOptions options = {.frame_rate = 10, .areas = {{"", makeBox({-4, -1}, {4, 1})}}};
    const Analysis without = analyse(options, 11, walkInCorridor);
    options.walkable = {makeBox({-50, -1}, {50, 1})};
    const Analysis with = analyse(options, 11, walkInCorridor);
    EXPECT_EQ(without.areas[0].method, AnalysisOptions::Density::persons_per_area);
    EXPECT_EQ(with.areas[0].method, AnalysisOptions::Density::voronoi);
    EXPECT_NEAR(with.areas[0].mean_density, 0.5, 1e-9);
    EXPECT_NEAR(without.areas[0].mean_density, 0.5, 0.04) << "persons on the border count whole";
    for (const Analysis* analysis : {&with, &without})
    {
        const Analysis::Area& area = analysis->areas[0];
        EXPECT_NEAR(area.mean_speed, 1, 1e-9);
        for (const Analysis::AreaSample& sample : area.samples)
            EXPECT_NEAR(sample.flow, area.density(sample) * area.speed(sample), 1e-12);
        ASSERT_FALSE(area.bins.empty());
        EXPECT_NEAR(area.bins.back().speed.median, 1, 1e-9);
    }
    for (const Analysis::AreaSample& sample : without.areas[0].samples) EXPECT_TRUE(std::isnan(sample.voronoi_density));
    // In the open, cells end at the cut-off: there a person has more room.
    options.walkable.clear();
    options.density = AnalysisOptions::Density::voronoi;
    EXPECT_LT(analyse(options, 11, walkInCorridor).areas[0].mean_density, 0.35);
}

TEST(Analysis, TwoInOnePlaceCountAsTwo)
{
    const AnalysisOptions options = {.areas = {{"", makeBox({-6, -6}, {6, 6})}}, .density = AnalysisOptions::Density::voronoi};
    const Analysis analysis = analyse(options, 3, [](int frame) {
        Persons persons;
        persons.add(4, {0, 0});
        persons.add(9, {frame < 1 ? 1.0 : 0, 0});
        persons.add(11, {3, 0});
        return persons;
    });
    for (const Analysis::AreaSample& sample : analysis.areas[0].samples) EXPECT_NEAR(sample.voronoi_density, 3.0 / 144, 1e-9);
    EXPECT_EQ(analysis.faults.shared_places, 2u);
    EXPECT_EQ(analysis.faults.shared_in_frame, 1);
    EXPECT_EQ(analysis.faults.shared_by[0], 4u);
    EXPECT_EQ(analysis.faults.shared_by[1], 9u);
}

TEST(Analysis, VoronoiDensityIsWhatALatticeOfPointsSees)
{
    Random random(11);
    for (int i = 0; i < 6 * testScale(); ++i)
    {
        SCOPED_TRACE(i);
        std::vector<Vec2> positions;
        for (std::size_t k = 0; k < 5 + random.below(25); ++k)
            positions.push_back({random.uniform(-4, 4), random.uniform(-4, 4)});
        // An area with a dent, and a room with a pillar.
        const Ring area = {{-2, -2}, {2, -2}, {2, 2}, {random.uniform(-1.5, 1.5), random.uniform(-1.5, 0.5)}, {-2, 2}};
        std::vector<Ring> walkable;
        if (i % 2 == 1) walkable = {makeBox({-4, -4}, {4, 4}), {{0.5, 0.5}, {0.5, 2.5}, {1.5, 2.5}, {1.5, 0.5}}};
        const double cut_off = i % 3 == 0 ? 1.2 : 2.5;
        VoronoiMeasure measure(area, walkable, cut_off);
        double persons = 0;
        for (const VoronoiMeasure::Share& share : measure.computeShares(positions)) persons += share.part;
        const double expected = sampleDensity(area, walkable, cut_off, positions);
        EXPECT_NEAR(persons / std::abs(computeSignedArea(area)), expected, 0.02 * expected);
    }
}

TEST(Analysis, PeoplePassALineAtTheirRate)
{
    // Somebody crosses every half second, from the right of the line to its left; every fourth one goes back 30 s later.
    const AnalysisOptions options = {.frame_rate = 20, .lines = {{"door", {0, -1}, {0, 1}}, {"far", {0, 5}, {0, 6}}}};
    const auto place = [](int frame) {
        Persons persons;
        for (int i = 0; i < 41; ++i)
        {
            const double time = frame / 20.0 - 0.5 * i - 2.01;
            const double way = i % 4 == 3 && time > 15 ? 30 - time : time;
            persons.add(static_cast<std::uint64_t>(i + 1), {-std::clamp(way, -1.0, 1.0), 0.2});
        }
        return persons;
    };
    // Before anybody goes back.
    const Analysis first = analyse(options, 600, place);
    const Analysis::Line& door = first.lines[0];
    EXPECT_EQ(door.width, 2);
    EXPECT_EQ(door.forward, 41u);
    EXPECT_EQ(door.backward, 0u);
    EXPECT_NEAR(door.flow, 2, 1e-9);
    EXPECT_NEAR(door.specific_flow, 1, 1e-9);
    EXPECT_NEAR(door.steady_flow, 2, 1e-9);
    EXPECT_NEAR(door.steady_specific_flow, 1, 1e-9);
    ASSERT_EQ(door.crossings.size(), 41u);

    const Analysis analysis = analyse(options, 1200, place);
    const Analysis::Line& both = analysis.lines[0];
    EXPECT_EQ(both.forward, 41u);
    EXPECT_EQ(both.backward, 10u);
    ASSERT_EQ(both.crossings.size(), 51u);
    for (std::size_t i = 0; i < both.crossings.size(); ++i)
    {
        const bool is_forward = i < 41;
        const std::size_t person = is_forward ? i : 4 * (i - 41) + 3;
        EXPECT_EQ(both.crossings[i].id, person + 1);
        EXPECT_NEAR(both.crossings[i].time, (is_forward ? 2.05 : 32.05) + 0.5 * static_cast<double>(person), 1e-9);
        EXPECT_EQ(both.crossings[i].is_forward, is_forward);
    }
    const double last = both.crossings.back().time;
    EXPECT_NEAR(both.flow, 30 / (last - 2.05), 1e-9);
    EXPECT_EQ(both.net_flow, both.flow);
    EXPECT_NEAR(both.forward_flow, 2, 1e-9);
    EXPECT_NEAR(both.backward_flow, 9 / (last - both.crossings[41].time), 1e-9);
    EXPECT_TRUE(analysis.lines[1].crossings.empty());
    EXPECT_EQ(analysis.lines[1].flow, 0);
}

TEST(Analysis, OneWhoWasAwayForLongDoesNotCross)
{
    const auto analyseGap = [](int gap) {
        const AnalysisOptions options = {.frame_rate = 10, .lines = {{"", {0, -1}, {0, 1}}}, .max_gap = 1};
        return analyse(options, 50,
                       [gap](int frame) {
                           Persons persons;
                           if (frame < 5 || frame >= 5 + gap) persons.add(1, {frame < 5 ? 1.0 : -1.0, 0});
                           persons.add(2, {9, 9});
                           return persons;
                       })
            .lines[0]
            .forward;
    };
    EXPECT_EQ(analyseGap(0), 1u);
    EXPECT_EQ(analyseGap(8), 1u);
    EXPECT_EQ(analyseGap(15), 0u);
}

TEST(Analysis, CountsCrossingsAsAnObserverDoes)
{
    const int round_count = 5 * testScale();
    std::uint64_t forward_in_all_rounds = 0;
    for (int seed = 0; seed < round_count; ++seed)
    {
        SCOPED_TRACE(seed);
        Crowd crowd = makePuppetCrowd([seed](AgentId id, std::uint64_t tick) {
            Random random(static_cast<std::uint64_t>(seed), 1000 * id + tick / 3);
            return Vec2{random.uniform(-3, 3), random.uniform(-3, 3)};
        });
        Random random(static_cast<std::uint64_t>(seed));
        for (int i = 0; i < 40; ++i) ASSERT_TRUE(crowd.add(puppet({random.uniform(-3, 3), random.uniform(-3, 3)})));
        const std::vector<MeasuringLine> lines = {{"a", {-3, 0.5}, {2, 1}}, {"b", {0, -2}, {0, 2}}};
        CrowdObserver observer(crowd, {.lines = lines});
        AnalysisOptions options = {.frame_rate = 10, .lines = lines};
        Result<TrajectoryAnalyzer> analyzer = TrajectoryAnalyzer::build(options);
        for (int tick = 0; tick <= 100; ++tick)
        {
            if (tick > 0)
            {
                crowd.step(0.1);
                observer.observe(crowd);
            }
            std::vector<std::pair<std::uint64_t, Vec2>> persons;
            for (std::size_t i = 0; i < crowd.size(); ++i) persons.emplace_back(crowd.ids()[i], crowd.positions()[i]);
            std::sort(persons.begin(), persons.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
            Persons sorted;
            for (const auto& [id, position] : persons) sorted.add(id, position);
            analyzer->add({tick, sorted.ids, sorted.positions});
        }
        const Analysis analysis = analyzer->finish();
        const CrowdMetrics metrics = observer.metrics();
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            forward_in_all_rounds += analysis.lines[i].forward;
            EXPECT_EQ(analysis.lines[i].forward, metrics.lines[i].forward);
            EXPECT_EQ(analysis.lines[i].backward, metrics.lines[i].backward);
            EXPECT_NEAR(analysis.lines[i].flow, metrics.lines[i].flow, 1e-9);
            EXPECT_NEAR(analysis.lines[i].net_flow, metrics.lines[i].net_flow, 1e-9);
            EXPECT_NEAR(analysis.lines[i].forward_flow, metrics.lines[i].forward_flow, 1e-9);
            EXPECT_NEAR(analysis.lines[i].backward_flow, metrics.lines[i].backward_flow, 1e-9);
        }
    }
    EXPECT_GT(forward_in_all_rounds, 20u * static_cast<std::uint64_t>(round_count));
}

TEST(Analysis, PerfectLanesHaveOrderOneAndAMixtureHasNone)
{
    Random random(5);
    double chance = 0;
    double mixed = 0;
    const int trials = 100 * testScale();
    for (int trial = 0; trial < trials; ++trial)
    {
        std::vector<Vec2> positions;
        std::vector<Vec2> lanes;
        std::vector<Vec2> mixture;
        std::vector<int> directions;
        for (int i = 0; i < 80; ++i)
        {
            const int lane = i % 4;
            positions.push_back({random.uniform(0, 20), lane + random.uniform(-0.1, 0.1)});
            lanes.push_back({lane % 2 == 0 ? 1.2 : -1.1, random.uniform(-0.05, 0.05)});
            directions.push_back(random.below(2) == 0 ? 1 : -1);
            mixture.push_back({directions.back() * 1.2, 0});
        }
        const LaneOrder perfect = computeLaneOrder(positions, lanes, {}, 0.3);
        ASSERT_EQ(perfect.order, 1);
        ASSERT_EQ(perfect.beyond_chance, 1);
        const LaneOrder random_order = computeLaneOrder(positions, mixture, {}, 0.3);
        ASSERT_NEAR(random_order.order, computeOrderSlowly(positions, directions, 0.3), 1e-12);
        mixed += random_order.order / trials;
        chance += random_order.beyond_chance / trials;
    }
    EXPECT_NEAR(mixed, 1.0 / 19, 0.01);
    EXPECT_NEAR(chance, 0, 0.01);
}

TEST(Analysis, LanesHaveAnOrderWhicheverWayTheyRun)
{
    for (const Vec2 axis : {Vec2{1, 0}, Vec2{0, 1}, Vec2{0.6, 0.8}, Vec2{-0.8, 0.6}})
    {
        std::vector<Vec2> positions;
        std::vector<Vec2> velocities;
        for (int i = 0; i < 20; ++i)
        {
            positions.push_back(axis * (0.7 * i) + perpendicular(axis) * (i % 2));
            velocities.push_back(axis * (i % 2 == 0 ? 1.0 : -1.0));
        }
        EXPECT_EQ(computeLaneOrder(positions, velocities, {}, 0.3).order, 1);
        EXPECT_EQ(computeLaneOrder(positions, velocities, axis, 0.3).order, 1);
        const double across = computeLaneOrder(positions, velocities, perpendicular(axis), 0.3).order;
        EXPECT_TRUE(std::isnan(across)) << "nobody walks that way";
    }
}

TEST(Analysis, StripsThinnerThanTheNumbersThereHoldOneselfOnly)
{
    // At 1e16 the next number is 2 farther: adding 0.3 changes nothing.
    const std::vector<Vec2> positions = {{0, 1e16}, {0, 1e16 + 2}, {0, 1e16 + 4}, {0, 1e16 + 4}};
    const std::vector<Vec2> velocities = {{1, 0}, {-1, 0}, {1, 0}, {-1, 0}};
    for (const double sign : {1.0, -1.0})
    {
        std::vector<Vec2> mirrored = positions;
        for (Vec2& p : mirrored) p = p * sign;
        const LaneOrder lanes = computeLaneOrder(mirrored, velocities, {1, 0}, 0.3);
        EXPECT_TRUE(std::isnan(lanes.order)) << lanes.order;
        EXPECT_TRUE(std::isnan(lanes.beyond_chance)) << lanes.beyond_chance;
    }
}

TEST(Analysis, AFewWhoStepBackMakeNoSecondStream)
{
    for (const int backward : {0, 1, 2, 3})
    {
        std::vector<Vec2> positions;
        std::vector<Vec2> velocities;
        for (int i = 0; i < 20; ++i)
        {
            positions.push_back({0.5 * i, 0.01 * i});
            velocities.push_back({i < backward ? -0.5 : 1.0, 0});
        }
        EXPECT_EQ(std::isnan(computeLaneOrder(positions, velocities, {}, 0.3).order), backward < 2) << backward;
    }
}

TEST(Analysis, BinsHoldMediansOfTheirSamples)
{
    Analysis::Area area;
    for (int i = 0; i < 100; ++i)
    {
        Analysis::AreaSample sample;
        sample.voronoi_density = i < 75 ? 0.3 : 1.1;
        sample.voronoi_speed = i < 75 ? 1 + 0.01 * ((i * 37) % 75) : 0.5;
        sample.flow = sample.voronoi_density * sample.voronoi_speed;
        area.samples.push_back(sample);
    }
    area.samples.push_back({.voronoi_density = 5, .voronoi_speed = std::numeric_limits<double>::quiet_NaN()});
    summarise(area, 0.5);
    ASSERT_EQ(area.bins.size(), 2u);
    EXPECT_EQ(area.bins[0].low, 0);
    EXPECT_EQ(area.bins[0].high, 0.5);
    EXPECT_EQ(area.bins[0].sample_count, 75u);
    EXPECT_NEAR(area.bins[0].speed.median, 1.37, 1e-12);
    EXPECT_NEAR(area.bins[0].speed.lower, 1.185, 1e-12);
    EXPECT_NEAR(area.bins[0].speed.upper, 1.555, 1e-12);
    EXPECT_EQ(area.bins[1].low, 1);
    EXPECT_EQ(area.bins[1].speed.upper, 0.5);
}

TEST(Analysis, WeidmannsSpeedIsHisFormula)
{
    for (double density = 0.01; density < 5.4; density += 0.01)
        EXPECT_NEAR(computeWeidmannSpeed(density), 1.34 * (1 - std::exp(-1.913 * (1 / density - 1 / 5.4))), 1e-14) << density;
    EXPECT_EQ(computeWeidmannSpeed(0), 1.34);
    EXPECT_EQ(computeWeidmannSpeed(1e-300), 1.34);
    EXPECT_EQ(computeWeidmannSpeed(5.4), 0);
    EXPECT_EQ(computeWeidmannSpeed(100), 0);
}

TEST(Analysis, WhatCannotBeMeasuredIsRefused)
{
    const auto refuse = [](const AnalysisOptions& options, const std::string& part) {
        const Result<TrajectoryAnalyzer> analyzer = TrajectoryAnalyzer::build(options);
        ASSERT_FALSE(analyzer);
        EXPECT_NE(analyzer.error().message.find(part), std::string::npos) << analyzer.error().message;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refuse({.frame_rate = 0}, "frame rate");
    refuse({.frame_rate = nan}, "frame rate");
    refuse({.frame_step = -1}, "frame step");
    refuse({.lines = {{"door", {1, 1}, {1, 1}}}}, "'door' has no length");
    refuse({.lines = {{"door", {1, nan}, {1, 1}}}}, "'door' has no length");
    refuse({.areas = {{"hall", {{0, 0}, {1, 1}, {2, 2}}}}}, "'hall' has no size");
    refuse({.areas = {{"hall", {}}}}, "'hall' has no size");
    refuse({.areas = {{"hall", {{0, 0}, {2, 2}, {2, 0}, {0, 3}}}}}, "'hall' crosses or touches itself");
    refuse({.areas = {{"hall", {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}}}}, "'hall' crosses or touches itself");
    refuse({.areas = {{"hall", {{0, 0}, {4, 0}, {4, 4}, {4, 2}, {0, 2}}}}}, "'hall' crosses or touches itself");
    refuse({.areas = {{"hall", {{-1e200, 0}, {1e200, 0}, {0, 1e200}}}}}, "'hall' reaches more than 1e9 m");
    refuse({.areas = {{"hall", {{0, nan}, {1, 0}, {0, 1}}}}}, "'hall' has no size");
    refuse({.frame_stride = -1}, "frame stride");
    refuse({.cut_off = 0}, "cut-off");
    refuse({.bin_width = nan}, "bin");
    refuse({.max_gap = -1}, "gap");
}

TEST(Analysis, PointsOfAnAreaMayRepeat)
{
    const Ring closed = {{0, 0}, {0, 0}, {4, 0}, {4, 3}, {4, 3}, {0, 3}, {0, 0}};
    Result<TrajectoryAnalyzer> analyzer = TrajectoryAnalyzer::build({.areas = {{"hall", closed}}});
    ASSERT_TRUE(analyzer) << analyzer.error().message;
    EXPECT_EQ(analyzer->finish().areas[0].area, 12);
}

TEST(Analysis, ATrajectoryWithNobodyIsMeasured)
{
    Result<TrajectoryAnalyzer> analyzer =
        TrajectoryAnalyzer::build({.lines = {{"", {0, 0}, {1, 0}}}, .areas = {{"", makeBox({0, 0}, {1, 1})}}});
    const Analysis analysis = analyzer->finish();
    EXPECT_EQ(analysis.frame_count, 0u);
    EXPECT_EQ(analysis.lines[0].flow, 0);
    EXPECT_EQ(analysis.lines[0].steady_flow, 0);
    EXPECT_TRUE(analysis.areas[0].bins.empty());
    EXPECT_TRUE(std::isnan(analysis.areas[0].mean_speed));
}

} // namespace clearway
