// SPDX-License-Identifier: MIT
// The published way to shrink a portal, for comparison.
#pragma once
#include <vector>

#include <clearway/clearance/intervals.h>

namespace clearway {

/// One interval or none. Reads `from` and `exits` of the options.
void shrinkAsPublished(const ClearanceMesh::Data& data, PortalId portal, double radius, const FreeIntervalOptions& options,
                       std::vector<Interval>& intervals);

} // namespace clearway
