// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/io/scene_formats.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

// 3---2
// | \ |
// 0---1     two triangles
static const std::string kSquare =
    "mesh\n2\n4 2\n0 0 2 0 -1\n1.5 0 3 0 -1 1\n1.5 1.5 2 1 -1\n0 1.5 3 -1 0 1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

TEST(Polyanya, VerticesAndPolygonsAreRead)
{
    const auto mesh = parsePolyanya(kSquare);
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->vertices.size(), 4u);
    EXPECT_EQ(mesh->vertices[1].position, (Vec2{1.5, 0}));
    EXPECT_EQ(mesh->cells, (std::vector<std::vector<VertexId>>{{0, 1, 3}, {1, 2, 3}}));
}

TEST(Polyanya, WhiteSpaceAndVersionOneAreFine)
{
    std::string one_line = kSquare;
    std::replace(one_line.begin(), one_line.end(), '\n', ' ');
    one_line.replace(5, 1, "1");
    const auto mesh = parsePolyanya("\xEF\xBB\xBF\r\n" + one_line);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->cells.size(), 2u);
}

TEST(Polyanya, ClockwisePolygonsAreTurnedRound)
{
    const auto mesh = parsePolyanya("mesh 2 3 1  0 0 0  1 0 0  1 1 0  3 0 2 1 -1 -1 -1");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->cells[0], (std::vector<VertexId>{1, 2, 0}));
    // A sliver so thin that a rounded area would have the wrong sign or none.
    const auto sliver = parsePolyanya("mesh 2 3 1  0 0 0  9007199254740993e5 9007199254740991e5 0  1 1 0  3 0 1 2 -1 -1 -1");
    ASSERT_TRUE(sliver);
    EXPECT_EQ(sliver->cells[0], (std::vector<VertexId>{0, 1, 2}));
}

TEST(Polyanya, MistakesAreToldWithTheirLine)
{
    struct BadText
    {
        std::string text;
        std::string message;
        std::int64_t line = 1;
    };
    const std::vector<BadText> cases = {
        {"", "it is empty", 0},
        {"MeshVersionFormatted 2", "expected \"mesh\", the first word of a Polyanya mesh"},
        {"mesh\n3\n1 1", "version 3 of the format is not known", 2},
        {"mesh\nx", "expected the version of the format, found 'x'", 2},
        {"mesh\n2\n999999999999 1\n0 0 0", "expected the number of vertices from 1 to", 3},
        {"mesh\n2\n3 999999999\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 -1", "expected the number of polygons from 1 to", 3},
        {"mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 3 -1 -1 -1", "expected the index of a vertex from 0 to 2, found '3'", 7},
        {"mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 1", "expected the index of a polygon from -1 to 0, found '1'", 7},
        {"mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n2 0 1 -1 -1", "expected the number of corners of a polygon from 3", 7},
        {"mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2.5 -1 -1 -1", "expected the index of a vertex, found '2.5'", 7},
        {"mesh\n2\n3 1\n0 0 0\n1 0 99999999999999\n1 1 0\n3 0 1 2 -1 -1 -1",
         "expected the number of neighbours of a vertex from 0 to", 5},
        {"mesh\n2\n3 1\n0 0 0\n1 nan 0\n1 1 0\n3 0 1 2 -1 -1 -1", "a coordinate must be a finite number, found 'nan' at vertex 1",
         5},
        {"mesh\n2\n3 1\n0 0 0\n1 1e999 0\n1 1 0\n3 0 1 2 -1 -1 -1", "a coordinate must be a finite number", 5},
        {"mesh\n2\n3 1\n0 0 0\n1 zero 0\n1 1 0\n3 0 1 2 -1 -1 -1", "expected a coordinate, found 'zero' at vertex 1", 5},
        {kSquare + "7", "expected the end of the text after the last polygon, found '7'", 10},
    };
    for (const BadText& bad : cases)
    {
        const auto mesh = parsePolyanya(bad.text);
        ASSERT_FALSE(mesh) << bad.text;
        EXPECT_TRUE(mentions(mesh.error().message, bad.message)) << mesh.error().message;
        EXPECT_EQ(mesh.error().place.line, bad.line) << bad.text;
    }
}

TEST(Polyanya, EveryPrefixOfAFileIsRefused)
{
    for (std::size_t size = 0; size + 2 < kSquare.size(); ++size)
    {
        const std::vector<char> prefix(kSquare.begin(), kSquare.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(parsePolyanya({prefix.data(), prefix.size()})) << size;
    }
}

TEST(Polyanya, GoldenText)
{
    const auto polygons = parsePolyanya(kSquare);
    const auto mesh = buildNavMesh(*polygons);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(formatPolyanya(*mesh),
              "mesh\n2\n4 2\n0 0 2 0 -1\n1.5 0 3 1 0 -1\n1.5 1.5 2 1 -1\n0 1.5 3 0 1 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n");
}

/// The neighbour lists as the format demands them, found from the polygons alone.
static void expectNeighboursHold(const std::string& text)
{
    std::istringstream words(text);
    std::string head;
    std::size_t version = 0, vertex_count = 0, polygon_count = 0;
    words >> head >> version >> vertex_count >> polygon_count;
    std::vector<std::vector<int>> around(vertex_count);
    for (auto& list : around)
    {
        double x = 0, y = 0;
        std::size_t count = 0;
        words >> x >> y >> count;
        list.resize(count);
        for (int& polygon : list) words >> polygon;
    }
    std::vector<std::vector<std::size_t>> corners(polygon_count);
    std::vector<std::vector<int>> across(polygon_count);
    for (std::size_t i = 0; i < polygon_count; ++i)
    {
        std::size_t count = 0;
        words >> count;
        corners[i].resize(count);
        across[i].resize(count);
        for (std::size_t& corner : corners[i]) words >> corner;
        for (int& polygon : across[i]) words >> polygon;
    }
    ASSERT_TRUE(words);
    for (std::size_t i = 0; i < polygon_count; ++i)
        for (std::size_t k = 0; k < corners[i].size(); ++k)
        {
            const std::size_t to = corners[i][k];
            const std::size_t from = corners[i][(k + corners[i].size() - 1) % corners[i].size()];
            int expected = -1;
            for (std::size_t j = 0; j < polygon_count; ++j)
                for (std::size_t m = 0; m < corners[j].size(); ++m)
                    if (corners[j][m] == to && corners[j][(m + 1) % corners[j].size()] == from) expected = static_cast<int>(j);
            EXPECT_EQ(across[i][k], expected) << "polygon " << i << ", corner " << k;
            EXPECT_EQ(std::count(around[to].begin(), around[to].end(), static_cast<int>(i)), 1);
        }
    for (std::size_t v = 0; v < vertex_count; ++v)
        for (std::size_t k = 0; k < around[v].size(); ++k)
            EXPECT_FALSE(around[v][k] == -1 && around[v][(k + 1) % around[v].size()] == -1 && around[v].size() > 1)
                << "obstacles side by side are one";
}

TEST(Polyanya, WrittenGridsHaveTheirNeighboursAndComeBackToTheBit)
{
    Random random(10);
    for (int i = 0; i < 30 * testScale(); ++i)
    {
        SquareGrid grid;
        grid.columns = 1 + static_cast<int>(random.below(6));
        grid.rows = 1 + static_cast<int>(random.below(6));
        grid.origin = {random.uniform(-1e3, 1e3), random.uniform(-1e3, 1e3)};
        grid.square_size = random.uniform(0.1, 3);
        for (int k = 0; k < grid.columns * grid.rows; ++k) grid.passable.push_back(random.below(3) > 0);
        grid.passable[0] = 1;
        const auto mesh = buildNavMesh(grid);
        ASSERT_TRUE(mesh) << mesh.error().message;
        const std::string text = formatPolyanya(*mesh);
        expectNeighboursHold(text);
        const auto polygons = parsePolyanya(text);
        ASSERT_TRUE(polygons) << polygons.error().message;
        const auto again = buildNavMesh(*polygons);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(formatPolyanya(*again), text);
    }
}

TEST(Polyanya, AMeshBuiltFromASceneIsWrittenWithItsNeighbours)
{
    const auto scene = buildScene("rooms");
    ASSERT_TRUE(scene) << scene.error().message;
    const auto mesh = buildNavMesh(*scene);
    ASSERT_TRUE(mesh) << mesh.error().message;
    const std::string text = formatPolyanya(*mesh);
    expectNeighboursHold(text);
    EXPECT_EQ(parsePolyanya(text)->cells.size(), mesh->cells().size());
}

} // namespace clearway
