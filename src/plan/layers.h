// SPDX-License-Identifier: MIT
#pragma once
#include <clearway/navmesh/navmesh.h>
#include <clearway/plan/planner.h>

namespace clearway::plan {

/// The layer of a question, looked for only where there are several.
class LayerFinder
{
public:
    LayerFinder() = default; ///< a single layer
    explicit LayerFinder(const NavMesh& mesh);

    int find(const PathRequest& request) const { return mesh_ ? findLayer(*mesh_, request) : kAnyLayer; }

private:
    std::optional<NavMesh> mesh_;
};

} // namespace clearway::plan
