// SPDX-License-Identifier: MIT
#include "field_map.h"

#include <clearway/native/field_picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "memory.h"
#include "picture_name.h"

namespace clearway::cli {

/// Of a field that is relaxed or aggregated, for each cell; measured, rounded up.
static constexpr std::uint64_t kBytesPerCell = 400;
/// Of a grid while it is built, for each cell.
static constexpr std::uint64_t kGridBytesPerCell = 10;

/// Of fields, if nobody says how large they are: so many are solved in seconds.
static constexpr double kMostUsualCells = 1 << 21;

static std::string formatGigabytes(double bytes) { return fmt::format("{} GB", formatNumber(bytes / 1e9, 1)); }

/// Before a grid is allocated; how many cells it may have at all, the library says.
static void requireGridMemory(const Scene& scene, double cell)
{
    const Vec2 size = scene.bounds().size();
    const double cells = std::ceil(size.x / cell) * std::ceil(size.y / cell);
    const auto free = static_cast<double>(findFreeMemory());
    if (!(cells <= static_cast<double>(kMaxFieldCellCount)) || free == 0 || kGridBytesPerCell * cells <= free) return;
    throw Failure(ErrorCode::out_of_range,
                  fmt::format("a grid of {} cells needs about {} of memory, and {} are free: choose a larger --cell.",
                              formatNumber(cells, 0), formatGigabytes(kGridBytesPerCell * cells), formatGigabytes(free)));
}

FieldGrid buildGrid(const Input& input, std::optional<double> radius, std::optional<double> cell, const Progress& progress)
{
    if (input.field && (cell || (radius && *radius != input.field->radius())))
        throw UsageError(fmt::format("'{}' holds a grid already, for radius {} m; for another radius or --cell, give its scene",
                                     input.path, formatNumber(input.field->radius(), 4)));
    std::optional<FieldGrid> grid = input.field;
    if (!grid)
    {
        const Scene scene = buildOutline(input, progress);
        FieldGridOptions options;
        options.cell_size = cell.value_or(options.cell_size);
        options.radius = radius.value_or(options.radius);
        requireGridMemory(scene, options.cell_size);
        grid = require(buildFieldGrid(scene, options));
    }
    stopIfInterrupted();
    return *grid;
}

FieldSolverOptions makeSolverOptions(const FieldGrid& grid)
{
    FieldSolverOptions options;
    const auto free = static_cast<double>(findFreeMemory());
    if (free == 0) return options;
    // Some of what is free is needed for the work itself.
    options.max_bytes = std::min(options.max_bytes, static_cast<std::int64_t>(0.6 * free));
    const double needed = static_cast<double>(kBytesPerCell) * grid.cellCount();
    if (needed <= free || static_cast<double>(predictCost(grid).bytes) <= 0.6 * free) return options;
    throw Failure(ErrorCode::out_of_range,
                  fmt::format("a field on {} cells needs about {} of memory, and {} are free: choose a larger --cell.",
                              formatNumber(grid.cellCount(), 0), formatGigabytes(needed), formatGigabytes(free)));
}

std::string describeNothingFree(const FieldGrid& grid)
{
    return fmt::format("nothing is free for radius {} m on cells of {} m: choose a smaller --radius or --cell",
                       formatNumber(grid.radius(), 4), formatNumber(grid.cellSize(), 4));
}

// ---- pictures: the grid, the potential of goals, the local map of somebody, walks side by side

namespace {

/// What pictures of one scene have in common.
struct Ground
{
    FieldGrid grid;
    std::optional<Scene> scene; ///< empty: only the grid is known

    const Scene* findScene() const { return scene ? &*scene : nullptr; }
};

/// Walks with local maps.
constexpr double kWalkCell = 0.25, kWalkRadius = 0.25, kWalkSpeed = 1.34, kWalkTick = 1.0 / 30, kWalkEta = 0.5;
constexpr int kMostTicks = 9000;

} // namespace

static Field solveField(const FieldDrawing& drawing, const FieldGrid& grid, const Progress& progress)
{
    std::vector<FieldGoal> goals;
    for (const Vec2 goal : drawing.goals) goals.push_back({.position = goal});
    FieldOptions options;
    options.equation = drawing.equation;
    options.solver = makeSolverOptions(grid);
    options.solver.execution.progress = progress;
    options.goal_reach = 1.5 * grid.cellSize();
    return require(buildField(grid, goals, options));
}

/// How somebody with this behaviour goes from place to place; each step down a map of its own.
static DrawnWalk walk(const FieldDrawing& drawing, const Ground& ground, const Field& field, Behaviour behaviour)
{
    DrawnWalk walk;
    walk.radius = kWalkRadius;
    walk.label = toString(behaviour);
    std::replace(walk.label.begin(), walk.label.end(), '_', ' ');
    const LocalMapOptions map = {.size = static_cast<std::int32_t>(drawing.map_size.value_or(33)),
                                 .cell_size = kWalkCell,
                                 .method = LocalMapOptions::Method::exact};
    Vec2 p = *drawing.at, heading = field.directionAt(p);
    const Vec2 goal = drawing.goals.front();
    double side = 0;
    for (int tick = 0; tick < kMostTicks && distance(p, goal) > kWalkRadius; ++tick)
    {
        walk.line.push_back(p);
        const Vec2 straight = (goal - p) / distance(goal, p), down = field.directionAt(p);
        LocalMapInput input = {.position = p, .heading = heading, .toward = down == Vec2{} ? straight : down, .goal = goal};
        // As localField does: who turned away from somebody would forget about that, and turn back.
        input.heading = input.toward;
        input.radius = kWalkRadius;
        input.eps = kWalkCell;
        const auto isAhead = [&](const Disc& other) {
            return isNearAhead(other.center - p, other.radius + kWalkRadius, input.toward);
        };
        input.v = computeDrift(computeManner(behaviour, tick * kWalkTick, 1), input.toward);
        if (std::ranges::any_of(drawing.others, isAhead)) input.v = input.v + computeSideDrift(side, input.toward);
        input.other_count = static_cast<std::uint32_t>(drawing.others.size());
        Vec2 direction;
        require(computeLocalDirections({&input, 1}, drawing.others, &ground.grid, map, {&direction, 1}));
        side = updateSide(side, input.toward, direction, kWalkTick);
        const LocalMotion motion = computeLocalMotion(heading == Vec2{} ? direction : heading, direction, kWalkEta);
        if (motion.heading == heading && motion.speed == 0) break; // every way is closed
        heading = motion.heading;
        p = p + heading * (kWalkSpeed * motion.speed * kWalkTick);
    }
    return walk;
}

/// Which way the field leads at the start; in the cell of the goal, straight to it. Throws Failure when there is no way.
static Vec2 requireWay(const FieldDrawing& drawing, const Field& field)
{
    const Vec2 at = *drawing.at, direction = field.directionAt(at);
    if (!(direction == Vec2{})) return direction;
    if (field.startCell(at) == FieldGrid::kNone)
        throw Failure(ErrorCode::invalid_argument,
                      fmt::format("there is no way to the goal from ({}, {}): it is in a wall, too near to one, or cut off.",
                                  formatNumber(at.x, 3), formatNumber(at.y, 3)));
    const Vec2 straight = drawing.goals.front() - at;
    return straight == Vec2{} ? Vec2{1, 0} : straight / length(straight);
}

/// What became of a walk; one that did not arrive is also said to people, since a picture does not say whether it is complete.
static Value describeWalk(const FieldDrawing& drawing, const DrawnWalk& walk, Behaviour behaviour)
{
    double walked = 0;
    for (std::size_t i = 1; i < walk.line.size(); ++i) walked += distance(walk.line[i - 1], walk.line[i]);
    const Vec2 end = walk.line.empty() ? *drawing.at : walk.line.back();
    const bool arrives = distance(end, drawing.goals.front()) <= kWalkRadius + kWalkSpeed * kWalkTick;
    if (!arrives)
        printMessage(fmt::format("'{}' does not arrive: it stops at ({}, {}).", toString(behaviour), formatNumber(end.x, 2),
                                 formatNumber(end.y, 2)));
    return Value::Fields{{"behaviour", std::string(toString(behaviour))}, {"arrives", arrives}, {"length", walked}};
}

static void drawWalks(const RenderOptions& options, const Ground& ground, const Field& field, Value::Fields& fields)
{
    requireWay(options.field_drawing, field);
    std::vector<DrawnWalk> walks;
    Value::List described;
    for (const Behaviour behaviour : options.field_drawing.behaviours)
    {
        walks.push_back(walk(options.field_drawing, ground, field, behaviour));
        described.push_back(describeWalk(options.field_drawing, walks.back(), behaviour));
    }
    fields.emplace_back("walks", std::move(described));
    WalkPictureOptions picture;
    picture.width = options.width.value_or(picture.width);
    picture.draw_legend = !options.hide_legend;
    picture.title = options.title.empty() ? "behaviours" : options.title;
    picture.scene = ground.findScene();
    picture.others = options.field_drawing.others;
    picture.step = 1;
    require(saveWalkPicture(walks, options.output, picture));
}

static void drawLocalMap(const RenderOptions& options, const Ground& ground, const Field& field)
{
    const FieldDrawing& drawing = options.field_drawing;
    DrawnLocalMap map;
    map.options.size = static_cast<std::int32_t>(drawing.map_size.value_or(33));
    map.options.cell_size = kWalkCell;
    map.input.position = *drawing.at;
    map.input.toward = requireWay(drawing, field);
    map.input.heading = map.input.toward;
    map.input.goal = drawing.goals.front();
    map.input.radius = kWalkRadius;
    map.input.eps = kWalkCell;
    if (!drawing.behaviours.empty())
        map.input.v = computeDrift(computeManner(drawing.behaviours.front(), 0, 1), map.input.toward);
    map.input.other_count = static_cast<std::uint32_t>(drawing.others.size());
    map.others = drawing.others;
    map.walls = &ground.grid;
    LocalMapPictureOptions picture;
    picture.width = options.width.value_or(picture.width);
    picture.draw_legend = !options.hide_legend;
    picture.title = options.title;
    require(saveLocalMapPicture({&map, 1}, options.output, picture));
}

static void checkDrawing(const RenderOptions& options)
{
    const FieldDrawing& drawing = options.field_drawing;
    refuseOptions(options.common, {"--decomposition", "--relax", "--outline", "--heat", "--ids", "--no-portals", "--clearance"},
                  "not for a field, which has no cells of a mesh");
    if (drawing.goals.empty())
        refuseOptions(options.common, {"--eps", "--v", "--at", "--other", "--behaviour", "--map-size"},
                      "what is drawn of a field needs a goal: --to X,Y");
    if (!drawing.at)
        refuseOptions(options.common, {"--other", "--behaviour", "--map-size"}, "for a local map: say with --at whose");
    if (drawing.at && drawing.goals.size() > 1) throw UsageError("with --at there is one goal: give --to once");
    for (const Vec2 goal : drawing.goals)
        if (!isFinite(goal)) throw UsageError("--to is not a point");
}

void drawField(const RenderOptions& options, const Input& input, Value::Fields& fields, const Progress& progress)
{
    checkDrawing(options);
    const FieldDrawing& drawing = options.field_drawing;
    std::optional<double> cell = drawing.cell;
    if (!drawing.goals.empty() && !input.field && !cell)
        cell =
            chooseCellSize(buildOutline(input, progress), drawing.at ? kWalkCell : FieldGridOptions().cell_size, kMostUsualCells);
    Ground ground = {buildGrid(input, options.radius, cell, progress), {}};
    if (!input.field) ground.scene = buildOutline(input, progress);
    fields.emplace_back("cells", ground.grid.cellCount());
    fields.emplace_back("free", ground.grid.freeCount());
    if (ground.grid.freeCount() == 0 && !drawing.goals.empty())
        throw Failure(ErrorCode::invalid_argument, describeNothingFree(ground.grid) + ".");
    FieldPictureOptions picture;
    picture.width = options.width.value_or(picture.width);
    picture.draw_legend = !options.hide_legend;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    picture.scene = ground.findScene();
    if (drawing.goals.empty()) return require(saveFieldPicture(ground.grid, options.output, picture));
    const Field field = solveField(drawing, ground.grid, progress);
    if (drawing.at && drawing.behaviours.size() > 1) return drawWalks(options, ground, field, fields);
    if (drawing.at) return drawLocalMap(options, ground, field);
    std::vector<DrawnMark> marks;
    for (const Vec2 goal : drawing.goals) marks.push_back({.position = goal, .radius = 0, .label = ""});
    picture.marks = marks;
    require(saveFieldPicture(field, options.output, picture));
}

} // namespace clearway::cli
