// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/io/crowd_scenario.h>
#include <clearway/record/crowd_metrics.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A scenario of one room with `fields` added.
std::string makeText(const std::string& fields)
{
    return "{\"scene\": {\"areas\": [{\"outline\": [[0, 0], [10, 0], [10, 10], [0, 10]]}]}" +
           (fields.empty() ? "" : ",\n" + fields) + "}";
}

std::string findError(const std::string& text)
{
    const Result<Scenario> scenario = parseScenario(text);
    return scenario ? "" : scenario.error().message;
}

void expectSameScene(const SceneInput& a, const SceneInput& b)
{
    EXPECT_EQ(a.name, b.name);
    const auto expectSameRing = [](const SceneInput::RingInput& ra, const SceneInput::RingInput& rb) {
        EXPECT_EQ(ra.points, rb.points);
        EXPECT_EQ(ra.heights, rb.heights);
    };
    const auto expectSameShapes = [&](const auto& shapes_a, const auto& shapes_b) {
        ASSERT_EQ(shapes_a.size(), shapes_b.size());
        for (std::size_t k = 0; k < shapes_a.size(); ++k)
        {
            expectSameRing(shapes_a[k].outline, shapes_b[k].outline);
            EXPECT_EQ(shapes_a[k].layer, shapes_b[k].layer);
            ASSERT_EQ(shapes_a[k].holes.size(), shapes_b[k].holes.size());
            for (std::size_t h = 0; h < shapes_a[k].holes.size(); ++h) expectSameRing(shapes_a[k].holes[h], shapes_b[k].holes[h]);
        }
    };
    expectSameShapes(a.areas, b.areas);
    expectSameShapes(a.obstacles, b.obstacles);
}

template <typename Options>
void expectSameOptions(const Options& a, const Options& b)
{
    for (const Parameter<Options>& parameter : steeringParameters<Options>())
        EXPECT_EQ(parameter.read(a), parameter.read(b)) << parameter.info.name;
}

/// Any options that are in range.
template <typename Options>
void drawOptions(Random& random, Options& options)
{
    for (const Parameter<Options>& parameter : steeringParameters<Options>())
    {
        const ParameterInfo& info = parameter.info;
        const bool is_whole = info.kind != ParameterInfo::Kind::number && info.kind != ParameterInfo::Kind::above;
        const double high = std::min(info.high, 1e6);
        const double value = is_whole
                                 ? info.low + static_cast<double>(random.below(static_cast<std::uint64_t>(high - info.low) + 1))
                                 : random.uniform(info.low, high) + (info.low == 0 ? 1e-6 : 0);
        parameter.write(options, std::min(value, high));
    }
}

void expectSame(const Scenario& a, const Scenario& b)
{
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.description, b.description);
    EXPECT_EQ(a.scene_name, b.scene_name);
    EXPECT_EQ(a.scene_options.scale, b.scene_options.scale);
    EXPECT_EQ(a.scene_options.seed, b.scene_options.seed);
    expectSameScene(a.scene, b.scene);
    EXPECT_EQ(a.groups, b.groups);
    EXPECT_EQ(a.lines, b.lines);
    EXPECT_EQ(a.areas, b.areas);
    EXPECT_EQ(a.seconds, b.seconds);
    EXPECT_EQ(a.dt, b.dt);
    EXPECT_EQ(a.seed, b.seed);
    EXPECT_EQ(a.guide, b.guide);
    EXPECT_EQ(a.steering, b.steering);
    expectSameOptions(a.orca, b.orca);
    expectSameOptions(a.hidac, b.hidac);
    expectSameOptions(a.social_force, b.social_force);
    expectSameOptions(a.field, b.field);
}

// ---- reading

TEST(ScenarioJson, EveryFieldIsRead)
{
    const Result<Scenario> result = parseScenario(R"({
        "name": "two rooms", "description": "a \"test\"",
        "scene": {"name": "floor", "areas": [{"outline": [[0, 0], [20, 0], [20, 10], [0, 10]],
                                              "holes": [[[1, 1], [2, 1], [1, 2]]], "layer": 1}],
                  "obstacles": [{"outline": [[9, 0, 1.5], [11, 0, 1.5], [11, 4, 2]]}]},
        "seconds": 90.5, "dt": 0.05, "seed": 18446744073709551615, "guide": "centre", "steering": "seek",
        "orca": {"time_horizon": 2, "wall_time_horizon": 1, "neighbour_range": 4, "neighbour_count": 8, "margin": 0.02},
        "groups": [
            {"name": "a", "count": 5, "positions": [[1, 1]], "start_area": [[0, 0], [5, 0], [5, 5]],
             "radius": [0.2, 0.3], "speed": 1.5, "leaves_at_goal": true, "rate": 2, "from": 1, "until": 10, "limit": 7,
             "goals": [[1, 2], {"points": [[1, 1], [2, 2]], "begin_again": true}, {"area": [[0, 0], [1, 0], [0, 1]]},
                       {"random": 5}, {"straight": [3, 4]}, null]},
            {"positions": [[3, 3], [4, 4]]}],
        "lines": [{"name": "door", "a": [1, 2], "b": [3, 4]}],
        "areas": [{"name": "hall", "outline": [[0, 0], [1, 0], [0, 1]]}]
    })");
    ASSERT_TRUE(result) << result.error().message;
    const Scenario& s = *result;
    EXPECT_EQ(s.name, "two rooms");
    EXPECT_EQ(s.description, "a \"test\"");
    EXPECT_EQ(s.scene_name, "");
    EXPECT_EQ(s.scene.name, "floor");
    ASSERT_EQ(s.scene.areas.size(), 1u);
    EXPECT_EQ(s.scene.areas[0].outline.points.size(), 4u);
    EXPECT_EQ(s.scene.areas[0].holes[0].points[2], (Vec2{1, 2}));
    EXPECT_EQ(s.scene.areas[0].layer, 1);
    EXPECT_EQ(s.scene.obstacles[0].outline.heights, (std::vector<double>{1.5, 1.5, 2}));
    EXPECT_EQ(s.seconds, 90.5);
    EXPECT_EQ(s.dt, 0.05);
    EXPECT_EQ(s.seed, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(s.guide, "centre");
    EXPECT_EQ(s.steering, "seek");
    EXPECT_EQ(s.orca.time_horizon, 2);
    EXPECT_EQ(s.orca.wall_time_horizon, 1);
    EXPECT_EQ(s.orca.neighbour_range, 4);
    EXPECT_EQ(s.orca.neighbour_count, 8);
    EXPECT_EQ(s.orca.margin, 0.02F);
    ASSERT_EQ(s.groups.size(), 2u);
    const Scenario::Group& g = s.groups[0];
    EXPECT_EQ(g.name, "a");
    EXPECT_EQ(g.count, 5u);
    EXPECT_EQ(g.positions, (std::vector<Vec2>{{1, 1}}));
    EXPECT_EQ(g.start_area.size(), 3u);
    EXPECT_EQ(g.radius, (Range{0.2, 0.3}));
    EXPECT_EQ(g.speed, (Range{1.5, 1.5}));
    EXPECT_TRUE(g.leaves_at_goal);
    EXPECT_EQ(g.rate, 2);
    EXPECT_EQ(g.from, 1);
    EXPECT_EQ(g.until, 10);
    EXPECT_EQ(g.limit, 7u);
    ASSERT_EQ(g.goals.size(), 6u);
    EXPECT_EQ(g.goals[0].point(), (Vec2{1, 2}));
    EXPECT_EQ(g.goals[1].kind(), Goal::Kind::points);
    EXPECT_EQ(g.goals[1].atTheEnd(), Goal::AtTheEnd::begin_again);
    EXPECT_EQ(g.goals[2].kind(), Goal::Kind::area);
    EXPECT_EQ(g.goals[2].list().size(), 3u);
    EXPECT_EQ(g.goals[3].kind(), Goal::Kind::random);
    EXPECT_EQ(g.goals[3].seed(), 5u);
    EXPECT_EQ(g.goals[4], Goal::straight({3, 4}));
    EXPECT_EQ(g.goals[5].kind(), Goal::Kind::none);
    EXPECT_EQ(s.groups[1].count, 2u); // as many as there are positions
    EXPECT_EQ(s.lines[0], (MeasuringLine{"door", {1, 2}, {3, 4}}));
    EXPECT_EQ(s.areas[0].outline.size(), 3u);
    expectSame(parseScenario(formatScenario(s)).value(), s);
}

TEST(ScenarioJson, ABehaviourIsANameOrNumbersOrAListOfThem)
{
    const Scenario scenario = parseScenario(R"({"scene": "cross", "steering": "field", "groups": [
        {"count": 1, "behaviour": "hurried"},
        {"count": 1, "behaviour": {"eps": -0.5, "v": [0.25, 1]}},
        {"count": 1, "behaviour": [{"name": "plain"}, {"at": 2.5, "eps": 1, "v": [0, -1]}, {"at": 10, "name": "wandering"}]}]})")
                                  .value();
    using Changes = std::vector<Scenario::Group::Change>;
    EXPECT_EQ(scenario.groups[0].behaviour, (Changes{{0, Behaviour::hurried}}));
    EXPECT_EQ(scenario.groups[1].behaviour, (Changes{{0, Manner{-0.5, {0.25, 1}}}}));
    EXPECT_EQ(scenario.groups[2].behaviour,
              (Changes{{0, Behaviour::plain}, {2.5, Manner{1, {0, -1}}}, {10, Behaviour::wandering}}));
    expectSame(parseScenario(formatScenario(scenario)).value(), scenario);
}

TEST(ScenarioJson, ASceneMayBeANameWithOrWithoutOptions)
{
    EXPECT_EQ(parseScenario(R"({"scene": "cross"})")->scene_name, "cross");
    const Scenario scaled = parseScenario(R"({"scene": {"name": "city", "scale": 2.5, "seed": 9}})").value();
    EXPECT_EQ(scaled.scene_name, "city");
    EXPECT_EQ(scaled.scene_options.scale, 2.5);
    EXPECT_EQ(scaled.scene_options.seed, 9u);
    expectSame(parseScenario(formatScenario(scaled)).value(), scaled);
}

TEST(ScenarioJson, WhatIsLeftOutKeepsItsDefault)
{
    const Scenario expected = [] {
        Scenario s;
        s.scene.areas.push_back({.outline = {.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
        return s;
    }();
    expectSame(parseScenario(makeText("")).value(), expected);
}

// ---- errors

TEST(ScenarioJson, MistypedFieldsAreNamedWithWhatWasExpectedAndFound)
{
    const std::pair<const char*, const char*> kCases[] = {
        {R"("name": 5)", "name: expected a string, found the number '5'"},
        {R"("description": null)", "description: expected a string, found null"},
        {R"("seconds": "60")", "seconds: expected a number, found a string"},
        {R"("seconds": true)", "seconds: expected a number, found a boolean"},
        {R"("seconds": NaN)", "seconds: expected a number, found 'NaN'"},
        {R"("seconds": 1e999)", "seconds: must be finite, found '1e999'"},
        {R"("dt": [0.1])", "dt: expected a number, found an array"},
        {R"("seed": -1)", "seed: expected a whole number from 0 on, found the number '-1'"},
        {R"("seed": 1.5)", "seed: expected a whole number below 2^64, found the number '1.5'"},
        {R"("seed": 18446744073709551616)", "seed: expected a whole number below 2^64"},
        {R"("guide": 1)", "guide: expected a string, found the number '1'"},
        {R"("orca": 1)", "orca: expected an object, found the number '1'"},
        {R"("orca": {"margin": "small"})", "orca.margin: expected a number, found a string"},
        {R"("orca": {"neighbour_count": 2.5})", "orca.neighbour_count: must be a whole number from 0 to 32; it is 2.5."},
        {R"("social_force": {"shape": "square"})", "social_force.shape: there is no 'square'."},
        {R"("social_force": {"shape": 1})", "social_force.shape: expected elliptical or circular, found the number '1'"},
        {R"("hidac": {"falls": 1})", "hidac.falls: expected true or false, found the number '1'"},
        {R"("groups": {})", "groups: expected an array of groups, found an object"},
        {R"("groups": [5])", "groups[0]: expected an object, found the number '5'"},
        {R"("groups": [{}, {"radius": "big"}])", "groups[1].radius: expected a number or [low, high], found a string"},
        {R"("groups": [{"radius": [1, 2, 3]}])", "groups[0].radius: expected a number or [low, high], found 3 numbers"},
        {R"("groups": [{"speed": [1, "2"]}])", "groups[0].speed[1]: expected a number, found a string"},
        {R"("groups": [{"count": "many"}])", "groups[0].count: expected a whole number, found a string"},
        {R"("groups": [{"count": 1.5}])", "groups[0].count: must be a whole number from 0 to 100000000; it is 1.5."},
        {R"("groups": [{"count": -1}])", "groups[0].count: must be a whole number from 0"},
        {R"("groups": [{"count": 100000001}])", "groups[0].count: must be a whole number from 0 to 100000000"},
        {R"("groups": [{"limit": 1e300}])", "groups[0].limit: must be a whole number from 0 to 100000000"},
        {R"("groups": [{"positions": [[1, 2], 3]}])", "groups[0].positions[1]: expected a point [x, y], found the number '3'"},
        {R"("groups": [{"positions": [[1, 2, 3, 4]]}])", "groups[0].positions[0]: expected a point [x, y], found 4 numbers"},
        {R"("groups": [{"start_area": 1}])", "groups[0].start_area: expected an array of points [x, y], found the number '1'"},
        {R"("groups": [{"leaves_at_goal": 1}])", "groups[0].leaves_at_goal: expected true or false, found the number '1'"},
        {R"("groups": [{"behaviour": 1}])", "groups[0].behaviour: expected the name of a behaviour, {\"eps\": …"},
        {R"("groups": [{"behaviour": "huried"}])", "groups[0].behaviour: there is no behaviour 'huried'. Did you mean hurried?"},
        {R"("groups": [{"behaviour": [{"eps": 1}]}])", "groups[0].behaviour[0]: a behaviour has either a name, or eps and v."},
        {R"("groups": [{"behaviour": {}}])", "groups[0].behaviour: a behaviour has either a name, or eps and v."},
        {R"("groups": [{"behaviour": {"name": "plain", "eps": 1, "v": [0, 1]}}])", "groups[0].behaviour: a behaviour has either"},
        {R"("groups": [{"goals": [1, 2]}])", "groups[0].goals[0]: expected [x, y], {\"points\""},
        {R"("groups": [{"goals": [{}]}])", "groups[0].goals[0]: a goal is one of points, area, random and straight"},
        {R"("groups": [{"goals": [{"random": 1, "area": []}]}])", "groups[0].goals[0]: a goal is one of"},
        {R"("groups": [{"goals": [{"random": 1, "begin_again": true}]}])", "groups[0].goals[0]: begin_again goes with points"},
        {R"("groups": [{"goals": [{"points": [1]}]}])", "groups[0].goals[0].points[0]: expected a point [x, y]"},
        {R"("groups": [{"rate": null}])", "groups[0].rate: expected a number, found null"},
        {R"("lines": [{"a": 1}])", "lines[0].a: expected a point [x, y], found the number '1'"},
        {R"("areas": [{"outline": "x"}])", "areas[0].outline: expected an array of points [x, y], found a string"},
    };
    for (const auto& [field, expected] : kCases)
        EXPECT_THAT(findError(makeText(field)), StartsWith(std::string("line 2: ") + expected));
    EXPECT_THAT(findError(R"({"scene": 5})"), HasSubstr("scene: expected the name of a scene, or an object with areas"));
    EXPECT_THAT(findError(R"({"scene": {"areas": [{"outline": [[1]]}]}})"),
                HasSubstr("scene.areas[0].outline[0]: expected a point [x, y], found 1 numbers"));
    EXPECT_THAT(findError(R"({"scene": {"areas": [{"layer": 70000}]}})"), HasSubstr("scene.areas[0].layer: must be"));
    EXPECT_THAT(findError(R"({"scene": {"name": "city", "obstacles": [{}]}})"), HasSubstr("scene: obstacles go with areas"));
}

TEST(ScenarioJson, UnknownFieldsSuggestTheNearest)
{
    EXPECT_THAT(findError(makeText(R"("secnds": 5)")), HasSubstr("secnds: is no field of a scenario. Did you mean seconds?"));
    EXPECT_THAT(findError(makeText(R"("groups": [{"raduis": 5}])")),
                HasSubstr("groups[0].raduis: is no field of `groups[0]`. Did you mean radius?"));
    EXPECT_THAT(findError(makeText(R"("orca": {"horizon": 5})")), HasSubstr("Its fields are: time_horizon, wall_time_horizon"));
    EXPECT_THAT(findError(makeText(R"("lines": [{"c": [1, 2]}])")), HasSubstr("lines[0].c: is no field of `lines[0]`"));
    EXPECT_THAT(findError(R"({"scene": {"outline": []}})"), HasSubstr("scene.outline: is no field of `scene`"));
}

TEST(ScenarioJson, AFieldGivenTwiceIsAnError)
{
    EXPECT_THAT(findError(makeText("\"dt\": 0.1,\n\"dt\": 0.2")), StartsWith("line 3: dt: is given twice."));
}

TEST(ScenarioJson, ValuesOutOfRangeAreNamedWithTheirLine)
{
    const std::pair<const char*, const char*> kCases[] = {
        {"\"dt\": 0", "line 2: dt: must be a number from 1e-06 to 10; it is 0."},
        {"\"seconds\":\n-1", "line 3: seconds: must be a number from 0"},
        {"\"guide\": \"exakt\"", "line 2: guide: there is no 'exakt'. Did you mean exact?"},
        {"\"groups\": [{},\n{\"radius\": -1}]", "line 3: groups[1].radius: must be above 0; it is -1."},
        {"\"groups\": [{\"radius\": [0.3, 0.2]}]", "line 2: groups[0].radius: must be [low, high]"},
        {"\"groups\": [{\"goals\": [[1, 1],\n{\"area\": [[0, 0], [1, 1]]}]}]",
         "line 3: groups[0].goals[1].area: must have at least"},
        {"\"social_force\": {\"look_ahead\": 12}",
         "line 2: social_force.look_ahead: must be a number from 0 to 10 seconds; it is 12."},
        {"\"orca\": {\"margin\": 7}", "line 2: orca.margin: must be a number from 0 to 1 metres; it is 7."},
        {"\"groups\": [{\"behaviour\":\n\"plain\"}]", "line 3: groups[0].behaviour: is for the steering 'field'"},
        {"\"groups\": [{\"behaviour\": {\n\"eps\": 20, \"v\": [0, 1]}}]", "line 3: groups[0].behaviour[0].eps: must be a number"},
        {"\"lines\": [{\"a\": [1, 1],\n\"b\": [1, 1]}]", "line 3: lines[0].b: must be another point"},
        {"\"areas\": [{\"name\": \"x\"}]", "areas[0].outline: must have at least three points"},
    };
    for (const auto& [field, expected] : kCases) EXPECT_THAT(findError(makeText(field)), StartsWith(expected));
    EXPECT_THAT(findError("{}"), StartsWith("scene: is missing"));
    EXPECT_EQ(parseScenario(makeText("\"dt\": 0")).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(parseScenario(makeText("\"dt\": 0")).error().place.line, 2);
}

TEST(ScenarioJson, TextThatIsNoScenarioIsRefused)
{
    for (const char* text : {"", "  \n", "[]", "5", "\"cross\"", "{", "{\"name\"", "{\"name\": }", "{\"groups\": [",
                             "{\"name\": \"x", "{\"dt\": 0.1 \"seed\": 2}", "nonsense", "\xff\xfe\x00"})
        EXPECT_NE(findError(text), "") << text;
    EXPECT_THAT(findError(""), HasSubstr("it is empty"));
    EXPECT_THAT(findError(makeText("") + " {}"), HasSubstr("expected the end of the text"));
    EXPECT_EQ(findError("\xEF\xBB\xBF" + makeText("")), "");
}

TEST(ScenarioJson, AnyDamageIsSurvived)
{
    const std::string text = formatScenario(buildScenario("mixed_sizes").value());
    for (int round = 0; round < 300 * test::testScale(); ++round)
    {
        Random random(9, static_cast<std::uint64_t>(round));
        std::string damaged = text;
        for (std::uint64_t k = 0; k <= random.below(3); ++k)
        {
            const std::size_t at = static_cast<std::size_t>(random.below(damaged.size()));
            switch (random.below(4))
            {
            case 0: damaged.resize(at + 1); break;
            case 1: damaged[at] = static_cast<char>(random.below(256)); break;
            case 2: damaged.insert(at, 1, "{}[]\",:-1e"[random.below(10)]); break;
            default: damaged.erase(at, 1 + static_cast<std::size_t>(random.below(20))); break;
            }
        }
        const Result<Scenario> scenario = parseScenario(damaged);
        if (scenario)
            EXPECT_TRUE(verify(*scenario).empty());
        else
            EXPECT_FALSE(scenario.error().message.empty());
    }
}

// ---- writing and files

TEST(ScenarioJson, EveryBuiltInScenarioComesBackToTheBit)
{
    for (const BuiltInScenario& entry : builtInScenarios())
        for (std::size_t count : {0, 3000})
        {
            SCOPED_TRACE(entry.name);
            const Scenario scenario = buildScenario(entry.name, {.agent_count = count}).value();
            const std::string text = formatScenario(scenario);
            const Result<Scenario> again = parseScenario(text);
            ASSERT_TRUE(again) << again.error().message;
            expectSame(*again, scenario);
            EXPECT_EQ(formatScenario(*again), text);
        }
}

TEST(ScenarioJson, AnyNumbersAndNamesComeBackToTheBit)
{
    for (int round = 0; round < 200 * test::testScale(); ++round)
    {
        Random random(4, static_cast<std::uint64_t>(round));
        const auto draw = [&random] {
            return random.uniform(-1, 1) * std::ldexp(1.0, static_cast<int>(random.below(200)) - 100);
        };
        const auto drawPoints = [&](std::size_t count) {
            std::vector<Vec2> points(count);
            for (Vec2& p : points) p = {draw(), draw()};
            return points;
        };
        Scenario s;
        for (int k = 0; k < 5; ++k) s.name += static_cast<char>(1 + random.below(127));
        s.scene.areas.push_back({.outline = {.points = drawPoints(4), .heights = {draw(), draw(), draw(), draw()}}});
        s.seconds = random.uniform(0, 1e6);
        s.dt = random.uniform(0.01, 10);
        s.seed = random.bits();
        s.orca.margin = static_cast<float>(random.uniform());
        s.orca.time_horizon = static_cast<float>(random.uniform(1e-6, 1000));
        Random other(5, static_cast<std::uint64_t>(round));
        s.steering = steeringNames()[other.below(steeringNames().size())];
        visitSteeringOptions(s, [&](std::string_view, auto& options) {
            if (round % 2 == 0) drawOptions(other, options);
        });
        Scenario::Group group;
        group.count = random.below(kMaxScenarioAgents);
        group.positions = drawPoints(3);
        group.radius = {random.uniform(1e-9, 1), random.uniform(1, 100)};
        group.speed = {random.uniform(), random.uniform(1, 2)};
        // Corners of very different size would lie on one line but for rounding, which is refused.
        std::vector<Vec2> corners(3);
        for (Vec2& p : corners) p = {random.uniform(-1e3, 1e3), random.uniform(-1e3, 1e3)};
        group.goals = {Goal(Vec2{draw(), draw()}),  Goal::points(drawPoints(2)),      Goal::area(corners),
                       Goal::random(random.bits()), Goal::straight({draw(), draw()}), Goal()};
        s.groups.push_back(group);
        s.lines.push_back({"x", {draw(), draw()}, {draw(), draw()}});
        const Result<Scenario> again = parseScenario(formatScenario(s));
        ASSERT_TRUE(again) << again.error().message;
        expectSame(*again, s);
    }
}

TEST(ScenarioParameters, AreSetByNameFromText)
{
    Scenario s;
    EXPECT_TRUE(setSteeringParameter(s, "social_force.look_ahead", "1.5").ok());
    EXPECT_TRUE(setSteeringParameter(s, "social_force.shape", "circular").ok());
    EXPECT_TRUE(setSteeringParameter(s, "hidac.falls", "true").ok());
    EXPECT_TRUE(setSteeringParameter(s, "orca.neighbour_count", "7").ok());
    EXPECT_TRUE(setSteeringParameter(s, "social_force.max_force", "0.1").ok()); // the ends of ranges, rounded to float
    EXPECT_TRUE(setSteeringParameter(s, "social_force.reach", "0.01").ok());
    EXPECT_TRUE(setSteeringParameter(s, "orca.patience", "3").ok());
    EXPECT_EQ(s.orca.patience, 3);
    EXPECT_TRUE(setSteeringParameter(s, "orca.patience", "inf").ok()); // where a range has no upper end
    EXPECT_EQ(s.orca.patience, std::numeric_limits<float>::infinity());
    EXPECT_TRUE(verify(parseScenario(makeText(R"("hidac": {"view_length": 0.1, "fall_push": 0.001})")).value()).empty());
    EXPECT_EQ(s.social_force.look_ahead, 1.5F);
    EXPECT_EQ(s.social_force.shape, SocialForceOptions::Shape::circular);
    EXPECT_TRUE(s.hidac.falls);
    EXPECT_EQ(s.orca.neighbour_count, 7);
}

TEST(ScenarioParameters, ThatMakeNoSenseAreNamedWithRangeAndValueAndChangeNothing)
{
    const std::pair<std::pair<std::string, std::string>, std::string> cases[] = {
        {{"social_force.look_ahead", "12"}, "social_force.look_ahead: must be a number from 0 to 10 seconds; it is 12."},
        {{"social_force.look_ahead", "nan"}, "expected a number from 0 to 10, found 'nan'."},
        {{"social_force.look_ahead", ""}, "expected a number from 0 to 10, found ''."},
        {{"social_force.look_ahead", "1 s"}, "found '1 s'."},
        {{"social_force.shape", "square"}, "there is no 'square'. The choice is: elliptical or circular."},
        {{"hidac.falls", "yes"}, "must be true or false; it is 'yes'."},
        {{"orca.neighbour_count", "2.5"}, "must be a whole number from 0 to 32; it is 2.5."},
        {{"social_force.lookahead", "1"}, "social_force has no parameter 'lookahead'. Did you mean look_ahead?"},
        {{"socialforce.look_ahead", "1"}, "there is no model 'socialforce' with parameters. Did you mean social_force?"},
        {{"seek.speed", "1"}, "there is no model 'seek' with parameters."},
        {{"", ""}, "'' does not name a parameter: write MODEL.NAME=VALUE"},
        {{"social_force", "9"}, "'social_force' does not name a parameter: write MODEL.NAME=VALUE"},
        {{".look_ahead", "1"}, "there is no model '' with parameters."},
        {{"social_force.look_ahead", "inf"}, "expected a number from 0 to 10, found 'inf'."},
        {{"orca.patience", "-inf"}, "expected a number from 0 on, found '-inf'."},
    };
    for (const auto& [given, message] : cases)
    {
        Scenario s;
        const Result<void> result = setSteeringParameter(s, given.first, given.second);
        ASSERT_FALSE(result.ok()) << given.first;
        EXPECT_THAT(result.error().message, HasSubstr(message));
        expectSame(s, Scenario{});
    }
}

TEST(ScenarioFiles, AreLoadedByPathOrName)
{
    const test::TemporaryFolder folder;
    test::put(folder.file("run.json"), makeText("\"groups\": [{\"count\": 3}, {\"count\": 1}]"));
    const Scenario scenario = loadScenario(folder.file("run.json")).value();
    EXPECT_EQ(scenario.groups[0].count, 3u);
    EXPECT_EQ(loadScenarioScene(scenario)->area(), 100);
    const Scenario scaled = loadScenario(folder.file("run.json"), {.agent_count = 40, .seed = 7}).value();
    EXPECT_EQ(scaled.groups[0].count, 30u);
    EXPECT_EQ(scaled.seed, 7u);
    EXPECT_EQ(loadScenario("circle", {.agent_count = 12})->groups[0].count, 12u);
    EXPECT_EQ(loadScenario(folder.file("none.json")).error().code, ErrorCode::unreadable_file);
    EXPECT_THAT(loadScenario("cirle").error().message, HasSubstr("circle"));
    EXPECT_FALSE(loadScenario(""));
}

TEST(ScenarioFiles, ErrorsBeginWithFileAndLine)
{
    const test::TemporaryFolder folder;
    test::put(folder.file("bad.json"), makeText("\"dt\": \"x\""));
    const Result<Scenario> scenario = loadScenario(folder.file("bad.json"));
    ASSERT_FALSE(scenario);
    EXPECT_THAT(scenario.error().message, StartsWith(folder.file("bad.json") + ":2: dt: expected a number"));
    EXPECT_EQ(scenario.error().place.file, folder.file("bad.json"));
}

TEST(ScenarioFiles, ASceneFileIsLookedForBesideTheScenario)
{
    const test::TemporaryFolder folder;
    test::put(folder.file("room.wkt"), "POLYGON ((0 0, 5 0, 5 4, 0 4, 0 0))");
    test::put(folder.file("run.json"), R"({"scene": "room.wkt"})");
    const Scenario scenario = loadScenario(folder.file("run.json")).value();
    const Result<Scene> scene = loadScenarioScene(scenario);
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->area(), 20);
    EXPECT_EQ(loadScenarioScene(parseScenario(R"({"scene": "cross"})").value())->name(), "cross");
    EXPECT_FALSE(loadScenarioScene(parseScenario(R"({"scene": "nowhere.wkt"})").value()));
}

// ---- metrics as text

TEST(MetricsText, JsonHasEveryNumberUnderItsName)
{
    CrowdMetrics metrics;
    metrics.ticks = 3;
    metrics.seconds = 0.3;
    metrics.agent_contacts = 5;
    metrics.entropy = std::numeric_limits<double>::infinity();
    metrics.lines.push_back({.name = "a \"door\"", .width = 1.2, .forward = 4, .queue_asymmetry = 0.25});
    metrics.mean_detour = 1.125;
    metrics.speed_in_sixths[0] = 0.5;
    metrics.areas.push_back({.name = "hall", .area = 8});
    const std::string text = formatMetricsJson(
        metrics, {.scenario = "test", .agents = 7, .real_time_factor = 12.5, .state_hash = 0xabcdef, .run_hash = 0x123});
    for (const char* part : {"\"scenario\": \"test\"",
                             "\"agents\": 7",
                             "\"ticks\": 3",
                             "\"seconds\": 0.3",
                             "\"real_time_factor\": 12.5",
                             "\"agent_contacts\": 5",
                             "\"wall_contacts\": 0",
                             "\"max_agent_overlap\": 0",
                             "\"max_wall_overlap\": 0",
                             "\"outside\": 0",
                             "\"stuck\": 0",
                             "\"arrived\": 0",
                             "\"entropy\": null",
                             "\"state_hash\": \"0000000000abcdef\"",
                             "\"run_hash\": \"0000000000000123\"",
                             "\"unreachable\": 0",
                             "\"net_flow\": 0",
                             "\"lateral_use\": null",
                             "\"queue_asymmetry\": 0.25",
                             "\"mean_detour\": 1.125",
                             "\"drift\": null",
                             "\"stayed_within_3m\": 0",
                             "\"speed_in_sixths\": [0.5, null, null, null, null, null]",
                             "\"name\": \"a \\\"door\\\"\"",
                             "\"width\": 1.2",
                             "\"forward\": 4",
                             "\"name\": \"hall\"",
                             "\"area\": 8",
                             "\"mean_density\": 0"})
        EXPECT_THAT(text, HasSubstr(part));
    EXPECT_THAT(text, testing::Not(HasSubstr("agent_steps_per_second"))); // nobody measured it
    // Brackets are balanced and nothing stands behind the last one.
    int depth = 0;
    for (const char c : text) depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    EXPECT_EQ(depth, 0);
    EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(MetricsText, CsvHasOneLinePerTick)
{
    const CrowdObserver::TickMetrics ticks[] = {{.time = 0.1, .agents = 5, .mean_speed = 0.5},
                                                {.time = 0.2,
                                                 .agents = 4,
                                                 .arrived = 1,
                                                 .stuck = 2,
                                                 .agent_contacts = 3,
                                                 .wall_contacts = 4,
                                                 .outside = 5,
                                                 .mean_speed = 0.25,
                                                 .max_overlap = 1e-3}};
    EXPECT_EQ(formatSeriesCsv(ticks), "time,agents,arrived,stuck,agent_contacts,wall_contacts,outside,mean_speed,max_overlap\n"
                                      "0.1,5,0,0,0,0,0,0.5,0\n"
                                      "0.2,4,1,2,3,4,5,0.25,0.001\n");
}

} // namespace
} // namespace clearway
