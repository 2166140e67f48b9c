// SPDX-License-Identifier: MIT
#include <clearway/base/bytes.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/base/random.h>

namespace clearway {
namespace {

std::vector<std::byte> someBytes()
{
    ByteWriter writer;
    writer.u8(0xab);
    writer.u32(0x01234567u);
    writer.u64(0x89abcdef01234567u);
    writer.f64(-0.1);
    writer.text("portal");
    writer.text("");
    writer.raw(std::vector<std::byte>{std::byte{1}, std::byte{2}});
    return writer.take();
}

struct Values
{
    std::uint8_t a;
    std::uint32_t b;
    std::uint64_t c;
    double d;
    std::string e, f;
    std::vector<std::byte> g;

    friend bool operator==(const Values&, const Values&) = default;
};

Values readSome(ByteReader& reader)
{
    Values values{};
    values.a = reader.u8();
    values.b = reader.u32();
    values.c = reader.u64();
    values.d = reader.f64();
    values.e = reader.text();
    values.f = reader.text();
    const auto raw = reader.raw(2);
    values.g.assign(raw.begin(), raw.end());
    return values;
}

TEST(Bytes, WhatWasWrittenIsRead)
{
    const std::vector<std::byte> bytes = someBytes();
    ByteReader reader(bytes);
    EXPECT_EQ(readSome(reader),
              (Values{0xab, 0x01234567u, 0x89abcdef01234567u, -0.1, "portal", "", {std::byte{1}, std::byte{2}}}));
    EXPECT_FALSE(reader.failed());
    EXPECT_EQ(reader.remaining(), 0u);
}

TEST(Bytes, GoldenNumbersAreLittleEndian)
{
    ByteWriter writer;
    writer.u32(0x01020304u);
    writer.u64(0x05060708090a0b0cu);
    std::vector<int> values;
    for (std::byte byte : writer.bytes()) values.push_back(std::to_integer<int>(byte));
    EXPECT_THAT(values, testing::ElementsAre(4, 3, 2, 1, 12, 11, 10, 9, 8, 7, 6, 5));
}

TEST(Bytes, EveryDoubleComesBackToTheBit)
{
    Random random(9);
    ByteWriter writer;
    std::vector<std::uint64_t> patterns = {0, std::bit_cast<std::uint64_t>(-0.0),
                                           std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()),
                                           std::bit_cast<std::uint64_t>(std::numeric_limits<double>::denorm_min())};
    for (int i = 0; i < 1000; ++i) patterns.push_back(random.bits());
    for (std::uint64_t pattern : patterns) writer.f64(std::bit_cast<double>(pattern));
    ByteReader reader(writer.bytes());
    for (std::uint64_t pattern : patterns)
    {
        const double value = reader.f64();
        if (value != value) continue; // a NaN may lose its payload on its way through a register
        EXPECT_EQ(std::bit_cast<std::uint64_t>(value), pattern);
    }
}

TEST(Bytes, EveryTruncationFailsAndStaysFailed)
{
    const std::vector<std::byte> bytes = someBytes();
    for (std::size_t size = 0; size < bytes.size(); ++size)
    {
        ByteReader reader(std::span<const std::byte>(bytes).first(size));
        (void)readSome(reader);
        EXPECT_TRUE(reader.failed()) << size << " of " << bytes.size() << " bytes";
        EXPECT_EQ(reader.remaining(), 0u);
        EXPECT_EQ(reader.u64(), 0u);
        EXPECT_EQ(reader.u8(), 0u) << "bytes that are left must not be read after a failure";
        EXPECT_EQ(reader.text(), "");
        EXPECT_TRUE(reader.raw(0).empty());
        EXPECT_TRUE(reader.failed());
    }
}

TEST(Bytes, ACountThatCannotFollowFailsBeforeAnyMemoryIsAskedFor)
{
    const auto readCount = [](std::uint64_t written, std::size_t payload_bytes, std::size_t element_bytes, bool& failed) {
        ByteWriter writer;
        writer.u64(written);
        writer.raw(std::vector<std::byte>(payload_bytes));
        ByteReader reader(writer.bytes());
        const std::size_t count = reader.count(element_bytes);
        failed = reader.failed();
        return count;
    };
    bool failed = false;
    EXPECT_EQ(readCount(3, 24, 8, failed), 3u);
    EXPECT_FALSE(failed);
    EXPECT_EQ(readCount(0, 0, 8, failed), 0u);
    EXPECT_FALSE(failed);
    EXPECT_EQ(readCount(4, 31, 8, failed), 0u);
    EXPECT_TRUE(failed);
    // 2^61 elements of 8 bytes: the product overflows to 0 in 64 bits.
    EXPECT_EQ(readCount(std::uint64_t{1} << 61, 24, 8, failed), 0u);
    EXPECT_TRUE(failed);
    EXPECT_EQ(readCount(UINT64_MAX, 24, 0, failed), 0u);
    EXPECT_TRUE(failed);
}

TEST(Bytes, AReaderThatFoundNonsenseGivesNothingMore)
{
    const std::vector<std::byte> bytes = someBytes();
    ByteReader reader(bytes);
    reader.fail();
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.u8(), 0u);
    EXPECT_EQ(reader.remaining(), 0u);
}

TEST(Bytes, AWriterIsEmptyAfterItsBytesWereTaken)
{
    ByteWriter writer;
    writer.u32(1);
    EXPECT_EQ(writer.take().size(), 4u);
    EXPECT_TRUE(writer.bytes().empty());
    writer.u8(2);
    EXPECT_EQ(writer.bytes().size(), 1u);
}

} // namespace
} // namespace clearway
