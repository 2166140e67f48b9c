// SPDX-License-Identifier: MIT
#include "guide/ground_per_kind.h"

#include <algorithm>
#include <utility>

#include <clearway/base/assert.h>
#include <clearway/base/hash.h>

namespace clearway {

namespace {

/// Calls visit(kind, first, count) for each run of agents of one kind that are stored side by side.
template <typename Visit>
void forEachRun(std::span<const Footing> footings, Visit&& visit)
{
    for (std::size_t first = 0, end = 0; first < footings.size(); first = end)
    {
        while (end < footings.size() && footings[end].kind == footings[first].kind) ++end;
        visit(footings[first].kind, first, end - first);
    }
}

} // namespace

GroundPerKind::GroundPerKind(std::vector<std::shared_ptr<const Ground>> grounds) : grounds_(std::move(grounds))
{
    CLEARWAY_ASSERT(!grounds_.empty(), "there is at least one kind of walkers");
    for (const auto& ground : grounds_)
    {
        CLEARWAY_ASSERT(!ground->curved(), "kinds of walkers are for flat ground");
        bounds_.add(ground->bounds());
        layer_count_ = std::max(layer_count_, ground->layerCount());
    }
}

Ground::Standing GroundPerKind::stand(Vec2 position, double radius, int layer) const
{
    return grounds_[0]->stand(position, radius, layer);
}

bool GroundPerKind::hasRoom(Vec2 position, double radius, int layer, Footing& footing) const
{
    return grounds_[0]->hasRoom(position, radius, layer, footing);
}

void GroundPerKind::move(const Ground::MoveBatch& batch) const
{
    forEachRun(batch.footings, [&](std::uint16_t kind, std::size_t first, std::size_t count) {
        const std::span<Footing> footings = batch.footings.subspan(first, count);
        grounds_[kind]->move({.positions = batch.positions.subspan(first, count),
                              .targets = batch.targets.subspan(first, count),
                              .radii = batch.radii.subspan(first, count),
                              .footings = footings});
        for (Footing& footing : footings) footing.kind = kind;
    });
}

void GroundPerKind::findWalls(std::span<const Vec2> positions, std::span<const Footing> footings, std::span<const float> ranges,
                              WallList& walls) const
{
    const auto run = pool_.borrow([] { return std::make_unique<WallList>(); });
    walls.walls.clear();
    walls.first.resize(positions.size() + 1);
    walls.first[0] = 0;
    forEachRun(footings, [&](std::uint32_t kind, std::size_t first, std::size_t count) {
        grounds_[kind]->findWalls(positions.subspan(first, count), footings.subspan(first, count), ranges.subspan(first, count),
                                  *run);
        const auto before = static_cast<std::uint32_t>(walls.walls.size());
        walls.walls.insert(walls.walls.end(), run->walls.begin(), run->walls.end());
        for (std::size_t i = 0; i < count; ++i) walls.first[first + i + 1] = before + run->first[i + 1];
    });
}

double GroundPerKind::computeWallDistance(Vec2 position, const Footing& footing, double limit) const
{
    return grounds_[footing.kind]->computeWallDistance(position, footing, limit);
}

bool GroundPerKind::drawRandomPoint(std::uint64_t seed, std::uint64_t index, double radius, std::uint32_t face, int max_tries,
                                    Vec2& point) const
{
    return grounds_[0]->drawRandomPoint(seed, index, radius, face, max_tries, point);
}

bool GroundPerKind::isOn(Vec2 position, const Footing& footing) const
{
    return footing.kind < grounds_.size() && grounds_[footing.kind]->isOn(position, footing);
}

std::uint64_t GroundPerKind::computeHash() const
{
    Hasher hasher;
    for (const auto& ground : grounds_) hasher.add(ground->computeHash());
    return hasher.value();
}

} // namespace clearway
