// SPDX-License-Identifier: MIT
// On whatever device there is; on a machine without a graphics card that is PoCL, on the processor.
#include <clearway/field_opencl.h>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

namespace clearway {
namespace {

Vec2 at(double angle) { return {std::cos(angle), std::sin(angle)}; }

struct Crowd
{
    std::vector<LocalMapInput> inputs;
    std::vector<Disc> others;
};

Crowd makeCrowd(int count)
{
    Crowd crowd;
    Random random(9);
    for (int i = 0; i < count; ++i)
    {
        const double angle = random.uniform(-3, 3);
        LocalMapInput input = {.position = {random.uniform(0, 40), random.uniform(0, 40)}, .heading = at(angle)};
        input.toward = at(angle + random.uniform(-1, 1));
        if (i % 5 == 0) input.goal = input.position + at(angle) * random.uniform(0, 7);
        input.eps = 0.3 * (i % 8) - 0.5;
        input.v = {input.heading.y, -input.heading.x};
        input.first_other = static_cast<std::uint32_t>(crowd.others.size());
        input.other_count = 6;
        for (int k = 0; k < 6; ++k)
            crowd.others.push_back({input.position + at(random.uniform(-3, 3)) * random.uniform(1.5, 7), 0.3});
        crowd.inputs.push_back(input);
    }
    return crowd;
}

/// Whether there is no OpenCL to test; a device that is there and fails is another matter.
bool isAbsent(const Error& error)
{
    return error.message.find("install the driver") != std::string::npos ||
           error.message.find("built without OpenCL") != std::string::npos;
}

#define OPEN_OR_SKIP(name, ...)                                                                                                  \
    Result<OpenClLocalMaps> opened = OpenClLocalMaps::open(__VA_ARGS__);                                                         \
    if (!opened && isAbsent(opened.error())) GTEST_SKIP() << opened.error().message;                                             \
    ASSERT_TRUE(opened) << opened.error().message;                                                                               \
    OpenClLocalMaps& name = *opened

TEST(OpenClLocalMaps, GiveTheDirectionsOfTheProcessorWithinRounding)
{
    std::vector<std::uint8_t> is_free(80 * 80, 1);
    for (int y = 0; y < 80; ++y)
        if (y % 20 > 5) is_free[static_cast<std::size_t>(y * 80 + 40)] = 0;
    const FieldGrid walls = buildFieldGrid(80, 80, is_free, {.cell_size = 0.5}).value();
    for (const std::int32_t size : {5, 17, 33, 65})
    {
        const LocalMapOptions options = {.size = size};
        OPEN_OR_SKIP(maps, options);
        EXPECT_FALSE(maps.deviceName().empty());
        const Crowd crowd = makeCrowd(size == 33 ? 2500 : 100);
        for (const FieldGrid* grid : {static_cast<const FieldGrid*>(nullptr), &walls})
        {
            std::vector<Vec2> expected(crowd.inputs.size()), found(crowd.inputs.size(), {7, 7});
            ASSERT_TRUE(computeLocalDirections(crowd.inputs, crowd.others, grid, options, expected));
            const Result<void> done = maps.computeDirections(crowd.inputs, crowd.others, grid, found);
            ASSERT_TRUE(done) << done.error().message;
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_NEAR(distance(found[i], expected[i]), 0, 1e-3) << "size " << size << " map " << i;
        }
    }
}

TEST(OpenClLocalMaps, WhoIsClosedInOrNoNumberStands)
{
    const LocalMapOptions options = {.view_degrees = 360};
    OPEN_OR_SKIP(maps, options);
    std::vector<Disc> others;
    for (int i = 0; i < 64; ++i) others.push_back({at(i * 0.1) * 3.0, 0.5});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<LocalMapInput> inputs = {{.other_count = 64}, {.position = {nan, 0}}, {}};
    std::vector<Vec2> directions(3, {7, 7});
    ASSERT_TRUE(maps.computeDirections(inputs, others, nullptr, directions));
    EXPECT_EQ(directions[0], Vec2{});
    EXPECT_EQ(directions[1], Vec2{});
    EXPECT_NEAR(directions[2].x, 1, 1e-3);
    EXPECT_TRUE(maps.computeDirections({}, {}, nullptr, {}));
    EXPECT_FALSE(maps.computeDirections(inputs, {}, nullptr, directions)) << "others that are not there";
}

TEST(OpenClLocalMaps, RefusalsSayWhatIsMissing)
{
    EXPECT_FALSE(OpenClLocalMaps::open({.size = 4}));
    const Result<OpenClLocalMaps> unknown = OpenClLocalMaps::open({}, {.device = "a device that nobody has"});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("OpenCL"), std::string::npos);
    const Result<OpenClLocalMaps> exact = OpenClLocalMaps::open({.method = LocalMapMethod::exact});
    ASSERT_FALSE(exact);
    OPEN_OR_SKIP(maps, LocalMapOptions{});
    EXPECT_NE(unknown.error().message.find(maps.deviceName()), std::string::npos) << "names those that are there";
    OpenClLocalMaps moved = std::move(maps);
    EXPECT_FALSE(moved.deviceName().empty());
}

} // namespace
} // namespace clearway
