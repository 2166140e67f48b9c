// SPDX-License-Identifier: MIT
// Surfaces: where one can walk on any mesh in space, whatever is up. Knows no planar maps.
#pragma once
#include <clearway/surface/border_clearance.h>
#include <clearway/surface/build.h>
#include <clearway/surface/curvature.h>
#include <clearway/surface/editor.h>
#include <clearway/surface/height_clearance.h>
#include <clearway/surface/path.h>
#include <clearway/surface/query.h>
#include <clearway/surface/simplify.h>
#include <clearway/surface/surface_mesh.h>
