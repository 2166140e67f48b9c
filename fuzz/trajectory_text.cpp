// SPDX-License-Identifier: MIT
// Any bytes as a trajectory in text.
#include <cstddef>
#include <cstdint>

#include "trajectory.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // The first byte chooses the options.
    if (size == 0) return 0;
    TrajectoryReadOptions options;
    if (data[0] & 1) options.unit = 0.01;
    if (data[0] & 2) options.frame_rate = 25;
    fuzz::checkRun(openTextTrajectory(fuzz::putFile(data + 1, size - 1), options));
    return 0;
}
