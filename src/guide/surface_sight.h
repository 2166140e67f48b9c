// SPDX-License-Identifier: MIT
// Whether ground leads from one place of a surface to another, straight on or by a short way round.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "guide/scratch_pool.h"
#include "guide/surface_chart.h"

namespace clearway {

class SurfaceSight
{
public:
    explicit SurfaceSight(SurfaceChart chart) : chart_(std::move(chart)), data_(chart_.data()) {}

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
    template <typename Visit>
    bool follow(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up, const Visit& visit) const;

    struct Scratch
    {
        std::vector<std::uint32_t> seen; ///< by face: the number of the flood that saw it
        std::vector<std::uint32_t> waiting;
        std::uint32_t flood = 0;
    };

    bool flood(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b) const;

    SurfaceChart chart_;
    const SurfaceChart::Data& data_;
    mutable ScratchPool<Scratch> pool_;
};

template <typename Visit>
bool SurfaceSight::follow(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up, const Visit& visit) const
{
    const SurfaceMesh& mesh = data_.mesh;
    const Vec3* const positions = mesh.positions().data();
    const MeshTriangle* const triangles = mesh.triangles().data();
    const std::uint32_t* const opposites = mesh.opposites().data();
    // Left of the way is where `side` is positive; a triangle runs counter-clockwise, so that the way leaves it through the edge
    // that comes from the right and goes to the left. Whatever rounding says, there is one.
    const Vec3 side = cross(up, b - a);
    const auto computeSide = [&](std::uint32_t vertex) { return dot(side, positions[vertex] - a); };
    const MeshTriangle& first = triangles[face_a];
    const double sides[3] = {computeSide(first[0]), computeSide(first[1]), computeSide(first[2])};
    std::uint32_t exit = kNoHalfedge, right = 0, left = 0;
    double right_side = 0, left_side = 0;
    for (std::uint32_t k = 0; k < 3; ++k)
    {
        const std::uint32_t next = k == 2 ? 0 : k + 1;
        if (sides[k] > 0 || !(sides[next] > 0)) continue;
        exit = 3 * face_a + k;
        right = first[k], left = first[next];
        right_side = sides[k], left_side = sides[next];
    }
    while (exit != kNoHalfedge)
    {
        const std::uint32_t entry = opposites[exit];
        if (entry == kNoHalfedge) return false;
        const std::uint32_t face = entry / 3;
        const Vec3 point = interpolate(positions[right], positions[left], right_side / (right_side - left_side));
        if (!visit(point, face)) return false;
        if (face == face_b) return true;
        const std::uint32_t apex = triangles[face][previousHalfedge(entry) % 3];
        const double apex_side = computeSide(apex);
        if (apex_side > 0)
        {
            exit = nextHalfedge(entry); // from the right to the apex
            left = apex, left_side = apex_side;
        }
        else
        {
            exit = previousHalfedge(entry);
            right = apex, right_side = apex_side;
        }
    }
    return false;
}

} // namespace clearway
