// SPDX-License-Identifier: MIT
// An octopus: a round body, and eight tapering arms that leave it through holes in its grid, sink to the ground and curl.
#include <algorithm>
#include <cmath>

#include <clearway/base/random.h>

#include "scene/generators/mesh_catalogue.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

namespace {

constexpr std::uint32_t kArmCount = 8;
constexpr double kBodyRadius = 2;
constexpr double kArmLength = 9;
constexpr double kArmRadius = 0.5;

/// A grid of circles of latitude with a pole at each end, of which each arm takes a block of cells below the middle.
class Octopus
{
public:
    explicit Octopus(const MeshGeneratorOptions& options)
        : cells_per_arm_(countParts(10, options.detail, 4)),
          rows_(countParts(28, options.detail, 10)),
          rings_(countParts(60, options.detail, 8)),
          block_(std::max(2u, cells_per_arm_ * 3 / 5)),
          block_rows_(std::max(2u, rows_ * 6 / 28)),
          first_row_(rows_ * 6 / 28 + 1),
          seed_(options.seed)
    {
        addBody();
        for (std::uint32_t arm = 0; arm < kArmCount; ++arm) addArm(arm);
    }

    MeshInput mesh;

private:
    std::uint32_t columns() const { return kArmCount * cells_per_arm_; }
    /// Row 0 is the lowest circle above the south pole.
    std::uint32_t bodyPoint(std::uint32_t column, std::uint32_t row) const { return 2 + row * columns() + column % columns(); }
    bool isHole(std::uint32_t column, std::uint32_t row) const
    {
        return column % cells_per_arm_ < block_ && row >= first_row_ && row < first_row_ + block_rows_;
    }
    /// Points strictly inside a block belong to no cell of the body.
    bool isInside(std::uint32_t column, std::uint32_t row) const
    {
        const std::uint32_t c = column % cells_per_arm_;
        return c > 0 && c < block_ && row > first_row_ && row < first_row_ + block_rows_;
    }

    void addBody()
    {
        mesh.positions.push_back({0, 0, -kBodyRadius});
        mesh.positions.push_back({0, 0, kBodyRadius * 1.4});
        for (std::uint32_t row = 0; row < rows_; ++row)
            for (std::uint32_t column = 0; column < columns(); ++column)
            {
                const Vec2 v = computeDirection(0.75 + 0.5 * (row + 1) / (rows_ + 1)); // from south to north
                const Vec2 u = computeDirection(static_cast<double>(column) / columns());
                const double z = kBodyRadius * v.y * (v.y > 0 ? 1.4 : 1.0);
                mesh.positions.push_back({kBodyRadius * v.x * u.x, kBodyRadius * v.x * u.y, z});
            }
        for (std::uint32_t column = 0; column < columns(); ++column)
        {
            mesh.triangles.push_back({0, bodyPoint(column + 1, 0), bodyPoint(column, 0)});
            mesh.triangles.push_back({1, bodyPoint(column, rows_ - 1), bodyPoint(column + 1, rows_ - 1)});
            for (std::uint32_t row = 0; row + 1 < rows_; ++row)
                if (!isHole(column, row))
                    addQuad(mesh, bodyPoint(column, row), bodyPoint(column + 1, row), bodyPoint(column + 1, row + 1),
                            bodyPoint(column, row + 1));
        }
    }

    /// The border of the hole of an arm, counter-clockwise seen from outside.
    std::vector<std::uint32_t> listHole(std::uint32_t arm) const
    {
        const std::uint32_t left = arm * cells_per_arm_;
        std::vector<std::uint32_t> ring;
        for (std::uint32_t i = 0; i < block_; ++i) ring.push_back(bodyPoint(left + i, first_row_));
        for (std::uint32_t i = 0; i < block_rows_; ++i) ring.push_back(bodyPoint(left + block_, first_row_ + i));
        for (std::uint32_t i = block_; i > 0; --i) ring.push_back(bodyPoint(left + i, first_row_ + block_rows_));
        for (std::uint32_t i = block_rows_; i > 0; --i) ring.push_back(bodyPoint(left, first_row_ + i));
        return ring;
    }

    void addArm(std::uint32_t arm)
    {
        std::vector<std::uint32_t> ring = listHole(arm);
        Vec3 center;
        for (const std::uint32_t v : ring) center += mesh.positions[v];
        center = center / static_cast<double>(ring.size());
        const Vec3 root = center;
        Random random(seed_, arm);
        const double curl = random.uniform(0.1, 0.25) * (arm % 2 == 0 ? 1 : -1); // turns over the whole arm
        const double start = (arm + 0.5 * block_ / cells_per_arm_) / kArmCount;
        const Vec2 first = computeDirection(start);
        for (std::uint32_t k = 1; k <= rings_; ++k)
        {
            const double t = static_cast<double>(k) / rings_;
            const double step = kArmLength / rings_;
            const Vec2 heading = computeDirection(start + curl * t * t);
            // Sinks steeply at first, level from a third on, and lifts its tip.
            const double pitch = t < 0.35 ? -0.12 * (1 - t / 0.35) : 0.06 * (t - 0.35);
            const Vec2 slope = computeDirection(pitch);
            const Vec3 axis = {heading.x * slope.x, heading.y * slope.x, slope.y};
            center += axis * step;
            const Vec3 side = {-heading.y, heading.x, 0};
            const double radius = kArmRadius * (1 - 0.8 * t);
            ring = addRing(ring, center, side, cross(axis, side), radius, std::min(1.0, t * 6), root, {first.x, first.y, 0});
        }
        const auto tip = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(center + Vec3{0, 0, 0.02});
        for (std::size_t i = 0; i < ring.size(); ++i) mesh.triangles.push_back({ring[i], ring[(i + 1) % ring.size()], tip});
    }

    /// The next ring of an arm: near the body it still has the shape of the hole.
    std::vector<std::uint32_t> addRing(const std::vector<std::uint32_t>& last, Vec3 center, Vec3 side, Vec3 up, double radius,
                                       double roundness, Vec3 root, Vec3 outward)
    {
        const auto count = static_cast<std::uint32_t>(last.size());
        std::vector<std::uint32_t> ring(count);
        const Vec3 first_side = {-outward.y, outward.x, 0};
        for (std::uint32_t i = 0; i < count; ++i)
        {
            if (hole_.size() <= i) hole_.resize(count);
            if (roundness == std::min(1.0, 6.0 / rings_))
            {
                const Vec3 d = mesh.positions[last[i]] - root;
                hole_[i] = {dot(d, first_side), d.z};
            }
            // The lower left corner of the block comes first: -135 degrees seen from outside.
            const Vec2 circle = computeDirection(0.625 + static_cast<double>(i) / count) * radius;
            const Vec2 p = hole_[i] * (1 - roundness) + circle * roundness;
            ring[i] = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back(center + side * p.x + up * p.y);
        }
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const std::uint32_t j = (i + 1) % count;
            addQuad(mesh, last[i], last[j], ring[j], ring[i]);
        }
        return ring;
    }

    std::uint32_t cells_per_arm_;
    std::uint32_t rows_;
    std::uint32_t rings_;
    std::uint32_t block_;      ///< cells across the hole of an arm
    std::uint32_t block_rows_; ///< and up
    std::uint32_t first_row_;
    std::uint64_t seed_;
    std::vector<Vec2> hole_; ///< the hole of the arm in hand, seen from outside
};

/// Leaves out points that no triangle uses: those inside the holes.
void dropUnused(MeshInput& mesh)
{
    std::vector<std::uint32_t> numbers(mesh.positions.size(), kNone);
    for (const MeshTriangle& t : mesh.triangles)
        for (const std::uint32_t v : t) numbers[v] = 0;
    std::uint32_t used = 0;
    for (std::uint32_t v = 0; v < numbers.size(); ++v)
        if (numbers[v] == 0)
        {
            mesh.positions[used] = mesh.positions[v];
            numbers[v] = used++;
        }
    mesh.positions.resize(used);
    for (MeshTriangle& t : mesh.triangles)
        for (std::uint32_t& v : t) v = numbers[v];
}

} // namespace

MeshInput buildOctopus(const MeshGeneratorOptions& options)
{
    MeshInput mesh = std::move(Octopus(options).mesh);
    dropUnused(mesh);
    return mesh;
}

} // namespace clearway::generators
