// SPDX-License-Identifier: MIT
// How single agents move: turns, jerk, rest, and whether they get anywhere.
#include <algorithm>
#include <cmath>

#include "crowd/observer_state.h"
#include "geometry/angle.h"

namespace clearway {

void CrowdObserver::State::observeMove(AgentRecord& record, Vec2 position, const AgentView& view, Tick& tick)
{
    constexpr double kSineOfOneDegree = 0.01745240643728351;
    const bool is_known = record.seen_at + 1 == observation;
    if (!is_known) // new, or back after it was away: no way from there to here
    {
        record.position = record.leg_end = position;
        record.heading = {};
        record.move_count = 0;
        record.was_at_rest = false;
        startStay(record, position);
    }
    const Vec2 move = computeMove(record.position, position);
    const double move_length = curved ? computeDistance(record.position, position) : length(move);
    for (LineState& line : lines) line.add(record.position, position, record.radius, time);
    if (!record.has_arrived)
    {
        record.leg_length += computeDistance(record.leg_end, position);
        record.leg_area += cross(record.leg_end - record.leg_start, position - record.leg_start) / 2;
    }
    record.leg_end = position;

    const bool is_fast = is_known && view.speed > 0 && move_length > 0.2 * view.speed * dt;
    std::int8_t turn = 0;
    if (is_fast && record.move != Vec2{} && move != Vec2{})
    {
        const double sine = cross(record.move, move);
        const bool counts = dot(record.move, move) < 0 || std::abs(sine) > kSineOfOneDegree * (length(record.move) * move_length);
        if (counts) turn = static_cast<std::int8_t>((sine > 0) - (sine < 0));
        turn_changes += turn * record.turn < 0;
    }
    tick.turning += is_fast;
    record.turn = turn;
    record.move = is_fast ? move : Vec2{};
    if (is_fast) observeHeading(record, move, move_length);
    if (is_known) observeJerk(record, move, view.status);
    if (is_known) observeRest(record, move_length, view.status, tick);
    record.position = position;
    record.seen_at = observation;
    observeStay(record, view);
}

void CrowdObserver::State::observeHeading(AgentRecord& record, Vec2 move, double move_length)
{
    constexpr double kAboutTurn = kPi * 150 / 180;
    constexpr double kFullTurn = 2 * kPi;
    walked_length.add(std::min(move_length, 1e6));
    // On curved ground a move to another face has no direction here.
    if (record.heading != Vec2{} && move != Vec2{})
    {
        const double turn = computeTurn(record.heading, move);
        heading_changes.add(std::abs(turn));
        if (std::abs(turn) < kAboutTurn) record.leg_turn += turn;
        const double turns = std::abs(record.leg_turn) / kFullTurn;
        totals.max_turns = std::max(totals.max_turns, turns);
        if (turns > 3 && !record.has_circled)
        {
            record.has_circled = true;
            ++totals.circling_agents;
        }
    }
    record.heading = move;
}

void CrowdObserver::State::observeJerk(AgentRecord& record, Vec2 move, AgentStatus status)
{
    constexpr double kUnit = 0x1p-16; // of squares, which are large where ticks are short
    if (curved || !(dt > 0)) return;
    const Vec2 velocity = move * rate;
    const Vec2 acceleration = (velocity - record.velocity) * rate;
    if (record.move_count == 2 && status != AgentStatus::arrived)
    {
        const double squared = lengthSq((acceleration - record.acceleration) * rate);
        squared_jerks.add(std::min(squared * kUnit, 0x1p30));
        ++jerk_count;
    }
    record.velocity = velocity;
    record.acceleration = acceleration;
    record.move_count = static_cast<std::uint8_t>(std::min(record.move_count + 1, 2));
}

void CrowdObserver::State::observeRest(AgentRecord& record, double move_length, AgentStatus status, Tick& tick)
{
    const bool is_at_rest = status == AgentStatus::arrived;
    if (is_at_rest && record.was_at_rest)
    {
        rest_length.add(std::min(move_length, 1e6));
        ++tick.resting;
    }
    record.was_at_rest = is_at_rest;
}

void CrowdObserver::State::startStay(AgentRecord& record, Vec2 at)
{
    record.stay_at = at;
    record.stay_since = time;
}

void CrowdObserver::State::observeStay(AgentRecord& record, const AgentView& view)
{
    constexpr double kReach = 3;     // metres
    constexpr double kPatience = 60; // seconds
    const bool wants_to_go = view.status != AgentStatus::arrived && view.reason != StuckReason::unreachable;
    const bool is_near = curved ? computeDistance(record.stay_at, record.position) <= kReach
                                : distanceSq(record.stay_at, record.position) <= kReach * kReach;
    if (!wants_to_go || !is_near) return startStay(record, record.position);
    const double stay = time - record.stay_since;
    totals.longest_stay = std::max(totals.longest_stay, stay);
    if (stay > kPatience && !record.has_stayed)
    {
        record.has_stayed = true;
        ++totals.stayed_within_3m;
    }
}

// ---- over time

void TimeProfile::add(double sum, std::uint64_t count)
{
    if (ticks_ == kMostStretches * stretch_ticks_)
    {
        for (std::size_t k = 0; k < kMostStretches / 2; ++k)
            stretches_[k] = {stretches_[2 * k].sum + stretches_[2 * k + 1].sum,
                             stretches_[2 * k].count + stretches_[2 * k + 1].count};
        stretches_.resize(kMostStretches / 2);
        stretch_ticks_ *= 2;
    }
    if (ticks_ % stretch_ticks_ == 0) stretches_.emplace_back();
    stretches_.back().sum += sum;
    stretches_.back().count += count;
    ++ticks_;
}

std::array<double, 6> TimeProfile::computeSixths() const
{
    std::array<Stretch, 6> sixths;
    for (std::size_t k = 0; k < stretches_.size(); ++k)
    {
        // By the middle of the stretch; the last one may have ended before it.
        const std::uint64_t twice = (2 * k + 1) * stretch_ticks_;
        const std::size_t sixth = std::min<std::size_t>(static_cast<std::size_t>(3 * twice / ticks_), 5);
        sixths[sixth].sum += stretches_[k].sum;
        sixths[sixth].count += stretches_[k].count;
    }
    std::array<double, 6> means;
    for (std::size_t k = 0; k < 6; ++k)
        means[k] = sixths[k].count > 0 ? sixths[k].sum / static_cast<double>(sixths[k].count) : CrowdMetrics::kUnknown;
    return means;
}

} // namespace clearway
