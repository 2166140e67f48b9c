// SPDX-License-Identifier: MIT
#include <clearway/geometry/bvh.h>

#include <numeric>
#include <utility>

#include <clearway/base/assert.h>

namespace clearway {

namespace {

constexpr std::uint32_t kLeafSize = 4;

/// The centre; any number will do for boxes that reach from infinity to infinity.
double keyOf(double low, double high)
{
    const double center = low / 2 + high / 2;
    return std::isnan(center) ? 0 : center;
}

} // namespace

/// A range of items that still needs its node.
struct Bvh::Task
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t parent = kNone; ///< whose second child this is; kNone for first children and the root
};

Bvh Bvh::build(std::span<const Box2> items)
{
    CLEARWAY_ASSERT(items.size() < kNone, "too many items");
    Bvh bvh;
    for (std::uint32_t i = 0; i < items.size(); ++i)
        if (!items[i].isEmpty()) bvh.items_.push_back(i);
    if (bvh.items_.empty()) return bvh;
    bvh.nodes_.reserve(bvh.items_.size());

    // Depth first, first children first, so that each follows its parent.
    std::vector<Task> tasks = {{0, static_cast<std::uint32_t>(bvh.items_.size()), kNone}};
    while (!tasks.empty())
    {
        const Task task = tasks.back();
        tasks.pop_back();
        const std::uint32_t index = static_cast<std::uint32_t>(bvh.nodes_.size());
        if (task.parent != kNone) bvh.nodes_[task.parent].first = index;
        bvh.nodes_.push_back({bvh.computeRangeBounds(items, task), task.begin, 0});
        if (task.end - task.begin <= kLeafSize)
        {
            bvh.nodes_.back().count = task.end - task.begin;
            std::sort(bvh.items_.begin() + task.begin, bvh.items_.begin() + task.end);
            continue;
        }
        const std::uint32_t middle = bvh.split(items, task);
        tasks.push_back({middle, task.end, index});
        tasks.push_back({task.begin, middle, kNone});
    }
    bvh.boxes_.reserve(bvh.items_.size());
    for (std::uint32_t item : bvh.items_) bvh.boxes_.push_back(items[item]);
    return bvh;
}

Box2 Bvh::computeRangeBounds(std::span<const Box2> items, const Task& task) const
{
    Box2 box;
    for (std::uint32_t i = task.begin; i < task.end; ++i) box.add(items[items_[i]]);
    return box;
}

/// At the median of the centres along their wider spread; equal centres go by index, so that the halves are the same everywhere.
std::uint32_t Bvh::split(std::span<const Box2> items, const Task& task)
{
    Box2 centers;
    for (std::uint32_t i = task.begin; i < task.end; ++i)
    {
        const Box2& box = items[items_[i]];
        centers.add(Vec2{keyOf(box.min.x, box.max.x), keyOf(box.min.y, box.max.y)});
    }
    const auto keyX = [&](std::uint32_t i) { return keyOf(items[i].min.x, items[i].max.x); };
    const auto keyY = [&](std::uint32_t i) { return keyOf(items[i].min.y, items[i].max.y); };
    const auto partition = [&](const auto& key) {
        const std::uint32_t middle = task.begin + (task.end - task.begin) / 2;
        std::nth_element(items_.begin() + task.begin, items_.begin() + middle, items_.begin() + task.end,
                         [&](std::uint32_t i, std::uint32_t j) { return key(i) != key(j) ? key(i) < key(j) : i < j; });
        return middle;
    };
    return centers.size().x >= centers.size().y ? partition(keyX) : partition(keyY);
}

} // namespace clearway
