// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/io/io.h>
#include <clearway/potential/solver.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface/build.h>
#include <clearway/surface/path.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

namespace {

Content makeSceneContent() { return *buildScene(*parseWkt("POLYGON ((0 0, 4 0, 4 3, 0 3), (1 1, 2 1, 2 2))")); }
Content makeMeshContent() { return *buildNavMesh(SquareGrid{2, 2, {0, 0}, 1, {1, 1, 1, 0}}); }
Content makeCorridorContent() { return *buildCorridorMap(std::get<Scene>(makeSceneContent())); }

/// A saddle of which the middle is too bent, on a mesh that was welded and repaired: every list of the file has something in it.
Content makeSurfaceContent()
{
    MeshInput input = *buildMeshInput("ramp", {.detail = 1e-4});
    const auto count = static_cast<std::uint32_t>(input.positions.size());
    input.positions.push_back(input.positions.front());
    input.positions.push_back({1, 2, 3});
    input.triangles.push_back({count, 1, 1});
    std::rotate(input.triangles.begin(), input.triangles.end() - 1, input.triangles.end());
    const TriangleMesh mesh = *buildTriangleMesh(std::move(input), {.repair = TriangleMeshOptions::Repair::safe});
    std::vector<double> accelerations(mesh.vertexCount(), 1);
    accelerations[mesh.vertexCount() / 2] = 5;
    return *buildSurfaceMeshFromAccelerations(mesh, accelerations, {.max_acceleration = 3});
}

/// A room with a pillar, a swamp and a wall thinner than a cell.
Content makeFieldContent()
{
    const Scene room = *buildScene(*parseWkt("POLYGON ((0 0, 4 0, 4 3, 0 3), (1 1, 2 1, 2 2), (3 1, 3.01 1, 3.01 3, 3 3))"));
    const TerrainArea swamp = {{{0, 0}, {1, 0}, {1, 3}, {0, 3}}, Terrain::swamp};
    return *buildFieldGrid(room, {.cell_size = 0.25, .radius = 0.2, .terrain = {&swamp, 1}});
}

} // namespace

TEST(ClearwayFile, SavingLoadingAndSavingAgainGivesTheSameBytes)
{
    for (const Content& content :
         {makeSceneContent(), makeMeshContent(), makeCorridorContent(), makeSurfaceContent(), makeFieldContent()})
    {
        const std::vector<std::byte> bytes = formatClearway(content);
        const auto again = parseClearway(bytes);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->index(), content.index());
        EXPECT_EQ(formatClearway(*again), bytes);
        const auto hash = [](const Content& c) { return std::visit([](const auto& thing) { return thing.computeHash(); }, c); };
        EXPECT_EQ(hash(*again), hash(content));
    }
}

TEST(ClearwayFile, EveryFlippedBitIsRefused)
{
    for (const Content& content :
         {makeSceneContent(), makeMeshContent(), makeCorridorContent(), makeSurfaceContent(), makeFieldContent()})
    {
        std::vector<std::byte> bytes = formatClearway(content);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (int bit = 0; bit < 8; ++bit)
            {
                bytes[i] ^= static_cast<std::byte>(1 << bit);
                const auto damaged = parseClearway(bytes);
                ASSERT_FALSE(damaged) << "byte " << i << ", bit " << bit;
                EXPECT_FALSE(damaged.error().message.empty());
                bytes[i] ^= static_cast<std::byte>(1 << bit);
            }
    }
}

TEST(ClearwayFile, EveryCutOffAndEveryLengthenedFileIsRefused)
{
    const std::vector<std::byte> bytes = formatClearway(makeMeshContent());
    for (std::size_t size = 0; size < bytes.size(); ++size)
    {
        const std::vector<std::byte> prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const auto content = parseClearway(prefix);
        ASSERT_FALSE(content) << size;
        EXPECT_TRUE(mentions(content.error().message, size == 0 ? "empty" : "cut off")) << content.error().message;
    }
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(parseClearway(longer));
}

TEST(ClearwayFile, ANewerVersionIsToldApartFromDamage)
{
    std::vector<std::byte> bytes = formatClearway(makeSceneContent());
    bytes[8] = std::byte{2};
    const auto newer = parseClearway(bytes);
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().code, ErrorCode::unsupported_format);
    EXPECT_TRUE(mentions(newer.error().message, "written by a newer version of clearway (format 2, this program knows up to 1)"));
    EXPECT_TRUE(mentions(parseClearway(asBytes("POLYGON ((0 0, 1 0, 1 1))")).error().message, "this is no clearway file"));
}

/// Wraps a payload in a valid container: whatever is inside must be caught by the thing that reads itself.
static std::vector<std::byte> wrap(std::uint32_t kind, std::span<const std::byte> payload)
{
    std::vector<std::byte> bytes = formatClearway(makeSceneContent());
    ByteWriter writer;
    writer.raw(std::span(bytes).first(12));
    writer.u32(kind);
    writer.u64(payload.size());
    writer.raw(payload);
    writer.u64(computeHash(writer.bytes()));
    return writer.take();
}

TEST(ClearwayFile, DamageUnderAValidChecksumIsSurvived)
{
    Random random(13);
    for (const Content& content :
         {makeSceneContent(), makeMeshContent(), makeCorridorContent(), makeSurfaceContent(), makeFieldContent()})
    {
        const std::vector<std::byte> file = formatClearway(content);
        const std::vector<std::byte> payload(file.begin() + 24, file.end() - 8);
        const auto kind = static_cast<std::uint32_t>(content.index() + 1);
        ASSERT_TRUE(parseClearway(wrap(kind, payload)));
        for (int i = 0; i < 3000 * testScale(); ++i)
        {
            std::vector<std::byte> damaged = payload;
            for (std::uint64_t k = 0; k <= random.below(3); ++k)
                damaged[random.below(damaged.size())] = static_cast<std::byte>(random.below(2) ? random.below(256) : 255);
            if (random.below(8) == 0) damaged.resize(random.below(damaged.size()));
            const auto result = parseClearway(wrap(kind, damaged)); // must neither crash nor ask for absurd memory
            if (result) std::visit([](const auto& thing) { return thing.computeHash(); }, *result);
        }
    }
    EXPECT_TRUE(mentions(parseClearway(wrap(77, {})).error().message, "does not know (kind 77)"));
}

TEST(ClearwayFile, ASurfaceMeshUnderAValidChecksumIsWhollyUsableOrRefused)
{
    Random random(15);
    const std::vector<std::byte> file = formatClearway(makeSurfaceContent());
    const std::vector<std::byte> payload(file.begin() + 24, file.end() - 8);
    int kept = 0, refused = 0;
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        std::vector<std::byte> damaged = payload;
        damaged[random.below(damaged.size())] ^= static_cast<std::byte>(1 + random.below(255));
        const auto result = parseClearway(wrap(4, damaged));
        ++(result ? kept : refused);
        if (!result) continue;
        const SurfaceMesh& mesh = std::get<SurfaceMesh>(*result);
        const SurfaceQuery query(mesh);
        const SurfacePlace from = query.findRandomPlace({.seed = 1}), to = query.findRandomPlace({.seed = 2});
        if (from && to) findSurfacePath(mesh, from.position, to.position, {.radius = 0.1}); // ends, and stays inside its memory
        query.walk(from, {1, 0.3, 0.2}, 10);
    }
    EXPECT_GT(kept, 0);
    EXPECT_GT(refused, 0);
}

TEST(ClearwayFile, TheGridOfAFieldNeverAsksForMoreThanItsBytes)
{
    const std::vector<std::byte> file = formatClearway(makeFieldContent());
    const std::vector<std::byte> payload(file.begin() + 24, file.end() - 8);
    const auto readWith = [&](std::uint32_t width, std::uint32_t height) {
        ByteWriter writer;
        writer.raw(std::span(payload).first(4));
        writer.u32(width);
        writer.u32(height);
        writer.raw(std::span(payload).subspan(12));
        return parseClearway(wrap(5, writer.bytes()));
    };
    ASSERT_TRUE(readWith(16, 12));
    for (const auto& [width, height] :
         {std::pair{20'000u, 20'000u}, {0u, 12u}, {16u, 0u}, {~0u, ~0u}, {8192u, 8192u}, {12u, 16u}})
        EXPECT_FALSE(readWith(width, height)) << width << " x " << height; // 12 x 16: walls that do not fit
}

TEST(ClearwayFile, TheGridOfAFieldUnderAValidChecksumIsWhollyUsableOrRefused)
{
    Random random(16);
    const std::vector<std::byte> file = formatClearway(makeFieldContent());
    const std::vector<std::byte> payload(file.begin() + 24, file.end() - 8);
    int kept = 0, refused = 0;
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        std::vector<std::byte> damaged = payload;
        damaged[random.below(damaged.size())] ^= static_cast<std::byte>(1 + random.below(255));
        const auto result = parseClearway(wrap(5, damaged));
        ++(result ? kept : refused);
        if (!result) continue;
        const FieldGrid& grid = std::get<FieldGrid>(*result);
        for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
            if (grid.isFree(cell))
            {
                ASSERT_TRUE(buildFieldSolver(grid)->solve(cell));
                break;
            }
    }
    EXPECT_GT(kept, 0);
    EXPECT_GT(refused, 0);
}

TEST(ClearwayFile, TheFilesOfBuiltInSurfacesAreTheSameOnEveryMachine)
{
    struct Pin
    {
        const char* name;
        std::uint64_t hash;
    };
    for (const Pin& pin : {Pin{"ramp", 0x7589da1ee1849ce2}, {"octopus", 0xde3de9c8513db918}, {"overpass", 0x03c4687d262b29fc}})
    {
        const SurfaceMesh mesh = *buildSurfaceMesh(*buildTriangleMesh(pin.name), {.height = {.height = 1.8}});
        EXPECT_EQ(computeHash(formatClearway(mesh)), pin.hash) << pin.name;
    }
}

TEST(ClearwayFile, TheFilesOfGridsOfBuiltInScenesAreTheSameOnEveryMachine)
{
    struct Pin
    {
        const char* name;
        std::uint64_t hash;
    };
    for (const Pin& pin : {Pin{"rooms", 0x9b52d3bf68ab999c}, {"maze", 0x1049a52dac31c178}, {"city", 0x686679a47e26ec88}})
    {
        const FieldGrid grid = *buildFieldGrid(*buildScene(pin.name), {.cell_size = 0.3, .radius = 0.35});
        EXPECT_EQ(computeHash(formatClearway(grid)), pin.hash) << pin.name;
    }
}

TEST(ClearwayFile, RandomBytesAreRefused)
{
    Random random(14);
    for (int i = 0; i < 2000 * testScale(); ++i)
    {
        std::vector<std::byte> bytes(random.below(200));
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
        EXPECT_FALSE(parseClearway(bytes));
    }
}

} // namespace clearway
