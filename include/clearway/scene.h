// SPDX-License-Identifier: MIT
// Scenes: outlines of free space, checked and repaired, and generators of named ones. Knows no files.
#pragma once
#include <clearway/scene/frame.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/scene.h>
