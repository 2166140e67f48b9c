// SPDX-License-Identifier: MIT
// The largest crowds: people of one size on a corridor map.
#pragma once
#include <clearway/walkers/walkers.h>
