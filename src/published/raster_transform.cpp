// SPDX-License-Identifier: MIT
// Based on:
// A. Meijster, J. Roerdink, W. Hesselink. A general algorithm for computing distance transforms in linear time. 2000
// P. Felzenszwalb, D. Huttenlocher. Distance transforms of sampled functions. 2012
// Departures: what is wanted is whose pixel is nearest, not how far it is; so only the row of the nearest seed in each column is
// kept between the passes, in 16 bits.
#include <algorithm>
#include <cmath>

#include "published/raster_data.h"

namespace clearway::published {
namespace {

constexpr std::uint16_t kNoRow = 0xffff;

/// For every pixel of some columns the row of the nearest seed in its column; of two equally near the lower one.
void scanColumns(const RasterLayer& layer, int begin, int end, std::uint16_t* nearest_row)
{
    const int columns = layer.shape.columns, rows = layer.shape.rows;
    std::vector<std::uint16_t> last(static_cast<std::size_t>(end - begin), kNoRow);
    for (int row = 0; row < rows; ++row)
    {
        const std::uint8_t* flags = layer.flags.data() + layer.indexOf(begin, row);
        std::uint16_t* out = nearest_row + layer.indexOf(begin, row);
        for (int i = 0; i < end - begin; ++i)
        {
            const std::uint16_t at =
                (flags[i] & kSeed) != 0 ? static_cast<std::uint16_t>(row) : last[static_cast<std::size_t>(i)];
            last[static_cast<std::size_t>(i)] = at;
            out[i] = at;
        }
    }
    // Going down again. The seed above is at most the nearest one of the row above, or this very row.
    for (int row = rows - 2; row >= 0; --row)
    {
        std::uint16_t* out = nearest_row + layer.indexOf(begin, row);
        const std::uint16_t* above = out + columns;
        for (int i = 0; i < end - begin; ++i)
        {
            const int up = above[i] == kNoRow ? 1 << 20 : above[i] - row;
            const int down = out[i] == kNoRow ? 1 << 20 : row - out[i];
            out[i] = up >= 0 && up < down ? above[i] : out[i];
        }
    }
}

/// Lower envelopes of one row after the other; keeps its memory.
class RowScan
{
public:
    explicit RowScan(RasterLayer& layer, const std::uint16_t* nearest_row)
        : layer_(layer),
          nearest_row_(nearest_row),
          column_(static_cast<std::size_t>(layer.shape.columns)),
          height_(column_.size()),
          from_(column_.size() + 1)
    {
    }

    void run(int row)
    {
        const int count = buildEnvelope(row);
        if (count == 0) return;
        const int columns = layer_.shape.columns;
        const std::uint16_t* nearest_row = nearest_row_ + layer_.indexOf(0, row);
        const std::uint8_t* flags = layer_.flags.data() + layer_.indexOf(0, row);
        std::uint32_t* out = layer_.nearest.data() + layer_.indexOf(0, row);
        from_[static_cast<std::size_t>(count)] = columns;
        for (int k = 0; k < count; ++k)
        {
            const auto piece = static_cast<std::size_t>(k);
            const int seed_column = column_[piece];
            const std::uint32_t wall = layer_.nearest[layer_.indexOf(seed_column, nearest_row[seed_column])];
            const int end = static_cast<int>(from_[piece + 1]);
            for (int column = static_cast<int>(from_[piece]); column < end; ++column)
                if ((flags[column] & (kFree | kSeed)) == kFree) out[column] = wall;
        }
    }

private:
    /// The columns whose seeds are nearest somewhere in the row, and from where on they are.
    int buildEnvelope(int row)
    {
        const int columns = layer_.shape.columns;
        const std::uint16_t* nearest_row = nearest_row_ + layer_.indexOf(0, row);
        int count = 0;
        for (int column = 0; column < columns; ++column)
        {
            if (nearest_row[column] == kNoRow) continue;
            const std::int64_t rise = nearest_row[column] - row, x = column;
            const std::int64_t height = rise * rise + x * x;
            std::int32_t from = 0;
            for (; count > 0; --count)
            {
                // The first column where the new seed is strictly nearer than the last one of the envelope.
                const auto top = static_cast<std::size_t>(count - 1);
                const std::int64_t numerator = height - height_[top], denominator = 2 * (x - column_[top]);
                if (numerator < 0)
                    from = 0;
                else
                    from = static_cast<std::int32_t>(std::min<double>(
                        columns, std::floor(static_cast<double>(numerator) / static_cast<double>(denominator)) + 1));
                if (from > from_[top]) break;
                from = 0;
            }
            if (from >= columns) continue;
            const auto next = static_cast<std::size_t>(count++);
            column_[next] = column;
            height_[next] = height;
            from_[next] = from;
        }
        return count;
    }

    RasterLayer& layer_;
    const std::uint16_t* nearest_row_;
    std::vector<std::int32_t> column_; ///< per piece of the envelope
    std::vector<std::int64_t> height_; ///< squared distance of the seed from the row, and of its column from 0
    std::vector<std::int32_t> from_;   ///< the first column of each piece, and one more
};

} // namespace

void transformFeatures(RasterLayer& layer, const TaskHook& hook)
{
    constexpr int kColumnsPerTask = 256, kRowsPerTask = 64;
    const int columns = layer.shape.columns, rows = layer.shape.rows;
    std::vector<std::uint16_t> nearest_row(layer.flags.size());
    runTasks(hook, (columns + kColumnsPerTask - 1) / kColumnsPerTask, [&](int task) {
        scanColumns(layer, task * kColumnsPerTask, std::min(columns, (task + 1) * kColumnsPerTask), nearest_row.data());
    });
    runTasks(hook, (rows + kRowsPerTask - 1) / kRowsPerTask, [&](int task) {
        RowScan scan(layer, nearest_row.data());
        for (int row = task * kRowsPerTask; row < std::min(rows, (task + 1) * kRowsPerTask); ++row) scan.run(row);
    });
}

} // namespace clearway::published
