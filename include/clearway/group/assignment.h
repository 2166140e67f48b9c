// SPDX-License-Identifier: MIT
// Assignment: who goes where, so that the sum of the costs is as small as it can be.
// Why: members that take their slots by the least sum of squared distances do not cross. Two of them that walk straight and
// arrive together are never nearer to each other than 0.7 times the nearer of their starts and their ends: if they were,
// changing their slots would make the sum smaller.
// Based on: R. Jonker, A. Volgenant. A shortest augmenting path algorithm for dense and sparse linear assignment problems. 1987
// D. F. Crouse. On implementing 2D rectangular assignment algorithms. 2016
// Exact but for the rounding of sums. O(n^2 m) at worst for n of m, in practice nearer to n m. Ties are broken by numbers, so
// the same costs give the same answer on every machine. An Assigner is for one thread at a time; warm, it allocates nothing.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

class Assigner
{
public:
    static constexpr std::int32_t kNone = -1;

    /// For each row its column, by finite costs given row by row. Every row gets one when there are enough columns; else every
    /// column is taken and the rows for which that is cheapest get kNone.
    std::span<const std::int32_t> assign(std::span<const double> costs, std::size_t row_count, std::size_t column_count);
    /// For each point its target, by squared distances. Finite points.
    std::span<const std::int32_t> assign(std::span<const Vec2> points, std::span<const Vec2> targets);

private:
    static constexpr std::size_t kBlock = 16;

    struct Settled
    {
        std::size_t column;
        double distance;
    };

    void priceColumns(std::size_t n, std::size_t m);
    void priceColumns(std::span<const Vec2> points, std::span<const Vec2> targets);
    void solve(std::size_t n, std::size_t m);
    std::size_t reduceRows(std::size_t n, std::size_t m);
    std::size_t findNearestColumn(std::size_t m);
    void augment(std::size_t row, std::size_t m);

    std::vector<double> cost_; ///< of n rows and m >= n columns
    std::vector<double> column_price_;
    std::vector<double> distance_;    ///< of columns, in a search; whole blocks
    std::vector<double> block_least_; ///< the least of each block of distances
    std::vector<std::int32_t> row_of_;
    std::vector<std::int32_t> column_of_;
    std::vector<std::int32_t> free_rows_;
    std::vector<double> open_price_;   ///< of columns that a search has not settled
    std::vector<std::int64_t> before_; ///< the row from which a column was reached
    std::vector<Settled> settled_;
    std::vector<std::int32_t> answer_;
};

} // namespace clearway
