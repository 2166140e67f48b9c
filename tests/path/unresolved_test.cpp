// SPDX-License-Identifier: MIT
// What is answered when the Voronoi diagram knows a way and the search does not find it. No mesh is known to have such a
// question, so one is broken: a cell is walled up without telling the diagram.
#include <fmt/format.h>

#include <clearway/base/log.h>

#include "tests/path/support.h"

namespace clearway {
namespace {

std::string& heard()
{
    static std::string message;
    return message;
}

/// Three rooms in a row; one goes from the first to the last round a corner of each of the two gaps.
Scene makeThreeRooms()
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {30, 0}, {30, 10}, {0, 10}}, {}}, {}, 0});
    input.obstacles.push_back({{{{10, 2}, {10.5, 2}, {10.5, 10}, {10, 10}}, {}}, 0});
    input.obstacles.push_back({{{{20, 0}, {20.5, 0}, {20.5, 8}, {20, 8}}, {}}, 0});
    return buildScene(input).value();
}

TEST(PathUnresolved, TheBestPathIsKeptAndTheLogRepeatsTheQuestion)
{
    const Vec2 start{1, 9}, goal{29, 1};
    constexpr double kRadius = 0.25;
    test::PathWorld world(makeThreeRooms());
    ASSERT_TRUE(world.find(start, goal, kRadius).isComplete());

    const ClearanceMesh broken = test::wallUp(world.clearance, goal);
    PathFinder finder(broken);
    heard().clear();
    const LogHook before = setLogHook([](LogLevel level, std::string_view message) {
        if (level == LogLevel::warning) heard() += message;
    });
    const Path path = finder.find(start, goal, {.radius = kRadius});
    setLogHook(before);

    EXPECT_EQ(toString(path.status()), std::string("unresolved"));
    EXPECT_TRUE(path.isUsable());
    ASSERT_FALSE(path.pieces().empty());
    const Vec2 end = planar(path.pieces().back().to);
    EXPECT_GT(end.x, 19) << "it leads through the first gap and up to the second";
    EXPECT_EQ(world.faults(path, start, end, kRadius), "");
    EXPECT_GE(path.widest(), kRadius) << "there is a way";

    const NavMesh& mesh = broken.mesh();
    NavMeshQuery query(mesh);
    EXPECT_NE(heard().find(fmt::format("hash is {:016x}", mesh.computeHash())), std::string::npos) << heard();
    EXPECT_NE(heard().find(fmt::format("from (1, 9) in cell {} to (29, 1) in cell {}, radius 0.25, quality shortest.",
                                       query.findCell(start), query.findCell(goal))),
              std::string::npos)
        << heard();
}

} // namespace
} // namespace clearway
