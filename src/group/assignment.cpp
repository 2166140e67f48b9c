// SPDX-License-Identifier: MIT
// Based on: R. Jonker, A. Volgenant. A shortest augmenting path algorithm for dense and sparse linear assignment problems. 1987
// Departures: prices of columns start at 0 and only fall, and a column once taken stays taken, so that the same code is right
// for fewer rows than columns; the reduction of rows is given a number of steps, since with rounding it may gain nothing for
// ever.
#include <clearway/group/assignment.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <clearway/base/assert.h>

namespace clearway {

namespace {

/// More cells than this are a mistake: 2 GB of costs.
constexpr std::size_t kMaxCells = std::size_t{1} << 28;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

Vec2 computeMean(std::span<const Vec2> points)
{
    Vec2 sum;
    for (const Vec2 p : points) sum = sum + (p - points[0]);
    return points[0] + sum / static_cast<double>(points.size());
}

/// A symmetric matrix: how far points spread around their mean, and never nothing, so that it can be inverted.
struct Spread
{
    double xx = 0;
    double xy = 0;
    double yy = 0;

    double determinant() const { return xx * yy - xy * xy; }
};

Spread computeSpread(std::span<const Vec2> points)
{
    const Vec2 mean = computeMean(points);
    Spread spread;
    for (const Vec2 p : points)
    {
        const Vec2 d = p - mean;
        spread.xx += d.x * d.x;
        spread.xy += d.x * d.y;
        spread.yy += d.y * d.y;
    }
    const double least = (spread.xx + spread.yy) * 1e-6;
    spread.xx += least;
    spread.yy += least;
    return spread;
}

/// How unevenly far from their mean points are, whatever their shape: the mean fourth power of distances, where the spread is 1.
double computeUnevenness(std::span<const Vec2> points)
{
    const Vec2 mean = computeMean(points);
    const Spread spread = computeSpread(points);
    const double determinant = spread.determinant();
    if (!(determinant > 0)) return 0;
    double sum = 0;
    for (const Vec2 p : points)
    {
        const Vec2 d = p - mean;
        const double size_sq = (spread.yy * d.x * d.x - 2 * spread.xy * d.x * d.y + spread.xx * d.y * d.y) / determinant;
        sum += size_sq * size_sq;
    }
    return sum;
}

} // namespace

/// Every free row takes its cheapest column and raises its price to where the next best is as good; who had it is free again.
/// Returns how many rows are left in free_rows_.
std::size_t Assigner::reduceRows(std::size_t n, std::size_t m)
{
    std::size_t left = 0;
    std::size_t steps = n;
    for (std::size_t next = 0; next < n; ++next)
    {
        std::int32_t row = static_cast<std::int32_t>(next);
        while (row != kNone)
        {
            const double* cost = &cost_[at(row) * m];
            std::size_t best = 0;
            double least = std::numeric_limits<double>::infinity(), second = least;
            for (std::size_t j = 0; j < m; ++j)
            {
                const double value = cost[j] - column_price_[j];
                if (value >= second) continue;
                if (value < least)
                {
                    second = least;
                    least = value;
                    best = j;
                }
                else
                    second = value;
            }
            const std::int32_t owner = row_of_[best];
            if (owner != kNone && (steps == 0 || second <= least))
            {
                // Nothing to gain over the owner: left to the search.
                free_rows_[left++] = row;
                break;
            }
            if (m > 1) column_price_[best] -= second - least;
            row_of_[best] = row;
            column_of_[at(row)] = static_cast<std::int32_t>(best);
            if (owner != kNone) column_of_[at(owner)] = kNone;
            if (steps > 0) --steps;
            row = owner;
        }
    }
    return left;
}

/// The column with the least distance: of equals a free one, which ends the search, then the one with the lowest number.
std::size_t Assigner::findNearestColumn(std::size_t m)
{
    const double* distances = distance_.data();
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t block = 0; block < block_least_.size(); ++block)
    {
        const double* in_block = distances + block * kBlock;
        double least[4] = {in_block[0], in_block[1], in_block[2], in_block[3]};
        for (std::size_t j = 4; j < kBlock; j += 4)
            for (std::size_t k = 0; k < 4; ++k) least[k] = in_block[j + k] < least[k] ? in_block[j + k] : least[k];
        block_least_[block] = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
        nearest = std::min(nearest, block_least_[block]);
    }
    std::size_t first = m;
    for (std::size_t block = 0; block < block_least_.size(); ++block)
    {
        if (block_least_[block] != nearest) continue;
        for (std::size_t j = block * kBlock; j < std::min(m, (block + 1) * kBlock); ++j)
        {
            if (distances[j] != nearest) continue;
            if (row_of_[j] == kNone) return j;
            if (first == m) first = j;
        }
    }
    return first;
}

/// The cheapest way from a free row to a free column over changes of owners; all prices on the way stay right.
void Assigner::augment(std::size_t row, std::size_t m)
{
    // A settled column is infinitely far and infinitely dear, so that the loop over all columns needs no question.
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const double* own = &cost_[row * m];
    for (std::size_t j = 0; j < m; ++j)
    {
        distance_[j] = own[j] - column_price_[j];
        before_[j] = static_cast<std::int64_t>(row);
        open_price_[j] = column_price_[j];
    }
    settled_.clear();
    std::size_t column = findNearestColumn(m);
    while (row_of_[column] != kNone)
    {
        const double reach = distance_[column];
        const std::int64_t via = row_of_[column];
        const double* cost = &cost_[static_cast<std::size_t>(via) * m];
        const double base = reach - (cost[column] - column_price_[column]);
        settled_.push_back({column, reach});
        distance_[column] = kInfinite;
        open_price_[column] = -kInfinite;
        double* distances = distance_.data();
        std::int64_t* before = before_.data();
        const double* prices = open_price_.data();
        for (std::size_t j = 0; j < m; ++j)
        {
            const double value = base + (cost[j] - prices[j]);
            before[j] = value < distances[j] ? via : before[j];
            distances[j] = value < distances[j] ? value : distances[j];
        }
        column = findNearestColumn(m);
    }
    const double end = distance_[column];
    for (const Settled& one : settled_) column_price_[one.column] += one.distance - end;
    for (;;)
    {
        const auto from = static_cast<std::size_t>(before_[column]);
        row_of_[column] = static_cast<std::int32_t>(from);
        const std::int32_t next = std::exchange(column_of_[from], static_cast<std::int32_t>(column));
        if (from == row) break;
        column = at(next);
    }
}

/// First prices: 0, since only columns that are taken may cost less; where all will be taken, any price will do, and each at its
/// cheapest leaves less to search.
void Assigner::priceColumns(std::size_t n, std::size_t m)
{
    column_price_.assign(m, 0);
    if (n != m) return;
    std::copy_n(cost_.begin(), m, column_price_.begin());
    for (std::size_t i = 1; i < n; ++i)
        for (std::size_t j = 0; j < m; ++j) column_price_[j] = std::min(column_price_[j], cost_[i * m + j]);
}

/// First prices for as many points as targets, by squared distances of sets with the same mean. Were both normally distributed,
/// the best assignment would be a linear map B from targets to points, the geometric mean of the points' spread and the inverse
/// of the targets', and these the right prices: |y|^2 - y B y. They spare most of the search where one set is larger or longer
/// than the other. They fit best where the targets are about equally far from their mean, as on a circle: see computeUnevenness.
void Assigner::priceColumns(std::span<const Vec2> points, std::span<const Vec2> targets)
{
    const Vec2 center = computeMean(targets);
    const Spread p = computeSpread(points), t = computeSpread(targets);
    const double p_det = std::sqrt(p.determinant()), t_det = std::sqrt(t.determinant());
    column_price_.assign(targets.size(), 0);
    if (!(p_det > 0 && t_det > 0)) return; // all in one place
    // The inverse of t, times its determinant.
    const Spread inverse = {t.yy, -t.xy, t.xx};
    const Spread sum = {p.xx / p_det + inverse.xx / t_det, p.xy / p_det + inverse.xy / t_det, p.yy / p_det + inverse.yy / t_det};
    const double scale = std::sqrt(p_det / t_det / sum.determinant());
    for (std::size_t j = 0; j < targets.size(); ++j)
    {
        const Vec2 y = targets[j] - center;
        column_price_[j] = lengthSq(y) - scale * (sum.xx * y.x * y.x + 2 * sum.xy * y.x * y.y + sum.yy * y.y * y.y);
    }
}

void Assigner::solve(std::size_t n, std::size_t m)
{
    block_least_.resize((m + kBlock - 1) / kBlock);
    distance_.assign(block_least_.size() * kBlock, std::numeric_limits<double>::infinity());
    row_of_.assign(m, kNone);
    column_of_.assign(n, kNone);
    free_rows_.resize(n);
    open_price_.resize(m);
    before_.resize(m);
    settled_.reserve(m);
    const std::size_t left = reduceRows(n, m);
    for (std::size_t i = 0; i < left; ++i) augment(at(free_rows_[i]), m);
}

std::span<const std::int32_t> Assigner::assign(std::span<const double> costs, std::size_t row_count, std::size_t column_count)
{
    CLEARWAY_ASSERT(row_count == 0 || column_count <= kMaxCells / row_count, "too many costs for one assignment");
    CLEARWAY_ASSERT(costs.size() == row_count * column_count, "an assignment needs a cost for every row and column");
    CLEARWAY_ASSERT(std::all_of(costs.begin(), costs.end(), [](double c) { return std::isfinite(c); }),
                    "costs of an assignment must be finite");
    answer_.assign(row_count, kNone);
    if (row_count == 0 || column_count == 0) return answer_;
    if (row_count <= column_count)
    {
        cost_.assign(costs.begin(), costs.end());
        priceColumns(row_count, column_count);
        solve(row_count, column_count);
        std::copy(column_of_.begin(), column_of_.end(), answer_.begin());
        return answer_;
    }
    cost_.resize(costs.size());
    for (std::size_t i = 0; i < row_count; ++i)
        for (std::size_t j = 0; j < column_count; ++j) cost_[j * row_count + i] = costs[i * column_count + j];
    priceColumns(column_count, row_count);
    solve(column_count, row_count);
    std::copy(row_of_.begin(), row_of_.end(), answer_.begin());
    return answer_;
}

std::span<const std::int32_t> Assigner::assign(std::span<const Vec2> points, std::span<const Vec2> targets)
{
    CLEARWAY_ASSERT(points.empty() || targets.size() <= kMaxCells / points.size(), "too many points for one assignment");
    const auto finite = [](Vec2 p) { return isFinite(p); };
    CLEARWAY_ASSERT(std::all_of(points.begin(), points.end(), finite) && std::all_of(targets.begin(), targets.end(), finite),
                    "points of an assignment must be finite");
    answer_.assign(points.size(), kNone);
    if (points.empty() || targets.empty()) return answer_;
    const bool turned =
        points.size() != targets.size() ? points.size() > targets.size() : computeUnevenness(points) < computeUnevenness(targets);
    const std::span<const Vec2> rows = turned ? targets : points;
    const std::span<const Vec2> columns = turned ? points : targets;
    // Where everybody gets a target, moving all of one side by the same vector changes all sums alike: laid over each other,
    // the nearest target is often the right one.
    const Vec2 apart = rows.size() == columns.size() ? computeMean(columns) - computeMean(rows) : Vec2{};
    cost_.resize(rows.size() * columns.size());
    for (std::size_t i = 0, k = 0; i < rows.size(); ++i)
        for (const Vec2 column : columns) cost_[k++] = distanceSq(rows[i] + apart, column);
    if (rows.size() == columns.size())
        priceColumns(rows, columns);
    else
        priceColumns(rows.size(), columns.size());
    solve(rows.size(), columns.size());
    const std::vector<std::int32_t>& found = turned ? row_of_ : column_of_;
    std::copy(found.begin(), found.end(), answer_.begin());
    return answer_;
}

} // namespace clearway
