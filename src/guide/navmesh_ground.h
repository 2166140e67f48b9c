// SPDX-License-Identifier: MIT
// A navigation mesh as ground: see clearway/guide/ground.h for what it promises.
#pragma once
#include <memory>

#include <clearway/guide/ground.h>

#include "guide/navmesh_world.h"

namespace clearway {

class NavMeshGround final : public Ground
{
public:
    explicit NavMeshGround(std::shared_ptr<const NavMeshWorld> world);

    Ground::Standing stand(Vec2 position, double radius, int layer) const override;
    bool hasRoom(Vec2 position, double radius, int layer, Footing& footing) const override;
    void move(const Ground::MoveBatch& batch) const override;
    void findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                   WallList& walls) const override;
    double computeWallDistance(Vec2 position, const Footing& footing, double limit) const override;
    bool drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                         Vec2& point) const override;
    bool isOn(Vec2 position, const Footing& footing) const override;
    Box2 bounds() const override;
    int layerCount() const override { return layer_count_; }
    std::uint64_t computeHash() const override;

private:
    /// Moves one disc as far as that is plain; false when it is not.
    bool moveFreely(Vec2& position, Vec2 target, double radius, Footing& footing) const;
    /// What is true of a disc that stands there.
    Footing computeFooting(Vec2 position, CellId cell, double radius) const;

    std::shared_ptr<const NavMeshWorld> world_;
    int layer_count_ = 1;
};

} // namespace clearway
