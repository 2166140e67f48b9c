// SPDX-License-Identifier: MIT
// Surfaces: where one can walk on any mesh in space, whatever is up. Knows no planar maps.
#pragma once
#include <clearway/surface/curvature.h>
