// SPDX-License-Identifier: MIT
// Departure from fast marching: a front is taken to come from a point, not from far away, which is exact on flat ground.
#include "surface/landmarks.h"

#include <algorithm>
#include <cmath>

namespace clearway::surfacing {

namespace {

/// Where straight lines fall short by no more than this on average they are estimate enough.
constexpr double kStraightEnough = 1.1;
/// From here on, marching finds distances some percent too long: triangles are turned to each other by 20 degrees on average.
constexpr double kRough = 0.06;
constexpr double kTrustIfRough = 0.94;

/// Distances from one vertex over the surface.
class Marching
{
public:
    Marching(const SurfaceMesh& mesh, const PathGraph& graph)
        : view_(mesh), graph_(graph), distances_(mesh.vertexCount()), is_done_(mesh.vertexCount())
    {
    }

    const std::vector<float>& run(std::uint32_t start)
    {
        std::fill(distances_.begin(), distances_.end(), Landmarks::kFar);
        std::fill(is_done_.begin(), is_done_.end(), std::uint8_t{0});
        waiting_.clear();
        offer(start, 0);
        while (!waiting_.empty())
        {
            std::pop_heap(waiting_.begin(), waiting_.end(), isAfter);
            const std::uint32_t v = waiting_.back().second;
            waiting_.pop_back();
            if (is_done_[v]) continue;
            is_done_[v] = 1;
            leave(v);
        }
        return distances_;
    }

private:
    using Entry = std::pair<float, std::uint32_t>;
    static bool isAfter(const Entry& a, const Entry& b) { return a > b; }

    void offer(std::uint32_t v, double distance)
    {
        const auto d = static_cast<float>(distance);
        if (distances_[v] >= 0 && !(d < distances_[v])) return;
        distances_[v] = d;
        waiting_.emplace_back(d, v);
        std::push_heap(waiting_.begin(), waiting_.end(), isAfter);
    }

    void leave(std::uint32_t v)
    {
        const std::uint32_t first = graph_.cornerOf(v);
        std::uint32_t h = first;
        do
        {
            const std::uint32_t p = view_.target(h), q = view_.apex(h);
            update(v, q, p);
            update(v, p, q);
            h = view_.opposites[previousHalfedge(h)];
        } while (h != kNone && h != first);
    }

    /// The distance of `to`, from one end of the opposite edge or, if both are done, from where the front came.
    void update(std::uint32_t from, std::uint32_t other, std::uint32_t to)
    {
        if (is_done_[to]) return;
        const Vec3 a = view_.positions[from], c = view_.positions[to];
        const double da = static_cast<double>(distances_[from]);
        double best = da + distance(a, c);
        if (is_done_[other])
        {
            const Vec3 edge = view_.positions[other] - a;
            const double size = length(edge), db = static_cast<double>(distances_[other]);
            if (size > 0)
            {
                // In the plane: the edge on the x axis, the front's source below it, `to` above.
                const double x = (da * da - db * db + size * size) / (2 * size);
                const double y_sq = da * da - x * x;
                const double cx = dot(c - a, edge) / size;
                const double cy = std::sqrt(std::max(lengthSq(c - a) - cx * cx, 0.0));
                if (y_sq >= 0 && cy > 0)
                {
                    const double y = std::sqrt(y_sq);
                    const double at = x + (cx - x) * y / (cy + y);
                    if (at >= 0 && at <= size) best = std::min(best, length(Vec2{cx - x, cy + y}));
                }
            }
        }
        offer(to, best);
    }

    const SurfaceView view_;
    const PathGraph& graph_;
    std::vector<float> distances_;
    std::vector<std::uint8_t> is_done_;
    std::vector<Entry> waiting_;
};

/// A vertex of the component with the most triangles.
std::uint32_t findStart(const SurfaceMesh& mesh)
{
    std::vector<std::uint32_t> counts(mesh.componentCount());
    for (const std::uint32_t c : mesh.components()) ++counts[c];
    const auto largest = static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    const auto components = mesh.components();
    const auto t = std::find(components.begin(), components.end(), largest) - components.begin();
    return mesh.triangles()[static_cast<std::size_t>(t)][0];
}

std::uint32_t findFarthest(std::span<const float> distances)
{
    return static_cast<std::uint32_t>(std::max_element(distances.begin(), distances.end()) - distances.begin());
}

bool areLinesEnough(const SurfaceMesh& mesh, std::uint32_t from, std::span<const float> distances)
{
    double sum = 0, straight = 0;
    for (std::size_t v = 0; v < distances.size(); ++v)
    {
        if (distances[v] < 0) continue;
        sum += static_cast<double>(distances[v]);
        straight += distance(mesh.positions()[v], mesh.positions()[from]);
    }
    return sum <= kStraightEnough * straight;
}

/// How much neighbouring triangles are turned to each other: the mean of one minus the cosine.
double measureRoughness(const SurfaceMesh& mesh)
{
    const SurfaceView view(mesh);
    std::vector<Vec3> normals(mesh.triangleCount());
    for (std::uint32_t t = 0; t < normals.size(); ++t)
    {
        const Vec3 a = view.originAt(3 * t);
        normals[t] = normalized(cross(view.targetAt(3 * t) - a, view.apexAt(3 * t) - a));
    }
    double sum = 0;
    std::size_t count = 0;
    for (std::uint32_t h = 0; h < 3 * normals.size(); ++h)
    {
        const std::uint32_t other = view.opposites[h];
        if (other == kNone || other < h) continue;
        sum += 1 - dot(normals[h / 3], normals[other / 3]);
        ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
}

} // namespace

Landmarks Landmarks::build(const SurfaceMesh& mesh, const PathGraph& graph)
{
    Landmarks landmarks;
    if (mesh.isEmpty()) return landmarks;
    Marching marching(mesh, graph);
    std::uint32_t at = findFarthest(marching.run(findStart(mesh)));
    std::vector<float> nearest; // to the landmarks until now
    for (std::uint32_t i = 0; i < kCount; ++i)
    {
        const std::vector<float>& distances = marching.run(at);
        if (i == 0)
        {
            if (areLinesEnough(mesh, at, distances)) return landmarks;
            landmarks.distances_.resize(distances.size() * kCount);
            nearest = distances;
        }
        for (std::size_t v = 0; v < distances.size(); ++v)
        {
            landmarks.distances_[v * kCount + i] = distances[v];
            nearest[v] = std::min(nearest[v], distances[v]);
        }
        at = findFarthest(nearest);
    }
    if (measureRoughness(mesh) > kRough) landmarks.trust_ = kTrustIfRough;
    return landmarks;
}

} // namespace clearway::surfacing
