// SPDX-License-Identifier: MIT
// Generalised Voronoi diagrams of scenes.
#pragma once
#include <clearway/voronoi/diagram.h>
#include <clearway/voronoi/passage.h>
