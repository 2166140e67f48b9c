// SPDX-License-Identifier: MIT
// Things that stand on the ground without being part of it: ways lead through them, so they are counted.
#include <gtest/gtest.h>

#include <clearway/base/bytes.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

using test::makeGrid;

/// A floor of 20 m by 20 m in cells x cells squares, from its corner at the origin.
MeshInput makeFloor(std::uint32_t cells)
{
    return makeGrid(cells, cells, [&](double i, double k) { return Vec3{20 * i / cells, 20 * k / cells, 0}; });
}

void addQuad(MeshInput& mesh, Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
    const auto v = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {a, b, c, d});
    mesh.triangles.push_back({v, v + 1, v + 2});
    mesh.triangles.push_back({v, v + 2, v + 3});
}

/// A closed box, outside out.
void addBox(MeshInput& mesh, Vec3 low, Vec3 high)
{
    const auto at = [&](int i) { return Vec3{i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z}; };
    for (const auto& side : {std::array{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}})
        addQuad(mesh, at(side[0]), at(side[1]), at(side[2]), at(side[3]));
}

SurfaceOptions walker(double height)
{
    SurfaceOptions options;
    options.height.height = height;
    options.gravity.kind = Gravity::Kind::direction;
    return options;
}

SurfaceReport build(const MeshInput& mesh, const SurfaceOptions& options)
{
    SurfaceReport report;
    const Result<SurfaceMesh> surface = buildSurfaceMesh(buildTriangleMesh(mesh).value(), options, &report);
    EXPECT_TRUE(surface);
    EXPECT_EQ(surface->standing()->triangle_count, report.standing.triangle_count);
    return report;
}

/// Whether a way from one side of the floor to the other, straight through its middle, is as long as the straight line.
bool leadsThroughTheMiddle(const MeshInput& mesh, const SurfaceOptions& options)
{
    const SurfaceMesh surface = buildSurfaceMesh(buildTriangleMesh(mesh).value(), options).value();
    const Path path = findSurfacePath(surface, {2, 10.1, 0}, {18, 10.1, 0}, {.radius = 0.3});
    return path.isComplete() && path.length() < 16.001;
}

TEST(SurfaceStanding, ACrateOnAFloorIsSaidWhereverWaysLeadThroughIt)
{
    for (const std::uint32_t cells : {1u, 2u, 3u, 7u, 16u, 40u})
        for (const double height : {0.0, 1.8})
        {
            MeshInput mesh = makeFloor(cells);
            addBox(mesh, {8, 8, -0.5}, {12, 12, 2});
            const SurfaceReport report = build(mesh, walker(height));
            if (leadsThroughTheMiddle(mesh, walker(height)))
            {
                EXPECT_GT(report.standing.triangle_count, 0) << cells << " cells, height " << height;
            }
            if (report.standing.triangle_count == 0) continue;
            const Vec3 at = report.standing.at;
            EXPECT_TRUE(at.x > 7.9 && at.x < 12.1 && at.y > 7.9 && at.y < 12.1) << at.x << " " << at.y;
            EXPECT_NEAR(at.z, 0, 1e-9);
            EXPECT_NE(report.summary().find("ways lead through"), std::string::npos);
        }
}

TEST(SurfaceStanding, AThinWallIsSaidHoweverFineTheFloorIs)
{
    for (const std::uint32_t cells : {1u, 3u, 21u, 63u})
        for (const double height : {0.0, 1.8})
        {
            MeshInput mesh = makeFloor(cells);
            addQuad(mesh, {10.1, 0.5, 0}, {10.1, 9, 0}, {10.1, 9, 3}, {10.1, 0.5, 3});
            EXPECT_EQ(build(mesh, walker(height)).standing.triangle_count, 2) << cells << " cells, height " << height;
        }
}

TEST(SurfaceStanding, AKerbIsInTheWayAndACarpetIsNot)
{
    MeshInput kerb = makeFloor(1), carpet = makeFloor(1);
    addBox(kerb, {0, 8, 0}, {20, 9, 0.15});
    addBox(carpet, {5, 5, 0.01}, {15, 15, 0.03});
    EXPECT_GT(build(kerb, walker(1.8)).standing.triangle_count, 0);
    EXPECT_EQ(build(carpet, walker(1.8)).standing.triangle_count, 0);
}

TEST(SurfaceStanding, ARoofCountsAsFarAsTheCharacterReachesAndRampsThatDipIntoTheFloorCount)
{
    MeshInput roof = makeFloor(1);
    addQuad(roof, {9, 9, 1.5}, {11, 9, 1.5}, {11, 11, 1.5}, {9, 11, 1.5});
    EXPECT_EQ(build(roof, walker(1.4)).standing.triangle_count, 0);
    EXPECT_EQ(build(roof, walker(1.6)).standing.triangle_count, 2);
    MeshInput ramp = makeFloor(2);
    addQuad(ramp, {5, 5, -0.2}, {9, 5, 1}, {9, 7, 1}, {5, 7, -0.2});
    EXPECT_GT(build(ramp, walker(0)).standing.triangle_count, 0);
}

TEST(SurfaceStanding, WallsAroundAFloorAndTilesBesideEachOtherAreNotInTheWay)
{
    MeshInput room = makeFloor(1);
    addQuad(room, {0, 0, 0}, {20, 0, 0}, {20, 0, 3}, {0, 0, 3});
    addQuad(room, {0.0000001, 20, 0}, {0.0000001, 0, 0}, {0.0000001, 0, 3}, {0.0000001, 20, 3});
    addQuad(room, {20, 5, 0}, {40, 5, 0}, {40, 15, 0}, {20, 15, 0});
    addQuad(room, {-20, 5, 0.1}, {0, 5, 0.1}, {0, 15, 0.1}, {-20, 15, 0.1});
    for (const double height : {0.0, 1.8}) EXPECT_EQ(build(room, walker(height)).standing.triangle_count, 0) << height;
}

TEST(SurfaceStanding, BuiltInMeshesAndHillsHaveNothingInTheWay)
{
    for (const BuiltInScene& mesh : builtInMeshes())
        for (const Gravity::Kind gravity : {Gravity::Kind::none, Gravity::Kind::direction})
            for (const double height : {0.0, 1.8})
            {
                SurfaceOptions options;
                options.gravity.kind = gravity;
                options.height.height = height;
                SurfaceReport report;
                MeshGeneratorOptions generator;
                generator.detail = 0.25;
                ASSERT_TRUE(buildSurfaceMesh(buildTriangleMesh(mesh.name, generator).value(), options, &report));
                EXPECT_EQ(report.standing.triangle_count, 0) << mesh.name << " height " << height << " " << report.summary();
            }
    Random random(31);
    EXPECT_EQ(build(test::makeRandomHills(30, 2, random), {}).standing.triangle_count, 0);
}

TEST(SurfaceStanding, IsTheSameForAnyWorkerCountAndKeptInFiles)
{
    MeshInput mesh = makeFloor(60);
    for (int i = 0; i < 12; ++i) addBox(mesh, {1.5 * i + 0.37, 3.1, -1}, {1.5 * i + 0.9, 17.3, 2});
    SurfaceOptions options = walker(0);
    const SurfaceReport alone = build(mesh, options);
    EXPECT_GT(alone.standing.triangle_count, 20);
    WorkerPool pool(3);
    options.execution.task_hook = pool.hook();
    const SurfaceReport together = build(mesh, options);
    EXPECT_EQ(together.standing.triangle_count, alone.standing.triangle_count);
    EXPECT_EQ(together.standing.at, alone.standing.at);

    const SurfaceMesh surface = buildSurfaceMesh(buildTriangleMesh(mesh).value(), walker(0)).value();
    ByteWriter writer;
    surface.write(writer);
    ByteReader reader(writer.bytes());
    const Result<SurfaceMesh> again = SurfaceMesh::read(reader);
    ASSERT_TRUE(again);
    ASSERT_TRUE(again->standing());
    EXPECT_EQ(again->standing()->triangle_count, alone.standing.triangle_count);
    EXPECT_EQ(again->standing()->at, alone.standing.at);
}

TEST(SurfaceStanding, IsNotKnownOfFilesOfTheVersionBeforeWhichAreRead)
{
    MeshInput mesh = makeFloor(2);
    addBox(mesh, {8, 8, -0.5}, {12, 12, 2});
    const SurfaceMesh surface = buildSurfaceMesh(buildTriangleMesh(mesh).value(), walker(0)).value();
    ByteWriter writer, source;
    surface.write(writer);
    surface.source().write(source);
    std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
    // After the version, the source, two numbers and four counts it says whether it knows, how many, and where.
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(4 + source.bytes().size() + 2 * 8 + 4 * 8);
    bytes.erase(begin, begin + 4 + 8 + 3 * 8);
    bytes[0] = std::byte{1};
    ByteReader reader(bytes);
    const Result<SurfaceMesh> again = SurfaceMesh::read(reader);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->computeHash(), surface.computeHash());
    EXPECT_FALSE(again->standing());
    EXPECT_TRUE(surface.standing());
}

} // namespace
} // namespace clearway
