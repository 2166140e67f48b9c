// SPDX-License-Identifier: MIT
#include "argument_parts.h"

namespace clearway::cli {

/// --using, the options of planners, and --or-to.
static void addQuestion(CLI::App* command, QuestionOptions& options)
{
    addPlanner(command, options.planner);
    addPoints(command, "--or-to", "Another goal: the path leads to the one that costs least; may be given again",
              [&options](Vec2 goal) { options.other_goals.push_back(atHeight(goal, kAnyHeight)); });
}

CLI::App* addPath(CLI::App& app, PathCommandOptions& options)
{
    CLI::App* command = app.add_subcommand("path", "Find the path of a disc of any radius, with any planner");
    addInput(command, options.input, "SCENE", kSceneHelp);
    addPoint(command, "--from", options.from, "Start of the disc's centre, in metres; left out: a place far from the goal");
    addPoint(command, "--to", options.to, "Goal of the disc's centre, in metres; left out: a place far from the start");
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
    addQuestion(command, options);
    addCount(command, "--ways", options.ways, 1, 16, "a number of ways from 1 to 16",
             "Up to so many different ways, the shortest first; default 1");
    command->get_option("--ways")->group("Planner corridor");
    addOutput(command, options.output, "FILE", "Draw the paths: .png, .svg or .pdf");
    addWidth(command, options.width);
    command->add_option("--title", options.title, "Of the picture; default: the name of the input")->option_text("TEXT");
    addJson(command, options.common);
    addCells(command, options.input);
    addLook(command, options.look);
    command->footer("Without --from and --to the path leads between two places far from each other.\n"
                    "Over a surface a point without a height is on the highest ground there.\n"
                    "Any answer is exit code 0: 'complete', 'partial', 'unreachable' or 'invalid' is its status.\n\n"
                    "Examples:\n"
                    "  clearway path rooms --from 1,1 --to 38,21\n"
                    "  clearway path rooms --from 1,1 --to 38,21 --radius 0.2,0.5,1 -o paths.png\n"
                    "  clearway path level.clearway --from 3,4 --to -12.5,8 --radius 1.2 --partial --json\n"
                    "  clearway path city --from 20,20 --to 480,460 --using corridor\n"
                    "  clearway path rooms --from 1,1 --to 38,21 --using corridor --ways 3 -o ways.png\n"
                    "  clearway path rooms --from 1,1 --to 38,21 --using corridor --kind smooth --clearance 0.8\n"
                    "  clearway path maze -o maze.png\n"
                    "  clearway path rooms --from 1,1 --to 38,21 --using field --cell 0.25 --eps 0.7 --v 0,1 --json\n"
                    "  clearway path city --from 20,20 --to 480,460 --using field --multi-resolution\n"
                    "  clearway path rooms --from 1,1 --to 38,21 --or-to 1,21 --using field\n"
                    "  clearway path asteroid --from 80,0,0 --to -80,0,0 --reach 30 -o way.png\n"
                    "  clearway path hills.clearway --from 10,20 --to 200,400 --radius 0.5 --effort 4\n");
    return command;
}

CLI::App* addPaths(CLI::App& app, PathsCommandOptions& options)
{
    CLI::App* command = app.add_subcommand("paths", "Answer many questions for paths from a file");
    addInput(command, options.input, "SCENE", kSceneHelp);
    command
        ->add_option("--queries", options.queries,
                     "Lines 'x0,y0,x1,y1,r'; or a .scen of MovingAI or Polyanya; '-' is standard input")
        ->required()
        ->option_text("FILE");
    addNumber(command, "--radius", options.radius, inRange(0, 1e9, "a radius of 0 metres or more"), "R",
              "Of queries that do not say theirs; default 0.25, in a .scen 0");
    addQuestion(command, options);
    addNumber(command, "--workers", options.workers, inRange(1, 256, "a number of threads from 1 to 256"), "N",
              "Threads to work with, 1 to 256; default 1");
    command->add_flag("--points", options.points, "Also the points of every path");
    addJson(command, options.common);
    addCells(command, options.input);
    command->footer("Lines that cannot be read are named on standard error; the others are answered.\n"
                    "With a .scen our lengths are compared with those of the file.\n\n"
                    "Examples:\n"
                    "  clearway paths rooms --queries questions.csv --json\n"
                    "  clearway paths arena.map --queries arena.map.scen --workers 2\n"
                    "  clearway paths map.clearway --queries questions.csv --using corridor\n"
                    "  clearway paths rooms --queries questions.csv --using field --cell 0.25\n"
                    "  echo 1,1,38,21,0.5 | clearway paths rooms --queries -\n");
    return command;
}

} // namespace clearway::cli
