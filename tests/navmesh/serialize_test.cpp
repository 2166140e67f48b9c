// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/navmesh/query.h>
#include <clearway/navmesh/verify.h>
#include <clearway/scene/generators.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::buildRandomMesh;

std::vector<std::byte> bytesOf(const NavMesh& mesh)
{
    ByteWriter writer;
    mesh.write(writer);
    return writer.take();
}

Result<NavMesh> readAll(std::span<const std::byte> bytes)
{
    ByteReader reader(bytes);
    return NavMesh::read(reader);
}

/// Asks a mesh all kinds of questions; whatever it is made of, this must end.
void exercise(const NavMesh& mesh)
{
    NavMeshQuery query(mesh);
    Random random(1);
    std::vector<CellId> cells;
    for (int i = 0; i < 5; ++i)
    {
        const Place place = query.findNearest(test::drawQueryPoint(mesh, random));
        const Vec2 to = test::drawQueryPoint(mesh, random);
        query.castRay(place, to);
        query.castDisc(place, to, 0.3);
        query.moveAlong(place, to);
        query.moveDiscAlong(place, to, 0.3);
        query.computeWallDistance(place);
        query.findCellsInCircle(to, 1, cells);
        query.findRandomPoint({.seed = 3});
    }
    verify(mesh, {.must_be_convex = false});
}

TEST(NavMeshBytes, AMeshTakesTheSameMemoryBuiltOrLoaded)
{
    for (const char* name : {"rooms", "city", "fig17"})
    {
        const NavMesh mesh = buildNavMesh(*buildScene(name)).value();
        EXPECT_EQ(readAll(bytesOf(mesh))->memoryBytes(), mesh.memoryBytes()) << name;
    }
}

TEST(NavMeshBytes, SaveLoadSaveGivesTheSameBytesAndTheSameMesh)
{
    for (std::uint64_t seed = 0; seed < 40; ++seed)
    {
        const NavMesh mesh = buildRandomMesh(seed);
        const std::vector<std::byte> bytes = bytesOf(mesh);
        const Result<NavMesh> again = readAll(bytes);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(bytesOf(*again), bytes);
        EXPECT_EQ(again->computeHash(), mesh.computeHash());
        ASSERT_EQ(again->portals().size(), mesh.portals().size());
        for (PortalId p = 0; p < mesh.portals().size(); ++p)
        {
            EXPECT_EQ(again->portals()[p].left_side, mesh.portals()[p].left_side);
            EXPECT_EQ(again->portals()[p].right_side, mesh.portals()[p].right_side);
        }
        EXPECT_EQ(again->componentCount(), mesh.componentCount());
        EXPECT_EQ(again->frame(), mesh.frame());
        EXPECT_EQ(again->area(), mesh.area());
        EXPECT_EQ(findRandomPoint(*again, {.seed = 9}), findRandomPoint(mesh, {.seed = 9}));
    }
}

TEST(NavMeshBytes, EveryTruncationIsRefused)
{
    const std::vector<std::byte> bytes = bytesOf(buildRandomMesh(3));
    for (std::size_t size = 0; size < bytes.size(); ++size)
    {
        const Result<NavMesh> result = readAll(std::span(bytes).first(size));
        ASSERT_FALSE(result) << size;
        ASSERT_FALSE(result.error().message.empty());
    }
}

TEST(NavMeshBytes, WhateverTheBytesAreReadingGivesAMeshThatAnswersOrAnError)
{
    int accepted = 0;
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 12 * static_cast<std::uint64_t>(test::testScale()); ++seed)
    {
        const std::vector<std::byte> bytes = bytesOf(buildRandomMesh(seed));
        Random random(seed, 40);
        for (int i = 0; i < 150; ++i)
        {
            std::vector<std::byte> damaged = bytes;
            const int faults = 1 + static_cast<int>(random.below(3));
            for (int f = 0; f < faults; ++f)
            {
                const std::size_t at = random.below(damaged.size());
                if (random.below(2))
                    damaged[at] ^= static_cast<std::byte>(1u << random.below(8));
                else
                    damaged[at] = static_cast<std::byte>(random.below(256));
            }
            const Result<NavMesh> result = readAll(damaged);
            ++(result ? accepted : refused);
            if (result) exercise(*result);
        }
    }
    EXPECT_GT(refused, 100);
    EXPECT_GT(accepted, 10) << "some damage only moves a point";
}

TEST(NavMeshBytes, AMillionCellsInAnEmptyFileAreNotAllocated)
{
    ByteWriter writer;
    writer.u32(1);
    writer.f64(0);
    writer.f64(0);
    writer.f64(1);
    writer.u64(std::uint64_t{1} << 60);
    const auto bytes = writer.take();
    EXPECT_FALSE(readAll(bytes));
}

TEST(NavMeshBytes, AVertexBeyondTheFrameIsRefused)
{
    std::vector<std::byte> bytes = bytesOf(buildRandomMesh(3));
    constexpr std::size_t kFirstVertex = 4 + 3 * 8 + 8; // after version, frame and count
    for (const double x : {1e270, -1e270, 1e12, std::numeric_limits<double>::quiet_NaN()})
    {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        for (std::size_t i = 0; i < 8; ++i) bytes[kFirstVertex + i] = static_cast<std::byte>(bits >> (8 * i));
        const Result<NavMesh> result = readAll(bytes);
        ASSERT_FALSE(result) << x;
        EXPECT_EQ(result.error().code, ErrorCode::malformed_file);
    }
}

TEST(NavMeshBytes, AnotherVersionIsNamed)
{
    std::vector<std::byte> bytes = bytesOf(buildRandomMesh(3));
    bytes[0] = std::byte{77};
    const Result<NavMesh> result = readAll(bytes);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::unsupported_format);
    EXPECT_NE(result.error().message.find("77"), std::string::npos);
}

TEST(NavMeshBytes, HashesArePinned)
{
    // The same on every compiler, option and machine. A change here breaks saved files: say so in the changelog.
    SquareGrid grid{3, 3, {0, 0}, 1, {1, 1, 1, 1, 0, 1, 1, 1, 1}};
    EXPECT_EQ(buildNavMesh(grid)->computeHash(), 16454436905888844746u);
    EXPECT_EQ(buildRandomMesh(1).computeHash(), 11873824999485459457u);
    EXPECT_EQ(buildRandomMesh(2).computeHash(), 11846855560186798789u);
}

} // namespace
} // namespace clearway
