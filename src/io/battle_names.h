// SPDX-License-Identifier: MIT
// Words of battle files that are both read and written.
#pragma once
#include <array>
#include <string_view>

#include <clearway/grid/field_grid.h>

namespace clearway::io {

inline constexpr std::array<std::string_view, kTerrainCount> kTerrainNames = {"walk", "swamp", "water", "road"};

} // namespace clearway::io
