// SPDX-License-Identifier: MIT
#include <clearway/walkers.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <clearway/base/assert.h>
#include <clearway/base/hash.h>

#include "walkers/state.h"

namespace clearway {

using walkers::Card;
using walkers::Spot;
using walkers::Trip;

namespace {

constexpr std::size_t kPlannedAtOnce = 4096;
constexpr std::size_t kMostWalkers = std::size_t{1} << 30;

Error refuse(const char* message) { return Error{ErrorCode::invalid_argument, message, {}}; }

Result<void> check(const WalkersOptions& options)
{
    const auto isWithin = [](double x, double low, double high) { return x >= low && x <= high; };
    const auto isPositive = [](double x, double high) { return x > 0 && x <= high; };
    if (!isPositive(options.radius, 100)) return refuse("The radius of walkers must be above 0 and at most 100 m.");
    if (!isPositive(options.max_speed, 100)) return refuse("The largest speed of walkers must be above 0 and at most 100 m/s.");
    if (!isPositive(options.max_attraction, 1e4))
        return refuse("The largest attraction must be above 0 and at most 10,000 m/s^2.");
    if (!isPositive(options.arrival_distance, 100)) return refuse("The arrival distance must be above 0 and at most 100 m.");
    if (!isWithin(options.strength, 0, 100)) return refuse("The strength of the repulsion must be from 0 to 100 m^2/s^2.");
    if (!isWithin(options.reach, 0.01, 10)) return refuse("The reach of the repulsion must be from 0.01 to 10 m.");
    if (!isWithin(options.look_ahead, 0, 10)) return refuse("The look ahead of the repulsion must be from 0 to 10 s.");
    if (!isWithin(options.sight_degrees, 0, 180)) return refuse("The angle of sight must be from 0 to 180 degrees.");
    if (!isWithin(options.unseen_part, 0, 1)) return refuse("The part of those out of sight must be from 0 to 1.");
    if (options.execution.worker_count < 0) return refuse("The number of workers must be 0, for one per core, or more.");
    return {};
}

} // namespace

Walkers::State::State(const CorridorMap& map, const WalkersOptions& with) : options(with), rows(map, with.radius)
{
    constexpr double kLeastAxis = 0.1; // as in SocialForceOptions
    law = {static_cast<float>(options.strength), static_cast<float>(options.reach), static_cast<float>(options.look_ahead),
           static_cast<float>(kLeastAxis)};
    sight = steering::makeSight(options.sight_degrees, static_cast<float>(options.unseen_part));
    quantum = static_cast<float>(rows.lattice().quantum);
    hook = options.execution.task_hook;
    if (!hook && options.execution.worker_count != 1)
    {
        pool = std::make_unique<WorkerPool>(options.execution.worker_count);
        hook = pool->hook();
    }
    const int planner_count = pool ? pool->workerCount() : std::max(1, hook ? kBandCount : 1);
    for (int i = 0; i < planner_count; ++i) planners.push_back(std::make_unique<walkers::Planner>(rows));
    for (int i = 0; i < kBandCount; ++i)
    {
        workspaces.push_back(std::make_unique<Workspace>());
        workspaces.back()->reservePairs(kExpectedPairs);
    }
}

void Walkers::State::step(double duration)
{
    dt = static_cast<float>(duration);
    if (!is_counted) countAll();
    sort();
    const auto task = [this](int band) { walkBand(band); };
    runTasks(hook, kBandCount, task);
    planWaiting();
    ++tick;
    has_index = false;
    for (const auto& work : workspaces)
    {
        const auto first = arriving.begin() + work->first;
        arrived.insert(arrived.end(), first, first + work->arrived_count);
    }
}

void Walkers::State::indexIds() const
{
    if (has_index) return;
    index_of.resize(trips.size());
    for (std::uint32_t i = 0; i < count; ++i) index_of[now.card[i].id] = i;
    has_index = true;
}

Walkers::Walkers(std::unique_ptr<State> state) : state_(std::move(state)) {}
Walkers::~Walkers() = default;
Walkers::Walkers(Walkers&&) noexcept = default;
Walkers& Walkers::operator=(Walkers&&) noexcept = default;

Result<Walkers> Walkers::build(const CorridorMap& map, const WalkersOptions& options)
{
    if (const Result<void> checked = check(options); !checked) return checked.error();
    if (!map.vertices().empty() &&
        std::ranges::any_of(map.vertices(), [&](const auto& vertex) { return vertex.layer != map.vertices()[0].layer; }))
        return refuse("Walkers need a corridor map of one layer; use a Crowd for several.");
    auto state = std::make_unique<State>(map, options);
    if (!state->rows.hasOpenEdge())
        return refuse(
            "Nobody of this radius can walk on the corridor map; use a smaller radius, or a map with a smaller `finest`.");
    if (!state->layOutGrid())
        return refuse("The corridor map is too wide for walkers: at most 1,000 square kilometres around them.");
    return Walkers(std::move(state));
}

const CorridorMap& Walkers::map() const { return state_->rows.map(); }

Result<WalkerId> Walkers::add(Vec2 position, Vec2 goal)
{
    State& state = *state_;
    if (!isFinite(position) || !isFinite(goal)) return refuse("The start and the goal of a walker must be finite.");
    const LatticePoint at = state.rows.lattice().snap(position);
    const Spot from = state.rows.findSpot(position);
    if (!from) return state.explainNoBall("start", position);
    Trip trip;
    if (const Result<void> planned = state.planTo(goal, from, trip); !planned) return planned.error();
    if (state.count == kMostWalkers) return Error{ErrorCode::out_of_range, "There are too many walkers.", {}};
    state.insert(trip, from, at);
    return static_cast<WalkerId>(state.trips.size() - 1);
}

/// Slow: looks at all balls for the nearest place that would do.
Error Walkers::State::explainNoBall(const char* what, Vec2 p) const
{
    double best = std::numeric_limits<double>::infinity();
    Vec2 place;
    for (std::uint32_t edge = 0; edge < rows.map().edges().size(); ++edge)
    {
        if (!rows.isOpen(edge)) continue;
        for (const CorridorSample& ball : rows.map().samples(rows.map().edges()[edge]))
        {
            const double reach = 0.99 * (ball.clearance - rows.radius()), away = distance(p, ball.position);
            if (away - reach >= best || !(reach > 0)) continue;
            best = away - reach;
            place = away > reach ? ball.position + (p - ball.position) * (reach / away) : p;
        }
    }
    return Error{
        ErrorCode::invalid_argument,
        fmt::format("No ball of the corridor map holds a walker of radius {} m at its {} ({}, {}); the nearest place is about "
                    "({:.2f}, {:.2f}).",
                    options.radius, what, p.x, p.y, place.x, place.y),
        {}};
}

Result<void> Walkers::State::planTo(Vec2 goal, Spot from, Trip& trip)
{
    trip.goal = rows.findSpot(goal);
    if (!trip.goal) return explainNoBall("goal", goal);
    const LatticePoint at = rows.lattice().snap(goal);
    trip.goal_x = at.x;
    trip.goal_y = at.y;
    ++planned_count;
    if (!planners[0]->find(from, trip)) return refuse("No way leads from start to goal for a walker of this radius.");
    return {};
}

Result<void> Walkers::addRandom(std::size_t count)
{
    State& state = *state_;
    if (count > kMostWalkers - state.count) return Error{ErrorCode::out_of_range, "There are too many walkers.", {}};
    struct Drawn
    {
        LatticePoint at;
        Spot from;
        Trip trip;
        bool is_found = false;
    };
    std::vector<Drawn> drawn(std::min(count, kPlannedAtOnce));
    const std::size_t old_count = state.count;
    const auto takeBack = [&](Error error) {
        // Nobody has walked yet: those who were added are at the end.
        state.count = old_count;
        state.trips.resize(old_count);
        state.waiting.resize(old_count);
        state.leaving.resize(old_count);
        state.arriving.resize(old_count);
        return error;
    };
    state.now.reserve(old_count + count);
    state.trips.reserve(old_count + count);
    state.waiting.reserve(old_count + count);
    state.leaving.reserve(old_count + count);
    state.arriving.reserve(old_count + count);
    for (std::size_t done = 0; done < count;)
    {
        const std::size_t now = std::min(kPlannedAtOnce, count - done);
        const std::size_t first_id = state.trips.size();
        const auto task = [&](int worker) {
            for (std::size_t i = static_cast<std::size_t>(worker); i < now; i += state.planners.size())
            {
                Drawn& next = drawn[i];
                next.trip = {};
                next.is_found = state.drawTrip(*state.planners[static_cast<std::size_t>(worker)],
                                               static_cast<WalkerId>(first_id + i), next.at, next.from, next.trip);
            }
        };
        runTasks(state.hook, static_cast<int>(state.planners.size()), task);
        for (std::size_t i = 0; i < now; ++i)
        {
            if (!drawn[i].is_found)
                return takeBack(refuse("There is no room on the corridor map for a random walker of this radius."));
            state.insert(drawn[i].trip, drawn[i].from, drawn[i].at);
        }
        done += now;
        state.planned_count += now;
        if (!report(state.options.execution.progress, "planning ways", static_cast<double>(done) / static_cast<double>(count)))
            return takeBack(Error{ErrorCode::cancelled, "Stopped while ways were planned.", {}});
    }
    return {};
}

Result<void> Walkers::setGoal(WalkerId id, Vec2 goal)
{
    State& state = *state_;
    if (id >= state.trips.size()) return refuse("There is no such walker.");
    if (!isFinite(goal)) return refuse("The goal of a walker must be finite.");
    Card& card = state.now.card[indexOf(id)];
    const Trip& old = state.trips[id];
    Trip trip;
    trip.number = old.number + 1;
    const Spot here{old.link / 2, card.ball};
    if (const Result<void> planned = state.planTo(goal, here, trip); !planned) return planned.error();
    state.trips[id] = trip;
    state.enterLink(card, here.ball);
    return {};
}

std::size_t Walkers::size() const { return state_->count; }

std::size_t Walkers::indexOf(WalkerId id) const
{
    CLEARWAY_ASSERT(id < state_->trips.size(), "there is no such walker");
    state_->indexIds();
    return state_->index_of[id];
}

WalkerView Walkers::find(WalkerId id) const
{
    const std::size_t index = indexOf(id);
    const Trip& trip = state_->trips[id];
    WalkerView view;
    view.position = position(index);
    view.velocity = velocity(index);
    view.goal = state_->rows.lattice().world({trip.goal_x, trip.goal_y});
    view.ball = map().samples()[state_->now.card[index].ball];
    view.has_arrived = trip.has_arrived;
    return view;
}

WalkerId Walkers::id(std::size_t index) const { return state_->now.card[index].id; }
Vec2 Walkers::position(std::size_t index) const
{
    return state_->rows.lattice().world({state_->now.x[index], state_->now.y[index]});
}
Vec2 Walkers::velocity(std::size_t index) const
{
    return {static_cast<double>(state_->now.vx[index]), static_cast<double>(state_->now.vy[index])};
}

void Walkers::step(double dt)
{
    state_->arrived.clear();
    if (!(dt >= 1e-9 && std::isfinite(dt))) return; // velocities of shorter steps would be no numbers
    const double part_count = std::min(1e9, std::ceil(dt / kLongestWalkerStep * (1 - 1e-9)));
    for (double i = 0; i < part_count; ++i) state_->step(dt / part_count);
    state_->clock.advance(dt); // as it was given: the parts of a step may not add up to it
    std::ranges::sort(state_->arrived);
}

std::uint64_t Walkers::tick() const { return state_->tick; }
double Walkers::time() const { return state_->clock.time(); }
std::span<const WalkerId> Walkers::arrived() const { return state_->arrived; }
std::uint64_t Walkers::plannedCount() const { return state_->planned_count; }

std::uint64_t Walkers::computeHash() const
{
    const State& state = *state_;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < state.count; ++i)
    {
        const Card& card = state.now.card[i];
        const Trip& trip = state.trips[card.id];
        Hasher hasher(card.id);
        for (const std::int32_t value : {state.now.x[i], state.now.y[i], trip.goal_x, trip.goal_y}) hasher.add(value);
        for (const float value : {state.now.vx[i], state.now.vy[i]}) hasher.add(static_cast<double>(value));
        for (const std::uint32_t value : {card.ball, card.last, trip.link, trip.goal_link, trip.goal.ball, trip.number})
            hasher.add(value);
        for (const std::uint64_t turns : trip.turns) hasher.add(turns);
        for (const int value : {int{trip.next_bit}, int{trip.bit_count}, int{trip.is_last_link}, int{trip.has_arrived}})
            hasher.add(value);
        sum += hasher.value();
    }
    return sum;
}

std::size_t Walkers::memoryBytes() const
{
    const State& state = *state_;
    std::size_t bytes = state.now.memoryBytes() + state.sorted.memoryBytes() + state.trips.capacity() * sizeof(Trip) +
                        state.first_in.capacity() * sizeof(std::uint32_t) +
                        (state.index_of.capacity() + state.waiting.capacity() + state.leaving.capacity() +
                         state.arriving.capacity() + state.arrived.capacity()) *
                            sizeof(std::uint32_t) +
                        state.rows.memoryBytes();
    for (const auto& planner : state.planners) bytes += planner->memoryBytes();
    for (const auto& work : state.workspaces) bytes += sizeof(State::Workspace) + work->pairs.capacity() * sizeof(float);
    return bytes;
}

} // namespace clearway
