// SPDX-License-Identifier: MIT
// Module path: the way for a disc of any radius, and way points along it.
#pragma once
#include <clearway/geometry/path.h>
#include <clearway/path/finder.h>
#include <clearway/path/landmarks.h>
#include <clearway/path/way_points.h>
