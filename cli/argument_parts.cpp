// SPDX-License-Identifier: MIT
#include "argument_parts.h"

#include <cmath>

namespace clearway::cli {

CLI::Validator inRange(double low, double high, const std::string& wanted)
{
    return CLI::Validator(
        [=](std::string& text) -> std::string {
            double value = std::nan("");
            if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
            return fmt::format("'{}' is not {}", text, wanted);
        },
        "");
}

void addJson(CLI::App* command, CommonOptions& options)
{
    command->add_flag("--json", options.json, "Print one JSON document instead of text");
}

CLI::Option* addOutput(CLI::App* command, std::string& output, const std::string& text, const std::string& description)
{
    return command->add_option("-o,--output", output, description)->option_text(text);
}

const std::map<std::string, Format>& listFormats()
{
    static const std::map<std::string, Format> kFormats = {
        {"wkt", Format::wkt},           {"geojson", Format::geojson}, {"map", Format::map}, {"mesh", Format::mesh},
        {"clearway", Format::clearway}, {"obj", Format::obj},         {"ply", Format::ply}, {"stl", Format::stl},
        {"off", Format::off},           {"gltf", Format::gltf},       {"glb", Format::glb}};
    return kFormats;
}

void addInput(CLI::App* command, InputOptions& input, const std::string& name, const std::string& description)
{
    static const std::map<std::string, PolygonMeaning> kMeanings = {
        {"free", PolygonMeaning::free_space}, {"obstacles", PolygonMeaning::obstacles}, {"auto", PolygonMeaning::automatic}};
    static const std::map<std::string, CoordinateUnits> kCoordinates = {{"metres", CoordinateUnits::metres},
                                                                        {"degrees", CoordinateUnits::longitude_latitude},
                                                                        {"auto", CoordinateUnits::automatic}};
    command->add_option(name, input.path, description)->required()->option_text(" ");
    const std::string group = "Input";
    command
        ->add_option_function<std::string>(
            "--format",
            [&input](const std::string& text) {
                const auto found = listFormats().find(text);
                if (found == listFormats().end())
                    throw CLI::ValidationError("--format: '" + text +
                                               "' is none of wkt, geojson, map, mesh, clearway, obj, ply, stl, off, gltf, glb");
                input.format = found->second;
            },
            "What the input holds, whatever its ending; needed for '-'")
        ->option_text("wkt|geojson|map|mesh|clearway|obj|ply|stl|off|gltf|glb")
        ->group(group);
    addSeed(command, input.seed, "Seed of a built-in scene; default 1")->group(group);
    command
        ->add_option("--scale", input.scale,
                     "Of a built-in scene: 2 has about twice the vertices, on the same shape if a mesh; default 1")
        ->check(inRange(1e-300, 10'000, "a scale above 0 and at most 10000"))
        ->option_text("S")
        ->group(group);
    addChoice(command, "--polygons", input.meaning, kMeanings,
              "What GeoJSON polygons are: walkable, or footprints to walk around; default auto")
        ->group(group);
    addChoice(command, "--coordinates", input.coordinates, kCoordinates,
              "What the numbers of WKT and GeoJSON are; degrees are projected to metres; default auto")
        ->group(group);
    command->add_option("--margin", input.margin, "Free ground around footprints, in metres; default 10")
        ->check(inRange(1e-9, 1e9, "a margin above 0 metres"))
        ->option_text("M")
        ->group(group);
    addTriangles(command, input.triangles);
}

void addMesh(CLI::App* command, MeshOptions& mesh)
{
    static const std::map<std::string, CellKind> kKinds = {{"notches", CellKind::notches},
                                                           {"merged", CellKind::merged},
                                                           {"triangulation", CellKind::triangulation},
                                                           {"squares", CellKind::squares}};
    const std::string group = "Cells";
    command
        ->add_option_function<std::string>(
            "--decomposition",
            [&mesh](const std::string& text) {
                const auto found = kKinds.find(text);
                if (found == kKinds.end())
                    throw CLI::ValidationError("--decomposition: '" + text +
                                               "' is none of notches, merged, triangulation, squares");
                mesh.cells = found->second;
            },
            "How free space is cut into cells (squares: of a .map file); default notches, or the cells that the file has")
        ->option_text("notches|merged|triangulation|squares")
        ->group(group);
    command
        ->add_option("--relax", mesh.relaxation, "Depth up to which a dent counts as convex, in metres: fewer cells; default 0")
        ->check(inRange(0, 1e9, "a depth of 0 metres or more"))
        ->option_text("M")
        ->group(group);
}

std::vector<double> parseNumbers(const std::string& option, const std::string& text)
{
    std::vector<double> numbers;
    std::size_t begin = 0;
    while (true)
    {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        const bool has_spaces = word.find_first_of(" \t\n\r\v\f") != std::string::npos;
        double value = 0;
        if (word.empty() || has_spaces || !CLI::detail::lexical_cast(word, value))
            throw CLI::ValidationError(fmt::format("{}: '{}' is not a number", option, word));
        numbers.push_back(value);
        if (end == text.size()) return numbers;
        begin = end + 1;
    }
}

void addPoint(CLI::App* command, const std::string& name, PointArgument& point, const std::string& description)
{
    command
        ->add_option_function<std::string>(
            name,
            [name, &point](const std::string& text) {
                const std::vector<double> numbers = parseNumbers(name, text);
                if (numbers.size() != 2 && numbers.size() != 3)
                    throw CLI::ValidationError(fmt::format("{}: '{}' is not a point: write x,y or x,y,z", name, text));
                point.position = {numbers[0], numbers[1]};
                if (numbers.size() == 3) point.height = numbers[2];
                point.is_given = true;
            },
            description)
        ->option_text("X,Y[,Z]");
}

void addLength(CLI::App* command, const std::string& name, std::optional<double>& target, double low, const std::string& wanted,
               const std::string& description, const std::string& group)
{
    command->add_option(name, target, description)->check(inRange(low, 1e9, wanted))->option_text("M")->group(group);
}

void addUnit(CLI::App* command, std::optional<double>& unit)
{
    const auto parse = [&unit](const std::string& text) {
        const std::map<std::string, double> kUnits = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}};
        const auto found = kUnits.find(text);
        if (found == kUnits.end()) throw CLI::ValidationError(fmt::format("--unit: '{}' is none of m, cm, mm", text));
        unit = found->second;
    };
    command->add_option_function<std::string>("--unit", parse, "Of the coordinates of text files that do not say theirs")
        ->option_text("m|cm|mm");
}

void addRunDrawing(CLI::App* command, std::function<void(RunDrawing)> set)
{
    static const std::map<std::string, RunDrawing> kDrawings = {{"trails", RunDrawing::trails},
                                                                {"heat", RunDrawing::heat},
                                                                {"snapshot", RunDrawing::snapshot},
                                                                {"plots", RunDrawing::plots}};
    command
        ->add_option_function<std::string>(
            "--as",
            [set = std::move(set)](const std::string& text) {
                const auto found = kDrawings.find(text);
                if (found == kDrawings.end())
                    throw CLI::ValidationError("--as: '" + text + "' is none of trails, heat, snapshot, plots");
                set(found->second);
            },
            "How a run is drawn: the way of everybody, time spent, discs at one time, numbers over time; default trails")
        ->option_text("trails|heat|snapshot|plots");
}

} // namespace clearway::cli
