// SPDX-License-Identifier: MIT
// Based on:
// J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw. Parallel random numbers: as easy as 1, 2, 3. 2011
#include <clearway/base/assert.h>
#include <clearway/base/random.h>

namespace clearway {

std::array<std::uint32_t, 4> computePhilox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
    for (int round = 0; round < 10; ++round)
    {
        const std::uint64_t a = std::uint64_t{0xd2511f53u} * counter[0];
        const std::uint64_t b = std::uint64_t{0xcd9e8d57u} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
        key = {key[0] + 0x9e3779b9u, key[1] + 0xbb67ae85u};
    }
    return counter;
}

std::uint64_t Random::bits()
{
    if (has_spare_)
    {
        has_spare_ = false;
        return spare_;
    }
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    const auto block = computePhilox({low(block_), high(block_), low(stream_), high(stream_)}, {low(seed_), high(seed_)});
    ++block_;
    spare_ = block[2] | std::uint64_t{block[3]} << 32;
    has_spare_ = true;
    return block[0] | std::uint64_t{block[1]} << 32;
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

std::uint64_t Random::below(std::uint64_t count)
{
    CLEARWAY_ASSERT(count > 0, "Random::below needs at least one choice");
    // Values above the last whole multiple of `count` would favour small results: draw again.
    const std::uint64_t excess = (UINT64_MAX % count + 1) % count;
    std::uint64_t value = bits();
    while (value > UINT64_MAX - excess) value = bits();
    return value % count;
}

} // namespace clearway
