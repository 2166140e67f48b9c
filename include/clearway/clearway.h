// SPDX-License-Identifier: MIT
// Clearway moves characters through virtual worlds. This header includes all of clearway::clearway but the
// baselines of clearway/published.
#pragma once
#include <clearway/base.h>
#include <clearway/clearance.h>
#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/field.h>
#include <clearway/geometry.h>
#include <clearway/grid.h>
#include <clearway/group.h>
#include <clearway/guide.h>
#include <clearway/io.h>
#include <clearway/navmesh.h>
#include <clearway/path.h>
#include <clearway/plan.h>
#include <clearway/potential.h>
#include <clearway/record.h>
#include <clearway/rts.h>
#include <clearway/scene.h>
#include <clearway/steering.h>
#include <clearway/surface.h>
#include <clearway/voronoi.h>
#include <clearway/yielding.h>
