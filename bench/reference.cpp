// SPDX-License-Identifier: MIT
// The reference kernel: the bare Voronoi diagram of Boost.Polygon for 3,526 segments. It has nothing of ours in it, so it tells
// how fast the machine is, not how fast we are.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <vector>

#include <boost/polygon/segment_data.hpp>
#include <boost/polygon/voronoi.hpp>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>

#include "bench.h"

namespace clearway::bench {
namespace {

using BoostSegment = boost::polygon::segment_data<std::int32_t>;

constexpr int kSegments = 3526;
constexpr double kReferenceSeconds = 0.0235; ///< on the machine for which goals are stated: where Recast takes 870 ms for city500

/// Boxes of random size on a grid, four segments each, as many as are needed.
std::vector<BoostSegment> makeSegments()
{
    constexpr std::int32_t kPitch = 1 << 20;
    Random random(3526);
    std::vector<BoostSegment> segments;
    for (std::int32_t i = 0; static_cast<int>(segments.size()) < kSegments; ++i)
    {
        const auto size = [&random] { return static_cast<std::int32_t>(random.below(kPitch / 2) + kPitch / 8); };
        const std::int32_t x = i % 30 * kPitch + size() / 4, y = i / 30 * kPitch + size() / 4;
        const std::int32_t right = x + size(), top = y + size();
        const std::int32_t corners[5][2] = {{x, y}, {right, y + kPitch / 64}, {right, top}, {x, top}, {x, y}};
        for (int side = 0; side < 4 && static_cast<int>(segments.size()) < kSegments; ++side)
            segments.emplace_back(boost::polygon::point_data(corners[side][0], corners[side][1]),
                                  boost::polygon::point_data(corners[side + 1][0], corners[side + 1][1]));
    }
    return segments;
}

BareVoronoi measureDiagram(const std::vector<BoostSegment>& segments)
{
    BareVoronoi result;
    result.seconds = measureSeconds([&] {
        boost::polygon::voronoi_diagram<double> diagram;
        boost::polygon::construct_voronoi(segments.begin(), segments.end(), &diagram);
        Hasher hasher;
        hasher.add(diagram.num_vertices());
        hasher.add(diagram.num_edges());
        result.checksum = hasher.value();
    });
    return result;
}

const BareVoronoi& measuredReference()
{
    static const BareVoronoi reference = measureDiagram(makeSegments());
    return reference;
}

} // namespace

BareVoronoi measureBareVoronoi(const Scene& scene)
{
    std::vector<BoostSegment> segments;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i)
    {
        const LatticePoint a = scene.frame().snap(scene.edge(i).a), b = scene.frame().snap(scene.edge(i).b);
        segments.emplace_back(boost::polygon::point_data(a.x, a.y), boost::polygon::point_data(b.x, b.y));
    }
    return measureDiagram(segments);
}

double threadSeconds()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wallSeconds()
{
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double computeMedian(std::vector<double>& values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

double slownessOfThisMachine() { return measuredReference().seconds / kReferenceSeconds; }

std::vector<BenchResult> benchReference()
{
    return {{.name = "reference kernel",
             .value = measuredReference().seconds * 1e3,
             .unit = "ms",
             .checksum = measuredReference().checksum}};
}

} // namespace clearway::bench
