// SPDX-License-Identifier: MIT
// Sentences about cells, in one place so that the formatting library is compiled once.
#pragma once
#include <string>
#include <string_view>

#include <clearway/base/result.h>
#include <clearway/navmesh/navmesh.h>

namespace clearway {

/// "(1.5, -2)", with as many digits as it takes to read the same number back.
std::string toString(Vec2 p);
std::string toString(double value);

/// "Cell 12, near (1.5, -2): <what>."
Error makeCellError(CellId cell, Vec2 where, std::string_view what);

} // namespace clearway
