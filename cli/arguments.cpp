// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "argument_commands.h"
#include "argument_parts.h"
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
    command
        ->add_option("--trajectories", options.trajectories,
                     "Recorded paths of people (.txt, .sqlite) for D-F2, which fits eps and v to them; may be given again")
        ->expected(1)
        ->take_all()
        ->option_text("FILE");
    addUnit(command, options.unit);
    addJson(command, options.common);
    command->footer("Examples:\n"
                    "  clearway reproduce --list\n"
                    "  clearway reproduce --quick -o report    then open report/index.html\n"
                    "  clearway reproduce A-F15 A-X1 --json\n"
                    "  clearway reproduce D-F2 --trajectories uni_corr_500_01.txt --unit cm\n");
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

static std::vector<std::string> listCommands(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

static std::string describeExtras(const CLI::App& app)
{
    const std::vector<std::string> extras = app.remaining(true);
    const std::string word = extras.empty() ? std::string() : extras.front().substr(0, extras.front().find('='));
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const bool is_option = word.size() > 1 && word.front() == '-';
    if (chosen.empty() && !is_option) return fmt::format("unknown command '{}'{}", word, suggest(word, listCommands(app)));
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

/// `clearway help` and `clearway help build` are what `clearway --help` and `clearway build --help` are.
static std::vector<const char*> readHelpAsOption(const CLI::App& app, int argc, const char* const* argv)
{
    std::vector<const char*> words(argv, argv + argc);
    if (argc < 2 || std::string_view(argv[1]) != "help") return words;
    const std::vector<std::string> commands = listCommands(app);
    if (argc > 2 && std::find(commands.begin(), commands.end(), argv[2]) == commands.end())
        throw UsageError(fmt::format("unknown command '{}'{} (see 'clearway --help')", argv[2], suggest(argv[2], commands)));
    words.erase(words.begin() + 1);
    words.push_back("--help");
    return words;
}

Invocation parseArguments(int argc, const char* const* argv)
{
    auto options = std::make_shared<AllOptions>();
    CLI::App app("Clearway moves characters through virtual worlds.\n"
                 "SCENE is a file or the name of a built-in scene; -o names the output; --json answers machines.",
                 "clearway");
    app.set_version_flag("--version", "clearway " CLEARWAY_VERSION, "Print the version");
    app.set_help_flag("-h,--help", "Print help, also of a command: clearway build --help, or clearway help build");
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
        const std::vector<const char*> words = readHelpAsOption(app, argc, argv);
        app.parse(static_cast<int>(words.size()), words.data());
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
