// SPDX-License-Identifier: MIT
// Triangles between formats, and surfaces as pictures.
#include <clearway/surface/curvature.h>

#include <fmt/format.h>

#include "picture_name.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

static std::vector<std::byte> toBytes(const std::string& text)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

static std::vector<std::byte> formatTriangles(const MeshView& view, Format format)
{
    switch (format)
    {
    case Format::obj: return toBytes(formatObj(view));
    case Format::ply: return formatPly(view);
    case Format::gltf: return toBytes(formatGltf(view));
    default: return formatGlb(view);
    }
}

static void requireWritable(const ConvertOptions& options, const Input& input, Format format)
{
    if (format == Format::stl || format == Format::off || !isTriangleFormat(format))
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("the triangles of {} can be written to .obj, .ply, .gltf and .glb, not to .{}{}.", input.path,
                                  toString(format),
                                  format == Format::clearway ? "; for that, build a surface: 'clearway build --as surface'" : ""),
                      input.path);
    if (options.mesh.cells || options.mesh.relaxation > 0)
        throw UsageError("--decomposition and --relax are for outputs with cells: .mesh or .clearway");
    if (options.color == SurfaceColor::component)
        throw UsageError("--colour component is for pictures; in a file colours tell the acceleration");
    if (options.color == SurfaceColor::acceleration && format == Format::obj)
        throw UsageError("an .obj file has no colours: choose .ply, .gltf or .glb");
    if (options.surface.isGiven() && options.color != SurfaceColor::acceleration)
        throw UsageError("--speed, --max-acceleration, --smooth and the like need '--colour acceleration' here");
}

std::size_t convertTriangles(const ConvertOptions& options, const Input& input, Format format)
{
    requireWritable(options, input, format);
    MeshView view;
    std::vector<double> accelerations;
    if (input.surface)
    {
        if (options.surface.isGiven()) buildSurface(input, options.surface, {}); // says why not
        view = viewMesh(*input.surface);
        if (options.color == SurfaceColor::none) view.values = {};
    }
    else
    {
        const TriangleMesh& mesh = *input.triangles;
        view = viewMesh(mesh);
        if (options.color == SurfaceColor::acceleration)
        {
            const double most = buildSurface(input, options.surface, {}).mesh.maxAcceleration();
            // The same, and nothing cut away.
            PlannerArguments whole = options.surface;
            std::erase_if(whole.options, [](const PlannerOption& option) {
                return option.name == "max_acceleration" || option.name == "gravity" || option.name == "slope" ||
                       option.name == "height" || option.name == "height_test";
            });
            whole.options.push_back({"max_acceleration", "inf"});
            const SurfaceMesh surface = buildSurface(input, whole, {}).mesh;
            accelerations.assign(mesh.vertexCount(), 0);
            for (std::size_t t = 0; t < surface.triangleCount(); ++t)
                for (std::size_t corner = 0; corner < 3; ++corner)
                    accelerations[mesh.triangles()[surface.sourceTriangles()[t]][corner]] =
                        surface.accelerations()[surface.triangles()[t][corner]];
            view.values = accelerations;
            view.max_value = most;
        }
    }
    const std::vector<std::byte> bytes = formatTriangles(view, format);
    stopIfInterrupted();
    require(writeFile(options.output, bytes));
    return bytes.size();
}

SurfacePictureOptions makeSurfacePictureOptions(const SurfaceDrawing& drawing)
{
    SurfacePictureOptions picture;
    if (drawing.view) picture.camera = {drawing.view->x, drawing.view->y};
    picture.draw_edges = drawing.draw_edges;
    picture.color = drawing.color.value_or(picture.color);
    return picture;
}

void drawSurface(const RenderOptions& options, const Input& input, Value::Fields& fields, const Progress& progress)
{
    PlannerArguments arguments = options.surface;
    // The option of films has the same name; here it is the speed of the character.
    if (options.speed) arguments.options.push_back({"speed", fmt::format("{}", *options.speed)});
    const BuiltSurface built = buildSurface(input, arguments, progress);
    SurfacePictureOptions picture = makeSurfacePictureOptions(options.surface_drawing);
    picture.width = options.width.value_or(picture.width);
    picture.draw_legend = !options.hide_legend;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    fields.emplace_back("triangles", built.mesh.triangleCount());
    fields.emplace_back("components", built.mesh.componentCount());
    require(saveSurfacePicture(built.mesh, options.output, picture));
    printFindings(input, built.parts);
}

} // namespace clearway::cli
