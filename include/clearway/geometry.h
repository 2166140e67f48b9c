// SPDX-License-Identifier: MIT
// Geometry of the plane: exact predicates, shapes, indices, triangulation. Knows no agents.
#pragma once
#include <clearway/geometry/box.h>
#include <clearway/geometry/box3.h>
#include <clearway/geometry/bvh.h>
#include <clearway/geometry/bvh3.h>
#include <clearway/geometry/path.h>
#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>
#include <clearway/geometry/shapes.h>
#include <clearway/geometry/triangulation.h>
#include <clearway/geometry/vec.h>
