// SPDX-License-Identifier: MIT
// Any bytes as a trajectory in a database. Needs clearway::native.
#include <cstddef>
#include <cstdint>

#include <clearway/native/trajectory_sqlite.h>

#include "trajectory.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::checkRun(openSqliteTrajectory(fuzz::putFile(data, size)));
    return 0;
}
