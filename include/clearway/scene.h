// SPDX-License-Identifier: MIT
// Scenes: outlines of free space, checked and repaired, and generators of named ones. Knows no files.
#pragma once
#include <clearway/scene/frame.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/scene/scene.h>
#include <clearway/scene/triangle_mesh.h>
