// SPDX-License-Identifier: MIT
// The frozen tick of a crowd on curved ground: agents in space, sorted by cubes, row by row; where there would be many more cubes
// than agents, rows share their place in memory. Who is found never depends on the size of the cubes nor on the order inside one.
#pragma once
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/guide/ground.h>

namespace clearway {

/// Where an agent is in space, and its plane. One line of the cache.
struct SpaceBody
{
    Vec3 position;
    float x[3] = {};
    float y[3] = {};
    float normal[3] = {};
    std::uint32_t face = kNone;
};
static_assert(sizeof(SpaceBody) == 64);

inline SpaceBody makeBody(const Pose& pose)
{
    const auto narrow = [](double value) { return static_cast<float>(value); };
    return {pose.position,
            {narrow(pose.x.x), narrow(pose.x.y), narrow(pose.x.z)},
            {narrow(pose.y.x), narrow(pose.y.y), narrow(pose.y.z)},
            {narrow(pose.normal.x), narrow(pose.normal.y), narrow(pose.normal.z)},
            pose.face};
}

inline float dot3(const float* a, const float* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Whether two who are near on the ground have their backs to each other, as on both sides of a thin sheet: their planes are
/// turned by more than 154 degrees. Not less: whoever steps over an edge must have seen those on the other side before.
inline bool isTurnedAway(const SpaceBody& a, const SpaceBody& b)
{
    constexpr float kTurnedAway = -0.9F;
    return dot3(a.normal, b.normal) < kTurnedAway;
}

/// A vector in the plane of a body, in space; and one in space, in its plane.
inline Vec3 toSpace(const SpaceBody& body, Vec2 v)
{
    const auto along = [&](int k) { return static_cast<double>(body.x[k]) * v.x + static_cast<double>(body.y[k]) * v.y; };
    return {along(0), along(1), along(2)};
}
inline Vec2 toPlane(const SpaceBody& body, Vec3 v)
{
    const float f[3] = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    return {static_cast<double>(dot3(f, body.x)), static_cast<double>(dot3(f, body.y))};
}

/// A vector in the plane of one, in that of another; as turnVector does.
inline void turnFloats(const SpaceBody& from, const SpaceBody& to, float& vx, float& vy)
{
    const float v[3] = {from.x[0] * vx + from.y[0] * vy, from.x[1] * vx + from.y[1] * vy, from.x[2] * vx + from.y[2] * vy};
    const float cosine = dot3(from.normal, to.normal);
    const float share = cosine > -1 ? dot3(v, to.normal) / (1 + cosine) : 0;
    float turned[3];
    for (int k = 0; k < 3; ++k) turned[k] = v[k] - (from.normal[k] + to.normal[k]) * share;
    vx = dot3(turned, to.x);
    vy = dot3(turned, to.y);
}

class SpaceGrid
{
public:
    /// Sorts bodies into cubes. `order`: afterwards the index of each sorted body in `given`.
    void build(std::span<const SpaceBody> given, double cube_size, std::vector<std::uint32_t>& order);

    /// Sorted indices of all bodies in the cubes that meet the cube of half-width `reach` around a point.
    template <typename Visit>
    void visit(Vec3 center, double reach, Visit visit) const;

    std::size_t memoryBytes() const;

    std::vector<SpaceBody> bodies; ///< in sorted order

private:
    /// A cube: along the axis in which the crowd is shortest, and the others.
    struct Cube
    {
        std::int32_t along = 0;
        std::int32_t row = 0;
        std::int32_t layer = 0;

        friend bool operator==(const Cube&, const Cube&) = default;
    };

    void layOut(std::span<const SpaceBody> given, double cube_size);
    static std::int32_t clampCube(double at, std::int32_t count)
    {
        return at < 0 ? 0 : at >= count ? count - 1 : static_cast<std::int32_t>(at);
    }
    double coordinate(Vec3 p, int axis) const
    {
        const double values[3] = {p.x, p.y, p.z};
        return values[axes_[axis]];
    }
    std::int32_t cube(Vec3 p, int axis, double add) const
    {
        return clampCube((coordinate(p, axis) + add - origin_[axis]) * inverse_size_, counts_[axis]);
    }
    Cube cubeAt(Vec3 p) const { return {cube(p, 0, 0), cube(p, 1, 0), cube(p, 2, 0)}; }
    std::size_t bucket(std::int32_t along, std::int32_t row, std::int32_t layer) const
    {
        const std::uint64_t number =
            static_cast<std::uint64_t>(along) +
            static_cast<std::uint64_t>(counts_[0]) *
                (static_cast<std::uint64_t>(row) + static_cast<std::uint64_t>(counts_[1]) * static_cast<std::uint64_t>(layer));
        return static_cast<std::size_t>(number & mask_);
    }

    double inverse_size_ = 1;
    int axes_[3] = {0, 1, 2}; ///< the shortest first
    double origin_[3] = {};
    std::int32_t counts_[3] = {1, 1, 1};
    std::uint64_t mask_ = 0;
    bool is_shared_ = false;           ///< whether cubes share buckets
    std::vector<std::uint32_t> first_; ///< of each bucket, and one more
    std::vector<Cube> cube_;           ///< of each sorted body
    std::vector<Cube> given_cube_;
};

template <typename Visit>
void SpaceGrid::visit(Vec3 center, double reach, Visit visit) const
{
    const Cube low{cube(center, 0, -reach), cube(center, 1, -reach), cube(center, 2, -reach)};
    const Cube high{cube(center, 0, reach), cube(center, 1, reach), cube(center, 2, reach)};
    const double cubes = (high.along - low.along + 1.0) * (high.row - low.row + 1.0) * (high.layer - low.layer + 1.0);
    if (is_shared_ && !(cubes < static_cast<double>(bodies.size()) + 64)) // looking at everybody is less work
    {
        for (std::uint32_t i = 0; i < bodies.size(); ++i) visit(i);
        return;
    }
    for (std::int32_t layer = low.layer; layer <= high.layer; ++layer)
        for (std::int32_t row = low.row; row <= high.row; ++row)
        {
            if (!is_shared_)
            {
                const std::uint32_t end = first_[bucket(high.along, row, layer) + 1];
                for (std::uint32_t i = first_[bucket(low.along, row, layer)]; i < end; ++i) visit(i);
                continue;
            }
            for (Cube at{low.along, row, layer}; at.along <= high.along; ++at.along)
            {
                const std::size_t here = bucket(at.along, row, layer);
                for (std::uint32_t i = first_[here]; i < first_[here + 1]; ++i)
                    if (cube_[i] == at) visit(i);
            }
        }
}

} // namespace clearway
