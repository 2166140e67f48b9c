// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/scene/frame.h>

namespace clearway {

TEST(Frame, RoomsAndCitiesGetTheQuantumThatIsPromised)
{
    EXPECT_EQ(buildFrame({{0, 0}, {40, 30}})->quantum, 0x1p-24);       // 0.06 µm
    EXPECT_EQ(buildFrame({{0, 0}, {500, 500}})->quantum, 0x1p-21);     // 0.5 µm
    EXPECT_EQ(buildFrame({{0, 0}, {64000, 64000}})->quantum, 0x1p-14); // 0.06 mm
}

TEST(Frame, EveryCoordinateFitsAndTheNextFinerQuantumWouldNot)
{
    for (std::uint64_t seed = 0; seed < 2000; ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(seed);
        const double size = std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(60)) - 30);
        const Vec2 low{random.uniform(-1000, 1000), random.uniform(-1000, 1000)};
        const Box2 bounds{low, low + Vec2{size, size * random.uniform()}};
        const Result<Frame> frame = buildFrame(bounds);
        ASSERT_TRUE(frame) << frame.error().message;
        for (Vec2 corner : {bounds.min, bounds.max})
        {
            const LatticePoint p = frame->snap(corner);
            EXPECT_LE(std::abs(p.x), Frame::kLimit);
            EXPECT_LE(std::abs(p.y), Frame::kLimit);
            EXPECT_LE(std::fabs(frame->world(p).x - corner.x), frame->quantum / 2);
            EXPECT_LE(std::fabs(frame->world(p).y - corner.y), frame->quantum / 2);
        }
        EXPECT_EQ(std::fmod(frame->origin.x, frame->quantum), 0.0);
        const bool is_as_fine_as_doubles = frame->quantum <= std::ldexp(2000.0, -52);
        EXPECT_TRUE(is_as_fine_as_doubles || bounds.size().x > frame->quantum * (Frame::kLimit - 2));
    }
}

TEST(Frame, LatticePointsAreExactAndSnapToThemselvesEverywhere)
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(seed, 1);
        const double far = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(120)) - 40);
        const double size = std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(80)) - 40);
        const Result<Frame> frame = buildFrame({{far, -far}, {far + size, -far + size}});
        if (!frame) continue;
        for (int i = 0; i < 20; ++i)
        {
            const auto draw = [&] { return static_cast<std::int32_t>(random.below(2ull * Frame::kLimit + 1)) - Frame::kLimit; };
            const std::int32_t x = draw();
            const LatticePoint p{x, draw()};
            const Vec2 world = frame->world(p);
            EXPECT_EQ((world.x - frame->origin.x) / frame->quantum, p.x);
            EXPECT_EQ(frame->snap(world), p);
        }
    }
}

TEST(Frame, BoundsWithoutSenseAreRefused)
{
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(buildFrame({}));
    EXPECT_FALSE(buildFrame({{0, 0}, {infinity, 1}}));
    EXPECT_FALSE(buildFrame({{-infinity, -infinity}, {infinity, infinity}}));
    EXPECT_FALSE(buildFrame({{0, 0}, {std::nan(""), 1}}));
    EXPECT_EQ(buildFrame({{-1e300, 0}, {1e300, 1}}).error().code, ErrorCode::out_of_range);
}

TEST(Frame, ASceneFarOutIsRefusedOnlyWhenDoublesThereAreCoarserThanIt)
{
    EXPECT_TRUE(buildFrame({{1e15, 1e15}, {1e15 + 1, 1e15 + 1}}));
    EXPECT_TRUE(buildFrame({{500000, 5800000}, {500001, 5800001}}));
    EXPECT_EQ(buildFrame({{0x1p60, 0}, {0x1p60, 1}}).error().code, ErrorCode::out_of_range);
}

TEST(Frame, SnappingSurvivesNumbersBeyondTheLattice)
{
    const Frame frame{{0, 0}, 1};
    EXPECT_EQ(frame.snap({1e300, -1e300}), (LatticePoint{2147483647, -2147483647}));
    EXPECT_EQ(frame.snap({0.49, -0.5}), (LatticePoint{0, 0}));
}

} // namespace clearway
