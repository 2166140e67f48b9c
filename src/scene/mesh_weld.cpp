// SPDX-License-Identifier: MIT
// Points at the same place: by hashing for equal ones, by a grid for near ones. The first of them stays, so the result depends on
// the order of the input and on nothing else.
#include <bit>
#include <cmath>

#include "scene/mesh_parts.h"

namespace clearway::meshing {

namespace {

std::uint64_t mix(std::uint64_t x)
{
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

/// -0.0 and 0.0 are the same place.
std::uint64_t hashPoint(Vec3 p)
{
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); };
    return mix(bits(p.x) * 0x9e3779b97f4a7c15u + std::rotl(bits(p.y), 21) * 0xbf58476d1ce4e5b9u +
               std::rotl(bits(p.z), 42) * 0x94d049bb133111ebu);
}

/// A table of the points of one bucket, open addressing.
class PointTable
{
public:
    explicit PointTable(std::size_t count) : mask_(std::bit_ceil(count * 2 + 1) - 1), slots_(mask_ + 1, kNone) {}

    /// The point at the place of `point` that was here first; `point` itself if it is new.
    std::uint32_t add(std::span<const Vec3> points, std::uint32_t point, std::uint64_t hash)
    {
        for (std::size_t slot = hash & mask_;; slot = (slot + 1) & mask_)
        {
            if (slots_[slot] == kNone) return slots_[slot] = point;
            if (points[slots_[slot]] == points[point]) return slots_[slot];
        }
    }

private:
    std::size_t mask_;
    std::vector<std::uint32_t> slots_;
};

std::vector<std::uint32_t> findSamePoints(std::span<const Vec3> points, const TaskHook& hook)
{
    // Buckets small enough for the nearest cache; points are read again from there.
    const int bits = std::clamp<int>(static_cast<int>(std::bit_width(points.size() / 4096)), 0, 8);
    const std::size_t bucket_count = std::size_t{1} << bits;
    Buffer<std::uint64_t> hashes(points.size());
    forChunks(hook, points.size(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) hashes[i] = hashPoint(points[i]);
    });
    const Buckets buckets = sortIntoBuckets(hook, points.size(), bucket_count, [&](std::size_t i) {
        return bits == 0 ? 0 : static_cast<std::size_t>(hashes[i] >> (64 - bits));
    });
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> equal(bucket_count);
    runTasks(hook, static_cast<int>(bucket_count), [&](int bucket) {
        const auto b = static_cast<std::size_t>(bucket);
        PointTable table(buckets.begin[b + 1] - buckets.begin[b]);
        for (std::uint32_t i = buckets.begin[b]; i < buckets.begin[b + 1]; ++i)
        {
            const std::uint32_t point = buckets.items[i];
            const std::uint32_t first = table.add(points, point, hashes[point]);
            if (first != point) equal[b].emplace_back(point, first);
        }
    });
    std::vector<std::uint32_t> firsts;
    for (const auto& pairs : equal)
        for (const auto& [point, first] : pairs)
        {
            if (firsts.empty())
            {
                firsts.resize(points.size());
                std::iota(firsts.begin(), firsts.end(), 0u);
            }
            firsts[point] = first;
        }
    return firsts;
}

/// Points in cubes as wide as the distance: those near a point are in the 27 cubes around it.
class NearGrid
{
public:
    NearGrid(std::span<const Vec3> points, double distance)
        : points_(points),
          distance_(distance),
          mask_(std::bit_ceil(points.size() + 1) - 1),
          heads_(mask_ + 1, kNone),
          next_(points.size(), kNone)
    {
        Box3 box = computeBounds(points);
        origin_ = box.min;
    }

    /// The nearest point that was added before, within the distance; kNone if there is none.
    std::uint32_t findNear(std::uint32_t point) const
    {
        const std::array<double, 3> c = cubeOf(points_[point]);
        std::uint32_t best = kNone;
        double best_sq = distance_ * distance_;
        for (int k = 0; k < 27; ++k)
            for (std::uint32_t i = heads_[slotOf({c[0] + k % 3 - 1, c[1] + k / 3 % 3 - 1, c[2] + k / 9 - 1})]; i != kNone;
                 i = next_[i])
            {
                const double d_sq = distanceSq(points_[i], points_[point]);
                if (d_sq > best_sq || (d_sq == best_sq && i >= best)) continue;
                best = i;
                best_sq = d_sq;
            }
        return best;
    }

    void add(std::uint32_t point)
    {
        std::uint32_t& head = heads_[slotOf(cubeOf(points_[point]))];
        next_[point] = std::exchange(head, point);
    }

private:
    std::array<double, 3> cubeOf(Vec3 p) const
    {
        const Vec3 d = (p - origin_) / distance_;
        return {std::floor(d.x), std::floor(d.y), std::floor(d.z)};
    }
    std::size_t slotOf(const std::array<double, 3>& cube) const { return hashPoint({cube[0], cube[1], cube[2]}) & mask_; }

    std::span<const Vec3> points_;
    double distance_;
    Vec3 origin_;
    std::size_t mask_;
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> next_;
};

std::vector<std::uint32_t> findNearPoints(std::span<const Vec3> points, double distance)
{
    std::vector<std::uint32_t> firsts(points.size());
    NearGrid grid(points, distance);
    bool any = false;
    for (std::uint32_t i = 0; i < points.size(); ++i)
    {
        const std::uint32_t near = grid.findNear(i);
        firsts[i] = near == kNone ? i : near;
        any |= near != kNone;
        if (near == kNone) grid.add(i);
    }
    return any ? firsts : std::vector<std::uint32_t>{};
}

} // namespace

std::vector<std::uint32_t> findEqualPoints(std::span<const Vec3> points, double distance, const TaskHook& hook)
{
    return distance > 0 ? findNearPoints(points, distance) : findSamePoints(points, hook);
}

} // namespace clearway::meshing
