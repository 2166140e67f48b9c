// SPDX-License-Identifier: MIT
// Corridor maps of the published city: exact, everything included, beside the Voronoi diagram alone and beside the published map
// in pixels of an eighth of a metre.
#include <clearway/base/hash.h>
#include <clearway/corridor.h>
#include <clearway/published/raster_corridor_map.h>
#include <clearway/published/raster_voronoi.h>
#include <clearway/scene.h>

#include "bench.h"

namespace clearway::bench {
namespace {

template <typename Samples>
std::uint64_t hashSamples(std::size_t vertices, std::size_t edges, const Samples& samples)
{
    Hasher hasher;
    hasher.add(vertices);
    hasher.add(edges);
    for (const auto& sample : samples)
        for (const double x : {sample.position.x, sample.position.y, sample.clearance}) hasher.add(x);
    return hasher.value();
}

} // namespace

std::vector<BenchResult> benchCorridorMap()
{
    const Scene scene = require(buildScene("city"));
    std::uint64_t exact_hash = 0, pruned_hash = 0, raster_hash = 0, field_hash = 0;
    const auto measureExact = [&](CorridorMapOptions::CornerBranches corners, std::uint64_t& hash) {
        return measureSeconds([&] {
            const CorridorMap map = require(buildCorridorMap(scene, {.corners = corners}));
            hash = hashSamples(map.vertices().size(), map.edges().size(), map.samples());
        });
    };
    const BareVoronoi bare = measureBareVoronoi(scene);
    const double exact = measureExact(CorridorMapOptions::CornerBranches::keep, exact_hash);
    const double pruned = measureExact(CorridorMapOptions::CornerBranches::prune, pruned_hash);
    const double field = measureSeconds([&] { field_hash = require(published::buildRasterField(scene)).pixelCount(); }, 3);
    const double raster = measureSeconds(
        [&] {
            const published::RasterCorridorMap map = require(published::buildRasterCorridorMap(scene));
            raster_hash = hashSamples(map.vertices.size(), map.edges.size(), map.samples);
        },
        3);
    return {
        {"corridor map of city, exact", exact * 1e3, "ms", "our map in pixels of 0.125 m", raster * 1e3, exact_hash, Goal::ratio,
         3},
        {"corridor map of city, exact, corners pruned", pruned * 1e3, "ms", "our map in pixels of 0.125 m", raster * 1e3,
         pruned_hash, Goal::ratio, 3},
        {"bare Voronoi diagram of city", bare.seconds * 1e3, "ms", "Boost.Polygon, itself", {}, bare.checksum},
        {"exact map / bare diagram", exact / bare.seconds, "times", "", {}, exact_hash, Goal::at_most, 2},
        {"nearest obstacle of 4000 x 4000 pixels", field * 1e3, "ms", "", {}, field_hash},
        {"corridor map of city, pixels of 0.125 m", raster * 1e3, "ms", "", {}, raster_hash},
    };
}

} // namespace clearway::bench
