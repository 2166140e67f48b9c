// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>

#include "ask.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::askInput(parseWkt({reinterpret_cast<const char*>(data), size}), computeHash(std::as_bytes(std::span(data, size))));
    return 0;
}
