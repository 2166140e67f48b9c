// SPDX-License-Identifier: MIT
// Surface meshes for the commands: building them, and what is told about them.
#pragma once
#include <clearway/surface/build.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

/// A surface mesh and how it came about.
struct BuiltSurface
{
    PlannerParts parts;
    SurfaceMesh mesh;
    double build_seconds = 0; ///< of curvature and cutting
};

/// The surface mesh of an input: its own, or built from its triangles. Throws Failure when the input is something else,
/// UsageError when a mesh that is already there should be built otherwise. `flag`: as in preparePlanner.
BuiltSurface buildSurface(const Input& input, const PlannerArguments& arguments, const Progress& progress,
                          std::string_view flag = "--as");
/// What reading a mesh found: one count per kind that occurred, with the first place of each, and remarks.
Value describe(const MeshReport& report);
/// Says on standard error what reading and building found, and what stands on a surface.
void printFindings(const Input& input, const PlannerParts& parts);
/// `clearway convert` of triangles or a surface mesh; the number of bytes.
std::size_t convertTriangles(const ConvertOptions& options, const Input& input, const std::string& format);
/// `clearway render` of triangles or a surface mesh: draws, and adds what is in the picture.
void drawSurface(const RenderOptions& options, const Input& input, Value::Fields& fields, const Progress& progress);

} // namespace clearway::cli
