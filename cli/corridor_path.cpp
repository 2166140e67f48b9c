// SPDX-License-Identifier: MIT
// `clearway path --using corridor`: one question, for one radius or several, or for several ways.
#include <clearway/corridor_picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "corridor_answer.h"
#include "path_answer.h"
#include "picture_name.h"
#include "progress_bar.h"

namespace clearway::cli {

namespace {

struct Way
{
    Corridor corridor;
    Path path;
};

struct Answer
{
    std::vector<Way> ways;          ///< at least one: when none was found, its path says why
    double search_microseconds = 0; ///< of a warm query for the corridors
    double microseconds = 0;        ///< of that and the paths in them
};

struct Finders
{
    explicit Finders(const CorridorMap& map) : corridors(map), ways(map), paths(map) {}

    CorridorFinder corridors;
    WaysFinder ways;
    CorridorPathFinder paths;
};

} // namespace

static double measureMicroseconds(const std::function<void()>& work)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// The middle one of a few times: what a program that asks all the time will see.
static double computeTypical(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

static void findCorridors(Finders& finders, const PathCommandOptions& options, const CorridorPathOptions& question,
                          std::vector<Way>& ways)
{
    const Vec2 start = options.from.position, goal = options.to.position;
    if (options.ways)
    {
        WaysOptions wanted;
        wanted.radius = question.radius;
        wanted.count = *options.ways;
        wanted.layer = question.layer;
        const Ways found = finders.ways.find(start, goal, wanted);
        ways.resize(std::max<std::size_t>(found.corridors().size(), 1));
        for (std::size_t i = 0; i < found.corridors().size(); ++i) ways[i].corridor = found.corridors()[i];
        if (found) return;
    }
    ways.resize(1);
    finders.corridors.find(start, goal, {.radius = question.radius, .layer = question.layer}, ways.front().corridor);
}

static Answer ask(Finders& finders, const PathCommandOptions& options, double radius, int layer)
{
    constexpr int kRepetitions = 5;
    CorridorPathOptions question = makePathOptions(options.search, radius);
    question.layer = layer;
    Answer answer;
    std::vector<double> searches, paths;
    for (int i = 0; i < kRepetitions; ++i)
    {
        searches.push_back(measureMicroseconds([&] { findCorridors(finders, options, question, answer.ways); }));
        paths.push_back(measureMicroseconds([&] {
            for (Way& way : answer.ways)
                finders.paths.findWithin(way.corridor, options.from.position, options.to.position, question, way.path);
        }));
    }
    answer.search_microseconds = computeTypical(std::move(searches));
    answer.microseconds = answer.search_microseconds + computeTypical(std::move(paths));
    return answer;
}

static Value describe(const Answer& answer, const PathCommandOptions& options)
{
    const Way& first = answer.ways.front();
    Value::Fields fields = describeBriefly(first.path);
    // After "clearance", as documented.
    fields.insert(fields.begin() + 3, {{"radius", first.path.radius()},
                                       {"kind", toText(makePathOptions(options.search, first.path.radius()).kind)},
                                       {"points", describePoints(first.path)},
                                       {"balls", describeBalls(first.corridor)},
                                       {"microseconds", answer.microseconds},
                                       {"corridor_microseconds", answer.search_microseconds}});
    if (first.path.isComplete()) fields.emplace_back("corridor_length", first.corridor.length());
    if (!options.ways) return fields;
    Value::List ways;
    for (const Way& way : answer.ways)
        if (way.path.isComplete())
            ways.emplace_back(Value::Fields{{"length", way.path.length()},
                                            {"clearance", way.path.clearance()},
                                            {"corridor_length", way.corridor.length()},
                                            {"points", describePoints(way.path)},
                                            {"balls", describeBalls(way.corridor)}});
    fields.emplace_back("ways", std::move(ways));
    return fields;
}

static std::string makeLabel(const Way& way, const PathCommandOptions& options, std::size_t number)
{
    const std::string name =
        options.ways ? fmt::format("way {}", number + 1) : fmt::format("radius {} m", formatNumber(way.path.radius(), 3));
    if (!way.path.isComplete()) return fmt::format("{}: {}", name, toText(way.path.status()));
    return fmt::format("{}: {} m", name, formatNumber(way.path.length(), 2));
}

static void draw(const PathCommandOptions& options, const Input& input, const CorridorMap& map,
                 const std::vector<Answer>& answers)
{
    std::vector<std::vector<CorridorSample>> rows;
    for (const Answer& answer : answers)
        for (const Way& way : answer.ways) rows.push_back(way.corridor.backbone());
    std::vector<DrawnWay> ways;
    std::vector<DrawnMark> marks;
    for (const Answer& answer : answers)
    {
        for (std::size_t i = 0; i < answer.ways.size(); ++i)
            ways.push_back({.balls = rows[ways.size()],
                            .pieces = answer.ways[i].path.pieces(),
                            .radius = answer.ways[i].path.radius(),
                            .label = makeLabel(answer.ways[i], options, i)});
        const Path& path = answer.ways.front().path;
        if (path.status() == PathStatus::unreachable && path.widest() >= 0 && marks.empty())
            marks.push_back({.position = planar(path.narrowestAt()),
                             .radius = path.widest(),
                             .label = fmt::format("radius {} m passes here", formatNumber(path.widest(), 3))});
    }
    if (isFinite(options.from.position)) marks.push_back({.position = options.from.position, .radius = 0, .label = "from"});
    if (isFinite(options.to.position)) marks.push_back({.position = options.to.position, .radius = 0, .label = "to"});
    CorridorPictureOptions picture;
    picture.width = options.width;
    picture.draw_balls = false;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    picture.ways = ways;
    picture.marks = marks;
    require(saveCorridorPicture(map, options.output, picture));
}

static std::string formatText(const Answer& answer, const PathCommandOptions& options)
{
    std::string text;
    for (std::size_t i = 0; i < answer.ways.size(); ++i)
    {
        const Way& way = answer.ways[i];
        if (options.ways && way.path.isComplete()) text += fmt::format("way {}, ", i + 1);
        text += formatAnswer(way.path, way.path.radius());
        if (way.path.isComplete()) text += fmt::format("; {}", formatCount(way.corridor.backbone().size(), "ball", "balls"));
        text += "\n";
    }
    return text;
}

void runCorridorPath(const PathCommandOptions& options, const Input& input, const CorridorMap& map, int layer)
{
    std::vector<double> radii = options.radii;
    if (radii.empty()) radii.push_back(CorridorPathOptions().radius);
    Finders finders(map);
    std::vector<Answer> answers;
    for (double radius : radii) answers.push_back(ask(finders, options, radius, layer));
    stopIfInterrupted();
    if (!options.output.empty()) draw(options, input, map, answers);

    if (options.common.json)
    {
        Value::List list;
        for (const Answer& answer : answers) list.push_back(describe(answer, options));
        return printOutput(formatJson(answers.size() == 1 ? list.front() : Value(Value::Fields{{"paths", std::move(list)}})));
    }
    std::string text;
    for (const Answer& answer : answers) text += formatText(answer, options);
    if (!options.output.empty()) text += options.output + "\n";
    printOutput(text);
}

} // namespace clearway::cli
