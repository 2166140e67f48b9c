// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <clearway/base/names.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "argument_parts.h"
#include "output.h"

namespace clearway::cli {

namespace {

struct Command
{
    CLI::App* app;
    std::function<std::function<void()>()> prepare; ///< after parsing: what runs it
};

} // namespace

static std::vector<GivenOption> listGiven(const CLI::App& command)
{
    std::vector<GivenOption> given;
    for (const CLI::Option* option : command.get_options())
        if (option->count() > 0 && !option->get_lnames().empty())
            given.push_back({"--" + option->get_lnames().front(), option->get_group()});
    return given;
}

/// `describe` tells CLI11 what the command takes.
template <typename Options>
static Command makeCommand(CLI::App& app, CLI::App* (*describe)(CLI::App&, Options&), void (*run)(const Options&))
{
    const auto options = std::make_shared<Options>(); // lives until the command has run
    CLI::App* const command = describe(app, *options);
    command->set_help_flag("-h,--help", "Print this");
    return {command, [=]() -> std::function<void()> {
                options->common.given = listGiven(*command);
                return [=] { run(*options); };
            }};
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

static std::string suggest(const std::string& word, const std::vector<std::string>& candidates)
{
    return suggestNames(word, std::vector<std::string_view>(candidates.begin(), candidates.end()));
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
    if (chosen.empty() && !is_option) return fmt::format("unknown command '{}'.{}", word, suggest(word, listCommands(app)));
    if (!is_option) return fmt::format("unexpected argument '{}'", word);
    return fmt::format("unknown option '{}'.{}", word, suggest(word, listOptions(chosen.empty() ? app : *chosen.front())));
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
        throw UsageError("unknown command '{}'.{} (see 'clearway --help')", argv[2], suggest(argv[2], commands));
    words.erase(words.begin() + 1);
    words.push_back("--help");
    return words;
}

/// `clearway render SCENE --using PLANNER` draws what `clearway path` finds: it is that command, with a picture.
static bool drawsPath(const std::vector<const char*>& words)
{
    const auto isUsing = [](std::string_view word) { return word == "--using" || word.starts_with("--using="); };
    return words.size() > 1 && std::string_view(words[1]) == "render" && std::any_of(words.begin(), words.end(), isUsing);
}

Invocation parseArguments(int argc, const char* const* argv)
{
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
    const Command commands[] = {
        makeCommand(app, addScenes, runScenes),       makeCommand(app, addBuild, runBuild),
        makeCommand(app, addInfo, runInfo),           makeCommand(app, addRender, runRender),
        makeCommand(app, addConvert, runConvert),     makeCommand(app, addPath, runPath),
        makeCommand(app, addPaths, runPaths),         makeCommand(app, addCrowd, runCrowd),
        makeCommand(app, addAnalyse, runAnalyse),     makeCommand(app, addBench, runBench),
        makeCommand(app, addReproduce, runReproduce),
    };
    try
    {
        std::vector<const char*> words = readHelpAsOption(app, argc, argv);
        const bool needs_picture = drawsPath(words);
        if (needs_picture) words[1] = "path";
        app.parse(static_cast<int>(words.size()), words.data());
        if (needs_picture && app.get_subcommand("path")->count("--output") == 0)
            throw UsageError("--output is required (see 'clearway render --help')");
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
    for (const Command& command : commands)
        if (command.app->parsed()) return {command.prepare(), {}};
    return {{}, app.help()};
}

} // namespace clearway::cli
