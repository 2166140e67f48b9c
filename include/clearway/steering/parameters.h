// SPDX-License-Identifier: MIT
// Steering models by name, and their options as tables of numbers with unit, range, default and source: what files, the command
// line and documentation share. Values and static data; thread-safe.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <clearway/base/result.h>
#include <clearway/steering/hidac.h>
#include <clearway/steering/local_field.h>
#include <clearway/steering/orca.h>
#include <clearway/steering/social_force.h>
#include <clearway/steering/steering.h>

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
struct SteeringParameter
{
    ParameterInfo info;
    double (*read)(const Options& options);
    void (*write)(Options& options, double value); ///< the value must be in range
};

/// All parameters of a model, in the order in which they are listed to people.
template <typename Options>
std::span<const SteeringParameter<Options>> steeringParameters();
template <>
std::span<const SteeringParameter<OrcaOptions>> steeringParameters();
template <>
std::span<const SteeringParameter<HidacOptions>> steeringParameters();
template <>
std::span<const SteeringParameter<SocialForceOptions>> steeringParameters();
template <>
std::span<const SteeringParameter<LocalFieldOptions>> steeringParameters();

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

/// Names the first parameter that is out of its range, with range and value.
template <typename Options>
Result<void> verifyParameters(const Options& options)
{
    for (const SteeringParameter<Options>& parameter : steeringParameters<Options>())
        if (std::string problem = describeProblem(parameter.info, parameter.read(options)); !problem.empty())
            return Error{ErrorCode::invalid_argument, std::string(parameter.info.name) + ": " + problem, {}};
    return {};
}

/// The same options with every number brought into its range; what is not a number becomes the default.
template <typename Options>
Options clampParameters(Options options)
{
    for (const SteeringParameter<Options>& parameter : steeringParameters<Options>())
    {
        const double value = parameter.read(options), least = computeLeast(parameter.info), most = parameter.info.high;
        if (!(value >= least && value <= most))
            parameter.write(options, value < least ? least : value > most ? most : parameter.read(Options{}));
    }
    return options;
}

// ---- models by name

/// In the order in which they are listed to people.
std::span<const std::string_view> steeringNames();
/// Options of all models; only those of the chosen one count.
struct SteeringOptions
{
    OrcaOptions orca = {};
    HidacOptions hidac = {};
    SocialForceOptions social_force = {};
    LocalFieldOptions field = {};
};
/// Null when there is no model of that name.
std::shared_ptr<const Steering> findSteering(std::string_view name, const SteeringOptions& options = {});

/// Calls `visit(name, options)` for each model with options, of anything with fields like those of SteeringOptions.
template <typename Owner, typename Visit>
void visitSteeringOptions(Owner& owner, Visit&& visit)
{
    visit(std::string_view("orca"), owner.orca);
    visit(std::string_view("hidac"), owner.hidac);
    visit(std::string_view("social_force"), owner.social_force);
    visit(std::string_view("field"), owner.field);
}

} // namespace clearway
