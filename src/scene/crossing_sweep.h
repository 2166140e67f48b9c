// SPDX-License-Identifier: MIT
// All points where segments between lattice points meet, in order and exactly; and, for flat segments, the pixels they pass.
// Based on: J. L. Bentley, T. A. Ottmann. Algorithms for reporting and counting geometric intersections. 1979
// O((n + k) log n) for n segments that meet in k points. Crossings are exact fractions, so the order of the sweep never
// contradicts itself.
#pragma once
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <vector>

#include "arrangement.h"
#include "overlay.h"
#include "sweep_status.h"

namespace clearway::overlay {

/// A point with fractional coordinates: whole + part / denominator, 0 <= part < denominator.
struct FractionPoint
{
    LatticePoint whole;
    std::int64_t part_x = 0;
    std::int64_t part_y = 0;
    std::int64_t denominator = 1;

    static FractionPoint of(LatticePoint p) { return {p, 0, 0, 1}; }
    bool isOnLattice() const { return part_x == 0 && part_y == 0; }
    /// The lattice point whose pixel it lies in.
    LatticePoint rounded() const;

    friend bool operator==(const FractionPoint& a, const FractionPoint& b);
    friend bool operator<(const FractionPoint& a, const FractionPoint& b); ///< by x, then y
};

/// Where two segments that are not parallel cross.
FractionPoint computeCrossing(LatticePoint a_low, LatticePoint a_high, LatticePoint b_low, LatticePoint b_high);

/// +1 when p lies to the left of the line from `low` to `high`.
int computeOrientation(LatticePoint low, LatticePoint high, const FractionPoint& p);

/// Sweeps over segments. `nodes` are sorted and all different; edges join them, low < high, any number along each other.
class CrossingSweep
{
public:
    /// Several edges meet at `place`: those that run through it. `node` is kNone when no node lies there.
    using ContactHook =
        std::function<void(const FractionPoint& place, std::uint32_t node, std::span<const std::uint32_t> through)>;
    /// `edge` passes the pixel of `node` and does not end there.
    using PixelHook = std::function<void(std::uint32_t edge, std::uint32_t node)>;

    CrossingSweep(std::span<const LatticePoint> nodes, std::span<const Edge> edges);

    /// Calls `contact` for every point that two edges run through, or that is a node which an edge runs through. False:
    /// cancelled.
    bool findContacts(const ContactHook& contact, Ticker& ticker);
    /// Calls `pixel` for every node and edge that passes its pixel. Only for edges at most as steep as 45°. False: cancelled.
    bool findPixels(const PixelHook& pixel, Ticker& ticker);

private:
    using Place = SweepStatus::Place;
    struct Later
    {
        bool operator()(const FractionPoint& a, const FractionPoint& b) const { return b < a; }
    };

    bool run(const ContactHook& contact, const PixelHook& pixel, Ticker& ticker);
    void handle(const FractionPoint& p, std::uint32_t node, const ContactHook& contact);
    void collectThrough(const FractionPoint& p, std::uint32_t node);
    void rearrange(std::uint32_t node);
    void schedule(Place below, Place above);
    void queryPixel(std::uint32_t node, const PixelHook& pixel);
    void queryBelow(std::uint32_t node, const PixelHook& pixel);
    LatticePoint low(std::uint32_t edge) const { return nodes_[edges_[edge].low]; }
    LatticePoint high(std::uint32_t edge) const { return nodes_[edges_[edge].high]; }

    std::span<const LatticePoint> nodes_;
    std::span<const Edge> edges_;
    std::vector<std::uint32_t> first_start_, starting_; // edges by their low node
    std::vector<std::uint32_t> first_end_, ending_;     // and by their high node
    SweepStatus status_;
    std::priority_queue<FractionPoint, std::vector<FractionPoint>, Later> queue_;
    std::vector<Place> places_;          // of the edges that meet at the current point, from below
    std::vector<std::uint32_t> through_; // those of them that run on
    std::vector<std::uint32_t> leaving_; // all edges on the far side of the current point, from below
    Place below_ = 0;                    // the place below the current point
};

} // namespace clearway::overlay
