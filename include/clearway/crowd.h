// SPDX-License-Identifier: MIT
// Crowds: agents stepped together, scenarios, and what is measured about them.
#pragma once
#include <clearway/crowd/analysis.h>
#include <clearway/crowd/crowd.h>
#include <clearway/crowd/goal.h>
#include <clearway/crowd/metrics.h>
#include <clearway/crowd/scenario.h>
