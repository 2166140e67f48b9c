// SPDX-License-Identifier: MIT
// core_check: computes a little of everything and prints the answers as text, one line each. Whoever compiled it, for whatever
// machine, the text must be that of expected.txt. Uses only public headers, so that it is also what a user could see.
#pragma once
#include <cstdint>
#include <string_view>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/geometry/vec.h>

namespace clearway::check {

/// Prints "name hash (detail)".
void print(std::string_view name, const Hasher& hasher, std::uint64_t detail);

inline void add(Hasher& hasher, Vec2 p)
{
    hasher.add(p.x);
    hasher.add(p.y);
}

void checkBase();
void checkGeometry();
void checkScenes();
void checkNavMeshes();
void checkClearance();
void checkPaths();
void checkCorridors();
void checkSurfaces();
void checkSurfaceCrowds();
void checkFields();
void checkSketches();
void checkGroups();
void checkCrowd();
void checkWalkers();
void checkBattles();
void checkFiles();

} // namespace clearway::check
