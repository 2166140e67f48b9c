// SPDX-License-Identifier: MIT
#include <clearway/steering/local_field.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <clearway/steering/parameters.h>

#include "base/scratch_pool.h"
#include "exponential.h"
#include "field/local_batch.h"
#include "velocity_program.h"

namespace clearway {

namespace {

using steering::sane;

/// Whoever walks the same way at this part of one's own speed is not in the way.
constexpr double kSamePace = 0.5;

/// What the crowd keeps for an agent: a unit vector, or zeros at first.
struct Heading
{
    float x;
    float y;
};

/// Somebody who wants to get somewhere.
struct Mover
{
    int index = 0; ///< in the block
    double radius = 0;
    double speed = 0; ///< that it prefers
    Vec2 heading;
    LocalSelf self;
};

/// A point or number of the block, as a double.
Vec2 readPair(const float* x, const float* y, std::size_t i)
{
    return {static_cast<double>(sane(x[i])), static_cast<double>(sane(y[i]))};
}

class LocalField final : public Steering
{
public:
    explicit LocalField(const LocalFieldOptions& options)
        : options_(clampParameters(options)),
          map_{.size = options_.map_size | 1,
               .cell_size = static_cast<double>(options_.cell_size),
               .view_degrees = static_cast<double>(options_.view_degrees),
               .method = options_.exact ? LocalMapMethod::exact : LocalMapMethod::relaxed}
    {
    }

    const char* name() const override { return "field"; }

    SteeringNeeds needs() const override
    {
        const auto reach = static_cast<float>(map_.size / 2 - 1) * options_.cell_size;
        return {.neighbour_range = reach,
                .neighbour_count = options_.neighbour_count,
                .wall_range = 1.42F * reach,
                .state_bytes = sizeof(Heading),
                .keeps_apart = options_.keeps_apart,
                .wants_target = true,
                .vector_at = 0};
    }

    void steer(const SteeringBlock& block) const override;

private:
    /// What is drawn; the next when everything is closed.
    enum class Drawing
    {
        full,       ///< all that is nearer to a wall than the radius, and those who are in the way
        thin_walls, ///< of the walls only what keeps a cell from another
        no_others,  ///< walls as in full: closed in by people, one goes on as far as there is room
        last = no_others,
    };
    using Group = std::array<Mover, LocalBatch::kLanes>;

    Mover readMover(const SteeringBlock& block, int i) const;
    void steerGroup(const SteeringBlock& block, LocalBatch& batch, const Group& group, int count) const;
    void draw(const SteeringBlock& block, const Mover& mover, Drawing drawing, int lane, LocalBatch& batch) const;
    Vec2 slide(const SteeringBlock& block, const Mover& mover, Vec2 velocity) const;
    void answer(const SteeringBlock& block, const Mover& mover, Vec2 direction) const;

    LocalFieldOptions options_;
    LocalMapOptions map_;
    mutable ScratchPool<LocalBatch> pool_;
};

/// Those who want to stay where they are have no speed.
Mover LocalField::readMover(const SteeringBlock& block, int i) const
{
    const auto at = static_cast<std::size_t>(i);
    Mover mover;
    mover.index = i;
    mover.radius = std::max(0.0, static_cast<double>(sane(block.radius[at])));
    const Vec2 preferred = readPair(block.preferred_x, block.preferred_y, at);
    const double most = std::max(0.0, static_cast<double>(sane(block.max_speed[at])));
    const double wish = length(preferred);
    if (!(wish > 0) || !(most > 0)) return mover;
    mover.speed = std::min(wish, most);
    mover.self.toward = preferred / wish;
    Heading heading;
    std::memcpy(&heading, block.state + at * sizeof(Heading), sizeof heading);
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
    const double time = static_cast<double>(block.tick) * static_cast<double>(sane(block.dt));
    const Manner manner =
        options_.manner ? options_.manner(time, block.id[at]) : computeManner(options_.behaviour, time, block.id[at]);
    const Vec2 drift = computeDrift(manner, mover.self.toward) * map_.cell_size;
    if (isFinite(drift)) mover.self.drift = drift;
    return mover;
}

void LocalField::draw(const SteeringBlock& block, const Mover& mover, Drawing drawing, int lane, LocalBatch& batch) const
{
    const double h = map_.cell_size, slack = 1e-3 * h;
    const auto at = static_cast<std::size_t>(mover.index);
    batch.open(lane, mover.self);
    // A wall between two middles is within half a cell of one of them. Who touches a wall may go along it.
    const double kept = drawing == Drawing::thin_walls ? h / 2 : std::max(mover.radius, h / 2);
    for (std::size_t k = block.first_wall[at]; k < block.first_wall[at + 1]; ++k)
    {
        const Vec2 a = readPair(block.wall_ax, block.wall_ay, k), b = readPair(block.wall_bx, block.wall_by, k);
        const double gap = distance(Vec2{}, Segment{a, b});
        batch.blockWall(lane, a, b, std::min(kept, gap) - slack);
    }
    if (drawing != Drawing::no_others)
        for (std::size_t k = block.first_neighbour[at]; k < block.first_neighbour[at + 1]; ++k)
        {
            const Vec2 velocity = readPair(block.neighbour_velocity_x, block.neighbour_velocity_y, k);
            // Those who walk ahead in the same direction will not be there any more.
            if (dot(velocity, mover.self.toward) > kSamePace * mover.speed) continue;
            const Vec2 offset = readPair(block.offset_x, block.offset_y, k);
            const double reach = mover.radius + std::max(0.0, static_cast<double>(sane(block.neighbour_radius[k])));
            batch.blockDisc(lane, offset, std::min(reach, length(offset)) - slack);
        }
    batch.placeGoal(lane);
}

/// Not into those who are next to it, but along them: of what leads toward one, only as much as the gap allows, and as it walks
/// on itself.
Vec2 LocalField::slide(const SteeringBlock& block, const Mover& mover, Vec2 velocity) const
{
    const double dt = std::max(1e-3, static_cast<double>(sane(block.dt)));
    const auto at = static_cast<std::size_t>(mover.index);
    constexpr int kRounds = 3; // what one takes away may lead toward another
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t k = block.first_neighbour[at]; k < block.first_neighbour[at + 1]; ++k)
        {
            const Vec2 offset = readPair(block.offset_x, block.offset_y, k);
            const double apart = length(offset);
            const double reach = mover.radius + std::max(0.0, static_cast<double>(sane(block.neighbour_radius[k])));
            if (!(apart > 0) || apart - reach > mover.speed * dt) continue;
            const Vec2 toward = offset / apart;
            const double pace = dot(readPair(block.neighbour_velocity_x, block.neighbour_velocity_y, k), toward);
            const double most = std::max(0.0, (apart - reach) / dt) + std::max(0.0, pace);
            const double approach = dot(velocity, toward);
            if (approach > most) velocity = velocity - toward * (approach - most);
        }
    return velocity;
}

/// Equations 3 and 4.
void LocalField::answer(const SteeringBlock& block, const Mover& mover, Vec2 direction) const
{
    const auto at = static_cast<std::size_t>(mover.index);
    const float dt = std::max(0.0F, sane(block.dt));
    const auto eta = static_cast<double>(steering::computeExponential(-dt / options_.turning_time));
    const LocalMotion motion = computeLocalMotion(mover.heading, direction, eta);
    const Heading heading{static_cast<float>(motion.heading.x), static_cast<float>(motion.heading.y)};
    std::memcpy(block.state + at * sizeof(Heading), &heading, sizeof heading);
    const Vec2 asked = slide(block, mover, motion.heading * (mover.speed * motion.speed));
    block.asked_x[at] = static_cast<float>(asked.x);
    block.asked_y[at] = static_cast<float>(asked.y);
}

void LocalField::steerGroup(const SteeringBlock& block, LocalBatch& batch, const Group& group, int count) const
{
    // Whose map is closed is drawn again, with less in it.
    std::array<int, LocalBatch::kLanes> open;
    for (int i = 0; i < count; ++i) open[static_cast<std::size_t>(i)] = i;
    for (Drawing drawing = Drawing::full; count > 0; drawing = static_cast<Drawing>(static_cast<int>(drawing) + 1))
    {
        batch.clear();
        for (int lane = 0; lane < count; ++lane)
            draw(block, group[static_cast<std::size_t>(open[static_cast<std::size_t>(lane)])], drawing, lane, batch);
        batch.solve();
        int closed_count = 0;
        for (int lane = 0; lane < count; ++lane)
        {
            const int who = open[static_cast<std::size_t>(lane)];
            const Mover& mover = group[static_cast<std::size_t>(who)];
            const Vec2 direction = batch.directionOf(lane);
            if (!(direction == Vec2{}))
                answer(block, mover, direction);
            else if (drawing == Drawing::last)
                answer(block, mover, mover.self.toward); // the cells are too wide, but what is headed for can be seen
            else
                open[static_cast<std::size_t>(closed_count++)] = who;
        }
        count = closed_count;
    }
}

void LocalField::steer(const SteeringBlock& block) const
{
    const auto batch = pool_.borrow([this] { return std::make_unique<LocalBatch>(map_); });
    Group group;
    int count = 0;
    for (int i = 0; i < block.count; ++i)
    {
        const Mover mover = readMover(block, i);
        if (!(mover.speed > 0))
        {
            block.asked_x[i] = block.asked_y[i] = 0;
            continue;
        }
        group[static_cast<std::size_t>(count++)] = mover;
        if (count < LocalBatch::kLanes) continue;
        steerGroup(block, *batch, group, count);
        count = 0;
    }
    if (count > 0) steerGroup(block, *batch, group, count);
}

} // namespace

std::shared_ptr<const Steering> localField(const LocalFieldOptions& options) { return std::make_shared<LocalField>(options); }

} // namespace clearway
