// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/crowd/scenario.h>
#include <clearway/guide/guide.h>

namespace clearway {

namespace {

constexpr double kMaxRate = 1e6;
constexpr std::string_view kSurfaceGuide = "surface";

/// Collects problems and knows where it is.
class Verifier
{
public:
    std::vector<Scenario::Problem> problems;

    /// False, and noted, when `is_fine` is false.
    bool require(bool is_fine, std::string field, std::string message)
    {
        if (!is_fine) problems.push_back({std::move(field), std::move(message)});
        return is_fine;
    }

    bool requireBetween(double value, double low, double high, std::string field)
    {
        return require(value >= low && value <= high, std::move(field),
                       fmt::format("must be a number from {} to {}; it is {}.", low, high, value));
    }

    bool requireAbove(double value, double low, double high, std::string field)
    {
        return require(value > low && value <= high, std::move(field),
                       fmt::format("must be above {} and at most {}; it is {}.", low, high, value));
    }

    bool requireName(std::string_view name, std::span<const std::string_view> known, std::string field)
    {
        for (const std::string_view candidate : known)
            if (candidate == name) return true;
        std::string list;
        for (const std::string_view candidate : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", candidate);
        return require(false, std::move(field),
                       fmt::format("there is no '{}'.{} The choice is: {}.", showName(name), suggestNames(name, known), list));
    }

    bool requirePoints(std::span<const Vec2> points, const std::string& field)
    {
        for (std::size_t k = 0; k < points.size(); ++k)
            if (!isFinite(points[k]))
                return require(false, fmt::format("{}[{}]", field, k), "must be two finite numbers, [x, y].");
        return true;
    }

    /// A polygon that something can be inside of.
    bool requirePolygon(std::span<const Vec2> points, const std::string& field)
    {
        if (!requirePoints(points, field)) return false;
        if (!require(points.size() >= 3, field, fmt::format("must have at least three points; it has {}.", points.size())))
            return false;
        return require(computeSignedArea(points) != 0, field, "must have an area: its points lie on one line.");
    }
};

void verifyRun(const Scenario& scenario, Verifier& verifier)
{
    if (verifier.requireBetween(scenario.seconds, 0, kMaxScenarioSeconds, "seconds") &&
        verifier.requireBetween(scenario.dt, kMinScenarioStep, kMaxScenarioStep, "dt"))
        verifier.require(scenario.seconds <= kMaxScenarioTicks * scenario.dt, "dt",
                         fmt::format("makes {:.0f} ticks of {} seconds; the most is {:.0f}.", scenario.seconds / scenario.dt,
                                     scenario.seconds, kMaxScenarioTicks));
    verifier.requireName(scenario.engine, kCrowdEngineNames, "engine");
    verifier.requireName(scenario.guide, guideNames(), "guide");
    verifier.requireName(scenario.steering, steeringNames(), "steering");
    verifier.requireName(scenario.passing_side, kPassingSideNames, "passing_side");
    visitSteeringOptions(scenario, [&verifier]<typename Options>(std::string_view model, const Options& options) {
        for (const Parameter<Options>& parameter : steeringParameters<Options>())
        {
            std::string problem = describeProblem(parameter.info, parameter.read(options));
            const bool is_fine = problem.empty();
            verifier.require(is_fine, fmt::format("{}.{}", model, parameter.info.name), std::move(problem));
        }
    });
}

void verifyScene(const Scenario& scenario, Verifier& verifier)
{
    if (scenario.scene_name.empty())
        verifier.require(!scenario.scene.areas.empty(), "scene",
                         "is missing: give the name of a scene, or areas of its own to walk in.");
    else
        verifier.requireAbove(scenario.scene_options.scale, 0, kMaxGeneratorScale, "scene.scale");
}

bool verifyRange(Range range, double high, const std::string& field, Verifier& verifier)
{
    return verifier.require(std::isfinite(range.low) && std::isfinite(range.high) && range.low <= range.high, field,
                            fmt::format("must be [low, high] with low not above high; it is [{}, {}].", range.low, range.high)) &&
           verifier.require(range.high <= high, field, fmt::format("must be at most {}; it is {}.", high, range.high));
}

bool verifyGoal(const Goal& goal, const std::string& field, Verifier& verifier)
{
    switch (goal.kind())
    {
    case Goal::Kind::point:
    case Goal::Kind::straight: return verifier.require(isFinite(goal.point()), field, "must be two finite numbers, [x, y].");
    case Goal::Kind::points:
        return verifier.require(!goal.list().empty(), field + ".points", "must have at least one point.") &&
               verifier.requirePoints(goal.list(), field + ".points");
    case Goal::Kind::area: return verifier.requirePolygon(goal.list(), field + ".area");
    case Goal::Kind::follow:
        return verifier.require(false, field, "cannot be another agent in a scenario, where agents have no names.");
    case Goal::Kind::none:
    case Goal::Kind::random: break;
    }
    return true;
}

/// Heights are given for all points of a list or for none.
bool verifyHeights(std::span<const double> heights, std::size_t point_count, const std::string& field, Verifier& verifier)
{
    return verifier.require(
               heights.empty() || heights.size() == point_count, field,
               fmt::format("must have as many heights as points, or none; it has {} and {}.", heights.size(), point_count)) &&
           verifier.require(std::ranges::all_of(heights, [](double height) { return std::isfinite(height); }), field,
                            "must have finite heights.");
}

bool verifySource(const Scenario::Group& group, const std::string& path, Verifier& verifier)
{
    return verifier.requireBetween(group.rate, 0, kMaxRate, path + ".rate") &&
           verifier.requireBetween(group.from, 0, kMaxScenarioSeconds, path + ".from") &&
           verifier.requireBetween(group.until, 0, kMaxScenarioSeconds, path + ".until") &&
           verifier.require(
               group.until == 0 || group.until > group.from, path + ".until",
               fmt::format("must be later than `from`, which is {}, or 0 for no end; it is {}.", group.from, group.until)) &&
           verifier.require(group.limit <= kMaxScenarioAgents, path + ".limit",
                            fmt::format("must be at most {}; it is {}.", kMaxScenarioAgents, group.limit));
}

void verifyBehaviour(const Scenario& scenario, const Scenario::Group& group, const std::string& path, Verifier& verifier)
{
    double before = -1;
    for (std::size_t k = 0; k < group.behaviour.size(); ++k)
    {
        const Scenario::Group::Change& change = group.behaviour[k];
        const std::string field = fmt::format("{}.behaviour[{}]", path, k);
        if (!verifier.requireBetween(change.at, 0, kMaxScenarioSeconds, field + ".at") ||
            !verifier.require(change.at > before, field + ".at",
                              fmt::format("must be later than the change before, at {} seconds; it is {}.", before, change.at)))
            return;
        before = change.at;
        if (!verifier.require(change.manner.index() != 0, field, "must have a name, or eps and v.")) return;
        const auto* manner = std::get_if<Manner>(&change.manner);
        if (manner && !(verifier.requireBetween(manner->eps, -Manner::kMaxEps, Manner::kMaxEps, field + ".eps") &&
                        verifier.requireBetween(manner->v.x, -Manner::kMaxV, Manner::kMaxV, field + ".v[0]") &&
                        verifier.requireBetween(manner->v.y, -Manner::kMaxV, Manner::kMaxV, field + ".v[1]")))
            return;
    }
    verifier.require(group.behaviour.empty() || scenario.steering == "field", path + ".behaviour",
                     fmt::format("is for the steering 'field'; this scenario has '{}'.", showName(scenario.steering)));
}

bool verifyGroup(const Scenario::Group& group, const std::string& path, Verifier& verifier)
{
    const bool is_fine =
        verifier.require(group.count <= kMaxScenarioAgents, path + ".count",
                         fmt::format("must be at most {}; it is {}.", kMaxScenarioAgents, group.count)) &&
        verifier.requirePoints(group.positions, path + ".positions") &&
        verifyHeights(group.heights, group.positions.size(), path + ".positions", verifier) &&
        (group.start_area.empty() || verifier.requirePolygon(group.start_area, path + ".start_area")) &&
        verifyRange(group.radius, kMaxAgentRadius, path + ".radius", verifier) &&
        verifier.require(group.radius.low > 0, path + ".radius", fmt::format("must be above 0; it is {}.", group.radius.low)) &&
        verifyRange(group.speed, kMaxAgentSpeed, path + ".speed", verifier) &&
        verifier.require(group.speed.low >= 0, path + ".speed", fmt::format("must not be below 0; it is {}.", group.speed.low)) &&
        verifySource(group, path, verifier);
    for (std::size_t k = 0; is_fine && k < group.goals.size(); ++k)
    {
        const Goal& goal = group.goals[k];
        const std::string field = fmt::format("{}.goals[{}]", path, k);
        const bool has_point = goal.kind() == Goal::Kind::point || goal.kind() == Goal::Kind::straight;
        const std::size_t point_count = has_point ? 1 : goal.kind() == Goal::Kind::points ? goal.list().size() : 0;
        if (!verifyGoal(goal, field, verifier) || !verifyHeights(group.goalHeights(k), point_count, field, verifier))
            return false;
    }
    return is_fine;
}

/// What the engine `walkers` cannot do.
void verifyWalkers(const Scenario& scenario, Verifier& verifier)
{
    constexpr std::string_view kInstead = "Use the engine 'crowd' for that.";
    if (scenario.guide == kSurfaceGuide) // which a scenario over a mesh of triangles has without being told
    {
        verifier.require(false, "engine",
                         fmt::format("must be 'crowd' over curved ground, where the guide '{}' leads: the engine 'walkers' needs "
                                     "flat ground.",
                                     kSurfaceGuide));
        return;
    }
    const auto requireWord = [&](const std::string& word, std::string_view needed, std::string field) {
        verifier.require(
            word == needed, std::move(field),
            fmt::format("must be '{}' for the engine 'walkers'; it is '{}'. Leave it out, or use the engine 'crowd'.", needed,
                        showName(word)));
    };
    requireWord(scenario.guide, "corridor", "guide");
    requireWord(scenario.steering, "social_force", "steering");
    verifier.require(scenario.social_force.shape == SocialForceOptions::Shape::elliptical, "social_force.shape",
                     fmt::format("must be elliptical for the engine 'walkers'. {}", kInstead));
    verifier.require(scenario.passing_side != toString(PassingSide::left), "passing_side",
                     fmt::format("must not be 'left' for the engine 'walkers', which knows no side. {}", kInstead));
    for (std::size_t k = 0; k < scenario.groups.size(); ++k)
    {
        const Scenario::Group& group = scenario.groups[k];
        const std::string path = fmt::format("groups[{}]", k);
        const auto requireOne = [&](Range range, Range first, const char* what, const char* field) {
            verifier.require(
                range.low == range.high && range == first, path + field,
                fmt::format("must be one number, the same in all groups: the engine 'walkers' has people of one {}. {}", what,
                            kInstead));
        };
        requireOne(group.radius, scenario.groups[0].radius, "size", ".radius");
        requireOne(group.speed, scenario.groups[0].speed, "speed", ".speed");
        for (std::size_t i = 0; i < group.goals.size(); ++i)
            verifier.require(group.goals[i].kind() != Goal::Kind::straight, fmt::format("{}.goals[{}].straight", path, i),
                             fmt::format("is not for the engine 'walkers', whose people follow a corridor map. {}", kInstead));
    }
}

} // namespace

std::vector<Scenario::Problem> verify(const Scenario& scenario)
{
    Verifier verifier;
    verifyScene(scenario, verifier);
    verifyRun(scenario, verifier);
    std::size_t total = 0;
    for (std::size_t k = 0; k < scenario.groups.size(); ++k)
    {
        const std::string path = fmt::format("groups[{}]", k);
        if (!verifyGroup(scenario.groups[k], path, verifier)) continue;
        verifyBehaviour(scenario, scenario.groups[k], path, verifier);
        const bool fitted = total <= kMaxScenarioAgents;
        total += scenario.groups[k].count;
        if (fitted)
            verifier.require(total <= kMaxScenarioAgents, path + ".count",
                             fmt::format("makes {} agents in all; the most is {}.", total, kMaxScenarioAgents));
    }
    for (std::size_t k = 0; k < scenario.lines.size(); ++k)
    {
        const MeasuringLine& line = scenario.lines[k];
        const std::string path = fmt::format("lines[{}]", k);
        if (verifier.require(isFinite(line.a), path + ".a", "must be two finite numbers, [x, y].") &&
            verifier.require(isFinite(line.b), path + ".b", "must be two finite numbers, [x, y]."))
            verifier.require(line.a != line.b, path + ".b", "must be another point than `a`: the line has no length.");
    }
    for (std::size_t k = 0; k < scenario.areas.size(); ++k)
        verifier.requirePolygon(scenario.areas[k].outline, fmt::format("areas[{}].outline", k));
    if (verifier.problems.empty() && scenario.engine == toString(CrowdOptions::Engine::walkers))
        verifyWalkers(scenario, verifier);
    return std::move(verifier.problems);
}

} // namespace clearway
