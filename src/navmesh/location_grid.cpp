// SPDX-License-Identifier: MIT
// Cells are drawn into the grid row by row: a cell is listed in a row from the leftmost to the rightmost point that its
// border has there. Rounding is met by a margin, so a cell may be listed in a square it only nearly touches, never the reverse.
#include "navmesh/location_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway {

namespace {

/// A cell in one row of squares, columns first to last.
struct RowSpan
{
    CellId cell;
    std::uint32_t row;
    std::uint32_t first;
    std::uint32_t last;
};

constexpr double kSquaresPerCell = 3;
constexpr double kMaxSquares = 1 << 23;

class Rasterizer
{
public:
    Rasterizer(const NavMesh::Data& data, const BinLayout& grid) : data_(data), grid_(grid)
    {
        const double reach = std::max(
            {std::abs(data.bounds.min.x), std::abs(data.bounds.max.x), std::abs(data.bounds.min.y), std::abs(data.bounds.max.y)});
        const double size = grid.inverse_size > 0 ? 1 / grid.inverse_size : 0;
        margin_ = 1e-6 * size + 16 * std::numeric_limits<double>::epsilon() * reach;
        size_ = size;
    }

    void draw(CellId cell, std::vector<RowSpan>& spans)
    {
        const std::span<const Vec2> ring = data_.ring(cell);
        const Box2 box = computeBounds(ring);
        const std::uint32_t row_begin = grid_.rowOf(box.min.y - margin_);
        const std::uint32_t row_end = grid_.rowOf(box.max.y + margin_) + 1;
        const std::uint32_t first = grid_.columnOf(box.min.x - margin_);
        const std::uint32_t last = grid_.columnOf(box.max.x + margin_);
        if (first == last || row_begin + 1 == row_end)
        {
            for (std::uint32_t row = row_begin; row < row_end; ++row) spans.push_back({cell, row, first, last});
            return;
        }
        extents_.assign(row_end - row_begin, Extent{});
        for (std::size_t i = 0; i < ring.size(); ++i) drawSide(ring[i], ring[i + 1 < ring.size() ? i + 1 : 0], row_begin);
        for (std::uint32_t row = row_begin; row < row_end; ++row)
        {
            const Extent& extent = extents_[row - row_begin];
            if (extent.min > extent.max) continue;
            spans.push_back({cell, row, grid_.columnOf(extent.min - margin_), grid_.columnOf(extent.max + margin_)});
        }
    }

private:
    struct Extent
    {
        double min = std::numeric_limits<double>::infinity();
        double max = -std::numeric_limits<double>::infinity();
    };

    void drawSide(Vec2 a, Vec2 b, std::uint32_t row_begin)
    {
        if (a.y > b.y) std::swap(a, b);
        const std::uint32_t first = grid_.rowOf(a.y - margin_);
        const std::uint32_t last = grid_.rowOf(b.y + margin_);
        const double height = b.y - a.y;
        for (std::uint32_t row = first; row <= last; ++row)
        {
            double x0 = a.x;
            double x1 = b.x;
            if (first != last && height > 0)
            {
                const double low = grid_.bounds.min.y + row * size_ - margin_;
                const double high = grid_.bounds.min.y + (row + 1) * size_ + margin_;
                if (row != first) x0 = a.x + (b.x - a.x) * std::clamp((low - a.y) / height, 0.0, 1.0);
                if (row != last) x1 = a.x + (b.x - a.x) * std::clamp((high - a.y) / height, 0.0, 1.0);
            }
            Extent& extent = extents_[row - row_begin];
            extent.min = std::min({extent.min, x0, x1});
            extent.max = std::max({extent.max, x0, x1});
        }
    }

    const NavMesh::Data& data_;
    const BinLayout& grid_;
    double margin_ = 0;
    double size_ = 0;
    std::vector<Extent> extents_;
};

BinLayout chooseSquares(const NavMesh::Data& data)
{
    BinLayout grid{.bounds = data.bounds};
    const Vec2 size = data.bounds.size();
    const double count = std::clamp(kSquaresPerCell * static_cast<double>(data.cells.size()), 1.0, kMaxSquares);
    // sqrt of each factor: their product may be below the smallest double
    const double square = std::max({std::sqrt(size.x) * std::sqrt(size.y) / std::sqrt(count), size.x / count, size.y / count});
    if (!(square > 0) || !std::isfinite(1 / square)) return grid;
    grid.size = square;
    grid.inverse_size = 1 / square;
    grid.columns = BinLayout::clampIndex(size.x / square, 1u << 24) + 1;
    grid.rows = BinLayout::clampIndex(size.y / square, 1u << 24) + 1;
    return grid;
}

} // namespace

BinGrid buildLocationGrid(const NavMesh::Data& data)
{
    const BinLayout layout = chooseSquares(data);
    Rasterizer rasterizer(data, layout);
    std::vector<RowSpan> spans;
    spans.reserve(data.cells.size() * 3);
    for (CellId cell = 0; cell < data.cells.size(); ++cell) rasterizer.draw(cell, spans);
    // Spans come in the order of cells, so every list does too.
    BinGrid grid;
    grid.fill(layout, [&](const auto& add) {
        for (const RowSpan& span : spans)
            for (std::uint32_t column = span.first; column <= span.last; ++column) add(layout.binOf(column, span.row), span.cell);
    });
    return grid;
}

} // namespace clearway
