// SPDX-License-Identifier: MIT
#include <clearway/io/crowd_scenario.h>

#include <algorithm>

#include <clearway/io/io.h>
#include <clearway/io/mesh_formats.h>
#include <clearway/scene/mesh_generators.h>

#include "base/errors.h"
#include "io/crowd_scenario_reader.h"
#include "io/crowd_scenario_steering.h"
#include "io/formats.h"
#include "io/text.h"

namespace clearway {

namespace {

using io::FieldReader;
using io::readPlace;
using io::readPlaces;

template <typename T>
using Field = FieldReader::Field<T>;

// ---- groups

bool readRange(FieldReader& r, Range& range)
{
    constexpr std::string_view kExpected = "a number or [low, high]";
    if (r.peek() != '[')
    {
        if (!r.readNumber(range.low, kExpected)) return false;
        range.high = range.low;
        return true;
    }
    std::vector<double> numbers;
    if (!r.readArray(numbers, kExpected, [&r](double& number) { return r.readNumber(number); })) return false;
    if (numbers.size() != 2) return r.fail(fmt::format("expected {}, found {} numbers", kExpected, numbers.size()));
    range = {numbers[0], numbers[1]};
    return true;
}

/// A goal as it is read.
struct GoalEntry
{
    Goal goal;
    std::vector<double> heights; ///< of its points
};

/// What an object says about a goal, until it is known which kind it is.
struct GoalFields
{
    std::vector<Vec2> points;
    std::vector<double> heights;
    std::vector<Vec2> area;
    Vec2 straight;
    std::uint64_t seed = 1;
    bool begins_again = false;
    bool has_points = false;
    bool has_area = false;
    bool has_seed = false;
    bool has_straight = false;
};

constexpr Field<GoalFields> kGoalFields[] = {
    {"points", [](FieldReader& r, GoalFields& g) { return g.has_points = true, readPlaces(r, g.points, g.heights); }},
    {"begin_again", [](FieldReader& r, GoalFields& g) { return r.readBoolean(g.begins_again); }},
    {"area", [](FieldReader& r, GoalFields& g) { return g.has_area = true, r.readPoints(g.area); }},
    {"random", [](FieldReader& r, GoalFields& g) { return g.has_seed = true, r.readSeed(g.seed); }},
    {"straight", [](FieldReader& r, GoalFields& g) { return g.has_straight = true, readPlace(r, g.straight, g.heights); }},
};

bool readGoal(FieldReader& r, GoalEntry& entry)
{
    constexpr std::string_view kExpected =
        "[x, y], {\"points\": …}, {\"area\": …}, {\"random\": seed}, {\"straight\": [x, y]} or null";
    if (r.peek() == 'n') return r.skipValue();
    if (r.peek() == '[')
    {
        Vec2 point;
        if (!readPlace(r, point, entry.heights)) return false;
        entry.goal = Goal(point);
        return true;
    }
    if (r.peek() != '{') return r.failType(kExpected);
    GoalFields fields;
    if (!r.readObject(fields, kGoalFields)) return false;
    if (fields.has_points + fields.has_area + fields.has_seed + fields.has_straight != 1)
        return r.fail("a goal is one of points, area, random and straight: give exactly one of them.");
    if (fields.begins_again && !fields.has_points) return r.fail("begin_again goes with points only.");
    if (fields.has_points)
        entry.goal =
            Goal::points(std::move(fields.points), fields.begins_again ? Goal::AtTheEnd::begin_again : Goal::AtTheEnd::stay);
    else if (fields.has_area)
        entry.goal = Goal::area(std::move(fields.area));
    else
        entry.goal = fields.has_straight ? Goal::straight(fields.straight) : Goal::random(fields.seed);
    entry.heights = std::move(fields.heights);
    return true;
}

bool readGoals(FieldReader& r, Scenario::Group& group)
{
    std::vector<GoalEntry> entries;
    if (!r.readArray(entries, "an array of goals", [&r](GoalEntry& entry) { return readGoal(r, entry); })) return false;
    const bool has_heights = std::ranges::any_of(entries, [](const GoalEntry& entry) { return !entry.heights.empty(); });
    for (GoalEntry& entry : entries)
    {
        group.goals.push_back(std::move(entry.goal));
        if (has_heights) group.goal_heights.push_back(std::move(entry.heights));
    }
    return true;
}

/// What an object says about a change of behaviour, until it is known how it is given.
struct ChangeFields
{
    double at = 0;
    std::string name;
    Manner manner;
    bool has_eps = false;
    bool has_v = false;
};

constexpr Field<ChangeFields> kChangeFields[] = {
    {"at", [](FieldReader& r, ChangeFields& c) { return r.readNumber(c.at); }},
    {"name", [](FieldReader& r, ChangeFields& c) { return r.readString(c.name); }},
    {"eps", [](FieldReader& r, ChangeFields& c) { return c.has_eps = true, r.readNumber(c.manner.eps); }},
    {"v", [](FieldReader& r, ChangeFields& c) { return c.has_v = true, r.readPoint(c.manner.v); }},
};

/// "hurried", {"name": "hurried", "at": 5} or {"eps": 0.3, "v": [0, 1], "at": 5}
bool readChange(FieldReader& r, Scenario::Group::Change& change)
{
    ChangeFields fields;
    if (r.peek() == '"' ? !r.readString(fields.name) : !r.readObject(fields, kChangeFields)) return false;
    change = {fields.at, fields.manner};
    const bool has_numbers = fields.has_eps && fields.has_v;
    if (fields.has_eps != fields.has_v || has_numbers == !fields.name.empty())
        return r.fail("a behaviour has either a name, or eps and v.");
    if (has_numbers) return true;
    std::vector<std::string_view> names;
    for (const Behaviour known : behaviours()) names.push_back(toString(known));
    const std::optional<Behaviour> found = findBehaviour(fields.name);
    if (!found)
        return r.fail(fmt::format("there is no behaviour '{}'.{} The choice is: {}.", showName(fields.name),
                                  suggestNames(fields.name, names), fmt::join(names, ", ")));
    change.manner = *found;
    return true;
}

bool readBehaviour(FieldReader& r, Scenario::Group& group)
{
    const std::string_view expected = "the name of a behaviour, {\"eps\": …, \"v\": [x, y]}, or an array of them";
    if (r.peek() != '[' && r.peek() != '{' && r.peek() != '"') return r.failType(expected);
    if (r.peek() != '[') return readChange(r, group.behaviour.emplace_back());
    return r.readArray(group.behaviour, expected, [&r](Scenario::Group::Change& change) { return readChange(r, change); });
}

struct GroupFields
{
    Scenario::Group group;
    bool has_count = false;
};

constexpr Field<GroupFields> kGroupFields[] = {
    {"name", [](FieldReader& r, GroupFields& g) { return r.readString(g.group.name); }},
    {"count", [](FieldReader& r, GroupFields& g) { return g.has_count = true, r.readCount(g.group.count, kMaxScenarioAgents); }},
    {"positions", [](FieldReader& r, GroupFields& g) { return readPlaces(r, g.group.positions, g.group.heights); }},
    {"start_area", [](FieldReader& r, GroupFields& g) { return r.readPoints(g.group.start_area); }},
    {"radius", [](FieldReader& r, GroupFields& g) { return readRange(r, g.group.radius); }},
    {"speed", [](FieldReader& r, GroupFields& g) { return readRange(r, g.group.speed); }},
    {"goals", [](FieldReader& r, GroupFields& g) { return readGoals(r, g.group); }},
    {"leaves_at_goal", [](FieldReader& r, GroupFields& g) { return r.readBoolean(g.group.leaves_at_goal); }},
    {"behaviour", [](FieldReader& r, GroupFields& g) { return readBehaviour(r, g.group); }},
    {"rate", [](FieldReader& r, GroupFields& g) { return r.readNumber(g.group.rate); }},
    {"from", [](FieldReader& r, GroupFields& g) { return r.readNumber(g.group.from); }},
    {"until", [](FieldReader& r, GroupFields& g) { return r.readNumber(g.group.until); }},
    {"limit", [](FieldReader& r, GroupFields& g) { return r.readCount(g.group.limit, kMaxScenarioAgents); }},
};

bool readGroups(FieldReader& r, std::vector<Scenario::Group>& groups)
{
    return r.readArray(groups, "an array of groups", [&r](Scenario::Group& group) {
        GroupFields fields;
        if (!r.readObject(fields, kGroupFields)) return false;
        group = std::move(fields.group);
        if (!fields.has_count) group.count = group.positions.size();
        return true;
    });
}

// ---- the scene

/// Points [x, y] or [x, y, height].
bool readRing(FieldReader& r, SceneInput::RingInput& ring)
{
    std::vector<std::vector<double>> points;
    const auto readPoint = [&r](std::vector<double>& point) {
        if (!r.readArray(point, "a point [x, y]", [&r](double& number) { return r.readNumber(number); })) return false;
        if (point.size() == 2 || point.size() == 3) return true;
        return r.fail(fmt::format("expected a point [x, y], found {} numbers", point.size()));
    };
    if (!r.readArray(points, "an array of points [x, y]", readPoint)) return false;
    const bool has_heights = std::any_of(points.begin(), points.end(), [](const auto& p) { return p.size() == 3; });
    for (const std::vector<double>& point : points)
    {
        ring.points.push_back({point[0], point[1]});
        if (has_heights) ring.heights.push_back(point.size() == 3 ? point[2] : 0);
    }
    return true;
}

bool readRings(FieldReader& r, std::vector<SceneInput::RingInput>& rings)
{
    return r.readArray(rings, "an array of rings", [&r](SceneInput::RingInput& ring) { return readRing(r, ring); });
}

bool readLayer(FieldReader& r, int& layer)
{
    constexpr std::size_t kMaxLayer = 65535;
    std::size_t number = 0;
    if (!r.readCount(number, kMaxLayer)) return false;
    layer = static_cast<int>(number);
    return true;
}

constexpr Field<SceneInput::AreaInput> kAreaFields[] = {
    {"outline", [](FieldReader& r, SceneInput::AreaInput& a) { return readRing(r, a.outline); }},
    {"holes", [](FieldReader& r, SceneInput::AreaInput& a) { return readRings(r, a.holes); }},
    {"layer", [](FieldReader& r, SceneInput::AreaInput& a) { return readLayer(r, a.layer); }},
};

constexpr Field<SceneInput::Obstacle> kObstacleFields[] = {
    {"outline", [](FieldReader& r, SceneInput::Obstacle& o) { return readRing(r, o.outline); }},
    {"holes", [](FieldReader& r, SceneInput::Obstacle& o) { return readRings(r, o.holes); }},
    {"layer", [](FieldReader& r, SceneInput::Obstacle& o) { return readLayer(r, o.layer); }},
};

constexpr Field<Scenario> kSceneFields[] = {
    {"name", [](FieldReader& r, Scenario& s) { return r.readString(s.scene_name); }},
    {"scale", [](FieldReader& r, Scenario& s) { return r.readNumber(s.scene_options.scale); }},
    {"seed", [](FieldReader& r, Scenario& s) { return r.readSeed(s.scene_options.seed); }},
    {"areas",
     [](FieldReader& r, Scenario& s) {
         return r.readArray(s.scene.areas, "an array of areas",
                            [&r](SceneInput::AreaInput& area) { return r.readObject(area, kAreaFields); });
     }},
    {"obstacles",
     [](FieldReader& r, Scenario& s) {
         return r.readArray(s.scene.obstacles, "an array of obstacles",
                            [&r](SceneInput::Obstacle& obstacle) { return r.readObject(obstacle, kObstacleFields); });
     }},
};

bool readScene(FieldReader& r, Scenario& scenario)
{
    constexpr std::string_view kExpected = "the name of a scene, or an object with areas";
    if (r.peek() != '{') return r.readString(scenario.scene_name, kExpected);
    if (!r.readObject(scenario, kSceneFields)) return false;
    // Outlines make it a scene of its own: then the name is that of the scene, not where to find it.
    if (!scenario.scene.areas.empty()) scenario.scene.name = std::exchange(scenario.scene_name, {});
    if (!scenario.scene_name.empty() && !scenario.scene.obstacles.empty())
        return r.fail("obstacles go with areas: a named scene has its own.");
    return true;
}

// ---- the rest

constexpr Field<MeasuringLine> kLineFields[] = {
    {"name", [](FieldReader& r, MeasuringLine& line) { return r.readString(line.name); }},
    {"a", [](FieldReader& r, MeasuringLine& line) { return r.readPoint(line.a); }},
    {"b", [](FieldReader& r, MeasuringLine& line) { return r.readPoint(line.b); }},
};

constexpr Field<MeasuringArea> kMeasuringAreaFields[] = {
    {"name", [](FieldReader& r, MeasuringArea& area) { return r.readString(area.name); }},
    {"outline", [](FieldReader& r, MeasuringArea& area) { return r.readPoints(area.outline); }},
};

constexpr Field<Scenario> kScenarioFields[] = {
    {"name", [](FieldReader& r, Scenario& s) { return r.readString(s.name); }},
    {"description", [](FieldReader& r, Scenario& s) { return r.readString(s.description); }},
    {"scene", readScene},
    {"seconds", [](FieldReader& r, Scenario& s) { return r.readNumber(s.seconds); }},
    {"dt", [](FieldReader& r, Scenario& s) { return r.readNumber(s.dt); }},
    {"seed", [](FieldReader& r, Scenario& s) { return r.readSeed(s.seed); }},
    {"engine", [](FieldReader& r, Scenario& s) { return r.readString(s.engine); }},
    {"guide", [](FieldReader& r, Scenario& s) { return r.readString(s.guide); }},
    {"steering", [](FieldReader& r, Scenario& s) { return r.readString(s.steering); }},
    {"passing_side", [](FieldReader& r, Scenario& s) { return r.readString(s.passing_side); }},
    {"orca", [](FieldReader& r, Scenario& s) { return io::readSteeringOptions(r, s.orca); }},
    {"hidac", [](FieldReader& r, Scenario& s) { return io::readSteeringOptions(r, s.hidac); }},
    {"social_force", [](FieldReader& r, Scenario& s) { return io::readSteeringOptions(r, s.social_force); }},
    {"field", [](FieldReader& r, Scenario& s) { return io::readSteeringOptions(r, s.field); }},
    {"groups", [](FieldReader& r, Scenario& s) { return readGroups(r, s.groups); }},
    {"lines",
     [](FieldReader& r, Scenario& s) {
         return r.readArray(s.lines, "an array of lines", [&r](MeasuringLine& line) { return r.readObject(line, kLineFields); });
     }},
    {"areas",
     [](FieldReader& r, Scenario& s) {
         return r.readArray(s.areas, "an array of areas",
                            [&r](MeasuringArea& area) { return r.readObject(area, kMeasuringAreaFields); });
     }},
};

/// What a field says makes no sense.
Error makeProblemError(std::string_view text, const Scenario::Problem& problem)
{
    const std::string message = problem.field + ": " + problem.message;
    const std::size_t position = io::findFieldPosition(text, problem.field);
    if (position == std::string_view::npos) return {ErrorCode::invalid_argument, message, {}};
    return io::makeTextError(text, position, message, ErrorCode::invalid_argument);
}

/// As parseScenario, but the message does not say the line.
Result<Scenario> readScenario(std::string_view text)
{
    text = io::skipByteOrderMark(text);
    FieldReader reader(text);
    if (reader.atEnd()) return makeError(ErrorCode::malformed_file, "it is empty; expected a scenario in JSON.");
    Scenario scenario;
    scenario.guide.clear();
    scenario.steering.clear();
    if (!reader.readObject(scenario, kScenarioFields)) return reader.error();
    Scenario usual;
    setEngine(usual, scenario.engine);
    if (scenario.guide.empty()) scenario.guide = hasSurface(scenario) ? "surface" : usual.guide;
    if (scenario.steering.empty()) scenario.steering = usual.steering;
    if (!reader.atEnd())
    {
        reader.fail("expected the end of the text after the scenario.");
        return reader.error();
    }
    if (const std::vector<Scenario::Problem> problems = verify(scenario); !problems.empty())
        return makeProblemError(text, problems.front());
    return scenario;
}

bool isBuiltInScene(std::string_view name)
{
    const auto has = [name](std::span<const BuiltInScene> scenes) {
        return std::ranges::find(scenes, name, &BuiltInScene::name) != scenes.end();
    };
    return has(builtInScenes()) || has(builtInMeshes());
}

} // namespace

namespace io {

bool readScenarioObject(FieldReader& reader, Scenario& scenario) { return reader.readObject(scenario, kScenarioFields); }

void resolveSceneFile(Scenario& scenario, const std::string& scenario_path)
{
    const std::size_t slash = scenario_path.rfind('/');
    const std::string& name = scenario.scene_name;
    if (slash == std::string::npos || name.empty() || name.front() == '/' || isBuiltInScene(name)) return;
    scenario.scene_name = scenario_path.substr(0, slash + 1) + name;
}

} // namespace io

Result<Scenario> parseScenario(std::string_view text) { return io::withLine(readScenario(text)); }

Result<Scenario> loadScenario(const std::string& path_or_name, const ScenarioOptions& options)
{
    if (io::isBuiltInName(path_or_name))
    {
        if (path_or_name.empty()) return makeError("a scenario needs a name: give a file, or a built-in one such as \"circle\".");
        return buildScenario(path_or_name, options);
    }
    const Result<std::vector<std::byte>> bytes = readFile(path_or_name);
    if (!bytes) return bytes.error();
    Result<Scenario> scenario = readScenario({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!scenario)
    {
        Error error = scenario.error();
        std::string place = path_or_name == "-" ? "standard input" : path_or_name;
        if (error.place.line > 0) place += ":" + std::to_string(error.place.line);
        error.message = place + ": " + error.message;
        error.place.file = path_or_name;
        return error;
    }
    io::resolveSceneFile(*scenario, path_or_name);
    if (options.agent_count > kMaxScenarioAgents)
        return makeError(ErrorCode::out_of_range, fmt::format("A scenario may have at most {} agents; {} are asked for.",
                                                              kMaxScenarioAgents, options.agent_count));
    if (options.agent_count > 0) setAgentCount(*scenario, options.agent_count);
    if (options.seed > 0) scenario->seed = options.seed;
    return scenario;
}

bool hasSurface(const Scenario& scenario)
{
    const std::string_view name = scenario.scene_name;
    if (std::ranges::find(builtInMeshes(), name, &BuiltInScene::name) != builtInMeshes().end()) return true;
    constexpr std::string_view kEndings[] = {".obj", ".ply", ".stl", ".off", ".gltf", ".glb"};
    if (scenario.guide == "surface" && name.ends_with(".clearway")) return true;
    return std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

Result<PlannerParts> loadScenarioParts(const Scenario& scenario, SceneReport* report, const Execution& execution)
{
    if (!hasSurface(scenario))
    {
        const Result<Scene> scene = loadScenarioScene(scenario, report, execution);
        return scene ? Result<PlannerParts>(PlannerParts{.scene = *scene}) : Result<PlannerParts>(scene.error());
    }
    const std::string& name = scenario.scene_name;
    if (name.ends_with(".clearway"))
    {
        const Result<SurfaceMesh> surface = loadSurfaceMesh(name);
        return surface ? Result<PlannerParts>(PlannerParts{.surface = *surface}) : Result<PlannerParts>(surface.error());
    }
    const Result<TriangleMesh> triangles =
        isBuiltInScene(name)
            ? buildTriangleMesh(name, {.seed = scenario.scene_options.seed, .detail = scenario.scene_options.scale})
            : loadTriangleMesh(name, {}, {.execution = execution});
    return triangles ? Result<PlannerParts>(PlannerParts{.triangles = *triangles}) : Result<PlannerParts>(triangles.error());
}

Result<Scene> loadScenarioScene(const Scenario& scenario, SceneReport* report, const Execution& execution)
{
    if (scenario.scene_name.empty() || isBuiltInScene(scenario.scene_name))
        return buildScenarioScene(scenario, report, execution);
    return loadScene(scenario.scene_name, {.execution = execution}, report);
}

} // namespace clearway
