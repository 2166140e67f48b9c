// SPDX-License-Identifier: MIT
#include <clearway/picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "commands.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

static double findNarrowestPortal(const NavMesh& mesh, CellId cell)
{
    double narrowest = std::numeric_limits<double>::infinity();
    for (const NavMesh::Side& side : mesh.sides(cell))
    {
        if (side.portal == kNone) continue;
        const Segment segment = mesh.segment(mesh.portals()[side.portal]);
        narrowest = std::min(narrowest, distance(segment.a, segment.b));
    }
    return narrowest;
}

static std::vector<double> computeHeat(const NavMesh& mesh, Heat heat)
{
    std::vector<double> values;
    if (heat == Heat::none) return values;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        if (heat == Heat::area) values.push_back(mesh.area(cell));
        if (heat == Heat::sides) values.push_back(mesh.cells()[cell].side_count);
        if (heat == Heat::width) values.push_back(findNarrowestPortal(mesh, cell));
        if (heat == Heat::component) values.push_back(mesh.cells()[cell].component);
    }
    return values;
}

static const char* nameHeat(Heat heat)
{
    switch (heat)
    {
    case Heat::none: return "";
    case Heat::area: return "area of the cell (m²)";
    case Heat::sides: return "sides of the cell";
    case Heat::width: return "narrowest portal (m)";
    case Heat::component: return "component";
    }
    return "";
}

static void requirePictureName(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        throw UsageError(fmt::format("a picture is written to .png, .svg or .pdf, not to '{}'", path));
}

void runRender(const RenderOptions& options)
{
    requirePictureName(options.output);
    if (options.outline_only && (options.heat != Heat::none || options.draw_ids))
        throw UsageError("--outline draws no cells: leave out --heat and --ids");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    PictureOptions picture;
    picture.width = options.width;
    picture.draw_portals = !options.hide_portals;
    picture.draw_ids = options.draw_ids;
    picture.draw_legend = !options.hide_legend;
    // A title reads better without the ending.
    const std::string name = std::filesystem::path(input.name).stem().string();
    picture.title = options.title.empty() ? name : options.title;

    Value::Fields fields = {{"source", input.path}, {"output", options.output}, {"width", options.width}};
    if (options.outline_only)
    {
        const Scene scene = buildOutline(input, bar.callback());
        fields.emplace_back("vertices", scene.points().size());
        require(savePicture(scene, options.output, picture));
    }
    else
    {
        const NavMesh mesh = buildMesh(input, options.mesh, bar.callback());
        const std::vector<double> heat = computeHeat(mesh, options.heat);
        picture.heat = heat;
        picture.heat_name = nameHeat(options.heat);
        fields.emplace_back("cells", mesh.cells().size());
        fields.emplace_back("portals", mesh.portals().size());
        fields.emplace_back("vertices", mesh.vertices().size());
        require(savePicture(mesh, options.output, picture));
    }
    bar.clear();
    printRepairs(input.name, input.report);
    std::error_code ignored;
    const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(options.output, ignored));
    fields.emplace_back("file_bytes", ignored ? Value() : Value(file_bytes));
    fields.emplace_back("repairs", describe(input.report));
    if (options.common.json)
        printOutput(formatJson(fields));
    else
        printOutput(options.output + "\n");
}

} // namespace clearway::cli
