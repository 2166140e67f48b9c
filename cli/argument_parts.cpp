// SPDX-License-Identifier: MIT
#include "argument_parts.h"

#include <algorithm>
#include <cmath>

#include <clearway/base/names.h>

namespace clearway::cli {

void refuseName(const std::string& option, const std::string& text, const std::vector<std::string>& names)
{
    const std::vector<std::string_view> known(names.begin(), names.end());
    throw CLI::ValidationError(
        fmt::format("{}: '{}' is none of {}.{}", option, text, fmt::join(names, ", "), suggestNames(text, known)));
}

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

void addWidth(CLI::App* command, std::optional<int>& width)
{
    addNumber(command, "--width", width, inRange(64, 20'000, "a width from 64 to 20000 pixels"), "PIXELS",
              "Width of the picture in pixels (points in PDF), 64 to 20000; default 1200");
}

CLI::Option* addFormat(CLI::App* command, const std::string& name, std::string& format, const std::string& description)
{
    return addName(command, name, format, formatNames(), description)
        ->option_text(fmt::format("{}", fmt::join(formatNames(), "|")));
}

void addParsed(CLI::App* command, const std::string& name, const std::string& text, const std::string& group,
               const std::string& description, const std::function<std::string(const std::string&)>& parse, bool repeats)
{
    const auto check = [name, parse](const std::vector<std::string>& words) {
        for (const std::string& word : words)
        {
            const std::string problem = parse(word);
            if (!problem.empty()) throw CLI::ValidationError(fmt::format("{}: '{}' is not {}", name, word, problem));
        }
    };
    CLI::Option* const option = command->add_option_function<std::vector<std::string>>(name, check, description);
    option->expected(1)->option_text(text);
    if (repeats) option->take_all();
    if (!group.empty()) option->group(group);
}

void addInput(CLI::App* command, InputOptions& input, const std::string& name, const std::string& description)
{
    static const std::map<std::string, SceneReadOptions::Polygons> kMeanings = {
        {"free", SceneReadOptions::Polygons::free_space},
        {"obstacles", SceneReadOptions::Polygons::obstacles},
        {"auto", SceneReadOptions::Polygons::automatic}};
    static const std::map<std::string, SceneReadOptions::Units> kCoordinates = {
        {"metres", SceneReadOptions::Units::metres},
        {"degrees", SceneReadOptions::Units::longitude_latitude},
        {"auto", SceneReadOptions::Units::automatic}};
    command->add_option(name, input.path, description)->required()->option_text(" ");
    const std::string group = "Input";
    addFormat(command, "--format", input.format, "What the input holds, whatever its ending; needed for '-'")->group(group);
    addSeed(command, input.seed, "Seed of a built-in scene; default 1")->group(group);
    addNumber(command, "--scale", input.scale, inRange(1e-300, 10'000, "a scale above 0 and at most 10000"), "S",
              "Of a built-in scene: 2 has about twice the vertices, on the same shape if a mesh; default 1", group);
    addChoice(command, "--polygons", input.outlines.meaning, kMeanings,
              "What GeoJSON polygons are: walkable, or footprints to walk around; default auto")
        ->group(group);
    addChoice(command, "--coordinates", input.outlines.coordinates, kCoordinates,
              "What the numbers of WKT and GeoJSON are; degrees are projected to metres; default auto")
        ->group(group);
    addNumber(command, "--margin", input.outlines.margin, inRange(1e-9, 1e9, "a margin above 0 metres"), "M",
              "Free ground around footprints, in metres; default 10", group);
    addTriangles(command, input);
}

void addCells(CLI::App* command, InputOptions& input)
{
    static const std::map<std::string, NavMeshOptions::Decomposition> kKinds = {
        {"notches", NavMeshOptions::Decomposition::notches},
        {"merged", NavMeshOptions::Decomposition::merged},
        {"triangulation", NavMeshOptions::Decomposition::triangulation}};
    const auto cells = [&input]() -> NavMeshOptions& { return input.cells ? *input.cells : input.cells.emplace(); };
    addParsed(command, "--decomposition", "notches|merged|triangulation|squares", "Cells",
              "How free space is cut into cells (squares: of a .map file); default notches, or the cells that the file has",
              [cells, &input](const std::string& text) -> std::string {
                  const auto found = kKinds.find(text);
                  input.keeps_squares = text == "squares";
                  if (found == kKinds.end()) return input.keeps_squares ? "" : "notches, merged, triangulation or squares";
                  cells().decomposition = found->second;
                  return {};
              });
    command
        ->add_option_function<double>(
            "--relax", [cells](double depth) { cells().relaxation = depth; },
            "Depth up to which a dent counts as convex, in metres: fewer cells; default 0")
        ->check(inRange(0, 1e9, "a depth of 0 metres or more"))
        ->option_text("M")
        ->group("Cells");
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

void addPoint(CLI::App* command, const std::string& name, std::optional<Vec3>& point, const std::string& description)
{
    addParsed(command, name, "X,Y[,Z]", "", description, [name, &point](const std::string& text) -> std::string {
        const std::vector<double> numbers = parseNumbers(name, text);
        if (numbers.size() != 2 && numbers.size() != 3) return "a point: write x,y or x,y,z";
        point = Vec3{numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : kAnyHeight};
        return {};
    });
}

void addPoints(CLI::App* command, const std::string& name, const std::string& description, const std::function<void(Vec2)>& add,
               const std::string& group)
{
    const auto parse = [name, add](const std::string& text) -> std::string {
        const std::vector<double> numbers = parseNumbers(name, text);
        if (numbers.size() != 2) return "a point: write x,y";
        add({numbers[0], numbers[1]});
        return {};
    };
    addParsed(command, name, "X,Y", group, description, parse, true);
}

void addRunDrawing(CLI::App* command, std::optional<RunDrawing>& as)
{
    addChoice<RunDrawing>(
        command, "--as", as,
        {{"trails", RunDrawing::trails},
         {"heat", RunDrawing::heat},
         {"snapshot", RunDrawing::snapshot},
         {"plots", RunDrawing::plots}},
        "How a run is drawn: the way of everybody, time spent, discs at one time, numbers over time; default trails");
}

void addUnit(CLI::App* command, std::optional<double>& unit)
{
    addChoice<double>(command, "--unit", unit, {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}},
                      "Of the coordinates of text files that do not say theirs");
}

// ---- fields

static std::string parseBehaviours(const std::string& text, std::vector<Behaviour>& list)
{
    if (text == "all")
    {
        list.assign(behaviours().begin(), behaviours().end());
        return {};
    }
    for (const std::string& name : CLI::detail::split(text, ','))
    {
        const std::optional<Behaviour> behaviour = findBehaviour(name);
        if (!behaviour)
        {
            std::string names = "one of";
            for (const Behaviour known : behaviours()) names += fmt::format(" {},", toString(known));
            return names + " all";
        }
        list.push_back(*behaviour);
    }
    return {};
}

void addFieldDrawing(CLI::App* command, FieldDrawing& drawing)
{
    const std::string group = "Fields";
    addPoints(
        command, "--to", "Draw the field of this goal, in metres; may be given again",
        [&drawing](Vec2 goal) { drawing.goals.push_back(goal); }, group);
    addNumber(command, "--cell", drawing.cell, inRange(1e-9, 1e9, "a size above 0 metres"), "M",
              "Side of a cell, in metres; default 0.5, with --at 0.25", group);
    addNumber(command, "--eps", drawing.equation.eps, inRange(-1e6, 1e6, "a number from -1000000 to 1000000"), "E",
              "How much ways bend toward v, per cell; 0: as clear of walls as can be; default 0", group);
    addParsed(command, "--v", "VX,VY", group, "The way in which eps bends; its length counts; default 1,0",
              [&drawing](const std::string& text) {
                  return std::string(parsePoint("--v", text, drawing.equation.v).empty() ? "" : "a vector: write vx,vy");
              });
    addParsed(command, "--at", "X,Y", group, "Draw the local map of somebody who stands there and goes to the goal",
              [&drawing](const std::string& text) { return parsePoint("--at", text, drawing.at); });
    const auto parseOther = [&drawing](const std::string& text) -> std::string {
        std::vector<double> numbers = parseNumbers("--other", text);
        if (numbers.size() == 2) numbers.push_back(0.25);
        const bool is_disc = numbers.size() == 3 && std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
        if (!is_disc || numbers[2] < 0) return "somebody: write x,y or x,y,radius";
        drawing.others.push_back({{numbers[0], numbers[1]}, numbers[2]});
        return {};
    };
    addParsed(command, "--other", "X,Y[,R]", group,
              "Somebody who stands there, with a radius, 0.25 unless said; may be given again", parseOther, true);
    addParsed(command, "--behaviour", "NAME[,NAME...]", group,
              "Of the one whose map it is; several, separated by commas, or 'all': their walks side by side",
              [&drawing](const std::string& text) { return parseBehaviours(text, drawing.behaviours); });
    addParsed(command, "--map-size", "N", group, "Cells along a side of the local map, odd, 5 to 257; default 33",
              [&drawing](const std::string& text) -> std::string {
                  const std::vector<double> numbers = parseNumbers("--map-size", text);
                  const double size = numbers.size() == 1 ? numbers[0] : 0;
                  if (!(size >= 5 && size <= 257) || std::fmod(size, 2) != 1) return "an odd number from 5 to 257";
                  drawing.map_size = static_cast<std::uint32_t>(size);
                  return {};
              });
}

// ---- meshes of triangles and surfaces

void addTriangles(CLI::App* command, InputOptions& input)
{
    const std::string group = "Meshes of triangles";
    addChoice<MeshReadOptions::UpAxis>(command, "--up", input.triangles.up,
                                       {{"y", MeshReadOptions::UpAxis::y}, {"z", MeshReadOptions::UpAxis::z}},
                                       "Which axis of the file is up; default y for glTF, z for all others")
        ->group(group);
    addNumber(command, "--unit", input.triangles.unit, inRange(1e-9, 1e9, "a length above 0 metres"), "M",
              "Metres of one unit of the file; default 1", group);
    addNumber(command, "--weld", input.mesh.weld_distance, inRange(0, 1e9, "a distance of 0 metres or more"), "M",
              "Join points this near to each other, in metres; default 0: only equal ones", group);
    command
        ->add_flag_callback(
            "--repair", [&input] { input.mesh.repair = TriangleMeshOptions::Repair::safe; },
            "Mend what is safe: part sheets that only touch, join what continues, turn what is inside out")
        ->group(group);
    addNumber(command, "--size", input.size, inRange(1e-6, 1e6, "a size from 0.000001 to 1000000"), "X",
              "Of a built-in mesh: all its lengths times this; default 1", group);
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
