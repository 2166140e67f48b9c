// SPDX-License-Identifier: MIT
// Whole files in and out. A file is written under a temporary name in the same folder, flushed to disk and then renamed:
// whoever looks sees the old file or the new one, never half of one.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/result.h>

namespace clearway {

/// The bytes of a file. "-" is standard input.
Result<std::vector<std::byte>> readFile(const std::string& path);

/// Writes all of `bytes`, or leaves everything as it was. "-" is standard output.
Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes);

} // namespace clearway
