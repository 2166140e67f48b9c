// SPDX-License-Identifier: MIT
#include <clearway/native/analysis_picture.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/io/support.h"

namespace clearway {

using namespace test;

namespace {

Analysis makeAnalysis(double density)
{
    Analysis analysis;
    Analysis::Area area;
    area.name = "hall";
    for (int i = 0; i < 50; ++i)
        area.samples.push_back({.time = 0.1 * i,
                                .voronoi_density = density,
                                .voronoi_speed = 1,
                                .flow = density,
                                .lane_order = i % 2 == 0 ? 0.5 : std::numeric_limits<double>::quiet_NaN()});
    area.bins.push_back({0, 2 * density, 50, {1, 1, 1}, {density, density, density}});
    analysis.areas.push_back(area);
    Analysis::Line line;
    line.name = "door";
    for (std::uint64_t id = 1; id < 10; ++id) line.crossings.push_back({0.5 * static_cast<double>(id), id, true});
    analysis.lines.push_back(line);
    return analysis;
}

/// In the first line with one.
double readHeight(const std::string& svg)
{
    const std::size_t at = svg.find(" height=\"");
    return at == std::string::npos ? 0 : std::stod(svg.substr(at + 9));
}

std::size_t countPaths(const std::string& svg)
{
    std::size_t count = 0;
    for (std::size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) ++count;
    return count;
}

} // namespace

TEST(AnalysisPicture, TheSameAnalysesGiveTheSamePicture)
{
    const TemporaryFolder folder;
    const NamedAnalysis both[] = {{"ours", makeAnalysis(0.5)}, {"theirs", makeAnalysis(1.5)}};
    ASSERT_TRUE(saveAnalysisPicture(both, folder.file("a.svg"), {.width = 800, .title = "side by side"}));
    ASSERT_TRUE(saveAnalysisPicture(both, folder.file("b.svg"), {.width = 800, .title = "side by side"}));
    EXPECT_EQ(take(folder.file("a.svg")), take(folder.file("b.svg")));
    for (const std::string ending : {"png", "pdf"}) EXPECT_TRUE(saveAnalysisPicture(both, folder.file("a." + ending)));
    EXPECT_EQ(folder.list(), (std::vector<std::string>{"a.pdf", "a.png", "a.svg", "b.svg"}));
}

TEST(AnalysisPicture, WhatIsMissingIsLeftOut)
{
    const TemporaryFolder folder;
    Analysis only_line = makeAnalysis(1);
    only_line.areas.clear();
    Analysis nobody;
    nobody.areas.push_back({});
    nobody.lines.push_back({});
    const NamedAnalysis full[] = {{"run", makeAnalysis(1)}};
    const NamedAnalysis lines[] = {{"run", only_line}};
    const NamedAnalysis empty[] = {{"run", nobody}};
    ASSERT_TRUE(saveAnalysisPicture(full, folder.file("full.svg")));
    ASSERT_TRUE(saveAnalysisPicture(lines, folder.file("line.svg")));
    ASSERT_TRUE(saveAnalysisPicture(empty, folder.file("nobody.svg")));
    const std::string picture = take(folder.file("full.svg"));
    const std::string of_line = take(folder.file("line.svg"));
    const std::string of_nobody = take(folder.file("nobody.svg"));
    // Four diagrams in two rows; only that of the line, in one; all but that of lanes, without dots and medians.
    EXPECT_GT(readHeight(of_line), 0);
    EXPECT_LT(readHeight(of_line), 0.7 * readHeight(picture));
    EXPECT_EQ(readHeight(of_nobody), readHeight(picture));
    EXPECT_LT(countPaths(of_line), countPaths(of_nobody));
    EXPECT_LT(countPaths(of_nobody), countPaths(picture));
    // Where only the order of lanes is not known, only its diagram is gone.
    Analysis no_lanes = makeAnalysis(1);
    for (Analysis::AreaSample& sample : no_lanes.areas[0].samples) sample.lane_order = std::numeric_limits<double>::quiet_NaN();
    const NamedAnalysis one_way[] = {{"run", no_lanes}};
    ASSERT_TRUE(saveAnalysisPicture(one_way, folder.file("one_way.svg")));
    const std::string of_one_way = take(folder.file("one_way.svg"));
    EXPECT_LT(countPaths(of_one_way), countPaths(picture));
    EXPECT_LT(countPaths(of_nobody), countPaths(of_one_way)) << "dots and medians";
}

TEST(AnalysisPicture, NothingIsWrittenWhereNothingCanBeDrawn)
{
    const TemporaryFolder folder;
    const NamedAnalysis empty[] = {{"empty", {}}};
    const NamedAnalysis right[] = {{"right", makeAnalysis(1)}};
    EXPECT_FALSE(saveAnalysisPicture(empty, folder.file("a.svg")));
    EXPECT_FALSE(saveAnalysisPicture(right, folder.file("a.txt")));
    EXPECT_FALSE(saveAnalysisPicture(right, folder.file("a.svg"), {.width = 10}));
    EXPECT_FALSE(saveAnalysisPicture(right, folder.file("no/such/a.svg")));
    EXPECT_TRUE(folder.list().empty());
}

} // namespace clearway
