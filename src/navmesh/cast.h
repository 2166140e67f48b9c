// SPDX-License-Identifier: MIT
// Casts as the moves use them: from places that were checked, with what they met at the end.
#pragma once
#include <clearway/navmesh/query.h>

#include "navmesh/data.h"
#include "navmesh/walk.h"

namespace clearway {

/// A direction of any finite length, scaled so that neither its square nor its product with a coordinate overflows.
struct Heading
{
    Vec2 direction;    ///< largest component ±1; zero when there is no way to go
    double length = 0; ///< `direction` times this is the whole way

    Heading(Vec2 from, Vec2 to);
    Vec2 at(Vec2 from, double t) const { return from + direction * (length * t); }
};

/// `to`, or where that is beyond all reason a point toward it, still so far away that it makes no difference for a mesh of this
/// size: squares of distances must neither overflow nor lose what happens on the mesh.
Vec2 pullIn(const NavMesh::Data& data, Vec2 from, Vec2 to);

/// castRay from a place that lies in its cell; `walk` tells how it ended.
NavMeshQuery::RayHit castRayFrom(const NavMesh::Data& data, const Place& from, Vec2 to, Walk& walk);

} // namespace clearway
