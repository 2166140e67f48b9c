// SPDX-License-Identifier: MIT
// Agents that are alone in their world: they arrive, whatever their size, and with exact way points they never meet a wall.
#include "tests/guide/support.h"

namespace clearway {
namespace {

using test::buildBuiltInMesh;
using test::buildSquareMesh;
using test::GuideWorld;
using test::Walker;

struct Walks
{
    int asked = 0;
    int arrived = 0;
    int contacts = 0; ///< ticks
    int plans = 0;
    int long_ways = 0;       ///< more than 2 % longer than the path, in steps of at most half a radius
    double longest = 0;      ///< of the ways in such steps, as a multiple of the path
    double longest_jump = 0; ///< the same of the ways in longer steps
    std::string longest_way;
    std::string fault;
};

/// From a random place to a random goal; a random radius, up to nearly the widest that gets there.
void walkOnce(const GuideWorld& world, PathFinder& finder, std::uint64_t seed, double most, Walks& walks)
{
    Random random(seed, 5);
    Walker walker;
    walker.id = 1 + random.below(1000);
    walker.radius = random.uniform(0.1, 0.5);
    Vec2 start;
    if (!world.ground().findRandomPoint(seed, 1, 0.1, kNone, start)) return;
    const Place from = findPlace(world.mesh, start);
    if (!world.ground().findRandomPoint(seed, 2, 0.1, from.cell, walker.goal)) return;
    const double widest = world.clearance.findWidest(from, findPlace(world.mesh, walker.goal)).radius;
    if (random.below(3) == 0) walker.radius = widest * random.uniform(0.9, 1);
    if (random.below(10) == 0) walker.radius = widest;
    walker.radius = std::min(walker.radius, widest);
    if (!(walker.radius > 0.01)) return;
    walker.reach = static_cast<float>(random.uniform(0.02, 0.3));
    const Path path = finder.find(start, walker.goal, {.radius = walker.radius});
    if (!path.isComplete()) return;
    walker.position = start;
    walker.start(world);
    ++walks.asked;
    const double limit = most * path.length() + 1;
    double length = 0;
    std::ostringstream text;
    text << world.name << " seed " << seed << ": ";
    for (std::uint64_t tick = random.below(8); length < limit; ++tick)
    {
        if (walker.position == walker.goal) break;
        const Guidance guidance = walker.ask(world.guide(), tick);
        walks.plans += guidance.has_planned;
        if (guidance.status == Guidance::Status::unreachable || !isFinite(guidance.target)) break;
        const Vec2 wish = walker.wish(guidance.target);
        const Footing before = walker.footing;
        const Vec2 at = walker.position;
        walker.move(world.ground(), wish);
        if (oracle::computeWallDistance(world.mesh, wish) < walker.radius - 1e-4 || distance(wish, walker.position) > 1e-4)
        {
            ++walks.contacts;
            if (walks.fault.empty())
            {
                text.precision(17);
                text << "stopped at (" << at.x << "," << at.y << ") on the way to (" << guidance.target.x << ","
                     << guidance.target.y << ") cell " << before.face << " tick " << tick << "; " << walker.describe();
                walks.fault = text.str();
            }
        }
        length += std::max(distance(walker.position, at), 0.01 * static_cast<double>(walker.reach));
    }
    world.guide().forget(walker.memo);
    const double ratio = length / std::max(path.length(), 1.0);
    // Those who take long steps walk beside the arc round a corner, never inside it.
    const bool is_jump = static_cast<double>(walker.reach) > walker.radius / 2;
    if (is_jump) walks.longest_jump = std::max(walks.longest_jump, ratio);
    walks.long_ways += !is_jump && ratio > 1.02;
    if (!is_jump && ratio > walks.longest)
    {
        std::ostringstream way;
        way << world.name << " seed " << seed << ": " << length << " m from (" << start.x << "," << start.y << "), the path has "
            << path.length() << "; " << walker.describe();
        walks.longest = ratio;
        walks.longest_way = way.str();
    }
    if (walker.position == walker.goal)
        ++walks.arrived;
    else if (walks.fault.empty() || walks.arrived + 1 == walks.asked)
        walks.fault = text.str() + " did not arrive from (" + std::to_string(start.x) + "," + std::to_string(start.y) + ") " +
                      walker.describe();
}

std::vector<GuideWorld> buildWorlds(NavMeshGuide guide)
{
    const OnNavMeshOptions options{.guide = guide};
    std::vector<GuideWorld> worlds;
    for (const char* name : {"rooms", "cross", "ill_conditioned", "donut", "maze", "city500"})
        worlds.emplace_back(name, buildBuiltInMesh(name), options);
    for (const char* name : {"rooms", "maze", "ill_conditioned"})
    {
        worlds.emplace_back(std::string("relaxed ") + name, buildBuiltInMesh(name, {.relaxation = 0.5}), options);
        worlds.emplace_back(std::string("triangles of ") + name,
                            buildBuiltInMesh(name, {.decomposition = NavMeshOptions::Decomposition::triangulation}), options);
    }
    worlds.emplace_back("squares", buildSquareMesh(3, 12, 9), options);
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
        for (const auto scene :
             {test::PathSceneKind::rooms, test::PathSceneKind::stars, test::PathSceneKind::slivers, test::PathSceneKind::rough})
        {
            const auto mesh_kind = static_cast<test::PathMeshKind>(kind);
            worlds.emplace_back(std::string(toString(scene)) + " " + toString(mesh_kind),
                                buildPathMesh(makePathScene(scene, 7, 8), mesh_kind, 7), options);
        }
    return worlds;
}

/// `most`: how long a way may be, as a multiple of the path.
Walks walkAll(NavMeshGuide guide, int count, double most)
{
    Walks all;
    for (const GuideWorld& world : buildWorlds(guide))
    {
        PathFinder finder(world.clearance);
        Walks walks;
        for (int i = 0; i < count; ++i) walkOnce(world, finder, static_cast<std::uint64_t>(i), most, walks);
        all.asked += walks.asked;
        all.arrived += walks.arrived;
        all.contacts += walks.contacts;
        all.plans += walks.plans;
        all.long_ways += walks.long_ways;
        all.longest_jump = std::max(all.longest_jump, walks.longest_jump);
        if (walks.longest > all.longest)
        {
            all.longest = walks.longest;
            all.longest_way = walks.longest_way;
        }
        if (all.fault.empty()) all.fault = walks.fault;
    }
    return all;
}

TEST(AgentsAlone, ArriveWithoutEverMeetingAWall)
{
    for (const NavMeshGuide guide : {NavMeshGuide::lanes, NavMeshGuide::exact})
    {
        const Walks walks = walkAll(guide, 30 * test::testScale(), 3);
        EXPECT_GT(walks.asked, 500);
        EXPECT_EQ(walks.arrived, walks.asked) << toString(guide) << ": " << walks.fault;
        EXPECT_EQ(walks.contacts, 0) << toString(guide) << ": " << walks.fault;
        if (guide != NavMeshGuide::lanes) continue;
        EXPECT_LE(walks.long_ways, walks.asked / 1000) << walks.longest << ": " << walks.longest_way;
        EXPECT_LT(walks.longest, 1.03) << walks.longest_way;
        EXPECT_LT(walks.longest_jump, 1.08);
    }
}

TEST(AgentsAlone, ArriveWithEveryOtherGuideToo)
{
    for (const NavMeshGuide guide : {NavMeshGuide::simple, NavMeshGuide::farthest, NavMeshGuide::nearest, NavMeshGuide::centre,
                                     NavMeshGuide::path, NavMeshGuide::published})
    {
        const Walks walks = walkAll(guide, 4 * test::testScale(), guide == NavMeshGuide::path ? 3 : 8);
        EXPECT_EQ(walks.arrived, walks.asked) << toString(guide) << ": " << walks.fault;
        RecordProperty(std::string("contacts_of_") + std::string(toString(guide)), walks.contacts);
        EXPECT_TRUE(guide != NavMeshGuide::path || walks.contacts == 0) << walks.fault;
    }
}

} // namespace
} // namespace clearway
