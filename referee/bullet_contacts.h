// SPDX-License-Identifier: MIT
// Bullet as the one who resolves contacts, as in the experiments of the papers. After a tick of a crowd its discs are rigid
// bodies for a moment: Bullet pushes apart those that overlap and out of walls, and the crowd takes the places over.
// Why: models that collide (seek) can be compared with and without a physics engine behind them.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014 (Bullet moves the agents)
// Departure: Bullet corrects positions only; velocities stay with the crowd, which measures them by how far it moved itself.
// Bullet promises no equal bits on all machines, so neither does a run with it. Metres. One thread at a time.
#pragma once
#include <functional>
#include <span>

#include <clearway/crowd/crowd.h>

#include "bullet_referee.h"

namespace clearway::referee {

/// For CrowdOptions::contacts, on flat ground. Copies share one Bullet, so each crowd needs a call of its own. In a dense crowd
/// some overlap remains, as with any solver that stops after some rounds. Allocates in every tick.
std::function<void(Crowd& crowd)> bulletContacts(std::span<const FloorWall> walls);

} // namespace clearway::referee
