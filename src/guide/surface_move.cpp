// SPDX-License-Identifier: MIT
// Based on: K. Polthier, M. Schmies. Straightest geodesics on polyhedral surfaces. 1998 (walking; vectors are carried along by
// keeping their angle to the way)
#include "guide/surface_move.h"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

constexpr double kStepPart = 0.5; ///< of the radius: how far a disc goes near borders before it looks at them again
constexpr double kMostMoves = 256;
constexpr int kMostPushes = 12;
constexpr double kBeyond = 1e-9; ///< metres that a push goes too far

/// Vectors in one plane, in another to which a straight way leads: their angle to the way stays.
class Carrier
{
public:
    Carrier(Vec3 normal_before, Vec3 before, Vec3 normal_after, Vec3 after)
        : before_(before), left_before_(cross(normal_before, before)), after_(after), left_after_(cross(normal_after, after))
    {
    }
    void carry(Vec3& v) const { v = after_ * dot(v, before_) + left_after_ * dot(v, left_before_); }

private:
    Vec3 before_, left_before_, after_, left_after_;
};

} // namespace

SurfaceMover::SurfaceMover(const SurfaceChart::Data& the_data, const SurfacePlace& from, Vec3 the_way)
    : data(the_data), place(from), way(the_way), reference(data.faces[from.triangle].x)
{
}

void SurfaceMover::walkAlong(Vec3 direction, double distance)
{
    const double size = length(direction);
    if (!(size > 0) || !(distance > 0)) return;
    const Vec3 normal = data.faces[place.triangle].normal();
    const SurfaceWalk walk = walkOnSurface(data.mesh, place, direction, distance);
    if (walk.end == SurfaceWalk::End::invalid || walk.end == SurfaceWalk::End::no_direction) return;
    const Carrier carrier(normal, direction / size, data.faces[walk.place.triangle].normal(), walk.direction);
    carrier.carry(way);
    carrier.carry(moved);
    carrier.carry(reference);
    moved += (walk.border == kNone ? walk.direction : walk.heading) * walk.distance;
    place = walk.place;
}

void SurfaceMover::walk(double part) { walkAlong(way, length(way) * part); }

bool SurfaceMover::pushFromBorders(const BorderClearance& clearance, double wanted)
{
    for (int pushes = 0; pushes < kMostPushes; ++pushes)
    {
        const BorderDistance border = clearance.findNearest(place);
        if (border.halfedge == kNone || border.distance >= wanted) return true;
        const Vec3 normal = data.faces[place.triangle].normal();
        Vec3 away = place.position - border.closest;
        away = away - normal * dot(away, normal);
        if (!(length(away) > 1e-12)) // on the border: into the ground, which is on its left
        {
            const SurfaceMesh& mesh = data.mesh;
            away = cross(normal, mesh.positions()[mesh.target(border.halfedge)] - mesh.positions()[mesh.origin(border.halfedge)]);
        }
        walkAlong(away, wanted - border.distance + kBeyond);
    }
    const BorderDistance border = clearance.findNearest(place);
    return border.halfedge == kNone || border.distance >= wanted;
}

void SurfaceMover::walkKeepingRadius(const BorderClearance& clearance, double radius)
{
    const double has = clearance.findNearest(place).distance;
    const double wanted = std::min(radius, has);
    const double count = std::clamp(std::ceil(length(way) / (kStepPart * radius)), 1.0, kMostMoves);
    for (double step = 0; step < count; ++step)
    {
        const SurfacePlace place_before = place;
        const Vec3 way_before = way, moved_before = moved, reference_before = reference;
        walk(1 / count);
        if (pushFromBorders(clearance, wanted)) continue;
        place = place_before;
        way = way_before, moved = moved_before, reference = reference_before;
        return;
    }
}

} // namespace clearway
