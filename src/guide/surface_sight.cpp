// SPDX-License-Identifier: MIT
// Mostly the ground around is one sheet, which was seen when it was built. Else the ground nearly always leads straight from one
// to the other, which takes a few steps to see. Only where it does not, all ground around is looked at.
#include "guide/surface_sight.h"

#include "geometry/segment_triangle.h"
#include "guide/surface_sheets.h"

namespace clearway {

namespace {

constexpr double kBall = 0.75;         ///< its radius, in distances of the two places
constexpr double kInside = 0.999;      ///< for points that lie in the ball but for rounding
constexpr int kMostCrossings = 256;    ///< of a straight way; then the flood decides
constexpr int kMostFloodFaces = 20000; ///< of a flood: two places in a mesh so fine count as not near

} // namespace

SurfaceSight::SurfaceSight(SurfaceChart chart, double reach)
    : chart_(std::move(chart)), data_(chart_.data()), is_plain_(findPlainFaces(data_, reach)), reach_sq_(reach * reach * kInside)
{
    const SurfaceMesh& mesh = data_.mesh;
    corners_.resize(mesh.triangleCount());
    for (std::uint32_t h = 0; h < 3 * mesh.triangleCount(); ++h)
    {
        corners_[h / 3].vertex[h % 3] = mesh.origin(h);
        corners_[h / 3].opposite[h % 3] = mesh.opposites()[h];
    }
}

bool SurfaceSight::isNear(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up) const
{
    if (face_a == face_b || (is_plain_[face_a] != 0 && distanceSq(a, b) <= reach_sq_)) return true;
    if (face_a > face_b) return isNear(b, face_b, a, face_a, up); // one answer for both
    for (const std::uint32_t opposite : corners_[face_a].opposite)
        if (opposite != kNone && opposite / 3 == face_b) return true;
    const Vec3 middle = (a + b) * 0.5;
    const double limit_sq = kBall * kBall * kInside * distanceSq(a, b);
    int steps = 0;
    const auto isInside = [&](Vec3 p, std::uint32_t) { return distanceSq(p, middle) < limit_sq && ++steps < kMostCrossings; };
    if (follow(a, face_a, b, face_b, up, isInside)) return true;
    const std::span<const std::uint32_t> components = data_.mesh.components();
    return components[face_a] == components[face_b] && flood(a, face_a, b, face_b);
}

bool SurfaceSight::flood(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b) const
{
    const SurfaceMesh& mesh = data_.mesh;
    const auto scratch = pool_.borrow([&] {
        auto made = std::make_unique<Scratch>();
        made->seen.assign(mesh.triangleCount(), 0);
        return made;
    });
    if (++scratch->flood == 0)
    {
        scratch->seen.assign(mesh.triangleCount(), 0);
        scratch->flood = 1;
    }
    const Vec3 middle = (a + b) * 0.5;
    const double limit_sq = kBall * kBall * distanceSq(a, b);
    scratch->waiting.assign(1, face_a);
    scratch->seen[face_a] = scratch->flood;
    for (int count = 0; !scratch->waiting.empty() && count < kMostFloodFaces; ++count)
    {
        const std::uint32_t face = scratch->waiting.back();
        scratch->waiting.pop_back();
        for (std::uint32_t h = 3 * face; h < 3 * face + 3; ++h)
        {
            const std::uint32_t other = mesh.opposites()[h] == kNone ? kNone : mesh.opposites()[h] / 3;
            if (other == kNone || scratch->seen[other] == scratch->flood) continue;
            if (other == face_b) return true;
            scratch->seen[other] = scratch->flood;
            const TrianglePoints points = {mesh.positions()[mesh.origin(3 * other)], mesh.positions()[mesh.origin(3 * other + 1)],
                                           mesh.positions()[mesh.origin(3 * other + 2)]};
            if (distanceSq(computeNearestPoint(points, middle), middle) <= limit_sq) scratch->waiting.push_back(other);
        }
    }
    return false;
}

} // namespace clearway
