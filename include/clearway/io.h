// SPDX-License-Identifier: MIT
// Files: formats of scenes, meshes, scenarios, battles, runs and their results; loading and saving. Contains no algorithms.
#pragma once
#include <clearway/io/battle.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/io/files.h>
#include <clearway/io/io.h>
#include <clearway/io/mesh_formats.h>
#include <clearway/io/scenarios.h>
#include <clearway/io/scene_formats.h>
