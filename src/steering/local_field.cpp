// SPDX-License-Identifier: MIT
#include <clearway/steering/local_field.h>

#include <array>

#include "base/scratch_pool.h"
#include "local_field_walk.h"

namespace clearway {

namespace {

/// A lane of a batch, to draw into.
struct Lane
{
    LocalBatch& batch;
    int lane;

    void blockWall(Vec2 a, Vec2 b, double reach) { batch.blockWall(lane, a, b, reach); }
    void blockDisc(Vec2 center, double reach) { batch.blockDisc(lane, center, reach); }
};

class LocalField final : public Steering
{
public:
    explicit LocalField(const LocalFieldOptions& options) : walk_(options) {}

    const char* name() const override { return "field"; }

    Steering::Needs needs() const override { return walk_.needs(); }
    void steer(const SteeringBlock& block) const override;
    bool writeManner(std::span<std::byte> state, const Manner::Choice& manner) const override
    {
        LocalFieldWalk::writeManner(state, manner);
        return true;
    }

private:
    using Group = std::array<LocalMover, LocalBatch::kLanes>;

    void steerGroup(const SteeringBlock& block, LocalBatch& batch, const Group& group, int count) const;

    LocalFieldWalk walk_;
    mutable ScratchPool<LocalBatch> pool_;
};

void LocalField::steerGroup(const SteeringBlock& block, LocalBatch& batch, const Group& group, int count) const
{
    // Whose map is closed is drawn again, with less in it.
    std::array<int, LocalBatch::kLanes> open;
    for (int i = 0; i < count; ++i) open[static_cast<std::size_t>(i)] = i;
    for (LocalDrawing drawing = LocalDrawing::full; count > 0; drawing = static_cast<LocalDrawing>(static_cast<int>(drawing) + 1))
    {
        batch.clear();
        for (int lane = 0; lane < count; ++lane)
        {
            const LocalMover& mover = group[static_cast<std::size_t>(open[static_cast<std::size_t>(lane)])];
            batch.open(lane, mover.self);
            walk_.draw(block, mover, drawing, Lane{batch, lane});
            walk_.recall(block, mover, batch, lane);
            batch.placeGoal(lane);
        }
        batch.solve();
        int closed_count = 0;
        for (int lane = 0; lane < count; ++lane)
        {
            const int who = open[static_cast<std::size_t>(lane)];
            const LocalMover& mover = group[static_cast<std::size_t>(who)];
            const Vec2 direction = batch.directionOf(lane);
            const bool is_closed = direction == Vec2{};
            if (is_closed && drawing != LocalDrawing::last)
            {
                open[static_cast<std::size_t>(closed_count++)] = who;
                continue;
            }
            // Where nothing is drawn any more and all is closed the cells are too wide, but what is headed for can be seen.
            walk_.answer(block, mover, is_closed ? mover.self.toward : direction);
            walk_.remember(block, mover, batch, lane);
        }
        count = closed_count;
    }
}

void LocalField::steer(const SteeringBlock& block) const
{
    const auto batch = pool_.borrow([this] { return std::make_unique<LocalBatch>(walk_.map(), walk_.use()); });
    Group group;
    int count = 0;
    for (int i = 0; i < block.count; ++i)
    {
        const LocalMover mover = walk_.readMover(block, i);
        if (!(mover.speed > 0))
        {
            walk_.answerNothing(block, i);
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
