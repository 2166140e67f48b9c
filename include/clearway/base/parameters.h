// SPDX-License-Identifier: MIT
// Options as tables: the name, unit, range, default and source of every number of a struct of options. Files, the command line
// and the documentation read the tables, so that an option is described once. Values and static data; thread-safe.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace clearway {

struct ParameterInfo
{
    enum class Kind : std::uint8_t
    {
        number,
        above,  ///< a number greater than `low`
        count,  ///< a whole number
        flag,   ///< 0 or 1
        choice, ///< the index of one of `choices`
        text,   ///< no number: whoever has the option says what is right
    };
    std::string_view name;
    std::string_view unit; ///< "seconds", "metres" ...; empty: none
    double low = 0;
    double high = 1;          ///< may be infinite
    std::string_view source;  ///< of the default
    std::string_view meaning; ///< one line for people
    Kind kind = Kind::number;
    std::span<const std::string_view> choices = {};
};

/// A field of a struct of options. Numbers stand for all kinds.
template <typename Options>
struct Parameter
{
    ParameterInfo info;
    double (*read)(const Options& options);
    void (*write)(Options& options, double value); ///< the value must be in range
};

/// What is wrong with a value: "must be a number from 0 to 10 seconds; it is 12." Empty when nothing is.
std::string describeProblem(const ParameterInfo& parameter, double value);
/// The value as people write it: "0.5", "true", "elliptical".
std::string formatValue(const ParameterInfo& parameter, double value);
/// "from 0 to 10", "from 0 on", "above 0 and at most 1000", "true or false", "elliptical or circular".
std::string formatRange(const ParameterInfo& parameter);
/// The same with the unit: "from 0 to 10 seconds", "from 0 on, in seconds".
std::string formatRangeAndUnit(const ParameterInfo& parameter);
/// The least value in range; one that a float can hold.
double computeLeast(const ParameterInfo& parameter);

} // namespace clearway
