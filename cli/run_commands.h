// SPDX-License-Identifier: MIT
// What other commands do when their input is a recorded run.
#pragma once
#include "commands.h"

namespace clearway::cli {

void convertRun(const ConvertOptions& options);
void printRunInfo(const InfoOptions& options);

} // namespace clearway::cli
