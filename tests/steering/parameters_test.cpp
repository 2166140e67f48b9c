// SPDX-License-Identifier: MIT
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/steering.h>

namespace clearway {
namespace {

using testing::HasSubstr;

template <typename Options>
class Parameters : public testing::Test
{
};
using Models = testing::Types<OrcaOptions, HidacOptions, SocialForceOptions>;
TYPED_TEST_SUITE(Parameters, Models);

TYPED_TEST(Parameters, DefaultsAreInRangeAndEveryParameterIsExplained)
{
    EXPECT_TRUE(verifyParameters(TypeParam{}).ok());
    std::set<std::string_view> names;
    for (const Parameter<TypeParam>& parameter : steeringParameters<TypeParam>())
    {
        EXPECT_TRUE(names.insert(parameter.info.name).second) << parameter.info.name;
        EXPECT_FALSE(parameter.info.meaning.empty()) << parameter.info.name;
        EXPECT_FALSE(parameter.info.source.empty()) << parameter.info.name;
        EXPECT_LT(parameter.info.low, parameter.info.high) << parameter.info.name;
    }
}

TYPED_TEST(Parameters, WhatIsWrittenIsReadAndNothingElseChanges)
{
    for (const Parameter<TypeParam>& parameter : steeringParameters<TypeParam>())
    {
        TypeParam options;
        const double low = parameter.info.low;
        const double value =
            parameter.info.kind == ParameterInfo::Kind::number || parameter.info.kind == ParameterInfo::Kind::above ? low + 0.0625
            : parameter.read(options) == 0                                                                          ? 1
                                                                                                                    : 0;
        parameter.write(options, value);
        for (const Parameter<TypeParam>& other : steeringParameters<TypeParam>())
            EXPECT_FLOAT_EQ(static_cast<float>(other.read(options)),
                            static_cast<float>(&other == &parameter ? value : other.read(TypeParam{})))
                << other.info.name;
    }
}

TYPED_TEST(Parameters, ValuesOutOfRangeAreNamedWithRangeAndValue)
{
    for (const Parameter<TypeParam>& parameter : steeringParameters<TypeParam>())
    {
        if (parameter.info.kind == ParameterInfo::Kind::flag || parameter.info.kind == ParameterInfo::Kind::choice) continue;
        for (const double value : {parameter.info.low - 1, parameter.info.high + 1, std::nan("")})
        {
            if (value == std::numeric_limits<double>::infinity()) continue;
            if (std::isnan(value) && parameter.info.kind == ParameterInfo::Kind::count) continue; // an int is never none
            TypeParam options;
            parameter.write(options, value);
            const Result<void> result = verifyParameters(options);
            ASSERT_FALSE(result.ok()) << parameter.info.name;
            EXPECT_THAT(result.error().message, HasSubstr(std::string(parameter.info.name)));
            EXPECT_THAT(result.error().message, HasSubstr(formatRange(parameter.info)));
            EXPECT_THAT(result.error().message, HasSubstr("it is " + formatValue(parameter.info, parameter.read(options))));
            EXPECT_TRUE(verifyParameters(clampParameters(options)).ok()) << parameter.info.name;
        }
    }
}

TEST(ParameterMessages, SayParameterRangeUnitAndValue)
{
    SocialForceOptions options;
    options.look_ahead = 12;
    EXPECT_EQ(verifyParameters(options).error().message, "look_ahead: must be a number from 0 to 10 seconds; it is 12.");
    OrcaOptions orca_options;
    orca_options.time_horizon = 0;
    EXPECT_EQ(verifyParameters(orca_options).error().message, "time_horizon: must be above 0 and at most 1000 seconds; it is 0.");
    orca_options = {};
    orca_options.patience = -1;
    EXPECT_EQ(verifyParameters(orca_options).error().message, "patience: must be a number from 0 on, in seconds; it is -1.");
    HidacOptions hidac_options;
    hidac_options.neighbour_count = 33;
    EXPECT_EQ(verifyParameters(hidac_options).error().message, "neighbour_count: must be a whole number from 0 to 32; it is 33.");
}

TEST(ParameterTables, OfTheDocumentsSayWhatTheProgramSays)
{
    std::ifstream file(CLEARWAY_SOURCE_FOLDER "/docs/crowds.md");
    const std::string document{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(document.empty());
    const SteeringOptions all;
    visitSteeringOptions(all, [&]<typename Options>(std::string_view model, const Options& options) {
        for (const Parameter<Options>& parameter : steeringParameters<Options>())
        {
            const ParameterInfo& info = parameter.info;
            const std::string between = std::isinf(info.high) ? ", in " : " ";
            const std::string unit = info.unit.empty() ? "" : between + std::string(info.unit);
            const std::string row = "| `" + std::string(info.name) + "` | " + formatValue(info, parameter.read(options)) + " | " +
                                    formatRange(info) + unit + " | " + std::string(info.meaning) + " | " +
                                    std::string(info.source) + " |";
            EXPECT_NE(document.find(row), std::string::npos) << model << ": " << row;
        }
    });
}

TEST(SteeringNames, AllAreFoundAndNothingElseIs)
{
    for (const std::string_view name : steeringNames())
    {
        const std::shared_ptr<const Steering> model = findSteering(name);
        ASSERT_TRUE(model) << name;
        EXPECT_EQ(model->name(), name);
    }
    EXPECT_FALSE(findSteering("none"));
    EXPECT_FALSE(findSteering(""));
    SteeringOptions options;
    options.social_force.neighbour_count = 3;
    EXPECT_EQ(findSteering("social_force", options)->needs().neighbour_count, 3);
}

} // namespace
} // namespace clearway
