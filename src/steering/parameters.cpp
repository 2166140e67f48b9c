// SPDX-License-Identifier: MIT
#include <clearway/steering/parameters.h>

#include <cmath>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include <clearway/steering/seek.h>

namespace clearway {

namespace {

using Kind = ParameterInfo::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename Member>
struct MemberOf;
template <typename Options_, typename Value_>
struct MemberOf<Value_ Options_::*>
{
    using Options = Options_;
    using Value = Value_;
};

/// A row of a table, for a field of any type; the kind follows from that.
template <auto member>
constexpr auto field(ParameterInfo info)
{
    using Options = typename MemberOf<decltype(member)>::Options;
    using Value = typename MemberOf<decltype(member)>::Value;
    // As the field holds them: 0.01 in a file is not below a range that begins at 0.01.
    info.low = static_cast<double>(static_cast<float>(info.low));
    info.high = static_cast<double>(static_cast<float>(info.high));
    if constexpr (std::is_same_v<Value, int>) info.kind = Kind::count;
    if constexpr (std::is_same_v<Value, bool>) info.kind = Kind::flag;
    if constexpr (std::is_enum_v<Value>) info.kind = Kind::choice;
    return SteeringParameter<Options>{info, [](const Options& options) { return static_cast<double>(options.*member); },
                                      [](Options& options, double value) { options.*member = static_cast<Value>(value); }};
}

constexpr std::string_view kOurs = "ours";

using O = OrcaOptions;
constexpr SteeringParameter<O> kOrca[] = {
    field<&O::time_horizon>({"time_horizon", "seconds", 0, 1000, kOurs, "how far ahead others are avoided", Kind::above}),
    field<&O::wall_time_horizon>({"wall_time_horizon", "seconds", 0, 1000, kOurs, "the same for walls", Kind::above}),
    field<&O::neighbour_range>({"neighbour_range", "metres", 0, 1000, kOurs, "gap up to which somebody counts"}),
    field<&O::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    field<&O::margin>({"margin", "metres", 0, 1, kOurs, "kept beyond touching, between agents"}),
    field<&O::turn>({"turn", "radians", 0, 1, kOurs, "to the right, of those who have somebody in their way"}),
    field<&O::patience>(
        {"patience", "seconds", 0, kInfinity, kOurs, "how long oncoming people are waited for before squeezing through"}),
};

constexpr std::string_view kHidacPaper = "Pelechano et al. 2007";
constexpr std::string_view kSteerSuite = "SteerSuite";

using H = HidacOptions;
constexpr SteeringParameter<H> kHidac[] = {
    field<&H::acceleration>({"acceleration", "m/s^2", 0.01, 100, kSteerSuite, "up to the preferred speed"}),
    field<&H::persistence>({"persistence", "", 0, 100, kHidacPaper, "weight of the direction of the last tick"}),
    field<&H::attraction>({"attraction", "", 0, 100, kOurs, "weight of the preferred velocity"}),
    field<&H::agent_avoidance>({"agent_avoidance", "", 0, 100, kOurs, "weight of turning aside for agents"}),
    field<&H::wall_avoidance>({"wall_avoidance", "", 0, 100, kOurs, "weight of turning along walls"}),
    field<&H::view_length>({"view_length", "metres", 0.1, 20, kHidacPaper, "of the rectangle ahead in which things are avoided"}),
    field<&H::view_margin>({"view_margin", "metres", 0, 5, kOurs, "beyond the discs, on either side of it"}),
    field<&H::crowded_density>({"crowded_density", "per m^2", 0.01, 100, kOurs, "at which the rectangle is half as long"}),
    field<&H::personal_space>({"personal_space", "metres", 0, 1, kOurs, "gap within which others push"}),
    field<&H::push_near_walls>({"push_near_walls", "", 0, 1, kHidacPaper, "part of the pushes that counts beside a wall"}),
    field<&H::stopping_time>({"stopping_time", "seconds", 0, 10, kOurs, "longest stop of those who are pushed back"}),
    field<&H::waiting_reach>(
        {"waiting_reach", "metres", 0, 5, kOurs, "gap ahead in which those who go the same way are waited for"}),
    field<&H::waiting_time>({"waiting_time", "seconds", 0, 10, kOurs, "longest wait at a time"}),
    field<&H::going_time>({"going_time", "seconds", 0, 100, kOurs, "in which nobody stops or waits again"}),
    field<&H::panics>({"panics", "", 0, 1, kHidacPaper, "nobody stops or waits, everybody walks as fast as it can"}),
    field<&H::falls>({"falls", "", 0, 1, kHidacPaper, "people who are pushed too hard fall, and are walked round"}),
    field<&H::fall_push>({"fall_push", "metres", 0.001, 10, kOurs, "push in 0.1 s that makes somebody fall"}),
    field<&H::fall_time>({"fall_time", "seconds", 0, 1000, kOurs, "how long somebody lies"}),
    field<&H::fallen_view>({"fallen_view", "metres", 0, 20, kHidacPaper, "distance within which the fallen are walked round"}),
    field<&H::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    field<&H::keeps_apart>({"keeps_apart", "", 0, 1, kHidacPaper, "moves that end in another disc are taken back"}),
};

constexpr std::string_view kHelbing1995 = "Helbing, Molnar 1995";
constexpr std::string_view kHelbing2000 = "Helbing et al. 2000";
constexpr std::string_view kShapes[] = {"elliptical", "circular"};
constexpr std::string_view kDrives[] = {"relaxation", "attraction"};

using S = SocialForceOptions;
constexpr SteeringParameter<S> kSocialForce[] = {
    field<&S::shape>({"shape", "", 0, 1, kHelbing1995, "of the push of others", Kind::choice, kShapes}),
    field<&S::drive>({"drive", "", 0, 1, "Helbing, Molnar 1995; attraction: Geraerts, Overmars 2008",
                      "what makes people walk: the velocity that they prefer, or the attraction point of a corridor",
                      Kind::choice, kDrives}),
    field<&S::attraction_limit>({"attraction_limit", "m/s^2", 0.1, 1000, kOurs, "attraction: at most this"}),
    field<&S::relaxation_time>(
        {"relaxation_time", "seconds", 0.01, 100, kHelbing1995, "in which the preferred velocity is taken up"}),
    field<&S::strength>({"strength", "m^2/s^2", 0, 100, kHelbing1995, "elliptical: of the potential of others"}),
    field<&S::reach>({"reach", "metres", 0.01, 10, kHelbing1995, "elliptical: over which it falls to 1/e"}),
    field<&S::look_ahead>(
        {"look_ahead", "seconds", 0, 10, "ours; 2 in Helbing, Molnar 1995", "elliptical: the step of others that is avoided"}),
    field<&S::least_axis>({"least_axis", "metres", 0.001, 1, kOurs, "elliptical: smallest half-axis"}),
    field<&S::circular_strength>({"circular_strength", "m/s^2", 0, 1000, kHelbing2000, "circular: push at contact"}),
    field<&S::circular_reach>({"circular_reach", "metres", 0.01, 10, kHelbing2000, "circular: over which it falls to 1/e"}),
    field<&S::sight_degrees>({"sight_degrees", "degrees", 0, 180, kHelbing1995, "half of the angle of sight"}),
    field<&S::unseen_part>({"unseen_part", "", 0, 1, kHelbing1995, "part of the push of those out of sight"}),
    field<&S::wall_strength>(
        {"wall_strength", "m^2/s^2", 0, 100, "ours; 10 in Helbing, Molnar 1995", "of the potential of walls"}),
    field<&S::wall_reach>({"wall_reach", "metres", 0.01, 10, kHelbing1995, "over which it falls to 1/e"}),
    field<&S::fluctuation>({"fluctuation", "m/s^2", 0, 10, kOurs, "sideways, drawn for each agent and tick"}),
    field<&S::max_force>({"max_force", "m/s^2", 0.1, 10000, kOurs, "all pushes together are shortened to this, and counted"}),
    field<&S::neighbour_range>({"neighbour_range", "metres", 0, 50, kOurs, "gap up to which somebody counts"}),
    field<&S::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    field<&S::wall_range>({"wall_range", "metres", 0, 50, kOurs, "gap up to which a wall counts"}),
    field<&S::keeps_apart>({"keeps_apart", "", 0, 1, kHelbing1995, "moves that end in another disc are taken back"}),
};

constexpr std::string_view kSilveira = "Silveira et al. 2010";
constexpr std::string_view kBehaviourNames[] = {"plain",    "right_hand", "left_hand", "hurried",
                                                "cautious", "wandering",  "personal"};

using L = LocalFieldOptions;
constexpr SteeringParameter<L> kLocalField[] = {
    field<&L::behaviour>({"behaviour", "", 0, 6, kOurs, "manner of walking", Kind::choice, kBehaviourNames}),
    field<&L::map_size>({"map_size", "", 5, 129, kSilveira, "cells along a side of the local map"}),
    field<&L::cell_size>({"cell_size", "metres", 0.02, 5, kOurs, "of the local map"}),
    field<&L::view_degrees>({"view_degrees", "degrees", 1, 360, kOurs, "angle within which others are seen"}),
    field<&L::turning_time>({"turning_time", "seconds", 0.001, 10, kOurs, "in which most of a turn is made"}),
    field<&L::exact>({"exact", "", 0, 1, kOurs, "maps are solved to the end"}),
    field<&L::remembers>({"remembers", "", 0, 1, kOurs, "maps start from those of the tick before"}),
    field<&L::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    field<&L::keeps_apart>({"keeps_apart", "", 0, 1, kOurs, "moves that end in another disc are taken back"}),
};

constexpr std::string_view kNames[] = {"orca", "seek", "hidac", "social_force", "field"};

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

template <>
std::span<const SteeringParameter<OrcaOptions>> steeringParameters()
{
    return kOrca;
}
template <>
std::span<const SteeringParameter<HidacOptions>> steeringParameters()
{
    return kHidac;
}
template <>
std::span<const SteeringParameter<SocialForceOptions>> steeringParameters()
{
    return kSocialForce;
}
template <>
std::span<const SteeringParameter<LocalFieldOptions>> steeringParameters()
{
    return kLocalField;
}

std::string formatRange(const ParameterInfo& parameter)
{
    switch (parameter.kind)
    {
    case Kind::flag: return "true or false";
    case Kind::choice: return listChoices(parameter.choices);
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
    const bool is_whole = parameter.kind != Kind::count || value == std::floor(value);
    if (value >= parameter.low && value <= parameter.high && is_above && is_whole) return {};
    const std::string_view what = parameter.kind == Kind::count    ? "a whole number "
                                  : parameter.kind == Kind::number ? "a number "
                                                                   : "";
    return fmt::format("must be {}{}; it is {}.", what, formatRangeAndUnit(parameter), formatValue(parameter, value));
}

std::span<const std::string_view> steeringNames() { return kNames; }

std::shared_ptr<const Steering> findSteering(std::string_view name, const SteeringOptions& options)
{
    if (name == "orca") return orca(options.orca);
    if (name == "seek") return seek();
    if (name == "hidac") return hidac(options.hidac);
    if (name == "social_force") return socialForce(options.social_force);
    if (name == "field") return localField(options.field);
    return nullptr;
}

} // namespace clearway
