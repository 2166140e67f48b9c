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

void addSurface(CLI::App* command, SurfaceArguments& surface, SpeedOption speed)
{
    const std::string group = "Surfaces";
    const double infinity = std::numeric_limits<double>::infinity();
    if (speed == SpeedOption::add)
        command->add_option("--speed", surface.speed, "Of the character, in m/s; default 1.4")
            ->check(inRange(0, 1e6, "a speed of 0 m/s or more"))
            ->option_text("V")
            ->group(group);
    command
        ->add_option("--max-acceleration", surface.max_acceleration,
                     "That the character stands where the ground bends, in m/s²; 'inf' cuts nothing; default 3")
        ->check(inRange(0, infinity, "an acceleration of 0 m/s² or more"))
        ->option_text("A")
        ->group(group);
    command
        ->add_option("--height", surface.height,
                     "Of the character, in metres: leaves out what is too low; default 0: not looked at")
        ->check(inRange(0, 1e9, "a height of 0 metres or more"))
        ->option_text("H")
        ->group(group);
    addChoice<HeightTest>(command, "--height-test", surface.height_test,
                          {{"capsule", HeightTest::capsule}, {"published", HeightTest::published}},
                          "The exact test, or the published one; default capsule")
        ->group(group);
    command
        ->add_option(
            "--gravity", surface.gravity,
            "Leaves out what is too steep: the direction in which things fall, or towards the middle of the mesh; default "
            "none, or down with --slope")
        ->option_text("X,Y,Z|down|center|none")
        ->group(group);
    command->add_option("--slope", surface.slope, "The steepest that is kept, in degrees from level; default 45 with --gravity")
        ->check(inRange(0, 180, "an angle from 0 to 180 degrees"))
        ->option_text("DEG")
        ->group(group);
    addLength(command, "--smooth", surface.smooth, 1e-9, "a length above 0 metres",
              "Averages curvature over this length, in metres: the answer no longer depends on how fine the mesh is", group);
    addChoice<CurvatureMethod>(command, "--curvature", surface.curvature,
                               {{"meyer", CurvatureMethod::meyer}, {"quadric", CurvatureMethod::quadric}},
                               "From the neighbours, or from paraboloids, which are calmer under noise; default meyer")
        ->group(group);
    addChoice<CurvatureMeasure>(command, "--measure", surface.measure,
                                {{"mean", CurvatureMeasure::mean}, {"largest", CurvatureMeasure::largest_principal}},
                                "Mean curvature as published, or that of the direction that bends most; default mean")
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
