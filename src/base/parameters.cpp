// SPDX-License-Identifier: MIT
#include <clearway/base/parameters.h>

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace clearway {

using Kind = ParameterInfo::Kind;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Fields are floats: 0.1 is not to look like 0.10000000149.
std::string formatShort(double value)
{
    const auto rounded = static_cast<float>(value);
    return static_cast<double>(rounded) == value ? fmt::format("{}", rounded) : fmt::format("{}", value);
}

std::string listChoices(std::span<const std::string_view> choices)
{
    std::string list;
    for (std::size_t k = 0; k < choices.size(); ++k)
        list += fmt::format("{}{}", k == 0 ? "" : k + 1 < choices.size() ? ", " : " or ", choices[k]);
    return list;
}

} // namespace

std::string formatRange(const ParameterInfo& parameter)
{
    switch (parameter.kind)
    {
    case Kind::flag: return "true or false";
    case Kind::choice: return listChoices(parameter.choices);
    case Kind::text: return "text";
    case Kind::above: return fmt::format("above {} and at most {}", formatShort(parameter.low), formatShort(parameter.high));
    case Kind::number:
    case Kind::count: break;
    }
    if (parameter.high == kInfinity) return fmt::format("from {} on", formatShort(parameter.low));
    return fmt::format("from {} to {}", formatShort(parameter.low), formatShort(parameter.high));
}

std::string formatRangeAndUnit(const ParameterInfo& parameter)
{
    const std::string_view between = parameter.unit.empty() ? "" : parameter.high == kInfinity ? ", in " : " ";
    return fmt::format("{}{}{}", formatRange(parameter), between, parameter.unit);
}

double computeLeast(const ParameterInfo& parameter)
{
    if (parameter.kind != Kind::above) return parameter.low;
    return static_cast<double>(std::nextafter(static_cast<float>(parameter.low), std::numeric_limits<float>::infinity()));
}

std::string formatValue(const ParameterInfo& parameter, double value)
{
    if (parameter.kind == Kind::flag) return value != 0 ? "true" : "false";
    const bool is_index = value >= 0 && value < static_cast<double>(parameter.choices.size());
    if (parameter.kind == Kind::choice && is_index) return std::string(parameter.choices[static_cast<std::size_t>(value)]);
    return formatShort(value);
}

std::string describeProblem(const ParameterInfo& parameter, double value)
{
    const bool is_above = parameter.kind != Kind::above || value > parameter.low;
    const bool may_be_part = parameter.kind == Kind::number || parameter.kind == Kind::above;
    const bool is_whole = may_be_part || value == std::floor(value);
    if (value >= parameter.low && value <= parameter.high && is_above && is_whole) return {};
    const std::string_view what = parameter.kind == Kind::count    ? "a whole number "
                                  : parameter.kind == Kind::number ? "a number "
                                                                   : "";
    return fmt::format("must be {}{}; it is {}.", what, formatRangeAndUnit(parameter), formatValue(parameter, value));
}

} // namespace clearway
