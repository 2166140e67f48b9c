// SPDX-License-Identifier: MIT
// Whether ground leads from one place of a surface to another, straight on or by a short way round.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch_pool.h"
#include "guide/surface_chart.h"

namespace clearway {

class SurfaceSight
{
public:
    /// `reach`: up to which distance most neighbours are; matters for time only. Metres, > 0.
    SurfaceSight(SurfaceChart chart, double reach);

    /// As CurvedGround says.
    bool isNear(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up) const;

    /// Follows the ground from a to b in the plane through both and the mean of their normals, visit(point, face) at every edge
    /// crossed: the face is the one entered; it says whether to go on. True when it gets to face_b.
    template <typename Visit>
    bool follow(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, const Visit& visit) const
    {
        return follow(a, face_a, b, face_b, data_.faces[face_a].normal() + data_.faces[face_b].normal(), visit);
    }

private:
    static constexpr double kAtTheEnd = 1e-7; ///< of the distance between the ends

    template <typename Visit>
    bool follow(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up, const Visit& visit) const;

    struct Scratch
    {
        std::vector<std::uint32_t> seen; ///< by face: the number of the flood that saw it
        std::vector<std::uint32_t> waiting;
        std::uint32_t flood = 0;
    };

    /// What a straight way needs to know of a triangle, in one place.
    struct Corners
    {
        std::uint32_t vertex[3] = {};
        std::uint32_t opposite[3] = {}; ///< half-edges
    };

    bool flood(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b) const;

    SurfaceChart chart_;
    const SurfaceChart::Data& data_;
    std::vector<Corners> corners_;
    std::vector<std::uint8_t> is_plain_; ///< by face: whoever is within reach is near
    double reach_sq_ = 0;
    mutable ScratchPool<Scratch> pool_;
};

template <typename Visit>
bool SurfaceSight::follow(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up, const Visit& visit) const
{
    const Vec3* const positions = data_.mesh.positions().data();
    const Corners* const corners = corners_.data();
    // Left of the way is where `side` is positive; a triangle runs counter-clockwise, so that the way leaves it through the edge
    // that comes from the right and goes to the left. Whatever rounding says, there is one.
    const Vec3 side = cross(up, b - a);
    const auto computeSide = [&](std::uint32_t vertex) { return dot(side, positions[vertex] - a); };
    const std::uint32_t* const first = corners[face_a].vertex;
    const double sides[3] = {computeSide(first[0]), computeSide(first[1]), computeSide(first[2])};
    std::uint32_t exit = kNone, right = 0, left = 0;
    double right_side = 0, left_side = 0;
    for (std::uint32_t k = 0; k < 3; ++k)
    {
        const std::uint32_t next = k == 2 ? 0 : k + 1;
        if (sides[k] > 0 || !(sides[next] > 0)) continue;
        exit = 3 * face_a + k;
        right = first[k], left = first[next];
        right_side = sides[k], left_side = sides[next];
    }
    if (exit == kNone) // it begins at a corner, and leads round that to the left, or to the right
    {
        const bool is_right = !(sides[0] > 0);
        std::uint32_t corner = 0;
        for (std::uint32_t k = 1; k < 3; ++k)
            if (is_right ? sides[k] > sides[corner] : sides[k] < sides[corner]) corner = k;
        const std::uint32_t k = is_right ? (corner + 2) % 3 : corner, next = (k + 1) % 3;
        exit = 3 * face_a + k;
        right = first[k], left = first[next];
        right_side = sides[k], left_side = sides[next];
    }
    const double near_sq = kAtTheEnd * kAtTheEnd * distanceSq(a, b);
    while (true)
    {
        const std::uint32_t entry = corners[exit / 3].opposite[exit % 3];
        if (entry == kNone) return false;
        const std::uint32_t face = entry / 3;
        const double part = right_side < left_side ? std::clamp(right_side / (right_side - left_side), 0.0, 1.0) : 0;
        const Vec3 point = interpolate(positions[right], positions[left], part);
        if (!visit(point, face)) return false;
        // At a corner of its triangle, the end may be passed on either side.
        if (face == face_b || distanceSq(point, b) <= near_sq) return true;
        const std::uint32_t next = nextHalfedge(entry), last = previousHalfedge(entry);
        const std::uint32_t apex = corners[face].vertex[last % 3];
        const double apex_side = computeSide(apex);
        // On which side the apex lies nobody can foretell: no branch.
        const bool is_left = apex_side > 0;
        exit = is_left ? next : last; // from the right to the apex, or from there to the left
        left = is_left ? apex : left;
        left_side = is_left ? apex_side : left_side;
        right = is_left ? right : apex;
        right_side = is_left ? right_side : apex_side;
    }
}

} // namespace clearway
