// SPDX-License-Identifier: MIT
// Over each walkable triangle the room is a prism that a character fills: from just above the ground up to its height. A triangle
// of another part of the source that reaches into it, and shares no vertex with the ground, is in the way of who walks there, and
// no border says so. What hangs together with the ground is left to curvature and height, so that most meshes cost next to
// nothing. Whole triangles are looked at and not vertices, so it makes no difference how finely the ground is cut.
#include "surface/standing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <clearway/geometry/bvh3.h>
#include <clearway/surface/query.h>

#include "surface/build_rules.h"

namespace clearway::surfacing {

namespace {

/// Parts of the longest side of a ground triangle. What is nearer to its rim stands beside it; what is lower lies on it.
constexpr double kRim = 1e-4;
/// Beyond a side where the ground goes on: what stands exactly on it is over both triangles. So little that it does not reach
/// past the rim beside the side's end.
constexpr double kSeam = 1e-6;
/// Without a height: what rises so much stands.
constexpr double kTouch = 1e-3;
/// Ground that is steeper than this has no room above it to speak of; cosine.
constexpr double kLeastCosine = 0.05;

struct Plane
{
    Vec3 normal;
    double offset = 0;
    double over(Vec3 p) const { return dot(normal, p) - offset; }
};

/// A triangle with up to five planes cut off.
class Polygon
{
public:
    explicit Polygon(const TrianglePoints& points) : count_(3) { std::copy(points.begin(), points.end(), points_.begin()); }

    void keepOver(const Plane& plane)
    {
        std::array<Vec3, kMost> kept;
        std::size_t kept_count = 0;
        for (std::size_t i = 0; i < count_; ++i)
        {
            const Vec3 a = points_[i], b = points_[(i + 1) % count_];
            const double over_a = plane.over(a), over_b = plane.over(b);
            if (over_a > 0) kept[kept_count++] = a;
            if ((over_a > 0) != (over_b > 0)) kept[kept_count++] = interpolate(a, b, over_a / (over_a - over_b));
        }
        points_ = kept;
        count_ = kept_count;
    }
    bool isEmpty() const { return count_ < 3; }
    Vec3 middle() const
    {
        Vec3 sum;
        for (std::size_t i = 0; i < count_; ++i) sum = sum + points_[i];
        return sum / static_cast<double>(count_);
    }

private:
    static constexpr std::size_t kMost = 16; ///< a cut adds a corner at most, and rounding another
    std::array<Vec3, kMost> points_;
    std::size_t count_;
};

/// The room over a ground triangle.
class Prism
{
public:
    /// `is_rim`: of each side, whether the ground ends there. Beside a rim things may stand; on a side that goes on they are in
    /// the way.
    Prism(const TrianglePoints& ground, const std::array<bool, 3>& is_rim, const SurfaceOptions& options) : ground_(ground)
    {
        const Vec3 normal = normalized(cross(ground[1] - ground[0], ground[2] - ground[0]));
        up_ = options.gravity.kind == Gravity::Kind::none ? normal
                                                          : computeUp(options.gravity, (ground[0] + ground[1] + ground[2]) / 3);
        const double cosine = dot(normal, up_);
        if (!(cosine > kLeastCosine)) return;
        const double side = std::sqrt(
            std::max({distanceSq(ground[0], ground[1]), distanceSq(ground[1], ground[2]), distanceSq(ground[2], ground[0])}));
        const double height = options.height.height;
        low_ = std::max(kRim * side, height / 20); // as the test at vertices has it
        high_ = height > 0 ? height : kTouch * side;
        if (!(high_ > low_)) return;
        for (std::size_t k = 0; k < 3; ++k)
        {
            const Vec3 inward = normalized(cross(up_, ground[(k + 1) % 3] - ground[k]));
            planes_[k] = {inward, dot(inward, ground[k]) + (is_rim[k] ? kRim : -kSeam) * side};
        }
        rise_ = {normal / cosine, dot(normal, ground[0]) / cosine};
        planes_[3] = {rise_.normal, rise_.offset + low_};
        planes_[4] = {Vec3{} - rise_.normal, -(rise_.offset + high_)};
        is_empty_ = false;
    }

    bool isEmpty() const { return is_empty_; }
    Box3 bounds() const
    {
        Box3 box;
        for (const Vec3 p : ground_)
            for (const double height : {low_, high_}) box.add(p + up_ * height);
        return box.inflated(low_); // at least the rim
    }
    Polygon clip(const TrianglePoints& triangle) const
    {
        Polygon polygon(triangle);
        for (const Plane& plane : planes_)
        {
            polygon.keepOver(plane);
            if (polygon.isEmpty()) break;
        }
        return polygon;
    }
    Vec3 dropToGround(Vec3 p) const { return p - up_ * rise_.over(p); }

private:
    TrianglePoints ground_;
    Vec3 up_;
    double low_ = 0, high_ = 0;
    Plane rise_; ///< its height over the ground, along `up_`
    std::array<Plane, 5> planes_;
    bool is_empty_ = true;
};

bool sharesVertex(const MeshTriangle& a, const MeshTriangle& b)
{
    return std::any_of(a.begin(), a.end(), [&](std::uint32_t v) { return v == b[0] || v == b[1] || v == b[2]; });
}

TrianglePoints pointsOf(std::span<const Vec3> positions, const MeshTriangle& t)
{
    return {positions[t[0]], positions[t[1]], positions[t[2]]};
}

/// The triangles that may stand on something: those of parts of the source that come near to other parts.
class Things
{
public:
    Things(const TriangleMesh& mesh, const SurfaceOptions& options) : mesh_(mesh), reach_(options.height.height)
    {
        findParts();
        if (boxes_.size() > 1) findThings(options.execution.task_hook);
    }

    bool isEmpty() const { return things_.empty(); }
    /// Whether another part comes near to that of a triangle.
    bool isNearOthers(std::uint32_t triangle) const { return has_neighbours_[parts_[triangle]] != 0; }
    /// Calls visit(triangle) for things that share no vertex with a triangle, and whose boxes overlap a box.
    template <typename Visit>
    void forEachNear(std::uint32_t triangle, const Box3& box, Visit&& visit) const
    {
        const MeshTriangle& own = mesh_.triangles()[triangle];
        tree_.forEachTouching([&](const Box3& node) { return node.overlaps(box); },
                              [&](std::uint32_t i) {
                                  const std::uint32_t t = things_[i];
                                  if (parts_[t] != parts_[triangle] && !sharesVertex(mesh_.triangles()[t], own) &&
                                      boxOf(t).overlaps(box))
                                      visit(t);
                                  return false;
                              });
    }

private:
    Box3 boxOf(std::uint32_t t) const { return computeBounds(pointsOf(mesh_.positions(), mesh_.triangles()[t])); }

    /// Triangles that hang together by edges, numbered by their first one.
    void findParts()
    {
        const auto count = static_cast<std::uint32_t>(mesh_.triangleCount());
        parts_.resize(count);
        const auto rootOf = [&](std::uint32_t t) {
            while (parts_[t] != t) t = parts_[t] = parts_[parts_[t]];
            return t;
        };
        for (std::uint32_t t = 0; t < count; ++t)
        {
            parts_[t] = t;
            for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
            {
                const std::uint32_t other = mesh_.opposites()[h];
                if (other >= h) continue; // none, too
                const std::uint32_t a = rootOf(t), b = rootOf(other / 3);
                parts_[std::max(a, b)] = std::min(a, b);
            }
        }
        // Roots come before the others of their part, and are numbers of parts once they were met.
        std::uint32_t part_count = 0;
        for (std::uint32_t t = 0; t < count; ++t) parts_[t] = parts_[t] == t ? part_count++ : parts_[parts_[t]];
        boxes_.resize(part_count);
        for (std::uint32_t t = 0; t < count; ++t) boxes_[parts_[t]].add(boxOf(t));
    }

    void findThings(const TaskHook& hook)
    {
        has_neighbours_.assign(boxes_.size(), 0);
        const Bvh3 parts = Bvh3::build(boxes_, {.task_hook = hook});
        const auto isNear = [&](const Box3& box, std::uint32_t own) {
            const Box3 reached = box.inflated(std::max(reach_, kTouch * length(box.size())));
            return parts.forEachTouching([&](const Box3& node) { return node.overlaps(reached); },
                                         [&](std::uint32_t p) { return p != own && boxes_[p].overlaps(reached); });
        };
        for (std::uint32_t p = 0; p < boxes_.size(); ++p) has_neighbours_[p] = isNear(boxes_[p], p);
        std::vector<Box3> boxes;
        for (std::uint32_t t = 0; t < parts_.size(); ++t)
        {
            if (!has_neighbours_[parts_[t]]) continue;
            const Box3 box = boxOf(t);
            if (!isNear(box, parts_[t])) continue;
            things_.push_back(t);
            boxes.push_back(box);
        }
        tree_ = Bvh3::build(boxes, {.task_hook = hook});
    }

    const TriangleMesh& mesh_;
    double reach_;
    std::vector<std::uint32_t> parts_; ///< of triangles
    std::vector<Box3> boxes_;          ///< of parts
    std::vector<std::uint8_t> has_neighbours_;
    std::vector<std::uint32_t> things_; ///< triangles
    Bvh3 tree_;                         ///< of them
};

/// What one chunk of the ground found.
struct Found
{
    std::vector<std::uint32_t> triangles;
    std::uint32_t first_ground = kNone;
    std::uint32_t first_triangle = kNone; ///< over that ground
    Vec3 at;
};

void lookOver(const SurfaceData& surface, const SurfaceOptions& options, const Things& things, std::uint32_t ground, Found& found)
{
    const std::uint32_t own = surface.source_triangles[ground];
    if (!things.isNearOthers(own)) return;
    std::array<bool, 3> is_rim = {};
    for (std::uint32_t k = 0; k < 3; ++k) is_rim[k] = surface.opposites[3 * ground + k] == kNone;
    const Prism prism(pointsOf(surface.positions.span(), surface.triangles[ground]), is_rim, options);
    if (prism.isEmpty()) return;
    const TriangleMesh& source = surface.source;
    things.forEachNear(own, prism.bounds(), [&](std::uint32_t t) {
        const Polygon inside = prism.clip(pointsOf(source.positions(), source.triangles()[t]));
        if (inside.isEmpty()) return;
        found.triangles.push_back(t);
        if (found.first_ground < ground || (found.first_ground == ground && found.first_triangle < t)) return;
        found.first_ground = ground;
        found.first_triangle = t;
        found.at = prism.dropToGround(inside.middle());
    });
}

} // namespace

SurfaceMesh::Standing findStanding(const SurfaceData& surface, const SurfaceOptions& options, std::span<const std::uint8_t> low)
{
    // All of the mesh in one piece: there is nothing else.
    if (surface.component_count == 1 && surface.triangles.size() == surface.source.triangleCount()) return {};
    const Things things(surface.source, options);
    if (things.isEmpty()) return {};
    constexpr std::size_t kChunk = 1024;
    std::vector<Found> founds(countChunks(surface.triangles.size(), kChunk));
    const auto isCutByHeight = [&](std::uint32_t ground) {
        const MeshTriangle& t = surface.source.triangles()[surface.source_triangles[ground]];
        return !low.empty() && (low[t[0]] || low[t[1]] || low[t[2]]);
    };
    forChunks(
        options.execution.task_hook, surface.triangles.size(),
        [&](const Chunk& chunk) {
            for (std::size_t i = chunk.begin; i < chunk.end; ++i)
                if (const auto ground = static_cast<std::uint32_t>(i); !isCutByHeight(ground))
                    lookOver(surface, options, things, ground, founds[chunk.index]);
        },
        kChunk);
    SurfaceMesh::Standing standing;
    std::vector<std::uint8_t> is_counted(surface.source.triangleCount());
    bool has_place = false;
    for (const Found& found : founds)
    {
        for (const std::uint32_t t : found.triangles) standing.triangle_count += !std::exchange(is_counted[t], std::uint8_t{1});
        if (!has_place && found.first_ground != kNone) standing.at = found.at;
        has_place = has_place || found.first_ground != kNone;
    }
    return standing;
}

} // namespace clearway::surfacing
