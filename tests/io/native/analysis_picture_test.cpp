// SPDX-License-Identifier: MIT
#include <clearway/analysis_picture.h>

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
    AreaAnalysis area;
    area.name = "hall";
    for (int i = 0; i < 50; ++i)
        area.samples.push_back({.time = 0.1 * i,
                                .voronoi_density = density,
                                .voronoi_speed = 1,
                                .flow = density,
                                .lane_order = i % 2 == 0 ? 0.5 : std::numeric_limits<double>::quiet_NaN()});
    area.bins.push_back({0, 2 * density, 50, {1, 1, 1}, {density, density, density}});
    analysis.areas.push_back(area);
    LineAnalysis line;
    line.name = "door";
    for (std::uint64_t id = 1; id < 10; ++id) line.crossings.push_back({0.5 * static_cast<double>(id), id, true});
    analysis.lines.push_back(line);
    return analysis;
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
    const NamedAnalysis lines[] = {{"line", only_line}};
    const NamedAnalysis empty[] = {{"nobody", nobody}};
    EXPECT_TRUE(saveAnalysisPicture(lines, folder.file("line.svg")));
    EXPECT_TRUE(saveAnalysisPicture(empty, folder.file("nobody.svg")));
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
