// SPDX-License-Identifier: MIT
// What `info` and `build` tell about things that planners are built from.
#pragma once
#include <limits>
#include <string>

#include <clearway/corridor/corridor_map.h>
#include <clearway/grid/field_grid.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/surface/surface_mesh.h>
#include <clearway/voronoi.h>

#include "output.h"

namespace clearway::cli {

/// How wide and how narrow free space is, whatever its cells: read off its Voronoi diagram.
struct Passages
{
    double widest = std::numeric_limits<double>::quiet_NaN(); ///< radius of the largest disc that fits anywhere; metres
    Vec2 widest_at;
    double narrowest = std::numeric_limits<double>::quiet_NaN(); ///< radius that passes the narrowest passage; NaN without one
    Vec2 narrowest_at;
    /// The largest radius for which at least half of all ways, by length, hang together: a wider disc cannot get about. NaN
    /// without ways.
    double gets_about = std::numeric_limits<double>::quiet_NaN();
};

/// A passage is a place narrower than what lies on either side of it: a door, a gap between two buildings; not a corner, where
/// every diagram narrows down to nothing. O(n log n).
Passages computePassages(const VoronoiDiagram& diagram, double quantum);

struct Facts
{
    Value::Fields fields = {}; ///< for machines
    std::string text = {};     ///< for people, a line each
    std::string summary = {};  ///< for people, in one line

    void add(std::string_view label, std::string_view value) { addLine(text, label, value); }
    void set(const std::string& name, Value value) { fields.emplace_back(name, std::move(value)); }
};

Facts describe(const NavMesh& mesh);
Facts describe(const CorridorMap& map);
Facts describe(const FieldGrid& grid);
Facts describe(const SurfaceMesh& mesh);
/// How wide and how narrow free space is.
void addPassages(Facts& facts, const Passages& passages);
/// "80 x 44 cells of 0.5 m, 2,917 of them free".
std::string formatCells(const FieldGrid& grid);
/// "93.5 of 100 m² walkable".
std::string formatWalkable(const SurfaceMesh& mesh);

} // namespace clearway::cli
