// SPDX-License-Identifier: MIT
// The frozen tick of a crowd on curved ground: agents in space, sorted by cubes, which are found by hashing. Who is found never
// depends on the size of the cubes nor on the order inside one.
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
    std::uint32_t face = kNoFace;
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

    /// Sorted indices of all bodies in the cubes that meet the cube of half-width `reach` around a point; others may be among
    /// them.
    template <typename Visit>
    void visit(Vec3 center, double reach, Visit visit) const;

    std::size_t memoryBytes() const;

    std::vector<SpaceBody> bodies; ///< in sorted order

private:
    static constexpr std::uint64_t kAxisBits = 21; ///< cubes far from each other may share a key

    std::int64_t cube(double at) const { return static_cast<std::int64_t>(std::floor(at * inverse_size_)); }
    static std::uint64_t makeKey(std::int64_t x, std::int64_t y, std::int64_t z)
    {
        constexpr std::uint64_t kMask = (std::uint64_t{1} << kAxisBits) - 1;
        return (static_cast<std::uint64_t>(x) & kMask) | (static_cast<std::uint64_t>(y) & kMask) << kAxisBits |
               (static_cast<std::uint64_t>(z) & kMask) << 2 * kAxisBits;
    }
    std::size_t bucket(std::uint64_t key) const { return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> shift_); }

    double inverse_size_ = 1;
    int shift_ = 63;
    std::vector<std::uint32_t> first_; ///< of each bucket, and one more
    std::vector<std::uint64_t> key_;   ///< of each sorted body
    std::vector<std::uint64_t> given_key_;
};

template <typename Visit>
void SpaceGrid::visit(Vec3 center, double reach, Visit visit) const
{
    const std::int64_t x0 = cube(center.x - reach), x1 = cube(center.x + reach), y0 = cube(center.y - reach);
    const std::int64_t y1 = cube(center.y + reach), z0 = cube(center.z - reach), z1 = cube(center.z + reach);
    const double cubes = static_cast<double>(x1 - x0 + 1) * static_cast<double>(y1 - y0 + 1) * static_cast<double>(z1 - z0 + 1);
    if (!(cubes < static_cast<double>(bodies.size()) + 64)) // looking at everybody is less work
    {
        for (std::uint32_t i = 0; i < bodies.size(); ++i) visit(i);
        return;
    }
    for (std::int64_t z = z0; z <= z1; ++z)
        for (std::int64_t y = y0; y <= y1; ++y)
            for (std::int64_t x = x0; x <= x1; ++x)
            {
                const std::uint64_t key = makeKey(x, y, z);
                const std::size_t at = bucket(key);
                for (std::uint32_t i = first_[at]; i < first_[at + 1]; ++i)
                    if (key_[i] == key) visit(i);
            }
}

} // namespace clearway
