// SPDX-License-Identifier: MIT
// Armies: teams, orders, formations and sketches of a player, combat, and logs that replay.
#pragma once
#include <clearway/rts/battle.h>
#include <clearway/rts/command.h>
#include <clearway/rts/run.h>
#include <clearway/rts/script.h>
#include <clearway/rts/unit.h>
