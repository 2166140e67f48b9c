// SPDX-License-Identifier: MIT
// Answers depend on nothing but their question, so how a batch is split does not matter.
#include <algorithm>
#include <cstddef>

#include <clearway/base/assert.h>
#include <clearway/navmesh/query.h>

#include "base/workers.h"

namespace clearway {

namespace {

/// Calls answer(query, i) for every i, in pieces that are worth a task; each has a query of its own.
template <typename Answer>
void runBatch(const NavMesh& mesh, std::size_t count, const Execution& execution, const Answer& answer)
{
    constexpr std::size_t kLeastPerTask = 256;
    constexpr std::size_t kMostTasks = 64;
    const std::size_t per_task = std::max(kLeastPerTask, (count + kMostTasks - 1) / kMostTasks);
    const auto task_count = static_cast<int>((count + per_task - 1) / per_task);
    runTasks(TaskWorkers(execution).hook(), task_count, [&](int task) {
        NavMeshQuery query(mesh);
        const std::size_t begin = static_cast<std::size_t>(task) * per_task;
        const std::size_t end = std::min(count, begin + per_task);
        for (std::size_t i = begin; i < end; ++i) answer(query, i);
    });
}

} // namespace

void findPlaces(const NavMesh& mesh, std::span<const Vec2> points, std::span<Place> places, const Execution& execution)
{
    CLEARWAY_ASSERT(points.size() == places.size(), "findPlaces needs one place per point");
    runBatch(mesh, points.size(), execution, [&](NavMeshQuery& query, std::size_t i) {
        const CellId cell = query.findCell(points[i]);
        places[i] = cell != kNone ? Place{points[i], cell} : Place{};
    });
}

void computeWallDistances(const NavMesh& mesh, std::span<const Place> places, std::span<NavMeshQuery::WallDistance> distances,
                          const Execution& execution)
{
    CLEARWAY_ASSERT(places.size() == distances.size(), "computeWallDistances needs one distance per place");
    runBatch(mesh, places.size(), execution,
             [&](NavMeshQuery& query, std::size_t i) { distances[i] = query.computeWallDistance(places[i]); });
}

void castRays(const NavMesh& mesh, std::span<const Place> from, std::span<const Vec2> to, std::span<NavMeshQuery::RayHit> hits,
              const Execution& execution)
{
    CLEARWAY_ASSERT(from.size() == to.size() && from.size() == hits.size(), "castRays needs one end and one hit per start");
    runBatch(mesh, from.size(), execution, [&](NavMeshQuery& query, std::size_t i) { hits[i] = query.castRay(from[i], to[i]); });
}

} // namespace clearway
