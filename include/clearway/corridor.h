// SPDX-License-Identifier: MIT
// Module corridor: maps of the middle of free space, and corridors of balls through them.
#pragma once
#include <clearway/corridor/corridor.h>
#include <clearway/corridor/corridor_map.h>
#include <clearway/corridor/raster_map.h>
