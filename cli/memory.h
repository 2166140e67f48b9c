// SPDX-License-Identifier: MIT
// How much memory there is.
#pragma once
#include <cstdint>

namespace clearway::cli {

/// Bytes that this process may still take, by the system's own word and the limits it has set; 0: unknown.
std::uint64_t findFreeMemory();

/// Of those: the rest is for the work itself.
inline constexpr double kUsableShare = 0.6;

} // namespace clearway::cli
