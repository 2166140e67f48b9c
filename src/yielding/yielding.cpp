// SPDX-License-Identifier: MIT
#include <clearway/yielding/yielding.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <clearway/base/hash.h>

namespace clearway {

std::string_view toString(PassingSide side) { return kPassingSideNames[static_cast<int>(side)]; }

PassingSide findPassingSide(std::string_view name)
{
    const auto* const found = std::ranges::find(kPassingSideNames, name);
    return found == std::end(kPassingSideNames) ? PassingSide::right
                                                : static_cast<PassingSide>(found - std::begin(kPassingSideNames));
}

float countHeldUp(float held_up, Vec2 wish, Vec2 velocity, float dt)
{
    return dot(velocity, wish) < kHeldUpPart * lengthSq(wish) ? held_up + dt : 0;
}

float noticeCounterflow(Vec2 wish, Vec2 target, Vec2 offset, Vec2 wish_there, Vec2 target_there, float counterflow_there)
{
    constexpr double kAlong = 0.5;     // cosine of the angle up to which somebody comes head-on, or goes the same way
    constexpr double kPast = 2;        // metres behind the other one that an agent wants to get to
    constexpr float kPassedOn = 0.01F; // how much is lost from one to the next
    if (!(dot(wish, offset) > 0)) return 0;
    const double along = dot(wish, wish_there), least = kAlong * std::sqrt(lengthSq(wish) * lengthSq(wish_there));
    if (along > least) return std::max(0.0F, counterflow_there - kPassedOn);
    const bool is_head_on = along < -least && dot(wish, offset + target_there) < -kPast * length(wish) &&
                            dot(wish_there, target - offset) < -kPast * length(wish_there);
    return is_head_on ? 1 : 0;
}

bool walksBack(std::uint64_t id, float held_up)
{
    const float over = held_up - kYieldTimes.gridlock;
    return over > 0 && (static_cast<std::uint64_t>(over / kYieldTimes.retreat) + id) % 2 == 0;
}

/// How early it is somebody's turn: the greater of two goes first.
static std::uint64_t drawTurn(std::uint64_t id, std::uint64_t turn)
{
    Hasher hasher(turn);
    hasher.add(id);
    return hasher.value();
}

std::uint64_t countTurns(std::uint64_t tick, float dt)
{
    return tick / static_cast<std::uint64_t>(std::max(kYieldTimes.turn / dt + 0.5F, 1.0F));
}

bool isTurnOfOther(std::uint64_t self, std::uint64_t other, std::uint64_t turn)
{
    return drawTurn(other, turn) > drawTurn(self, turn);
}

bool hasRoomToPass(double width, double radius, double other_radius)
{
    constexpr double kRoomToPass = 1.25; // times what both need
    return width >= kRoomToPass * 2 * (radius + other_radius);
}

static constexpr std::uint32_t kFull = 13; ///< people just behind a passage: with more of them nobody gets on

PassageTurn decideTurn(double width, const PassageQueue& queue, const PassageQueue& against)
{
    PassageTurn turn;
    const PassageQueue* const queues[] = {&queue, &against};
    const bool is_in[] = {queue.farthest >= 0, against.farthest >= 0};
    const bool is_full[] = {queue.ahead >= kFull, against.ahead >= kFull};
    if (queue.count == 0 || against.count == 0 || hasRoomToPass(width, queue.radius, against.radius))
    {
        for (const int way : {0, 1}) turn.may_enter[way] = !is_full[way] || is_full[1 - way];
        return turn;
    }
    int first = 0;
    if (is_in[0] != is_in[1])
        first = is_in[0] ? 0 : 1;
    else if (is_in[0])
        first = queue.farthest >= against.farthest ? 0 : 1;
    else if (is_full[0] != is_full[1])
        first = is_full[0] ? 1 : 0;
    else
        first = queue.longest_wait >= against.longest_wait ? 0 : 1;
    turn.may_enter[1 - first] = false;
    turn.may_go_on[1 - first] = false;
    turn.may_enter[first] = !is_in[first] ||
                            queues[first]->longest_wait + kYieldTimes.passage >= queues[1 - first]->longest_wait ||
                            is_full[1 - first];
    if (is_full[first] && !is_full[1 - first]) turn.may_enter[first] = false;
    return turn;
}

Vec2 stepAside(Vec2 ahead, Vec2 offset, float held_up)
{
    const Vec2 side = perpendicular(ahead) * (cross(ahead, offset) < 0 ? -1 : 1);
    const Vec2 choices[] = {side, ahead, -side};
    return choices[static_cast<std::uint64_t>(held_up / kYieldTimes.stuck) % std::size(choices)];
}

} // namespace clearway
