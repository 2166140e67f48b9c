// SPDX-License-Identifier: MIT
// From faces to rings. A ring follows the boundary of one piece of free space and turns, at every node, within the free sector it
// came along: where free space only touches itself at a point, its corners there stay apart.
#include <algorithm>

#include "lattice.h"
#include "overlay.h"

namespace clearway::overlay {

namespace {

class RingTracer
{
public:
    RingTracer(LayerWork& work, const Arrangement& arrangement, const Faces& faces)
        : work_(work), arrangement_(arrangement), faces_(faces), corner_count_(arrangement.nodes.size(), 0)
    {
        result_.is_source.assign(work.rings.input_ring.size(), false);
    }

    TracedRings run()
    {
        std::vector<std::uint8_t> is_done(faces_.cycle.size(), 0);
        for (std::uint32_t h = 0; h < faces_.cycle.size(); ++h)
        {
            std::uint8_t& corners = corner_count_[arrangement_.tail(h)];
            if (isBoundary(h) && corners < 2) ++corners;
        }
        for (std::uint32_t start = 0; start < faces_.cycle.size(); ++start)
        {
            if (is_done[start] != 0 || !isBoundary(start)) continue;
            half_edges_.clear();
            for (std::uint32_t h = start; is_done[h] == 0; h = findNextOnBoundary(h))
            {
                is_done[h] = 1;
                half_edges_.push_back(h);
                markUsed(h);
            }
            emit();
        }
        return std::move(result_);
    }

private:
    bool isFreeLeft(std::uint32_t h) const { return faces_.is_free[faces_.cycle[h]] != 0; }
    bool isBoundary(std::uint32_t h) const { return isFreeLeft(h) && !isFreeLeft(h ^ 1); }

    std::uint32_t findNextOnBoundary(std::uint32_t h) const
    {
        h = faces_.next[h];
        while (isFreeLeft(h ^ 1)) h = faces_.next[h ^ 1];
        return h;
    }

    void markUsed(std::uint32_t h)
    {
        for (std::uint32_t source : arrangement_.piecesOf(h >> 1)) result_.is_source[work_.rings.ringOf(source >> 1)] = true;
    }

    /// Whether no piece of two consecutive boundary edges comes from the same ring.
    bool changesRing(std::uint32_t before, std::uint32_t after) const
    {
        for (std::uint32_t a : arrangement_.piecesOf(before >> 1))
        {
            for (std::uint32_t b : arrangement_.piecesOf(after >> 1))
            {
                if (work_.rings.ringOf(a >> 1) == work_.rings.ringOf(b >> 1)) return false;
            }
        }
        return true;
    }

    /// Rings that meet at vertices of both are joined here without any crossing having been found before.
    void reportJoin(std::uint32_t before, std::uint32_t after)
    {
        const std::uint32_t node = arrangement_.tail(after), ring_point = arrangement_.ring_point[node];
        if (arrangement_.outOf(node).size() < 3 || ring_point == kNone || work_.is_reported[ring_point]) return;
        if (!changesRing(before, after)) return;
        work_.is_reported[ring_point] = true;
        work_.report.add(work_.input.repairAt(SceneReport::Repair::Kind::touching_rings, work_.rings.input_point[ring_point]));
    }

    double computeHeight(std::uint32_t node) const
    {
        const std::uint32_t ring_point = arrangement_.ring_point[node];
        if (ring_point != kNone) return work_.input.height(work_.rings.input_point[ring_point]);
        return arrangement_.height.empty() ? 0.0 : arrangement_.height[node];
    }

    /// Turns the half-edges of one ring into points: straight corners are dropped unless another corner touches there.
    void emit()
    {
        const std::size_t count = half_edges_.size();
        nodes_.clear();
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::uint32_t before = half_edges_[i == 0 ? count - 1 : i - 1];
            reportJoin(before, half_edges_[i]);
            const std::uint32_t previous = arrangement_.tail(before), node = arrangement_.tail(half_edges_[i]);
            const std::uint32_t next = arrangement_.head(half_edges_[i]);
            const bool is_straight = cross(arrangement_.nodes[previous], arrangement_.nodes[node], arrangement_.nodes[next]) == 0;
            if (!is_straight || corner_count_[node] > 1)
            {
                nodes_.push_back(node);
                continue;
            }
            const std::uint32_t ring_point = arrangement_.ring_point[node];
            if (ring_point == kNone) continue;
            work_.report.add(
                work_.input.repairAt(SceneReport::Repair::Kind::collinear_point, work_.rings.input_point[ring_point]));
        }
        rotateToSmallest();

        const std::uint32_t first = static_cast<std::uint32_t>(result_.points.size());
        __int128 twice_area = 0;
        for (std::uint32_t node : nodes_)
        {
            result_.points.push_back(arrangement_.nodes[node]);
            result_.heights.push_back(computeHeight(node));
        }
        for (std::size_t i = 2; i < nodes_.size(); ++i)
        {
            twice_area += cross(result_.points[first], result_.points[first + i - 1], result_.points[first + i]);
        }
        result_.rings.push_back(
            {first, static_cast<std::uint32_t>(nodes_.size()), faces_.region[faces_.cycle[half_edges_[0]]], twice_area < 0});
    }

    /// Starts the ring at its smallest node, and if it comes there more than once, where it goes to the smaller one next.
    void rotateToSmallest()
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < nodes_.size(); ++i)
        {
            const auto key = [&](std::size_t at) { return std::pair{nodes_[at], nodes_[(at + 1) % nodes_.size()]}; };
            if (key(i) < key(best)) best = i;
        }
        std::rotate(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(best), nodes_.end());
    }

    LayerWork& work_;
    const Arrangement& arrangement_;
    const Faces& faces_;
    std::vector<std::uint8_t> corner_count_; // of each node, up to 2
    std::vector<std::uint32_t> half_edges_;  // of the ring being traced
    std::vector<std::uint32_t> nodes_;
    TracedRings result_;
};

} // namespace

TracedRings traceRings(LayerWork& work, const Arrangement& arrangement, const Faces& faces)
{
    return RingTracer(work, arrangement, faces).run();
}

} // namespace clearway::overlay
