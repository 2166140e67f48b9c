// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>

#include <clearway/io/crowd_scenario.h>

#include "io/json.h"
#include "io/text.h"

namespace clearway {

namespace {

/// Indented JSON, field by field. What holds numbers only stands on one line.
class Writer
{
public:
    std::string text;

    void open(char bracket)
    {
        text += bracket;
        ++depth_;
        is_first_ = true;
    }
    void close(char bracket)
    {
        --depth_;
        if (!is_first_) breakLine();
        text += bracket;
        is_first_ = false;
    }
    /// In front of an element of an array, or of a value after its name.
    void item()
    {
        if (!is_first_) text += ',';
        is_first_ = false;
        breakLine();
    }
    void name(std::string_view key)
    {
        item();
        io::appendJsonString(text, key);
        text += ": ";
    }
    void string(std::string_view key, std::string_view value) { name(key), io::appendJsonString(text, value); }
    void number(std::string_view key, double value) { name(key), io::appendNumber(text, value); }
    void number(std::string_view key, float value)
    {
        char buffer[32];
        name(key);
        text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    }
    void number(std::string_view key, std::uint64_t value) { name(key), text += std::to_string(value); }
    void count(std::string_view key, std::size_t value) { number(key, static_cast<std::uint64_t>(value)); }
    void boolean(std::string_view key, bool value) { name(key), text += value ? "true" : "false"; }
    /// Point k of a list; with a height where there are heights.
    void point(Vec2 p, std::span<const double> heights = {}, std::size_t k = 0)
    {
        text += '[';
        io::appendNumber(text, p.x);
        text += ", ";
        io::appendNumber(text, p.y);
        if (k < heights.size()) text += ", ", io::appendNumber(text, heights[k]);
        text += ']';
    }
    void points(std::span<const Vec2> list, std::span<const double> heights = {})
    {
        text += '[';
        for (std::size_t k = 0; k < list.size(); ++k)
        {
            if (k > 0) text += ", ";
            point(list[k], heights, k);
        }
        text += ']';
    }
    void points(std::string_view key, std::span<const Vec2> list, std::span<const double> heights = {})
    {
        name(key), points(list, heights);
    }

private:
    void breakLine() { text += '\n', text.append(static_cast<std::size_t>(2 * depth_), ' '); }

    int depth_ = 0;
    bool is_first_ = true;
};

/// An area or an obstacle.
template <typename Shape>
void writeShapes(Writer& w, std::string_view key, const std::vector<Shape>& shapes)
{
    w.name(key);
    w.open('[');
    for (const Shape& shape : shapes)
    {
        w.item();
        w.open('{');
        w.points("outline", shape.outline.points, shape.outline.heights);
        if (!shape.holes.empty())
        {
            w.name("holes");
            w.open('[');
            for (const SceneInput::RingInput& hole : shape.holes) w.item(), w.points(hole.points, hole.heights);
            w.close(']');
        }
        if (shape.layer != 0) w.number("layer", static_cast<std::uint64_t>(shape.layer));
        w.close('}');
    }
    w.close(']');
}

void writeScene(Writer& w, const Scenario& scenario)
{
    const GeneratorOptions defaults;
    const GeneratorOptions& options = scenario.scene_options;
    const bool has_options = options.scale != defaults.scale || options.seed != defaults.seed;
    if (!scenario.scene_name.empty() && !has_options) return w.string("scene", scenario.scene_name);
    w.name("scene");
    w.open('{');
    const std::string& name = scenario.scene_name.empty() ? scenario.scene.name : scenario.scene_name;
    if (!name.empty()) w.string("name", name);
    if (has_options)
    {
        w.number("scale", options.scale);
        w.number("seed", options.seed);
    }
    if (scenario.scene_name.empty())
    {
        writeShapes(w, "areas", scenario.scene.areas);
        if (!scenario.scene.obstacles.empty()) writeShapes(w, "obstacles", scenario.scene.obstacles);
    }
    w.close('}');
}

void writeRange(Writer& w, std::string_view key, Range range)
{
    if (range.low == range.high) return w.number(key, range.low);
    w.name(key);
    w.point({range.low, range.high});
}

void writeGoal(Writer& w, const Goal& goal, std::span<const double> heights)
{
    w.item();
    switch (goal.kind())
    {
    case Goal::Kind::follow: // of no scenario
    case Goal::Kind::none: w.text += "null"; break;
    case Goal::Kind::point: w.point(goal.point(), heights); break;
    case Goal::Kind::points:
        w.text += "{\"points\": ";
        w.points(goal.list(), heights);
        w.text += goal.atTheEnd() == Goal::AtTheEnd::begin_again ? ", \"begin_again\": true}" : "}";
        break;
    case Goal::Kind::area:
        w.text += "{\"area\": ";
        w.points(goal.list());
        w.text += '}';
        break;
    case Goal::Kind::random: w.text += "{\"random\": " + std::to_string(goal.seed()) + "}"; break;
    case Goal::Kind::straight:
        w.text += "{\"straight\": ";
        w.point(goal.point(), heights);
        w.text += '}';
        break;
    }
}

void writeBehaviour(Writer& w, std::span<const Scenario::Group::Change> changes)
{
    w.name("behaviour");
    w.open('[');
    for (const Scenario::Group::Change& change : changes)
    {
        w.item();
        w.text += "{\"at\": ";
        io::appendNumber(w.text, change.at);
        if (const auto* behaviour = std::get_if<Behaviour>(&change.manner))
            w.text += fmt::format(", \"name\": \"{}\"", toString(*behaviour));
        if (const auto* manner = std::get_if<Manner>(&change.manner))
        {
            w.text += ", \"eps\": ";
            io::appendNumber(w.text, manner->eps);
            w.text += ", \"v\": ";
            w.point(manner->v);
        }
        w.text += '}';
    }
    w.close(']');
}

void writeGroup(Writer& w, const Scenario::Group& group)
{
    const Scenario::Group defaults;
    w.item();
    w.open('{');
    if (!group.name.empty()) w.string("name", group.name);
    w.count("count", group.count);
    if (!group.positions.empty()) w.points("positions", group.positions, group.heights);
    if (!group.start_area.empty()) w.points("start_area", group.start_area);
    writeRange(w, "radius", group.radius);
    writeRange(w, "speed", group.speed);
    if (!group.goals.empty())
    {
        w.name("goals");
        w.open('[');
        for (std::size_t k = 0; k < group.goals.size(); ++k) writeGoal(w, group.goals[k], group.goalHeights(k));
        w.close(']');
    }
    w.boolean("leaves_at_goal", group.leaves_at_goal);
    if (!group.behaviour.empty()) writeBehaviour(w, group.behaviour);
    if (group.rate != defaults.rate) w.number("rate", group.rate);
    if (group.from != defaults.from) w.number("from", group.from);
    if (group.until != defaults.until) w.number("until", group.until);
    if (group.limit != defaults.limit) w.count("limit", group.limit);
    w.close('}');
}

void writeParameter(Writer& w, const ParameterInfo& parameter, double value)
{
    switch (parameter.kind)
    {
    case ParameterInfo::Kind::flag: return w.boolean(parameter.name, value != 0);
    case ParameterInfo::Kind::choice:
    case ParameterInfo::Kind::text: return w.string(parameter.name, formatValue(parameter, value));
    case ParameterInfo::Kind::count: return w.number(parameter.name, static_cast<std::uint64_t>(value));
    case ParameterInfo::Kind::number:
    case ParameterInfo::Kind::above: return w.number(parameter.name, static_cast<float>(value));
    }
}

/// All options of the chosen model; of the others what is not as usual.
void writeSteering(Writer& w, const Scenario& scenario)
{
    w.string("steering", scenario.steering);
    visitSteeringOptions(scenario, [&]<typename Options>(std::string_view model, const Options& options) {
        const bool is_chosen = model == scenario.steering;
        std::vector<const Parameter<Options>*> written;
        for (const Parameter<Options>& parameter : steeringParameters<Options>())
        {
            const double value = parameter.read(options);
            // JSON has no infinity; where it is allowed it is the default.
            if (std::isfinite(value) && (is_chosen || value != parameter.read(Options{}))) written.push_back(&parameter);
        }
        if (written.empty()) return;
        w.name(model);
        w.open('{');
        for (const Parameter<Options>* parameter : written) writeParameter(w, parameter->info, parameter->read(options));
        w.close('}');
    });
}

void writeMeasures(Writer& w, const Scenario& scenario)
{
    if (!scenario.lines.empty())
    {
        w.name("lines");
        w.open('[');
        for (const MeasuringLine& line : scenario.lines)
        {
            w.item();
            w.open('{');
            w.string("name", line.name);
            w.name("a"), w.point(line.a);
            w.name("b"), w.point(line.b);
            w.close('}');
        }
        w.close(']');
    }
    if (scenario.areas.empty()) return;
    w.name("areas");
    w.open('[');
    for (const MeasuringArea& area : scenario.areas)
    {
        w.item();
        w.open('{');
        w.string("name", area.name);
        w.points("outline", area.outline);
        w.close('}');
    }
    w.close(']');
}

} // namespace

std::string formatScenario(const Scenario& scenario)
{
    Writer w;
    w.open('{');
    w.string("name", scenario.name);
    if (!scenario.description.empty()) w.string("description", scenario.description);
    writeScene(w, scenario);
    w.number("seconds", scenario.seconds);
    w.number("dt", scenario.dt);
    w.number("seed", scenario.seed);
    if (scenario.engine != Scenario().engine) w.string("engine", scenario.engine);
    w.string("guide", scenario.guide);
    if (scenario.passing_side != Scenario().passing_side) w.string("passing_side", scenario.passing_side);
    writeSteering(w, scenario);
    w.name("groups");
    w.open('[');
    for (const Scenario::Group& group : scenario.groups) writeGroup(w, group);
    w.close(']');
    writeMeasures(w, scenario);
    w.close('}');
    return w.text + "\n";
}

} // namespace clearway
