// SPDX-License-Identifier: MIT
#include <clearway/base/bytes.h>

namespace clearway {

void ByteWriter::put(std::uint64_t value, int byte_count)
{
    for (int i = 0; i < byte_count; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
}

void ByteWriter::text(std::string_view value)
{
    u64(value.size());
    raw(std::as_bytes(std::span(value)));
}

void ByteWriter::raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

std::uint64_t ByteReader::get(int byte_count)
{
    std::uint64_t value = 0;
    const auto bytes = raw(static_cast<std::size_t>(byte_count));
    for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint64_t{std::to_integer<std::uint8_t>(bytes[i])} << (8 * i);
    return value;
}

std::string ByteReader::text()
{
    const auto bytes = raw(count(1));
    return bytes.empty() ? std::string() : std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::span<const std::byte> ByteReader::raw(std::size_t byte_count)
{
    if (byte_count > remaining())
    {
        failed_ = true;
        return {};
    }
    position_ += byte_count;
    return failed_ ? std::span<const std::byte>{} : bytes_.subspan(position_ - byte_count, byte_count);
}

std::size_t ByteReader::count(std::size_t element_bytes)
{
    const std::uint64_t value = u64();
    if (value > remaining() / (element_bytes ? element_bytes : 1)) failed_ = true;
    return failed_ ? 0 : static_cast<std::size_t>(value);
}

} // namespace clearway
