// SPDX-License-Identifier: MIT
#include <clearway/published/ball_tree.h>

#include <algorithm>

namespace clearway::published {
namespace {

double along(Vec2 p, int axis) { return axis == 0 ? p.x : p.y; }

} // namespace

BallTree::BallTree(CorridorMap map) : map_(std::move(map))
{
    const auto vertex_count = static_cast<std::uint32_t>(map_.vertices().size());
    for (std::uint32_t e = 0; e < map_.edges().size(); ++e)
        for (std::uint32_t i = 1; i + 1 < map_.edges()[e].sample_count; ++i)
        {
            samples_.push_back(map_.edges()[e].first_sample + i);
            sample_edges_.push_back(e);
        }
    std::vector<std::uint32_t> items(vertex_count + samples_.size());
    for (std::uint32_t i = 0; i < items.size(); ++i) items[i] = i;
    root_ = buildLines(items, 0);
}

double BallTree::lowOf(std::uint32_t item, int axis) const
{
    const auto vertex_count = static_cast<std::uint32_t>(map_.vertices().size());
    if (item < vertex_count) return along(map_.vertices()[item].position, axis) - map_.vertices()[item].clearance;
    const CorridorMap::Sample& sample = map_.samples()[samples_[item - vertex_count]];
    return along(sample.position, axis) - sample.clearance;
}

double BallTree::highOf(std::uint32_t item, int axis) const
{
    const auto vertex_count = static_cast<std::uint32_t>(map_.vertices().size());
    if (item < vertex_count) return along(map_.vertices()[item].position, axis) + map_.vertices()[item].clearance;
    const CorridorMap::Sample& sample = map_.samples()[samples_[item - vertex_count]];
    return along(sample.position, axis) + sample.clearance;
}

/// The line goes through the middle ball, so at least that one is cut and the rest gets smaller.
std::uint32_t BallTree::buildLines(std::vector<std::uint32_t>& items, int axis)
{
    if (items.empty()) return kNone;
    const auto middleOf = [&](std::uint32_t item) { return (lowOf(item, axis) + highOf(item, axis)) / 2; };
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    std::nth_element(items.begin(), middle, items.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double at_a = middleOf(a), at_b = middleOf(b);
        return at_a != at_b ? at_a < at_b : a < b;
    });
    const double at = middleOf(*middle);
    std::vector<std::uint32_t> below, above, cut;
    for (const std::uint32_t item : items)
        (highOf(item, axis) < at ? below : lowOf(item, axis) > at ? above : cut).push_back(item);
    std::vector<std::uint32_t>().swap(items);
    const auto index = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({at, axis, kNone, kNone, kNone});
    const std::uint32_t cut_root = buildIntervals(cut, 1 - axis);
    const std::uint32_t below_root = buildLines(below, 1 - axis), above_root = buildLines(above, 1 - axis);
    lines_[index] = {at, axis, below_root, above_root, cut_root};
    return index;
}

std::uint32_t BallTree::buildIntervals(std::vector<std::uint32_t>& items, int axis)
{
    if (items.empty()) return kNone;
    std::vector<double> middles;
    for (const std::uint32_t item : items) middles.push_back((lowOf(item, axis) + highOf(item, axis)) / 2);
    std::nth_element(middles.begin(), middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2), middles.end());
    const double at = middles[middles.size() / 2];
    std::vector<std::uint32_t> below, above;
    const auto first = static_cast<std::uint32_t>(by_low_.size());
    for (const std::uint32_t item : items)
        if (highOf(item, axis) < at)
            below.push_back(item);
        else if (lowOf(item, axis) > at)
            above.push_back(item);
        else
        {
            by_low_.push_back({lowOf(item, axis), item});
            by_high_.push_back({highOf(item, axis), item});
        }
    std::vector<std::uint32_t>().swap(items);
    std::sort(by_low_.begin() + first, by_low_.end(),
              [](const End& a, const End& b) { return a.at != b.at ? a.at < b.at : a.item < b.item; });
    std::sort(by_high_.begin() + first, by_high_.end(),
              [](const End& a, const End& b) { return a.at != b.at ? a.at > b.at : a.item < b.item; });
    const auto index = static_cast<std::uint32_t>(intervals_.size());
    intervals_.push_back({at, kNone, kNone, first, static_cast<std::uint32_t>(by_low_.size()) - first});
    const std::uint32_t below_root = buildIntervals(below, axis), above_root = buildIntervals(above, axis);
    intervals_[index].below = below_root;
    intervals_[index].above = above_root;
    return index;
}

template <typename Visit>
void BallTree::forEachHolding(std::uint32_t root, double at, Visit&& visit) const
{
    while (root != kNone)
    {
        const Interval& node = intervals_[root];
        const bool is_below = at < node.at;
        const std::vector<End>& ends = is_below ? by_low_ : by_high_;
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
        {
            if (is_below ? ends[i].at > at : ends[i].at < at) break;
            visit(ends[i].item);
        }
        root = is_below ? node.below : node.above;
    }
}

CorridorMap::Ball BallTree::findEnclosingBall(Vec2 p, double radius, int layer) const
{
    if (!isFinite(p) || !(radius >= 0)) return {};
    const auto vertex_count = static_cast<std::uint32_t>(map_.vertices().size());
    std::uint32_t best = kNone;
    double best_sq = 0;
    const auto test = [&](std::uint32_t item) {
        const bool is_vertex = item < vertex_count;
        const Vec2 center = is_vertex ? map_.vertices()[item].position : map_.samples()[samples_[item - vertex_count]].position;
        const double center_sq = distanceSq(p, center);
        if (best != kNone && (center_sq > best_sq || (center_sq == best_sq && item > best))) return;
        const double room =
            (is_vertex ? map_.vertices()[item].clearance : map_.samples()[samples_[item - vertex_count]].clearance) - radius;
        if (!(room > 0 && center_sq < room * room)) return;
        if (layer != kAnyLayer &&
            map_.vertices()[is_vertex ? item : map_.edges()[sample_edges_[item - vertex_count]].a].layer != layer)
            return;
        best = item;
        best_sq = center_sq;
    };
    for (std::uint32_t at = root_; at != kNone;)
    {
        const Line& line = lines_[at];
        forEachHolding(line.cut, along(p, 1 - line.axis), test);
        at = along(p, line.axis) < line.at ? line.below : line.above;
    }
    if (best == kNone) return {};
    if (best < vertex_count) return {best, kNone, 0};
    const std::uint32_t edge = sample_edges_[best - vertex_count];
    return {kNone, edge, samples_[best - vertex_count] - map_.edges()[edge].first_sample};
}

std::size_t BallTree::memoryBytes() const
{
    const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
    return sizeof *this + bytes(samples_) + bytes(sample_edges_) + bytes(lines_) + bytes(intervals_) + bytes(by_low_) +
           bytes(by_high_);
}

} // namespace clearway::published
