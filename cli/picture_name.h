// SPDX-License-Identifier: MIT
// What commands that draw have in common.
#pragma once
#include <string>

#include "input.h"

namespace clearway::cli {

/// Throws UsageError when a picture cannot have this name.
void requirePictureName(const std::string& path);
/// The name of an input without its ending.
std::string makeTitle(const Input& input);

} // namespace clearway::cli
