// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <clearway/steering/parameters.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <memory>

#include "commands.h"
#include "output.h"
#include "spelling.h"

namespace clearway::cli {

namespace {

/// The options of all commands, kept alive until the command has run.
struct AllOptions
{
    ScenesOptions scenes;
    BuildOptions build;
    InfoOptions info;
    RenderOptions render;
    ConvertOptions convert;
    PathCommandOptions path;
    PathsCommandOptions paths;
    CrowdCommandOptions crowd;
    AnalyseOptions analyse;
    BenchOptions bench;
    ReproduceOptions reproduce;
};

} // namespace

// ---- pieces that several commands share

/// A number within limits; CLI11's own range check lets NaN pass.
static CLI::Validator inRange(double low, double high, const std::string& wanted)
{
    return CLI::Validator(
        [=](std::string& text) -> std::string {
            double value = std::nan("");
            if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
            return fmt::format("'{}' is not {}", text, wanted);
        },
        "");
}

template <typename T>
static CLI::Option* addChoice(CLI::App* command, const std::string& name, T& target, const std::map<std::string, T>& choices,
                              const std::string& description)
{
    std::string names;
    for (const auto& [choice, value] : choices) names += (names.empty() ? "" : "|") + choice;
    // Names are turned into values here: CLI11 would also take the number behind an enumerator.
    return command
        ->add_option_function<std::string>(
            name,
            [name, names, choices, &target](const std::string& text) {
                const auto found = choices.find(text);
                if (found == choices.end()) throw CLI::ValidationError(fmt::format("{}: '{}' is none of {}", name, text, names));
                target = found->second;
            },
            description)
        ->option_text(names);
}

static void addJson(CLI::App* command, CommonOptions& options)
{
    command->add_flag("--json", options.json, "Print one JSON document instead of text");
}

static CLI::Option* addOutput(CLI::App* command, std::string& output, const std::string& text, const std::string& description)
{
    return command->add_option("-o,--output", output, description)->option_text(text);
}

template <typename Width>
static void addWidth(CLI::App* command, Width& width)
{
    command->add_option("--width", width, "Width of the picture in pixels (points in PDF), 64 to 20000; default 1200")
        ->check(inRange(64, 20'000, "a width from 64 to 20000 pixels"))
        ->option_text("PIXELS");
}

/// Digits only: CLI11 would take -1 for the largest seed.
template <typename Seed>
static CLI::Option* addSeed(CLI::App* command, Seed& seed, const std::string& description)
{
    const auto parse = [&seed](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size())
            throw CLI::ValidationError(fmt::format("--seed: '{}' is not a whole number from 0 to 2^64 - 1", text));
        seed = value;
    };
    return command->add_option_function<std::string>("--seed", parse, description)->option_text("K");
}

static void addInput(CLI::App* command, InputOptions& input, const std::string& name, const std::string& description)
{
    static const std::map<std::string, Format> kFormats = {{"wkt", Format::wkt},
                                                           {"geojson", Format::geojson},
                                                           {"map", Format::map},
                                                           {"mesh", Format::mesh},
                                                           {"clearway", Format::clearway}};
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
                const auto found = kFormats.find(text);
                if (found == kFormats.end())
                    throw CLI::ValidationError("--format: '" + text + "' is none of wkt, geojson, map, mesh, clearway");
                input.format = found->second;
            },
            "What the input holds, whatever its ending; needed for '-'")
        ->option_text("wkt|geojson|map|mesh|clearway")
        ->group(group);
    addSeed(command, input.seed, "Seed of a built-in scene; default 1")->group(group);
    command->add_option("--scale", input.scale, "Size of a built-in scene: 2 has about twice the vertices; default 1")
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
}

static void addMesh(CLI::App* command, MeshOptions& mesh)
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

/// Numbers separated by commas. Not a number and infinity are numbers here: the library says what is wrong with them.
static std::vector<double> parseNumbers(const std::string& option, const std::string& text)
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

static void addPoint(CLI::App* command, const std::string& name, PointArgument& point, const std::string& description)
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
            },
            description)
        ->required()
        ->option_text("X,Y[,Z]");
}

static void addSearch(CLI::App* command, std::string& planner, PathQuality& quality, bool& partial)
{
    addChoice<PathQuality>(command, "--quality", quality, {{"shortest", PathQuality::shortest}, {"fast", PathQuality::fast}},
                           "The shortest path, or one at most 5 % longer in less time; default shortest");
    command->add_flag("--partial", partial, "Where there is no way, go to the reachable point nearest to the goal");
    addChoice<std::string>(command, "--using", planner,
                           {{"navmesh", "navmesh"}, {"surface", "surface"}, {"corridor", "corridor"}, {"field", "field"}},
                           "The planner; only navmesh is available yet; default navmesh");
}

static void addRunDrawing(CLI::App* command, std::function<void(RunDrawing)> set)
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

static const char* const kSceneHelp = "A file (.wkt .geojson .json .map .mesh .clearway), a built-in scene, or '-'";

// ---- the commands

static CLI::App* addScenes(CLI::App& app, ScenesOptions& options)
{
    CLI::App* command = app.add_subcommand("scenes", "List the built-in scenes and scenarios, or draw them all");
    addJson(command, options.common);
    addOutput(command, options.folder, "FOLDER", "Draw every scene into this folder, with an index.html to look at");
    addChoice<std::string>(command, "--format", options.format, {{"png", "png"}, {"svg", "svg"}, {"pdf", "pdf"}},
                           "Of the pictures; default png");
    addWidth(command, options.width);
    addSeed(command, options.generator.seed, "Seed of everything random in them; default 1");
    command->add_option("--scale", options.generator.scale, "2 gives about twice the vertices; default 1")
        ->check(inRange(1e-300, 10'000, "a scale above 0 and at most 10000"))
        ->option_text("S");
    command->footer("Examples:\n"
                    "  clearway scenes\n"
                    "  clearway scenes -o gallery            then open gallery/index.html\n"
                    "  clearway scenes --json\n");
    return command;
}

static CLI::App* addBuild(CLI::App& app, BuildOptions& options)
{
    CLI::App* command = app.add_subcommand("build", "Build a navigation mesh from a scene and write it to a file");
    addInput(command, options.input, "SCENE", kSceneHelp);
    addOutput(command, options.output, "FILE", "Where to write: .clearway, .mesh, or '-' for standard output")->required();
    addChoice<std::string>(command, "--as", options.as,
                           {{"navmesh", "navmesh"}, {"surface", "surface"}, {"corridor", "corridor"}, {"field", "field"}},
                           "What to build; only navmesh is available yet; default navmesh");
    addJson(command, options.common);
    addMesh(command, options.mesh);
    command->footer("Examples:\n"
                    "  clearway build rooms -o rooms.clearway\n"
                    "  clearway build floor.wkt -o floor.clearway --relax 0.1\n"
                    "  clearway build buildings.geojson -o city.clearway --polygons obstacles --margin 50\n"
                    "  clearway build arena.map -o arena.mesh --decomposition squares\n"
                    "  clearway build city --seed 7 --scale 4 -o city.clearway --json\n");
    return command;
}

static CLI::App* addInfo(CLI::App& app, InfoOptions& options)
{
    CLI::App* command =
        app.add_subcommand("info", "Say what a scene, mesh or recorded run holds; a scene is cut into cells first");
    addInput(command, options.input, "FILE",
             "A file (.wkt .geojson .json .map .mesh .clearway), a built-in scene, '-', or a run (.sqlite .txt)");
    addJson(command, options.common);
    command->add_flag("--verify", options.verify, "Check everything again, slowly; exit 1 if something is wrong");
    addMesh(command, options.mesh);
    command->footer(
        "'widest' is the radius of the largest disc that fits anywhere, 'narrowest' that of the largest disc that passes the\n"
        "narrowest passage, both in metres. 'islands' are obstacles with free space all round.\n"
        "'memory' (\"bytes\" in JSON) is what the mesh takes when loaded, search structures included.\n\n"
        "Examples:\n"
        "  clearway info rooms\n"
        "  clearway info level.clearway --json\n"
        "  clearway info floor.wkt --verify\n"
        "  cat floor.wkt | clearway info - --format wkt\n"
        "  clearway info run.sqlite\n");
    return command;
}

static void addRunOptions(CLI::App* command, RenderOptions& options)
{
    addRunDrawing(command, [&options](RunDrawing as) { options.as = as; });
    command->add_option("--time", options.time, "Of a snapshot, in seconds; default the middle of the run")
        ->check(inRange(-1e12, 1e12, "a time in seconds"))
        ->option_text("T");
    addChoice<RunColor>(command, "--by", options.color, {{"group", RunColor::group}, {"time", RunColor::time}},
                        "What the colours of trails mean; default group when there are several");
    command->add_option("--speed", options.speed, "Of a film: seconds of the run in one of the film; default 1")
        ->check(inRange(1e-3, 1e6, "a speed from 0.001 to 1000000"))
        ->option_text("X");
    command->add_option("--scene", options.scene, "Draw a run on this scene instead of its own")->option_text("SCENE");
    for (const char* name : {"--as", "--time", "--by", "--speed", "--scene"}) command->get_option(name)->group("Runs");
}

static CLI::App* addRender(CLI::App& app, RenderOptions& options)
{
    CLI::App* command = app.add_subcommand("render", "Draw the cells and portals of a scene or mesh, or a recorded run");
    addInput(command, options.input, "FILE",
             "A file (.wkt .geojson .json .map .mesh .clearway), a built-in scene, '-', or a run (.sqlite .txt)");
    addOutput(command, options.output, "FILE", "The picture: .png, .svg or .pdf; of a run also .mp4")->required();
    addWidth(command, options.width);
    command->add_flag("--ids", options.draw_ids, "Number the cells, where there is room");
    command->add_flag("--no-portals", options.hide_portals, "Leave out the portals");
    command->add_flag("--no-legend", options.hide_legend, "Leave out title, scale bar and colours of the heat");
    command->add_flag("--outline", options.outline_only, "No cells: only free space and obstacles");
    addChoice<Heat>(command, "--heat", options.heat,
                    {{"area", Heat::area}, {"sides", Heat::sides}, {"width", Heat::width}, {"component", Heat::component}},
                    "Colour cells by area, number of sides, narrowest portal or component");
    command->add_option("--radius", options.radius, "Show what of the portals is free for a disc of this radius, in metres")
        ->check(inRange(0, 1e9, "a radius of 0 metres or more"))
        ->option_text("R");
    command->add_flag("--clearance", options.shade_clearance, "Shade free space by the distance to the nearest wall");
    command->add_option("--title", options.title, "Default: the name of the input")->option_text("TEXT");
    addJson(command, options.common);
    addMesh(command, options.mesh);
    addRunOptions(command, options);
    command->footer("A film (.mp4) needs the program ffmpeg.\n\n"
                    "Examples:\n"
                    "  clearway render rooms -o rooms.png\n"
                    "  clearway render rooms -o free.png --radius 0.5\n"
                    "  clearway render rooms -o clearance.svg --clearance --no-portals\n"
                    "  clearway render level.clearway -o level.svg --ids\n"
                    "  clearway render city500 -o city.pdf --heat area --title \"Area of the cells\"\n"
                    "  clearway render buildings.geojson -o town.png --width 4000 --outline\n"
                    "  clearway render run.sqlite -o trails.png\n"
                    "  clearway render run.sqlite -o heat.svg --as heat\n"
                    "  clearway render run.sqlite -o moment.pdf --as snapshot --time 12.5\n"
                    "  clearway render run.sqlite -o run.mp4 --speed 4\n");
    return command;
}

static CLI::App* addConvert(CLI::App& app, ConvertOptions& options)
{
    static const std::map<std::string, Format> kFormats = {{"wkt", Format::wkt},
                                                           {"geojson", Format::geojson},
                                                           {"map", Format::map},
                                                           {"mesh", Format::mesh},
                                                           {"clearway", Format::clearway}};
    CLI::App* command = app.add_subcommand("convert", "Convert between formats of scenes, meshes and recorded runs");
    addInput(command, options.input, "FILE",
             "A file (.wkt .geojson .json .map .mesh .clearway), a built-in scene, '-', or a run (.sqlite .txt)");
    addOutput(command, options.output, "FILE", "Where to write; the ending says the format; '-' for standard output")->required();
    command
        ->add_option_function<std::string>(
            "--to",
            [&options](const std::string& text) {
                const auto found = kFormats.find(text);
                if (found == kFormats.end())
                    throw CLI::ValidationError("--to: '" + text + "' is none of wkt, geojson, map, mesh, clearway");
                options.output_format = found->second;
            },
            "What to write, whatever the ending; needed for '-o -'")
        ->option_text("wkt|geojson|map|mesh|clearway");
    addJson(command, options.common);
    addMesh(command, options.mesh);
    command->footer("A scene becomes cells in .mesh, and stays a scene in .clearway unless a decomposition is named;\n"
                    "a mesh becomes its outline in .wkt and .geojson. Only a .map file can be written as .map.\n\n"
                    "Examples:\n"
                    "  clearway convert floor.wkt -o floor.geojson\n"
                    "  clearway convert arena.mesh -o arena.wkt\n"
                    "  clearway convert city500 -o city500.mesh\n"
                    "  clearway convert floor.wkt -o - --to geojson\n"
                    "  clearway convert run.sqlite -o run.txt\n");
    return command;
}

static CLI::App* addPath(CLI::App& app, PathCommandOptions& options)
{
    CLI::App* command = app.add_subcommand("path", "Find the way for a disc of any radius");
    addInput(command, options.input, "SCENE", kSceneHelp);
    addPoint(command, "--from", options.from, "Start of the disc's centre, in metres");
    addPoint(command, "--to", options.to, "Goal of the disc's centre, in metres");
    command
        ->add_option_function<std::vector<std::string>>(
            "--radius",
            [&options](const std::vector<std::string>& texts) {
                for (const std::string& text : texts)
                    for (double radius : parseNumbers("--radius", text)) options.radii.push_back(radius);
            },
            "Of the disc, in metres; several separated by commas, or the option again; default 0.25")
        ->allow_extra_args(false)
        ->option_text("R[,R...]");
    addSearch(command, options.planner, options.quality, options.partial);
    addOutput(command, options.output, "FILE", "Draw the paths: .png, .svg or .pdf");
    addWidth(command, options.width);
    command->add_option("--title", options.title, "Of the picture; default: the name of the input")->option_text("TEXT");
    addJson(command, options.common);
    addMesh(command, options.mesh);
    command->footer("Any answer is exit code 0: 'complete', 'partial', 'unreachable' or 'invalid' is its status.\n\n"
                    "Examples:\n"
                    "  clearway path rooms --from 1,1 --to 38,21\n"
                    "  clearway path rooms --from 1,1 --to 38,21 --radius 0.2,0.5,1 -o paths.png\n"
                    "  clearway path level.clearway --from 3,4 --to -12.5,8 --radius 1.2 --partial --json\n");
    return command;
}

static CLI::App* addPaths(CLI::App& app, PathsCommandOptions& options)
{
    CLI::App* command = app.add_subcommand("paths", "Answer many questions for paths from a file");
    addInput(command, options.input, "SCENE", kSceneHelp);
    command
        ->add_option("--queries", options.queries,
                     "Lines 'x0,y0,x1,y1,r'; or a .scen of MovingAI or Polyanya; '-' is standard input")
        ->required()
        ->option_text("FILE");
    command->add_option("--radius", options.radius, "Of queries that do not say theirs; default 0.25, in a .scen 0")
        ->check(inRange(0, 1e9, "a radius of 0 metres or more"))
        ->option_text("R");
    addSearch(command, options.planner, options.quality, options.partial);
    command->add_option("--workers", options.workers, "Threads to work with, 1 to 256; default 1")
        ->check(inRange(1, 256, "a number of threads from 1 to 256"))
        ->option_text("N");
    command->add_flag("--points", options.points, "Also the points of every path");
    addJson(command, options.common);
    addMesh(command, options.mesh);
    command->footer("Lines that cannot be read are named on standard error; the others are answered.\n"
                    "With a .scen our lengths are compared with those of the file.\n\n"
                    "Examples:\n"
                    "  clearway paths rooms --queries questions.csv --json\n"
                    "  clearway paths arena.map --queries arena.map.scen --workers 2\n"
                    "  echo 1,1,38,21,0.5 | clearway paths rooms --queries -\n");
    return command;
}

/// Digits only, with a largest value.
template <typename Count>
static void addCount(CLI::App* command, const std::string& name, Count& target, std::uint64_t least, std::uint64_t most,
                     const std::string& wanted, const std::string& description)
{
    const auto parse = [=, &target](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < least || value > most)
            throw CLI::ValidationError(fmt::format("{}: '{}' is not {}", name, text, wanted));
        target = static_cast<std::uint32_t>(value);
    };
    command->add_option_function<std::string>(name, parse, description)->option_text("N");
}

/// "Parameters of hidac: acceleration, ..." for each model, in lines of readable length.
static std::string listSteeringParameters()
{
    std::string text;
    const SteeringOptions options;
    visitSteeringOptions(options, [&]<typename Options>(std::string_view model, const Options&) {
        std::string line = fmt::format("Parameters of {}:", model);
        for (const SteeringParameter<Options>& parameter : steeringParameters<Options>())
        {
            const std::string item = fmt::format(" {} ({}{}{})", parameter.info.name, formatRange(parameter.info),
                                                 parameter.info.unit.empty() ? "" : " ", parameter.info.unit);
            if (line.size() + item.size() > 118)
            {
                text += line + "\n";
                line = " ";
            }
            line += item;
        }
        text += line + "\n";
    });
    return text + "\n";
}

static CLI::App* addCrowd(CLI::App& app, CrowdCommandOptions& options)
{
    CLI::App* command = app.add_subcommand("crowd", "Let a crowd walk, watch it and record it");
    command->add_option("SCENARIO", options.scenario, "A scenario: a .json file, a built-in one (see 'clearway scenes'), or '-'")
        ->required()
        ->option_text(" ");
    addCount(command, "--agents", options.agents, 0, 100'000'000, "a number of agents from 0 to 100000000",
             "How many, in all; the groups keep their shares; default: as the scenario says");
    command->add_option("--seconds", options.seconds, "How long it runs at most; default: as the scenario says")
        ->check(inRange(0, 1e7, "a time from 0 to 10000000 seconds"))
        ->option_text("S");
    command->add_option("--dt", options.dt, "Length of a tick in seconds, above 0 and at most 10; default: as the scenario says")
        ->check(inRange(1e-6, 10, "a tick from 0.000001 to 10 seconds"))
        ->option_text("D");
    addSeed(command, options.seed, "Of everything random; default: as the scenario says");
    addCount(command, "--workers", options.workers, 0, 256, "a number of threads from 0 to 256",
             "Threads to work with; 0: one per core; the run is the same with any number; default 1");
    addChoice<std::string>(command, "--guide", options.guide,
                           {{"exact", "exact"},
                            {"simple", "simple"},
                            {"farthest", "farthest"},
                            {"nearest", "nearest"},
                            {"centre", "centre"},
                            {"path", "path"}},
                           "How agents are led along their paths; default: as the scenario says");
    std::map<std::string, std::string> models;
    for (const std::string_view name : steeringNames()) models.emplace(name, name);
    addChoice<std::string>(command, "--steering", options.steering, models,
                           "How they avoid each other; default: as the scenario says");
    command
        ->add_option("--set", options.settings,
                     "A parameter of a steering model, for example social_force.look_ahead=1; may be given again")
        ->option_text("MODEL.NAME=VALUE")
        ->allow_extra_args(false);
    addOutput(command, options.output, "FILE", "Record the run: .sqlite (JuPedSim) or .txt (Pedestrian Dynamics Data Archive)");
    addCount(command, "--every", options.every, 1, 1'000'000'000, "a number of ticks from 1 to 1000000000",
             "Record one tick in so many; default 1");
    command->add_option("--metrics", options.metrics, "Write what was measured: .json in all, .csv tick by tick")
        ->option_text("FILE");
    command->add_option("--picture", options.picture, "Draw the run: .png, .svg, .pdf or .mp4")->option_text("FILE");
    addRunDrawing(command, [&options](RunDrawing as) { options.as = as; });
    addWidth(command, options.width);
    addJson(command, options.common);
    command->footer(
        "A contact is an agent and a tick in which two discs overlap by more than 0.1 mm (agents), or in which a disc wanted\n"
        "to go so far into a wall (walls; it is kept out). 'outside' must be never. The hash is that of the final state; it\n"
        "is the same on every machine and with any number of workers. Recorded runs can be read with PedPy. A full disk ends\n"
        "the recording, not the run; what was recorded stays readable in FILE.partial, and the exit code is 1. Ctrl-C ends\n"
        "the run; what was recorded is complete up to then.\n\n" +
        listSteeringParameters() +
        "Examples:\n"
        "  clearway crowd cross --agents 500\n"
        "  clearway crowd bottleneck -o run.sqlite --picture trails.png\n"
        "  clearway crowd my_station.json --workers 0 --metrics numbers.csv --json\n"
        "  clearway crowd city --agents 100000 --seconds 60 --every 10 -o city.sqlite\n"
        "  clearway crowd circle --guide centre --steering seek --seed 7\n"
        "  clearway crowd circle --steering social_force --set social_force.look_ahead=1\n");
    return command;
}

/// `[N:]x1,y1,x2,y2…`: a file by its number, then points.
static NumberedMeasure parseMeasure(const std::string& name, const std::string& text, std::size_t most_points)
{
    NumberedMeasure measure;
    std::string numbers = text;
    if (const std::size_t colon = text.find(':'); colon != std::string::npos)
    {
        const auto [end, error] = std::from_chars(text.data(), text.data() + colon, measure.file);
        if (colon == 0 || error != std::errc() || end != text.data() + colon || measure.file == 0)
            throw CLI::ValidationError(fmt::format("{}: '{}' is not the number of a file: write 2:x1,y1,x2,y2 for the second",
                                                   name, text.substr(0, colon)));
        numbers = text.substr(colon + 1);
    }
    const std::vector<double> values = parseNumbers(name, numbers);
    if (values.size() < 4 || values.size() % 2 != 0 || values.size() > 2 * most_points)
        throw CLI::ValidationError(fmt::format("{}: '{}' {}", name, numbers,
                                               most_points == 2
                                                   ? "is not a line: write x1,y1,x2,y2"
                                                   : "is not an area: write two corners of a rectangle x1,y1,x2,y2, or "
                                                     "three points and more"));
    for (std::size_t i = 0; i < values.size(); i += 2) measure.points.push_back({values[i], values[i + 1]});
    for (const Vec2 p : measure.points)
        if (!isFinite(p)) throw CLI::ValidationError(fmt::format("{}: '{}' has a number that is not finite", name, numbers));
    return measure;
}

static void addMeasure(CLI::App* command, const std::string& name, std::vector<NumberedMeasure>& measures,
                       std::size_t most_points, const std::string& text, const std::string& description)
{
    command
        ->add_option_function<std::vector<std::string>>(
            name,
            [name, most_points, &measures](const std::vector<std::string>& texts) {
                for (const std::string& one : texts) measures.push_back(parseMeasure(name, one, most_points));
            },
            description)
        ->expected(1)
        ->take_all()
        ->option_text(text);
}

static void addUnit(CLI::App* command, std::optional<double>& unit)
{
    const auto parse = [&unit](const std::string& text) {
        static const std::map<std::string, double> kUnits = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}};
        const auto found = kUnits.find(text);
        if (found == kUnits.end()) throw CLI::ValidationError(fmt::format("--unit: '{}' is none of m, cm, mm", text));
        unit = found->second;
    };
    command->add_option_function<std::string>("--unit", parse, "Of the coordinates of text files that do not say theirs")
        ->option_text("m|cm|mm");
}

static void addMeasures(CLI::App* command, AnalyseOptions& options)
{
    addMeasure(command, "--line", options.lines, 2, "[N:]X1,Y1,X2,Y2",
               "Count who crosses it; only in the N-th file, or in all; default: the lines of the file");
    addMeasure(command, "--area", options.areas, 10'000, "[N:]X1,Y1,X2,Y2[,X3,Y3...]",
               "Density, speed and lanes in a rectangle or polygon; default: the areas of the file");
    addUnit(command, options.unit);
    command->add_option("--frame-rate", options.frame_rate, "Frames per second of text files that do not say theirs")
        ->check(inRange(1e-3, 1e6, "a frame rate from 0.001 to 1000000"))
        ->option_text("R");
    command->add_option("--frame-step", options.frame_step, "Frames to both sides for speeds, 1 to 1000; default: 0.2 s")
        ->check(inRange(1, 1000, "a number of frames from 1 to 1000"))
        ->option_text("N");
    command->add_option("--cut-off", options.cut_off, "Largest radius of a person's Voronoi cell, in metres; default 2")
        ->check(inRange(0.01, 1000, "a radius from 0.01 to 1000 metres"))
        ->option_text("M");
    command->add_option("--bin", options.bin_width, "Width of the bins of density, in persons per square metre; default 0.25")
        ->check(inRange(0.001, 100, "a width from 0.001 to 100 persons per square metre"))
        ->option_text("D");
    command
        ->add_option_function<std::string>(
            "--axis",
            [&options](const std::string& text) {
                const std::vector<double> numbers = parseNumbers("--axis", text);
                const bool is_direction = numbers.size() == 2 && std::isfinite(numbers[0]) && std::isfinite(numbers[1]) &&
                                          (numbers[0] != 0 || numbers[1] != 0);
                if (!is_direction) throw CLI::ValidationError(fmt::format("--axis: '{}' is not a direction: write dx,dy", text));
                options.axis = Vec2{numbers[0], numbers[1]};
            },
            "Along the flow, for the order of lanes; default: where most go")
        ->option_text("DX,DY");
    command
        ->add_option("--scene", options.scene, "Where people can walk, in metres; default: what the file says, else everywhere")
        ->option_text("SCENE");
}

static CLI::App* addAnalyse(CLI::App& app, AnalyseOptions& options)
{
    CLI::App* command = app.add_subcommand("analyse", "Measure flow, density, speed and lanes in recorded runs and experiments");
    command->alias("analyze");
    command
        ->add_option("FILE", options.files,
                     "Recorded runs (.sqlite .txt), and text files of the Pedestrian Dynamics Data Archive")
        ->required()
        ->option_text(" ");
    addMeasures(command, options);
    command->add_option("--csv", options.csv, "Write every frame and every crossing to this .csv file")->option_text("FILE");
    addOutput(command, options.output, "FILE", "Draw the diagrams of all files in one picture: .png, .svg or .pdf");
    addWidth(command, options.width);
    command->add_option("--title", options.title, "Of the picture")->option_text("TEXT");
    addJson(command, options.common);
    command->footer(
        "Density is by Voronoi cells (Steffen and Seyfried 2010), speed by central differences. A flow is one less than the\n"
        "crossings over the time from the first to the last; 'steady' leaves out the first and last fifth of them. Lane order\n"
        "is 1 when everybody in a strip of 0.3 m to both sides walks the same way (Rex and Löwen 2007); beyond chance, a\n"
        "random mixture has 0. The grey line in the picture is Weidmann's (1993). Gaps, leaps and two persons in one place\n"
        "are reported on standard error, and do not stop the analysis.\n\n"
        "Examples:\n"
        "  clearway analyse run.sqlite -o plots.png\n"
        "  clearway analyse uo-050-180-180.txt --unit cm --frame-rate 16 --area -1,-1,1,1 --line -1,0,1,0\n"
        "  clearway analyse ours.sqlite theirs.txt --area 1:10,0,14,2 --area 2:-2,0,2,2 -o both.svg --csv both.csv\n"
        "  clearway analyse corridor.txt --area 0,0,4,0,5,3,0,3 --frame-step 5 --json\n");
    return command;
}

static CLI::App* addBench(CLI::App& app, BenchOptions& options)
{
    CLI::App* command = app.add_subcommand("bench", "Measure, side by side with peers");
    command->add_option("NAME", options.names, "What to measure; default: everything")->option_text(" ");
    command->add_flag("--list", options.list, "Say what can be measured");
    addJson(command, options.common);
    command->footer("Every row says whether its goal holds. Times are of the processor; a busy machine disturbs them little.\n\n"
                    "Examples:\n"
                    "  clearway bench --list\n"
                    "  clearway bench paths\n"
                    "  clearway bench build paths --json\n");
    return command;
}

static CLI::App* addReproduce(CLI::App& app, ReproduceOptions& options)
{
    CLI::App* command = app.add_subcommand("reproduce", "Repeat the experiments of the papers, and judge");
    command->add_option("ID", options.ids, "Which experiments; default: all")->option_text(" ");
    command->add_flag("--list", options.list, "Say which there are");
    command->add_flag("--quick", options.quick, "Smaller numbers: under three minutes for all");
    addOutput(command, options.folder, "FOLDER", "Write a report with tables and pictures into this folder");
    addJson(command, options.common);
    command->footer("Examples:\n"
                    "  clearway reproduce --list\n"
                    "  clearway reproduce --quick -o report    then open report/index.html\n"
                    "  clearway reproduce A-F15 A-X1 --json\n");
    return command;
}

// ---- what is wrong with a command line

static std::vector<std::string> listOptions(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
    {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

static std::string suggest(const std::string& word, std::span<const std::string> candidates)
{
    const std::string nearest = findNearestWord(word, candidates);
    return nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest);
}

static std::string describeExtras(const CLI::App& app)
{
    const std::vector<std::string> extras = app.remaining(true);
    const std::string word = extras.empty() ? std::string() : extras.front().substr(0, extras.front().find('='));
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const bool is_option = word.size() > 1 && word.front() == '-';
    if (chosen.empty() && !is_option)
    {
        std::vector<std::string> commands;
        for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
        return fmt::format("unknown command '{}'{}", word, suggest(word, commands));
    }
    if (!is_option) return fmt::format("unexpected argument '{}'", word);
    return fmt::format("unknown option '{}'{}", word, suggest(word, listOptions(chosen.empty() ? app : *chosen.front())));
}

static std::string describe(const CLI::App& app, const CLI::ParseError& error)
{
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "clearway" : "clearway " + chosen.front()->get_name();
    std::string what = dynamic_cast<const CLI::ExtrasError*>(&error) ? describeExtras(app) : error.what();
    if (!what.empty() && what.back() == '.') what.pop_back();
    return fmt::format("{} (see '{} --help')", what, command);
}

Invocation parseArguments(int argc, const char* const* argv)
{
    auto options = std::make_shared<AllOptions>();
    CLI::App app("Clearway moves characters through virtual worlds.\n"
                 "SCENE is a file or the name of a built-in scene; -o names the output; --json answers machines.",
                 "clearway");
    app.set_version_flag("--version", "clearway " CLEARWAY_VERSION, "Print the version");
    app.set_help_flag("-h,--help", "Print help, also of a command: clearway build --help");
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(36);
    app.footer("Examples:\n"
               "  clearway scenes                       what is built in\n"
               "  clearway render rooms -o rooms.png    a picture of a level\n"
               "  clearway path rooms --from 1,1 --to 38,21 --radius 0.5 -o path.png\n"
               "  clearway crowd cross --agents 500 -o run.sqlite --picture run.png\n"
               "  clearway build floor.wkt -o floor.clearway\n"
               "  clearway info floor.clearway --json\n\n"
               "Exit codes: 0 an answer, 1 data that cannot be used, 2 wrong usage, 130 stopped with Ctrl-C.\n");
    CLI::App* scenes = addScenes(app, options->scenes);
    CLI::App* build = addBuild(app, options->build);
    CLI::App* info = addInfo(app, options->info);
    CLI::App* render = addRender(app, options->render);
    CLI::App* convert = addConvert(app, options->convert);
    CLI::App* path = addPath(app, options->path);
    CLI::App* paths = addPaths(app, options->paths);
    CLI::App* crowd = addCrowd(app, options->crowd);
    CLI::App* analyse = addAnalyse(app, options->analyse);
    CLI::App* bench = addBench(app, options->bench);
    CLI::App* reproduce = addReproduce(app, options->reproduce);
    for (CLI::App* command : {scenes, build, info, render, convert, path, paths, crowd, analyse, bench, reproduce})
        command->set_help_flag("-h,--help", "Print this");

    try
    {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion&)
    {
        return {{}, "clearway " CLEARWAY_VERSION "\n"};
    } catch (const CLI::CallForHelp&)
    {
        return {{}, app.help()};
    } catch (const CLI::ParseError& error)
    {
        throw UsageError(describe(app, error));
    }
    if (scenes->parsed()) return {[options] { runScenes(options->scenes); }, {}};
    if (build->parsed()) return {[options] { runBuild(options->build); }, {}};
    if (info->parsed()) return {[options] { runInfo(options->info); }, {}};
    if (render->parsed()) return {[options] { runRender(options->render); }, {}};
    if (convert->parsed()) return {[options] { runConvert(options->convert); }, {}};
    if (path->parsed()) return {[options] { runPath(options->path); }, {}};
    if (paths->parsed()) return {[options] { runPaths(options->paths); }, {}};
    if (crowd->parsed()) return {[options] { runCrowd(options->crowd); }, {}};
    if (analyse->parsed()) return {[options] { runAnalyse(options->analyse); }, {}};
    if (bench->parsed()) return {[options] { runBench(options->bench); }, {}};
    if (reproduce->parsed()) return {[options] { runReproduce(options->reproduce); }, {}};
    return {{}, app.help()};
}

} // namespace clearway::cli
