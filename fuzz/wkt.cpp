// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "check.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::checkInput(parseWkt({reinterpret_cast<const char*>(data), size}));
    return 0;
}
