// SPDX-License-Identifier: MIT
// The ground around the way of a formation over a surface, laid out in a plane in which the formation marches: seen from above
// where the ground looks up, else along its mean normal. Cells are grown from the way over the ground, so that a sheet above or
// below is never part of the map.
// Why: formations are plane figures. On a slope they are as seen from above, so that neighbours are never nearer than in the
// plane.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <clearway/group/way.h>
#include <clearway/guide/ground.h>

#include "rts/battle_ground.h"

namespace clearway {

class MarchMap
{
public:
    struct Options
    {
        double radius = 0.25; ///< of the largest member
        double across = 1;    ///< how far beside the way the map reaches; metres
        double cell_size = 0.5;
        Vec2 facing = {}; ///< at the end of the way, as seen from above
    };

    /// Along points on the ground, at least one. Fails where the ground turns away from the plane or the way crosses or passes
    /// itself at another height, and when there would be too many cells.
    static Result<GroupCourse> plan(std::shared_ptr<const Ground> ground, std::span<const Vec3> points, const Options& options);

    Vec2 toPlane(Vec3 p) const { return {dot(p, x_), dot(p, y_)}; }
    /// The place on the ground of a point of the plane, or of the free one nearest to it.
    std::optional<Vec2> findPlace(Vec2 p) const;

private:
    MarchMap(std::shared_ptr<const Ground> ground, const Options& options) : ground_(std::move(ground)), options_(options) {}

    Result<std::vector<Vec3>> layOut(std::span<const Vec3> points);
    Result<void> grow(std::span<const Vec3> way);
    bool probe(Vec2 p, double hint, double& height, std::uint8_t& is_free) const;
    GroupWay measure(std::span<const Vec3> way) const;
    double measureRoom(Vec2 p, Vec2 side) const;

    Vec3 toSpace(Vec2 p, double height) const { return x_ * p.x + y_ * p.y + normal_ * height; }
    Vec2 centerOf(std::size_t cell) const;
    std::size_t cellAt(Vec2 p) const; ///< of a point inside

    std::shared_ptr<const Ground> ground_;
    Options options_;
    Vec3 x_ = {1, 0, 0};
    Vec3 y_ = {0, 1, 0};
    Vec3 normal_ = {0, 0, 1};
    Vec2 origin_; ///< of the lower left cell
    std::size_t width_ = 0;
    std::vector<double> heights_; ///< by cell, above the plane; not a number where there is no ground
    std::vector<std::uint8_t> is_free_;
    std::optional<FieldGrid> grid_;
};

} // namespace clearway
