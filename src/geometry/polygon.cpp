// SPDX-License-Identifier: MIT
#include <clearway/geometry/polygon.h>

#include <algorithm>

#include <clearway/geometry/predicates.h>

namespace clearway {

double computeSignedArea(std::span<const Vec2> ring)
{
    double doubled = 0;
    for (std::size_t i = 2; i < ring.size(); ++i) doubled += cross(ring[i - 1] - ring[0], ring[i] - ring[0]);
    return doubled / 2;
}

Vec2 computeCentroid(std::span<const Vec2> ring)
{
    if (ring.empty()) return {};
    double doubled = 0;
    Vec2 weighted, sum;
    for (std::size_t i = 1; i < ring.size(); ++i)
    {
        const Vec2 previous = ring[i - 1] - ring[0], current = ring[i] - ring[0];
        const double part = cross(previous, current);
        doubled += part;
        weighted = weighted + (previous + current) * part;
        sum = sum + current;
    }
    const Vec2 center = weighted / (3 * doubled);
    if (doubled != 0 && isFinite(center)) return ring[0] + center;
    return ring[0] + sum / static_cast<double>(ring.size());
}

Side classifyPoint(std::span<const Vec2> ring, Vec2 p)
{
    // Edges that pass from the line of p or below it to above it, or back, on the right of p.
    bool inside = false;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i == 0 ? ring.size() - 1 : i - 1], b = ring[i];
        if (b == p) return Side::boundary;
        if ((a.y <= p.y) != (b.y <= p.y))
        {
            const int side = computeOrientation(a, b, p);
            if (side == 0) return Side::boundary;
            if ((side > 0) == (b.y > a.y)) inside = !inside;
        }
        else if (a.y == p.y && b.y == p.y && std::min(a.x, b.x) < p.x && p.x < std::max(a.x, b.x))
            return Side::boundary;
    }
    return inside ? Side::inside : Side::outside;
}

bool isConvex(std::span<const Vec2> ring)
{
    // A closed walk that never turns right winds once when its direction, up or down in the order of points, changes twice.
    // A turn back in the middle of an edge would take half a winding, which then leaves no area: one real turn rules it out.
    if (ring.size() < 3) return false;
    Vec2 from = ring.back();
    for (std::size_t i = ring.size(); i > 0 && from == ring[0]; --i) from = ring[i - 1];
    Vec2 at = ring[0];
    bool rising = lexicographicLess(from, at);
    int changes = 0;
    bool turns = false;
    for (std::size_t i = 1; i <= ring.size(); ++i)
    {
        const Vec2 to = ring[i == ring.size() ? 0 : i];
        if (to == at) continue;
        const int turn = computeOrientation(from, at, to);
        if (turn < 0) return false;
        turns = turns || turn > 0;
        changes += lexicographicLess(at, to) != rising;
        rising = lexicographicLess(at, to);
        from = at;
        at = to;
    }
    return turns && changes == 2;
}

namespace {

/// What is left of a ring while its corners are cut off: a circular list.
class EarCutter
{
public:
    explicit EarCutter(std::span<const Vec2> ring)
        : ring_(ring), corners_(ring.size()), left_(static_cast<std::uint32_t>(ring.size()))
    {
        for (std::uint32_t i = 0; i < left_; ++i) corners_[i] = {i == 0 ? left_ - 1 : i - 1, i + 1 == left_ ? 0 : i + 1};
        for (std::uint32_t i = 0; i < left_; ++i) corners_[i].is_ear = isEar(i);
    }

    std::vector<std::array<std::uint32_t, 3>> cut()
    {
        std::vector<std::array<std::uint32_t, 3>> triangles;
        triangles.reserve(left_ - 2);
        for (std::uint32_t at = 0; left_ >= 3; --left_)
        {
            at = findCorner(at);
            const auto [previous, next, is_ear] = corners_[at];
            triangles.push_back({previous, at, next});
            corners_[previous].next = next;
            corners_[next].previous = previous;
            // Only these two can have changed; see J. O'Rourke. Computational geometry in C. 1998, section 1.4
            corners_[previous].is_ear = isEar(previous);
            corners_[next].is_ear = isEar(next);
            at = next; // going round instead of on from one place gives fewer fans
        }
        return triangles;
    }

private:
    struct Corner
    {
        std::uint32_t previous = 0;
        std::uint32_t next = 0;
        bool is_ear = false;
    };

    int turnAt(std::uint32_t at) const
    {
        return computeOrientation(ring_[corners_[at].previous], ring_[at], ring_[corners_[at].next]);
    }

    /// Whether the triangle at a corner has area and holds no other corner, on its border neither.
    bool isEar(std::uint32_t at) const
    {
        if (turnAt(at) <= 0) return false;
        const Vec2 a = ring_[corners_[at].previous], b = ring_[at], c = ring_[corners_[at].next];
        for (std::uint32_t i = corners_[corners_[at].next].next; i != corners_[at].previous; i = corners_[i].next)
        {
            const Vec2 p = ring_[i];
            if (p == a || p == b || p == c) continue;
            if (computeOrientation(a, b, p) >= 0 && computeOrientation(b, c, p) >= 0 && computeOrientation(c, a, p) >= 0)
                return false;
        }
        return true;
    }

    /// The next ear. A ring that has none is not simple: then the next straight corner, the next left turn, anything.
    std::uint32_t findCorner(std::uint32_t start) const
    {
        std::uint32_t best = start;
        int best_rank = 0;
        std::uint32_t at = start;
        do
        {
            if (corners_[at].is_ear) return at;
            const int turn = turnAt(at);
            const int rank = turn == 0 ? 2 : turn > 0 ? 1 : 0;
            if (rank > best_rank)
            {
                best = at;
                best_rank = rank;
            }
            at = corners_[at].next;
        } while (at != start);
        return best;
    }

    std::span<const Vec2> ring_;
    std::vector<Corner> corners_;
    std::uint32_t left_;
};

} // namespace

std::vector<std::array<std::uint32_t, 3>> triangulateRing(std::span<const Vec2> ring)
{
    if (ring.size() < 3) return {};
    return EarCutter(ring).cut();
}

} // namespace clearway
