// SPDX-License-Identifier: MIT
// Pictures of scenes and meshes as SVG, PNG or PDF, in one style. Part of clearway::native (uses Cairo).
// The ending of the file name says the format. A picture is written whole or not at all.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/scene/scene.h>

namespace clearway {

struct PictureOptions
{
    int width = 1200;              ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000; the height follows from the scene
    bool draw_portals = true;
    bool draw_ids = false;         ///< number of every cell, where there is room for it
    bool draw_legend = true;       ///< scale bar, title, colours of the heat
    std::string title;             ///< empty: the name of what is drawn
    std::span<const double> heat = {}; ///< one value per cell, shown as colour; empty: cells get quiet alternating tints
    std::string heat_name;         ///< what the values are, with unit, for the legend
};

Result<void> savePicture(const Scene& scene, const std::string& path, const PictureOptions& options = {});
Result<void> savePicture(const NavMesh& mesh, const std::string& path, const PictureOptions& options = {});

} // namespace clearway
