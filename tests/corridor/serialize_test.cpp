// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/corridor/corridor.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

std::vector<std::byte> bytesOf(const CorridorMap& map)
{
    ByteWriter writer;
    map.write(writer);
    return writer.take();
}

Result<CorridorMap> readAll(std::span<const std::byte> bytes)
{
    ByteReader reader(bytes);
    return CorridorMap::read(reader);
}

void expectSame(const CorridorMap::Sample& x, const CorridorMap::Sample& y)
{
    EXPECT_EQ(x.position, y.position);
    EXPECT_EQ(x.clearance, y.clearance);
    EXPECT_EQ(x.left, y.left);
    EXPECT_EQ(x.right, y.right);
}

void expectSame(const Corridor& x, const Corridor& y)
{
    EXPECT_EQ(x.status(), y.status());
    EXPECT_EQ(x.problem(), y.problem());
    EXPECT_EQ(x.length(), y.length());
    EXPECT_EQ(x.widest(), y.widest());
    const std::vector<CorridorMap::Sample> of_x = x.backbone(), of_y = y.backbone();
    ASSERT_EQ(of_x.size(), of_y.size());
    for (std::size_t i = 0; i < of_x.size(); ++i) expectSame(of_x[i], of_y[i]);
}

void ask(const CorridorMap& map, Random& random)
{
    CorridorFinder finder(map);
    Box2 box;
    for (const CorridorMap::Vertex& vertex : map.vertices()) box.add(vertex.position);
    if (box.isEmpty()) box = {{0, 0}, {1, 1}};
    box = box.inflated(0.5);
    const auto draw = [&] {
        const double x = random.uniform(box.min.x, box.max.x);
        return Vec2{x, random.uniform(box.min.y, box.max.y)};
    };
    for (int i = 0; i < 4; ++i)
    {
        const Vec2 start = draw();
        finder.find(start, draw(), {.radius = random.uniform(0, 0.5)}).backbone();
        map.findEnclosingBall(start, 0.1);
        map.diagram().findWidest(start, draw());
    }
}

TEST(CorridorMapBytes, SaveLoadSaveGivesTheSameBytesForEveryBuiltInScene)
{
    for (const BuiltInScene& built_in : builtInScenes())
    {
        const Result<Scene> scene = buildScene(built_in.name);
        if (!scene || scene->points().size() > 20000) continue;
        const Result<CorridorMap> map = buildCorridorMap(*scene);
        if (!map) continue;
        const std::vector<std::byte> bytes = bytesOf(*map);
        const Result<CorridorMap> again = readAll(bytes);
        ASSERT_TRUE(again) << built_in.name << ": " << again.error().message;
        EXPECT_EQ(bytesOf(*again), bytes) << built_in.name;
        EXPECT_EQ(again->computeHash(), map->computeHash());
        EXPECT_EQ(again->options().max_sample_count, map->options().max_sample_count);
        const auto sites = map->diagram().sites(), sites_again = again->diagram().sites();
        ASSERT_EQ(sites.size(), sites_again.size());
        for (std::size_t i = 0; i < sites.size(); ++i) EXPECT_EQ(sites[i].obstacle, sites_again[i].obstacle);
    }
}

TEST(CorridorMapBytes, ALoadedMapAnswersToTheBitLikeTheOneThatWasBuilt)
{
    for (const char* name : kCorridorScenes)
    {
        const Scene scene = buildScene(name).value();
        CorridorMapOptions options;
        options.corners = name[0] == 'd' ? CorridorMapOptions::CornerBranches::prune : CorridorMapOptions::CornerBranches::keep;
        options.spacing = name[0] == 'm' ? 0.5 : 1;
        const CorridorMap map = buildCorridorMap(scene, options).value();
        const CorridorMap again = readAll(bytesOf(map)).value();
        CorridorFinder finder(map), finder_again(again);
        const std::vector<Segment> walls = listWalls(scene);
        Random random(3);
        for (int i = 0; i < 20; ++i)
        {
            const double radius = random.uniform(0, 0.6);
            const auto start = drawPoint(scene, walls, 0.1, random), goal = drawPoint(scene, walls, 0.1, random);
            if (!start || !goal) continue;
            expectSame(finder.find(*start, *goal, {.radius = radius}), finder_again.find(*start, *goal, {.radius = radius}));
        }
    }
}

TEST(CorridorMapBytes, EveryPrefixIsRefused)
{
    const CorridorMap map = buildCorridorMap(makeRoom({{0, 0}, {4, 0}, {4, 3}, {0, 3}}, {{{1, 1}, {2, 1}, {2, 2}}})).value();
    const std::vector<std::byte> bytes = bytesOf(map);
    for (std::size_t size = 0; size < bytes.size(); ++size)
    {
        const auto cut = readAll(std::span(bytes).first(size));
        ASSERT_FALSE(cut) << size;
        EXPECT_NE(cut.error().message.find("orridor map"), std::string::npos) << cut.error().message;
    }
}

/// Flips, overwrites and swaps bytes; what is accepted must be whole, and answer like the map that it says it is.
TEST(CorridorMapBytes, DamageIsRefusedOrHarmless)
{
    const Ring square = {{0, 0}, {6, 0}, {6, 5}, {0, 5}};
    const Scene scenes[] = {makeRoom(square), makeRoom(square, {{{1, 1}, {2, 1}, {2, 2}}, {{3, 3}, {4, 3}, {3.5, 4}}}),
                            makeRoom({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}})};
    Random random(5);
    int accepted = 0, refused = 0;
    for (const Scene& scene : scenes)
    {
        const std::vector<std::byte> bytes = bytesOf(buildCorridorMap(scene).value());
        for (int i = 0; i < 1500 * testScale(); ++i)
        {
            std::vector<std::byte> damaged = bytes;
            for (std::uint64_t k = 0; k <= random.below(3); ++k)
            {
                // Walls come first; half of the damage is there.
                const std::size_t at = static_cast<std::size_t>(random.below(random.below(2) ? 250 : damaged.size()));
                const std::uint64_t way = random.below(3);
                if (way == 0) damaged[at] ^= static_cast<std::byte>(1 << random.below(8));
                if (way == 1) damaged[at] = static_cast<std::byte>(random.below(256));
                if (way == 2) std::swap(damaged[at], damaged[static_cast<std::size_t>(random.below(damaged.size()))]);
            }
            const Result<CorridorMap> map = readAll(damaged);
            ++(map ? accepted : refused);
            if (!map)
            {
                EXPECT_FALSE(map.error().message.empty());
                continue;
            }
            EXPECT_LE(map->samples().size(), damaged.size() / 16);
            EXPECT_EQ(readAll(bytesOf(*map)).value().computeHash(), map->computeHash());
            ask(*map, random);
        }
    }
    EXPECT_GT(refused, 100 * accepted / 10) << accepted; // the number of an obstacle may be any
}

/// Walls alone, under balls that fit whatever they are: the diagram itself must see what does not enclose free space.
TEST(CorridorMapBytes, DamagedWallsGiveASoundDiagramOrNone)
{
    const Ring square = {{0, 0}, {6, 0}, {6, 5}, {0, 5}};
    const Scene scenes[] = {makeRoom(square), makeRoom(square, {{{1, 1}, {2, 1}, {2, 2}}, {{3, 3}, {4, 3}, {3.5, 4}}}),
                            makeRoom(square, {{{1, 1}, {2, 1}, {2, 2}, {1, 2}}, {{2, 2}, {3, 2}, {3, 3}, {2, 3}}})};
    Random random(6);
    int accepted = 0;
    for (const Scene& scene : scenes)
    {
        ByteWriter writer;
        buildVoronoi(scene)->write(writer);
        for (int i = 0; i < 3000 * testScale(); ++i)
        {
            std::vector<std::byte> damaged = {writer.bytes().begin(), writer.bytes().end()};
            for (std::uint64_t k = 0; k <= random.below(3); ++k)
            {
                const auto at = static_cast<std::size_t>(36 + random.below(damaged.size() - 36));
                damaged[at] ^= static_cast<std::byte>(1 << random.below(8));
            }
            if (random.below(3) == 0) // a wall less, or one turned round
            {
                const std::size_t walls = (damaged.size() - 36) / 24;
                const auto at = damaged.begin() + static_cast<std::ptrdiff_t>(36 + 24 * random.below(walls));
                if (random.below(2))
                    std::swap_ranges(at + 8, at + 16, at + 16);
                else
                {
                    damaged.erase(at, at + 24);
                    damaged[28] = static_cast<std::byte>(walls - 1);
                }
            }
            ByteReader reader(damaged);
            const Result<VoronoiDiagram> diagram = VoronoiDiagram::read(reader);
            if (!diagram) continue;
            ++accepted;
            const Result<CorridorMap> map = buildCorridorMap(*diagram, {.max_sample_count = 100000});
            if (map) ask(*map, random);
        }
    }
    EXPECT_GT(accepted, 10);
}

TEST(CorridorMapBytes, AnotherVersionIsToldApartFromDamage)
{
    std::vector<std::byte> bytes = bytesOf(buildCorridorMap(makeRoom({{0, 0}, {4, 0}, {4, 3}})).value());
    bytes[0] = std::byte{9};
    const auto newer = readAll(bytes);
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().code, ErrorCode::unsupported_format);
    EXPECT_NE(newer.error().message.find("version 9"), std::string::npos);
    bytes[0] = std::byte{1};
    bytes.back() ^= std::byte{1};
    EXPECT_NE(readAll(bytes).error().message.find("another version of the library"), std::string::npos);
}

} // namespace
} // namespace clearway
