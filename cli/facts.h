// SPDX-License-Identifier: MIT
// What `info` and `build` tell about things that planners are built from.
#pragma once
#include <string>

#include <clearway/corridor/corridor_map.h>
#include <clearway/grid/field_grid.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/surface/surface_mesh.h>
#include <clearway/voronoi.h>

#include "output.h"

namespace clearway::cli {

struct Facts
{
    Value::Fields fields = {}; ///< for machines
    std::string text = {};     ///< for people, a line each
    std::string summary = {};  ///< for people, in one line

    void add(std::string_view label, std::string_view value) { text += fmt::format("  {:<12} {}\n", label, value); }
    template <typename First, typename... Rest>
    void add(std::string_view label, fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
    {
        add(label, std::string_view(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)));
    }
    void set(const std::string& name, Value value) { fields.emplace_back(name, std::move(value)); }
};

Facts describe(const NavMesh& mesh);
Facts describe(const CorridorMap& map);
Facts describe(const FieldGrid& grid);
Facts describe(const SurfaceMesh& mesh);
/// How wide and how narrow free space is.
void addPassages(Facts& facts, const VoronoiDiagram::Passages& passages);
/// "80 x 44 cells of 0.5 m, 2,917 of them free".
std::string formatCells(const FieldGrid& grid);
/// "93.5 of 100 m² walkable".
std::string formatWalkable(const SurfaceMesh& mesh);

} // namespace clearway::cli
