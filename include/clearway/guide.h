// SPDX-License-Identifier: MIT
// The doors through which a crowd sees its world, and one adapter per planner.
#pragma once
#include <clearway/guide/ground.h>
#include <clearway/guide/guide.h>
#include <clearway/guide/on_corridor_map.h>
#include <clearway/guide/on_field.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/guide/on_surface.h>
