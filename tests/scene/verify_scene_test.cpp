// SPDX-License-Identifier: MIT
// verify() notices every promise that is broken.
#include <gtest/gtest.h>

#include <clearway/scene/scene.h>

namespace clearway {

namespace {

struct HandMadeArea
{
    std::vector<Ring> rings;
    int layer = 0;
};

/// A scene as given, right or wrong; the quantum is 1.
Scene assemble(const std::vector<HandMadeArea>& areas)
{
    auto data = std::make_shared<Scene::Data>();
    data->frame = {{0, 0}, 1};
    for (const HandMadeArea& area : areas)
    {
        data->areas.push_back(
            {static_cast<std::uint32_t>(data->rings.size()), static_cast<std::uint32_t>(area.rings.size()), area.layer});
        for (std::size_t i = 0; i < area.rings.size(); ++i)
        {
            const std::uint32_t first = static_cast<std::uint32_t>(data->points.size()),
                                count = static_cast<std::uint32_t>(area.rings[i].size());
            data->rings.push_back({first, count, static_cast<std::uint32_t>(data->areas.size() - 1), i > 0});
            for (std::uint32_t k = 0; k < count; ++k)
            {
                data->points.push_back(area.rings[i][k]);
                data->heights.push_back(0);
                data->next.push_back(first + (k + 1) % count);
            }
        }
    }
    return Scene(data);
}

Ring outline(double x, double y, double size) { return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}; }
Ring hole(double x, double y, double size) { return {{x, y}, {x, y + size}, {x + size, y + size}, {x + size, y}}; }

bool isSaid(const Scene& scene, const std::string& part)
{
    for (const std::string& sentence : verify(scene))
    {
        if (sentence.find(part) != std::string::npos) return true;
    }
    return false;
}

} // namespace

TEST(VerifyScene, NothingIsSaidAboutAProperScene)
{
    EXPECT_TRUE(
        verify(assemble({{{outline(0, 0, 20), hole(5, 5, 4)}, 0}, {{outline(6, 6, 2)}, 0}, {{outline(3, 3, 9)}, 1}})).empty());
    EXPECT_TRUE(verify(assemble({{{outline(0, 0, 4)}, 0}, {{outline(4, 4, 4)}, 0}})).empty());
}

TEST(VerifyScene, WrongOrientationIsSaid)
{
    EXPECT_TRUE(isSaid(assemble({{{hole(0, 0, 4)}, 0}}), "wrong way round"));
    EXPECT_TRUE(isSaid(assemble({{{outline(0, 0, 9), outline(2, 2, 4)}, 0}}), "wrong way round"));
}

TEST(VerifyScene, RepeatedAndStraightPointsAreSaid)
{
    EXPECT_TRUE(isSaid(assemble({{{{{0, 0}, {4, 0}, {4, 0}, {4, 4}}}, 0}}), "repeated"));
    EXPECT_TRUE(isSaid(assemble({{{{{0, 0}, {2, 0}, {4, 0}, {4, 4}}}, 0}}), "straight"));
}

TEST(VerifyScene, CrossingAndCommonEdgesAreSaid)
{
    EXPECT_TRUE(isSaid(assemble({{{outline(0, 0, 9), hole(7, 3, 4)}, 0}}), "cross"));
    EXPECT_TRUE(isSaid(assemble({{{outline(0, 0, 4)}, 0}, {{outline(4, 0, 4)}, 0}}), "the same"));
}

TEST(VerifyScene, VerticesOnOrTooNearToAnEdgeAreSaid)
{
    EXPECT_TRUE(isSaid(assemble({{{outline(0, 0, 9), {{0, 4}, {3, 6}, {3, 2}}}, 0}}), "too near"));
    // (50, 1) is 0.02 above the edge from (0, 0) to (101, 2).
    EXPECT_TRUE(isSaid(assemble({{{{{0, 0}, {101, 2}, {101, 60}, {0, 60}}, {{50, 1}, {40, 20}, {60, 20}}}, 0}}), "too near"));
}

TEST(VerifyScene, ACornerAcrossTwoPiecesOfFreeSpaceIsSaid)
{
    // The hole touches the outline in (4, 0), but as rings of their own their corners there share their sectors.
    EXPECT_TRUE(
        isSaid(assemble({{{{{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}}, {{4, 0}, {2, 4}, {6, 4}}}, 0}}), "more than one piece"));
}

TEST(VerifyScene, RingsInTheWrongPlaceAreSaid)
{
    EXPECT_FALSE(verify(assemble({{{outline(0, 0, 4), hole(20, 20, 4)}, 0}})).empty());
    EXPECT_FALSE(verify(assemble({{{outline(0, 0, 20)}, 0}, {{outline(5, 5, 4)}, 0}})).empty());
    EXPECT_FALSE(verify(assemble({{{outline(0, 0, 20), hole(2, 2, 16), hole(5, 5, 4)}, 0}})).empty());
    EXPECT_TRUE(isSaid(assemble({{{outline(0, 0, 4), hole(21, 21, 4)}, 0}, {{outline(20, 20, 9)}, 0}}), "belong"));
}

TEST(VerifyScene, PointsOffTheLatticeAreSaid)
{
    EXPECT_TRUE(isSaid(assemble({{{{{0, 0}, {4.5, 0}, {4, 4}}}, 0}}), "lattice"));
    EXPECT_TRUE(isSaid(assemble({{{{{0, 0}, {0x1p30, 0}, {4, 4}}}, 0}}), "outside the frame"));
}

} // namespace clearway
