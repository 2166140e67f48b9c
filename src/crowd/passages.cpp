// SPDX-License-Identifier: MIT
// Passages that are too narrow for two: who wants to get through, whose turn it is, and where the others wait. The rule is in
// clearway/yielding. The queues are made anew in every tick from what the agents themselves remember: which passage they are at,
// in which direction, and since when. So there is nothing else to save, and parts of a crowd that see each other decide alike.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr double kInFront = 0.4;   ///< metres before a passage where one is in it already
constexpr double kBeyond = 0.6;    ///< metres behind it that belong to it: until there is room for others to come
constexpr double kAbreast = 1.1;   ///< times the width of two: in narrower passages everybody walks in the middle
constexpr double kToMiddle = 1;    ///< metres before it from where everybody heads for its middle
constexpr double kAside = 0.4;     ///< metres between those who wait and those who come out
constexpr double kApart = 0.2;     ///< metres between those who wait
constexpr double kAtWall = 0.2;    ///< metres from the wall of a passage where one need not go nearer to it
constexpr double kRow = 2.5;       ///< metres beside a passage to which the row of those who wait may reach
constexpr double kApartPart = 0.5; ///< of its speed at which one that waits keeps off the others

constexpr double kAheadRange = 2.5; ///< metres behind a passage where people are in the way of those who come out
constexpr double kWidest = 3;       ///< metres: wider passages are entered however crowded it is behind them
constexpr float kFlow = 1.2F;       ///< people per second and metre of width that get through
constexpr float kNarrowest = 0.5F;  ///< metres that count at least

bool isAgainst(std::uint32_t way) { return (way & 1) != 0; }

/// Whether somebody is in a passage: so near before it that nobody can come out any more, or not far behind it.
bool isIn(const Passage& passage, Passage::Offset at)
{
    return at.ahead > -passage.depth - kInFront && at.ahead < passage.depth + kBeyond &&
           std::abs(at.left) < std::max(passage.width / 2, at.ahead - passage.depth);
}

} // namespace

Passage::Offset Crowd::State::offsetInPassage(std::uint32_t slot) const
{
    const std::uint32_t way = agents.passage[slot];
    return passages[way / 2].computeOffset(isAgainst(way), agents.position[slot]);
}

/// Which passage an agent is at, from the next one on its way. One that is through has it until there is room behind it.
void Crowd::State::notePassage(std::uint32_t slot, std::uint32_t next)
{
    const std::uint32_t before = agents.passage[slot];
    const auto endsIn = [&](std::uint32_t way) { // its goal is in the passage itself
        const Passage& passage = passages[way / 2];
        return agents.is(slot, AgentColumns::kGoalAhead) &&
               isIn(passage, passage.computeOffset(isAgainst(way), agents.goal_point[slot]));
    };
    std::uint32_t way = kNone;
    if (next / 2 < passages.size() && !endsIn(next))
    {
        const Passage& passage = passages[next / 2];
        const Passage::Offset at = passage.computeOffset(isAgainst(next), agents.position[slot]);
        const Vec2 mouth{-at.ahead - passage.depth, std::max(0.0, std::abs(at.left) - passage.width / 2)};
        if (length(mouth) < kQueueDepth || isIn(passage, at)) way = next;
    }
    const bool turns_round = before != kNone && way == (before ^ 1); // in the passage itself, because it has another way now
    if (before != kNone && way != before && !turns_round && isIn(passages[before / 2], offsetInPassage(slot)) && !endsIn(before))
        way = before;
    agents.waited[slot] = way == before && way != kNone ? agents.waited[slot] + dt : 0;
    agents.passage[slot] = way;
    agents.waits[slot] = 0;
}

void Crowd::State::countQueues()
{
    for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
    {
        const std::uint32_t way = agents.passage[slot];
        if (way == kNone) continue;
        PassageQueue& queue = queues[way];
        if (queue.count++ == 0 && queues[way ^ 1].count == 0) used_passages.push_back(way / 2);
        queue.radius = std::max(queue.radius, static_cast<float>(agents.radius[slot]));
        const Passage& passage = passages[way / 2];
        const Passage::Offset at = offsetInPassage(slot);
        if (isIn(passage, at))
            queue.farthest = std::max(queue.farthest, static_cast<float>(at.ahead + passage.depth + kInFront));
        else
            queue.longest_wait = std::max(queue.longest_wait, agents.waited[slot]);
    }
}

/// The passages, itself included, before which people may wait who stand just behind a passage.
void Crowd::State::listNearPassages()
{
    std::vector<std::uint32_t> order(passages.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
        return passages[a].middle.x != passages[b].middle.x ? passages[a].middle.x < passages[b].middle.x : a < b;
    });
    const auto sizeOf = [](const Passage& passage) { return passage.depth + passage.width / 2; };
    double largest = 0;
    for (const Passage& passage : passages) largest = std::max(largest, sizeOf(passage));
    std::vector<std::vector<std::uint32_t>> near(passages.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t k = i; k < order.size(); ++k)
        {
            const Passage &a = passages[order[i]], &b = passages[order[k]];
            const double reach = kAheadRange + kQueueDepth + sizeOf(a);
            if (b.middle.x - a.middle.x > reach + largest) break;
            if (a.layer != b.layer || distance(a.middle, b.middle) > reach + sizeOf(b)) continue;
            near[order[i]].push_back(order[k]);
            if (k != i) near[order[k]].push_back(order[i]);
        }
    first_near.assign(1, 0);
    for (std::vector<std::uint32_t>& list : near)
    {
        std::sort(list.begin(), list.end());
        near_passages.insert(near_passages.end(), list.begin(), list.end());
        first_near.push_back(static_cast<std::uint32_t>(near_passages.size()));
    }
}

/// How many are just behind each passage that somebody wants to get through. Only those who want to get through a passage: others
/// may stay there for good.
void Crowd::State::countAhead()
{
    for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
    {
        const std::uint32_t way = agents.passage[slot];
        if (way == kNone) continue;
        for (std::uint32_t k = first_near[way / 2]; k < first_near[way / 2 + 1]; ++k)
        {
            const std::uint32_t i = near_passages[k];
            if (queues[2 * i].count + queues[2 * i + 1].count == 0 || passages[i].width > kWidest) continue;
            const Passage::Offset at = passages[i].computeOffset(false, agents.position[slot]);
            const double beyond = std::abs(at.ahead) - passages[i].depth;
            if (beyond < 0 || beyond * beyond + at.left * at.left > kAheadRange * kAheadRange) continue;
            ++queues[2 * i + (at.ahead > 0 ? 0 : 1)].ahead;
        }
    }
}

void Crowd::State::takeTurns()
{
    if (passages.empty()) return;
    countQueues();
    countAhead();
    runChunks(&State::takeTurn);
    clearQueues();
}

void Crowd::State::clearQueues()
{
    for (const std::uint32_t i : used_passages) queues[2 * i] = queues[2 * i + 1] = {};
    used_passages.clear();
}

/// How long those who are before a passage will take, as things are before the tick: both directions share it. Not less than
/// somebody has waited there already.
void Crowd::State::estimateWaits()
{
    if (passages.empty()) return;
    std::ranges::fill(passage_waits, 0.0F);
    countQueues();
    for (const std::uint32_t i : used_passages)
    {
        const auto count = static_cast<float>(queues[2 * i].count + queues[2 * i + 1].count);
        const float wait = count / (kFlow * std::max(static_cast<float>(passages[i].width), kNarrowest));
        for (const std::uint32_t way : {2 * i, 2 * i + 1}) passage_waits[way] = std::max(wait, queues[way].longest_wait);
    }
    clearQueues();
}

/// What the turns mean for each agent. Who is alone at a passage, or has room there, walks on as it likes.
void Crowd::State::takeTurn(Workspace&, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t slot = begin; slot < end; ++slot)
    {
        const std::uint32_t way = agents.passage[slot];
        if (way == kNone) continue;
        const Passage& passage = passages[way / 2];
        const PassageQueue &queue = queues[way], &against = queues[way ^ 1];
        if (queue.count + against.count < 2) continue;
        const PassageTurn turn = decideTurn(passage.width, queues[way & ~1U], queues[way | 1U]);
        if (!(isIn(passage, offsetInPassage(slot)) ? turn.may_go_on[way & 1] : turn.may_enter[way & 1]))
            waitAside(slot, against.radius);
        else if (passage.width < kAbreast * 2 * (queue.radius + std::max(queue.radius, against.radius)))
            headForMiddle(slot);
    }
}

/// Near a passage that lets one through at a time, everybody walks through its middle: those who keep to a side get in each
/// other's way.
void Crowd::State::headForMiddle(std::uint32_t slot)
{
    const std::uint32_t way = agents.passage[slot];
    const Passage& passage = passages[way / 2];
    const Passage::Offset at = offsetInPassage(slot);
    const Vec2 mouth{std::max(0.0, -at.ahead - passage.depth), at.left};
    if (at.ahead > passage.depth || length(mouth) > kToMiddle) return;
    const Vec2 middle = passage.computePoint(isAgainst(way), {std::max(at.ahead, -passage.depth) + agents.radius[slot], 0}) -
                        agents.position[slot];
    agents.preferred[slot] = toVelocity(middle * (agents.speed[slot] / length(middle)));
}

/// Waits beside the way of those who come out, and goes back when it is in their way.
void Crowd::State::waitAside(std::uint32_t slot, double radius_against)
{
    const std::uint32_t way = agents.passage[slot];
    const Passage& passage = passages[way / 2];
    const Passage::Offset at = offsetInPassage(slot);
    const double lane = agents.radius[slot] + radius_against + kAside; // half its width
    const double before = -at.ahead - passage.depth;
    const double side = at.left != 0 ? (at.left > 0 ? 1 : -1) : agents.id[slot] % 2 == 0 ? 1 : -1;
    Vec2 wish;
    if (before < agents.radius[slot])
        wish = -passage.direction(isAgainst(way));
    else if (std::abs(at.left) < lane && before < kQueueDepth)
        wish = perpendicular(passage.direction(isAgainst(way))) * side;
    agents.waits[slot] = 1;
    agents.preferred[slot] = toVelocity(wish * static_cast<double>(agents.speed[slot]));
}

/// Those who wait stand a hand's breadth apart, so that others get through between them, and in rows along the wall of the
/// passage, so that others get past. `at`: in the block.
void Crowd::State::standInRow(const Workspace& work, int at, std::uint32_t slot)
{
    const std::uint32_t way = agents.passage[slot];
    const Passage& passage = passages[way / 2];
    const Passage::Offset place = offsetInPassage(slot);
    const Vec2 ahead = passage.direction(isAgainst(way)), outward = perpendicular(ahead) * (place.left > 0 ? 1 : -1);
    Vec2 away;
    bool is_blocked_ahead = false, is_blocked_outward = false;
    for (std::uint32_t k = work.near.first[at]; k < work.near.first[at + 1]; ++k)
    {
        const Neighbour neighbour = work.near.at(k);
        const double gap = neighbour.gap - agents.radius[slot];
        if (gap >= 2 * kApart) break;
        const Vec2 offset{neighbour.dx, neighbour.dy};
        const double size = length(offset);
        if (!(size > 0)) continue;
        is_blocked_ahead = is_blocked_ahead || dot(offset, ahead) > size / 2;
        is_blocked_outward = is_blocked_outward || dot(offset, outward) > size / 2;
        if (gap < kApart) away = away - offset * ((1 - std::max(gap, 0.0) / kApart) / size);
    }
    away = away / std::max(1.0, length(away));
    const bool has_way = agents.preferred[slot].x != 0 || agents.preferred[slot].y != 0; // out of that of others
    if (!has_way && -place.ahead - passage.depth > agents.radius[slot] + kAtWall)
    {
        if (!is_blocked_ahead)
            away = away + ahead;
        else if (!is_blocked_outward && std::abs(place.left) - passage.width / 2 < kRow)
            away = away + outward;
    }
    const Velocity step = toVelocity(away * (kApartPart * agents.speed[slot]));
    agents.preferred[slot].x += step.x;
    agents.preferred[slot].y += step.y;
}

} // namespace clearway
