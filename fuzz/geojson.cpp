// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>

#include "ask.h"

using namespace clearway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // The first byte chooses the options.
    if (size == 0) return 0;
    SceneReadOptions options;
    options.meaning = static_cast<SceneReadOptions::Polygons>(data[0] % 3);
    options.coordinates = static_cast<SceneReadOptions::Units>(data[0] / 3 % 3);
    fuzz::askInput(parseGeoJson({reinterpret_cast<const char*>(data) + 1, size - 1}, options),
                   computeHash(std::as_bytes(std::span(data, size))));
    return 0;
}
