// SPDX-License-Identifier: MIT
// `clearway path` over a surface: one question, for one radius or several.
#include <clearway/surface/border_clearance.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "path_answer.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "surface_answer.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

/// What a path does on its way.
struct Profile
{
    double climb = 0;   ///< metres upwards in all; up is z
    double descent = 0; ///< metres downwards in all
    double most_acceleration = 0;
    double clearance = std::numeric_limits<double>::quiet_NaN(); ///< from borders, where any is in reach
};

/// Where a point that cannot be used should have been.
struct Misfit
{
    bool is_start = true;
    Vec3 point;
    SurfacePlace nearest;       ///< on the walkable part
    bool is_on_removed = false; ///< the mesh is there, but one cannot walk on it
};

struct Answer
{
    double radius = 0;
    Path path;
    Profile profile;
    std::optional<Misfit> misfit;
    double microseconds = 0; ///< of a warm query
};

/// Asks one surface.
class Asker
{
public:
    Asker(const SurfaceMesh& mesh, const PathCommandOptions& options);
    Answer ask(double radius);
    Vec3 start() const { return start_; }
    Vec3 goal() const { return goal_; }

private:
    Misfit explain(bool is_start) const;
    Profile computeProfile(const Path& path) const;
    double computeClearance(const Path& path) const;

    const SurfaceMesh& mesh_;
    SurfacePathFinder finder_;
    SurfacePathOptions question_;
    Vec3 start_, goal_;
};

} // namespace

Asker::Asker(const SurfaceMesh& mesh, const PathCommandOptions& options)
    : mesh_(mesh), finder_(mesh), question_(makeSurfaceQuestion(options.search))
{
    start_ = findSurfacePoint(finder_.query(), options.from.position, options.from.height);
    goal_ = findSurfacePoint(finder_.query(), options.to.position, options.to.height);
}

Misfit Asker::explain(bool is_start) const
{
    Misfit misfit = {is_start, is_start ? start_ : goal_, {}, false};
    misfit.nearest = finder_.query().findNearest(misfit.point);
    // The mesh as it is, nothing cut away: only asked when something went wrong.
    SurfaceOptions everything;
    everything.max_acceleration = std::numeric_limits<double>::infinity();
    if (const Result<SurfaceMesh> whole = buildSurfaceMesh(mesh_.source(), everything))
        misfit.is_on_removed =
            static_cast<bool>(SurfaceQuery(*whole).findNearest(misfit.point, {.max_distance = question_.reach}));
    return misfit;
}

double Asker::computeClearance(const Path& path) const
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const double reach = std::max(1.0, 4 * question_.radius);
    const Result<BorderClearance> borders = buildBorderClearance(mesh_, reach);
    if (!borders) return none;
    const auto isFree = [&](double distance) {
        for (std::size_t i = 0; i < path.pieces().size(); ++i)
            if (!borders->isFree(path.faces()[i], path.pieces()[i].from, path.pieces()[i].to, distance)) return false;
        return true;
    };
    if (isFree(reach)) return none;
    double low = 0, high = reach;
    for (int i = 0; i < 30; ++i)
    {
        const double middle = (low + high) / 2;
        (isFree(middle) ? low : high) = middle;
    }
    return low;
}

Profile Asker::computeProfile(const Path& path) const
{
    Profile profile;
    for (const double acceleration : computeAccelerations(mesh_, path))
        profile.most_acceleration = std::max(profile.most_acceleration, acceleration);
    for (const PathPiece& piece : path.pieces())
    {
        const double rise = piece.to.z - piece.from.z;
        (rise > 0 ? profile.climb : profile.descent) += std::abs(rise);
    }
    profile.clearance = computeClearance(path);
    return profile;
}

Answer Asker::ask(double radius)
{
    using Clock = std::chrono::steady_clock;
    constexpr int kRepetitions = 3;
    question_.radius = radius;
    Answer answer;
    answer.radius = radius;
    std::vector<double> times;
    for (int i = 0; i < kRepetitions; ++i)
    {
        const Clock::time_point before = Clock::now();
        answer.path = finder_.find(start_, goal_, question_);
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - before).count());
        stopIfInterrupted();
    }
    std::sort(times.begin(), times.end());
    answer.microseconds = times[times.size() / 2];
    if (answer.path.isComplete()) answer.profile = computeProfile(answer.path);
    const PathProblem problem = answer.path.problem();
    if (problem == PathProblem::start_outside || problem == PathProblem::goal_outside)
        answer.misfit = explain(problem == PathProblem::start_outside);
    return answer;
}

static Value describe(const Answer& answer)
{
    const Path& path = answer.path;
    const auto ifFound = [&](double number) { return path.isComplete() ? Value(number) : Value(); };
    Value::List points;
    Value::List triangles;
    for (const PathPiece& piece : path.pieces()) points.push_back(describe(piece.from));
    if (!path.pieces().empty()) points.push_back(describe(path.pieces().back().to));
    for (const std::uint32_t triangle : path.faces()) triangles.emplace_back(triangle);
    Value::Fields fields = {{"status", toText(path.status())},
                            {"length", ifFound(path.length())},
                            {"clearance", ifFound(answer.profile.clearance)},
                            {"radius", answer.radius},
                            {"climb", ifFound(answer.profile.climb)},
                            {"descent", ifFound(answer.profile.descent)},
                            {"max_acceleration", ifFound(answer.profile.most_acceleration)},
                            {"effort", ifFound(path.cost())},
                            {"points", std::move(points)},
                            {"triangles", std::move(triangles)},
                            {"microseconds", answer.microseconds}};
    if (path.problem() != PathProblem::none) fields.emplace_back("problem", nameProblem(path.problem()));
    if (!answer.misfit) return fields;
    fields.emplace_back("on_removed_part", answer.misfit->is_on_removed);
    if (answer.misfit->nearest) fields.emplace_back("suggestion", describe(answer.misfit->nearest.position));
    return fields;
}

static std::string formatPoint(Vec3 p)
{
    return fmt::format("({}, {}, {})", formatNumber(p.x, 3), formatNumber(p.y, 3), formatNumber(p.z, 3));
}

static std::string formatMisfit(const Misfit& misfit)
{
    const std::string what = fmt::format("the {} {} is {}", misfit.is_start ? "start" : "goal", formatPoint(misfit.point),
                                         misfit.is_on_removed ? "on a part that was removed: one cannot walk there"
                                                              : "in the air, not on the surface");
    if (!misfit.nearest) return what + "; nothing of the surface is walkable";
    return fmt::format("{}; the nearest place to walk on is {}, {} m away", what, formatPoint(misfit.nearest.position),
                       formatNumber(distance(misfit.point, misfit.nearest.position), 3));
}

static std::string formatAnswer(const Answer& answer)
{
    const std::string name = fmt::format("radius {} m", formatNumber(answer.radius, 4));
    const Path& path = answer.path;
    if (answer.misfit) return fmt::format("{}: invalid; {}", name, formatMisfit(*answer.misfit));
    if (path.status() == PathStatus::invalid) return fmt::format("{}: invalid; {}", name, toText(path.problem()));
    if (!path.isComplete())
        return fmt::format("{}: no way; start and goal lie on parts that do not hang together for this radius", name);
    std::string text = fmt::format("{}: {} m long, {} m up and {} m down, accelerations up to {} m/s²", name,
                                   formatNumber(path.length(), 3), formatNumber(answer.profile.climb),
                                   formatNumber(answer.profile.descent), formatNumber(answer.profile.most_acceleration));
    if (!std::isnan(answer.profile.clearance))
        text += fmt::format(", never nearer than {} m to a border", formatNumber(answer.profile.clearance, 3));
    if (path.cost() != path.length()) text += fmt::format("; effort {} m", formatNumber(path.cost(), 3));
    return text;
}

static void draw(const PathCommandOptions& options, const Input& input, const SurfaceMesh& mesh, const Asker& asker,
                 const std::vector<Answer>& answers)
{
    std::vector<DrawnPath> paths;
    for (const Answer& answer : answers)
    {
        const std::string radius = fmt::format("radius {} m", formatNumber(answer.radius, 3));
        paths.push_back({.pieces = answer.path.pieces(),
                         .label = answer.path.isComplete() ? fmt::format("{}: {} m", radius, formatNumber(answer.path.length()))
                                                           : fmt::format("{}: {}", radius, toText(answer.path.status()))});
    }
    // Where the way begins and ends, which is on the ground; without a way, where it was asked for.
    const auto found =
        std::find_if(answers.begin(), answers.end(), [](const Answer& answer) { return answer.path.isComplete(); });
    const bool has_way = found != answers.end();
    const Vec3 from = has_way ? found->path.pieces().front().from : asker.start();
    const Vec3 to = has_way ? found->path.pieces().back().to : asker.goal();
    std::vector<DrawnSurfaceMark> marks;
    if (isFinite(from)) marks.push_back({from, "from"});
    if (isFinite(to)) marks.push_back({to, "to"});
    SurfacePictureOptions picture = makeSurfacePictureOptions(options.surface_drawing);
    picture.width = options.width;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    picture.paths = paths;
    picture.marks = marks;
    require(saveSurfacePicture(mesh, options.output, picture));
}

void runSurfacePath(const PathCommandOptions& options, const Input& input)
{
    requireSurfaceSearch(options.search, options.mesh);
    if (options.ways) throw UsageError("--ways is for '--using corridor'; over a surface there is one way");
    makeSurfaceQuestion(options.search); // what does not belong together is said before anything is built
    ProgressBar bar;
    const BuiltSurface built = buildSurface(input, options.search.surface, bar.callback());
    std::vector<double> radii = options.radii;
    if (radii.empty()) radii.push_back(PathOptions().radius);
    Asker asker(built.mesh, options);
    std::vector<Answer> answers;
    for (const double radius : radii) answers.push_back(asker.ask(radius));
    if (!options.output.empty()) draw(options, input, built.mesh, asker, answers);
    bar.clear();
    printFindings(input, built);
    if (options.common.json)
    {
        Value::List list;
        for (const Answer& answer : answers) list.push_back(describe(answer));
        return printOutput(formatJson(answers.size() == 1 ? list.front() : Value(Value::Fields{{"paths", std::move(list)}})));
    }
    std::string text;
    for (const Answer& answer : answers) text += formatAnswer(answer) + "\n";
    if (!options.output.empty()) text += options.output + "\n";
    printOutput(text);
}

} // namespace clearway::cli
