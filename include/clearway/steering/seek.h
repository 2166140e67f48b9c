// SPDX-License-Identifier: MIT
// Seek: the preferred velocity, whoever is in the way. For single agents, for comparison, and to see what a crowd without
// avoidance does.
#pragma once
#include <memory>

#include <clearway/steering/steering.h>

namespace clearway {

/// Agents walk through each other; walls still stop them.
std::shared_ptr<const Steering> seek();

} // namespace clearway
