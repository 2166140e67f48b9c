// SPDX-License-Identifier: MIT
// Numbers and points as text, shortest form that reads back the same, for messages.
#pragma once
#include <string>

#include <clearway/geometry/vec.h>

namespace clearway::overlay {

std::string toString(double value);
std::string toString(Vec2 p);

} // namespace clearway::overlay
