// SPDX-License-Identifier: MIT
// The word that was probably meant.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace clearway::cli {

/// The candidate nearest to `word`, the first of equals; empty when none is near enough to be meant.
std::string findNearestWord(std::string_view word, std::span<const std::string> candidates);

} // namespace clearway::cli
