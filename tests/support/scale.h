// SPDX-License-Identifier: MIT
// How often randomised tests repeat: CLEARWAY_TEST_SCALE multiplies their counts, 1 by default.
#pragma once
#include <cstdlib>

namespace clearway::test {

inline int testScale()
{
    const char* text = std::getenv("CLEARWAY_TEST_SCALE");
    const int scale = text ? std::atoi(text) : 1;
    return scale > 0 ? scale : 1;
}

} // namespace clearway::test
