// SPDX-License-Identifier: MIT
// Models of how agents avoid each other: velocity from neighbours and walls.
#pragma once
#include <clearway/steering/hidac.h>
#include <clearway/steering/local_field.h>
#include <clearway/steering/orca.h>
#include <clearway/steering/parameters.h>
#include <clearway/steering/seek.h>
#include <clearway/steering/social_force.h>
#include <clearway/steering/steering.h>
#include <clearway/steering/with_force.h>
