// SPDX-License-Identifier: MIT
// Runs to be written and read again, in whatever form.
#pragma once
#include <clearway/record/trajectory.h>

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <sys/resource.h>

#include <clearway/base/random.h>

#include "tests/io/support.h"

namespace clearway::test {

struct RecordedRun
{
    TrajectoryInfo info;
    std::vector<TrajectoryFrame> frames;
};

/// Agents that come and go, with odd numbers in every place.
inline RecordedRun makeRandomRun(std::uint64_t seed)
{
    Random random(seed);
    RecordedRun run;
    run.info.frame_rate = 0.5 + 60 * random.uniform();
    run.info.dt = random.uniform();
    run.info.every = 1 + random.below(9);
    run.info.seed = random.bits();
    run.info.program = "clearway 1.2.3";
    run.info.scenario = "some: name, 100 %";
    run.info.guide = "exact";
    run.info.steering = "orca";
    run.info.geometry = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))";
    run.info.lines = {{"door: left", {1.25, makeAnyDouble(random)}, {1, 4}}, {"", {0, 0}, {1, 1}}};
    run.info.areas = {{"hall", {{0, 0}, {1, 0}, {1, 1}, {0.5, 1.0 / 3}}}};
    std::vector<std::uint64_t> ids;
    for (std::uint64_t id = 1; id <= 1 + random.below(30); ++id) ids.push_back(random.below(3) == 0 ? random.bits() : id);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::int64_t number = 0;
    const std::size_t count = 1 + random.below(12);
    for (std::size_t i = 0; i < count; ++i)
    {
        TrajectoryFrame frame;
        frame.number = number;
        number += 1 + static_cast<std::int64_t>(random.below(3));
        for (std::uint64_t id : ids)
        {
            if (random.below(4) == 0) continue;
            frame.ids.push_back(id);
            frame.positions.push_back({makeAnyDouble(random), 100 * random.uniform()});
            const bool is_known = random.below(3) > 0;
            frame.headings.push_back(is_known ? Vec2{0.6, -0.8} : Vec2{});
            frame.radii.push_back(0.1 + static_cast<double>(id % 3));
            frame.groups.push_back(static_cast<std::uint32_t>(id % 5));
        }
        run.frames.push_back(std::move(frame));
    }
    return run;
}

inline void writeRun(const RecordedRun& run, Result<std::unique_ptr<TrajectoryWriter>> writer)
{
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_EQ((*writer)->lastFrame(), -1);
    Result<void> done = (*writer)->begin(run.info);
    ASSERT_TRUE(done) << done.error().message;
    for (TrajectoryFrame frame : run.frames)
    {
        // In the order of a crowd, which is none.
        std::reverse(frame.ids.begin(), frame.ids.end());
        std::reverse(frame.positions.begin(), frame.positions.end());
        std::reverse(frame.headings.begin(), frame.headings.end());
        std::reverse(frame.radii.begin(), frame.radii.end());
        std::reverse(frame.groups.begin(), frame.groups.end());
        done = (*writer)->write(frame);
        ASSERT_TRUE(done) << done.error().message;
    }
    done = (*writer)->finish();
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ((*writer)->lastFrame(), run.frames.empty() ? -1 : run.frames.back().number);
}

enum class Headings
{
    kept,
    lost,
};

inline void expectSameInfo(const TrajectoryInfo& expected, const TrajectoryInfo& info)
{
    EXPECT_TRUE(sameBits(expected.frame_rate, info.frame_rate));
    EXPECT_TRUE(sameBits(expected.dt, info.dt));
    EXPECT_EQ(expected.every, info.every);
    EXPECT_EQ(expected.seed, info.seed);
    EXPECT_EQ(expected.program, info.program);
    EXPECT_EQ(expected.scenario, info.scenario);
    EXPECT_EQ(expected.guide, info.guide);
    EXPECT_EQ(expected.steering, info.steering);
    EXPECT_EQ(expected.geometry, info.geometry);
    EXPECT_EQ(expected.lines, info.lines);
    EXPECT_EQ(expected.areas, info.areas);
}

inline void expectSameRun(const RecordedRun& run, TrajectoryReader& reader, Headings headings)
{
    expectSameInfo(run.info, reader.info());
    TrajectoryFrame frame;
    std::int64_t rows = 0;
    for (const TrajectoryFrame& expected : run.frames)
    {
        if (expected.ids.empty()) continue;
        const Result<bool> found = reader.read(frame);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_TRUE(*found);
        EXPECT_EQ(frame.number, expected.number);
        ASSERT_EQ(frame.ids, expected.ids);
        for (std::size_t i = 0; i < frame.ids.size(); ++i)
        {
            EXPECT_TRUE(sameBits(frame.positions[i].x, expected.positions[i].x));
            EXPECT_TRUE(sameBits(frame.positions[i].y, expected.positions[i].y));
        }
        if (headings == Headings::kept)
        {
            EXPECT_EQ(frame.headings, expected.headings);
        }
        EXPECT_EQ(frame.radii, expected.radii);
        EXPECT_EQ(frame.groups, expected.groups);
        rows += static_cast<std::int64_t>(frame.ids.size());
    }
    EXPECT_FALSE(*reader.read(frame));
    EXPECT_EQ(reader.summary().row_count, rows);
}

/// No file of this process may grow beyond it: what a full disk does, without one.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_ = {};
    void (*handler_)(int) = SIG_DFL;
};

using OpenReader = std::function<Result<std::unique_ptr<TrajectoryReader>>(const std::string&)>;

/// Writes until that fails; then what is there must be whole frames up to the one that the writer names.
inline void expectWholeFramesOnFullDisk(Result<std::unique_ptr<TrajectoryWriter>>& writer, const std::string& path,
                                        const OpenReader& open)
{
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->begin({}));
    TrajectoryFrame frame;
    for (std::uint64_t id = 1; id <= 500; ++id) frame.ids.push_back(id);
    frame.positions.resize(500);
    Result<void> written;
    for (; frame.number < 100'000 && written; ++frame.number)
    {
        for (Vec2& p : frame.positions) p = p + Vec2{0.01, 0.1};
        written = (*writer)->write(frame);
    }
    ASSERT_FALSE(written) << "nothing was full";
    EXPECT_EQ(written.error().code, ErrorCode::unwritable_file);
    EXPECT_TRUE(mentions(written.error().message, path + ".partial")) << written.error().message;
    EXPECT_FALSE((*writer)->write(frame));
    EXPECT_FALSE((*writer)->finish());
    const std::int64_t last = (*writer)->lastFrame();
    EXPECT_GE(last, 0);
    EXPECT_EQ((*writer)->currentPath(), path + ".partial");
    writer->reset();
    Result<std::unique_ptr<TrajectoryReader>> reader = open(path + ".partial");
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ((*reader)->summary().last_frame, last);
    EXPECT_EQ((*reader)->summary().row_count, 500 * (last + 1));
    EXPECT_FALSE(std::filesystem::exists(path));
}

inline void expectSenselessFramesRefused(Result<std::unique_ptr<TrajectoryWriter>> writer)
{
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_FALSE((*writer)->begin({.frame_rate = 0}));
    EXPECT_FALSE((*writer)->begin({.frame_rate = std::numeric_limits<double>::quiet_NaN()}));
    ASSERT_TRUE((*writer)->begin({}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE((*writer)->write({.number = -1}));
    EXPECT_FALSE((*writer)->write({.number = 0, .ids = {1}}));
    EXPECT_FALSE((*writer)->write({.number = 0, .ids = {1}, .positions = {{nan, 0}}}));
    EXPECT_FALSE((*writer)->write({.number = 0, .ids = {1}, .positions = {{1, 0}}, .radii = {-1}}));
    EXPECT_FALSE((*writer)->write({.number = 0, .ids = {1}, .positions = {{1, 0}}, .headings = {{nan, 1}}}));
    EXPECT_TRUE((*writer)->write({.number = 3, .ids = {1}, .positions = {{1, 0}}}));
    EXPECT_FALSE((*writer)->write({.number = 3, .ids = {1}, .positions = {{1, 0}}}));
    EXPECT_TRUE((*writer)->write({.number = 4}));
    EXPECT_TRUE((*writer)->finish());
}

} // namespace clearway::test
