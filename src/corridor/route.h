// SPDX-License-Identifier: MIT
// From a sample of one edge to a sample of another: what a guide needs that keeps no corridor, only an edge and an index.
#pragma once
#include <memory>
#include <vector>

#include <clearway/corridor/corridor.h>

namespace clearway::corridor {

class RouteFinder
{
public:
    explicit RouteFinder(CorridorMap map);
    ~RouteFinder();
    RouteFinder(RouteFinder&&) noexcept;
    RouteFinder& operator=(RouteFinder&&) noexcept;

    /// A sample of an edge.
    struct Place
    {
        std::uint32_t edge = 0;
        std::uint32_t index = 0;
    };

    /// The shortest way for a disc as pieces of edges: the first starts at `from`, the second is the next edge to take, the last
    /// ends at `to`. Its length; infinite, and no pieces, when there is none. Allocates nothing once warm.
    double find(const Place& from, const Place& to, double radius, std::vector<CorridorPiece>& pieces);

private:
    std::unique_ptr<CorridorFinder::State> state_;
};

} // namespace clearway::corridor
