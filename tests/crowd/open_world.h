// SPDX-License-Identifier: MIT
// The simplest world there is: an empty square whose border stops centres, and a guide that points straight at the goal.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>

#include <clearway/base/random.h>
#include <clearway/guide/guide.h>

namespace clearway::test {

class OpenGround : public Ground
{
public:
    explicit OpenGround(double half_width) : half_width_(half_width) {}

    Ground::Standing stand(Vec2 p, double, int) const override
    {
        Ground::Standing standing;
        if (std::max(std::abs(p.x), std::abs(p.y)) > half_width_) return standing;
        standing.problem = Ground::Standing::Problem::none;
        standing.footing = {.face = 0, .wall_room = 1e6F, .face_room = 1e6F};
        return standing;
    }
    void move(const Ground::MoveBatch& batch) const override
    {
        for (std::size_t i = 0; i < batch.positions.size(); ++i)
            batch.positions[i] = {std::clamp(batch.targets[i].x, -half_width_, half_width_),
                                  std::clamp(batch.targets[i].y, -half_width_, half_width_)};
    }
    void findWalls(std::span<const Vec2> positions, std::span<const Footing>, std::span<const float>,
                   WallList& walls) const override
    {
        walls.first.assign(positions.size() + 1, 0);
        walls.walls.clear();
    }
    double computeWallDistance(Vec2, const Footing&, double) const override { return std::numeric_limits<double>::infinity(); }
    bool drawRandomPoint(std::uint64_t seed, std::uint64_t index, double, std::uint32_t, int, Vec2& point) const override
    {
        Random random(seed, index);
        const double x = random.uniform(-half_width_, half_width_);
        point = {x, random.uniform(-half_width_, half_width_)};
        return true;
    }
    bool isOn(Vec2 p, const Footing& footing) const override
    {
        return footing.face == 0 && std::max(std::abs(p.x), std::abs(p.y)) <= half_width_;
    }
    Box2 bounds() const override
    {
        Box2 box;
        box.add(Vec2{-half_width_, -half_width_});
        box.add(Vec2{half_width_, half_width_});
        return box;
    }
    int layerCount() const override { return 1; }
    std::uint64_t computeHash() const override { return static_cast<std::uint64_t>(half_width_); }

private:
    double half_width_;
};

class StraightGuide : public Guide
{
public:
    const char* name() const override { return "own"; }
    std::size_t stateBytes() const override { return 8; }
    void guide(const Guide::Batch& batch) const override
    {
        for (std::size_t i = 0; i < batch.ids.size(); ++i)
        {
            const bool is_far = std::max(std::abs(batch.goals[i].x), std::abs(batch.goals[i].y)) > 1e6;
            std::byte& has_plan = batch.states[8 * i];
            batch.guidance[i] = {.target = is_far ? batch.positions[i] : batch.goals[i],
                                 .room = 1,
                                 .status = is_far ? Guidance::Status::unreachable : Guidance::Status::goal_ahead,
                                 .has_planned = has_plan == std::byte{0}};
            has_plan = std::byte{1};
        }
    }
};

inline World openWorld(double half_width = 100)
{
    return {std::make_shared<OpenGround>(half_width), std::make_shared<StraightGuide>()};
}

} // namespace clearway::test
