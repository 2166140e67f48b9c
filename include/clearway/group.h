// SPDX-License-Identifier: MIT
// Module group: formations, slots and who takes which, groups on the march; strokes drawn by hand, the ways they make, and who
// follows which branch.
#pragma once
#include <clearway/group/assignment.h>
#include <clearway/group/formation.h>
#include <clearway/group/march.h>
#include <clearway/group/sketch_follower.h>
#include <clearway/group/sketch_tree.h>
#include <clearway/group/stroke.h>
#include <clearway/group/way.h>
