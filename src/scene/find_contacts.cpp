// SPDX-License-Identifier: MIT
// One sweep that tells whether anything crosses, touches or comes too near, and what lies below each start.
// Based on: M. I. Shamos, D. Hoey. Geometric intersection problems. 1976
// Departure: near misses are found as well. Say that edge e passes the pixel of node v. If no edge crosses and e is not v's
// neighbour in the sweep's order at v, then something lies between them in v's column: an edge that runs on, which then passes
// v's pixel too, or the end w of one, and then e passes w's pixel at w's height. So it is enough to test each node against the
// edges just below and above it, and the edges of nodes that follow each other in a column against the other's pixel.
#include "lattice.h"
#include "overlay.h"
#include "sweep_status.h"

namespace clearway::overlay {

namespace {

class ContactSweep
{
public:
    ContactSweep(const Arrangement& arrangement, std::vector<StartNode>& starts)
        : arrangement_(arrangement), starts_(starts), place_(arrangement.edges.size(), 0)
    {
    }

    /// Handles the next node; false when it finds a contact.
    bool advance(std::uint32_t node)
    {
        const LatticePoint p = arrangement_.nodes[node];
        if (node > 0 && arrangement_.nodes[node - 1].x == p.x && (isPassedBy(node, node - 1) || isPassedBy(node - 1, node)))
            return false;

        const std::span<const std::uint32_t> out = arrangement_.outOf(node);
        std::size_t right_count = 0;
        while (right_count < out.size() && (out[right_count] & 1) == 0) ++right_count;
        const std::size_t left_count = out.size() - right_count;

        Place below = 0, above = 0;
        if (left_count > 0)
        {
            // Half-edges to the left are sorted from the top down.
            const Place lowest = place_[out.back() >> 1];
            Place highest = lowest;
            for (std::size_t i = 1; i < left_count; ++i)
            {
                highest = status_.above(highest);
                if (highest == 0 || status_.edge(highest) != out[out.size() - 1 - i] >> 1) return false;
            }
            below = status_.below(lowest);
            above = status_.above(highest);
        }
        else
        {
            below =
                status_.findLastBelow([&](std::uint32_t e) { return cross(arrangement_.low(e), arrangement_.high(e), p) > 0; });
            above = below != 0 ? status_.above(below) : status_.lowest();
            starts_.push_back({node, below != 0 ? status_.edge(below) : kNone});
        }
        if (isTooNear(below, p) || isTooNear(above, p)) return false;
        update(out, right_count, below);
        return !doNeighboursCross(below, out, right_count, above);
    }

private:
    using Place = SweepStatus::Place;

    bool isTooNear(Place place, LatticePoint p) const
    {
        if (place == 0) return false;
        const std::uint32_t e = status_.edge(place);
        return passesPixel(arrangement_.low(e), arrangement_.high(e), p);
    }

    /// Whether an edge at `from` passes the pixel of `node`.
    bool isPassedBy(std::uint32_t from, std::uint32_t node) const
    {
        for (std::uint32_t h : arrangement_.outOf(from))
        {
            const std::uint32_t head = arrangement_.head(h);
            if (head != node && passesPixel(arrangement_.nodes[from], arrangement_.nodes[head], arrangement_.nodes[node]))
                return true;
        }
        return false;
    }

    /// Puts the edges to the right in the place of those to the left.
    void update(std::span<const std::uint32_t> out, std::size_t right_count, Place below)
    {
        const std::size_t left_count = out.size() - right_count;
        Place at = below;
        std::size_t used = 0;
        for (; used < left_count && used < right_count; ++used)
        {
            at = place_[out[out.size() - 1 - used] >> 1];
            status_.replace(at, out[used] >> 1);
            place_[out[used] >> 1] = at;
        }
        for (std::size_t i = used; i < left_count; ++i) status_.remove(place_[out[out.size() - 1 - i] >> 1]);
        for (std::size_t i = used; i < right_count; ++i) at = place_[out[i] >> 1] = status_.insertAbove(at, out[i] >> 1);
    }

    /// Whether edge `a`, below `b` now, is no longer below where the first of them ends.
    bool doCross(std::uint32_t a, std::uint32_t b) const
    {
        const Edge ea = arrangement_.edges[a], eb = arrangement_.edges[b];
        const std::vector<LatticePoint>& nodes = arrangement_.nodes;
        if (ea.high == eb.high) return false;
        if (ea.high < eb.high) return cross(nodes[eb.low], nodes[eb.high], nodes[ea.high]) >= 0;
        return cross(nodes[ea.low], nodes[ea.high], nodes[eb.high]) <= 0;
    }

    bool doNeighboursCross(Place below, std::span<const std::uint32_t> out, std::size_t right_count, Place above) const
    {
        for (std::size_t i = 1; i < right_count; ++i)
        {
            // Equal directions: one edge runs along the other.
            if (cross(arrangement_.nodes[arrangement_.tail(out[i])], arrangement_.nodes[arrangement_.head(out[i - 1])],
                      arrangement_.nodes[arrangement_.head(out[i])]) == 0)
            {
                return true;
            }
        }
        if (right_count == 0) return below != 0 && above != 0 && doCross(status_.edge(below), status_.edge(above));
        return (below != 0 && doCross(status_.edge(below), out[0] >> 1)) ||
               (above != 0 && doCross(out[right_count - 1] >> 1, status_.edge(above)));
    }

    const Arrangement& arrangement_;
    std::vector<StartNode>& starts_;
    SweepStatus status_;
    std::vector<Place> place_;
};

} // namespace

Cleanness findContacts(const Arrangement& arrangement, const Progress& progress, std::vector<StartNode>& starts)
{
    starts.clear();
    ContactSweep sweep(arrangement, starts);
    Ticker ticker(progress, "sweeping", arrangement.nodes.size());
    for (std::uint32_t node = 0; node < arrangement.nodes.size(); ++node)
    {
        if (!ticker.step()) return Cleanness::cancelled;
        if (arrangement.first_out[node] == arrangement.first_out[node + 1]) continue;
        if (!sweep.advance(node)) return Cleanness::dirty;
    }
    return Cleanness::clean;
}

} // namespace clearway::overlay
