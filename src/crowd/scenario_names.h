// SPDX-License-Identifier: MIT
// Which of some known names a misspelt one was meant to be.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace clearway {

/// " Did you mean a, b or c?" with the nearest names, or nothing when none is near. Upper and lower case count as equal, and a
/// beginning of at least three letters is near.
std::string suggestNames(std::string_view name, std::span<const std::string_view> known);

/// A name as it can be shown inside a message: cut off where it is long, without line breaks.
std::string showName(std::string_view name);

} // namespace clearway
