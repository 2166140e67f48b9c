// SPDX-License-Identifier: MIT
// A disc that walks over a surface and keeps its distance from borders.
#pragma once
#include <clearway/surface/border_clearance.h>
#include <clearway/surface/query.h>

#include "guide/surface_chart.h"

namespace clearway {

/// A place, and vectors that are carried along the way to it. All vectors are in the plane of the triangle of the place.
struct SurfaceMover
{
    SurfaceMover(const SurfaceChart::Data& the_data, const SurfacePlace& from, Vec3 way);

    /// Walks a part of the way, straight on; at a border, along it.
    void walk(double part);
    /// Walks all of it in steps so short that no border is missed, pushed away from borders by what is missing from the radius.
    /// Stops where there is no room.
    void walkKeepingRadius(const BorderClearance& clearance, double radius);
    /// Away from borders that are nearer than `wanted`; false when that is not enough.
    bool pushFromBorders(const BorderClearance& clearance, double wanted);

    const SurfaceChart::Data& data;
    SurfacePlace place;
    Vec3 way;       ///< that was asked for
    Vec3 moved;     ///< how it got here
    Vec3 reference; ///< the x axis of the plane where it began

private:
    void walkAlong(Vec3 direction, double distance);
};

} // namespace clearway
