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
static constexpr double kBytesPerCell = 400;
/// Of a grid while it is built, for each cell.
static constexpr double kGridBytesPerCell = 10;

/// Of fields, if nobody says how large they are: so many are solved in seconds.
static constexpr double kMostUsualCells = 1 << 21;

static std::string formatGigabytes(double bytes) { return fmt::format("{} GB", formatNumber(bytes / 1e9, 1)); }

/// Throws Failure when so many cells take more memory than is free.
static void requireMemory(std::string_view what, double cells, double bytes_per_cell)
{
    const auto free = static_cast<double>(findFreeMemory());
    if (free > 0 && bytes_per_cell * cells > free)
        throw Failure(ErrorCode::out_of_range,
                      fmt::format("{} {} cells needs about {} of memory, and {} are free: choose a larger --cell.", what,
                                  formatNumber(cells, 0), formatGigabytes(bytes_per_cell * cells), formatGigabytes(free)));
}

/// Before a grid is allocated; how many cells it may have at all, the library says.
static void requireGridMemory(const Scene& scene, double cell)
{
    const Vec2 size = scene.bounds().size();
    const double cells = std::ceil(size.x / cell) * std::ceil(size.y / cell);
    if (cells <= static_cast<double>(kMaxFieldCellCount)) requireMemory("a grid of", cells, kGridBytesPerCell);
}

FieldGrid buildGrid(const Input& input, std::optional<double> radius, std::optional<double> cell, const Progress& progress)
{
    if (input.parts.grid && (cell || (radius && *radius != input.parts.grid->radius())))
        throw UsageError("'{}' holds a grid already, for radius {} m; for another radius or --cell, give its scene", input.path,
                         formatNumber(input.parts.grid->radius(), 4));
    if (input.parts.grid) return *input.parts.grid;
    const Scene scene = buildOutline(input, progress);
    FieldGridOptions options;
    options.cell_size = cell.value_or(options.cell_size);
    options.radius = radius.value_or(options.radius);
    requireGridMemory(scene, options.cell_size);
    FieldGrid grid = require(buildFieldGrid(scene, options));
    stopIfInterrupted();
    return grid;
}

/// How to solve a field on this grid with the memory that is free. Throws Failure when there is not enough for any method.
static FieldSolverOptions makeSolverOptions(const FieldGrid& grid)
{
    FieldSolverOptions options;
    const auto free = static_cast<double>(findFreeMemory());
    if (free == 0) return options;
    options.max_bytes = std::min(options.max_bytes, static_cast<std::int64_t>(kUsableShare * free));
    if (static_cast<double>(predictCost(grid).bytes) > kUsableShare * free)
        requireMemory("a field on", grid.cellCount(), kBytesPerCell);
    return options;
}

std::string describeNothingFree(const FieldGrid& grid)
{
    return fmt::format("nothing is free for radius {} m on cells of {} m: choose a smaller --radius or --cell",
                       formatNumber(grid.radius(), 4), formatNumber(grid.cellSize(), 4));
}

// ---- pictures: the grid, the potential of goals, the local map of somebody, walks side by side

namespace {

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

static LocalMapOptions makeMapOptions(const FieldDrawing& drawing)
{
    return {.size = static_cast<std::int32_t>(drawing.map_size.value_or(33)), .cell_size = kWalkCell};
}

/// Of somebody who stands at p and walks on `toward`. Looks there too: as with localField, who turned away from somebody would
/// forget about that, and turn back.
static LocalMapInput makeMapInput(const FieldDrawing& drawing, Vec2 p, Vec2 toward)
{
    LocalMapInput input = {.position = p, .heading = toward, .toward = toward, .goal = drawing.goals.front()};
    input.radius = kWalkRadius;
    input.eps = kWalkCell;
    input.other_count = static_cast<std::uint32_t>(drawing.others.size());
    return input;
}

/// How somebody with this behaviour goes from place to place; each step down a map of its own.
static DrawnWalk walk(const FieldDrawing& drawing, const PlannerParts& ground, const Field& field, Behaviour behaviour)
{
    DrawnWalk walk;
    walk.radius = kWalkRadius;
    walk.label = toString(behaviour);
    std::replace(walk.label.begin(), walk.label.end(), '_', ' ');
    LocalMapOptions map = makeMapOptions(drawing);
    map.method = LocalMapOptions::Method::exact;
    Vec2 p = *drawing.at, heading = field.directionAt(p);
    const Vec2 goal = drawing.goals.front();
    double side = 0;
    for (int tick = 0; tick < kMostTicks && distance(p, goal) > kWalkRadius; ++tick)
    {
        walk.line.push_back(p);
        const Vec2 straight = (goal - p) / distance(goal, p), down = field.directionAt(p);
        LocalMapInput input = makeMapInput(drawing, p, down == Vec2{} ? straight : down);
        const auto isAhead = [&](const Disc& other) {
            return isNearAhead(other.center - p, other.radius + kWalkRadius, input.toward);
        };
        input.v = computeDrift(computeManner(behaviour, tick * kWalkTick, 1), input.toward);
        if (std::ranges::any_of(drawing.others, isAhead)) input.v = input.v + computeSideDrift(side, input.toward);
        Vec2 direction;
        require(computeLocalDirections({&input, 1}, drawing.others, &*ground.grid, map, {&direction, 1}));
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
        printMessage("'{}' does not arrive: it stops at ({}, {}).", toString(behaviour), formatNumber(end.x, 2),
                     formatNumber(end.y, 2));
    return Value::Fields{{"behaviour", std::string(toString(behaviour))}, {"arrives", arrives}, {"length", walked}};
}

static void drawWalks(const RenderOptions& options, const PlannerParts& ground, const Field& field, Value::Fields& fields)
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
    auto picture = makePicture<WalkPictureOptions>(options, "behaviours");
    picture.scene = ground.scene ? &*ground.scene : nullptr;
    picture.others = options.field_drawing.others;
    picture.step = 1;
    require(saveWalkPicture(walks, options.output, picture));
}

static void drawLocalMap(const RenderOptions& options, const PlannerParts& ground, const Field& field)
{
    const FieldDrawing& drawing = options.field_drawing;
    DrawnLocalMap map;
    map.options = makeMapOptions(drawing);
    map.input = makeMapInput(drawing, *drawing.at, requireWay(drawing, field));
    if (!drawing.behaviours.empty())
        map.input.v = computeDrift(computeManner(drawing.behaviours.front(), 0, 1), map.input.toward);
    map.others = drawing.others;
    map.walls = &*ground.grid;
    const auto picture = makePicture<LocalMapPictureOptions>(options, "");
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
    if (!drawing.goals.empty() && !input.parts.grid && !cell)
        cell =
            chooseCellSize(buildOutline(input, progress), drawing.at ? kWalkCell : FieldGridOptions().cell_size, kMostUsualCells);
    PlannerParts ground;
    const FieldGrid& grid = ground.grid.emplace(buildGrid(input, options.radius, cell, progress));
    if (!input.parts.grid) ground.scene = buildOutline(input, progress);
    fields.emplace_back("cells", grid.cellCount());
    fields.emplace_back("free", grid.freeCount());
    if (grid.freeCount() == 0 && !drawing.goals.empty())
        throw Failure(ErrorCode::invalid_argument, describeNothingFree(grid) + ".");
    auto picture = makePicture<FieldPictureOptions>(options, makeTitle(input));
    picture.scene = ground.scene ? &*ground.scene : nullptr;
    if (drawing.goals.empty()) return require(saveFieldPicture(grid, options.output, picture));
    const Field field = solveField(drawing, grid, progress);
    if (drawing.at && drawing.behaviours.size() > 1) return drawWalks(options, ground, field, fields);
    if (drawing.at) return drawLocalMap(options, ground, field);
    std::vector<DrawnMark> marks;
    for (const Vec2 goal : drawing.goals) marks.push_back({.position = goal, .radius = 0, .label = ""});
    picture.marks = marks;
    require(saveFieldPicture(field, options.output, picture));
}

} // namespace clearway::cli
