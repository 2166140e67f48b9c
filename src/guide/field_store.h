// SPDX-License-Identifier: MIT
// Fields that many threads share, one per goal cell and radius class. Which are in memory makes no difference to any answer.
// Large agents have larger cells: a field of them costs less by the third power, and what they fit through differs less than they
// do. So agents of all sizes together cost about as much as small ones alone.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include <clearway/field/cache.h>

#include "base/long_lock.h"
#include "base/scratch_pool.h"

namespace clearway {

class FieldStore
{
public:
    /// The options of the cache hold for solvers; radii are rounded here. `max_field_bytes`: of fields, besides their number.
    /// `origin`: of the grids.
    FieldStore(const Scene& scene, const FieldCacheOptions& options, std::size_t max_field_bytes, double radius_step,
               const FieldRequest& request, Vec2 origin);

    /// The field that leads to the cell of `goal`; nothing when no cell near it is free. `memo`: where it was found last, and
    /// then now. Solves it if need be, while other threads that miss one wait.
    std::optional<Field> find(Vec2 goal, double radius, std::uint32_t& memo);

    /// Of the fields for a radius; metres.
    double cellSizeOf(double radius) const;

    std::size_t memoryBytes() const;

private:
    struct Key
    {
        Vec2 goal;
        double radius = 0;

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Entry
    {
        Key key;
        std::uint64_t used = 0; ///< when it was looked at last; 0: nothing is kept here
        std::optional<Field> field;
    };

    double classOf(double radius) const;
    Key keyOf(Vec2 goal, double radius) const;
    /// Fills `field` and `memo` when there is an entry.
    bool look(const Key& key, std::uint32_t& memo, std::optional<Field>& field);
    /// Where the next entry goes.
    std::size_t findRoom();
    /// Drops the fields that have not been used for longest while all take too much, but not the one at `kept`.
    void dropFields(std::size_t kept);

    double cell_size_; ///< of small agents, and of goals
    Vec2 origin_;
    double radius_step_;
    std::size_t most_;
    std::size_t most_bytes_;
    std::optional<double> grid_radius_; ///< when all radii share one grid
    FieldRequest request_;              ///< but for goal and radius
    mutable ShortLock lock_;
    std::vector<Entry> entries_;
    std::uint64_t clock_ = 0;
    std::size_t cache_bytes_ = 0;
    LongLock solving_; ///< of the cache
    FieldCache cache_;
};

} // namespace clearway
