// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace clearway {

/// No such thing: in place of the number of a cell, portal, vertex, triangle, site, sample ...
inline constexpr std::uint32_t kNone = 0xffffffff;

} // namespace clearway
