// SPDX-License-Identifier: MIT
// Whole files in and out. A file is written beside its place, flushed to disk and then renamed:
// whoever looks sees the old file or the new one, never half of one, whatever happens to the process or the machine.
// Errors name the path, the system's reason, and what to do. Safe to call from any thread, for the same path too: one of the
// writers wins.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/result.h>

namespace clearway {

/// Larger files are refused before any of them is kept in memory.
inline constexpr std::int64_t kMaxFileBytes = std::int64_t{1} << (sizeof(void*) == 8 ? 31 : 29);

/// The bytes of a file; none if it is empty. "-" is standard input.
Result<std::vector<std::byte>> readFile(const std::string& path);

/// Writes all of `bytes`, or leaves everything as it was. "-" is standard output. An existing file keeps its permissions, and a
/// symbolic link stays one: the file it leads to is replaced. Devices and pipes are written directly.
Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes);

} // namespace clearway
