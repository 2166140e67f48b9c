// SPDX-License-Identifier: MIT
// The word that was probably meant.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace clearway::cli {

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one word into the other.
/// Based on: F. J. Damerau. A technique for computer detection and correction of spelling errors. 1964
int computeEditDistance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, the first of equals; empty when none is near enough to be meant.
std::string findNearestWord(std::string_view word, std::span<const std::string> candidates);

} // namespace clearway::cli
