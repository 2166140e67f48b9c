// SPDX-License-Identifier: MIT
// The planner down the potentials of fields.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <clearway/guide/on_field.h>

#include "base/errors.h"
#include "field/streamline.h"
#include "guide/crowd_cell.h"
#include "plan/field_ground.h"
#include "plan/fitting_ends.h"
#include "plan/kinds.h"
#include "plan/layers.h"
#include "plan/mesh_parts.h"
#include "plan/options.h"
#include "plan/published_field.h"
#include "plan/same_scene.h"
#include "plan/several_goals.h"
#include "plan/walls.h"
#include "plan/world_store.h"
#include "potential/field_memory.h"

namespace clearway::plan {

namespace {

using Kind = ParameterInfo::Kind;

enum class FieldPotentialKind
{
    exact,
    published,
};

struct FieldPlannerTable
{
    FieldPotentialKind potential = FieldPotentialKind::exact;
    published::DriftSign sign = published::DriftSign::corrected;
    double cell = 0;
    double eps = 0;
    Vec2 v = FieldEquation().v;
    FieldSolverOptions::Method method = FieldSolverOptions::Method::automatic;
    bool multi_resolution = false;
    double max_gigabytes = 1;
    double look_ahead = OnFieldOptions().look_ahead;
    double goal_sight = OnFieldOptions().goal_sight;
    double radius_step = OnFieldOptions().radius_step;
    int max_fields = static_cast<int>(OnFieldOptions().max_fields);
};

constexpr std::string_view kSilveira = "Silveira et al. 2010";
constexpr std::string_view kMethods[] = {"automatic",    "elimination", "aggregation",
                                         "gauss_seidel", "red_black",   "over_relaxation"};

constexpr std::string_view kPotentials[] = {"exact", "published"};
constexpr std::string_view kSigns[] = {"corrected", "printed"};

std::string showV(const FieldPlannerTable& options) { return fmt::format("{},{}", options.v.x, options.v.y); }

std::string parseV(FieldPlannerTable& options, std::string_view text)
{
    double numbers[2] = {};
    if (!parseNumbers(text, numbers) || !isFinite(Vec2{numbers[0], numbers[1]})) return "must be a vector: write vx,vy.";
    options.v = {numbers[0], numbers[1]};
    return {};
}

std::span<const OptionRow<FieldPlannerTable>> listFieldRows()
{
    using O = FieldPlannerTable;
    static const OptionRow<O> rows[] = {
        parameterRow<&O::cell>({"cell", "metres", 0, 1e9, "ours",
                                "side of a cell; 0: chosen by the size of the scene, 0.5 for paths unless it is large"}),
        parameterRow<&O::eps>({"eps", "", -1e6, 1e6, kSilveira, "how much paths bend toward v, per cell"}),
        {{"v", "", 0, 0, kSilveira, "vx,vy: where eps bends paths; its length counts", Kind::text}, showV, parseV},
        parameterRow<&O::method>({"method", "", 0, 5, "ours",
                                  "how the field is solved; automatic: elimination, on large grids aggregation", Kind::choice,
                                  kMethods}),
        parameterRow<&O::potential>({"potential", "", 0, 1, kSilveira,
                                     "published: in floats, relaxed row by row; it loses its slope far from the goal",
                                     Kind::choice, kPotentials}),
        parameterRow<&O::sign>({"sign", "", 0, 1, kSilveira,
                                "printed: eps as in the paper's discrete equation, with potential published", Kind::choice,
                                kSigns}),
        parameterRow<&O::multi_resolution>({"multi_resolution", "", 0, 1, "Silveira, Prestes, Nedel 2010",
                                            "one path from coarse to fine cells instead of the whole field: for large maps"}),
        parameterRow<&O::max_gigabytes>(
            {"max_gigabytes", "GB", 0, 1e6, "ours",
             "of memory that solving may take; on the command line no more than 60 % of what is free, unless said", Kind::above}),
        parameterRow<&O::look_ahead>(
            {"look_ahead", "metres", 0, 1e6, "ours", "how far ahead along the field agents of a crowd aim", Kind::above}),
        parameterRow<&O::goal_sight>({"goal_sight", "metres", 0, 1e6, "ours",
                                      "how far away agents of a crowd notice that their goal is straight ahead; 0: look_ahead"}),
        parameterRow<&O::radius_step>(
            {"radius_step", "metres", 0, 1e6, "ours", "radii of a crowd are rounded up to a multiple of this"}),
        parameterRow<&O::max_fields>(
            {"max_fields", "", 1, 1e6, "ours", "fields that a crowd keeps; with more goals at once they are solved repeatedly"}),
    };
    return rows;
}

/// Grids that a planner keeps, each for one radius.
constexpr std::size_t kMostGrounds = 4;

FieldGroundOptions makeGroundOptions(const FieldPlannerTable& options)
{
    FieldGroundOptions ground;
    ground.equation = {.eps = options.eps, .v = options.v};
    ground.solver.method = options.method;
    ground.solver.max_bytes = static_cast<std::int64_t>(std::min(options.max_gigabytes * 1e9, 9e18));
    if (options.potential == FieldPotentialKind::published) ground.published_sign = options.sign;
    ground.multi_resolution = options.multi_resolution;
    return ground;
}

/// What all searches share.
struct Shared
{
    struct GroundKey
    {
        double radius = 0;
        int layer = 0;

        friend bool operator==(const GroundKey&, const GroundKey&) = default;
    };

    explicit Shared(const FieldPlannerTable& the_options)
        : options(the_options),
          ground_options(makeGroundOptions(the_options)),
          grounds(kMostGrounds, static_cast<std::size_t>(ground_options.solver.max_bytes))
    {
    }

    FieldPlannerTable options;
    FieldGroundOptions ground_options;
    bool counts_fields = false; ///< max_fields was given: so many are kept, whatever they take
    PlannerParts parts;         ///< with a scene, or else with a grid
    double cell = 0;
    LayerFinder layers;
    std::vector<Walls> walls; ///< per layer of the scene
    mutable RecentlyUsed<GroundKey, FieldGround> grounds;

    const Walls& wallsOf(int layer) const
    {
        static const Walls unknown;
        return static_cast<std::size_t>(layer) < walls.size() ? walls[static_cast<std::size_t>(layer)] : unknown;
    }
    /// Null when there is none for this radius: all else was checked when the planner was built.
    std::shared_ptr<const FieldGround> findGround(const GroundKey& key) const
    {
        return grounds.find(key, [&]() -> std::shared_ptr<const FieldGround> {
            const auto& given = parts.grid;
            const bool is_given = !parts.scene || (given && given->radius() == key.radius && key.layer == 0);
            const Result<FieldGrid> grid =
                is_given ? Result<FieldGrid>(*given)
                         : buildFieldGrid(*parts.scene, {.cell_size = cell, .radius = key.radius, .layer = key.layer});
            return grid ? std::make_shared<const FieldGround>(*grid, ground_options) : nullptr;
        });
    }
};

FieldMemoryLimit makeMemoryLimit(const Shared& shared)
{
    return {.method = shared.options.method,
            .max_bytes = shared.options.max_gigabytes * 1e9,
            .advice = " (cell), multi_resolution, or a larger max_gigabytes"};
}

/// Of paths in a scene, if nobody says: as usual, or what keeps the grid to two million cells, which are solved in seconds and
/// in less memory than is usually allowed; to eight million where not all of them are solved.
double choosePathCell(const Scene& scene, const FieldPlannerTable& options)
{
    return chooseCellSize(scene, FieldGridOptions().cell_size, options.multi_resolution ? 1 << 23 : 1 << 21);
}

/// What was chosen for a large scene; empty when cells of paths are as usual.
std::string describeCells(const Scene& scene, double path_cell)
{
    if (path_cell <= FieldGridOptions().cell_size) return {};
    return fmt::format("The scene is large: cells of paths are {:.4g} m wide and those of crowds {:.4g} m, unless said.",
                       path_cell, chooseCrowdCell(scene));
}

/// How far from a point a free cell may be that stands for it.
double computeReach(const FieldGrid& grid) { return 1.5 * grid.cellSize(); }

class FieldSearch final : public PathSearch
{
public:
    explicit FieldSearch(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

    void find(const PathRequest& request, Path& path) override
    {
        const int layer = std::max(shared_->layers.find(request), 0);
        const Walls& walls = shared_->wallsOf(layer);
        if (shared_->options.multi_resolution) // which leads to one goal at a time
            findBest(request, path, spare_, [&](Vec3 goal, Path& found) {
                find(PathRequest(request.start, goal, request.radius), layer, walls, found);
            });
        else
            find(request, layer, walls, path);
    }

private:
    void find(const PathRequest& request, int layer, const Walls& walls, Path& path)
    {
        const PathProblem problem = prepare(request, layer, walls);
        if (problem != PathProblem::none) return PathWriter(path).setProblem(problem);
        const FieldGrid& grid = ground_->grid();
        if (const FieldPlanner* const planner = ground_->planner())
            path = planner->find(start_, goals_.front());
        else
        {
            if (solved_->published)
                followPublished(grid, *solved_->published, solved_->goals, start_, computeReach(grid), line_);
            else
                solved_->field->follow(start_, line_);
            field::writePath(line_, grid, PathProblem::start_outside, path);
        }
        PathWriter writer = PathWriter::amend(path);
        // One that ends on the way is in a minimum of a potential that did not converge.
        if (path.status() == PathStatus::unreachable && !path.pieces().empty()) writer.setStatus(PathStatus::out_of_budget);
        writer.setRadius(request.radius);
        if (walls && !path.pieces().empty()) writer.setClearance(walls.computeClearance(path));
        const Vec2 end = path.pieces().empty() ? start_ : planar(path.pieces().back().to);
        const auto nearest = std::ranges::min_element(goals_, {}, [&](Vec2 goal) { return distanceSq(goal, end); });
        tellShifts(path, planar(request.start), start_, given_goals_[static_cast<std::size_t>(nearest - goals_.begin())],
                   *nearest);
    }

    PathProblem prepare(const PathRequest& request, int layer, const Walls& walls)
    {
        if (!(request.radius >= 0) || !std::isfinite(request.radius)) return PathProblem::bad_radius;
        if (!isFinite(planar(request.start)) || !isFinite(planar(request.goal))) return PathProblem::bad_point;
        for (const Vec3 goal : request.other_goals)
            if (!isFinite(planar(goal))) return PathProblem::bad_point;
        if (const PathProblem problem = prepareGround(request.radius, layer); problem != PathProblem::none) return problem;
        const FieldGrid& grid = ground_->grid();
        const auto isFar = [&](Vec2 p) { return grid.findNearestFree(p, computeReach(grid)) == FieldGrid::kNone; };
        start_ = fitEnd(walls, planar(request.start), request.radius);
        if (!walls.isFree(start_) || grid.cellAt(start_) == FieldGrid::kNone) return PathProblem::start_outside;
        if (isFar(start_)) return PathProblem::start_too_tight;
        // Goals that do not fit are left out, as long as one does.
        goals_.clear();
        given_goals_.clear();
        PathProblem first_problem = PathProblem::none;
        const auto addGoal = [&](Vec2 given) {
            const Vec2 goal = fitEnd(walls, given, request.radius);
            const bool is_outside = !walls.isFree(goal) || grid.cellAt(goal) == FieldGrid::kNone;
            if (!is_outside && !isFar(goal))
            {
                goals_.push_back(goal);
                given_goals_.push_back(given);
                return;
            }
            if (first_problem == PathProblem::none)
                first_problem = is_outside ? PathProblem::goal_outside : PathProblem::goal_too_tight;
        };
        addGoal(planar(request.goal));
        for (const Vec3 goal : request.other_goals) addGoal(planar(goal));
        if (goals_.empty()) return first_problem;
        return shared_->options.multi_resolution ? PathProblem::none : prepareField();
    }

    /// The grid of the radius, unless it is there.
    PathProblem prepareGround(double radius, int layer)
    {
        // A grid that was given without its scene serves all radii up to its own.
        const bool is_only_grid = !shared_->parts.scene;
        if (is_only_grid && radius > shared_->parts.grid->radius()) return PathProblem::bad_radius;
        const Shared::GroundKey key = {is_only_grid ? shared_->parts.grid->radius() : radius, layer};
        if (ground_ && key_ == key) return PathProblem::none;
        solved_.reset();
        ground_.reset(); // before the next one takes memory
        ground_ = shared_->findGround(key);
        key_ = key;
        return ground_ ? PathProblem::none : PathProblem::bad_radius;
    }

    /// The field of the goals, unless it is there.
    PathProblem prepareField()
    {
        if (solved_ && goals_ == solved_goals_) return PathProblem::none;
        solved_.reset();
        std::vector<FieldGoal> goals;
        for (const Vec2 goal : goals_) goals.push_back({.position = goal});
        const Result<std::vector<std::int32_t>> cells = findGoalCells(ground_->grid(), goals, computeReach(ground_->grid()));
        if (!cells) return PathProblem::goal_too_tight;
        solved_goals_ = goals_;
        solved_ = ground_->find(*cells);
        return solved_ ? PathProblem::none : PathProblem::bad_option;
    }

    std::shared_ptr<const Shared> shared_;
    Shared::GroundKey key_;
    std::shared_ptr<const FieldGround> ground_;         ///< of the last radius
    std::shared_ptr<const FieldGround::Solved> solved_; ///< of the last goals
    Vec2 start_;                                        ///< where the disc fits
    std::vector<Vec2> goals_;                           ///< likewise
    std::vector<Vec2> given_goals_;                     ///< where those were
    std::vector<Vec2> solved_goals_;
    Path spare_;
    Field::Streamline line_;
};

class FieldModel final : public PlannerModel
{
public:
    explicit FieldModel(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}
    std::string_view name() const override { return "field"; }
    const PlannerParts& parts() const override { return shared_->parts; }
    std::unique_ptr<PathSearch> makeSearch() const override { return std::make_unique<FieldSearch>(shared_); }
    Result<World> buildWorld(std::string_view guide) const override
    {
        if (!hasPlane(shared_->parts))
            return makeError("The grid of a field has no ground for a crowd to stand on: build the planner from its scene.");
        return worlds_.find(guide, [this] { return buildWorld(); });
    }

private:
    Result<World> buildWorld() const
    {
        const Result<PlannerParts> parts = prepareClearance(shared_->parts, {});
        if (!parts) return parts.error();
        OnFieldOptions options;
        options.cell_size = shared_->options.cell;
        options.grid = shared_->parts.grid;
        options.eps = shared_->options.eps;
        options.v = shared_->options.v;
        options.look_ahead = shared_->options.look_ahead;
        options.goal_sight = shared_->options.goal_sight;
        options.radius_step = shared_->options.radius_step;
        options.max_fields = static_cast<std::size_t>(shared_->options.max_fields);
        if (shared_->counts_fields) options.max_bytes = std::numeric_limits<std::size_t>::max();
        options.solver = shared_->ground_options.solver;
        return onField(*parts->clearance, *shared_->parts.scene, options);
    }

    std::shared_ptr<const Shared> shared_;
    mutable WorldStore worlds_;
};

Result<Planner> buildFieldPlanner(const PlannerParts& given, const PlannerOptions& wanted, const Execution& execution)
{
    const Result<FieldPlannerTable> options = readOptions(listFieldRows(), wanted);
    if (!options) return options.error();
    if (options->multi_resolution && isGiven(wanted, {"method"}))
        return makeOptionError("multi_resolution", "has a solver of its own: leave out method.");
    if (isGiven(wanted, {"sign"}) && options->potential != FieldPotentialKind::published)
        return makeOptionError("sign", "needs potential published.");
    if (options->potential == FieldPotentialKind::published && (options->multi_resolution || isGiven(wanted, {"method"})))
        return makeOptionError("potential", "published is relaxed in its own manner: leave out method and multi_resolution.");
    if (given.grid && options->cell > 0)
        return makeOptionError("cell", "cannot be changed: here is a grid already. Build from its scene.");
    auto shared = std::make_shared<Shared>(*options);
    shared->parts = given;
    shared->counts_fields = isGiven(wanted, {"max_fields"});
    std::optional<FieldGrid> grid = given.grid;
    if (hasPlane(given))
    {
        Result<PlannerParts> parts = prepareScene(given, execution);
        if (!parts) return parts.error();
        shared->parts = std::move(*parts);
        const Scene& scene = *shared->parts.scene;
        shared->cell = given.grid ? given.grid->cellSize() : options->cell > 0 ? options->cell : choosePathCell(scene, *options);
        if (!grid && !(options->cell > 0))
            if (std::string remark = describeCells(scene, shared->cell); !remark.empty())
                shared->parts.remarks.push_back(std::move(remark));
        if (!grid)
        {
            if (!options->multi_resolution)
                if (const Result<void> checked = checkFieldMemory(scene, shared->cell, makeMemoryLimit(*shared)); !checked)
                    return checked.error();
            const Result<FieldGrid> built = buildFieldGrid(scene, {.cell_size = shared->cell, .radius = 0});
            if (!built) return built.error();
            grid = *built;
        }
        for (int layer = 0; layer < scene.layerCount(); ++layer) shared->walls.emplace_back(scene, layer);
        if (given.grid && scene.layerCount() == 1)
            if (const Result<void> same = compareGrid(*grid, scene, shared->walls.front()); !same) return same.error();
        if (scene.layerCount() > 1)
        {
            Result<PlannerParts> meshed = prepareMesh(shared->parts, {});
            if (!meshed) return meshed.error();
            shared->parts = std::move(*meshed);
            shared->layers = LayerFinder(*shared->parts.mesh);
        }
    }
    if (isGiven(wanted, {"v"}) && options->eps == 0) shared->parts.remarks.push_back("v has no effect without eps.");
    if (options->eps != 0 && options->v == Vec2{})
        shared->parts.remarks.push_back("v is 0,0 and bends nothing: eps has no effect.");
    // What would fail for every question is said now.
    const FieldEquation& equation = shared->ground_options.equation;
    if (!options->multi_resolution)
        if (const Result<void> checked = checkFieldMemory(*grid, equation, makeMemoryLimit(*shared)); !checked)
            return checked.error();
    FieldSolverOptions unsolved = shared->ground_options.solver;
    if (unsolved.method == FieldSolverOptions::Method::elimination && predictCost(*grid, equation).bytes > unsolved.max_bytes)
        return makeOptionError("method",
                               "elimination needs more memory than max_gigabytes allows: use larger cells or another method.");
    unsolved.method = FieldSolverOptions::Method::gauss_seidel; // checks, and leaves the work
    unsolved.execution.progress = execution.progress;
    if (const auto solver = buildFieldSolver(*grid, equation, unsolved); !solver) return solver.error();
    return Planner(std::make_shared<FieldModel>(std::move(shared)));
}

} // namespace

PlannerKind makeFieldKind()
{
    return {.name = "field",
            .help = "smooth paths down a potential without local minima; one field leads everybody with the same goal",
            .options = listOptions(listFieldRows(), {"cell"}, {"look_ahead", "goal_sight", "radius_step", "max_fields"},
                                   {"eps", "v", "method", "max_gigabytes"}),
            .guides = {"field"},
            .can_use = [](const PlannerParts& parts) { return parts.grid || hasPlane(parts); },
            .wants = "a scene, a navigation mesh or the grid of a field",
            .no_path = "start and goal are not connected for this radius on these cells; smaller cells may help",
            .kept_part = "grid",
            .build = buildFieldPlanner};
}

} // namespace clearway::plan
