// SPDX-License-Identifier: MIT
// Whole arrays out and in through ByteWriter and ByteReader, little-endian, as fast as memory on machines that are.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include <clearway/base/bytes.h>

namespace clearway {

/// Turns the bytes of every word of `kWordBytes` round where the machine is big-endian.
template <std::size_t kWordBytes>
void orderLittleEndian(std::span<std::byte> bytes)
{
    if constexpr (std::endian::native == std::endian::big)
        for (std::size_t i = 0; i + kWordBytes <= bytes.size(); i += kWordBytes)
            std::reverse(bytes.data() + i, bytes.data() + i + kWordBytes);
}

/// The count, then the elements, each of which is one or more words of kWordBytes.
template <std::size_t kWordBytes, typename T>
void writeArray(ByteWriter& writer, std::span<const T> items)
{
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % kWordBytes == 0);
    writer.u64(items.size());
    if constexpr (std::endian::native == std::endian::little)
        writer.raw(std::as_bytes(items));
    else
    {
        std::vector<std::byte> bytes(items.size_bytes());
        if (!items.empty()) std::memcpy(bytes.data(), items.data(), bytes.size());
        orderLittleEndian<kWordBytes>(bytes);
        writer.raw(bytes);
    }
}

/// Into an `Array` that is made with its size: std::vector or Buffer. A count for which there are not enough bytes fails the
/// reader and takes no memory.
template <std::size_t kWordBytes, typename Array>
void readArray(ByteReader& reader, Array& array)
{
    using T = std::remove_cvref_t<decltype(array[0])>;
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % kWordBytes == 0);
    const std::size_t count = reader.count(sizeof(T));
    const std::span<const std::byte> bytes = reader.raw(count * sizeof(T));
    array = Array(bytes.size() / sizeof(T));
    if (bytes.empty()) return;
    std::memcpy(static_cast<void*>(array.data()), bytes.data(), bytes.size());
    orderLittleEndian<kWordBytes>({reinterpret_cast<std::byte*>(array.data()), bytes.size()});
}

} // namespace clearway
