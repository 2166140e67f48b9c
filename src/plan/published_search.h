// SPDX-License-Identifier: MIT
#pragma once
#include <clearway/published/path_search.h>

#include "plan/layers.h"

namespace clearway::plan {

/// The published search as a planner: to compare with.
class PublishedSearch final : public PathSearch
{
public:
    PublishedSearch(const ClearanceMesh& clearance, std::shared_ptr<const published::CrossingTable> crossings,
                    const LayerFinder& layers)
        : query_(clearance.mesh()), search_(clearance, std::move(crossings)), layers_(layers)
    {
    }
    void find(const PathRequest& request, Path& path) override;
    std::uint64_t expandedCount() const override { return found_.expanded_count; }

private:
    void findOne(const PathRequest& request, Vec2 goal, int layer, Path& path);

    NavMeshQuery query_;
    published::Search search_;
    const LayerFinder& layers_;
    published::SearchResult found_;
    std::vector<ObstacleId> obstacles_;
    Path spare_;
};

} // namespace clearway::plan
