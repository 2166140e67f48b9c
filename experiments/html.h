// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace clearway::experiments {

/// For text and for attributes in double quotes.
std::string escapeHtml(std::string_view text);

} // namespace clearway::experiments
