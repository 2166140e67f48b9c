// SPDX-License-Identifier: MIT
// How much memory there is.
#pragma once
#include <cstdint>

namespace clearway::cli {

/// Bytes that this process may still take, by the system's own word and the limits it has set; 0: unknown.
std::uint64_t findFreeMemory();

} // namespace clearway::cli
