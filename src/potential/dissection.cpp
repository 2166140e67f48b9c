// SPDX-License-Identifier: MIT
#include "potential/dissection.h"

#include <algorithm>
#include <cmath>

#include "grid/grid_data.h"

namespace clearway {
namespace {

constexpr std::int32_t kLeafCells = 48; ///< measured: smaller leaves cost more in the regions above

/// Counts of free cells in any box.
class FreeCounts
{
public:
    explicit FreeCounts(const FieldGrid::Data& grid) : width_(grid.width), height_(grid.height)
    {
        const auto stride = static_cast<std::size_t>(width_) + 1;
        sums_.assign(stride * (static_cast<std::size_t>(height_) + 1), 0);
        for (std::int32_t y = 0; y < height_; ++y)
        {
            std::int32_t row = 0;
            for (std::int32_t x = 0; x < width_; ++x)
            {
                row += grid.isFree(y * width_ + x) ? 1 : 0;
                sums_[stride * static_cast<std::size_t>(y + 1) + static_cast<std::size_t>(x + 1)] =
                    sums_[stride * static_cast<std::size_t>(y) + static_cast<std::size_t>(x + 1)] + row;
            }
        }
    }

    /// Of columns x0 to x1 and rows y0 to y1, ends included.
    std::int32_t count(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) const
    {
        x0 = std::max(x0, 0), y0 = std::max(y0, 0), x1 = std::min(x1, width_ - 1), y1 = std::min(y1, height_ - 1);
        if (x0 > x1 || y0 > y1) return 0;
        return at(x1 + 1, y1 + 1) - at(x0, y1 + 1) - at(x1 + 1, y0) + at(x0, y0);
    }

private:
    std::int32_t at(std::int32_t x, std::int32_t y) const
    {
        return sums_[(static_cast<std::size_t>(width_) + 1) * static_cast<std::size_t>(y) + static_cast<std::size_t>(x)];
    }

    std::int32_t width_;
    std::int32_t height_;
    std::vector<std::int32_t> sums_;
};

class Builder
{
public:
    explicit Builder(const FieldGrid& grid) : counts_(grid.data()) { split({-1, -1, grid.width(), grid.height()}); }

    Dissection take() { return std::move(dissection_); }

private:
    /// Adds the region and all below it; returns its number. The depth is logarithmic.
    std::int32_t split(Region region)
    {
        const std::int32_t inside = counts_.count(region.x0 + 1, region.y0 + 1, region.x1 - 1, region.y1 - 1);
        std::int32_t pivots = inside;
        if (inside > kLeafCells && std::max(region.x1 - region.x0, region.y1 - region.y0) >= 4)
        {
            pivots = chooseLine(region);
            Region halves[2] = {region, region};
            (region.is_column ? halves[0].x1 : halves[0].y1) = region.line;
            (region.is_column ? halves[1].x0 : halves[1].y0) = region.line;
            for (int i = 0; i < 2; ++i) region.child[i] = split({halves[i].x0, halves[i].y0, halves[i].x1, halves[i].y1});
        }
        const std::int32_t around = counts_.count(region.x0, region.y0, region.x1, region.y1) - inside;
        predict(region, pivots, around);
        const auto number = static_cast<std::int32_t>(dissection_.regions.size());
        dissection_.regions.push_back(region);
        for (const std::int32_t child : region.child)
            if (child >= 0) dissection_.regions[static_cast<std::size_t>(child)].parent = number;
        return number;
    }

    /// The line across the longer side with the fewest free cells, in the middle two fifths; near the middle where several have.
    std::int32_t chooseLine(Region& region) const
    {
        region.is_column = region.x1 - region.x0 >= region.y1 - region.y0;
        const std::int32_t low = region.is_column ? region.x0 : region.y0, high = region.is_column ? region.x1 : region.y1;
        const std::int32_t middle = low + (high - low) / 2, reach = (high - low) / 5;
        std::int32_t fewest = -1;
        for (std::int32_t step = 0; step <= 2 * reach; ++step)
        {
            const std::int32_t line = middle + (step % 2 ? (step + 1) / 2 : -(step / 2));
            if (line <= low || line >= high) continue;
            const std::int32_t count = region.is_column ? counts_.count(line, region.y0 + 1, line, region.y1 - 1)
                                                        : counts_.count(region.x0 + 1, line, region.x1 - 1, line);
            if (fewest >= 0 && count >= fewest) continue;
            fewest = count;
            region.line = line;
        }
        return fewest;
    }

    void predict(Region& region, std::int32_t pivots, std::int32_t around)
    {
        // Sum of (pivots left + around)^2 / 2 over the pivots.
        const double e = pivots, b = around;
        region.multiply_adds = (e * b * b + e * e * b + e * e * e / 3) / 2;
        region.subtree_multiply_adds = region.multiply_adds;
        for (const std::int32_t child : region.child)
            if (child >= 0)
                region.subtree_multiply_adds += dissection_.regions[static_cast<std::size_t>(child)].subtree_multiply_adds;
        dissection_.multiply_adds += region.multiply_adds;
        const auto tiles = [](double cells) { return std::ceil(cells / kTile); };
        constexpr double kTileBytes = sizeof(double) * kTile * kTile;
        dissection_.factor_bytes += static_cast<std::int64_t>((tiles(e) * (tiles(e) + 1) / 2 + tiles(e) * tiles(b)) * kTileBytes);
        dissection_.schur_bytes += static_cast<std::int64_t>(tiles(b) * (tiles(b) + 1) / 2 * kTileBytes);
    }

    FreeCounts counts_;
    Dissection dissection_;
};

} // namespace

Dissection buildDissection(const FieldGrid& grid) { return Builder(grid).take(); }

} // namespace clearway
