// SPDX-License-Identifier: MIT
// Groups: formations and their slots, who takes which, and how a group marches.
#pragma once
#include <clearway/group/assignment.h>
#include <clearway/group/formation.h>
#include <clearway/group/group_map.h>
#include <clearway/group/march.h>
#include <clearway/group/way.h>
