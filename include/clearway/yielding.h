// SPDX-License-Identifier: MIT
// How long an agent has been held up, and who gives way to whom.
#pragma once
#include <clearway/yielding/yielding.h>
