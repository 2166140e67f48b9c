// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/io/scene_formats.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

TEST(MovingAi, TheFirstLineOfTheMapIsItsTop)
{
    const auto grid = parseMovingAi("type octile\nheight 2\nwidth 3\nmap\n.@G\nTSW\n");
    ASSERT_TRUE(grid) << grid.error().message;
    EXPECT_EQ(grid->columns, 3);
    EXPECT_EQ(grid->rows, 2);
    EXPECT_EQ(grid->passable, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(grid->square_size, 1);
}

TEST(MovingAi, HeaderAndLineEndsMayVary)
{
    for (const std::string text : {"type octile\r\nwidth 3\r\nheight 2\r\nmap\r\n.@G\r\nTSW\r\n",
                                   "\xEF\xBB\xBFtype tile\n\nHeight 2 \nWidth\t3\nMAP\n.@G\nTSW",
                                   "height 2\rwidth 3\rmap\r.@G\rTSW\r\r", "type octile\nheight 2\nwidth 3\nmap\n.@G  \nTSW\n\n"})
    {
        const auto grid = parseMovingAi(text);
        ASSERT_TRUE(grid) << text << grid.error().message;
        EXPECT_EQ(grid->passable, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    }
}

TEST(MovingAi, MistakesAreToldWithTheirLine)
{
    struct BadText
    {
        std::string text;
        std::string message;
        std::int64_t line;
    };
    const std::vector<BadText> cases = {
        {"", "it is empty", 0},
        {"hello", "expected \"type octile\", found 'hello'", 1},
        {"type octile\nheight 2\nmap\n..\n", "expected \"height\" and \"width\" before \"map\"", 3},
        {"type octile\nheight -2\nwidth 2\nmap\n", "the height must be a whole number from 1, found '-2'", 2},
        {"type octile\nheight 2.5\nwidth 2\nmap\n", "the height must be a whole number", 2},
        {"type octile\nheight 2\nwidth nan\nmap\n", "the width must be a whole number", 3},
        {"type octile\nheight 2\nwidth 2", "expected \"map\" and its rows, found the end", 4},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n", "expected 1 more row, found the end", 6},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n...\n", "expected a row of 2 squares, found 3", 6},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n.\n", "expected a row of 2 squares, found 1", 6},
        {"type octile\nheight 2\nwidth 2\nmap\n..\n..\n..\n", "expected the end of the text after 2 rows", 7},
        {"type octile\nheight 1000000000\nwidth 1000000000\nmap\n..\n", "but the text ends before", 4},
    };
    for (const BadText& bad : cases)
    {
        const auto grid = parseMovingAi(bad.text);
        ASSERT_FALSE(grid) << bad.text;
        EXPECT_TRUE(mentions(grid.error().message, bad.message)) << grid.error().message;
        EXPECT_EQ(grid.error().place.line, bad.line) << bad.text;
    }
}

TEST(MovingAi, EveryPrefixOfAFileIsRefused)
{
    const std::string text = "type octile\nheight 3\nwidth 4\nmap\n.@G.\nTSW.\n....";
    ASSERT_TRUE(parseMovingAi(text));
    for (std::size_t size = 0; size < text.size(); ++size)
    {
        const std::vector<char> prefix(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(parseMovingAi({prefix.data(), prefix.size()})) << size;
    }
}

TEST(MovingAi, RandomGridsComeBack)
{
    Random random(9);
    for (int i = 0; i < 200 * testScale(); ++i)
    {
        SquareGrid grid;
        grid.columns = 1 + static_cast<int>(random.below(20));
        grid.rows = 1 + static_cast<int>(random.below(20));
        for (int k = 0; k < grid.columns * grid.rows; ++k) grid.passable.push_back(static_cast<std::uint8_t>(random.below(2)));
        const auto again = parseMovingAi(formatMovingAi(grid));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->columns, grid.columns);
        EXPECT_EQ(again->rows, grid.rows);
        EXPECT_EQ(again->passable, grid.passable);
    }
}

} // namespace clearway
