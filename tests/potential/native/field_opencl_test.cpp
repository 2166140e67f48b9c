// SPDX-License-Identifier: MIT
// On whatever device there is; on a machine without a graphics card that is PoCL, on the processor.
#include <clearway/native/field_opencl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/guide/on_navmesh.h>

namespace clearway {
namespace {

Vec2 at(double angle) { return {std::cos(angle), std::sin(angle)}; }

struct Throng
{
    std::vector<LocalMapInput> inputs;
    std::vector<Disc> others;
};

Throng makeThrong(int count)
{
    Throng crowd;
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
        const Throng crowd = makeThrong(size == 33 ? 2500 : 100);
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

TEST(OpenClLocalMaps, DrawWhatTheProcessorDrawsWhateverTheSizeAndThePlace)
{
    const LocalMapOptions options = {.size = 17, .view_degrees = 200};
    OPEN_OR_SKIP(maps, options);
    Random random(10);
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    std::vector<LocalMapInput> inputs;
    std::vector<Disc> others;
    for (int i = 0; i < 500; ++i)
    {
        LocalMapInput input = {.heading = at(random.uniform(-3, 3))};
        input.toward = i % 3 == 0 ? Vec2{i % 2 ? 1.0 : -1.0, 1} : input.heading;
        input.first_other = static_cast<std::uint32_t>(others.size());
        for (int k = 0; k < 4; ++k)
            others.push_back(
                {{0.25 * static_cast<double>(random.below(40)) - 5, 0.25 * static_cast<double>(random.below(40)) - 5},
                 0.25 * static_cast<double>(random.below(6))}); // many cells just at the edge
        if (i % 7 == 0) others.push_back({{nan, 0}, 1});
        if (i % 11 == 0) others.push_back({{0.5, 1e300}, 1});
        if (i % 13 == 0) others.push_back({{3, 3}, i % 2 ? infinity : 1e18});
        if (i % 17 == 0) others.push_back({{1, 1}, -1});
        input.other_count = static_cast<std::uint32_t>(others.size()) - input.first_other;
        inputs.push_back(input);
    }
    std::vector<Vec2> expected(inputs.size()), found(inputs.size(), {7, 7});
    ASSERT_TRUE(computeLocalDirections(inputs, others, nullptr, options, expected));
    ASSERT_TRUE(maps.computeDirections(inputs, others, nullptr, found));
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(distance(found[i], expected[i]), 0, 1e-3) << i;
}

/// Two streams past each other in a room with a pillar.
Crowd makeStreams(std::shared_ptr<const Steering> steering)
{
    SceneInput input;
    SceneInput::AreaInput room;
    room.outline.points = {{0, 0}, {30, 0}, {30, 12}, {0, 12}};
    room.holes.emplace_back().points = {{14, 5}, {14, 7}, {16, 7}, {16, 5}};
    input.areas.push_back(std::move(room));
    Crowd crowd(onNavMesh(buildNavMesh(buildScene(input).value()).value()),
                {.steering = std::move(steering), .execution = {.worker_count = 2}});
    for (int i = 0; i < 40; ++i)
    {
        const double y = 1 + i / 2 * 0.5, x = i % 2 ? 2 : 28;
        crowd.add({.position = {x, y}, .radius = 0.2, .goal = Vec2{30 - x, y}}).value();
    }
    return crowd;
}

TEST(OpenClLocalField, LetsACrowdWalkAsTheProcessorDoesWithinRounding)
{
    const Result<OpenClSteering> device = openClLocalField();
    if (!device && isAbsent(device.error())) GTEST_SKIP() << device.error().message;
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_FALSE(device->device_name.empty());
    Crowd ours = makeStreams(device->steering), theirs = makeStreams(localField());
    for (int tick = 0; tick < 30; ++tick)
    {
        ours.step(1.0 / 30);
        theirs.step(1.0 / 30);
    }
    double walked = 0;
    for (const AgentId id : theirs.ids())
    {
        EXPECT_NEAR(distance(ours.agent(id).position, theirs.agent(id).position), 0, 1e-3);
        walked += length(theirs.agent(id).velocity);
    }
    EXPECT_GT(walked, 20);
    const auto countArrived = [&] { return std::ranges::count(ours.statuses(), AgentStatus::arrived); };
    for (int tick = 0; tick < 1500 && countArrived() < 40; ++tick) ours.step(1.0 / 30);
    EXPECT_EQ(countArrived(), 40);
}

TEST(OpenClLocalField, RefusalsSayWhatIsMissing)
{
    const Result<OpenClSteering> exact = openClLocalField({.exact = true});
    ASSERT_FALSE(exact);
    EXPECT_NE(exact.error().message.find("OpenCL"), std::string::npos);
    EXPECT_FALSE(openClLocalField({}, {.device = "a device that nobody has"}));
}

TEST(OpenClLocalMaps, RefusalsSayWhatIsMissing)
{
    EXPECT_FALSE(OpenClLocalMaps::open({.size = 4}));
    const Result<OpenClLocalMaps> unknown = OpenClLocalMaps::open({}, {.device = "a device that nobody has"});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("OpenCL"), std::string::npos);
    const Result<OpenClLocalMaps> exact = OpenClLocalMaps::open({.method = LocalMapOptions::Method::exact});
    ASSERT_FALSE(exact);
    OPEN_OR_SKIP(maps, LocalMapOptions{});
    EXPECT_NE(unknown.error().message.find(maps.deviceName()), std::string::npos) << "names those that are there";
    OpenClLocalMaps moved = std::move(maps);
    EXPECT_FALSE(moved.deviceName().empty());
}

} // namespace
} // namespace clearway
