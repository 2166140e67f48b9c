// SPDX-License-Identifier: MIT
#include "tests/oracle/geodesic_oracle.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <queue>

namespace clearway::oracle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Edge = std::pair<std::uint32_t, std::uint32_t>;

struct Soup
{
    std::vector<Vec3> positions;
    std::vector<MeshTriangle> triangles;

    /// Makes a point inside a triangle a vertex. Which part of it is looked for, since the triangle may have been split.
    std::uint32_t insert(Vec3 p, std::vector<std::uint32_t> candidates, std::vector<std::vector<std::uint32_t>>& children)
    {
        std::uint32_t best = candidates[0];
        double best_share = -kInfinity;
        while (!candidates.empty())
        {
            const std::uint32_t t = candidates.back();
            candidates.pop_back();
            if (t < children.size() && !children[t].empty())
            {
                candidates.insert(candidates.end(), children[t].begin(), children[t].end());
                continue;
            }
            const Vec3 a = positions[triangles[t][0]], b = positions[triangles[t][1]], c = positions[triangles[t][2]];
            const Vec3 n = cross(b - a, c - a);
            const double u = dot(cross(b - a, p - a), n), v = dot(cross(c - b, p - b), n), w = dot(cross(a - c, p - c), n);
            const double share = std::min({u, v, w}) / dot(n, n);
            if (share > best_share)
            {
                best_share = share;
                best = t;
            }
        }
        const MeshTriangle t = triangles[best];
        const auto v = static_cast<std::uint32_t>(positions.size());
        positions.push_back(p);
        children.resize(triangles.size() + 2);
        triangles[best] = {0, 0, 0};
        for (std::size_t k = 0; k < 3; ++k)
        {
            children.resize(triangles.size() + 1);
            children[best].push_back(static_cast<std::uint32_t>(triangles.size()));
            triangles.push_back({t[k], t[(k + 1) % 3], v});
        }
        return v;
    }
};

/// Light from a point that seems to be at (x, y), `behind` metres from the start, through [low, high] of an edge that lies along
/// the x axis; y >= 0. It goes on to the triangle `from`-`to`-`apex` below.
struct Window
{
    std::uint32_t from, to;
    double low, high;
    double x, y;
    double behind;
    double nearest; ///< the least distance of its points
};

struct Event
{
    double key;
    std::uint32_t vertex; ///< or that of no vertex: `window` counts
    Window window;
    friend bool operator<(const Event& a, const Event& b) { return a.key > b.key; }
};

class Propagation
{
public:
    explicit Propagation(const Soup& soup) : p_(soup.positions), distances_(soup.positions.size(), kInfinity)
    {
        std::vector<double> angles(p_.size());
        for (const MeshTriangle& t : soup.triangles)
        {
            if (t[0] == t[1]) continue; // was split
            for (std::size_t k = 0; k < 3; ++k)
            {
                const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
                apex_[{a, b}] = c;
                const Vec3 u = p_[b] - p_[a], v = p_[c] - p_[a];
                angles[a] += std::atan2(length(cross(u, v)), dot(u, v));
                around_[a].push_back({b, c});
            }
        }
        bends_.resize(p_.size());
        for (std::uint32_t v = 0; v < p_.size(); ++v) bends_[v] = angles[v] > 2 * 3.14159265358979323846 - 1e-6;
        for (const auto& [edge, apex] : apex_)
            if (!apex_.contains({edge.second, edge.first})) bends_[edge.first] = bends_[edge.second] = true;
    }

    const std::vector<double>& run(std::uint32_t start, std::span<const std::uint32_t> goals)
    {
        bends_[start] = true;
        arrive(start, 0);
        while (!events_.empty())
        {
            const Event event = events_.top();
            events_.pop();
            double farthest = 0;
            for (const std::uint32_t g : goals) farthest = std::max(farthest, distances_[g]);
            if (event.key >= farthest) break;
            if (event.vertex == kNone)
                pass(event.window);
            else if (event.key == distances_[event.vertex])
                spread(event.vertex);
        }
        return distances_;
    }

private:
    void arrive(std::uint32_t v, double d)
    {
        if (!(d < distances_[v])) return;
        distances_[v] = d;
        if (bends_[v]) events_.push({d, v, {}});
    }

    /// A vertex around which shortest ways may bend sends light in every direction.
    void spread(std::uint32_t v)
    {
        for (const auto& [b, c] : around_[v])
        {
            arrive(b, distances_[v] + distance(p_[v], p_[b]));
            arrive(c, distances_[v] + distance(p_[v], p_[c]));
            // The edge from b to c has v on its left; light goes on to the other side, seen from which it runs from c to b.
            const double l = distance(p_[b], p_[c]);
            const double x = dot(p_[v] - p_[c], p_[b] - p_[c]) / l;
            const double y = length(cross(p_[v] - p_[c], p_[b] - p_[c])) / l;
            add({c, b, 0, l, x, y, distances_[v], 0});
        }
    }

    void add(Window w)
    {
        if (!apex_.contains({w.from, w.to})) return;
        const double l = distance(p_[w.from], p_[w.to]);
        w.low = std::max(w.low, 0.0);
        w.high = std::min(w.high, l);
        if (!(w.high - w.low > 1e-13 * l)) return;
        const double x = std::clamp(w.x, w.low, w.high);
        w.nearest = w.behind + std::hypot(w.x - x, w.y);
        events_.push({w.nearest, kNone, w});
    }

    /// Whether a way over an end of the edge is shorter to every point of the window: it is to the whole, if to the far end.
    bool isBeaten(const Window& w) const
    {
        const Vec2 s = {w.x, w.y}, low = {w.low, 0}, high = {w.high, 0};
        const double slack = 1 + 1e-11;
        const double to_low = w.behind + distance(s, low), to_high = w.behind + distance(s, high);
        return to_high > (distances_[w.from] + w.high) * slack ||
               to_low > (distances_[w.to] + distance(p_[w.from], p_[w.to]) - w.low) * slack;
    }

    void pass(const Window& w)
    {
        const std::uint32_t apex = apex_.at({w.from, w.to});
        const double l = distance(p_[w.from], p_[w.to]);
        const Vec3 e = (p_[w.to] - p_[w.from]) / l;
        const Vec2 a = {0, 0}, b = {l, 0};
        const Vec2 c = {dot(p_[apex] - p_[w.from], e), -length(cross(p_[apex] - p_[w.from], e))};
        if (isBeaten(w)) return;
        const Vec2 s = {w.x, w.y}, low = {w.low, 0}, high = {w.high, 0};
        // Light falls between the rays through low and high; x grows to the right, and down is ahead.
        const bool apex_right_of_low = cross(low - s, c - s) >= 0;
        const bool apex_left_of_high = cross(high - s, c - s) <= 0;
        if (apex_right_of_low && apex_left_of_high) arrive(apex, w.behind + distance(s, c));
        // On the edge from a to c: from the ray through low to c or to the ray through high.
        if (apex_right_of_low) send(w, w.from, apex, a, c, meet(s, low, a, c), apex_left_of_high ? 1 : meet(s, high, a, c));
        if (apex_left_of_high) send(w, apex, w.to, c, b, apex_right_of_low ? 0 : meet(s, low, c, b), meet(s, high, c, b));
    }

    /// Where the ray from s through q meets the line from a to b, as a share of it.
    static double meet(Vec2 s, Vec2 q, Vec2 a, Vec2 b)
    {
        const double across = cross(q - s, b - a);
        return across != 0 ? std::clamp(cross(q - s, s - a) / across, 0.0, 1.0) : 0.5;
    }

    void send(const Window& w, std::uint32_t from, std::uint32_t to, Vec2 a, Vec2 b, double low, double high)
    {
        // In the frame of the edge, with what is behind above it.
        const double l = distance(a, b);
        const Vec2 x = (b - a) / l, s = Vec2{w.x, w.y} - a;
        add({from, to, low * l, high * l, dot(s, x), std::max(cross(x, s), 0.0), w.behind, 0});
    }

    const std::vector<Vec3>& p_;
    std::vector<double> distances_;
    std::vector<bool> bends_;
    std::map<Edge, std::uint32_t> apex_;                ///< of the triangle on the left of an edge
    std::map<std::uint32_t, std::vector<Edge>> around_; ///< the edges opposite to a vertex
    std::priority_queue<Event> events_;
};

} // namespace

std::vector<double> computeGeodesicDistances(const SurfaceMesh& mesh, const SurfacePlace& start,
                                             std::span<const SurfacePlace> goals)
{
    Soup soup{{mesh.positions().begin(), mesh.positions().end()}, {mesh.triangles().begin(), mesh.triangles().end()}};
    std::vector<std::vector<std::uint32_t>> children;
    const std::uint32_t source = soup.insert(start.position, {start.triangle}, children);
    std::vector<std::uint32_t> sinks;
    for (const SurfacePlace& goal : goals) sinks.push_back(soup.insert(goal.position, {goal.triangle}, children));
    Propagation propagation(soup);
    const std::vector<double>& distances = propagation.run(source, sinks);
    std::vector<double> result;
    for (const std::uint32_t sink : sinks) result.push_back(distances[sink]);
    return result;
}

} // namespace clearway::oracle
