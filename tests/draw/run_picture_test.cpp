// SPDX-License-Identifier: MIT
#include <clearway/native/run_picture.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "draw/canvas.h"
#include "draw/encoder.h"
#include "draw/run_plots.h"
#include "tests/io/support.h"
#include "tests/record/trajectory_support.h"

namespace clearway {

using namespace test;

namespace {

/// Two agents of two groups that walk east, one through the line, one past its end; then one is gone.
RecordedRun makeWalk()
{
    RecordedRun run;
    run.info.frame_rate = 2;
    run.info.scenario = "walk";
    run.info.geometry = "POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0), (4 4, 5 4, 5 5, 4 5, 4 4))";
    run.info.lines = {{"line", {5, 0}, {5, 2}}};
    run.info.areas = {{"area", {{0, 0}, {10, 0}, {10, 2}, {0, 2}}}};
    for (std::int64_t i = 0; i <= 20; ++i)
    {
        const double x = 1 + 0.4 * static_cast<double>(i);
        TrajectoryFrame frame = {
            .number = i, .ids = {1}, .positions = {{x, 1}}, .headings = {{1, 0}}, .radii = {0.3}, .groups = {0}};
        if (i < 15)
        {
            frame.ids.push_back(2);
            frame.positions.push_back({x, 3});
            frame.headings.push_back({0, 0});
            frame.radii.push_back(0.5);
            frame.groups.push_back(1);
        }
        run.frames.push_back(frame);
    }
    return run;
}

std::unique_ptr<TrajectoryReader> openRun(const TemporaryFolder& folder, const RecordedRun& run)
{
    writeRun(run, buildTextTrajectoryWriter(folder.file("run.txt")));
    Result<std::unique_ptr<TrajectoryReader>> reader = openTextTrajectory(folder.file("run.txt"));
    EXPECT_TRUE(reader);
    return reader ? std::move(*reader) : nullptr;
}

} // namespace

TEST(RunPicture, EveryKindIsDrawnAndTheSameTwice)
{
    const TemporaryFolder folder;
    const std::unique_ptr<TrajectoryReader> run = openRun(folder, makeWalk());
    std::vector<std::string> seen;
    for (const RunDrawing as : {RunDrawing::trails, RunDrawing::heat, RunDrawing::snapshot, RunDrawing::plots})
        for (const char* name : {"a.svg", "a.png", "a.pdf"})
        {
            RunPictureOptions options;
            options.as = as;
            options.width = 300;
            Result<void> saved = saveRunPicture(*run, folder.file(name), options);
            ASSERT_TRUE(saved) << saved.error().message;
            const std::string bytes = take(folder.file(name));
            ASSERT_TRUE(saveRunPicture(*run, folder.file(name), options));
            EXPECT_EQ(take(folder.file(name)), bytes);
            for (const std::string& other : seen) EXPECT_NE(other, bytes);
            seen.push_back(bytes);
        }
}

TEST(RunPicture, WhatCannotBeDrawnIsRefused)
{
    const TemporaryFolder folder;
    const std::unique_ptr<TrajectoryReader> run = openRun(folder, makeWalk());
    RunPictureOptions options;
    EXPECT_FALSE(saveRunPicture(*run, folder.file("a.gif"), options));
    for (const RunDrawing as : {RunDrawing::trails, RunDrawing::plots})
        for (const int width : {0, 63, 20'001})
        {
            options.as = as;
            options.width = width;
            EXPECT_FALSE(saveRunPicture(*run, folder.file("a.png"), options));
        }
    options = {.as = RunDrawing::snapshot, .time = 10.2};
    const Result<void> late = saveRunPicture(*run, folder.file("a.png"), options);
    ASSERT_FALSE(late);
    EXPECT_TRUE(mentions(late.error().message, "from 0.0 s to 10.0 s")) << late.error().message;
    options.time = -1;
    EXPECT_FALSE(saveRunPicture(*run, folder.file("a.png"), options));
    options = {.execution = {.progress = [](std::string_view, double) { return false; }}};
    const Result<void> stopped = saveRunPicture(*run, folder.file("a.png"), options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);

    RecordedRun bad = makeWalk();
    bad.info.geometry = "POLYGON ((0 0, 1";
    EXPECT_FALSE(saveRunPicture(*openRun(folder, bad), folder.file("a.png")));
    bad.frames.clear();
    EXPECT_FALSE(saveRunPicture(*openRun(folder, bad), folder.file("a.png")));
    EXPECT_EQ(folder.list(), std::vector<std::string>{"run.txt"});
}

TEST(RunPicture, ARunWithoutAWalkableAreaIsDrawnOnARectangle)
{
    const TemporaryFolder folder;
    RecordedRun plain = makeWalk();
    plain.info.geometry.clear();
    for (TrajectoryFrame& frame : plain.frames) frame.radii.clear(), frame.groups.clear();
    const std::unique_ptr<TrajectoryReader> run = openRun(folder, plain);
    const Result<Scene> scene = buildRunScene(*run);
    ASSERT_TRUE(scene);
    EXPECT_NEAR(scene->bounds().min.x, 0, 1e-6);
    EXPECT_NEAR(scene->bounds().max.x, 10, 1e-6);
    for (const RunDrawing as : {RunDrawing::trails, RunDrawing::heat, RunDrawing::snapshot, RunDrawing::plots})
        EXPECT_TRUE(saveRunPicture(*run, folder.file("a.png"), {.as = as}));
}

TEST(RunPicture, NumbersOverTimeAreThoseOfThePositions)
{
    const TemporaryFolder folder;
    const std::unique_ptr<TrajectoryReader> run = openRun(folder, makeWalk());
    const Result<RunSeries> series = computeRunSeries(*run, {});
    ASSERT_TRUE(series);
    ASSERT_EQ(series->agents.size(), 21u);
    EXPECT_EQ(series->agents[14], (Vec2{7, 2}));
    EXPECT_EQ(series->agents[15], (Vec2{7.5, 1}));
    for (Vec2 p : series->speed) EXPECT_NEAR(p.y, 0.8, 1e-9);
    // From 4.6 to 5 on the line, which still counts as before it, to 5.4 after it; the other agent passes beside its end.
    ASSERT_EQ(series->crossings[0].size(), 1u);
    EXPECT_NEAR(series->crossings[0][0], 5, 0.51);
    ASSERT_FALSE(series->fundamental[0].empty());
    for (Vec2 p : series->fundamental[0]) EXPECT_NEAR(p.x, 1.0 / 20, 1e-12);
}

TEST(RunVideo, SettingsThatMakeNoSenseAreRefused)
{
    const TemporaryFolder folder;
    const std::unique_ptr<TrajectoryReader> run = openRun(folder, makeWalk());
    for (const RunVideoOptions& options : {RunVideoOptions{.width = 10}, RunVideoOptions{.frame_rate = 0},
                                           RunVideoOptions{.speed = 0}, RunVideoOptions{.speed = std::nan("")}})
        EXPECT_FALSE(saveRunVideo(*run, folder.file("a.mp4"), options));
    EXPECT_EQ(folder.list(), std::vector<std::string>{"run.txt"});
}

} // namespace clearway
