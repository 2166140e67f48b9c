// SPDX-License-Identifier: MIT
#include "navmesh/errors.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace clearway {

std::string toString(double value) { return fmt::format("{}", value); }
std::string toString(Vec2 p) { return fmt::format("({}, {})", p.x, p.y); }

Error makeCellError(CellId cell, Vec2 where, std::string_view what)
{
    return makeError(ErrorCode::invalid_geometry, fmt::format("Cell {}, near {}: {}.", cell, toString(where), what),
                     atPoint(where, cell));
}

} // namespace clearway
