// SPDX-License-Identifier: MIT
// Lists of questions for paths, from memory to memory: comma-separated lines, and scenarios of MovingAI and Polyanya with the
// lengths that their authors give. A line that makes no sense does not spoil the others: each is named, the rest is read.
// Readers survive any bytes. Linear in the size of the text; no state, free to call from any thread.
#pragma once
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <clearway/path/finder.h>

namespace clearway {

struct QueryList
{
    /// One question of a file.
    struct Query
    {
        PathQuery query;
        std::int64_t line = 0; ///< where it stands, from 1
        /// Of start and goal, where the line gives them; NaN: it does not. Only surfaces look at them.
        double start_height = std::numeric_limits<double>::quiet_NaN();
        double goal_height = std::numeric_limits<double>::quiet_NaN();
        /// The length that the file gives for it; NaN: none; negative: there is no way.
        double reference_length = std::numeric_limits<double>::quiet_NaN();
    };

    std::vector<Query> queries;
    std::vector<Error> problems; ///< lines that could not be read, in order, each with its line
};

/// Lines `x0,y0,x1,y1` or `x0,y0,x1,y1,r`, with heights `x0,y0,z0,x1,y1,z1` or `x0,y0,z0,x1,y1,z1,r`. Commas, semicolons, tabs
/// and spaces separate; empty lines and lines from '#' on are skipped, and so is a first line of names. `nan` and `inf` are
/// numbers here: the question is then answered as invalid. Lines without r get `radius`; metres.
QueryList parseQueries(std::string_view text, double radius);

/// What the coordinates of a scenario are.
enum class ScenarioCoordinates
{
    squares, ///< columns and rows of a grid, counted from its upper left: the middle of that square, as parseMovingAi lays it
    points,  ///< of a mesh, as they are
};

/// Scenarios, version 1: a line for each question with bucket, map, width, height, start, goal and the length of the best way.
/// MovingAI's lengths are of steps along and across squares (octile), so a true shortest path is never longer; Polyanya's are
/// Euclidean. The error of a text that is no scenario has the line.
Result<QueryList> parseScenario(std::string_view text, ScenarioCoordinates coordinates, double radius);

} // namespace clearway
