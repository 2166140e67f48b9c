// SPDX-License-Identifier: MIT
#include <clearway/base/hash.h>

namespace clearway {

std::uint64_t computeHash(std::span<const std::byte> bytes, std::uint64_t seed)
{
    Hasher hasher(seed);
    std::size_t position = 0;
    const auto word = [&](std::size_t byte_count) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < byte_count; ++i)
            value |= std::uint64_t{std::to_integer<std::uint8_t>(bytes[position + i])} << (8 * i);
        position += byte_count;
        return value;
    };
    while (bytes.size() - position >= 8) hasher.add(word(8));
    hasher.add(word(bytes.size() - position));
    hasher.add(std::uint64_t{bytes.size()});
    return hasher.value();
}

} // namespace clearway
