// SPDX-License-Identifier: MIT
// FieldCache: global maps shared per goal, radius class and kind of character.
// Why: a crowd has few goals and few sizes; each field is solved once, and a new goal on a grid that is already eliminated is a
// substitution. Radius classes that leave the same cells free share a solver: its grid may be that of another class. Not
// thread-safe: a cache belongs to one finder.
#pragma once
#include <cstdint>
#include <limits>
#include <list>
#include <optional>
#include <vector>

#include <clearway/field/field.h>
#include <clearway/scene/scene.h>

namespace clearway {

struct FieldCacheOptions
{
    double cell_size = 0.5;    ///< metres, > 0
    double radius_step = 0.05; ///< radii are rounded up to a multiple of this: the radius class; metres, 0: every radius its own
    int layer = 0;
    std::vector<TerrainArea> terrain = {};
    std::optional<FieldGrid> grid = {}; ///< of all requests instead: cells, terrain, radius and costs are its own
    FieldSolverOptions solver = {};
    double goal_reach = 1;       ///< see FieldOptions
    std::size_t max_solvers = 4; ///< kept at once, the ones least recently used go; >= 1
    std::size_t max_fields = 64; ///< the same
    std::size_t max_solver_bytes = (std::numeric_limits<std::size_t>::max)(); ///< the same; the last is kept, whatever it takes
};

/// What a character asks for.
struct FieldRequest
{
    std::vector<FieldGoal> goals = {};
    double radius = 0.25;              ///< metres, >= 0
    double cell_size = 0;              ///< metres, 0: that of the cache; of larger cells a goal may be 1.5 cells away
    TerrainCosts costs = kWalkerCosts; ///< its terrain class
    double eps = 0;
    Vec2 v = {1, 0};
};

class FieldCache
{
public:
    FieldCache(Scene scene, FieldCacheOptions options);

    /// The field of the request, from the cache or solved now.
    Result<Field> find(const FieldRequest& request);

    std::int64_t fieldHits() const { return field_hits_; }
    std::int64_t solverHits() const { return solver_hits_; } ///< of the requests that found no field
    std::int64_t requests() const { return requests_; }
    std::size_t memoryBytes() const; ///< of what is kept

private:
    using Key = std::vector<std::uint64_t>; ///< the numbers by their bits
    template <typename T>
    struct Entry
    {
        Key key;
        T value;
    };

    /// A solver, and the keys of the requests that it is for.
    struct SolverEntry
    {
        std::vector<Key> keys;
        FieldSolver value;
    };

    double cellSizeOf(const FieldRequest& request) const;
    Result<FieldSolver> findSolver(const FieldRequest& request, Key key);
    const FieldSolver* findEqual(const FieldGrid& grid, const Key& key);
    /// Drops solvers, the ones least recently used first, until those that stay take no more bytes, or are so few.
    void keepSolvers(std::size_t most_bytes, std::size_t least_count);

    Scene scene_;
    FieldCacheOptions options_;
    std::list<SolverEntry> solvers_; ///< most recently used first
    std::list<Entry<Field>> fields_;
    std::int64_t requests_ = 0;
    std::int64_t field_hits_ = 0;
    std::int64_t solver_hits_ = 0;
};

} // namespace clearway
