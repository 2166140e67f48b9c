// SPDX-License-Identifier: MIT
#include "crowd/walkers_engine.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <clearway/steering/parameters.h>

#include "base/errors.h"
#include "geometry/fit_tolerance.h"

namespace clearway {

using walkers::Kernel;
using walkers::Spot;
using walkers::Trip;

namespace {

constexpr double kLongestWalkersStep = 0.1; ///< in quanta of the lattice, steps must fit into a float; seconds

Error refuseWalkers(std::string reason)
{
    return {ErrorCode::invalid_argument, "The engine 'walkers' cannot be used here: " + std::move(reason), {}};
}

std::string findLawFault(const SocialForceOptions& options)
{
    for (const Parameter<SocialForceOptions>& parameter : steeringParameters<SocialForceOptions>())
        if (const std::string problem = describeProblem(parameter.info, parameter.read(options)); !problem.empty())
            return fmt::format("social_force.{} {}", parameter.info.name, problem);
    if (options.shape != SocialForceOptions::Shape::elliptical)
        return "its people push each other by the elliptical social force, not by the circular one.";
    return {};
}

walkers::KernelOptions makeKernelOptions(const CorridorMap& map, const CrowdOptions& options)
{
    const SocialForceOptions& force = options.social_force;
    walkers::KernelOptions kernel{map};
    kernel.max_attraction = static_cast<double>(force.attraction_limit);
    kernel.law = {force.strength, force.reach, force.look_ahead, force.least_axis};
    kernel.sight = steering::makeSight(static_cast<double>(force.sight_degrees), force.unseen_part);
    kernel.seed = options.seed;
    return kernel;
}

} // namespace

Result<std::unique_ptr<Crowd::Engine>> Crowd::Walkers::build(World the_world, CrowdOptions the_options)
{
    if (the_options.steering)
        return refuseWalkers(
            fmt::format("it has a steering of its own, the social force on corridors. Leave out '{}', or use the "
                        "engine 'crowd'.",
                        the_options.steering->name()));
    if (the_options.max_plans_per_tick > 0)
        return refuseWalkers(
            "it finds the ways of all its people at once. Leave out max_plans_per_tick, or use the engine 'crowd'.");
    if (the_options.passing_side == PassingSide::left)
        return refuseWalkers("its people know no side on which they pass. Leave out passing_side, or use the engine 'crowd'.");
    if (std::string fault = findLawFault(the_options.social_force); !fault.empty()) return refuseWalkers(std::move(fault));
    const CorridorMap* const map = the_world.guide->corridorMap();
    if (!map)
        return refuseWalkers(
            fmt::format("it walks along the middle of a corridor map, and the guide '{}' of this world does not. Use "
                        "the guide 'corridor', without its options, or the engine 'crowd'.",
                        the_world.guide->name()));
    if (the_world.ground->curved()) return refuseWalkers("it needs flat ground. Use the engine 'crowd'.");
    if (the_world.ground->layerCount() > 1)
        return refuseWalkers(fmt::format("it needs ground of one layer, and this has {}. Use the engine 'crowd'.",
                                         the_world.ground->layerCount()));
    return std::unique_ptr<Engine>(std::make_unique<Walkers>(std::move(the_world), std::move(the_options), *map));
}

Crowd::Walkers::Walkers(World the_world, CrowdOptions the_options, const CorridorMap& map)
    : Engine(std::move(the_world), std::move(the_options), socialForce()), kernel_options_(makeKernelOptions(map, options))
{
    options.max_step = std::min(options.max_step, kLongestWalkersStep);
    kernel_options_.hook = hook;
    kernel_options_.planner_count = pool ? pool->workerCount() : hook ? Kernel::kBandCount : 1;
}

std::unique_ptr<Crowd::Engine> Crowd::Walkers::makeEmpty() const
{
    return std::make_unique<Walkers>(world, options, kernel_options_.map);
}

// ---- who is there

walkers::Kernel* Crowd::Walkers::prepareKernel(double radius, std::string& reason) const
{
    if (kernel_ && kernel_->options.radius == radius) return kernel_.get();
    if (size() > 0)
    {
        reason =
            fmt::format("the engine 'walkers' has people of one size, those of this crowd have a radius of {} m, and this one "
                        "has {} m. Use the engine 'crowd' for several sizes",
                        kernel_->options.radius, radius);
        return nullptr;
    }
    walkers::KernelOptions kernel_options = kernel_options_;
    kernel_options.radius = radius;
    auto kernel = std::make_unique<Kernel>(kernel_options, *this);
    if (!kernel->isUsable())
    {
        reason = kernel->rows.hasOpenEdge()
                     ? "the corridor map is too wide for the engine 'walkers': at most 1,000 square kilometres"
                     : fmt::format("nobody of radius {} m can walk on the corridor map. Use a smaller radius, or a map with a "
                                   "smaller `finest`",
                                   radius);
        return nullptr;
    }
    kernel_ = std::move(kernel);
    return kernel_.get();
}

/// What the engine cannot do for this agent; empty when it can.
std::string Crowd::Walkers::findFault(const AgentOptions& agent, double speed) const
{
    if (size() > 0 && speed != kernel_->options.speed)
        return fmt::format("the engine 'walkers' has people of one speed, those of this crowd walk at {} m/s, and this one at {} "
                           "m/s. Use the engine 'crowd' for several speeds",
                           kernel_->options.speed, speed);
    if (agent.goal.kind() == Goal::Kind::straight || agent.goal.kind() == Goal::Kind::follow)
        return "people of the engine 'walkers' follow the corridor map: they cannot go straight, nor after each other. Use the "
               "engine 'crowd'";
    const AgentOptions plain;
    if (agent.user_data != plain.user_data || agent.priority != plain.priority || agent.category != plain.category ||
        agent.avoids != plain.avoids || agent.is_kinematic || agent.max_acceleration != plain.max_acceleration ||
        agent.max_turn_rate != plain.max_turn_rate)
        return "people of the engine 'walkers' are alike: user_data, priority, category, avoids, is_kinematic, max_acceleration "
               "and max_turn_rate must have their defaults. Use the engine 'crowd'";
    if (agent.layer > 0) return fmt::format("there is no layer {} for the engine 'walkers', which has one only", agent.layer);
    return {};
}

static double chooseWalkersSpeed(double speed, double max_speed) { return max_speed > 0 ? std::min(speed, max_speed) : speed; }

Result<AgentId> Crowd::Walkers::add(const AgentOptions& agent)
{
    const auto refuse = [](const std::string& reason) { return makeError("The agent was not added: " + reason + "."); };
    const double speed = chooseWalkersSpeed(agent.speed, agent.max_speed);
    std::string reason = findFault(agent, speed);
    Kernel* const kernel = reason.empty() ? prepareKernel(agent.radius, reason) : nullptr;
    if (!kernel) return refuse(reason);
    if (size() >= Kernel::kMostWalkers) return refuse("the crowd is full");
    LatticePoint at;
    const double tolerance = computeFitTolerance(agent.fit_tolerance, agent.position);
    const Spot spot = kernel->rows.findSpotNear(agent.position, tolerance, at);
    if (!spot)
    {
        const Vec2 place = kernel->rows.findPlaceFor(agent.position);
        Error error = refuse(fmt::format("no ball of the corridor map holds a disc of radius {} m at ({}, {}); the nearest place "
                                         "is about ({:.2f}, {:.2f})",
                                         agent.radius, agent.position.x, agent.position.y, place.x, place.y));
        error.code = ErrorCode::invalid_geometry;
        error.place.has_coordinate = true;
        error.place.coordinate = {agent.position.x, agent.position.y};
        return error;
    }
    if (size() == 0) kernel->options.speed = speed;
    const AgentId id = agent.id != kNoAgent ? agent.id : next_id;
    next_id = std::max(next_id, id + 1);
    Trip trip;
    trip.goal = spot;
    trip.link = trip.goal_link = 2 * spot.edge;
    trip.is_last_link = true;
    trip.leaves = agent.leaves_at_goal;
    trip.state = Trip::State::arrived;
    const std::uint32_t place = kernel->insert(id, at, spot, trip, {kPointGoal, agent.group, {}});
    giveGoal(place, agent.goal);
    ++version_;
    return id;
}

void Crowd::Walkers::reserve(std::size_t agent_count)
{
    if (kernel_) kernel_->reserve(agent_count);
}

void Crowd::Walkers::remove(std::size_t index) { removeAt(placeOf(index)); }

Result<void> Crowd::Walkers::setGoal(std::size_t index, const Goal& goal)
{
    if (goal.kind() == Goal::Kind::straight || goal.kind() == Goal::Kind::follow)
        return refuseWalkers("its people follow the corridor map: they cannot go straight, nor after each other. Use the engine "
                             "'crowd'.");
    const std::uint32_t place = placeOf(index), slot = kernel_->now.card[place].slot;
    const Goal old = goalOf(slot);
    const LatticePoint point = goal.kind() == Goal::Kind::point ? kernel_->rows.lattice().snap(goal.point()) : LatticePoint{};
    const bool is_same = goal.kind() == Goal::Kind::point
                             ? old.kind() == Goal::Kind::point && kernel_->labels[slot].point == point
                             : goal.kind() != Goal::Kind::none && old == goal;
    if (is_same) return {};
    giveGoal(place, goal);
    ++version_;
    return {};
}

Result<void> Crowd::Walkers::setSpeed(std::size_t, double speed, double max_speed)
{
    AgentOptions agent;
    const std::string fault = findFault(agent, chooseWalkersSpeed(speed, max_speed));
    if (fault.empty()) return {};
    return makeError("The speed was not changed: " + fault + ".");
}

AgentOptions Crowd::Walkers::optionsOf(std::size_t index) const
{
    const std::uint32_t place = placeOf(index), slot = kernel_->now.card[place].slot;
    AgentOptions agent;
    agent.position = positionAt(place);
    agent.radius = radii()[index];
    agent.goal = goalOf(slot);
    agent.speed = agent.max_speed = kernel_->options.speed;
    agent.leaves_at_goal = kernel_->trips[slot].leaves;
    agent.id = kernel_->ids[slot];
    agent.group = kernel_->labels[slot].group;
    agent.layer = 0;
    return agent;
}

Result<void> Crowd::Walkers::set(std::size_t index, const AgentOptions& agent)
{
    const AgentOptions before = optionsOf(index);
    if (agent.position != before.position || agent.radius != before.radius)
        return refuseWalkers(
            "its people keep their place and size. Remove the agent and add another, or use the engine 'crowd'.");
    if (const std::string fault = findFault(agent, chooseWalkersSpeed(agent.speed, agent.max_speed)); !fault.empty())
        return makeError(fmt::format("Agent {} was not changed: {}.", before.id, fault));
    const std::uint32_t slot = kernel_->now.card[placeOf(index)].slot;
    kernel_->trips[slot].leaves = agent.leaves_at_goal;
    kernel_->labels[slot].group = agent.group;
    ++version_;
    if (agent.goal.kind() == Goal::Kind::none && before.goal.kind() == Goal::Kind::none) return {};
    return setGoal(index, agent.goal);
}

Result<void> Crowd::Walkers::place(std::size_t, Vec2, Vec2, int)
{
    return refuseWalkers("its people walk by themselves. Kinematic agents need the engine 'crowd'.");
}

Vec2 Crowd::Walkers::push(std::size_t index, Vec2 target)
{
    const std::uint32_t place = placeOf(index);
    kernel_->push(place, kernel_->rows.lattice().snap(target));
    ++version_;
    return positionAt(place);
}

bool Crowd::Walkers::hasRoom(Vec2 position, double radius, int layer) const
{
    std::string reason;
    const Kernel* const kernel = prepareKernel(radius, reason);
    return kernel && layer <= 0 && kernel->rows.findSpot(position);
}

// ---- views

template <typename T, typename Read>
std::span<const T> Crowd::Walkers::fill(Column<T>& column, Read read) const
{
    if (column.version == version_) return column.values;
    column.values.clear();
    column.version = version_;
    if (!kernel_) return {};
    column.values.reserve(kernel_->size());
    for (std::uint32_t place = 0; place < kernel_->count; ++place)
        if (!kernel_->isGone(place)) column.values.push_back(read(place));
    return column.values;
}

std::span<const std::uint32_t> Crowd::Walkers::places() const
{
    return fill(places_, [](std::uint32_t place) { return place; });
}

std::uint32_t Crowd::Walkers::placeOf(std::size_t index) const
{
    return kernel_->gone_count == 0 ? static_cast<std::uint32_t>(index) : places()[index];
}

std::size_t Crowd::Walkers::indexOf(AgentId id) const
{
    const std::uint32_t place = kernel_ ? kernel_->placeOf(id) : kNone;
    if (place == kNone) return kNoIndex;
    if (kernel_->gone_count == 0) return place;
    return static_cast<std::size_t>(std::ranges::lower_bound(places(), place) - places().begin());
}

Vec2 Crowd::Walkers::positionAt(std::uint32_t place) const
{
    return kernel_->rows.lattice().world({kernel_->now.x[place], kernel_->now.y[place]});
}

Vec2 Crowd::Walkers::velocity(std::size_t index) const
{
    const std::uint32_t place = placeOf(index);
    return {static_cast<double>(kernel_->now.vx[place]), static_cast<double>(kernel_->now.vy[place])};
}

/// The ball says how far walls are, at least. There is no cell underfoot.
Footing Crowd::Walkers::footingAt(std::uint32_t place) const
{
    const CorridorMap::Sample& ball = kernel_->rows.map().samples()[kernel_->now.card[place].ball];
    Footing footing;
    const double room = ball.clearance - kernel_->options.radius - distance(positionAt(place), ball.position);
    footing.wall_room = static_cast<float>(std::max(0.0, room * (1 - 1e-6)));
    return footing;
}

AgentStatus Crowd::Walkers::statusAt(std::uint32_t place) const
{
    const Trip& trip = kernel_->trips[kernel_->now.card[place].slot];
    if (trip.state == Trip::State::arrived) return AgentStatus::arrived;
    return trip.is_stuck ? AgentStatus::stuck : AgentStatus::moving;
}

StuckReason Crowd::Walkers::reasonOf(const Trip& trip) const
{
    if (trip.state == Trip::State::arrived) return StuckReason::arrived;
    if (trip.state == Trip::State::lost) return StuckReason::unreachable;
    return trip.is_stuck ? StuckReason::waiting : StuckReason::none;
}

AgentView Crowd::Walkers::view(std::size_t index) const
{
    const std::uint32_t place = placeOf(index);
    const walkers::Card& card = kernel_->now.card[place];
    const Trip& trip = kernel_->trips[card.slot];
    const bool is_last = card.ball == card.last && trip.is_last_link;
    AgentView view;
    view.id = kernel_->ids[card.slot];
    view.position = positionAt(place);
    view.velocity = velocity(index);
    view.radius = kernel_->options.radius;
    view.speed = view.max_speed = kernel_->options.speed;
    view.group = kernel_->labels[card.slot].group;
    view.footing = footingAt(place);
    view.target =
        is_last ? kernel_->rows.lattice().world({trip.goal_x, trip.goal_y}) : kernel_->rows.map().samples()[card.ball].position;
    view.goal_point = goalPointOf(card.slot);
    view.status = statusAt(place);
    view.reason = reasonOf(trip);
    const bool is_still = trip.state != Trip::State::arrived && trip.still_tick == static_cast<std::uint32_t>(tick);
    view.still_for = view.held_up = is_still ? static_cast<double>(trip.still_for) : 0;
    return view;
}

std::span<const AgentId> Crowd::Walkers::ids() const
{
    return fill(ids_, [this](std::uint32_t place) { return kernel_->ids[kernel_->now.card[place].slot]; });
}

std::span<const Vec2> Crowd::Walkers::positions() const
{
    return fill(positions_, [this](std::uint32_t place) { return positionAt(place); });
}

std::span<const double> Crowd::Walkers::radii() const
{
    return fill(radii_, [this](std::uint32_t) { return kernel_->options.radius; });
}

std::span<const Footing> Crowd::Walkers::footings() const
{
    return fill(footings_, [this](std::uint32_t place) { return footingAt(place); });
}

std::span<const AgentStatus> Crowd::Walkers::statuses() const
{
    return fill(statuses_, [this](std::uint32_t place) { return statusAt(place); });
}

std::span<const std::uint32_t> Crowd::Walkers::groups() const
{
    return fill(groups_, [this](std::uint32_t place) { return kernel_->labels[kernel_->now.card[place].slot].group; });
}

std::size_t Crowd::Walkers::memoryBytes() const
{
    const auto bytesOf = [](const auto& column) { return column.values.capacity() * sizeof(column.values[0]); };
    return (kernel_ ? kernel_->memoryBytes() : 0) + bytesOf(places_) + bytesOf(ids_) + bytesOf(positions_) + bytesOf(radii_) +
           bytesOf(footings_) + bytesOf(statuses_) + bytesOf(groups_);
}

} // namespace clearway
