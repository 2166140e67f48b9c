// SPDX-License-Identifier: MIT
#include "recast_surface.h"

#include "clearway_experiments_features.h"
#if CLEARWAY_HAS_BENCHES()

#include "recast_peer.h"

namespace clearway::experiments {

std::optional<RecastOutcome> buildWithRecast(const MeshInput& input)
{
    std::optional<bench::RecastSurface> surface = bench::measureRecastSurface(input, 1);
    if (!surface) return std::nullopt;
    return RecastOutcome{surface->seconds, std::move(surface->detail)};
}

std::string describeRecastHere() { return bench::describeRecast(); }

} // namespace clearway::experiments

#else

namespace clearway::experiments {

std::optional<RecastOutcome> buildWithRecast(const MeshInput&) { return std::nullopt; }
std::string describeRecastHere() { return "Recast, which this program was built without"; }

} // namespace clearway::experiments

#endif
