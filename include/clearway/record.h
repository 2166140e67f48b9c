// SPDX-License-Identifier: MIT
// Records of runs: trajectories, metrics and analyses as files.
#pragma once
#include <clearway/record/analysis.h>
#include <clearway/record/crowd_metrics.h>
#include <clearway/record/trajectory.h>
