// SPDX-License-Identifier: MIT
#include <clearway/steering/parameters.h>

#include <limits>

#include <clearway/steering/seek.h>

#include "base/parameter_rows.h"

namespace clearway {

namespace {

using Kind = ParameterInfo::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::string_view kOurs = "ours";

using O = OrcaOptions;
constexpr Parameter<O> kOrca[] = {
    parameterRow<&O::time_horizon>({"time_horizon", "seconds", 0, 1000, kOurs, "how far ahead others are avoided", Kind::above}),
    parameterRow<&O::wall_time_horizon>({"wall_time_horizon", "seconds", 0, 1000, kOurs, "the same for walls", Kind::above}),
    parameterRow<&O::neighbour_range>({"neighbour_range", "metres", 0, 1000, kOurs, "gap up to which somebody counts"}),
    parameterRow<&O::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    parameterRow<&O::margin>({"margin", "metres", 0, 1, kOurs, "kept beyond touching, between agents"}),
    parameterRow<&O::turn>({"turn", "radians", 0, 1, kOurs, "to the side on which people pass those who come head-on"}),
    parameterRow<&O::patience>(
        {"patience", "seconds", 0, kInfinity, kOurs, "how long oncoming people are waited for before squeezing through"}),
};

constexpr std::string_view kHidacPaper = "Pelechano et al. 2007";
constexpr std::string_view kSteerSuite = "SteerSuite";

using H = HidacOptions;
constexpr Parameter<H> kHidac[] = {
    parameterRow<&H::acceleration>({"acceleration", "m/s^2", 0.01, 100, kSteerSuite, "up to the preferred speed"}),
    parameterRow<&H::persistence>({"persistence", "", 0, 100, kHidacPaper, "weight of the direction of 0.1 s ago"}),
    parameterRow<&H::attraction>({"attraction", "", 0, 100, kOurs, "weight of the preferred velocity"}),
    parameterRow<&H::agent_avoidance>({"agent_avoidance", "", 0, 100, kOurs, "weight of turning aside for agents"}),
    parameterRow<&H::wall_avoidance>({"wall_avoidance", "", 0, 100, kOurs, "weight of turning along walls"}),
    parameterRow<&H::view_length>(
        {"view_length", "metres", 0.1, 20, kHidacPaper, "of the rectangle ahead in which things are avoided"}),
    parameterRow<&H::view_margin>({"view_margin", "metres", 0, 5, kOurs, "beyond the discs, on either side of it"}),
    parameterRow<&H::crowded_density>({"crowded_density", "per m^2", 0.01, 100, kOurs, "at which the rectangle is half as long"}),
    parameterRow<&H::personal_space>({"personal_space", "metres", 0, 1, kOurs, "gap within which others push"}),
    parameterRow<&H::push_near_walls>({"push_near_walls", "", 0, 1, kHidacPaper, "part of the pushes that counts beside a wall"}),
    parameterRow<&H::stopping_time>({"stopping_time", "seconds", 0, 10, kOurs, "longest stop of those who are pushed back"}),
    parameterRow<&H::waiting_reach>(
        {"waiting_reach", "metres", 0, 5, kOurs, "gap ahead in which those who go the same way are waited for"}),
    parameterRow<&H::waiting_time>({"waiting_time", "seconds", 0, 10, kOurs, "longest wait at a time"}),
    parameterRow<&H::going_time>({"going_time", "seconds", 0, 100, kOurs, "in which nobody stops or waits again"}),
    parameterRow<&H::panics>({"panics", "", 0, 1, kHidacPaper, "nobody stops or waits, everybody walks as fast as it can"}),
    parameterRow<&H::falls>({"falls", "", 0, 1, kHidacPaper, "people who are pushed too hard fall, and are walked round"}),
    parameterRow<&H::fall_push>({"fall_push", "metres", 0.001, 10, kOurs, "how far others push somebody who falls"}),
    parameterRow<&H::fall_time>({"fall_time", "seconds", 0, 1000, kOurs, "how long somebody lies"}),
    parameterRow<&H::fallen_view>(
        {"fallen_view", "metres", 0, 20, kHidacPaper, "distance within which the fallen are walked round"}),
    parameterRow<&H::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    parameterRow<&H::keeps_apart>({"keeps_apart", "", 0, 1, kHidacPaper, "moves that end in another disc are taken back"}),
};

constexpr std::string_view kHelbing1995 = "Helbing, Molnar 1995";
constexpr std::string_view kHelbing2000 = "Helbing et al. 2000";
constexpr std::string_view kShapes[] = {"elliptical", "circular"};
constexpr std::string_view kDrives[] = {"relaxation", "attraction"};

using S = SocialForceOptions;
constexpr Parameter<S> kSocialForce[] = {
    parameterRow<&S::shape>({"shape", "", 0, 1, kHelbing1995, "of the push of others", Kind::choice, kShapes}),
    parameterRow<&S::drive>({"drive", "", 0, 1, "Helbing, Molnar 1995; attraction: Geraerts, Overmars 2008",
                             "what makes people walk: the velocity that they prefer, or the attraction point of a corridor",
                             Kind::choice, kDrives}),
    parameterRow<&S::attraction_limit>({"attraction_limit", "m/s^2", 0.1, 1000, kOurs, "attraction: at most this"}),
    parameterRow<&S::relaxation_time>(
        {"relaxation_time", "seconds", 0.01, 100, kHelbing1995, "in which the preferred velocity is taken up"}),
    parameterRow<&S::strength>({"strength", "m^2/s^2", 0, 100, kHelbing1995, "elliptical: of the potential of others"}),
    parameterRow<&S::reach>({"reach", "metres", 0.01, 10, kHelbing1995, "elliptical: over which it falls to 1/e"}),
    parameterRow<&S::look_ahead>({"look_ahead", "seconds", 0, 10, "Johansson et al. 2007; 2 in Helbing, Molnar 1995",
                                  "elliptical: the step of others that is avoided"}),
    parameterRow<&S::least_axis>({"least_axis", "metres", 0.001, 1, kOurs, "elliptical: smallest half-axis"}),
    parameterRow<&S::keep_right>(
        {"keep_right", "", 0, 10, kOurs, "part of what others push back that pushes to the side on which people pass"}),
    parameterRow<&S::circular_strength>({"circular_strength", "m/s^2", 0, 1000, kHelbing2000, "circular: push at contact"}),
    parameterRow<&S::circular_reach>(
        {"circular_reach", "metres", 0.01, 10, kHelbing2000, "circular: over which it falls to 1/e"}),
    parameterRow<&S::sight_degrees>({"sight_degrees", "degrees", 0, 180, kHelbing1995, "half of the angle of sight"}),
    parameterRow<&S::unseen_part>({"unseen_part", "", 0, 1, kHelbing1995, "part of the push of those out of sight"}),
    parameterRow<&S::wall_strength>(
        {"wall_strength", "m^2/s^2", 0, 100, "ours; 10 in Helbing, Molnar 1995", "of the potential of walls"}),
    parameterRow<&S::wall_reach>({"wall_reach", "metres", 0.01, 10, kHelbing1995, "over which it falls to 1/e"}),
    parameterRow<&S::fluctuation>({"fluctuation", "m/s^2", 0, 10, kOurs, "sideways, of those who walk"}),
    parameterRow<&S::max_force>(
        {"max_force", "m/s^2", 0.1, 10000, kOurs, "all pushes together are shortened to this, and counted"}),
    parameterRow<&S::neighbour_range>({"neighbour_range", "metres", 0, 50, kOurs, "gap up to which somebody counts"}),
    parameterRow<&S::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    parameterRow<&S::wall_range>({"wall_range", "metres", 0, 50, kOurs, "gap up to which a wall counts"}),
    parameterRow<&S::keeps_apart>({"keeps_apart", "", 0, 1, kHelbing1995, "moves that end in another disc are taken back"}),
};

constexpr std::string_view kSilveira = "Silveira et al. 2010";
constexpr std::string_view kBehaviourNames[] = {"plain",    "right_hand", "left_hand", "hurried",
                                                "cautious", "wandering",  "personal"};

using L = LocalFieldOptions;
constexpr Parameter<L> kLocalField[] = {
    parameterRow<&L::behaviour>({"behaviour", "", 0, 6, kOurs, "manner of walking", Kind::choice, kBehaviourNames}),
    parameterRow<&L::map_size>({"map_size", "", 5, 129, kSilveira, "cells along a side of the local map"}),
    parameterRow<&L::cell_size>({"cell_size", "metres", 0.02, 5, kOurs, "of the local map"}),
    parameterRow<&L::view_degrees>({"view_degrees", "degrees", 1, 360, kOurs, "angle within which others are seen"}),
    parameterRow<&L::turning_time>({"turning_time", "seconds", 0.001, 10, kOurs, "in which most of a turn is made"}),
    parameterRow<&L::exact>({"exact", "", 0, 1, kOurs, "maps are solved to the end"}),
    parameterRow<&L::remembers>({"remembers", "", 0, 1, kOurs, "maps start from those of the tick before"}),
    parameterRow<&L::neighbour_count>({"neighbour_count", "", 0, kMaxNeighbours, kOurs, "the nearest so many count"}),
    parameterRow<&L::keeps_apart>({"keeps_apart", "", 0, 1, kOurs, "moves that end in another disc are taken back"}),
};

constexpr std::string_view kNames[] = {"orca", "seek", "hidac", "social_force", "field"};

} // namespace

template <>
std::span<const Parameter<OrcaOptions>> steeringParameters()
{
    return kOrca;
}
template <>
std::span<const Parameter<HidacOptions>> steeringParameters()
{
    return kHidac;
}
template <>
std::span<const Parameter<SocialForceOptions>> steeringParameters()
{
    return kSocialForce;
}
template <>
std::span<const Parameter<LocalFieldOptions>> steeringParameters()
{
    return kLocalField;
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
