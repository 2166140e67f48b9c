// SPDX-License-Identifier: MIT
// Any bytes as rings on a coarse grid, so that most of them touch, cross or repeat something; some coordinates are far away.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <clearway/base/hash.h>

#include "ask.h"

using namespace clearway;

namespace {

class RingBytes
{
public:
    RingBytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool isEmpty() const { return at_ >= size_; }
    std::uint8_t next() { return isEmpty() ? std::uint8_t{0} : data_[at_++]; }

    /// Mostly whole numbers from 0 to 15; every 16th kind is scaled by a power of ten.
    double nextCoordinate()
    {
        const std::uint8_t byte = next();
        const double value = (byte & 15) + ((byte & 16) ? 0.5 : 0.0);
        return byte >= 240 ? value * std::pow(10.0, static_cast<std::int8_t>(next())) : value;
    }

    SceneInput::RingInput nextRing()
    {
        SceneInput::RingInput ring;
        const std::size_t count = 3 + next() % 10;
        for (std::size_t i = 0; i < count; ++i)
        {
            const double x = nextCoordinate();
            ring.points.push_back({x, nextCoordinate()});
        }
        return ring;
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    RingBytes bytes(data, size);
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {16, 0}, {16, 16}, {0, 16}}}});
    for (int count = 0; !bytes.isEmpty() && count < 20; ++count)
    {
        switch (bytes.next() % 4)
        {
        case 0: input.areas.push_back({.outline = bytes.nextRing()}); break;
        case 1: input.areas.back().holes.push_back(bytes.nextRing()); break;
        case 2: input.obstacles.push_back({.outline = bytes.nextRing(), .holes = {bytes.nextRing()}}); break;
        default: input.obstacles.push_back({.outline = bytes.nextRing()}); break;
        }
    }
    fuzz::askInput(input, computeHash(std::as_bytes(std::span(data, size))));
    return 0;
}
