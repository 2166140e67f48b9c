// SPDX-License-Identifier: MIT
// Bytes out and in, little-endian on every machine. Built things serialise themselves through these; `io` only opens files.
// A reader never reads past its end: after the first failure everything it returns is zero and failed() stays true.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clearway {

class ByteWriter
{
public:
    void u8(std::uint8_t value) { put(value, 1); }
    void u32(std::uint32_t value) { put(value, 4); }
    void u64(std::uint64_t value) { put(value, 8); }
    void f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }
    void text(std::string_view value);
    void raw(std::span<const std::byte> bytes);

    std::span<const std::byte> bytes() const { return bytes_; }
    /// Hands the bytes over; the writer is empty afterwards.
    std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

private:
    void put(std::uint64_t value, int byte_count);

    std::vector<std::byte> bytes_;
};

class ByteReader
{
public:
    explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(get(1)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(get(4)); }
    std::uint64_t u64() { return get(8); }
    double f64() { return std::bit_cast<double>(get(8)); }
    std::string text();
    std::span<const std::byte> raw(std::size_t byte_count);

    /// A count of elements of at least `element_bytes` each: fails at once if so many cannot follow, so a
    /// damaged count never asks for more memory than the file has bytes.
    std::size_t count(std::size_t element_bytes);

    /// Marks the data as damaged, for readers that find values out of range.
    void fail() { failed_ = true; }
    bool failed() const { return failed_; }
    std::size_t remaining() const { return failed_ ? 0 : bytes_.size() - position_; }

private:
    std::uint64_t get(int byte_count);

    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
    bool failed_ = false;
};

} // namespace clearway
