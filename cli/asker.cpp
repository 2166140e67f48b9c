// SPDX-License-Identifier: MIT
#include "asker.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "corridor_answer.h"
#include "corridor_map.h"
#include "field_answer.h"
#include "field_map.h"
#include "path_answer.h"
#include "surface_answer.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

class NavMeshAsker : public Asker
{
public:
    NavMeshAsker(const ClearanceMesh& clearance, const PathLandmarks& landmarks, const SearchArguments& search)
        : finder_(clearance, landmarks)
    {
        options_.quality = search.quality.value_or(PathQuality::shortest);
        options_.allow_partial = search.partial;
    }
    void ask(const ListedQuery& question) override
    {
        const PathQuery& query = question.query;
        options_.radius = query.radius;
        finder_.find(query.start, query.goal, options_, path_);
    }
    Record describe(Points points) const override
    {
        Record record = {path_.status(), path_.length(), describeBriefly(path_), formatAnswer(path_, options_.radius), {}};
        if (points == Points::all) record.points = describePoints(path_);
        return record;
    }

private:
    PathFinder finder_;
    PathOptions options_;
    Path path_;
};

class CorridorAsker : public Asker
{
public:
    CorridorAsker(const CorridorMap& map, const SearchArguments& search) : finder_(map), options_(makePathOptions(search, 0)) {}
    void ask(const ListedQuery& question) override
    {
        options_.radius = question.query.radius;
        finder_.find(question.query.start, question.query.goal, options_, path_);
    }
    Record describe(Points points) const override
    {
        Record record = {path_.status(), path_.length(), describeBriefly(path_), formatAnswer(path_, options_.radius), {}};
        if (points == Points::all) record.points = describePoints(path_);
        return record;
    }

private:
    CorridorPathFinder finder_;
    CorridorPathOptions options_;
    Path path_;
};

class SurfaceAsker : public Asker
{
public:
    SurfaceAsker(const SurfacePathFinder& finder, const SearchArguments& search)
        : finder_(finder), options_(makeSurfaceQuestion(search))
    {
    }
    void ask(const ListedQuery& question) override
    {
        const auto findPoint = [&](Vec2 p, double height) {
            return findSurfacePoint(finder_.query(), p, std::isnan(height) ? std::nullopt : std::optional(height));
        };
        options_.radius = question.query.radius;
        path_ = finder_.find(findPoint(question.query.start, question.start_height),
                             findPoint(question.query.goal, question.goal_height), options_);
    }
    Record describe(Points points) const override
    {
        Record record = {path_.status(), path_.length(), {}, formatBriefly(path_, options_.radius), {}};
        record.fields = {{"status", toText(path_.status())}, {"length", path_.isComplete() ? Value(path_.length()) : Value()}};
        record.fields.emplace_back("effort", path_.isComplete() ? Value(path_.cost()) : Value());
        if (path_.problem() != PathProblem::none) record.fields.emplace_back("problem", nameProblem(path_.problem()));
        if (points == Points::all)
            for (const Vec3 point : computePoints(path_)) record.points.push_back(cli::describe(point));
        return record;
    }

private:
    SurfacePathFinder finder_;
    SurfacePathOptions options_;
    Path path_;
};

class FieldAsker : public Asker
{
public:
    /// Of a grid that is there, and serves one radius.
    FieldAsker(const FieldSolver& solver, const SearchArguments& search) : search_(search), solver_(solver) {}
    /// Of a scene: grids are built as radii come; the solver is for the first.
    FieldAsker(const Scene& scene, std::shared_ptr<const Walls> walls, const FieldSolver& solver, const SearchArguments& search)
        : search_(search), scene_(scene), solver_(solver), walls_(std::move(walls))
    {
    }
    void ask(const ListedQuery& question) override
    {
        const PathQuery& query = question.query;
        answer_ = {};
        answer_.radius = query.radius;
        const FieldSolver* const solver = prepare(query.radius);
        if (!solver) return;
        std::vector<FieldGoal> goals = {{.position = query.goal}};
        for (const Vec2 goal : search_.field.other_goals) goals.push_back({.position = goal});
        answer_ = checkQuestion(solver->grid(), *walls_, query.start, goals);
        if (answer_.status != PathStatus::complete) return;
        if (search_.field.multi_resolution)
        {
            const FieldEquation equation = makeEquation(search_.field);
            if (!planner_) planner_.emplace(solver->grid(), FieldPlannerOptions{.eps = equation.eps, .v = equation.v});
            return finish(answer_, planner_->find(query.start, query.goal), *walls_);
        }
        const double reach = computeReach(solver->grid());
        const Result<std::vector<std::int32_t>> cells = findGoalCells(solver->grid(), goals, reach);
        const Result<Potential> potential = cells ? solver->solve(*cells) : Result<Potential>(cells.error());
        if (!potential) return fail(potential.error().message);
        finish(answer_, Field(*potential).findPath(query.start), *walls_);
    }
    Record describe(Points points) const override
    {
        Record record = {answer_.status, answer_.length, describeBriefly(answer_), formatAnswer(answer_), {}};
        if (points == Points::all) record.points = describePoints(answer_);
        return record;
    }

private:
    void fail(std::string reason)
    {
        answer_.status = PathStatus::invalid;
        answer_.problem = "not_solved";
        answer_.reason = std::move(reason);
    }
    /// Null when there is none for this radius; the answer says why.
    const FieldSolver* prepare(double radius)
    {
        if (!scene_ && radius > solver_->grid().radius())
            fail(fmt::format("the grid is for radius {} m", formatNumber(solver_->grid().radius(), 4)));
        if (!scene_) return answer_.reason.empty() ? &*solver_ : nullptr;
        if (solver_ && solver_->grid().radius() == radius) return &*solver_;
        planner_.reset();
        solver_.reset();
        FieldGridOptions options;
        options.cell_size = search_.field.cell.value_or(options.cell_size);
        options.radius = radius;
        try // on a thread of its own: what is thrown must not leave it
        {
            const FieldGrid grid = require(buildFieldGrid(*scene_, options));
            solver_ = require(buildFieldSolver(grid, makeEquation(search_.field), makeSolverOptions(grid, search_.field)));
        } catch (const Failure& failure)
        {
            return fail(failure.error.message), nullptr;
        }
        return &*solver_;
    }

    const SearchArguments& search_;
    std::optional<Scene> scene_;
    std::optional<FieldSolver> solver_; ///< of the last radius
    std::optional<FieldPlanner> planner_;
    std::shared_ptr<const Walls> walls_ = std::make_shared<const Walls>();
    FieldAnswer answer_;
};

} // namespace

static MakeAsker prepareFieldAskers(const PathsCommandOptions& options, const Input& input, const Progress& progress)
{
    const SearchArguments& search = options.search;
    if (search.field.multi_resolution && (search.field.method || !search.field.other_goals.empty()))
        throw UsageError("--multi-resolution finds the way to one goal in its own manner: leave out --method and --or-to");
    // What is out of range is said once, not for every line.
    const FieldGrid grid = buildGrid(input, {.radius = options.radius, .cell = search.field.cell}, 0, progress);
    const FieldSolver solver =
        require(buildFieldSolver(grid, makeEquation(search.field), makeSolverOptions(grid, search.field), progress));
    if (input.field) return [solver, &search] { return std::make_unique<FieldAsker>(solver, search); };
    const Scene scene = buildOutline(input, progress);
    const auto walls = std::make_shared<const Walls>(scene, 0);
    return [scene, walls, solver, &search] { return std::make_unique<FieldAsker>(scene, walls, solver, search); };
}

/// Builds landmarks when they save more work than they cost, judged by the searches for a few of the questions.
static PathLandmarks prepareLandmarks(const ClearanceMesh& clearance, const QueryList& list, const Progress& progress)
{
    constexpr std::size_t kProbes = 16;
    constexpr double kNodesPerCorner = 1000; // more than building landmarks looks at
    const std::size_t count = list.queries.size();
    if (count < 10 * kProbes) return {};
    PathFinder finder(clearance);
    Path path;
    double node_count = 0;
    for (std::size_t i = 0; i < kProbes; ++i)
    {
        const PathQuery& query = list.queries[i * count / kProbes].query;
        finder.find(query.start, query.goal, {.radius = query.radius}, path);
        node_count += static_cast<double>(finder.expandedCount());
    }
    const double expected = node_count / static_cast<double>(kProbes) * static_cast<double>(count);
    if (expected < kNodesPerCorner * static_cast<double>(clearance.voronoi().sites().size())) return {};
    return require(buildPathLandmarks(clearance, {}, progress));
}

MakeAsker prepareAskers(const PathsCommandOptions& options, const Input& input, const QueryList& list, const Progress& progress,
                        std::vector<std::string>& findings)
{
    if (usesSurface(options.search, input))
    {
        requireSurfaceSearch(options.search, options.mesh);
        const BuiltSurface built = buildSurface(input, options.search.surface, progress);
        findings = listFindings(input, built);
        SurfacePathFinder finder(built.mesh);
        finder.prepare(makeSurfaceQuestion(options.search).method);
        return [finder, &options] { return std::make_unique<SurfaceAsker>(finder, options.search); };
    }
    const Planner planner = choosePlanner(options.search, input, options.mesh, false);
    if (planner == Planner::corridor)
    {
        makePathOptions(options.search, 0); // what does not belong together is said before the map is built
        const CorridorMap map = buildCorridor(input, options.search.corridor, progress);
        return [map, &options] { return std::make_unique<CorridorAsker>(map, options.search); };
    }
    if (planner == Planner::field) return prepareFieldAskers(options, input, progress);
    const NavMesh mesh = buildMesh(input, options.mesh, progress);
    const ClearanceMesh clearance = prepareClearance(mesh, progress);
    const PathLandmarks landmarks = prepareLandmarks(clearance, list, progress);
    return [clearance, landmarks, &options] { return std::make_unique<NavMeshAsker>(clearance, landmarks, options.search); };
}

} // namespace clearway::cli
