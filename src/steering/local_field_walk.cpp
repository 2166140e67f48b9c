// SPDX-License-Identifier: MIT
#include "local_field_walk.h"

#include <cmath>
#include <cstring>

#include <clearway/steering/parameters.h>

#include "exponential.h"

namespace clearway {

using steering::sane;

namespace {

/// What the crowd keeps for an agent: a unit vector, or zeros at first.
struct Heading
{
    float x;
    float y;

    friend bool operator==(const Heading&, const Heading&) = default;
};

/// And the manner of its own, if it has one.
struct OwnManner
{
    float eps;
    float x;
    float y;
    std::uint32_t kind; ///< 0: none; 1: eps and v; from 2: a behaviour
};
constexpr std::uint32_t kEpsAndV = 1, kFirstBehaviour = 2;

/// What it keeps as well if it remembers maps; the map follows, four bytes a cell.
struct Memory
{
    Heading heading;  ///< as it was: where the ground has turned, the heading has turned with it, and the map is no good
    Vec2 moved;       ///< since the map was where it is, less than a cell
    std::int64_t has; ///< 1 when there is a map
};

/// On which side it passes somebody, as in LocalMover.
struct ChosenSide
{
    float side;
    float unused;
};
constexpr std::size_t kMannerAt = sizeof(Heading), kSideAt = kMannerAt + sizeof(OwnManner),
                      kMemoryAt = kSideAt + sizeof(ChosenSide), kMapAt = kMemoryAt + sizeof(Memory);

template <typename T>
T readAs(const std::byte* from)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

} // namespace

std::size_t LocalFieldWalk::stateBytes() const
{
    if (use() == LocalUse::direction) return kMemoryAt;
    const auto cells = static_cast<std::size_t>(map_.size) * static_cast<std::size_t>(map_.size);
    return (kMapAt + cells * sizeof(float) + 7) / 8 * 8;
}

LocalFieldWalk::LocalFieldWalk(const LocalFieldOptions& options)
    : options_(clampParameters(options)),
      map_{.size = options_.map_size | 1,
           .cell_size = static_cast<double>(options_.cell_size),
           .view_degrees = static_cast<double>(options_.view_degrees),
           .method = options_.exact ? LocalMapOptions::Method::exact : LocalMapOptions::Method::relaxed}
{
}

Steering::Needs LocalFieldWalk::needs() const
{
    const auto reach = static_cast<float>(map_.size / 2 - 1) * options_.cell_size;
    return {.neighbour_range = reach,
            .neighbour_count = options_.neighbour_count,
            .wall_range = 1.42F * reach,
            .state_bytes = stateBytes(),
            .keeps_apart = options_.keeps_apart,
            .wants_wishes = true,
            .wants_target = true,
            .vector_at = 0};
}

void LocalFieldWalk::writeManner(std::span<std::byte> state, const Manner::Choice& manner)
{
    OwnManner own = {};
    if (const auto* behaviour = std::get_if<Behaviour>(&manner))
        own.kind = kFirstBehaviour + static_cast<std::uint32_t>(*behaviour);
    if (const auto* given = std::get_if<Manner>(&manner))
        own = {static_cast<float>(given->eps), static_cast<float>(given->v.x), static_cast<float>(given->v.y), kEpsAndV};
    std::memcpy(state.data() + kMannerAt, &own, sizeof own);
}

/// Of those who have no manner of their own. Who keeps to the right does so on whatever side the crowd passes.
Behaviour LocalFieldWalk::findBehaviour(PassingSide side) const
{
    if (options_.behaviour != Behaviour::right_hand || side == PassingSide::right) return options_.behaviour;
    return side == PassingSide::left ? Behaviour::left_hand : Behaviour::plain;
}

Manner LocalFieldWalk::findManner(const SteeringBlock& block, int i) const
{
    const double time = static_cast<double>(block.tick) * static_cast<double>(sane(block.dt));
    const std::uint64_t id = block.id[i];
    const auto own = readAs<OwnManner>(stateOf(block, i) + kMannerAt);
    if (own.kind == kEpsAndV) return {static_cast<double>(own.eps), {static_cast<double>(own.x), static_cast<double>(own.y)}};
    if (own.kind >= kFirstBehaviour && own.kind - kFirstBehaviour < behaviours().size())
        return computeManner(static_cast<Behaviour>(own.kind - kFirstBehaviour), time, id);
    return options_.manner ? options_.manner(time, id) : computeManner(findBehaviour(block.side), time, id);
}

/// Those who want to stay where they are have no speed.
LocalMover LocalFieldWalk::readMover(const SteeringBlock& block, int i) const
{
    const auto at = static_cast<std::size_t>(i);
    LocalMover mover;
    mover.index = i;
    mover.radius = readRadius(block.radius[at]);
    const steering::Velocity intent =
        steering::decide(block, i, steering::readSelf(block, i), steering::readNeighbours(block, i, options_.neighbour_count),
                         {sane(block.preferred_x[at]), sane(block.preferred_y[at])}, steering::Courtesy::steps_back)
            .wish;
    const Vec2 preferred{static_cast<double>(intent.x), static_cast<double>(intent.y)};
    const double most = std::max(0.0, static_cast<double>(sane(block.max_speed[at])));
    const double wish = length(preferred);
    if (!(wish > 0) || !(most > 0)) return mover;
    mover.speed = std::min(wish, most);
    mover.self.toward = preferred / wish;
    const auto heading = readAs<Heading>(stateOf(block, i));
    const Vec2 looks = {static_cast<double>(sane(heading.x)), static_cast<double>(sane(heading.y))};
    const double size = length(looks);
    mover.heading = size > 0.5 && size < 2 ? looks / size : mover.self.toward;
    // Not where it happens to turn: whoever turned away from somebody would forget about that, and turn back.
    mover.self.heading = mover.self.toward;
    if (block.target_x)
    {
        // Not for those who step aside: they do not head for it.
        const Vec2 target = readPair(block.target_x, block.target_y, at);
        constexpr double kSameWay = 0.999;
        if (dot(target, mover.self.toward) > kSameWay * length(target)) mover.self.goal = target;
    }
    // Who has begun to pass somebody on one side goes on with it.
    mover.side = static_cast<double>(std::clamp(sane(readAs<ChosenSide>(stateOf(block, i) + kSideAt).side), -1.0F, 1.0F));
    const Vec2 manner = computeDrift(findManner(block, i), mover.self.toward);
    const Vec2 aside = hasSomebodyAhead(block, mover) ? computeSideDrift(mover.side, mover.self.toward) : Vec2{};
    const Vec2 drift = (manner + aside) * map_.cell_size;
    if (isFinite(drift)) mover.self.drift = drift;
    if (use() == LocalUse::map) mover.move = findMove(block, i);
    return mover;
}

bool LocalFieldWalk::hasSomebodyAhead(const SteeringBlock& block, const LocalMover& mover) const
{
    for (std::size_t k = block.first_neighbour[mover.index]; k < block.first_neighbour[mover.index + 1]; ++k)
        if (isNearAhead(readPair(block.offset_x, block.offset_y, k), mover.radius + readRadius(block.neighbour_radius[k]),
                        mover.self.toward) &&
            !goesTheSameWay(block, mover, k))
            return true;
    return false;
}

/// How far the map it remembers has moved with it, in whole cells; none where there is no map in the same plane and near.
std::optional<LocalMove> LocalFieldWalk::findMove(const SteeringBlock& block, int i) const
{
    const std::byte* const state = stateOf(block, i);
    const auto memory = readAs<Memory>(state + kMemoryAt);
    if (memory.has != 1 || !(memory.heading == readAs<Heading>(state))) return std::nullopt;
    const Vec2 step = readPair(block.velocity_x, block.velocity_y, static_cast<std::size_t>(i)) *
                      static_cast<double>(sane(block.dt)); // the one before: velocities are of that
    const double h = map_.cell_size;
    const Vec2 moved = memory.moved + step, cells = {std::floor(moved.x / h + 0.5), std::floor(moved.y / h + 0.5)};
    if (!(std::max(std::abs(cells.x), std::abs(cells.y)) < map_.size)) return std::nullopt;
    return LocalMove{static_cast<std::int32_t>(cells.x), static_cast<std::int32_t>(cells.y), moved - cells * h};
}

void LocalFieldWalk::recall(const SteeringBlock& block, const LocalMover& mover, LocalBatch& batch, int lane) const
{
    if (mover.move) batch.recall(lane, stateOf(block, mover.index) + kMapAt, mover.move->columns, mover.move->rows);
}

void LocalFieldWalk::remember(const SteeringBlock& block, const LocalMover& mover, const LocalBatch& batch, int lane) const
{
    if (use() == LocalUse::direction) return;
    std::byte* const state = stateOf(block, mover.index);
    const Memory memory = {readAs<Heading>(state), mover.move ? mover.move->rest : Vec2{}, 1};
    std::memcpy(state + kMemoryAt, &memory, sizeof memory);
    batch.remember(lane, state + kMapAt);
}

void LocalFieldWalk::answerNothing(const SteeringBlock& block, int i) const
{
    block.asked_x[i] = block.asked_y[i] = 0;
    if (use() == LocalUse::map) std::memset(stateOf(block, i) + kMemoryAt, 0, sizeof(Memory));
}

void LocalFieldWalk::answer(const SteeringBlock& block, const LocalMover& mover, Vec2 direction) const
{
    const float dt = std::max(0.0F, sane(block.dt));
    const auto eta = static_cast<double>(steering::computeExponential(-dt / options_.turning_time));
    const LocalMotion motion = computeLocalMotion(mover.heading, direction, eta);
    const Heading heading{static_cast<float>(motion.heading.x), static_cast<float>(motion.heading.y)};
    std::memcpy(stateOf(block, mover.index), &heading, sizeof heading);
    const double side = updateSide(mover.side, mover.self.toward, direction, static_cast<double>(dt));
    const ChosenSide chosen{static_cast<float>(side), 0};
    std::memcpy(stateOf(block, mover.index) + kSideAt, &chosen, sizeof chosen);
    const Vec2 wish = motion.heading * (mover.speed * motion.speed);
    const int i = mover.index;
    const steering::Velocity asked =
        steering::keepOut(steering::readSelf(block, i), steering::readNeighbours(block, i, options_.neighbour_count),
                          steering::readWalls(block, i), {static_cast<float>(wish.x), static_cast<float>(wish.y)}, dt);
    block.asked_x[i] = asked.x;
    block.asked_y[i] = asked.y;
}

} // namespace clearway
