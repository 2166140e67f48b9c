// SPDX-License-Identifier: MIT
#include "base/errors.h"

#include <gtest/gtest.h>

#include <clearway/geometry/vec.h>

namespace clearway {

TEST(Errors, WithoutACodeTheArgumentIsWrong)
{
    const Error error = makeError("A map needs cells.");
    EXPECT_EQ(error.code, ErrorCode::invalid_argument);
    EXPECT_EQ(error.message, "A map needs cells.");
    EXPECT_EQ(makeError(ErrorCode::out_of_range, "Too many.").code, ErrorCode::out_of_range);
    EXPECT_EQ(makeCancelled("Building the map").message, "Building the map was cancelled.");
    EXPECT_EQ(makeCancelled("Building the map").code, ErrorCode::cancelled);
}

TEST(Errors, APlaceHasOnlyWhatWasGiven)
{
    EXPECT_EQ(makeError("No.", inFile("a.obj")).place.file, "a.obj");
    EXPECT_EQ(makeError("No.", inFile("a.obj")).place.index, -1);
    EXPECT_EQ(atIndex(std::size_t{7}).index, 7);
    EXPECT_FALSE(atIndex(7).has_coordinate);
    const Error::Place point = atPoint(Vec2{1.5, -2});
    EXPECT_TRUE(point.has_coordinate);
    EXPECT_EQ(point.coordinate, (std::array<double, 2>{1.5, -2}));
    EXPECT_EQ(point.index, -1);
    EXPECT_EQ(atPoint(Vec2{1.5, -2}, 3u).index, 3);
}

TEST(Errors, AReaderOfRefusedBytesHasFailed)
{
    ByteReader reader({});
    EXPECT_FALSE(reader.failed());
    const Error error = failVersion(reader, "The map", 9, 2);
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(error.code, ErrorCode::unsupported_format);
    EXPECT_EQ(error.message, "The map is of version 9; this library reads version 2.");
}

} // namespace clearway
