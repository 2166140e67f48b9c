// SPDX-License-Identifier: MIT
// Lanes: along the shortest path, pulled taut from where the agent stands. A path for a disc is a taut string round corners. An
// agent that walks alone passes them as near as its radius allows. Where many walk, they would all aim at the same points: so
// each passes a corner at a distance of its own, which follows from its id, from how crowded it is, and from the width there. An
// agent that likes to walk on the left of a stream does so at every corner, so that lanes do not cross. Where people come against
// it, it keeps to the half of the width on whose side people pass, usually the right.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <clearway/base/hash.h>
#include <clearway/yielding/yielding.h>

#include "guide/agent_guide.h"

namespace clearway {

namespace {

constexpr std::size_t kMostCorners = 8; ///< that are looked past at once
constexpr double kWidest = 8;           ///< part of a passage over which a dense crowd spreads; metres
constexpr double kCornerRoom = 0.05;    ///< part of the radius by which everybody keeps off a corner where there is room
constexpr double kCut = 0.8;            ///< part of that by which a step round a corner may cut the circle round it
constexpr double kLeastWait = 4;        ///< that is worth a look at other ways; seconds
constexpr double kClearlyQuicker = 0.8; ///< part of the time that another way may take to be chosen
constexpr std::uint64_t kTicksBetweenChoices = 128;
constexpr std::uint8_t kMostReplans = 4; ///< when the way is hidden again and again; then the path is followed point by point

/// Where in a stream an agent likes to walk: 0 at its left edge, 1 at its right.
double computePreference(AgentId id)
{
    Hasher hasher(0x6c616e65);
    hasher.add(id);
    return static_cast<double>(hasher.value() >> 11) * 0x1p-53;
}

void addDouble(std::vector<std::uint32_t>& words, double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    words.push_back(static_cast<std::uint32_t>(bits));
    words.push_back(static_cast<std::uint32_t>(bits >> 32));
}

} // namespace

AgentGuide::Corner AgentGuide::readCorner(std::span<const std::uint32_t> words, std::size_t index)
{
    const std::uint32_t* const at = words.data() + kCornerWords * index;
    const auto value = [at](std::size_t i) {
        return std::bit_cast<double>(std::uint64_t{at[i]} | std::uint64_t{at[i + 1]} << 32);
    };
    const auto signed_width = std::bit_cast<float>(at[4]);
    return {{value(0), value(2)},
            std::signbit(signed_width) ? -1.0 : 1.0,
            static_cast<double>(std::abs(signed_width)),
            std::bit_cast<float>(at[5])};
}

AgentGuide::CornerPath AgentGuide::splitPath(std::span<const std::uint32_t> words)
{
    if (words.empty()) return {};
    const std::size_t corner_words = kCornerWords * words[0];
    return {words.subspan(1, corner_words), words.subspan(1 + corner_words)};
}

/// The first passage on the way that the agent has not passed yet.
std::uint32_t AgentGuide::findPassage(std::span<const std::uint32_t> crossings) const
{
    for (std::size_t i = 0; i + 1 < crossings.size(); i += kCrossingWords)
    {
        const std::uint32_t way = crossings[i], before = crossings[i + 1];
        if (before < state_->next) continue;
        const Passage& passage = world_.passages.passages()[way / 2];
        const bool is_passed = before == state_->next && passage.computeOffset((way & 1) != 0, agent_.place.position).ahead > 0;
        if (!is_passed) return way;
    }
    return kNone;
}

/// What more there is to say about the way to corner `next`, or to the goal.
void AgentGuide::noteWay(const CornerPath& path, std::size_t next)
{
    state_->remaining = next * kCornerWords < path.corners.size() ? readCorner(path.corners, next).remaining : 0;
    state_->passage = findPassage(path.crossings);
}

/// How far the centre of the disc can go straight away from a corner, from a point of the path round it; metres.
double AgentGuide::measureWidth(Vec2 center, Vec2 point)
{
    const double gap = distance(center, point);
    const CellId cell = scratch_.query.findCell(point, agent_.layer);
    if (!(gap > 0) || cell == kNone) return 0;
    const double reach = kWidest + agent_.radius;
    const NavMeshQuery::RayHit hit = scratch_.query.castRay({point, cell}, point + (point - center) * (reach / gap));
    return std::max(0.0, hit.t * reach - agent_.radius);
}

void AgentGuide::addCorner(Vec2 center, double side, double width, double remaining)
{
    addDouble(scratch_.words, center.x);
    addDouble(scratch_.words, center.y);
    scratch_.words.push_back(std::bit_cast<std::uint32_t>(std::copysign(static_cast<float>(width), static_cast<float>(side))));
    scratch_.words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(remaining)));
}

void AgentGuide::listCorners()
{
    const std::span<const Path::Piece> pieces = scratch_.path.pieces();
    const std::size_t head = scratch_.words.size();
    scratch_.words.push_back(0);
    scratch_.ways.clear(); // with the corner before which each comes
    double remaining = scratch_.path.length();
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i)
    {
        const Path::Piece& piece = pieces[i];
        if (!piece.isArc() && i > 0 && !pieces[i - 1].isArc()) // the path of a point has no arcs
        {
            addCorner(planar(piece.from), cross(planar(pieces[i - 1].directionAt(1)), planar(piece.directionAt(0))), 0,
                      remaining);
            ++count;
        }
        addCrossings(piece, count);
        if (piece.isArc())
        {
            // The narrowest place counts: a way round the edge of a door is as wide as the door, not as the hall before it.
            double width = kWidest;
            for (const double t : {0.0, 0.5, 1.0})
                width = std::min(width, measureWidth(planar(piece.center), planar(piece.pointAt(t))));
            addCorner(planar(piece.center), piece.angle, width, remaining);
            ++count;
        }
        remaining -= piece.length();
    }
    scratch_.words[head] = count;
    scratch_.words.insert(scratch_.words.end(), scratch_.ways.begin(), scratch_.ways.end());
}

/// The passages that a piece of the path leads through; an arc in short pieces.
void AgentGuide::addCrossings(const Path::Piece& piece, std::uint32_t corner)
{
    constexpr double kLongest = 0.4; // of a piece of an arc; radians
    const int count = piece.isArc() ? static_cast<int>(std::abs(piece.angle) / kLongest) + 1 : 1;
    for (int i = 0; i < count; ++i)
    {
        const Vec2 from = planar(i > 0 ? piece.pointAt(static_cast<double>(i) / count) : piece.from);
        const Vec2 to = planar(i + 1 < count ? piece.pointAt(static_cast<double>(i + 1) / count) : piece.to);
        scratch_.ids.clear();
        world_.passages.findCrossed(from, to, agent_.layer, scratch_.ids);
        for (const std::uint32_t way : scratch_.ids)
        {
            scratch_.ways.push_back(way);
            scratch_.ways.push_back(corner);
        }
    }
}

/// At which distance from its centre the agent passes a corner. One that is near already does not back off: its direction is at
/// most 45 degrees off the shortest way.
double AgentGuide::chooseDistance(const Corner& corner) const
{
    const double anywhere = computePreference(agent_.id);
    double preference = anywhere;
    if (agent_.counterflow > 0 && agent_.side != PassingSide::none) // one half is for those who meet others
        preference = agent_.side == PassingSide::right ? (1 + anywhere) / 2 : anywhere / 2;
    const double across = corner.side > 0 ? preference : 1 - preference;
    const double spread = std::min(corner.width, kWidest * static_cast<double>(agent_.crowding));
    const double least = agent_.radius + cornerRoom(corner);
    // The sine of the angle between the way to the corner and the tangent to a circle round it is radius / distance.
    constexpr double kSine = 0.70710678118654752;
    const double leg_sq = distanceSq(agent_.place.position, corner.center) - least * least;
    const double most = leg_sq > 0 ? kSine * (least + std::sqrt(leg_sq)) : 0;
    const double wanted = std::max(least, std::min(agent_.radius + across * spread, most));
    const double to_goal = distance(agent_.goal, corner.center); // a goal beside the corner is not passed
    return std::max(agent_.radius, std::min(wanted, to_goal));
}

double AgentGuide::cornerRoom(const Corner& corner) const { return std::min(kCornerRoom * agent_.radius, corner.width); }

/// How near to a corner a step may lead that begins and ends at `distance` from it.
double AgentGuide::cutCircle(const Corner& corner, double distance) const
{
    return std::max(agent_.radius, distance - kCut * cornerRoom(corner));
}

/// Whether a straight line to `target` leaves the corner on its side, no nearer than wanted or than it is now.
bool AgentGuide::passes(const Corner& corner, Vec2 target) const
{
    const Vec2 way = target - agent_.place.position;
    const Vec2 offset = corner.center - agent_.place.position;
    const double ahead = dot(way, offset);
    if (ahead <= 0 || ahead >= lengthSq(way)) return true; // it lies behind the agent, or beyond the target
    const double size = length(way);
    const double across = corner.side * cross(way, offset);
    const double wanted = std::min(cutCircle(corner, chooseDistance(corner)), length(offset));
    return across >= wanted * size * (1 - 1e-9);
}

/// Where a straight line from the agent touches the circle round a corner. With the next step it is round the corner: then the
/// line cuts the circle a little. Along tangents the agent would leave the circle with one step and come back with the next.
Vec2 AgentGuide::computeTangent(const Corner& corner, double distance) const
{
    const Vec2 offset = corner.center - agent_.place.position;
    const double away = length(offset);
    if (!(away > 0)) return agent_.place.position;
    const Vec2 ahead = offset / away;
    const Vec2 aside = perpendicular(ahead) * -corner.side; // away from the corner's side of the way
    const bool is_near = away * away - distance * distance <= agent_.reach * agent_.reach;
    const double touch = is_near ? cutCircle(corner, distance) : distance;
    // A goal beside the corner that is nearly there is not passed.
    const double to_goal = clearway::distance(agent_.place.position, agent_.goal);
    const double least = std::min(std::max(2 * agent_.reach, 0.3 * distance), std::max(to_goal / 2, there()));
    if (!(away > touch)) return agent_.place.position + aside * least;
    const double leg = std::sqrt(away * away - touch * touch);
    const Vec2 direction = ahead * (leg / away) + aside * (touch / away);
    return agent_.place.position + direction * std::max(leg, least);
}

/// How long the agent will wait at a passage, from what it sees; seconds. Who is far away sees nothing, and who is near has fewer
/// before it.
double AgentGuide::expectWait(std::uint32_t way) const
{
    if (way >= agent_.passage_waits.size()) return 0;
    const Passage& passage = world_.passages.passages()[way / 2];
    const Passage::Offset at = passage.computeOffset((way & 1) != 0, agent_.place.position);
    const double before = std::max(0.0, -at.ahead - passage.depth);
    const double aside = std::max(0.0, std::abs(at.left) - passage.width / 2);
    const double away_sq = before * before + aside * aside;
    if (at.ahead >= -passage.depth || away_sq > kQueueSight * kQueueSight) return 0;
    return static_cast<double>(agent_.passage_waits[way]) * std::min(1.0, away_sq / (kQueueDepth * kQueueDepth));
}

/// Another way when people wait before the next passage, if it takes less time. What the agent does not see does not count.
void AgentGuide::avoidQueue()
{
    if ((agent_.tick + agent_.id) % kTicksBetweenChoices != 0 || state_->passage == kNone || !guide_.options_.avoids_queues)
        return;
    const double wait = expectWait(state_->passage);
    const NavMeshGuideState::Choice before = state_->choice();
    if (!(wait > kLeastWait) || before.count >= NavMeshGuideState::kMostChoices) return;
    const std::uint32_t passage = state_->passage / 2;
    if (world_.passages.portalsOf(passage).empty()) return;
    state_->setChoice({passage, before.count + 1});
    double other_wait = 0;
    bool is_quicker = search(agent_.place.position, agent_.goal, quality());
    for (std::size_t i = 0; is_quicker && i < scratch_.path.pieces().size(); ++i)
    {
        const Path::Piece& piece = scratch_.path.pieces()[i];
        scratch_.ids.clear();
        world_.passages.findCrossed(planar(piece.from), planar(piece.to), agent_.layer, scratch_.ids);
        for (const std::uint32_t way : scratch_.ids)
        {
            other_wait += expectWait(way);
            is_quicker = is_quicker && way / 2 != passage;
        }
    }
    const double left = static_cast<double>(state_->remaining) + distance(agent_.place.position, state_->way_point);
    const double speed = static_cast<double>(agent_.speed);
    is_quicker = is_quicker && scratch_.path.length() + other_wait * speed < kClearlyQuicker * (left + wait * speed);
    if (is_quicker)
        plan();
    else
        state_->setChoice({before.avoided, before.count});
}

void AgentGuide::headForCorners()
{
    constexpr float kRoom = std::numeric_limits<float>::infinity();
    if (!agent_.passage_waits.empty()) avoidQueue();
    if (keepsCarefulTarget()) return set(state_->way_point, 0, NavMeshGuideState::careful);
    for (int attempt = 0; attempt < 2; ++attempt)
    {
        const CornerPath way = splitPath(readPath());
        const std::span<const std::uint32_t> path = way.corners;
        const std::size_t count = path.size() / kCornerWords;
        const std::size_t first = std::min<std::size_t>(state_->next, count);
        // The farthest corner, or the goal, that can be headed for past all corners before it.
        for (std::size_t i = std::min(count, first + kMostCorners) + 1; i-- > first;)
        {
            const bool is_goal = i == count;
            const Vec2 target = is_goal ? agent_.goal : computeTangent(readCorner(path, i), chooseDistance(readCorner(path, i)));
            bool is_past = true;
            for (std::size_t k = first; is_past && k < i; ++k) is_past = passes(readCorner(path, k), target);
            if (!is_past || !sees(target)) continue;
            state_->next = static_cast<std::uint16_t>(i);
            set(target, kRoom, is_goal ? NavMeshGuideState::sees_goal : 0);
            return noteWay(way, i);
        }
        // The lane may be hidden where the way along the corner itself is not.
        if (first < count)
        {
            const Corner corner = readCorner(path, first);
            const Vec2 target = computeTangent(corner, agent_.radius + cornerRoom(corner));
            if (sees(target))
            {
                set(target, kRoom, 0);
                return noteWay(way, first);
            }
        }
        if (attempt > 0 || state_->detours >= kMostReplans) break;
        addDetours(1);
        if (state_->detours > 2) state_->flags |= NavMeshGuideState::shortest;
        if (!plan()) return;
    }
    headCarefully();
}

} // namespace clearway
