// SPDX-License-Identifier: MIT
// Groups: sketched routes that units of several kinds follow.
#pragma once
#include <clearway/group/sketch_follower.h>
#include <clearway/group/sketch_tree.h>
#include <clearway/group/stroke.h>
