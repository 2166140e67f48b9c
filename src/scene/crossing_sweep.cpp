// SPDX-License-Identifier: MIT
// Departures from Bentley and Ottmann: edges along each other are kept side by side, ordered by number; crossings stay in the
// queue when their edges part, and equal ones are handled once.
#include "crossing_sweep.h"

#include <algorithm>

#include "lattice.h"

namespace clearway::overlay {

// ---- fractions

LatticePoint FractionPoint::rounded() const
{
    const auto isUpper = [&](std::int64_t part) { return part >= denominator - part; };
    return {whole.x + (isUpper(part_x) ? 1 : 0), whole.y + (isUpper(part_y) ? 1 : 0)};
}

/// The sign of a / b - c / d for parts below their denominators.
static int compareParts(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
{
    const __int128 left = static_cast<__int128>(a) * d, right = static_cast<__int128>(c) * b;
    return left < right ? -1 : left > right ? 1 : 0;
}

static int compare(const FractionPoint& a, const FractionPoint& b)
{
    if (a.whole.x != b.whole.x) return a.whole.x < b.whole.x ? -1 : 1;
    if (const int sign = compareParts(a.part_x, a.denominator, b.part_x, b.denominator); sign != 0) return sign;
    if (a.whole.y != b.whole.y) return a.whole.y < b.whole.y ? -1 : 1;
    return compareParts(a.part_y, a.denominator, b.part_y, b.denominator);
}

bool operator==(const FractionPoint& a, const FractionPoint& b) { return compare(a, b) == 0; }
bool operator<(const FractionPoint& a, const FractionPoint& b) { return compare(a, b) < 0; }

FractionPoint computeCrossing(LatticePoint a_low, LatticePoint a_high, LatticePoint b_low, LatticePoint b_high)
{
    const std::int64_t ax = std::int64_t{a_high.x} - a_low.x, ay = std::int64_t{a_high.y} - a_low.y;
    const std::int64_t bx = std::int64_t{b_high.x} - b_low.x, by = std::int64_t{b_high.y} - b_low.y;
    std::int64_t denominator = ax * by - ay * bx;
    std::int64_t numerator = (std::int64_t{b_low.x} - a_low.x) * by - (std::int64_t{b_low.y} - a_low.y) * bx; // along a
    if (denominator < 0) denominator = -denominator, numerator = -numerator;

    FractionPoint result;
    result.denominator = denominator;
    const auto split = [&](std::int64_t start, std::int64_t direction, std::int32_t& whole, std::int64_t& part) {
        const __int128 product = static_cast<__int128>(direction) * numerator;
        __int128 quotient = product / denominator, rest = product % denominator;
        if (rest < 0) rest += denominator, --quotient;
        whole = static_cast<std::int32_t>(start + static_cast<std::int64_t>(quotient));
        part = static_cast<std::int64_t>(rest);
    };
    split(a_low.x, ax, result.whole.x, result.part_x);
    split(a_low.y, ay, result.whole.y, result.part_y);
    return result;
}

int computeOrientation(LatticePoint low, LatticePoint high, const FractionPoint& p)
{
    const std::int64_t whole = cross(low, high, p.whole);
    if (p.isOnLattice()) return whole > 0 ? 1 : whole < 0 ? -1 : 0;
    const __int128 dx = std::int64_t{high.x} - low.x, dy = std::int64_t{high.y} - low.y;
    const __int128 value = static_cast<__int128>(whole) * p.denominator + dx * p.part_y - dy * p.part_x;
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// ---- the sweep

CrossingSweep::CrossingSweep(std::span<const LatticePoint> nodes, std::span<const Edge> edges) : nodes_(nodes), edges_(edges)
{
    const auto bucket = [&](std::uint32_t Edge::* end, std::vector<std::uint32_t>& first, std::vector<std::uint32_t>& items) {
        first.assign(nodes.size() + 2, 0);
        for (const Edge& edge : edges) ++first[edge.*end + 2];
        for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
        items.resize(edges.size());
        for (std::uint32_t e = 0; e < edges.size(); ++e) items[first[edges[e].*end + 1]++] = e;
        first.pop_back();
    };
    bucket(&Edge::low, first_start_, starting_);
    bucket(&Edge::high, first_end_, ending_);
}

bool CrossingSweep::findContacts(const ContactHook& contact, Ticker& ticker) { return run(contact, {}, ticker); }
bool CrossingSweep::findPixels(const PixelHook& pixel, Ticker& ticker) { return run({}, pixel, ticker); }

bool CrossingSweep::run(const ContactHook& contact, const PixelHook& pixel, Ticker& ticker)
{
    for (std::uint32_t node = 0; node < nodes_.size() || !queue_.empty();)
    {
        if (!ticker.step()) return false;
        const bool is_node = node < nodes_.size() && (queue_.empty() || !(queue_.top() < FractionPoint::of(nodes_[node])));
        const FractionPoint p = is_node ? FractionPoint::of(nodes_[node]) : queue_.top();
        while (!queue_.empty() && queue_.top() == p) queue_.pop();
        handle(p, is_node ? node : kNone, contact);
        if (!is_node) continue;
        if (pixel) queryPixel(node, pixel);
        ++node;
    }
    return true;
}

/// Finds the places of all edges through p, and of them the edges that do not end there.
void CrossingSweep::collectThrough(const FractionPoint& p, std::uint32_t node)
{
    places_.clear();
    through_.clear();
    below_ = status_.findLastBelow([&](std::uint32_t e) { return computeOrientation(low(e), high(e), p) > 0; });
    for (Place at = status_.above(below_); at != 0; at = status_.above(at))
    {
        const std::uint32_t e = status_.edge(at);
        if (computeOrientation(low(e), high(e), p) != 0) break;
        places_.push_back(at);
        if (node == kNone || edges_[e].high != node) through_.push_back(e);
    }
}

void CrossingSweep::handle(const FractionPoint& p, std::uint32_t node, const ContactHook& contact)
{
    collectThrough(p, node);
    if (contact && through_.size() >= (node == kNone ? 2u : 1u)) contact(p, node, through_);
    rearrange(node);
}

/// Reverses the edges that run through the current point and adds those that start there.
void CrossingSweep::rearrange(std::uint32_t node)
{
    leaving_ = through_;
    if (node != kNone)
    {
        leaving_.insert(leaving_.end(), starting_.begin() + first_start_[node], starting_.begin() + first_start_[node + 1]);
    }
    std::sort(leaving_.begin(), leaving_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const LatticePoint al = low(a), ah = high(a), bl = low(b), bh = high(b);
        const std::int64_t turn =
            (std::int64_t{ah.x} - al.x) * (std::int64_t{bh.y} - bl.y) - (std::int64_t{ah.y} - al.y) * (std::int64_t{bh.x} - bl.x);
        return turn != 0 ? turn > 0 : a < b;
    });
    std::size_t used = 0;
    for (; used < leaving_.size() && used < places_.size(); ++used) status_.replace(places_[used], leaving_[used]);
    Place top = used > 0 ? places_[used - 1] : below_;
    for (std::size_t i = used; i < places_.size(); ++i) status_.remove(places_[i]);
    for (std::size_t i = used; i < leaving_.size(); ++i) top = status_.insertAbove(top, leaving_[i]);

    schedule(below_, status_.above(below_));
    if (!leaving_.empty()) schedule(top, status_.above(top));
}

/// Puts the crossing of two neighbours into the queue if they cross ahead. Ends that touch an edge are met as nodes anyway.
void CrossingSweep::schedule(Place below, Place above)
{
    if (below == 0 || above == 0) return;
    const std::uint32_t a = status_.edge(below), b = status_.edge(above);
    const bool do_cross =
        edges_[a].high < edges_[b].high ? cross(low(b), high(b), high(a)) > 0 : cross(low(a), high(a), high(b)) < 0;
    if (do_cross) queue_.push(computeCrossing(low(a), high(a), low(b), high(b)));
}

/// A flat edge that passes the pixel of q is within 1 of q in q's column, so it is found near q in the order of the sweep.
void CrossingSweep::queryPixel(std::uint32_t node, const PixelHook& pixel)
{
    const LatticePoint q = nodes_[node];
    const auto visit = [&](std::uint32_t e) {
        if (edges_[e].low != node && edges_[e].high != node && passesPixel(low(e), high(e), q)) pixel(e, node);
    };
    const LatticePoint under{q.x, q.y - 1}, over{q.x, q.y + 1};
    const Place below = status_.findLastBelow([&](std::uint32_t e) { return cross(low(e), high(e), q) > 0; });
    for (Place at = below; at != 0; at = status_.below(at))
    {
        const std::uint32_t e = status_.edge(at);
        if (cross(low(e), high(e), under) > 0) break;
        visit(e);
    }
    for (Place at = status_.above(below); at != 0; at = status_.above(at))
    {
        const std::uint32_t e = status_.edge(at);
        if (cross(low(e), high(e), over) < 0) break;
        visit(e);
    }
    queryBelow(node, pixel);
}

/// Edges that ended one below q are no longer in the order, but a diagonal one has touched the lower left corner of q's pixel.
void CrossingSweep::queryBelow(std::uint32_t node, const PixelHook& pixel)
{
    const LatticePoint q = nodes_[node];
    if (node == 0 || nodes_[node - 1] != LatticePoint{q.x, q.y - 1}) return;
    for (std::uint32_t i = first_end_[node - 1]; i < first_end_[node]; ++i)
    {
        const std::uint32_t e = ending_[i];
        if (passesPixel(low(e), high(e), q)) pixel(e, node);
    }
}

} // namespace clearway::overlay
