// SPDX-License-Identifier: MIT
// The search as published, for comparison: A* over cells and portals, pruned by the clearance of crossings, its cost taken
// through the middles of portals; then every portal of the way is shrunk for the radius, and a string is pulled through.
// Neither complete nor shortest: a crossing may be free while the portal behind it is not, the way through the middles of portals
// is not the shortest way, and the string keeps its distance at portals only. PathFinder has none of these faults.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014
// Departure: the search goes over portals with the direction in which they are crossed, since the clearance of a crossing
// depends on where one came in; over cells alone it would miss ways.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/clearance.h>
#include <clearway/navmesh/query.h>
#include <clearway/published/crossing.h>
#include <clearway/published/free_intervals.h>

namespace clearway::published {

enum class SearchStatus
{
    found,
    no_way,         ///< no chain of crossings is wide enough
    portal_blocked, ///< the chain that was chosen has a portal of which nothing is left: the published search ends here
    invalid,        ///< start or goal is not on the mesh, or the radius makes no sense
};

struct SearchOptions
{
    double radius = 0.25;                                        ///< of the disc; metres, >= 0
    ShrinkOptions::Method method = ShrinkOptions::Method::paper; ///< how portals are shrunk
};

struct SearchResult
{
    SearchStatus status = SearchStatus::invalid;
    std::vector<CellId> cells;       ///< from the cell of the start to that of the goal
    std::vector<PortalId> portals;   ///< between them: one less than cells
    std::vector<Interval> intervals; ///< what is left of each portal
    std::vector<Vec2> points;        ///< start, corners of the pulled string, goal
    double length = 0;               ///< of the string; metres
    std::uint64_t expanded_count = 0;

    explicit operator bool() const { return status == SearchStatus::found; }
};

/// Keeps its scratch warm; one thread at a time.
class Search
{
public:
    /// `crossings` may be null: then nothing is pruned, as in a search without clearance.
    Search(ClearanceMesh clearance, std::shared_ptr<const CrossingTable> crossings);
    ~Search();
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;

    /// The chain of cells and portals alone: status, cells, portals, expanded_count. O(portals log portals).
    void findChain(const Place& start, const Place& goal, double radius, SearchResult& path);
    /// All of it.
    void find(const Place& start, const Place& goal, const SearchOptions& options, SearchResult& path);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// One-shot; makes the table of crossings first.
SearchResult searchPath(const ClearanceMesh& clearance, Vec2 start, Vec2 goal, const SearchOptions& options = {});

/// A string pulled through segments, each given by its left and right end as seen on the way: the shortest line from start to
/// goal that crosses them in order. Based on: D. T. Lee, F. P. Preparata. Euclidean shortest paths in the presence of rectilinear
/// barriers. 1984 (the funnel). `points` is cleared first.
struct Gate
{
    Vec2 left;
    Vec2 right;
};
void pullString(Vec2 start, Vec2 goal, std::span<const Gate> gates, std::vector<Vec2>& points);

} // namespace clearway::published
