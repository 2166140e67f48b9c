// SPDX-License-Identifier: MIT
// Numbers and points as text, shortest form that reads back the same, for messages.
#pragma once
#include <string>

#include <clearway/geometry/vec.h>

namespace clearway::overlay {

std::string toText(double value);
std::string toText(Vec2 p);

} // namespace clearway::overlay
