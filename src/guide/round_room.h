// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>

namespace clearway {

/// A room of a Footing, which must not be more than the truth; never negative.
inline float roundRoom(double room)
{
    constexpr double kLess = 1 - 0x1p-20;
    return room > 0 ? static_cast<float>(std::min(room * kLess, 1e30)) : 0.0F;
}

} // namespace clearway
