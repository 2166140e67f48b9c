// SPDX-License-Identifier: MIT
// `clearway path`: one question, for one radius or several, to any planner.
#include <clearway/native/corridor_picture.h>
#include <clearway/native/field_picture.h>
#include <clearway/native/picture.h>
#include <clearway/native/surface_picture.h>
#include <clearway/plan/far_places.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clock.h"
#include "commands.h"
#include "output.h"
#include "path_answer.h"
#include "path_details.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

struct Answer
{
    PathRequest request;
    Path path;
    std::vector<Way> ways;   ///< of a corridor map; the first is that of the path
    double microseconds = 0; ///< of a warm query; 0: not measured
};

} // namespace

static PathRequest makeRequest(const PathCommandOptions& options, const Planner& planner)
{
    PathRequest request(options.from.value_or(Vec3()), options.to.value_or(Vec3()));
    const PlannerParts& parts = planner.parts();
    if (parts.grid && !parts.scene) request.radius = parts.grid->radius(); // what it is for
    // Places have room for all.
    if (!options.radii.empty()) request.radius = *std::ranges::max_element(options.radii);
    if (!options.from || !options.to)
    {
        for (const double radius : options.radii)
            if (const std::string fault = explainRadius(radius); !fault.empty())
                throw Failure(ErrorCode::invalid_argument,
                              fmt::format("the radius {} m is {}: give one of 0 m or more.", formatNumber(radius, 4), fault));
        const std::optional<PathRequest> found = findFarPlaces(planner, request.radius, options.from, options.to);
        if (!found)
            throw Failure(ErrorCode::invalid_argument,
                          fmt::format("there is no place with room for radius {} m: give --from and --to.",
                                      formatNumber(request.radius, 4)));
        request = *found;
    }
    request.other_goals = options.other_goals;
    return request;
}

static bool hasSeveralLayers(const CorridorMap& map)
{
    const auto sites = map.diagram().sites();
    return !sites.empty() && sites.front().layer != sites.back().layer;
}

static Answer ask(PlannerQuery& query, const PathCommandOptions& options, const Planner& planner, const PathRequest& request)
{
    Answer answer;
    answer.request = request;
    {
        const ImmediateInterrupt guard; // a field is solved here
        query.find(request, answer.path);
    }
    stopIfInterrupted();
    if (options.common.json) // what a program that asks all the time will see
    {
        const Stopwatch watch;
        query.find(request, answer.path);
        answer.microseconds = 1e6 * watch.seconds();
    }
    if (planner.parts().corridor_map) answer.ways = findWays(options, planner.parts(), request, answer.path);
    if (const auto& surface = planner.parts().surface; surface && answer.path.isComplete())
        if (const double clearance = computeBorderClearance(*surface, answer.path); std::isfinite(clearance))
            PathWriter::amend(answer.path).setClearance(clearance);
    return answer;
}

static void addWays(Value::Fields& fields, const Answer& answer, const Planner& planner, bool wants_all)
{
    const Way& first = answer.ways.front();
    fields.emplace_back("balls", describeBalls(first.corridor));
    if (first.path.isComplete()) fields.emplace_back("corridor_length", first.corridor.length());
    if (!wants_all) return;
    Value::List ways;
    for (const Way& way : answer.ways)
        if (way.path.isComplete())
            ways.emplace_back(Value::Fields{{"length", way.path.length()},
                                            {"clearance", way.path.clearance()},
                                            {"corridor_length", way.corridor.length()},
                                            {"points", describePoints(way.path, planner)},
                                            {"balls", describeBalls(way.corridor)}});
    fields.emplace_back("ways", std::move(ways));
}

static Value describe(const Answer& answer, const PathCommandOptions& options, const Planner& planner)
{
    const Path& path = answer.path;
    Value::Fields fields = describeBriefly(path, planner);
    const bool is_on_surface = planner.parts().surface.has_value();
    fields.emplace_back("radius", answer.request.radius);
    fields.emplace_back("points", describePoints(path, planner));
    fields.emplace_back("arcs", describeArcs(path));
    fields.emplace_back(is_on_surface ? "triangles" : "cells", describeFaces(path));
    fields.emplace_back("microseconds", answer.microseconds);
    fields.emplace_back("planner", planner.name());
    fields.emplace_back("from", describePoint(answer.request.start, planner));
    fields.emplace_back("to", describePoint(answer.request.goal, planner));
    addRemarks(fields, path, planner);
    if (!answer.ways.empty()) addWays(fields, answer, planner, options.ways.has_value());
    if (!is_on_surface || !path.isComplete()) return fields;
    const Profile profile = computeProfile(*planner.parts().surface, path);
    fields.emplace_back("climb", profile.climb);
    fields.emplace_back("descent", profile.descent);
    fields.emplace_back("max_acceleration", profile.most_acceleration);
    return fields;
}

static std::string formatText(const Answer& answer, const PathCommandOptions& options, const Planner& planner)
{
    const Path& path = answer.path;
    const double radius = answer.request.radius;
    const auto& surface = planner.parts().surface;
    const bool is_misfit = path.problem() == PathProblem::start_outside || path.problem() == PathProblem::goal_outside;
    if (surface && is_misfit)
    {
        const bool is_start = path.problem() == PathProblem::start_outside;
        return fmt::format("radius {} m: invalid; {}\n", formatNumber(radius, 4),
                           explainMisfit(options, *surface, is_start ? answer.request.start : answer.request.goal, is_start));
    }
    if (surface && path.isComplete())
    {
        const Profile profile = computeProfile(*surface, path);
        return fmt::format("{}; {} m up and {} m down, accelerations up to {} m/s²\n", formatAnswer(path, planner, radius),
                           formatNumber(profile.climb), formatNumber(profile.descent), formatNumber(profile.most_acceleration));
    }
    if (answer.ways.empty()) return formatAnswer(path, planner, radius) + "\n";
    std::string text;
    for (std::size_t i = 0; i < answer.ways.size(); ++i)
    {
        const Way& way = answer.ways[i];
        if (options.ways && way.path.isComplete()) text += fmt::format("way {}, ", i + 1);
        text += formatAnswer(way.path, planner, radius);
        if (way.path.isComplete()) text += fmt::format("; {}", formatCount(way.corridor.backbone().size(), "ball", "balls"));
        text += "\n";
    }
    return text;
}

// ---- pictures

static std::string makeLabel(const Path& path, const std::string& name)
{
    if (path.pieces().empty()) return fmt::format("{}: {}", name, toString(path.status()));
    return fmt::format("{}: {} m{}", name, formatNumber(path.length(), 2), path.isComplete() ? "" : ", partial");
}

static std::string nameRadius(const Answer& answer) { return fmt::format("radius {} m", formatNumber(answer.request.radius, 3)); }

static std::vector<DrawnMark> listMarks(const std::vector<Answer>& answers)
{
    std::vector<DrawnMark> marks;
    for (const Answer& answer : answers)
        if (answer.path.status() == PathStatus::unreachable && answer.path.widest() >= 0 && marks.empty())
            marks.push_back({.position = planar(answer.path.narrowestAt()),
                             .radius = answer.path.widest(),
                             .label = fmt::format("radius {} m passes here", formatNumber(answer.path.widest(), 3))});
    const auto add = [&](Vec3 p, const char* label) {
        if (isFinite(planar(p))) marks.push_back({.position = planar(p), .radius = 0, .label = label});
    };
    add(answers.front().request.start, "from");
    add(answers.front().request.goal, "to");
    for (const Vec3 goal : answers.front().request.other_goals) add(goal, "or to");
    return marks;
}

/// What pictures of paths have in common.
template <typename Picture, typename Mark>
static Picture makePathPicture(const PathCommandOptions& options, const std::string& title, std::span<const DrawnPath> paths,
                               const std::vector<Mark>& marks, const Picture& usual = {})
{
    Picture picture = makePicture(options, title, usual);
    picture.paths = paths;
    picture.marks = marks;
    return picture;
}

static void drawOnSurface(const PathCommandOptions& options, const std::string& title, const SurfaceMesh& mesh,
                          std::span<const DrawnPath> paths, const std::vector<Answer>& answers)
{
    // Where the way begins and ends, which is on the ground; without a way, where it was asked for.
    const auto found = std::ranges::find_if(answers, [](const Answer& answer) { return !answer.path.pieces().empty(); });
    const bool has_way = found != answers.end();
    const Vec3 from = has_way ? found->path.pieces().front().from : answers.front().request.start;
    const Vec3 to = has_way ? found->path.pieces().back().to : answers.front().request.goal;
    std::vector<DrawnSurfaceMark> marks;
    if (isFinite(from)) marks.push_back({from, "from"});
    if (isFinite(to)) marks.push_back({to, "to"});
    require(saveSurfacePicture(mesh, options.output, makePathPicture(options, title, paths, marks, options.look)));
}

static void drawCorridors(const PathCommandOptions& options, const std::string& title, const CorridorMap& map,
                          const std::vector<Answer>& answers)
{
    std::vector<std::vector<CorridorMap::Sample>> rows;
    for (const Answer& answer : answers)
        for (const Way& way : answer.ways) rows.push_back(way.corridor.backbone());
    std::vector<DrawnWay> ways;
    for (const Answer& answer : answers)
        for (std::size_t i = 0; i < answer.ways.size(); ++i)
        {
            const Path& path = answer.ways[i].path;
            ways.push_back({.balls = rows[ways.size()],
                            .pieces = path.pieces(),
                            .radius = path.radius(),
                            .label = makeLabel(path, options.ways ? fmt::format("way {}", i + 1) : nameRadius(answer))});
        }
    const std::vector<DrawnMark> marks = listMarks(answers);
    auto picture = makePicture<CorridorPictureOptions>(options, title);
    picture.draw_balls = false;
    picture.ways = ways;
    picture.marks = marks;
    require(saveCorridorPicture(map, options.output, picture));
}

static void draw(const PathCommandOptions& options, const std::string& title, const Planner& planner,
                 const std::vector<Answer>& answers)
{
    const PlannerParts& parts = planner.parts();
    if (parts.corridor_map) return drawCorridors(options, title, *parts.corridor_map, answers);
    std::vector<DrawnPath> paths;
    for (const Answer& answer : answers)
        paths.push_back(
            {answer.path.pieces(), parts.surface ? 0 : answer.request.radius, makeLabel(answer.path, nameRadius(answer))});
    if (parts.surface) return drawOnSurface(options, title, *parts.surface, paths, answers);
    const std::vector<DrawnMark> marks = listMarks(answers);
    if (!parts.mesh && !parts.scene && parts.grid)
        return require(
            saveFieldPicture(*parts.grid, options.output, makePathPicture<FieldPictureOptions>(options, title, paths, marks)));
    if (!parts.mesh && !parts.scene)
        throw Failure(
            ErrorCode::invalid_argument,
            fmt::format("the planner '{}' does not say what its paths lead over: they cannot be drawn.", planner.name()));
    const auto picture = makePathPicture<PictureOptions>(options, title, paths, marks);
    require(parts.mesh ? savePicture(*parts.mesh, options.output, picture) : savePicture(*parts.scene, options.output, picture));
}

void runPath(const PathCommandOptions& options)
{
    if (!options.output.empty()) requirePictureName(options.output);
    if (options.ways && options.radii.size() > 1) throw UsageError("--ways looks for the ways of one radius: give only one");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback(), options.common);
    if (!input.isSurface()) refuseOptions(options.common, {"Surfaces"}, fmt::format("for surfaces; '{}' is none", input.path));
    const Planner planner = preparePlanner(options.planner, input, bar.callback());
    if (options.ways && !planner.parts().corridor_map) throw UsageError("--ways is for '--using corridor'");
    if (input.parts.corridor_map && options.from && std::isfinite(options.from->z) && hasSeveralLayers(*input.parts.corridor_map))
        throw UsageError("'{}' has several layers but no heights: give the scene that it was built from", input.path);

    PlannerQuery query = planner.makeQuery();
    PathRequest request = makeRequest(options, planner);
    std::vector<Answer> answers;
    for (const double radius : options.radii.empty() ? std::vector{request.radius} : options.radii)
    {
        request.radius = radius;
        answers.push_back(ask(query, options, planner, request));
    }
    if (!options.output.empty()) draw(options, makeTitle(input), planner, answers);
    bar.clear();
    printRepairs(input.name, input.report);
    printFindings(input, planner.parts());

    if (options.common.json)
    {
        Value::List list;
        for (const Answer& answer : answers) list.push_back(describe(answer, options, planner));
        return printOutput(formatJson(answers.size() == 1 ? list.front() : Value(Value::Fields{{"paths", std::move(list)}})));
    }
    std::string text;
    for (const Answer& answer : answers) text += formatText(answer, options, planner);
    if (!options.output.empty()) text += options.output + "\n";
    printOutput(text);
}

} // namespace clearway::cli
