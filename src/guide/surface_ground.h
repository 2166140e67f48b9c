// SPDX-License-Identifier: MIT
// A surface as ground: see clearway/guide/ground.h for what it promises.
#pragma once
#include <memory>

#include <clearway/guide/ground.h>

#include "guide/surface_world.h"

namespace clearway {

class SurfaceGround final : public Ground, public CurvedGround
{
public:
    explicit SurfaceGround(std::shared_ptr<const SurfaceWorldData> world) : world_(std::move(world)), data_(world_->data) {}

    Ground::Standing stand(Vec2 position, double radius, int layer) const override;
    bool hasRoom(Vec2 position, double radius, int layer, Footing& footing) const override;
    void move(const Ground::MoveBatch& batch) const override;
    void findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                   WallList& walls) const override;
    double computeWallDistance(Vec2 position, const Footing& footing, double limit) const override;
    bool drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                         Vec2& point) const override;
    bool isOn(Vec2 position, const Footing& footing) const override;
    const CurvedGround* curved() const override { return this; }
    Box2 bounds() const override;
    int layerCount() const override { return 1; }
    std::uint64_t computeHash() const override;

    Pose computePose(Vec2 position) const override { return world_->chart.computePose(position); }
    bool findPosition(Vec3 point, double reach, Vec2& position) const override;
    bool isNear(Vec3 a, std::uint32_t face_a, Vec3 b, std::uint32_t face_b, Vec3 up) const override
    {
        return world_->sight.isNear(a, face_a, b, face_b, up);
    }
    bool isStraight(Vec2 from, Vec2 to, double radius) const override
    {
        const SurfacePlace here = world_->chart.toPlace(from), there = world_->chart.toPlace(to);
        return here && there && world_->leadsStraight(here, there, SurfaceWorldData::sightRadius(radius), 0);
    }
    double area() const override { return data_.area; }

private:
    Footing computeFooting(std::uint32_t face, Vec2 position, double radius) const;
    Footing computeFooting(const SurfacePlace& place, Vec2 position, double radius) const;
    bool moveInside(Vec2& position, Vec2 target, Footing& footing) const;

    std::shared_ptr<const SurfaceWorldData> world_;
    const SurfaceChart::Data& data_;
};

} // namespace clearway
