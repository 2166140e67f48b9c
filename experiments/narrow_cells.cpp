// SPDX-License-Identifier: MIT
// What shrunk portals are worth: A-F22 (narrow cells), A-X1 (are they safe).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <clearway/native/picture.h>
#include <clearway/path/way_points.h>
#include <clearway/published/crossing.h>
#include <clearway/published/free_intervals.h>

#include "draw.h"
#include "list.h"
#include "world.h"

namespace clearway::experiments {

namespace {

using Method = published::ShrinkOptions::Method;

double computeLength(std::span<const Interval> intervals)
{
    double sum = 0;
    for (const Interval& interval : intervals) sum += std::max(interval.end - interval.begin, 0.0);
    return sum;
}

/// The length that both have.
double computeCommon(std::span<const Interval> first, std::span<const Interval> second)
{
    double sum = 0;
    for (const Interval& x : first)
        for (const Interval& y : second) sum += std::max(std::min(x.end, y.end) - std::max(x.begin, y.begin), 0.0);
    return sum;
}

/// How a method compares with what is really free.
struct Tally
{
    std::size_t queries = 0;
    std::size_t unsafe = 0; ///< queries with a point that is too near to an obstacle
    double accepted = 0;    ///< lengths; metres
    double too_near = 0;
    double free = 0;
    double lost = 0;

    void add(std::span<const Interval> found, std::span<const Interval> exact)
    {
        const double common = computeCommon(found, exact);
        const double length = computeLength(found);
        ++queries;
        unsafe += length - common > 1e-6;
        accepted += length;
        too_near += length - common;
        free += computeLength(exact);
        lost += computeLength(exact) - common;
    }
    double unsafeShare() const { return queries ? static_cast<double>(unsafe) / static_cast<double>(queries) : 0; }
    double nearShare() const { return accepted > 0 ? too_near / accepted : 0; }
    double lostShare() const { return free > 0 ? lost / free : 0; }
};

/// Probes the exact intervals with the distance to the nearest wall, found by another way: through cells, not from lists.
/// The largest amount by which a point said to be free was too near, and one said to be blocked far enough; metres.
double probe(NavMeshQuery& query, const World& world, PortalId portal, double radius, std::span<const Interval> exact)
{
    const Segment segment = world.mesh.segment(world.mesh.portals()[portal]);
    const double length = distance(segment.a, segment.b);
    double worst = 0;
    for (int i = 0; i <= 16; ++i)
    {
        const double t = length * i / 16;
        // The ends of a portal lie on walls, where rounding may put them outside: the nearest point of the mesh is meant.
        const Place place = query.findNearest(interpolate(segment.a, segment.b, i / 16.0));
        const double gap = query.computeWallDistance(place).distance - radius;
        const bool is_free =
            std::any_of(exact.begin(), exact.end(), [&](const Interval& x) { return x.begin <= t && t <= x.end; });
        worst = std::max(worst, is_free ? -gap : gap);
    }
    return worst;
}

} // namespace

Outcome runNarrowCells(const Settings& settings)
{
    const World world = makeWorld("ill_conditioned");
    constexpr double kRadius = 0.5;
    NavMeshQuery query(world.mesh);
    Tally simple;
    std::size_t bad_way_points = 0, bad_exact = 0, way_points = 0;
    double worst_share = -1;
    PortalId worst = 0;
    std::vector<Segment> free_parts;
    for (PortalId portal = 0; portal < world.mesh.portals().size(); ++portal)
    {
        const std::vector<Interval> exact = computeFreeIntervals(world.clearance, portal, kRadius);
        const std::vector<Interval> found =
            published::computeFreeIntervals(world.clearance, portal, {.radius = kRadius, .method = Method::simple});
        simple.add(found, exact);
        const NavMesh::Portal& ends = world.mesh.portals()[portal];
        const Segment segment = world.mesh.segment(ends);
        const double length = distance(segment.a, segment.b);
        for (const Interval& x : exact)
            free_parts.push_back(
                {interpolate(segment.a, segment.b, x.begin / length), interpolate(segment.a, segment.b, x.end / length)});
        const double share = computeLength(found) - computeCommon(found, exact);
        if (share > worst_share && !exact.empty())
        {
            worst_share = share;
            worst = portal;
        }
        // An agent at every corner of both cells, heading for the portal.
        for (CellId cell : {ends.left, ends.right})
            for (std::uint32_t i = 0; i < world.mesh.cells()[cell].side_count; ++i)
            {
                const Vec2 from = world.mesh.corner(cell, i);
                const auto isBad = [&](std::span<const Interval> intervals) {
                    const auto point = computeWayPoint(world.mesh, portal, intervals, from);
                    return point && query.computeWallDistance(query.findNearest(*point)).distance < kRadius - 1e-6;
                };
                ++way_points;
                bad_way_points += isBad(found);
                bad_exact += isBad(exact);
            }
    }
    Outcome outcome;
    const double bad_share = 100.0 * static_cast<double>(bad_way_points) / static_cast<double>(way_points);
    outcome.measured =
        fmt::format("{} portals, radius 0.5: simple accepts points too near to a wall on {:.0f} % of them, and {:.0f} % of its "
                    "way points are; exact: {} of {} way points",
                    world.mesh.portals().size(), 100 * simple.unsafeShare(), bad_share, bad_exact, way_points);
    outcome.verdict = bad_exact == 0 && simple.unsafe > 0 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        "Checked against the distance to the nearest wall, found through the cells. The published cases themselves are looked "
        "at in A-X1.";
    if (settings.folder.empty()) return outcome;
    const Segment segment = world.mesh.segment(world.mesh.portals()[worst]);
    const std::vector<Interval> found =
        published::computeFreeIntervals(world.clearance, worst, {.radius = kRadius, .method = Method::simple});
    const std::vector<DrawnMark> marks = {
        {.position = segment.a + (segment.b - segment.a) * (found.front().begin / distance(segment.a, segment.b)),
         .radius = kRadius,
         .label = "simple"}};
    PictureOptions picture;
    picture.title = "ill_conditioned: what of the portals is free";
    picture.free_segments = free_parts;
    picture.free_name = "free for radius 0.5 m";
    picture.marks = marks;
    outcome.pictures.push_back(draw(settings, world.mesh, "narrow_cells.svg",
                                    "Green: free for radius 0.5. The disc stands where simple shrinking would let one cross.",
                                    picture));
    return outcome;
}

Outcome runShrinkSafety(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption =
        "Portals on random ways whose crossing is wide enough: points too near to an obstacle, and free length that is lost";
    table.header = {"mesh", "radius",         "queries",       "published: unsafe", "of its length",
                    "lost", "simple: unsafe", "of its length", "several intervals", "nothing free"};
    double worst_published = 0, least_published = 1, worst_probe = 0;
    std::size_t query_count = 0;
    struct Mesh
    {
        const char* scene;
        const char* name;
        NavMeshOptions::Decomposition decomposition;
    };
    const Mesh meshes[] = {{"city500", "city500, triangles", NavMeshOptions::Decomposition::triangulation},
                           {"rooms", "rooms, triangles", NavMeshOptions::Decomposition::triangulation},
                           {"cross", "cross, triangles", NavMeshOptions::Decomposition::triangulation},
                           {"cross", "cross, notches", NavMeshOptions::Decomposition::notches},
                           {"ill_conditioned", "ill_conditioned, notches", NavMeshOptions::Decomposition::notches},
                           {"rooms", "rooms, notches", NavMeshOptions::Decomposition::notches}};
    for (const Mesh& mesh : meshes)
    {
        const World world = makeWorld(mesh.scene, {}, {.decomposition = mesh.decomposition});
        const published::CrossingTable crossings(world.clearance);
        NavMeshQuery query(world.mesh);
        const std::vector<Crossing> ways = makeCrossings(world.mesh, settings.quick ? 3000 : 20'000, 5, 5);
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            Tally paper, simple;
            double several = 0, nothing = 0;
            for (const Crossing& way : ways)
            {
                if (way.radius != k || way.exits.empty()) continue;
                const double radius = kRadii[k];
                if (!(radius <= crossings.find(way.cell, way.entry, way.exits.front()))) continue;
                const std::vector<Interval> exact = computeFreeIntervals(world.clearance, way.entry, radius);
                several += exact.size() > 1;
                nothing += exact.empty();
                published::ShrinkOptions options = {.radius = radius, .from = way.from, .exits = way.exits};
                paper.add(published::computeFreeIntervals(world.clearance, way.entry, options), exact);
                options.method = Method::simple;
                simple.add(published::computeFreeIntervals(world.clearance, way.entry, options), exact);
                if (paper.queries % 8 == 0) worst_probe = std::max(worst_probe, probe(query, world, way.entry, radius, exact));
            }
            if (paper.queries == 0) continue;
            query_count += paper.queries;
            worst_published = std::max(worst_published, paper.unsafeShare());
            least_published = std::min(least_published, paper.unsafeShare());
            const auto percent = [](double share) { return fmt::format("{:.1f} %", 100 * share); };
            const auto count = static_cast<double>(paper.queries);
            table.rows.push_back({mesh.name, fmt::format("{}", kRadii[k]), std::to_string(paper.queries),
                                  percent(paper.unsafeShare()), percent(paper.nearShare()), percent(paper.lostShare()),
                                  percent(simple.unsafeShare()), percent(simple.nearShare()), percent(several / count),
                                  percent(nothing / count)});
        }
    }
    outcome.measured = fmt::format(
        "over {} queries the published cases leave unsafe points in {:.1f} to {:.1f} % of the queries of a mesh; exact "
        "intervals are off by at most {:.1e} m",
        query_count, 100 * least_published, 100 * worst_published, worst_probe);
    outcome.verdict = worst_published > 0 ? Verdict::refuted : Verdict::confirmed;
    outcome.reason =
        "The cases miss arcs around notches, edges whose offset lies beyond the portal, and ends of portals that are not on "
        "the way; where a portal has several free intervals they keep one. Subtracting every obstacle that can be nearest "
        "is exact at the same cost.";
    outcome.tables = {table};
    return outcome;
}

} // namespace clearway::experiments
