// SPDX-License-Identifier: MIT
#include <clearway/record/analysis.h>

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/support.h"

namespace clearway {

using namespace test;

namespace {

constexpr int kFrames = 200;

/// Eight people on a round, in whole centimetres: the same numbers in both units. They come and go.
std::string makeRows(double unit)
{
    std::string text;
    for (int id = 1; id <= 8; ++id)
        for (int frame = 5 * id; frame < kFrames - 10 * id; ++frame)
        {
            const int way = 130 * id + 5 * frame;
            const int x = way % 800 - 400;
            const int y = (id * 37) % 200 - 100;
            const auto format = [&](int centimetres) {
                return unit == 1 ? std::to_string(centimetres / 100.0) : std::to_string(centimetres);
            };
            text += std::to_string(id) + " " + std::to_string(frame) + " " + format(x) + " " + format(y) + " 1\n";
        }
    return text;
}

AnalysisOptions makeOptions()
{
    AnalysisOptions options;
    options.lines = {{"door, \"left\"", {0, -2}, {0, 2}}};
    options.areas = {{"hall", {{-2, -1.2}, {2, -1.2}, {2, 1.2}, {-2, 1.2}}}};
    return options;
}

Analysis analyseText(const std::string& text)
{
    const TemporaryFolder folder;
    put(folder.file("run.txt"), text);
    Result<std::unique_ptr<TrajectoryReader>> run = openTextTrajectory(folder.file("run.txt"));
    EXPECT_TRUE(run) << run.error().message;
    Result<Analysis> analysis = analyseTrajectory(**run, makeOptions());
    EXPECT_TRUE(analysis) << analysis.error().message;
    return *analysis;
}

std::size_t countLines(const std::string& text, const std::string& part)
{
    std::istringstream lines(text);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) count += line.find(part) != std::string::npos;
    return count;
}

} // namespace

TEST(TrajectoryAnalysis, CentimetresAndMetresGiveTheSameNumbers)
{
    const Analysis metres = analyseText("# framerate: 25\n# id frame x/m y/m z/m\n" + makeRows(1));
    const Analysis centimetres = analyseText("# framerate: 25\n# id frame x/cm y/cm z/cm\n" + makeRows(0.01));
    const NamedAnalysis named[2] = {{"run", metres}, {"run", centimetres}};
    EXPECT_EQ(formatAnalysisCsv(std::span(named).first(1)), formatAnalysisCsv(std::span(named).last(1)));
    EXPECT_GT(metres.lines[0].forward + metres.lines[0].backward, 0u);
    EXPECT_EQ(metres.frame_step, 5);
    EXPECT_NEAR(metres.faults.largest_speed, 8 * 25 - 1.25, 1e-6) << "the leap at the end of the round";
    EXPECT_GT(metres.faults.leaps, 0u);
}

TEST(TrajectoryAnalysis, ATableHasALineForEachFrameAndCrossing)
{
    const Analysis analysis = analyseText("# framerate: 25\n# id frame x/m y/m z/m\n" + makeRows(1));
    const NamedAnalysis named[] = {{"one,run", analysis}};
    const std::string csv = formatAnalysisCsv(named);
    EXPECT_EQ(countLines(csv, ",area,hall,"), analysis.areas[0].samples.size());
    EXPECT_EQ(countLines(csv, ",line,\"door, \"\"left\"\"\","), analysis.lines[0].crossings.size());
    EXPECT_EQ(countLines(csv, "nan"), 0u);
    EXPECT_EQ(countLines(csv, "\"one,run\","), analysis.areas[0].samples.size() + analysis.lines[0].crossings.size());
    std::istringstream lines(csv);
    std::string header;
    std::getline(lines, header);
    const auto countCommas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
    for (std::string line; std::getline(lines, line);)
    {
        const std::ptrdiff_t quoted = line.find(",line,") != std::string::npos ? 2 : 1;
        EXPECT_EQ(countCommas(line) - quoted, countCommas(header)) << line;
    }
}

TEST(TrajectoryAnalysis, TheWallsOfTheRecordingEndTheCells)
{
    const TemporaryFolder folder;
    Result<std::unique_ptr<TrajectoryWriter>> writer = buildTextTrajectoryWriter(folder.file("run.txt"));
    ASSERT_TRUE(writer);
    TrajectoryInfo info;
    info.frame_rate = 10;
    info.geometry = "POLYGON ((-50 -1, 50 -1, 50 1, -50 1, -50 -1))";
    ASSERT_TRUE((*writer)->begin(info));
    for (int i = 0; i < 3; ++i)
    {
        TrajectoryFrame frame;
        frame.number = i;
        for (int k = 0; k < 40; ++k)
        {
            frame.ids.push_back(static_cast<std::uint64_t>(k));
            frame.positions.push_back({-20.0 + k + 0.1 * i, 0});
        }
        ASSERT_TRUE((*writer)->write(frame));
    }
    ASSERT_TRUE((*writer)->finish());
    Result<std::unique_ptr<TrajectoryReader>> run = openTextTrajectory(folder.file("run.txt"));
    ASSERT_TRUE(run);
    EXPECT_EQ(findRunWalkable(**run).size(), 1u);
    AnalysisOptions options;
    options.areas = {{"hall", {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}}};
    const Result<Analysis> analysis = analyseTrajectory(**run, options);
    ASSERT_TRUE(analysis);
    EXPECT_EQ(analysis->areas[0].method, AnalysisOptions::Density::voronoi);
    EXPECT_NEAR(analysis->areas[0].mean_density, 0.5, 1e-9);
}

TEST(TrajectoryAnalysis, ItCanBeStopped)
{
    const TemporaryFolder folder;
    put(folder.file("run.txt"), "# framerate: 25\n# x/m\n" + makeRows(1));
    Result<std::unique_ptr<TrajectoryReader>> run = openTextTrajectory(folder.file("run.txt"));
    ASSERT_TRUE(run);
    int calls = 0;
    AnalysisOptions options = makeOptions();
    options.execution.progress = [&](std::string_view, double) { return ++calls < 3; };
    const Result<Analysis> stopped = analyseTrajectory(**run, options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    EXPECT_TRUE(analyseTrajectory(**run, makeOptions())) << "and be begun again";
}

TEST(TrajectoryAnalysis, NumbersBeyondReasonAreRefused)
{
    const TemporaryFolder folder;
    const auto refuse = [&](const std::string& text, const std::string& part) {
        put(folder.file("run.txt"), text);
        Result<std::unique_ptr<TrajectoryReader>> run = openTextTrajectory(folder.file("run.txt"));
        ASSERT_TRUE(run) << run.error().message;
        const Result<Analysis> analysis = analyseTrajectory(**run, makeOptions());
        ASSERT_FALSE(analysis);
        EXPECT_TRUE(mentions(analysis.error().message, part)) << analysis.error().message;
    };
    refuse("# framerate: 25\n# x/m\n1 9223372036854775807 0 0\n1 -9223372036854775807 0 0\n", "2^53");
    refuse("# framerate: 25\n# x/m\n1 0 0 0\n7 3 1e16 -2\n", "person 7 is at (1e+16, -2) in frame 3");
    refuse("# framerate: 1e7\n# x/m\n1 0 0 0\n", "from 0.001 to 1000000");
    refuse("# framerate: 1e-4\n# x/m\n1 0 0 0\n", "from 0.001 to 1000000");
}

TEST(TrajectoryAnalysis, AMissingFrameDoesNotHideThatOnlyEveryTenthWasRecorded)
{
    std::string rows;
    for (int frame = 0; frame <= 300; frame += 10)
        if (frame != 150) rows += "1 " + std::to_string(frame) + " " + std::to_string(-1.5 + 0.01 * frame) + " 0\n";
    const Analysis analysis = analyseText("# framerate: 100\n# x/m\n" + rows);
    EXPECT_EQ(analysis.frame_step, 2);
    EXPECT_EQ(analysis.faults.gaps, 1u);
    EXPECT_NEAR(analysis.faults.longest_gap, 0.2, 1e-12);
    EXPECT_NEAR(analysis.mean_speed, 1, 1e-9);
    for (const Analysis::AreaSample& sample : analysis.areas[0].samples) EXPECT_NEAR(sample.speed, 1, 1e-9) << sample.time;
    // Also where the first two frames are the ones that are far apart.
    const Analysis early = analyseText("# framerate: 100\n# x/m\n1 0 0 0\n1 20 0.2 0\n1 30 0.3 0\n");
    EXPECT_EQ(early.faults.gaps, 1u);
}

TEST(TrajectoryAnalysis, OneInTwoPlacesIsCounted)
{
    const Analysis analysis =
        analyseText("# framerate: 10\n# x/m\n1 0 0 0\n4 0 1 1\n1 1 0 0\n1 1 0 0\n4 1 1 1\n4 1 1 1.5\n4 2 1 1\n4 2 1.5 1\n");
    EXPECT_EQ(analysis.faults.split_persons, 2u) << "the same row twice is no fault";
    EXPECT_EQ(analysis.faults.split_in_frame, 1);
    EXPECT_EQ(analysis.faults.split_id, 4u);
}

} // namespace clearway
