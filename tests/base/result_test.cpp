// SPDX-License-Identifier: MIT
#include <clearway/base/result.h>

#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace clearway {
namespace {

Error someError()
{
    return {.code = ErrorCode::malformed_file, .message = "line 3 ends too soon", .place = {.file = "a.wkt", .line = 3}};
}

TEST(Result, HoldsAValue)
{
    Result<std::string> result = std::string("mesh");
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.ok());
    EXPECT_EQ(*result, "mesh");
    EXPECT_EQ(result->size(), 4u);
    result.value() += "es";
    EXPECT_EQ(std::as_const(result).value(), "meshes");
}

TEST(Result, HoldsAnErrorWithItsPlace)
{
    const Result<int> result = someError();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::malformed_file);
    EXPECT_EQ(result.error().message, "line 3 ends too soon");
    EXPECT_EQ(result.error().place.file, "a.wkt");
    EXPECT_EQ(result.error().place.line, 3);
    EXPECT_EQ(result.error().place.ring, -1);
    EXPECT_FALSE(result.error().place.has_coordinate);
}

TEST(Result, AValueThatCannotBeCopiedIsMovedOut)
{
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    const std::unique_ptr<int> value = std::move(result).value();
    EXPECT_EQ(*value, 5);
    EXPECT_EQ(*Result<std::unique_ptr<int>>(std::make_unique<int>(6)).value(), 6);
}

TEST(Result, WithoutAValueIsSuccessOrAnError)
{
    const Result<void> success;
    EXPECT_TRUE(success);
    success.value();
    const Result<void> failure = someError();
    EXPECT_FALSE(failure);
    EXPECT_EQ(failure.error().message, "line 3 ends too soon");
}

TEST(ResultDeathTest, TheValueOfAnErrorIsMisuseAndSaysTheError)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)Result<int>(someError()).value(), "line 3 ends too soon");
    EXPECT_DEATH((void)*Result<int>(someError()), "line 3 ends too soon");
    EXPECT_DEATH(Result<void>(someError()).value(), "line 3 ends too soon");
}

TEST(ResultDeathTest, TheErrorOfAValueIsMisuse)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)Result<int>(1).error(), "holds a value");
    EXPECT_DEATH((void)Result<void>().error(), "holds a value");
}

TEST(ErrorCode, EveryCodeHasANameOfItsOwn)
{
    std::set<std::string> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::cancelled); ++code)
        names.insert(toString(static_cast<ErrorCode>(code)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(ErrorCode::cancelled) + 1);
    EXPECT_EQ(names.count("unknown"), 0u);
    EXPECT_STREQ(toString(ErrorCode::invalid_geometry), "invalid_geometry");
}

} // namespace
} // namespace clearway
