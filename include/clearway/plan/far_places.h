// SPDX-License-Identifier: MIT
// Starts and goals for those who have none: demonstrations, first tries, tests. The same planner always gets the same ones.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <clearway/plan/planner.h>
#include <clearway/surface/query.h>

namespace clearway {

/// Fills in the ends that are not given: places that are far from each other and have a path between them, where there are such.
/// Nothing when no place has room for the radius. A few dozen queries.
std::optional<PathRequest> findFarPlaces(const Planner& planner, double radius, std::optional<Vec3> start = {},
                                         std::optional<Vec3> goal = {});

/// For discs on a surface: for each the place opposite, seen from the middle of the surface, or else of a few random ones that
/// which is nearest to it and has a path. Nothing where there is none. `planner` is one of the surface, `radii` has as many
/// elements as `from`. A query for each disc, a few dozen at most.
std::vector<std::optional<Vec3>> findOtherSides(const Planner& planner, std::span<const SurfacePlace> from,
                                                std::span<const double> radii, std::uint64_t seed = 1);

} // namespace clearway
