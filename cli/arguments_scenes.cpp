// SPDX-License-Identifier: MIT
#include "argument_parts.h"

namespace clearway::cli {

static constexpr const char* kFileHelp = "A file (.wkt .geojson .json .map .mesh .clearway, triangles: .obj .ply .stl .off .gltf "
                                         ".glb), a built-in scene, '-', or a run "
                                         "(.sqlite .txt)";

CLI::App* addScenes(CLI::App& app, ScenesOptions& options)
{
    CLI::App* command = app.add_subcommand("scenes", "List the built-in scenes and scenarios, or draw them all");
    addJson(command, options.common);
    addOutput(command, options.output, "FOLDER", "Draw every scene into this folder, with an index.html to look at");
    addName(command, "--format", options.format, std::array{"png", "svg", "pdf"}, "Of the pictures; default png");
    addWidth(command, options.width);
    addSeed(command, options.generator.seed, "Seed of everything random in them; default 1");
    addNumber(command, "--scale", options.generator.scale, inRange(1e-300, 10'000, "a scale above 0 and at most 10000"), "S",
              "2 gives about twice the vertices; default 1");
    command->footer("Examples:\n"
                    "  clearway scenes\n"
                    "  clearway scenes -o gallery            then open gallery/index.html\n"
                    "  clearway scenes --json\n");
    return command;
}

CLI::App* addBuild(CLI::App& app, BuildOptions& options)
{
    CLI::App* command = app.add_subcommand(
        "build", "Build a navigation mesh, a corridor map, the grid of a field or a surface and write it to a file");
    addInput(command, options.input, "SCENE", kSceneHelp);
    addOutput(command, options.output, "FILE",
              "Where to write: .clearway, .mesh (of outlines), .obj .ply .gltf .glb (of surfaces), or '-' for standard output")
        ->required();
    std::vector<std::string> kept;
    for (const PlannerKind& kind : planners())
        if (!kind.kept_part.empty()) kept.push_back(kind.name);
    addName(command, "--as", options.planner.name, kept,
            "What to build: navmesh, corridor or field of outlines, surface of triangles; default navmesh");
    addJson(command, options.common);
    addCells(command, options.input);
    addNumber(command, "--radius", options.radius, inRange(0, 1e9, "a radius of 0 metres or more"), "R",
              "Of the characters that the grid is for, in metres; default 0.25", "Planner field");
    addNumber(command, "--cell", options.cell, inRange(0, 1e9, "a size of 0 metres or more"), "M",
              "Side of a cell of the grid, in metres; default 0, which is 0.5", "Planner field");
    addBuildOptions(command, options.planner, {}, "cell");
    command->footer("Examples:\n"
                    "  clearway build rooms -o rooms.clearway\n"
                    "  clearway build floor.wkt -o floor.clearway --relax 0.1\n"
                    "  clearway build buildings.geojson -o city.clearway --polygons obstacles --margin 50\n"
                    "  clearway build arena.map -o arena.mesh --decomposition squares\n"
                    "  clearway build city --seed 7 --scale 4 -o city.clearway --json\n"
                    "  clearway build city --as corridor -o map.clearway\n"
                    "  clearway build rooms --as corridor --spacing 0.5 --prune-corners -o map.clearway\n"
                    "  clearway build rooms --as field --radius 0.3 --cell 0.25 -o grid.clearway\n"
                    "  clearway build asteroid --as surface -o rock.clearway\n"
                    "  clearway build hills.glb --as surface --height 1.8 --gravity down --slope 40 --repair -o hills.clearway\n"
                    "  clearway build hills.obj --as surface --up y --speed 3 --smooth 0.5 -o hills.ply\n");
    return command;
}

CLI::App* addInfo(CLI::App& app, InfoOptions& options)
{
    CLI::App* command = app.add_subcommand(
        "info", "Say what a scene, mesh, corridor map, grid, surface or recorded run holds; a scene is cut into cells first");
    addInput(command, options.input, "FILE", kFileHelp);
    addJson(command, options.common);
    command->add_flag("--verify", options.verify, "Check everything again, slowly; exit 1 if something is wrong");
    addCells(command, options.input);
    addPlanner(command, options.planner);
    command->footer(
        "'widest' is the radius of the largest disc that fits anywhere, 'narrowest' that of the largest disc that passes the\n"
        "narrowest passage, both in metres. 'gets about' is the largest radius for which at least half of all ways, by length,\n"
        "still hang together. 'islands' are obstacles with free space all round.\n"
        "Of a surface: how much is walkable, and why the rest was removed.\n"
        "With --using: what that planner builds before it is asked, and for which guides of crowds.\n"
        "'memory' (\"bytes\" in JSON) is what the mesh takes when loaded, search structures included.\n\n"
        "Examples:\n"
        "  clearway info rooms\n"
        "  clearway info level.clearway --json\n"
        "  clearway info floor.wkt --verify\n"
        "  clearway info map.clearway\n"
        "  clearway info asteroid --speed 3\n"
        "  clearway info rooms --using corridor --spacing 0.5\n"
        "  clearway info rock.ply --verify\n"
        "  cat floor.wkt | clearway info - --format wkt\n"
        "  clearway info run.sqlite\n");
    return command;
}

static void addRunOptions(CLI::App* command, RenderOptions& options)
{
    addRunDrawing(command, options.as);
    addNumber(command, "--time", options.time, inRange(-1e12, 1e12, "a time in seconds"), "T",
              "Of a snapshot, in seconds; default the middle of the run");
    addChoice<RunColor>(command, "--by", options.color, {{"group", RunColor::group}, {"time", RunColor::time}},
                        "What the colours of trails mean; default group when there are several");
    addNumber(command, "--speed", options.speed, inRange(0, 1e6, "a speed from 0 to 1000000"), "X",
              "Of a film: seconds of the run in one of the film; default 1. Of a surface: of the character, in m/s");
    command->add_option("--scene", options.scene, "Draw a run on this scene instead of its own")->option_text("SCENE");
    for (const char* name : {"--as", "--time", "--by", "--speed", "--scene"}) command->get_option(name)->group("Runs");
}

CLI::App* addRender(CLI::App& app, RenderOptions& options)
{
    CLI::App* command = app.add_subcommand(
        "render", "Draw the cells and portals of a scene or mesh, a corridor map, a field, a surface, or a recorded run");
    addInput(command, options.input, "FILE", kFileHelp);
    addOutput(command, options.output, "FILE", "The picture: .png, .svg or .pdf; of a run also .mp4")->required();
    addWidth(command, options.width);
    command->add_flag("--ids", options.draw_ids, "Number the cells, where there is room");
    command->add_flag("--no-portals", options.hide_portals, "Leave out the portals");
    command->add_flag("--no-legend", options.hide_legend, "Leave out title, scale bar and colours of the heat");
    command->add_flag("--outline", options.outline_only, "No cells: only free space and obstacles");
    addChoice<Heat>(command, "--heat", options.heat,
                    {{"area", Heat::area}, {"sides", Heat::sides}, {"width", Heat::width}, {"component", Heat::component}},
                    "Colour cells by area, number of sides, narrowest portal or component");
    addNumber(command, "--radius", options.radius, inRange(0, 1e9, "a radius of 0 metres or more"), "R",
              "Show what of the portals is free for a disc of this radius, in metres; of a field: that of its characters");
    command->add_flag("--clearance", options.shade_clearance, "Shade free space by the distance to the nearest wall");
    for (const char* name : {"--ids", "--no-portals", "--outline", "--heat", "--radius", "--clearance"})
        command->get_option(name)->group("Cells");
    command->add_option("--title", options.title, "Default: the name of the input")->option_text("TEXT");
    addJson(command, options.common);
    addCells(command, options.input);
    command->add_flag("--no-balls", options.hide_balls, "Leave out the balls")->group("Corridor maps");
    command->add_flag("--nearest", options.draw_nearest, "Show the nearest obstacles on both sides")->group("Corridor maps");
    addFieldDrawing(command, options.field_drawing);
    addRunOptions(command, options);
    addBuildOptions(command, options.planner, "surface", "speed");
    addLook(command, options.look);
    command->footer("A film (.mp4) needs the program ffmpeg.\n"
                    "With --using PLANNER the path of that planner is drawn: all options are those of 'clearway path', such as\n"
                    "--from, --to, --radius and the planner's own.\n\n"
                    "Examples:\n"
                    "  clearway render rooms -o rooms.png\n"
                    "  clearway render rooms -o free.png --radius 0.5\n"
                    "  clearway render rooms -o clearance.svg --clearance --no-portals\n"
                    "  clearway render level.clearway -o level.svg --ids\n"
                    "  clearway render city500 -o city.pdf --heat area --title \"Area of the cells\"\n"
                    "  clearway render buildings.geojson -o town.png --width 4000 --outline\n"
                    "  clearway render rooms --using straight --from 1,1 --to 6,2 --radius 0.5 -o straight.svg\n"
                    "  clearway render rooms --using corridor --kind smooth --clearance 0.8 -o smooth.png\n"
                    "  clearway render map.clearway -o map.svg --nearest\n"
                    "  clearway render grid.clearway -o grid.png\n"
                    "  clearway render rooms --to 38,21 --cell 0.25 -o field.png\n"
                    "  clearway render rooms --to 38,21 --at 10,4 --other 12,4.2 --other 13.5,3 -o local_map.png\n"
                    "  clearway render rooms --to 38,9 --at 3,9 --other 12,9 --other 20,8.6 --behaviour all -o behaviours.png\n"
                    "  clearway render asteroid -o rock.png --view 30,20\n"
                    "  clearway render rock.clearway -o rock.png --edges --colour component\n"
                    "  clearway render run.sqlite -o trails.png\n"
                    "  clearway render run.sqlite -o heat.svg --as heat\n"
                    "  clearway render run.sqlite -o moment.pdf --as snapshot --time 12.5\n"
                    "  clearway render run.sqlite -o run.mp4 --speed 4\n");
    return command;
}

CLI::App* addConvert(CLI::App& app, ConvertOptions& options)
{
    CLI::App* command = app.add_subcommand("convert", "Convert between formats of scenes, meshes, triangles and recorded runs");
    addInput(command, options.input, "FILE", kFileHelp);
    addOutput(command, options.output, "FILE", "Where to write; the ending says the format; '-' for standard output")->required();
    addFormat(command, "--to", options.output_format, "What to write, whatever the ending; needed for '-o -'");
    addJson(command, options.common);
    addCells(command, options.input);
    addBuildOptions(command, options.planner, "surface");
    addSurfaceColor(command, options.color, "Of triangles in .ply, .gltf and .glb; default acceleration for surfaces, else none");
    command->footer("A scene becomes cells in .mesh, and stays a scene in .clearway unless a decomposition is named;\n"
                    "a mesh becomes its outline in .wkt and .geojson. Only a .map file can be written as .map.\n"
                    "Triangles stay triangles; of a surface, those that are walkable are written.\n\n"
                    "Examples:\n"
                    "  clearway convert floor.wkt -o floor.geojson\n"
                    "  clearway convert arena.mesh -o arena.wkt\n"
                    "  clearway convert city500 -o city500.mesh\n"
                    "  clearway convert floor.wkt -o - --to geojson\n"
                    "  clearway convert rock.stl -o rock.glb --unit 0.001\n"
                    "  clearway convert asteroid -o bent.ply --colour acceleration --speed 3\n"
                    "  clearway convert run.sqlite -o run.txt\n");
    return command;
}

} // namespace clearway::cli
