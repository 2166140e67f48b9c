// SPDX-License-Identifier: MIT
// Files: formats of scenes and meshes, loading and saving. Contains no algorithms.
#pragma once
#include <clearway/io/files.h>
#include <clearway/io/io.h>
#include <clearway/io/mesh_formats.h>
#include <clearway/io/scenarios.h>
#include <clearway/io/scene_formats.h>
