// SPDX-License-Identifier: MIT
#include "guide/field_store.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace clearway {

/// Its grid is counted as if it were its own: it is, once the solver is gone.
static std::size_t bytesOf(const std::optional<Field>& field)
{
    return field ? field->memoryBytes() + field->grid().memoryBytes() : 0;
}

FieldStore::FieldStore(const Scene& scene, const FieldCacheOptions& options, std::size_t max_field_bytes, double radius_step,
                       const FieldRequest& request, Vec2 origin)
    : cell_size_(options.cell_size),
      origin_(origin),
      radius_step_(radius_step),
      most_(options.max_fields),
      most_bytes_(max_field_bytes),
      grid_radius_(options.grid ? std::optional(options.grid->radius()) : std::nullopt),
      request_(request),
      cache_(scene, [&] {
          FieldCacheOptions own = options;
          own.radius_step = 0;
          own.max_fields = 1; // kept here
          return own;
      }())
{
}

/// A radius of so many cells, and more, has cells of its own.
static constexpr double kCellsOfRadius = 4;

/// Rounded up to a step of the options, or to one of eight for each doubling from kCellsOfRadius cells on: whichever is larger.
double FieldStore::classOf(double radius) const
{
    constexpr double kStepsPerDoubling = 8;
    if (!(radius_step_ > 0)) return radius;
    double step = radius_step_;
    int doublings = 0;
    std::frexp(radius / (kCellsOfRadius * cell_size_), &doublings); // exact on every machine, as logarithms are not
    if (doublings > 0) step = std::max(step, std::ldexp(kCellsOfRadius * cell_size_, doublings - 1) / kStepsPerDoubling);
    return std::max(radius, std::ceil(radius / step * (1 - 1e-12)) * step);
}

double FieldStore::cellSizeOf(double radius) const
{
    return grid_radius_ ? cell_size_ : std::max(cell_size_, classOf(radius) / kCellsOfRadius);
}

/// Goals of one cell share a field: which is a matter of the goal alone, not of who asked first.
FieldStore::Key FieldStore::keyOf(Vec2 goal, double radius) const
{
    const auto snap = [this](double x, double from) { return from + (std::floor((x - from) / cell_size_) + 0.5) * cell_size_; };
    if (grid_radius_) return {{snap(goal.x, origin_.x), snap(goal.y, origin_.y)}, *grid_radius_};
    return {{snap(goal.x, origin_.x), snap(goal.y, origin_.y)}, classOf(radius)};
}

bool FieldStore::look(const Key& key, std::uint32_t& memo, std::optional<Field>& field)
{
    const std::lock_guard<ShortLock> guard(lock_);
    std::size_t at = memo - 1;
    const auto is_it = [&](const Entry& entry) { return entry.used != 0 && entry.key == key; };
    if (!(at < entries_.size() && is_it(entries_[at])))
        at = static_cast<std::size_t>(std::find_if(entries_.begin(), entries_.end(), is_it) - entries_.begin());
    if (at == entries_.size()) return false;
    entries_[at].used = ++clock_;
    field = entries_[at].field;
    memo = static_cast<std::uint32_t>(at + 1);
    return true;
}

std::optional<Field> FieldStore::find(Vec2 goal, double radius, std::uint32_t& memo)
{
    std::optional<Field> field;
    if (grid_radius_ && radius > *grid_radius_) return field;
    const Key key = keyOf(goal, radius);
    if (look(key, memo, field)) return field;

    const std::lock_guard<LongLock> one_at_a_time(solving_);
    if (look(key, memo, field)) return field;
    FieldRequest request = request_;
    request.goals = {{.position = key.goal}};
    request.radius = key.radius;
    if (const double larger = cellSizeOf(radius); larger > cell_size_)
    {
        request.cell_size = larger;
        request.eps *= larger / cell_size_; // which is per cell
    }
    if (Result<Field> solved = cache_.find(request)) field = std::move(*solved);

    const std::lock_guard<ShortLock> guard(lock_);
    cache_bytes_ = cache_.memoryBytes();
    const std::size_t at = findRoom();
    entries_[at] = {key, ++clock_, field};
    dropFields(at);
    memo = static_cast<std::uint32_t>(at + 1);
    return field;
}

std::size_t FieldStore::findRoom()
{
    const auto oldest =
        std::min_element(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    if (oldest != entries_.end() && (oldest->used == 0 || entries_.size() >= most_))
        return static_cast<std::size_t>(oldest - entries_.begin());
    entries_.emplace_back();
    return entries_.size() - 1;
}

void FieldStore::dropFields(std::size_t kept)
{
    std::size_t bytes = 0;
    for (const Entry& entry : entries_) bytes += bytesOf(entry.field);
    while (bytes > most_bytes_)
    {
        Entry* oldest = nullptr;
        for (Entry& entry : entries_)
            if (entry.field && &entry != &entries_[kept] && (!oldest || entry.used < oldest->used)) oldest = &entry;
        if (!oldest) return;
        bytes -= bytesOf(oldest->field);
        *oldest = {};
    }
}

std::size_t FieldStore::memoryBytes() const
{
    const std::lock_guard<ShortLock> guard(lock_);
    std::size_t bytes = entries_.capacity() * sizeof(Entry) + cache_bytes_;
    for (const Entry& entry : entries_) bytes += bytesOf(entry.field);
    return bytes;
}

} // namespace clearway
