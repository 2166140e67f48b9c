// SPDX-License-Identifier: MIT
// BulletContacts: Bullet as the one who resolves contacts, as in the experiments of the papers. After a step of a crowd its discs
// are rigid bodies for a moment: Bullet pushes apart those that overlap and out of walls, and the crowd takes the places over.
// Why: models that collide (seek) can be compared with and without a physics engine behind them.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014 (Bullet moves the agents)
// Departure: Bullet corrects positions only; velocities stay with the crowd, which measures them by how far it moved itself.
// Bullet promises no equal bits on all machines, so neither does a run with it. Metres. One thread at a time.
#pragma once
#include <cstddef>
#include <memory>
#include <span>

#include <clearway/crowd/crowd.h>

#include "bullet_referee.h"

namespace clearway::referee {

class BulletContacts
{
public:
    explicit BulletContacts(std::span<const FloorWall> walls);
    ~BulletContacts();
    BulletContacts(BulletContacts&&) noexcept;
    BulletContacts& operator=(BulletContacts&&) noexcept;

    /// To be called after each step of the crowd. Returns how many agents were moved. In a dense crowd some overlap remains, as
    /// with any solver that stops after some rounds.
    std::size_t resolve(Crowd& crowd);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace clearway::referee
