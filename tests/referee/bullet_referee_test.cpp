// SPDX-License-Identifier: MIT
// Whether a physics engine that is not ours sees the contacts that we count, agent by agent and tick by tick.
#include "referee/bullet_referee.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>
#include <string>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>

#include "tests/support/scale.h"

namespace clearway {

using namespace referee;
using test::testScale;

namespace {

constexpr double kDepth = 1e-4; ///< from which a contact counts
constexpr double kDoubt = 1e-5; ///< as near to it either may be right

using Pair = std::pair<AgentId, AgentId>;

RecordedTick makeTick(std::vector<Vec2> positions, std::vector<double> radii)
{
    RecordedTick tick;
    for (std::size_t i = 0; i < positions.size(); ++i) tick.ids.push_back(i + 1);
    tick.asked = positions;
    tick.layers.assign(positions.size(), 0);
    tick.positions = std::move(positions);
    tick.radii = std::move(radii);
    return tick;
}

/// Every pair that overlaps, the slow way.
std::map<Pair, double> findOverlaps(const RecordedTick& tick)
{
    std::map<Pair, double> overlaps;
    for (std::size_t i = 0; i < tick.ids.size(); ++i)
        for (std::size_t k = i + 1; k < tick.ids.size(); ++k)
        {
            const double overlap = tick.radii[i] + tick.radii[k] - distance(tick.positions[i], tick.positions[k]);
            if (overlap > 0 && tick.layers[i] == tick.layers[k]) overlaps[{tick.ids[i], tick.ids[k]}] = overlap;
        }
    return overlaps;
}

/// Every agent whose asked-for position is too near to a wall, the slow way.
std::map<AgentId, double> findWallOverlaps(const RecordedTick& tick, std::span<const FloorWall> walls)
{
    std::map<AgentId, double> overlaps;
    for (std::size_t i = 0; i < tick.ids.size(); ++i)
        for (const FloorWall& wall : walls)
        {
            if (wall.layer != tick.layers[i]) continue;
            const bool crosses = distance(Segment{tick.positions[i], tick.asked[i]}, wall.segment) == 0;
            const double overlap = crosses ? 1 : tick.radii[i] - distance(tick.asked[i], wall.segment);
            if (overlap > 0) overlaps[tick.ids[i]] = std::max(overlaps[tick.ids[i]], overlap);
        }
    return overlaps;
}

/// The keys of contacts that count beyond doubt, and those that might count.
template <typename Key>
struct Counted
{
    std::set<Key> surely;
    std::set<Key> perhaps;

    void add(const Key& key, double depth)
    {
        if (depth > kDepth + kDoubt) surely.insert(key);
        if (depth > kDepth - kDoubt) perhaps.insert(key);
    }
};

/// What one is sure of, the other must at least think possible.
template <typename Key>
void expectSame(const Counted<Key>& ours, const Counted<Key>& bullets)
{
    EXPECT_TRUE(std::includes(bullets.perhaps.begin(), bullets.perhaps.end(), ours.surely.begin(), ours.surely.end()))
        << "Bullet misses one of our contacts";
    EXPECT_TRUE(std::includes(ours.perhaps.begin(), ours.perhaps.end(), bullets.surely.begin(), bullets.surely.end()))
        << "we miss one of Bullet's contacts";
}

void expectSamePairs(const RecordedTick& tick, const Verdict& verdict)
{
    Counted<Pair> ours;
    Counted<Pair> bullets;
    for (const auto& [pair, depth] : findOverlaps(tick)) ours.add(pair, depth);
    for (const PairContact& contact : verdict.pairs) bullets.add({contact.first, contact.second}, contact.depth);
    expectSame(ours, bullets);
}

void expectSameWalls(const RecordedTick& tick, std::span<const FloorWall> walls, const Verdict& verdict)
{
    Counted<AgentId> ours;
    Counted<AgentId> bullets;
    for (const auto& [id, depth] : findWallOverlaps(tick, walls)) ours.add(id, depth);
    for (const WallContact& contact : verdict.walls) bullets.add(contact.id, contact.crosses ? 1 : contact.depth);
    expectSame(ours, bullets);
}

struct Replay
{
    std::string name;
    std::string steering;
    std::string guide = "exact";
    std::size_t agent_count = 0;
    double seconds = 20;
    bool must_collide = false;
    bool must_meet_walls = false;
};

std::ostream& operator<<(std::ostream& out, const Replay& replay)
{
    return out << replay.name << ' ' << replay.steering << ' ' << replay.guide;
}

NavMeshGuide findGuide(const std::string& name)
{
    for (const NavMeshGuide guide : {NavMeshGuide::exact, NavMeshGuide::simple, NavMeshGuide::centre})
        if (toString(guide) == name) return guide;
    ADD_FAILURE() << name;
    return NavMeshGuide::exact;
}

class EveryReplay : public testing::TestWithParam<Replay>
{
};

} // namespace

TEST(BulletReferee, TwoDiscsOverlapByWhatTheyOverlap)
{
    BulletReferee bullet({});
    Random random(3);
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        SCOPED_TRACE(i);
        const Vec2 origin{random.uniform(-5000, 5000), random.uniform(-5000, 5000)};
        const double r = random.uniform(0.1, 2);
        const double s = random.uniform(0.1, 2);
        Vec2 direction{random.uniform(-1, 1), random.uniform(-1, 1)};
        direction = direction / length(direction);
        const double overlap = i % 2 == 0 ? random.uniform(-0.05, 0.05) : random.uniform(-2e-4, 2e-4);
        const RecordedTick tick = makeTick({origin, origin + direction * (r + s - overlap)}, {r, s});
        expectSamePairs(tick, bullet.judge(tick));
    }
}

TEST(BulletReferee, DiscsOfDifferentFloorsDoNotMeet)
{
    BulletReferee bullet({});
    RecordedTick tick = makeTick({{0, 0}, {0.1, 0}}, {0.5, 0.5});
    EXPECT_EQ(bullet.judge(tick).pairs.size(), 1u);
    tick.layers = {0, 1};
    EXPECT_TRUE(bullet.judge(tick).pairs.empty());
}

TEST(BulletReferee, AWallIsAsNearAsItIs)
{
    Random random(4);
    for (int i = 0; i < 1000 * testScale(); ++i)
    {
        SCOPED_TRACE(i);
        const Vec2 a{random.uniform(-500, 500), random.uniform(-500, 500)};
        const Vec2 b = a + Vec2{random.uniform(-20, 20), random.uniform(-20, 20)};
        const std::vector<FloorWall> walls = {{{a, b}, 0}};
        BulletReferee bullet(walls);
        RecordedTick tick = makeTick({interpolate(a, b, random.uniform(-0.1, 1.1))}, {random.uniform(0.1, 1)});
        Vec2 direction{random.uniform(-1, 1), random.uniform(-1, 1)};
        direction = direction / length(direction);
        const double away = i % 2 == 0 ? random.uniform(0, 1.2) : tick.radii[0] - random.uniform(-2e-4, 2e-4);
        tick.positions[0] = tick.asked[0] = tick.positions[0] + direction * away;
        const std::map<AgentId, double> ours = findWallOverlaps(tick, walls);
        const Verdict verdict = bullet.judge(tick);
        const double depth = ours.empty() ? 0 : ours.begin()->second;
        EXPECT_NEAR(verdict.walls.empty() ? 0 : verdict.walls[0].depth, depth, kDoubt);
    }
}

TEST(BulletReferee, AWayThroughAWallIsSeenEvenIfItsEndIsFar)
{
    Random random(5);
    std::size_t crossings = 0;
    for (int i = 0; i < 1000 * testScale(); ++i)
    {
        SCOPED_TRACE(i);
        const auto draw = [&] { return Vec2{random.uniform(-5, 5), random.uniform(-5, 5)}; };
        const FloorWall wall = {{draw(), draw()}, 0};
        BulletReferee bullet(std::vector<FloorWall>{wall});
        RecordedTick tick = makeTick({draw()}, {0.1});
        tick.asked[0] = draw();
        const Vec2 from = tick.positions[0];
        const Vec2 to = tick.asked[0];
        const Segment way = {from, to};
        const bool crosses = distance(way, wall.segment) == 0;
        // Where an end only just reaches the other, rounding decides.
        const double nearest = std::min({distance(from, wall.segment), distance(to, wall.segment), distance(wall.segment.a, way),
                                         distance(wall.segment.b, way)});
        if (nearest < kDoubt) continue;
        const Verdict verdict = bullet.judge(tick);
        EXPECT_EQ(!verdict.walls.empty() && verdict.walls[0].crosses, crosses);
        crossings += crosses;
    }
    EXPECT_GT(crossings, 50u);
}

TEST_P(EveryReplay, BulletCountsWhatWeCount)
{
    const Replay& replay = GetParam();
    Scenario scenario = buildScenario(replay.name, {.agent_count = replay.agent_count, .seed = 3}).value();
    scenario.steering = replay.steering;
    scenario.guide = replay.guide;
    const Scene scene = loadScenarioScene(scenario).value();
    const NavMesh mesh = buildNavMesh(scene).value();
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(mesh, {.guide = findGuide(replay.guide)})).value();
    CrowdObserver observer(run.crowd(), {.quantum = scene.frame().quantum});
    const std::vector<FloorWall> walls = listWalls(mesh);
    BulletReferee bullet(walls);
    std::uint64_t pairs = 0;
    std::uint64_t wall_contacts = 0;
    for (int tick = 0; !run.isOver() && tick * scenario.dt < replay.seconds * testScale(); ++tick)
    {
        SCOPED_TRACE(tick);
        run.step();
        observer.observe(run.crowd());
        const RecordedTick record = recordTick(run.crowd());
        const Verdict verdict = bullet.judge(record);
        const CrowdObserver::TickMetrics& ours = observer.series().back();

        expectSamePairs(record, verdict);
        EXPECT_LE(countPairs(verdict, kDepth + kDoubt), ours.agent_contacts);
        EXPECT_GE(countPairs(verdict, kDepth - kDoubt), ours.agent_contacts);
        if (tick % 20 == 0 || ours.wall_contacts > 0) expectSameWalls(record, walls, verdict);
        EXPECT_LE(countWalls(verdict, kDepth + kDoubt), ours.wall_contacts);
        EXPECT_GE(countWalls(verdict, kDepth - kDoubt), ours.wall_contacts);
        if (HasFailure()) return;
        pairs += ours.agent_contacts;
        wall_contacts += ours.wall_contacts;
    }
    RecordProperty("pairs", std::to_string(pairs));
    RecordProperty("walls", std::to_string(wall_contacts));
    EXPECT_GE(pairs, replay.must_collide ? 1000u : 0u);
    EXPECT_GE(wall_contacts, replay.must_meet_walls ? 50u : 0u);
}

INSTANTIATE_TEST_SUITE_P(Runs, EveryReplay,
                         testing::Values(Replay{.name = "cross", .steering = "orca", .agent_count = 400},
                                         Replay{.name = "bottleneck", .steering = "orca", .agent_count = 150},
                                         Replay{.name = "ill_conditioned", .steering = "orca", .agent_count = 200},
                                         Replay{.name = "cross", .steering = "seek", .agent_count = 400, .must_collide = true},
                                         Replay{
                                             .name = "bottleneck", .steering = "seek", .agent_count = 150, .must_collide = true},
                                         Replay{.name = "ill_conditioned",
                                                .steering = "seek",
                                                .guide = "centre",
                                                .agent_count = 200,
                                                .must_collide = true,
                                                .must_meet_walls = true},
                                         Replay{.name = "ill_conditioned",
                                                .steering = "seek",
                                                .guide = "simple",
                                                .agent_count = 200,
                                                .must_collide = true,
                                                .must_meet_walls = true}));

} // namespace clearway
