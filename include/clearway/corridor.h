// SPDX-License-Identifier: MIT
// Module corridor: maps of the middle of free space, corridors of balls through them, paths in those, and several ways.
#pragma once
#include <clearway/corridor/corridor.h>
#include <clearway/corridor/corridor_map.h>
#include <clearway/corridor/corridor_path.h>
#include <clearway/corridor/ways.h>
