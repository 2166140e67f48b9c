// SPDX-License-Identifier: MIT
// What walking by local fields is, whoever solves the maps: whom and what an agent draws into its map, and how it goes down it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <clearway/geometry/shapes.h>
#include <clearway/steering/local_field.h>

#include "encounter.h"
#include "potential/local_batch.h"
#include "velocity_program.h"

namespace clearway {

/// How far somebody has come since its last map.
struct LocalMove
{
    std::int32_t columns, rows; ///< whole cells
    Vec2 rest;                  ///< and metres
};

/// Somebody who wants to get somewhere.
struct LocalMover
{
    int index = 0; ///< in the block
    double radius = 0;
    double speed = 0; ///< that it prefers; 0: it stays where it is
    Vec2 heading;
    LocalSelf self;
    double side = 0;                    ///< on which it passes others, as in updateSide()
    std::optional<LocalMove> move = {}; ///< of the map that it remembers
};

/// What is drawn; the next when everything is closed.
enum class LocalDrawing
{
    full,       ///< all that is nearer to a wall than the radius, and those who are in the way
    thin_walls, ///< of the walls only what keeps a cell from another
    no_others,  ///< walls as in full: closed in by people, one goes on as far as there is room
    last = no_others,
};

class LocalFieldWalk
{
public:
    explicit LocalFieldWalk(const LocalFieldOptions& options);

    const LocalMapOptions& map() const { return map_; }
    Steering::Needs needs() const;
    /// Keeps the manner in the state of an agent.
    static void writeManner(std::span<std::byte> state, const Manner::Choice& manner);

    LocalMover readMover(const SteeringBlock& block, int i) const;
    LocalUse use() const { return options_.remembers && !options_.exact ? LocalUse::map : LocalUse::direction; }
    /// Calls drawer.blockWall(a, b, reach) and drawer.blockDisc(center, reach) for what the mover draws, from its centre.
    template <typename Drawer>
    void draw(const SteeringBlock& block, const LocalMover& mover, LocalDrawing drawing, Drawer&& drawer) const;
    /// Starts the mover's map from the one it remembers.
    void recall(const SteeringBlock& block, const LocalMover& mover, LocalBatch& batch, int lane) const;
    /// After the answer.
    void remember(const SteeringBlock& block, const LocalMover& mover, const LocalBatch& batch, int lane) const;
    /// Equations 3 and 4, toward a unit vector.
    void answer(const SteeringBlock& block, const LocalMover& mover, Vec2 direction) const;
    /// Stays, and forgets its map.
    void answerNothing(const SteeringBlock& block, int i) const;

private:
    /// A neighbour that walks, or wants to walk, the agent's way at this part of the agent's speed or more is no obstacle.
    static constexpr double kSamePace = 0.5;
    static constexpr double kForesight = 2; ///< seconds ahead for which others are expected to go on as they do

    /// A point of the block, as doubles.
    static Vec2 readPair(const float* x, const float* y, std::size_t i)
    {
        return {static_cast<double>(steering::sane(x[i])), static_cast<double>(steering::sane(y[i]))};
    }
    std::size_t stateBytes() const;
    Behaviour findBehaviour(PassingSide side) const;
    Manner findManner(const SteeringBlock& block, int i) const;
    std::optional<LocalMove> findMove(const SteeringBlock& block, int i) const;
    std::byte* stateOf(const SteeringBlock& block, int i) const
    {
        return block.state + static_cast<std::size_t>(i) * stateBytes();
    }
    static double readRadius(float radius) { return std::max(0.0, static_cast<double>(steering::sane(radius))); }
    /// Where somebody will be when the mover gets there, or is nearest to it.
    static Vec2 predictPlace(const LocalMover& mover, Vec2 offset, Vec2 velocity)
    {
        const Vec2 approach = mover.self.toward * mover.speed - velocity;
        const double size_sq = lengthSq(approach);
        const double time = size_sq > 0 ? std::clamp(dot(offset, approach) / size_sq, 0.0, kForesight) : 0;
        return offset + velocity * time;
    }
    bool hasSomebodyAhead(const SteeringBlock& block, const LocalMover& mover) const;
    bool goesTheSameWay(const SteeringBlock& block, const LocalMover& mover, std::size_t neighbour) const
    {
        const double least = kSamePace * mover.speed;
        if (dot(readPair(block.neighbour_velocity_x, block.neighbour_velocity_y, neighbour), mover.self.toward) > least)
            return true;
        return block.neighbour_wish_x &&
               dot(readPair(block.neighbour_wish_x, block.neighbour_wish_y, neighbour), mover.self.toward) > least;
    }

    LocalFieldOptions options_;
    LocalMapOptions map_;
};

template <typename Drawer>
void LocalFieldWalk::draw(const SteeringBlock& block, const LocalMover& mover, LocalDrawing drawing, Drawer&& drawer) const
{
    const double h = map_.cell_size, slack = 1e-3 * h;
    const auto at = static_cast<std::size_t>(mover.index);
    // A wall between two middles is within half a cell of one of them. Who touches a wall may go along it.
    const double kept = drawing == LocalDrawing::thin_walls ? h / 2 : std::max(mover.radius, h / 2);
    for (std::size_t k = block.first_wall[at]; k < block.first_wall[at + 1]; ++k)
    {
        const Vec2 a = readPair(block.wall_ax, block.wall_ay, k), b = readPair(block.wall_bx, block.wall_by, k);
        const double gap = distance(Vec2{}, Segment{a, b});
        drawer.blockWall(a, b, std::min(kept, gap) - slack);
    }
    if (drawing == LocalDrawing::no_others) return;
    for (std::size_t k = block.first_neighbour[at]; k < block.first_neighbour[at + 1]; ++k)
    {
        // Those who walk ahead in the same direction will not be there any more.
        if (goesTheSameWay(block, mover, k)) continue;
        const Vec2 velocity = readPair(block.neighbour_velocity_x, block.neighbour_velocity_y, k);
        const Vec2 offset = predictPlace(mover, readPair(block.offset_x, block.offset_y, k), velocity);
        const double reach = mover.radius + readRadius(block.neighbour_radius[k]);
        drawer.blockDisc(offset, std::min(reach, length(offset)) - slack);
    }
}

} // namespace clearway
