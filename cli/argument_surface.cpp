// SPDX-License-Identifier: MIT
// Options of meshes of triangles and of surfaces.
#include "argument_parts.h"

#include <cmath>

namespace clearway::cli {

void addTriangles(CLI::App* command, InputOptions& input)
{
    const std::string group = "Meshes of triangles";
    addChoice<UpAxis>(command, "--up", input.triangles.up, {{"y", UpAxis::y}, {"z", UpAxis::z}},
                      "Which axis of the file is up; default y for glTF, z for all others")
        ->group(group);
    command->add_option("--unit", input.triangles.unit, "Metres of one unit of the file; default 1")
        ->check(inRange(1e-9, 1e9, "a length above 0 metres"))
        ->option_text("M")
        ->group(group);
    command
        ->add_option("--weld", input.mesh.weld_distance,
                     "Join points this near to each other, in metres; default 0: only equal ones")
        ->check(inRange(0, 1e9, "a distance of 0 metres or more"))
        ->option_text("M")
        ->group(group);
    command
        ->add_flag_callback(
            "--repair", [&input] { input.mesh.repair = MeshRepair::safe; },
            "Mend what is safe: part sheets that only touch, join what continues, turn what is inside out")
        ->group(group);
    command->add_option("--size", input.size, "Of a built-in mesh: all its lengths times this; default 1")
        ->check(inRange(1e-6, 1e6, "a size from 0.000001 to 1000000"))
        ->option_text("X")
        ->group(group);
}

void addLook(CLI::App* command, SurfacePictureOptions& look)
{
    const std::string group = "Surfaces";
    addParsed(command, "--view", "AZ,EL", group,
              "Where the eye is: its angle from the x axis and above the horizon, in degrees; default -60,35",
              [&look](const std::string& text) -> std::string {
                  const std::vector<double> angles = parseNumbers("--view", text);
                  if (angles.size() != 2 || !(std::abs(angles[0]) <= 3600) || !(std::abs(angles[1]) <= 90))
                      return "a view: write azimuth,elevation in degrees, such as -60,35";
                  look.camera = {angles[0], angles[1]};
                  return {};
              });
    command->add_flag("--edges", look.draw_edges, "Draw the edges of the triangles")->group(group);
    addSurfaceColor(command, look.color, "What the colours tell; default acceleration");
}

} // namespace clearway::cli
