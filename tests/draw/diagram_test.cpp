// SPDX-License-Identifier: MIT
#include <clearway/native/diagram.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/io/support.h"

namespace clearway {

using namespace test;

TEST(Diagrams, LinesOfOneLabelAreNamedOnceAndAlwaysLookAlike)
{
    const TemporaryFolder folder;
    const Diagram diagrams[] = {{"contacts", "agents", {{"fixed", {{0, 0}, {10, 5}}}, {"dynamic", {{0, 0}, {10, 2}}}}},
                                {"time", "agents", {{"dynamic", {{0, 1}, {10, 4}}}}}};
    ASSERT_TRUE(saveDiagrams(diagrams, folder.file("a.svg"), {.width = 800, .title = "two"}));
    ASSERT_TRUE(saveDiagrams(std::span(diagrams).subspan(0, 1), folder.file("one.svg"), {.width = 800, .title = "one"}));
    const std::string both = take(folder.file("a.svg")), one = take(folder.file("one.svg"));
    EXPECT_NE(both, one);
    // A second diagram with a line of a known label draws one more line in the same colour, and no other colour.
    const auto countColors = [](const std::string& text) {
        std::vector<std::string> colors;
        for (std::size_t at = text.find("stroke:"); at != std::string::npos; at = text.find("stroke:", at + 1))
            colors.push_back(text.substr(at, text.find(';', at) - at));
        std::ranges::sort(colors);
        return std::unique(colors.begin(), colors.end()) - colors.begin();
    };
    EXPECT_EQ(countColors(both), countColors(one));
    EXPECT_GE(countColors(one), 2);
}

TEST(Diagrams, NothingIsWrittenWhereNothingCanBeDrawn)
{
    const TemporaryFolder folder;
    const Diagram diagram{"y", "x", {{"line", {{0, 0}, {1, 1}}}}};
    EXPECT_FALSE(saveDiagrams({}, folder.file("a.svg")));
    EXPECT_FALSE(saveDiagrams({&diagram, 1}, folder.file("a.txt")));
    EXPECT_FALSE(saveDiagrams({&diagram, 1}, folder.file("a.svg"), {.width = 5}));
    EXPECT_TRUE(folder.list().empty());
}

} // namespace clearway
