// SPDX-License-Identifier: MIT
// One ground for several kinds of walkers: each kind has a ground of its own, on which what it may not enter is a wall.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include <clearway/guide/ground.h>

#include "base/scratch_pool.h"

namespace clearway {

class GroundPerKind final : public Ground
{
public:
    /// At least one ground; all flat, in the same coordinates.
    explicit GroundPerKind(std::vector<std::shared_ptr<const Ground>> grounds);

    std::uint32_t kindCount() const override { return static_cast<std::uint32_t>(grounds_.size()); }
    const Ground& forKind(std::uint32_t kind) const override { return *grounds_[kind]; }

    Ground::Standing stand(Vec2 position, double radius, int layer) const override;
    bool hasRoom(Vec2 position, double radius, int layer, Footing& footing) const override;
    void move(const Ground::MoveBatch& batch) const override;
    void findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                   WallList& walls) const override;
    double computeWallDistance(Vec2 position, const Footing& footing, double limit) const override;
    bool drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                         Vec2& point) const override;
    bool isOn(Vec2 position, const Footing& footing) const override;
    Box2 bounds() const override { return bounds_; }
    int layerCount() const override { return layer_count_; }
    std::uint64_t computeHash() const override;

private:
    std::vector<std::shared_ptr<const Ground>> grounds_; ///< by kind
    Box2 bounds_;
    int layer_count_ = 1;
    mutable ScratchPool<WallList> pool_;
};

} // namespace clearway
