// SPDX-License-Identifier: MIT
// Slow and obvious checks of a triangulation: it looks only at corners, neighbours and flags, and at every pair of things.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <clearway/geometry/triangulation.h>

namespace clearway::test::oracle {

/// Triangles that are not ghosts.
std::size_t countTriangles(const Triangulation& triangulation);

/// Orientation, links, Euler's count, and that the triangles cover the convex hull once; empty when all is well.
std::string findStructureProblem(const Triangulation& triangulation);

/// A vertex inside the circle of a triangle that the triangle can see past the constraints. O(triangles * vertices *
/// constraints).
std::string findDelaunayProblem(const Triangulation& triangulation);

/// An unconstrained edge whose two triangles have each other inside their circles.
std::string findLocalDelaunayProblem(const Triangulation& triangulation);

/// A constraint that is not made of constrained edges, or a constrained edge that no constraint asked for.
std::string findConstraintProblem(const Triangulation& triangulation, std::span<const Vec2> points,
                                  std::span<const std::array<std::uint32_t, 2>> constraints);

} // namespace clearway::test::oracle
