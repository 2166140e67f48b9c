// SPDX-License-Identifier: MIT
#include <clearway/field/field.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/errors.h"
#include "field/streamline.h"

namespace clearway {
namespace {

/// A point among the four middles around it.
struct Square
{
    std::int32_t cell = FieldGrid::kNone; ///< the lower left one
    double s = 0;                         ///< where p lies between left and right, 0 to 1
    double t = 0;
};

Square findSquare(const FieldGrid& grid, Vec2 p)
{
    const double x = (p.x - grid.origin().x) / grid.cellSize() - 0.5, y = (p.y - grid.origin().y) / grid.cellSize() - 0.5;
    double column = std::floor(x), row = std::floor(y);
    // The last middles belong to the squares before them.
    if (x == grid.width() - 1.0) column -= 1;
    if (y == grid.height() - 1.0) row -= 1;
    if (!(column >= 0 && row >= 0 && column + 1 < grid.width() && row + 1 < grid.height())) return {};
    return {static_cast<std::int32_t>(row) * grid.width() + static_cast<std::int32_t>(column), x - column, y - row};
}

Vec2 normalized(Vec2 d)
{
    const double size = length(d);
    return size > 0 ? d / size : Vec2{};
}

/// Follows a potential. Inside free squares by its bilinear direction; else from middle to middle, each with a larger u.
class Follower
{
public:
    Follower(const Potential& potential, const FieldPathOptions& options)
        : potential_(potential), grid_(potential.grid()), options_(options), step_(options.step * potential.grid().cellSize())
    {
    }

    /// Lends the memory of its points for the run.
    Field::Streamline run(Vec2 from, std::int32_t cell, std::vector<Vec2> memory)
    {
        path_.points = std::move(memory);
        path_.points.clear();
        path_.points.push_back(from);
        Vec2 p = from;
        if (!isInFreeSquare(p)) p = hopTo(cell);
        while (true)
        {
            if (static_cast<std::int32_t>(path_.points.size()) >= options_.max_points) return finish(PathStatus::out_of_budget);
            if (isArrived(p)) return finish(PathStatus::complete);
            if (follows_)
                if (const Vec2 next = stepFrom(p); !(next == p))
                {
                    p = next;
                    path_.points.push_back(p);
                    notice(p);
                    continue;
                }
            const std::int32_t here = bestCornerOf(p);
            const std::int32_t next = grid_.centerOf(here) == p ? potential_.nextToward(here) : here;
            if (next == FieldGrid::kNone) return finish(PathStatus::unreachable);
            p = hopTo(next);
        }
    }

private:
    Field::Streamline finish(PathStatus status)
    {
        path_.status = status;
        return std::move(path_);
    }

    bool isInFreeSquare(Vec2 p) const
    {
        const Square square = findSquare(grid_, p);
        return square.cell != FieldGrid::kNone && grid_.isSquareFree(square.cell);
    }

    Vec2 hopTo(std::int32_t cell)
    {
        const Vec2 p = grid_.centerOf(cell);
        path_.points.push_back(p);
        notice(p);
        return p;
    }

    /// Ends where the middle of a goal can be seen through a free square.
    bool isArrived(Vec2 p)
    {
        if (const std::int32_t cell = grid_.cellAt(p);
            cell != FieldGrid::kNone && potential_.isGoal(cell) && grid_.centerOf(cell) == p)
            return true;
        const Square square = findSquare(grid_, p);
        if (square.cell == FieldGrid::kNone || !grid_.isSquareFree(square.cell)) return false;
        for (const std::int32_t corner : cornersOf(square.cell))
            if (potential_.isGoal(corner))
            {
                path_.points.push_back(grid_.centerOf(corner));
                return true;
            }
        return false;
    }

    std::array<std::int32_t, 4> cornersOf(std::int32_t cell) const
    {
        return {cell, cell + 1, cell + grid_.width(), cell + grid_.width() + 1};
    }

    /// One step along the direction; p itself when that leads out of the free squares.
    Vec2 stepFrom(Vec2 p) const
    {
        Square square = findSquare(grid_, p);
        if (square.cell == FieldGrid::kNone) return p;
        const Vec2 direction = blend(square);
        // On a line between squares, the one that it leads into.
        if (square.s == 0 && direction.x < 0 && square.cell % grid_.width() > 0) square = {square.cell - 1, 1, square.t};
        if (square.t == 0 && direction.y < 0 && square.cell >= grid_.width()) square = {square.cell - grid_.width(), square.s, 1};
        if (!grid_.isSquareFree(square.cell)) return p;
        Vec2 next = p + direction * step_;
        const Square after = findSquare(grid_, next);
        if (after.cell == FieldGrid::kNone || !grid_.isSquareFree(after.cell)) return p;
        // Across a corner the two squares beside it must be free too.
        const std::int32_t width = grid_.width();
        const std::int32_t column = square.cell % width, row = square.cell / width;
        const std::int32_t other_column = after.cell % width, other_row = after.cell / width;
        if (column != other_column && row != other_row &&
            (!grid_.isSquareFree(row * width + other_column) || !grid_.isSquareFree(other_row * width + column)))
            return p;
        return next;
    }

    Vec2 blend(const Square& square) const
    {
        const auto corners = cornersOf(square.cell);
        const Vec2 low = interpolate(potential_.directionAt(corners[0]), potential_.directionAt(corners[1]), square.s);
        const Vec2 high = interpolate(potential_.directionAt(corners[2]), potential_.directionAt(corners[3]), square.s);
        return normalized(interpolate(low, high, square.t));
    }

    /// Where to go when there is no way on in a straight line: a cell that p sees.
    std::int32_t bestCornerOf(Vec2 p) const
    {
        const std::int32_t cell = grid_.cellAt(p);
        if (cell != FieldGrid::kNone && grid_.centerOf(cell) == p) return cell;
        std::int32_t best = FieldGrid::kNone;
        for (const std::int32_t corner : cornersOf(findSquare(grid_, p).cell))
            if (best == FieldGrid::kNone || isAbove(corner, best)) best = corner;
        return best;
    }

    bool isAbove(std::int32_t a, std::int32_t b) const
    {
        const std::int32_t ea = potential_.exponent(a), eb = potential_.exponent(b);
        return ea != eb ? ea > eb : potential_.mantissa(a) > potential_.mantissa(b);
    }

    /// Bilinear directions may turn in a circle where cells are as wide as passages: who makes no headway goes by cells alone.
    void notice(Vec2 p)
    {
        constexpr int kPatience = 256;
        const std::int32_t cell = grid_.cellAt(p);
        if (cell != FieldGrid::kNone && potential_.hasWay(cell) && (best_ == FieldGrid::kNone || isAbove(cell, best_)))
        {
            best_ = cell;
            idle_ = 0;
        }
        else if (++idle_ > kPatience)
            follows_ = false;
    }

    const Potential& potential_;
    const FieldGrid& grid_;
    const FieldPathOptions& options_;
    double step_;
    Field::Streamline path_;
    bool follows_ = true;
    int idle_ = 0;
    std::int32_t best_ = FieldGrid::kNone;
};

} // namespace

double Field::Streamline::length() const
{
    double sum = 0;
    for (std::size_t i = 1; i < points.size(); ++i) sum += distance(points[i - 1], points[i]);
    return sum;
}

Path field::makePath(const Field::Streamline& line, const FieldGrid& grid, PathProblem problem)
{
    Path path;
    writePath(line, grid, problem, path);
    return path;
}

void field::writePath(const Field::Streamline& line, const FieldGrid& grid, PathProblem problem, Path& path)
{
    PathWriter writer(path);
    if (line.status == PathStatus::invalid) return writer.setProblem(problem);
    writer.setStatus(line.status);
    writer.setRadius(grid.radius());
    writer.setLength(line.length());
    for (std::size_t i = 1; i < line.points.size(); ++i)
        writer.addPiece(Path::Piece::line(atHeight(line.points[i - 1]), atHeight(line.points[i])));
}

std::size_t Field::memoryBytes() const
{
    return static_cast<std::size_t>(grid().cellCount()) * (sizeof(double) + sizeof(std::int32_t));
}

std::int32_t Field::startCell(Vec2 p) const
{
    if (!isFinite(p)) return FieldGrid::kNone;
    const std::int32_t cell = grid().cellAt(p);
    // Not the cell next to a free one without a way: between the two there is a wall.
    if (cell != FieldGrid::kNone && grid().isFree(cell)) return potential_.hasWay(cell) ? cell : FieldGrid::kNone;
    std::int32_t nearest = FieldGrid::kNone;
    const double h = grid().cellSize();
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
        {
            const std::int32_t other = grid().cellAt(p + Vec2{dx * h, dy * h});
            if (other == FieldGrid::kNone || !potential_.hasWay(other)) continue;
            if (nearest == FieldGrid::kNone || distanceSq(p, grid().centerOf(other)) < distanceSq(p, grid().centerOf(nearest)))
                nearest = other;
        }
    return nearest;
}

Vec2 Field::directionAt(Vec2 p) const
{
    const std::int32_t cell = startCell(p);
    if (cell == FieldGrid::kNone || potential_.isGoal(cell)) return {};
    const Square square = findSquare(grid(), p);
    if (square.cell != FieldGrid::kNone && grid().isSquareFree(square.cell))
    {
        const std::int32_t width = grid().width();
        const std::int32_t corners[4] = {square.cell, square.cell + 1, square.cell + width, square.cell + width + 1};
        Vec2 directions[4];
        for (int i = 0; i < 4; ++i)
            directions[i] =
                potential_.isGoal(corners[i]) ? normalized(grid().centerOf(corners[i]) - p) : potential_.directionAt(corners[i]);
        const Vec2 direction = normalized(interpolate(interpolate(directions[0], directions[1], square.s),
                                                      interpolate(directions[2], directions[3], square.s), square.t));
        if (!(direction == Vec2{})) return direction;
    }
    const Vec2 center = grid().centerOf(cell);
    if (distance(p, center) > grid().cellSize() / 4) return normalized(center - p);
    const std::int32_t next = potential_.nextToward(cell);
    return next == FieldGrid::kNone ? Vec2{} : normalized(grid().centerOf(next) - p);
}

double Field::potentialAt(Vec2 p) const
{
    const Square square = findSquare(grid(), p);
    if (square.cell == FieldGrid::kNone || !grid().isSquareFree(square.cell))
    {
        const std::int32_t cell = grid().cellAt(p);
        return cell == FieldGrid::kNone ? 1 : 1 - potential_.value(cell);
    }
    const std::int32_t c = square.cell, width = grid().width();
    const auto mix = [](double a, double b, double t) { return a + (b - a) * t; };
    return 1 - mix(mix(potential_.value(c), potential_.value(c + 1), square.s),
                   mix(potential_.value(c + width), potential_.value(c + width + 1), square.s), square.t);
}

static bool isValid(const FieldPathOptions& options) { return options.step > 0 && options.step <= 1 && options.max_points >= 2; }

Path Field::findPath(Vec2 from, const FieldPathOptions& options) const
{
    Field::Streamline line;
    follow(from, line, options);
    const PathProblem problem = !isFinite(from)     ? PathProblem::bad_point
                                : !isValid(options) ? PathProblem::bad_option
                                                    : PathProblem::start_outside;
    return field::makePath(line, grid(), problem);
}

void Field::follow(Vec2 from, Field::Streamline& path, const FieldPathOptions& options) const
{
    path.points.clear();
    path.status = PathStatus::invalid;
    if (!isFinite(from) || !isValid(options)) return;
    const std::int32_t start = startCell(from);
    if (start == FieldGrid::kNone)
    {
        const std::int32_t cell = grid().cellAt(from);
        if (cell != FieldGrid::kNone && grid().isFree(cell)) path.status = PathStatus::unreachable;
        return;
    }
    path = Follower(potential_, options).run(from, start, std::move(path.points));
}

Result<std::vector<std::int32_t>> findGoalCells(const FieldGrid& grid, std::span<const FieldGoal> goals, double goal_reach)
{
    std::vector<std::int32_t> cells;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const FieldGoal& goal = goals[i];
        const auto fail = [&](const char* what) {
            return makeError("Goal " + std::to_string(i) + " of the field " + what,
                             isFinite(goal.position) ? atPoint(goal.position, i) : atIndex(i));
        };
        if (!isFinite(goal.position) || !(goal.radius >= 0) || !std::isfinite(goal.radius) ||
            !std::all_of(goal.area.begin(), goal.area.end(), [](Vec2 p) { return isFinite(p); }))
            return fail("has a coordinate or radius that is no number.");
        const std::size_t before = cells.size();
        const bool is_area = !goal.area.empty();
        if (is_area || goal.radius > 0)
            for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
            {
                const Vec2 p = grid.centerOf(cell);
                if (grid.isFree(cell) &&
                    (is_area ? classifyPoint(goal.area, p) != Side::outside : distance(p, goal.position) <= goal.radius))
                    cells.push_back(cell);
            }
        if (cells.size() > before) continue;
        const Vec2 middle = is_area ? computeCentroid(goal.area) : goal.position;
        const std::int32_t own = grid.cellAt(middle);
        const std::int32_t cell = own != FieldGrid::kNone && grid.isFree(own) ? own : grid.findNearestFree(middle, goal_reach);
        if (cell == FieldGrid::kNone)
            return fail("is blocked or outside, and no free cell is near; move it, or use smaller cells or a smaller radius.");
        cells.push_back(cell);
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

Result<Field> buildField(const FieldGrid& grid, std::span<const FieldGoal> goals, const FieldOptions& options)
{
    const auto cells = findGoalCells(grid, goals, options.goal_reach);
    if (!cells) return cells.error();
    const auto solver = buildFieldSolver(grid, options.equation, options.solver);
    if (!solver) return solver.error();
    auto potential = solver->solve(*cells);
    if (!potential) return potential.error();
    return Field(std::move(*potential));
}

Result<Field> buildField(const FieldGrid& grid, Vec2 goal, const FieldOptions& options)
{
    const FieldGoal goals[] = {{.position = goal}};
    return buildField(grid, goals, options);
}

} // namespace clearway
