// SPDX-License-Identifier: MIT
// What ground and guide on a surface share: the mesh and its chart, its borders, and scratch for each thread.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include <clearway/surface/border_clearance.h>
#include <clearway/surface/path.h>

#include "base/scratch_pool.h"
#include "guide/surface_chart.h"
#include "guide/surface_sight.h"

namespace clearway {

/// Scratch of one thread.
struct SurfaceScratch
{
    explicit SurfaceScratch(const SurfacePathFinder& prepared) : finder(prepared) {}

    SurfacePathFinder finder;
    Path path;
    std::vector<std::uint32_t> words;
};

/// Rounding. Moves keep what a disc has of its radius; paths are planned and ways looked along for a little less, so that whoever
/// stands at a border finds a way, and a corner that is cut by so little is slid past.
struct SurfaceWorldData
{
    SurfaceWorldData(const SurfaceChart& the_chart, const BorderClearance& the_clearance, const OnSurfaceOptions& the_options)
        : chart(the_chart),
          data(chart.data()),
          clearance(the_clearance),
          options(the_options),
          sight(chart, kSheetReach * the_options.reach),
          query(data.mesh),
          finder(data.mesh)
    {
    }

    /// In reaches of borders: agents that far apart avoid each other, mostly.
    static constexpr double kSheetReach = 1.5;

    static double planRadius(double radius) { return 0.999 * radius; }
    static double sightRadius(double radius) { return 0.95 * radius; }

    ScratchPool<SurfaceScratch>::Loan borrowScratch() const
    {
        return pool.borrow([this] { return std::make_unique<SurfaceScratch>(finder); });
    }

    /// Whether ground leads straight from one place to another, and borders leave room for a disc. `wall_room`: no border is
    /// nearer to the disc at `from` than this.
    bool leadsStraight(const SurfacePlace& from, const SurfacePlace& to, double radius, double wall_room) const;

    SurfaceChart chart;
    const SurfaceChart::Data& data;
    BorderClearance clearance;
    OnSurfaceOptions options;
    SurfaceSight sight;
    SurfaceQuery query;
    SurfacePathFinder finder; ///< that others are copied from
    mutable ScratchPool<SurfaceScratch> pool;
};

} // namespace clearway
