// SPDX-License-Identifier: MIT
#include "voronoi/bottleneck.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

/// The widest way by trying all lengths: widths[u][v] is the best bottleneck.
std::vector<std::vector<double>> computeWidths(std::uint32_t count, const std::vector<BottleneckForest::Link>& links)
{
    std::vector<std::vector<double>> widths(count, std::vector<double>(count, -1));
    for (std::uint32_t i = 0; i < count; ++i) widths[i][i] = std::numeric_limits<double>::infinity();
    for (const auto& link : links) widths[link.u][link.v] = widths[link.v][link.u] = std::max(widths[link.u][link.v], link.width);
    for (std::uint32_t k = 0; k < count; ++k)
        for (std::uint32_t i = 0; i < count; ++i)
            for (std::uint32_t j = 0; j < count; ++j) widths[i][j] = std::max(widths[i][j], std::min(widths[i][k], widths[k][j]));
    return widths;
}

TEST(Bottleneck, TheNarrowestLinkOfTheWidestWayIsFoundInRandomGraphs)
{
    Random random(17);
    for (int round = 0; round < 60 * test::testScale(); ++round)
    {
        const auto count = static_cast<std::uint32_t>(2 + random.below(90));
        std::vector<BottleneckForest::Link> links;
        const auto link_count = random.below(2 * count + 1);
        for (std::uint64_t i = 0; i < link_count; ++i)
        {
            const auto u = static_cast<std::uint32_t>(random.below(count)), v = static_cast<std::uint32_t>(random.below(count));
            links.push_back({u, v, static_cast<double>(random.below(20))}); // many equal widths, loops and doubles
        }
        const BottleneckForest forest(count, links);
        const auto widths = computeWidths(count, links);
        for (std::uint32_t u = 0; u < count; ++u)
            for (std::uint32_t v = 0; v < count; ++v)
            {
                if (u == v) continue;
                const std::uint32_t link = forest.findNarrowest(u, v);
                ASSERT_EQ(link == kNone ? -1 : links[link].width, widths[u][v]) << round;
                ASSERT_EQ(link, forest.findNarrowest(v, u));
            }
    }
}

} // namespace
} // namespace clearway
