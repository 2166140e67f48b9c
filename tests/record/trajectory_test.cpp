// SPDX-License-Identifier: MIT
#include <clearway/record/trajectory.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include <csignal>
#include <sys/resource.h>

#include "io/text.h"
#include "tests/io/support.h"
#include "tests/record/trajectory_support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

TEST(TextTrajectory, ComesBackToTheBit)
{
    const TemporaryFolder folder;
    for (int seed = 0; seed < 20 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const RecordedRun run = makeRandomRun(static_cast<std::uint64_t>(seed));
        const std::string path = folder.file("run.txt");
        writeRun(run, buildTextTrajectoryWriter(path));
        Result<std::unique_ptr<TrajectoryReader>> reader = openTextTrajectory(path);
        ASSERT_TRUE(reader) << reader.error().message;
        expectSameRun(run, **reader, Headings::lost);
        ASSERT_TRUE((*reader)->rewind());
        expectSameRun(run, **reader, Headings::lost);
        EXPECT_EQ(folder.list(), std::vector<std::string>{"run.txt"});
    }
}

TEST(TextTrajectory, IsWhatPedPyLooksFor)
{
    const TemporaryFolder folder;
    RecordedRun run;
    run.info.frame_rate = 10;
    run.info.scenario = "measured in cm,\nframerate 3";
    run.frames.push_back({.number = 0, .ids = {7, 3}, .positions = {{1.5, -2}, {0.1, 1e-9}}, .radii = {0.25, 0.25}});
    writeRun(run, buildTextTrajectoryWriter(folder.file("run.txt")));
    EXPECT_EQ(take(folder.file("run.txt")), "# framerate: 10.00 fps\n"
                                            "# scenario: measured in cm, framerate 3\n"
                                            "# seed: 0\n"
                                            "# dt: 0\n"
                                            "# every: 1\n"
                                            "# id frame x/m y/m z/m\n"
                                            "# agents 3 to 3: radius 0.25 group 0\n"
                                            "# agents 7 to 7: radius 0.25 group 0\n"
                                            "3\t0\t0.1\t1e-09\t0\n"
                                            "7\t0\t1.5\t-2\t0\n");
}

TEST(TextTrajectory, RowsMayBeInTheOrderOfAgentsAndInCentimetres)
{
    const TemporaryFolder folder;
    put(folder.file("archive.txt"), "\xEF\xBB\xBF# PeTrack project\r\n# framerate: 25 fps\r\n# id frame x/cm y/cm z/cm\r\n"
                                    "1 0 100 250 170\r\n1 1 110 250 170\r\n2 0 -50 0\r\n2 2 +20 1e2 3 # remark\r\n\r\n");
    Result<std::unique_ptr<TrajectoryReader>> reader = openTextTrajectory(folder.file("archive.txt"));
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ((*reader)->info().frame_rate, 25);
    const TrajectoryReader::Summary& summary = (*reader)->summary();
    EXPECT_EQ(summary.frame_count, 3);
    EXPECT_EQ(summary.row_count, 4);
    EXPECT_EQ(summary.agent_count, 2);
    EXPECT_EQ(summary.most_at_once, 2);
    EXPECT_EQ(summary.bounds, (Box2{{-0.5, 0}, {1.1, 2.5}}));
    TrajectoryFrame frame;
    ASSERT_TRUE(*(*reader)->read(frame));
    EXPECT_EQ(frame.ids, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(frame.positions, (std::vector<Vec2>{{1, 2.5}, {-0.5, 0}}));
    ASSERT_TRUE(*(*reader)->read(frame));
    EXPECT_EQ(frame.ids, std::vector<std::uint64_t>{1});
    ASSERT_TRUE(*(*reader)->read(frame));
    EXPECT_EQ(frame.number, 2);
    EXPECT_EQ(frame.positions, (std::vector<Vec2>{{0.2, 1}}));
    EXPECT_FALSE(*(*reader)->read(frame));
}

TEST(TextTrajectory, WhatAFileDoesNotSayTheCallerMay)
{
    const TemporaryFolder folder;
    put(folder.file("bare.txt"), "1 43 79 -700 183\n1 44 79.5 -690 183\n2 44 1e2 0 160\n");
    Result<std::unique_ptr<TrajectoryReader>> bare = openTextTrajectory(folder.file("bare.txt"));
    ASSERT_FALSE(bare);
    EXPECT_TRUE(mentions(bare.error().message, "framerate")) << bare.error().message;
    bare = openTextTrajectory(folder.file("bare.txt"), {.frame_rate = 16});
    ASSERT_FALSE(bare) << "a unit is not guessed";
    EXPECT_TRUE(mentions(bare.error().message, "unit")) << bare.error().message;
    EXPECT_EQ(bare.error().place.line, 1);
    bare = openTextTrajectory(folder.file("bare.txt"), {.frame_rate = 16, .unit_advice = "ask Ada"});
    EXPECT_TRUE(mentions(bare.error().message, "Add it, or ask Ada.")) << bare.error().message;
    bare = openTextTrajectory(folder.file("bare.txt"), {.unit = 1, .frame_rate_advice = "count"});
    EXPECT_TRUE(mentions(bare.error().message, "Add it, or count.")) << bare.error().message;
    bare = openTextTrajectory(folder.file("bare.txt"), {.unit = 0.01, .frame_rate = 16});
    ASSERT_TRUE(bare) << bare.error().message;
    EXPECT_EQ((*bare)->info().frame_rate, 16);
    EXPECT_EQ((*bare)->summary().bounds, (Box2{{0.79, -7}, {1, 0}}));

    put(folder.file("empty.txt"), "");
    const Result<std::unique_ptr<TrajectoryReader>> empty =
        openTextTrajectory(folder.file("empty.txt"), {.unit = 1, .frame_rate = 16});
    ASSERT_TRUE(empty) << empty.error().message;
    EXPECT_EQ((*empty)->summary().row_count, 0);

    // What the file says is not overruled.
    put(folder.file("says.txt"), "# framerate: 25\n# id frame x/cm y/cm z/cm\n1 0 100 200 0\n");
    Result<std::unique_ptr<TrajectoryReader>> says = openTextTrajectory(folder.file("says.txt"), {.unit = 1, .frame_rate = 16});
    ASSERT_TRUE(says);
    EXPECT_EQ((*says)->info().frame_rate, 25);
    EXPECT_EQ((*says)->summary().bounds.min, (Vec2{1, 2}));
    put(folder.file("mm.txt"), "# framerate: 25\n# id frame x/mm y/mm z/mm\n1 0 1234 200 0\n");
    says = openTextTrajectory(folder.file("mm.txt"));
    ASSERT_TRUE(says);
    EXPECT_EQ((*says)->summary().bounds.min, (Vec2{1.234, 0.2}));
    for (const double bad : {-1.0, std::nan(""), HUGE_VAL})
    {
        EXPECT_FALSE(openTextTrajectory(folder.file("says.txt"), {.unit = bad}));
        EXPECT_FALSE(openTextTrajectory(folder.file("says.txt"), {.frame_rate = bad}));
    }
}

TEST(TextTrajectory, WhatIsNoTrajectoryIsRefusedWithItsLine)
{
    const TemporaryFolder folder;
    const auto refuse = [&](std::string_view text, std::int64_t line, const std::string& part) {
        put(folder.file("bad.txt"), text);
        const Result<std::unique_ptr<TrajectoryReader>> reader = openTextTrajectory(folder.file("bad.txt"));
        ASSERT_FALSE(reader) << text;
        EXPECT_TRUE(mentions(reader.error().message, part)) << reader.error().message;
        EXPECT_EQ(reader.error().place.line, line) << text;
        EXPECT_EQ(reader.error().place.file, folder.file("bad.txt"));
    };
    const std::string head = "# framerate: 10 fps\n# id frame x/m y/m\n";
    refuse("", 0, "no rows, and no line like '# framerate");
    refuse("1 0 1 1 0\n", 1, "frame rate");
    refuse("# framerate: 10\n1 0 1 1 0\n", 2, "unit");
    refuse("# framerate: -10\n# x/m\n1 0 1 1 0\n", 3, "above 0");
    refuse("# framerate: nan\n# x/m\n1 0 1 1 0\n", 3, "frame rate");
    refuse(head + "1 0 1\n", 3, "a row is 'id frame x y z': its y is missing.");
    refuse(head + "1 0 1 1\n1.5 0 1 1\n", 4, "its id must be a whole number, not '1.5'.");
    refuse(head + "1 2.5 1 1\n", 3, "its frame must be a whole number, not '2.5'.");
    refuse(head + "1 0 nan 1\n", 3, "its x must be a finite number, not 'nan'.");
    refuse(head + "1 0 1 -inf\n", 3, "its y must be a finite number, not '-inf'.");
    refuse(head + "1 0 1e999 1\n", 3, "its x must be a finite number, not '1e999'.");
    refuse(head + "hello\n", 3, "its id must be a whole number, not 'hello'.");
    const Result<std::unique_ptr<TrajectoryReader>> missing = openTextTrajectory(folder.file("nothing.txt"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::unreadable_file);
    EXPECT_FALSE(openTextTrajectory(folder.path()));
    put(folder.file("empty.txt"), head);
    const Result<std::unique_ptr<TrajectoryReader>> empty = openTextTrajectory(folder.file("empty.txt"));
    ASSERT_TRUE(empty);
    EXPECT_EQ((*empty)->summary().row_count, 0);
}

TEST(TextTrajectory, AnyBytesAreSurvived)
{
    const TemporaryFolder folder;
    Random random(5);
    const RecordedRun run = makeRandomRun(3);
    writeRun(run, buildTextTrajectoryWriter(folder.file("run.txt")));
    const std::string right = take(folder.file("run.txt"));
    for (int i = 0; i < 300 * testScale(); ++i)
    {
        std::string text = right;
        const std::size_t changes = 1 + random.below(6);
        for (std::size_t k = 0; k < changes && !text.empty(); ++k)
        {
            const std::size_t place = random.below(text.size());
            if (random.below(3) == 0)
                text.resize(place);
            else
                text[place] =
                    random.below(2) == 0 ? static_cast<char>(random.below(256)) : "0123456789.-# \n\t:,ea"[random.below(20)];
        }
        put(folder.file("bad.txt"), text);
        Result<std::unique_ptr<TrajectoryReader>> reader = openTextTrajectory(folder.file("bad.txt"));
        TrajectoryFrame frame;
        std::int64_t rows = 0;
        while (reader)
        {
            const Result<bool> found = (*reader)->read(frame);
            ASSERT_TRUE(found) << "what could be opened can be read";
            if (!*found) break;
            rows += static_cast<std::int64_t>(frame.ids.size());
        }
        if (reader)
        {
            EXPECT_LE(rows, (*reader)->summary().row_count);
        }
    }
}

TEST(TextTrajectory, ARunThatWasCutOffIsReadUpToItsLastWholeLine)
{
    const TemporaryFolder folder;
    const RecordedRun run = makeRandomRun(8);
    {
        Result<std::unique_ptr<TrajectoryWriter>> writer = buildTextTrajectoryWriter(folder.file("run.txt"));
        ASSERT_TRUE(writer && (*writer)->begin(run.info));
        for (const TrajectoryFrame& frame : run.frames) ASSERT_TRUE((*writer)->write(frame));
        // Gone without finish().
    }
    EXPECT_EQ(folder.list(), std::vector<std::string>{"run.txt.partial"});
    Result<std::unique_ptr<TrajectoryReader>> whole = openTextTrajectory(folder.file("run.txt.partial"));
    ASSERT_TRUE(whole);
    const std::int64_t rows = (*whole)->summary().row_count;
    std::string text = take(folder.file("run.txt.partial"));
    text.resize(text.size() - 9); // in the middle of the last row
    put(folder.file("cut.txt"), text);
    Result<std::unique_ptr<TrajectoryReader>> cut = openTextTrajectory(folder.file("cut.txt"));
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_EQ((*cut)->summary().row_count, rows - 1);
}

TEST(TextTrajectory, AFullDiskIsSaidAndLeavesWholeFrames)
{
    const TemporaryFolder folder;
    const FileSizeLimit limit(300'000);
    Result<std::unique_ptr<TrajectoryWriter>> writer = buildTextTrajectoryWriter(folder.file("run.txt"));
    expectWholeFramesOnFullDisk(writer, folder.file("run.txt"), [](const std::string& path) { return openTextTrajectory(path); });
}

TEST(TextTrajectory, APlaceThatCannotBeWrittenIsKnownAtOnce)
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("folder.txt"));
    for (const std::string& path :
         {folder.file("no/such/run.txt"), folder.file("folder.txt"), std::string(), std::string("-"), std::string("/dev/null")})
    {
        const Result<std::unique_ptr<TrajectoryWriter>> writer = buildTextTrajectoryWriter(path);
        ASSERT_FALSE(writer) << path;
        EXPECT_EQ(writer.error().code, ErrorCode::unwritable_file);
    }
    EXPECT_EQ(folder.list(), std::vector<std::string>{"folder.txt"});
    put(folder.file("old.txt"), "old");
    (void)buildTextTrajectoryWriter(folder.file("old.txt")); // and never begun
    EXPECT_EQ(take(folder.file("old.txt")), "old");
    EXPECT_EQ(folder.list(), (std::vector<std::string>{"folder.txt", "old.txt"}));
}

TEST(TextTrajectory, FramesThatMakeNoSenseAreRefused)
{
    const TemporaryFolder folder;
    expectSenselessFramesRefused(buildTextTrajectoryWriter(folder.file("run.txt")));
}

} // namespace clearway
