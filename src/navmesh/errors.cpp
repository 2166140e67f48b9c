// SPDX-License-Identifier: MIT
#include "navmesh/errors.h"

#include <fmt/format.h>

namespace clearway {

std::string toString(double value) { return fmt::format("{}", value); }
std::string toString(Vec2 p) { return fmt::format("({}, {})", p.x, p.y); }

Error makeCellError(CellId cell, Vec2 where, std::string_view what)
{
    Error error;
    error.code = ErrorCode::invalid_geometry;
    error.message = fmt::format("Cell {}, near {}: {}.", cell, toString(where), what);
    error.place.index = cell;
    error.place.has_coordinate = true;
    error.place.coordinate = {where.x, where.y};
    return error;
}

} // namespace clearway
