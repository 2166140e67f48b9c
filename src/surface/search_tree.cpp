// SPDX-License-Identifier: MIT
#include "surface/search_tree.h"

namespace clearway::surfacing {

namespace {

Box3 boxOf(const SearchTree::Items& items, std::uint32_t t)
{
    Box3 box;
    for (const std::uint32_t v : items.triangles[t]) box.add(items.positions[v]);
    return box;
}

} // namespace

void SearchTree::prepare(const Items& items)
{
    once_.run([&] {
        std::vector<Box3> boxes(items.triangles.size());
        for (std::uint32_t t = 0; t < boxes.size(); ++t) boxes[t] = boxOf(items, t);
        tree_ = Bvh3::build(boxes);
        updateSize();
    });
}

void SearchTree::update(const Items& items, std::span<const std::uint32_t> changed)
{
    if (!isBuilt()) return;
    if (tree_.isEmpty() || items.triangles.empty()) return forget();
    tree_.update(static_cast<std::uint32_t>(items.triangles.size()), changed, [&](std::uint32_t t) { return boxOf(items, t); });
    if (tree_.isWorn()) return forget();
    updateSize();
}

void SearchTree::copy(const SearchTree& from)
{
    tree_ = from.tree_;
    size_ = from.size_;
    once_.markDone();
}

void SearchTree::forget()
{
    tree_ = {};
    once_.reset();
}

void SearchTree::updateSize()
{
    const Vec3 s = tree_.bounds().size();
    size_ = tree_.isEmpty() ? 0 : std::max({s.x, s.y, s.z});
}

} // namespace clearway::surfacing
