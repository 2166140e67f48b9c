// SPDX-License-Identifier: MIT
// Misspelt names: how far they are from known ones, and which was probably meant. For messages.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace clearway {

/// How many letters must be changed, put in, left out or exchanged with their neighbour; upper and lower case count as equal.
/// Based on: F. J. Damerau. A technique for computer detection and correction of spelling errors. 1964
std::size_t computeEditDistance(std::string_view a, std::string_view b);

/// " Did you mean a, b or c?" with the nearest names, or nothing when none is near. Upper and lower case count as equal, and a
/// beginning of at least three letters is near.
std::string suggestNames(std::string_view name, std::span<const std::string_view> known);

/// A name as it can be shown inside a message: cut off where it is long, without line breaks.
std::string showName(std::string_view name);

} // namespace clearway
