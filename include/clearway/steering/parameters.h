// SPDX-License-Identifier: MIT
// Steering models by name, and their options as tables of numbers with unit, range, default and source: what files, the command
// line and documentation share. Values and static data; thread-safe.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <clearway/base/parameters.h>
#include <clearway/base/result.h>
#include <clearway/steering/hidac.h>
#include <clearway/steering/local_field.h>
#include <clearway/steering/orca.h>
#include <clearway/steering/social_force.h>
#include <clearway/steering/steering.h>

namespace clearway {

/// All parameters of a model, in the order in which they are listed to people.
template <typename Options>
std::span<const Parameter<Options>> steeringParameters();
template <>
std::span<const Parameter<OrcaOptions>> steeringParameters();
template <>
std::span<const Parameter<HidacOptions>> steeringParameters();
template <>
std::span<const Parameter<SocialForceOptions>> steeringParameters();
template <>
std::span<const Parameter<LocalFieldOptions>> steeringParameters();

/// Names the first parameter that is out of its range, with range and value.
template <typename Options>
Result<void> verifyParameters(const Options& options)
{
    for (const Parameter<Options>& parameter : steeringParameters<Options>())
        if (std::string problem = describeProblem(parameter.info, parameter.read(options)); !problem.empty())
            return Error{ErrorCode::invalid_argument, std::string(parameter.info.name) + ": " + problem, {}};
    return {};
}

/// The same options with every number brought into its range; what is not a number becomes the default.
template <typename Options>
Options clampParameters(Options options)
{
    for (const Parameter<Options>& parameter : steeringParameters<Options>())
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
