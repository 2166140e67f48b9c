// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace clearway {

/// Adds the name of a guide to guideNames(). Before any other thread asks for them.
void addGuideName(std::string_view name);

} // namespace clearway
