// SPDX-License-Identifier: MIT
#include <clearway/base/hash.h>

#include <cstring>

namespace clearway {
namespace {

/// Up to eight bytes as a little-endian number, whatever the machine.
std::uint64_t readWord(const std::byte* bytes, std::size_t byte_count)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < byte_count; ++i) value |= std::uint64_t{std::to_integer<std::uint8_t>(bytes[i])} << (8 * i);
    return value;
}

std::uint64_t readWholeWord(const std::byte* bytes)
{
    if constexpr (std::endian::native != std::endian::little) return readWord(bytes, 8);
    std::uint64_t value;
    std::memcpy(&value, bytes, 8);
    return value;
}

} // namespace

std::uint64_t computeHash(std::span<const std::byte> bytes, std::uint64_t seed)
{
    Hasher hasher(seed);
    std::size_t position = 0;
    for (; bytes.size() - position >= 8; position += 8) hasher.add(readWholeWord(bytes.data() + position));
    hasher.add(readWord(bytes.data() + position, bytes.size() - position));
    hasher.add(bytes.size());
    return hasher.value();
}

} // namespace clearway
