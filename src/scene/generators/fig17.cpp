// SPDX-License-Identifier: MIT
// After: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014, figure 17.
// The paper's mesh has 130 cells, of which radius 2 m walks 97, 1.5 m walks 110 and 0.5 m walks all. Its geometry is not given:
// this is a quarter of box buildings whose gaps are drawn from three widths, in numbers fitted to those counts. A result on this
// scene is fitted, not found.
#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

namespace {

constexpr double kLotWidth = 15;
constexpr double kLotDepth = 13;
constexpr double kChamfer = 2.2;
constexpr double kPassageShare = 0.27; // of the gaps between two buildings: only radius 0.5 m passes
constexpr double kLaneShare = 0.19;    // radius 1.5 m passes, 2 m does not

/// The widths of the gaps on one side of every lot: shuffled, so that the shares are exact whatever the seed.
std::vector<double> makeGaps(int count, Random& random)
{
    const int passage_count = static_cast<int>(count * kPassageShare + 0.5);
    const int lane_count = static_cast<int>(count * kLaneShare + 0.5);
    std::vector<double> gaps;
    for (int k = 0; k < count; ++k)
        gaps.push_back(k < passage_count                ? random.uniform(1.3, 2.6)
                       : k < passage_count + lane_count ? random.uniform(3.1, 3.8)
                                                        : random.uniform(4.4, 6));
    for (int k = count - 1; k > 0; --k)
        std::swap(gaps[k], gaps[static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(k) + 1))]);
    return gaps;
}

/// A block with its corners cut off, as in the Eixample of Barcelona: crossings become small squares.
Ring makeChamferedBox(Vec2 min, Vec2 max)
{
    constexpr double c = kChamfer;
    return {{min.x + c, min.y}, {max.x - c, min.y}, {max.x, min.y + c}, {max.x, max.y - c},
            {max.x - c, max.y}, {min.x + c, max.y}, {min.x, max.y - c}, {min.x, min.y + c}};
}

} // namespace

SceneInput buildFig17(const GeneratorOptions& options)
{
    const int count = computeCount(40, options.scale, 4);
    const int rows = std::max(2, static_cast<int>(std::sqrt(0.7 * count)));
    const int columns = std::max(2, (count + rows / 2) / rows);
    Random random(options.seed);
    const std::vector<double> beside = makeGaps((columns - 1) * rows, random);
    const std::vector<double> above = makeGaps(columns * (rows - 1), random);
    constexpr double kRim = 2.4; // half of the street around the quarter

    SceneInput input;
    addArea(input, makeBox({-kRim, -kRim}, {columns * kLotWidth + kRim, rows * kLotDepth + kRim}));
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
        {
            const double west = column == 0 ? kRim : beside[row * (columns - 1) + column - 1] / 2;
            const double east = column + 1 == columns ? kRim : beside[row * (columns - 1) + column] / 2;
            const double south = row == 0 ? kRim : above[(row - 1) * columns + column] / 2;
            const double north = row + 1 == rows ? kRim : above[row * columns + column] / 2;
            addObstacle(input, makeChamferedBox({column * kLotWidth + west, row * kLotDepth + south},
                                                {(column + 1) * kLotWidth - east, (row + 1) * kLotDepth - north}));
        }
    return input;
}

} // namespace clearway::generators
