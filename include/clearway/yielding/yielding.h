// SPDX-License-Identifier: MIT
// Yielding: how long an agent has been held up, what follows after how long, and who gives way to whom.
// Why: a jam dissolves only when everybody in it goes by the same rules. There is one clock per agent. The crowd keeps it: it
// counts it in every tick, saves it, and hands it to steering models and guides, which read it and keep no clock of their own.
// Seconds, metres. Functions of their arguments alone, for any thread; the same bits on every machine.
#pragma once
#include <cstdint>
#include <string_view>

#include <clearway/geometry/vec.h>

namespace clearway {

/// On which side people pass those who come against them. Part of how a crowd walks, the same for all of it.
enum class PassingSide : std::uint8_t
{
    right,
    left,
    none, ///< whichever is nearer for each two; crowds that meet form no lanes, and may take long to get past each other
};
inline constexpr std::string_view kPassingSideNames[] = {"right", "left", "none"};
std::string_view toString(PassingSide side);
/// The right when there is no side of that name.
PassingSide findPassingSide(std::string_view name);

/// 1 for the right, -1 for the left, 0 for none: what a turn or a push to the right is multiplied with.
constexpr float signOf(PassingSide side) { return side == PassingSide::right ? 1.0F : side == PassingSide::left ? -1.0F : 0.0F; }

/// What follows after how many seconds of being held up.
struct YieldTimes
{
    float starting = 0.3F; ///< it takes turns with those beside it; shorter halts are part of walking in a crowd
    float turn = 0.5F;     ///< how long a turn is: enough for a step of half a metre
    float near_goal = 1;   ///< what it has reached will do, when its goal is within its radius
    float in_pack = 2;     ///< it takes another place, when it stands in a pack and was pushed off its own
    float counterflow = 2; ///< how long an agent knows that people come against it after it has seen the last of them
    float jam = 4;         ///< it turns to the side on which people pass, before those who come against it, so that lanes form
    float passage = 12;    ///< a direction keeps its turn at a passage until somebody against it has waited this much longer
    float stuck = 5;       ///< those who stand in its way step to its other side; one whose way has not become shorter is stuck
    float gridlock = 20;   ///< it walks back and on in turn, when people come against it and discs keep apart: see walksBack()
    float retreat = 2;     ///< for how long at a time
    float beside_goal = 8; ///< what it has reached will do, when others who stand are all that is between it and its goal
};
inline constexpr YieldTimes kYieldTimes;

/// Slower than this part of its wish, along it, an agent is held up. Steps aside and back do not count as getting on. One that
/// has arrived is held up while it is off its place.
inline constexpr double kHeldUpPart = 0.3;

/// The clock of an agent that wants the velocity `wish` and has got `velocity`, after `dt` seconds more: 0 when it gets on, or
/// does not want to.
float countHeldUp(float held_up, Vec2 wish, Vec2 velocity, float dt);

/// How surely an agent meets people who come against it, from what it sees of a neighbour at `offset`: 1 when both walk head-on
/// and either wants to get past the other; a little less than what the neighbour knows, `counterflow_there`, when that one is
/// ahead and goes the same way; 0 otherwise. So the news travels back through a crowd, and everybody in a stream keeps to one
/// side before others are met. People who come together at a door from two sides walk head-on too, but do not want to get past
/// each other. `wish`: the preferred velocity; `target`: what the agent heads for, from its centre; the same of the neighbour.
float noticeCounterflow(Vec2 wish, Vec2 target, Vec2 offset, Vec2 wish_there, Vec2 target_there, float counterflow_there);

/// Whether an agent that people come against, and that has been held up so long, walks back now. Half of them do at a time, by
/// their ids. Crowds that block each other come apart, so that those who do not walk back get on.
bool walksBack(std::uint64_t id, float held_up);

/// What an agent is about, seen by another one.
enum class Claim : std::uint8_t
{
    stands,     ///< has arrived, or does not walk
    moves_up,   ///< has arrived, and is on its way to a better place at the goal that both share
    walks_here, ///< on its way to the goal that both share
    walks_past, ///< on its way to somewhere else
};

/// Whether one agent gives way to another.
enum class Yields : std::uint8_t
{
    never,
    always,
    in_turn, ///< to the one whose turn comes first: drawn from ids, again for every turn
};

/// Who gives way to whom: the first index is 0 for an agent that stands and 1 for one that walks, the second is what the other
/// one is about. Agents that stand let everybody pass but those that come to stand there too: these find their place at the edge.
/// Agents that walk go round those that stand.
inline constexpr Yields kWhoYields[2][4] = {
    //  stands         moves_up         walks_here       walks_past
    {Yields::never, Yields::always, Yields::never, Yields::always},    // an agent that stands
    {Yields::never, Yields::in_turn, Yields::in_turn, Yields::in_turn} // one that walks
};

/// How many turns there were before a tick, in steps of `dt` > 0 seconds.
std::uint64_t countTurns(std::uint64_t tick, float dt);
/// Whether it is the turn of `other` before that of `self`.
bool isTurnOfOther(std::uint64_t self, std::uint64_t other, std::uint64_t turn);

/// How far before a passage agents are among those who want to get through, and from how far others see them wait; metres.
inline constexpr double kQueueDepth = 3;
inline constexpr double kQueueSight = 12;

/// Those who want to get through a passage in one direction.
struct PassageQueue
{
    std::uint32_t count = 0; ///< also those who are in it
    float radius = 0;        ///< of the largest agent in the queue; metres
    float longest_wait = -1; ///< of those who are still before the passage; seconds; negative when nobody is
    float farthest = -1;     ///< how far the first of those in the passage has got; metres; negative when nobody is in it
    std::uint32_t ahead = 0; ///< how many just behind the passage want to get through a passage, this one or another
};

/// Who may go through a passage now.
struct PassageTurn
{
    bool may_enter[2] = {true, true};
    bool may_go_on[2] = {true, true}; ///< those who are in it; others go back
};

/// Whether two people can pass each other in a passage.
bool hasRoomToPass(double width, double radius, double other_radius);

/// A passage in which two people cannot pass each other is used by one direction at a time. The turn passes to those who have
/// waited longest; those whose turn it is keep it for kYieldTimes.passage seconds more, so that several go through at once. Where
/// all come from one side, or there is room to pass, nobody waits for a turn. Nobody enters any passage behind which it is
/// crowded, unless it is crowded on this side too.
PassageTurn decideTurn(double width, const PassageQueue& queue, const PassageQueue& against);

/// The direction, of length 1, in which an agent at `offset` from another one steps out of its way `ahead` (of length 1): to the
/// side that is nearer. Where that does not help, the other one stays held up: then ahead of it for a while, then to the other
/// side, and so on.
Vec2 stepAside(Vec2 ahead, Vec2 offset, float held_up);

} // namespace clearway
