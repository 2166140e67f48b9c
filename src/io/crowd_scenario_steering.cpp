// SPDX-License-Identifier: MIT
#include "io/crowd_scenario_steering.h"

#include <clearway/io/crowd_scenario.h>

#include <cmath>

#include "base/errors.h"
#include "io/text.h"

namespace clearway {

namespace {

using Kind = ParameterInfo::Kind;

std::string join(std::span<const std::string_view> names)
{
    std::string list;
    for (const std::string_view name : names) list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
    return list;
}

/// The index of a choice by its name; what is wrong otherwise.
std::string findChoice(const ParameterInfo& parameter, std::string_view name, double& value)
{
    const auto found = std::ranges::find(parameter.choices, name);
    value = static_cast<double>(found - parameter.choices.begin());
    if (found != parameter.choices.end()) return {};
    return fmt::format("there is no '{}'.{} The choice is: {}.", showName(name), suggestNames(name, parameter.choices),
                       formatRange(parameter));
}

/// A value as people write it; what is wrong otherwise.
std::string parseValue(const ParameterInfo& parameter, std::string_view text, double& value)
{
    if (parameter.kind == Kind::choice) return findChoice(parameter, text, value);
    if (parameter.kind == Kind::flag)
    {
        value = text == "true" ? 1 : 0;
        return text == "true" || text == "false" ? "" : fmt::format("must be true or false; it is '{}'.", showName(text));
    }
    if (text == "inf" && std::isinf(parameter.high))
    {
        value = parameter.high;
        return {};
    }
    const io::Number number = io::parseNumber(text, 0);
    if (number.status != io::Number::Status::ok || number.end != text.size())
        return fmt::format("expected a number {}, found '{}'.", formatRange(parameter), showName(text));
    // As the field will hold it: both ends of a range count as inside.
    value = static_cast<double>(static_cast<float>(number.value));
    return describeProblem(parameter, value);
}

} // namespace

bool io::readParameter(FieldReader& reader, const ParameterInfo& parameter, double& value)
{
    if (parameter.kind == Kind::choice)
    {
        std::string name;
        if (!reader.readString(name, formatRange(parameter))) return false;
        const std::string problem = findChoice(parameter, name, value);
        return problem.empty() || reader.fail(problem);
    }
    if (parameter.kind == Kind::flag)
    {
        bool is_on = false;
        if (!reader.readBoolean(is_on)) return false;
        value = is_on ? 1 : 0;
        return true;
    }
    if (parameter.kind == Kind::count)
    {
        std::size_t count = 0;
        if (!reader.readCount(count, static_cast<std::size_t>(parameter.high))) return false;
        value = static_cast<double>(count);
        return true;
    }
    float number = 0;
    if (!reader.readFloat(number)) return false;
    value = static_cast<double>(number);
    return true;
}

Result<void> setSteeringParameter(Scenario& scenario, std::string_view path, std::string_view text)
{
    const std::size_t dot = std::min(path.find('.'), path.size());
    if (dot == path.size())
        return makeError(fmt::format(
            "'{}' does not name a parameter: write MODEL.NAME=VALUE, for example social_force.look_ahead=1.", showName(path)));
    const std::string_view model = path.substr(0, dot);
    const std::string_view name = path.substr(std::min(dot + 1, path.size()));
    std::vector<std::string_view> models, names;
    std::string problem;
    bool is_known = false;
    visitSteeringOptions(scenario, [&]<typename Options>(std::string_view visited, Options& options) {
        models.push_back(visited);
        if (visited != model) return;
        for (const Parameter<Options>& parameter : steeringParameters<Options>())
        {
            names.push_back(parameter.info.name);
            if (parameter.info.name != name) continue;
            is_known = true;
            double value = 0;
            problem = parseValue(parameter.info, text, value);
            if (problem.empty()) parameter.write(options, value);
        }
    });
    if (is_known && problem.empty()) return {};
    if (is_known)
        problem = fmt::format("{}: {}", path, problem);
    else if (names.empty())
        problem = fmt::format("there is no model '{}' with parameters.{} The choice is: {}.", showName(model),
                              suggestNames(model, models), join(models));
    else
        problem = fmt::format("{} has no parameter '{}'.{} The choice is: {}.", model, showName(name), suggestNames(name, names),
                              join(names));
    return makeError(problem);
}

} // namespace clearway
