// SPDX-License-Identifier: MIT
// Options of meshes of triangles and of surfaces.
#include "argument_parts.h"

#include <cmath>
#include <limits>

namespace clearway::cli {

void addTriangles(CLI::App* command, TriangleOptions& triangles)
{
    static const std::map<std::string, UpAxis> kAxes = {{"y", UpAxis::y}, {"z", UpAxis::z}};
    const std::string group = "Meshes of triangles";
    addChoice(command, "--up", triangles.up, kAxes, "Which axis of the file is up; default y for glTF, z for all others")
        ->group(group);
    command->add_option("--unit", triangles.unit, "Metres of one unit of the file; default 1")
        ->check(inRange(1e-9, 1e9, "a length above 0 metres"))
        ->option_text("M")
        ->group(group);
    command->add_option("--weld", triangles.weld, "Join points this near to each other, in metres; default 0: only equal ones")
        ->check(inRange(0, 1e9, "a distance of 0 metres or more"))
        ->option_text("M")
        ->group(group);
    command
        ->add_flag("--repair", triangles.repair,
                   "Mend what is safe: part sheets that only touch, join what continues, turn what is inside out")
        ->group(group);
    command->add_option("--size", triangles.size, "Of a built-in mesh: all its lengths times this; default 1")
        ->check(inRange(1e-6, 1e6, "a size from 0.000001 to 1000000"))
        ->option_text("X")
        ->group(group);
}

void addSurfaceColor(CLI::App* command, std::optional<SurfaceColor>& color, const std::string& description)
{
    addChoice<SurfaceColor>(
        command, "--colour,--color", color,
        {{"acceleration", SurfaceColor::acceleration}, {"component", SurfaceColor::component}, {"none", SurfaceColor::none}},
        description)
        ->group("Surfaces");
}

void addSurfaceDrawing(CLI::App* command, SurfaceDrawing& drawing)
{
    const std::string group = "Surfaces";
    command
        ->add_option_function<std::string>(
            "--view",
            [&drawing](const std::string& text) {
                const std::vector<double> angles = parseNumbers("--view", text);
                if (angles.size() != 2 || !(std::abs(angles[0]) <= 3600) || !(std::abs(angles[1]) <= 90))
                    throw CLI::ValidationError(
                        fmt::format("--view: '{}' is not a view: write azimuth,elevation in degrees, such as -60,35", text));
                drawing.view = Vec2{angles[0], angles[1]};
            },
            "Where the eye is: its angle from the x axis and above the horizon, in degrees; default -60,35")
        ->option_text("AZ,EL")
        ->group(group);
    command->add_flag("--edges", drawing.draw_edges, "Draw the edges of the triangles")->group(group);
    addSurfaceColor(command, drawing.color, "What the colours tell; default acceleration");
}

} // namespace clearway::cli
