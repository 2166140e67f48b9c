// SPDX-License-Identifier: MIT
#include "argument_parts.h"

#include <clearway/crowd/crowd.h>
#include <clearway/steering/parameters.h>

#include <clearway/guide/guide.h>

namespace clearway::cli {

/// "Parameters of hidac: acceleration, ..." for each model, in lines of readable length.
static std::string listSteeringParameters()
{
    std::string text;
    const SteeringOptions options;
    visitSteeringOptions(options, [&]<typename Options>(std::string_view model, const Options&) {
        std::string line = fmt::format("Parameters of {}:", model);
        for (const Parameter<Options>& parameter : steeringParameters<Options>())
        {
            const std::string item = fmt::format(" {} ({})", parameter.info.name, formatRangeAndUnit(parameter.info));
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

/// What is written of a run.
static void addRecords(CLI::App* command, CrowdCommandOptions& options)
{
    addOutput(command, options.output, "FILE", "Record the run: .sqlite (JuPedSim) or .txt (Pedestrian Dynamics Data Archive)");
    addCount(command, "--every", options.every, 1, 1'000'000'000, "a number of ticks from 1 to 1000000000",
             "Record one tick in so many; default 1");
    command->add_option("--metrics", options.metrics, "Write what was measured: .json in all, .csv tick by tick")
        ->option_text("FILE");
    command->add_option("--picture", options.drawing.output, "Draw the run: .png, .svg, .pdf or .mp4")->option_text("FILE");
    command
        ->add_option("--log", options.log,
                     "Of a battle: write its commands to a .json file, which is itself a battle that replays it")
        ->option_text("FILE");
    addRunDrawing(command, options.drawing.as);
    addWidth(command, options.drawing.width);
}

/// What moves, leads and steers agents.
static void addModels(CLI::App* command, CrowdCommandOptions& options)
{
    addName(command, "--engine", options.engine, kCrowdEngineNames,
            "What steps them: 'walkers' is three times as fast and takes people of one size on corridors, up to "
            "millions; default: as the scenario says");
    addName(command, "--guide", options.guide, guideNames(),
            "How agents are led; 'clearway path --help' tells of the planners; default: as the scenario says");
    addName(command, "--steering", options.steering, steeringNames(), "How they avoid each other; default: as the scenario says");
    addName(command, "--passing-side", options.passing_side, kPassingSideNames,
            "On which side they pass those who come against them; default: as the scenario says");
    command
        ->add_option("--set", options.settings,
                     "A parameter of a steering model, for example social_force.look_ahead=1; may be given again")
        ->option_text("MODEL.NAME=VALUE")
        ->allow_extra_args(false);
    addParsed(command, "--device", "opencl[:NAME]", "",
              "Solve the maps of '--steering field' on a graphics card; the hash is that of the device then",
              [&options](const std::string& text) -> std::string {
                  if (text.rfind("opencl", 0) != 0 || (text.size() > 6 && text[6] != ':'))
                      return "'opencl' or 'opencl:' and a part of the name of a device";
                  options.device = text.size() > 7 ? text.substr(7) : std::string();
                  return {};
              });
    addName(command, "--contacts", options.contacts, std::array{"own", "bullet"},
            "What moves discs apart that overlap: the crowd as its steering model says, or the physics engine "
            "Bullet after each tick, with hashes that hold on this machine only; default own");
}

CLI::App* addCrowd(CLI::App& app, CrowdCommandOptions& options)
{
    CLI::App* command = app.add_subcommand("crowd", "Let a crowd walk, watch it and record it");
    command
        ->add_option("SCENARIO", options.scenario,
                     "A scenario: a .json file, a built-in one (see 'clearway scenes'), or '-'; or a scene, navigation mesh, "
                     "mesh of triangles or surface mesh, in which people walk about")
        ->required()
        ->option_text(" ");
    addCount(command, "--agents", options.agents, 0, 100'000'000, "a number of agents from 0 to 100000000",
             "How many, in all; the groups keep their shares; default: as the scenario says");
    addNumber(command, "--seconds", options.seconds, inRange(0, 1e7, "a time from 0 to 10000000 seconds"), "S",
              "How long it runs at most; default: as the scenario says");
    addNumber(command, "--dt", options.dt, inRange(1e-6, 10, "a tick from 0.000001 to 10 seconds"), "D",
              "Length of a tick in seconds, above 0 and at most 10; default: as the scenario says");
    addSeed(command, options.seed, "Of everything random; default: as the scenario says");
    addCount(command, "--workers", options.workers, 0, 256, "a number of threads from 0 to 256",
             "Threads to work with; 0: one per core; the run is the same with any number; default 1");
    addModels(command, options);
    addRecords(command, options);
    addChoice<SurfaceGoals>(command, "--goals", options.goals, {{"far", SurfaceGoals::far}, {"random", SurfaceGoals::random}},
                            "Over a surface: to its other side, or to one random place after the other; default far")
        ->group("Surfaces");
    addLook(command, options.drawing.look);
    addTriangles(command, options.ground);
    addCrowdOptions(command, options.planner);
    addJson(command, options.common);
    command->footer(
        "In a scene or navigation mesh 50 people, or as many as --agents says, walk to one random place after the other.\n"
        "Contacts are counted per agent and tick: 'agents' when two discs overlap by more than 0.1 mm, 'walls' when a disc was\n"
        "steered more than that into a wall, where it is kept out. 'outside' must be never. One hash is that of the final "
        "state,\n"
        "the other that of all ticks. Both are the same on every machine and with any number of workers,\n"
        "unless a --device or Bullet has a part in them: they round in their own way. Recorded runs can be read with PedPy. A "
        "full disk "
        "ends\n"
        "the recording, not the run; what was recorded stays readable in FILE.partial, and the exit code is 1. Ctrl-C ends\n"
        "the run; what was recorded is complete up to then.\n\n" +
        listSteeringParameters() +
        "Examples:\n"
        "  clearway crowd cross --agents 500\n"
        "  clearway crowd city --engine walkers --agents 2000 --seconds 20\n"
        "  clearway crowd level.wkt --agents 50 --picture trails.png\n"
        "  clearway crowd rts_skirmish --log fight.json --picture fight.png\n"
        "  clearway crowd fight.json --workers 2\n"
        "  clearway crowd bottleneck -o run.sqlite --picture trails.png\n"
        "  clearway crowd my_station.json --workers 0 --metrics numbers.csv --json\n"
        "  clearway crowd city --agents 100000 --seconds 60 --every 10 -o city.sqlite\n"
        "  clearway crowd circle --guide centre --steering seek --seed 7\n"
        "  clearway crowd cross --guide corridor --steering social_force --set social_force.drive=attraction\n"
        "  clearway crowd circle --steering social_force --set social_force.look_ahead=1\n"
        "  clearway crowd circle --guide field --steering field --set field.behaviour=personal\n"
        "  clearway crowd two_sides.json --picture sides.png   groups with a \"behaviour\": docs/scenarios.md\n"
        "  clearway crowd circle --guide field --steering field --device opencl\n"
        "  clearway crowd bottleneck --steering seek --contacts bullet\n"
        "  clearway crowd sphere --agents 1000 --picture planet.png\n"
        "  clearway crowd asteroid.clearway --goals random --seconds 120 --view 30,20 --picture asteroid.png\n");
    return command;
}

/// `[N:]x1,y1,x2,y2…`: a file by its number, then points.
static Numbered<std::vector<Vec2>> parseMeasure(const std::string& name, const std::string& text, std::size_t most_points)
{
    Numbered<std::vector<Vec2>> measure;
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
    for (std::size_t i = 0; i < values.size(); i += 2) measure.value.push_back({values[i], values[i + 1]});
    for (const Vec2 p : measure.value)
        if (!isFinite(p)) throw CLI::ValidationError(fmt::format("{}: '{}' has a number that is not finite", name, numbers));
    return measure;
}

static void addMeasure(CLI::App* command, const std::string& name, std::vector<Numbered<std::vector<Vec2>>>& measures,
                       std::size_t most_points, const std::string& text, const std::string& description)
{
    const auto parse = [name, most_points, &measures](const std::string& one) {
        measures.push_back(parseMeasure(name, one, most_points));
        return std::string();
    };
    addParsed(command, name, text, "", description, parse, true);
}

/// A file may have a colon in its name; a number before one names a file of the command line.
static Numbered<std::string> parseScene(const std::string& text)
{
    const std::size_t colon = text.find(':');
    const bool has_number =
        colon != std::string::npos && colon > 0 && colon <= 6 && text.find_first_not_of("0123456789") == colon && text[0] != '0';
    if (!has_number) return {0, text};
    return {static_cast<std::size_t>(std::stoul(text.substr(0, colon))), text.substr(colon + 1)};
}

static void addMeasures(CLI::App* command, AnalyseOptions& options)
{
    addMeasure(command, "--line", options.lines, 2, "[N:]X1,Y1,X2,Y2",
               "Count who crosses it; only in the N-th file, or in all; default: the lines of the file");
    addMeasure(command, "--area", options.areas, 10'000, "[N:]X1,Y1,X2,Y2[,X3,Y3...]",
               "Density, speed and lanes in a rectangle or polygon; default: the areas of the file");
    addUnit(command, options.unit);
    addNumber(command, "--frame-rate", options.frame_rate, inRange(1e-3, 1e6, "a frame rate from 0.001 to 1000000"), "R",
              "Frames per second of text files that do not say theirs");
    addCount(command, "--frame-step", options.measuring.frame_step, 1, 1000, "a number of frames from 1 to 1000",
             "Frames to both sides for speeds, 1 to 1000; default: 0.2 s");
    addNumber(command, "--cut-off", options.measuring.cut_off, inRange(0.01, 1000, "a radius from 0.01 to 1000 metres"), "M",
              "Largest radius of a person's Voronoi cell, in metres; default 2");
    addNumber(command, "--bin", options.measuring.bin_width,
              inRange(0.001, 100, "a width from 0.001 to 100 persons per square metre"), "D",
              "Width of the bins of density, in persons per square metre; default 0.25");
    addParsed(command, "--axis", "DX,DY", "", "Along the flow, for the order of lanes; default: where most go",
              [&options](const std::string& text) -> std::string {
                  const bool is_direction =
                      parsePoint("--axis", text, options.measuring.axis).empty() && options.measuring.axis != Vec2{};
                  return is_direction ? "" : "a direction: write dx,dy";
              });
    const auto addScene = [&options](const std::string& text) {
        options.scenes.push_back(parseScene(text));
        return std::string();
    };
    addParsed(command, "--scene", "[N:]SCENE", "",
              "Where people can walk, in metres; only in the N-th file, or in all; default: what the file says", addScene, true);
    command
        ->add_flag("--no-walls", options.has_no_walls,
                   "People walk in the open: their Voronoi cells end at the cut-off only, whatever the file says")
        ->excludes(command->get_option("--scene"));
}

CLI::App* addAnalyse(CLI::App& app, AnalyseOptions& options)
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
        "Density is by Voronoi cells (Steffen and Seyfried 2010), which end at walls: recorded runs carry theirs, experiments\n"
        "need --scene, or --no-walls in the open. Without, density is persons per area, and the answer says so. Speed is by\n"
        "central differences. A flow is one less than the\n"
        "crossings over the time from the first to the last; 'steady' leaves out the first and last fifth of them. Lane order\n"
        "is 1 when everybody in a strip of 0.3 m to both sides walks the same way (Rex and Löwen 2007); beyond chance, a\n"
        "random mixture has 0. The grey line in the picture is Weidmann's (1993). Gaps, leaps, two persons in one place and\n"
        "one in two are reported on standard error, and do not stop the analysis.\n\n"
        "Examples:\n"
        "  clearway analyse run.sqlite -o plots.png\n"
        "  clearway analyse uo-050-180-180.txt --unit cm --frame-rate 16 --area 0,-2,1.8,2 --line 0,0,1.8,0 --scene hall.wkt\n"
        "  clearway analyse ours.sqlite theirs.txt --area 1:10,0,14,2 --area 2:-2,0,2,2 --scene 2:theirs.wkt -o both.svg\n"
        "  clearway analyse corridor.txt --area 0,0,4,0,5,3,0,3 --frame-step 5 --json\n");
    return command;
}

} // namespace clearway::cli
