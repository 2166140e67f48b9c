// SPDX-License-Identifier: MIT
#include <clearway/native/surface_picture.h>

#include <cmath>

#include "base/errors.h"
#include "draw/picture_frame.h"
#include "draw/surface_painter.h"

namespace clearway {

Result<void> saveSurfacePicture(const SurfaceMesh& mesh, const std::string& path, const SurfacePictureOptions& options)
{
    if (!std::isfinite(options.camera.azimuth) || !(std::abs(options.camera.elevation) <= 90))
        return makeError(ErrorCode::out_of_range, "the eye must be at a finite azimuth and an elevation of -90 to 90 degrees.",
                         inFile(path));
    SurfacePainter painter(mesh, options);
    const bool has_heat = options.color == SurfaceColor::acceleration && !mesh.isEmpty();
    PictureFrame frame;
    frame.width = options.width;
    frame.world = painter.computeWorld();
    frame.has_bands = options.draw_legend;
    frame.has_heat = has_heat;
    frame.title = options.title.empty() ? mesh.source().name() : options.title;
    frame.subtitle = formatCount(mesh.triangleCount(), "triangle", "triangles") + " · " +
                     formatCount(mesh.componentCount(), "component", "components");
    for (std::size_t i = 0; i < options.paths.size(); ++i)
        if (!options.paths[i].label.empty())
            frame.legend.push_back({.color = palette::kPaths[i % palette::kPaths.size()], .label = options.paths[i].label});
    if (options.draw_removed && mesh.area() < mesh.source().area() * (1 - 1e-9))
        frame.legend.push_back({.color = palette::kRemovedGround, .label = "removed"});
    return savePainted(path, frame, [&](Canvas& canvas, const Sheet& sheet, double legend_left) {
        painter.paint(canvas, sheet.panels.front(), sheet.unit);
        if (has_heat && sheet.has_bands)
            drawHeatLegend(canvas, sheet, {"acceleration (m/s²)", 0, painter.mostAcceleration(), false, palette::ground},
                           legend_left);
    });
}

} // namespace clearway
