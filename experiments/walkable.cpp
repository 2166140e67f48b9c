// SPDX-License-Identifier: MIT
// How many cells a disc can walk through: A-F17.
#include <fmt/format.h>

#include <algorithm>

#include <clearway/native/picture.h>

#include "draw.h"
#include "list.h"
#include "world.h"

namespace clearway::experiments {

namespace {

/// Cells that a disc reaches when it starts where most of them can be reached. A cell counts when the disc can cross one of its
/// portals, or has room in it and nowhere else to be.
std::vector<bool> findWalkable(const World& world, double radius)
{
    struct Group
    {
        Place place;
        std::vector<bool> cells;
        std::size_t count = 0;
    };
    const NavMesh& mesh = world.mesh;
    std::vector<Group> groups;
    std::vector<Interval> intervals;
    const auto add = [](Group& group, CellId cell) {
        if (!group.cells[cell]) ++group.count;
        group.cells[cell] = true;
    };
    for (PortalId id = 0; id < mesh.portals().size(); ++id)
    {
        const NavMesh::Portal& portal = mesh.portals()[id];
        const Segment segment = mesh.segment(portal);
        const double length = distance(segment.a, segment.b);
        computeFreeIntervals(world.clearance, id, radius, intervals);
        for (const Interval& interval : intervals)
        {
            const double middle = (interval.begin + interval.end) / 2 / length;
            const Place place = {interpolate(segment.a, segment.b, middle), portal.left};
            // A hair of slack: the middle of an interval of no length is a rounding off.
            auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& one) {
                return world.clearance.findWidest(one.place, place).radius >= radius * (1 - 1e-9);
            });
            if (group == groups.end()) group = groups.insert(groups.end(), {place, std::vector<bool>(mesh.cells().size()), 0});
            add(*group, portal.left);
            add(*group, portal.right);
        }
    }
    if (groups.empty()) return std::vector<bool>(mesh.cells().size());
    return std::max_element(groups.begin(), groups.end(), [](const Group& x, const Group& y) { return x.count < y.count; })
        ->cells;
}

std::size_t countTrue(const std::vector<bool>& values)
{
    return static_cast<std::size_t>(std::count(values.begin(), values.end(), true));
}

} // namespace

Outcome runWalkableCells(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption = "Cells that a disc can walk through";
    table.header = {"scene", "cells", "radius 2", "radius 1.5", "radius 0.5"};
    std::string fitted;
    bool grows = true;
    int scene_count = 0;
    for (const char* name : {"fig17", "rooms", "cross", "ill_conditioned", "mckenna", "city500"})
    {
        const World world = makeWorld(name);
        const std::vector<bool> large = findWalkable(world, 2);
        const std::vector<bool> medium = findWalkable(world, 1.5);
        const std::vector<bool> small = findWalkable(world, 0.5);
        const std::size_t counts[3] = {countTrue(large), countTrue(medium), countTrue(small)};
        if (scene_count++ == 0)
            fitted = fmt::format("of {} cells {}, {}, {}", world.mesh.cells().size(), counts[0], counts[1], counts[2]);
        else
            grows = grows && counts[0] <= counts[1] && counts[1] <= counts[2];
        table.rows.push_back({name, std::to_string(world.mesh.cells().size()), std::to_string(counts[0]),
                              std::to_string(counts[1]), std::to_string(counts[2])});
        if (scene_count != 1 || settings.folder.empty()) continue;
        std::vector<double> heat;
        for (CellId cell = 0; cell < world.mesh.cells().size(); ++cell)
            heat.push_back(large[cell] ? 2 : medium[cell] ? 1.5 : small[cell] ? 0.5 : 0);
        PictureOptions picture;
        picture.title = "fig17: the largest of three radii that walks through a cell";
        picture.heat = heat;
        picture.heat_name = "radius (m)";
        picture.heat_scale = HeatScale::linear;
        outcome.pictures.push_back(
            draw(settings, world.mesh, "walkable.svg", "The largest of three radii that walks through a cell", picture));
    }
    outcome.measured = fmt::format("on fig17 {} for radius 2, 1.5, 0.5; on five other scenes it {} as the radius shrinks", fitted,
                                   grows ? "never falls" : "falls");
    outcome.verdict = grows ? Verdict::fitted : Verdict::refuted;
    outcome.reason =
        "The mesh of the figure is not given: fig17 was drawn with gaps in numbers that fit. That smaller discs walk "
        "through more cells is found on scenes that were not.";
    outcome.tables = {table};
    return outcome;
}

} // namespace clearway::experiments
