// SPDX-License-Identifier: MIT
// The frame of a planar scene: the lattice on which all its points lie.
// Why: snapped to a lattice, coordinates are small integers: overlay and Voronoi diagrams become exact, far-away worlds keep
// their digits. A lattice point is origin + (column, row) * quantum; this is exact in double, so world coordinates lose nothing.
#pragma once
#include <cstdint>

#include <clearway/base/result.h>
#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// A point of the lattice, counted in quanta from the frame's origin; each coordinate within ±2^29.
struct LatticePoint
{
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(LatticePoint, LatticePoint) = default;
    friend auto operator<=>(LatticePoint, LatticePoint) = default;
};

struct Frame
{
    static constexpr std::int32_t kLimit = 1 << 29; ///< lattice coordinates stay within ±kLimit

    Vec2 origin;        ///< a multiple of the quantum; metres
    double quantum = 1; ///< a power of two; metres

    /// The nearest lattice point.
    LatticePoint snap(Vec2 p) const;
    /// The world coordinates of a lattice point, exactly.
    Vec2 world(LatticePoint p) const
    {
        return {origin.x + static_cast<double>(p.x) * quantum, origin.y + static_cast<double>(p.y) * quantum};
    }

    friend bool operator==(const Frame&, const Frame&) = default;
};

/// The finest frame in which `bounds` fits: a 40 m room gets 0.06 µm, 64 km get 0.06 mm; never finer than doubles are out there,
/// nor than 2^-200 m. Fails when the bounds are not finite, empty, beyond 2^200 m (1.6e60), or so far from the origin of the
/// world that a double there is coarser than the size of the scene.
Result<Frame> buildFrame(const Box2& bounds);

} // namespace clearway
