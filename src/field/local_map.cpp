// SPDX-License-Identifier: MIT
// Eight characters go through the relaxation together, one per lane of a vector. Blocked cells are bits, one per lane.
#include <clearway/field/local_map.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "field/grid_data.h"
#include "field/stencil.h"
#include "geometry/angle.h"

namespace clearway {
namespace {

constexpr int kLanes = 8;
using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;
using Ints [[gnu::vector_size(kLanes * sizeof(float))]] = std::int32_t;
constexpr Ints kLaneBits = {1, 2, 4, 8, 16, 32, 64, 128};

/// Sine and cosine of -pi to pi, the same on every machine: series of an eighth of the angle, doubled three times.
struct Turn
{
    double cosine = 1;
    double sine = 0;

    explicit Turn(double angle)
    {
        const double x = angle / 8, x2 = x * x;
        cosine = 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90 * (1 - x2 / 132)))));
        sine = x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72 * (1 - x2 / 110)))));
        for (int i = 0; i < 3; ++i)
        {
            const double c = (cosine - sine) * (cosine + sine);
            sine = 2 * sine * cosine;
            cosine = c;
        }
    }
};

/// How to relax for an |eps v|: measured, to a median of 3 degrees on maps of 33 x 33.
struct Plan
{
    float omega;
    int sweeps;
};

Plan planFor(double drift, const LocalMapOptions& options)
{
    constexpr double kDrift[] = {0, 0.35, 0.7, 1.2, 1.9}, kOmega[] = {1.72, 1.6, 1.4, 1.2, 1.0}, kSweeps[] = {34, 28, 24, 20, 18};
    std::size_t i = 0;
    while (i < 3 && drift > kDrift[i + 1]) ++i;
    const double t = std::min(1.0, (drift - kDrift[i]) / (kDrift[i + 1] - kDrift[i]));
    const double sweeps = (kSweeps[i] + (kSweeps[i + 1] - kSweeps[i]) * t) * std::max(1.0, options.size / 33.0);
    return {static_cast<float>(kOmega[i] + (kOmega[i + 1] - kOmega[i]) * t),
            options.sweeps > 0 ? options.sweeps : static_cast<int>(std::ceil(sweeps))};
}

class Batch
{
public:
    Batch(const LocalMapOptions& options, std::span<const Disc> others, const FieldGrid* walls)
        : options_(options),
          others_(others),
          walls_(walls),
          n_(options.size),
          half_(options.size / 2),
          cosine_(Turn(std::min(options.view_degrees, 360.0) / 360 * kPi).cosine),
          u_(static_cast<std::size_t>(n_ * n_) * kLanes),
          fixed_(static_cast<std::size_t>(n_ * n_))
    {
    }

    void run(std::span<const LocalMapInput> inputs, std::span<Vec2> directions)
    {
        std::fill(u_.begin(), u_.end(), 0.0F);
        std::fill(fixed_.begin(), fixed_.end(), std::uint8_t{0});
        for (std::int32_t i = 0; i < n_; ++i)
            for (const std::int32_t cell : {i, (n_ - 1) * n_ + i, i * n_, i * n_ + n_ - 1})
                fixed_[static_cast<std::size_t>(cell)] = 255;
        for (int lane = 0; lane < kLanes; ++lane)
        {
            is_used_[lane] = static_cast<std::size_t>(lane) < inputs.size() && isSound(inputs[static_cast<std::size_t>(lane)]);
            if (is_used_[lane]) load(inputs[static_cast<std::size_t>(lane)], lane);
        }
        relax();
        for (std::size_t lane = 0; lane < inputs.size(); ++lane) directions[lane] = is_used_[lane] ? directionOf(lane) : Vec2{};
    }

private:
    static bool isSound(const LocalMapInput& input)
    {
        return isFinite(input.position) && isFinite(input.heading) && isFinite(input.toward) && isFinite(input.v * input.eps) &&
               std::isfinite(input.radius) && !(input.toward == Vec2{});
    }

    std::size_t indexOf(std::int32_t x, std::int32_t y) const { return static_cast<std::size_t>(y * n_ + x); }
    bool isCenter(std::int32_t x, std::int32_t y) const { return x == half_ && y == half_; }
    void fix(std::int32_t x, std::int32_t y, int lane, float value)
    {
        fixed_[indexOf(x, y)] |= static_cast<std::uint8_t>(1 << lane);
        u_[indexOf(x, y) * kLanes + static_cast<std::size_t>(lane)] = value;
    }

    void load(const LocalMapInput& input, int lane)
    {
        blockWalls(input, lane);
        for (const Disc& disc : others_.subspan(input.first_other, input.other_count)) blockDisc(input, disc, lane);
        placeGoal(input, lane);
        const Vec2 drift = input.v * input.eps;
        const Weights w = computeWeights(drift);
        for (std::size_t side = 0; side < 4; ++side) weights_[side][lane] = static_cast<float>(w[side]);
        plans_[lane] = planFor(std::max(std::abs(drift.x), std::abs(drift.y)), options_);
    }

    void blockWalls(const LocalMapInput& input, int lane)
    {
        if (!walls_) return;
        // The column of the global map for each column of the local one, and the same for rows; kNone outside.
        const auto locate = [&](double center, double origin, std::int32_t count, std::vector<std::int32_t>& places) {
            places.resize(static_cast<std::size_t>(n_));
            for (std::int32_t i = 0; i < n_; ++i)
            {
                const double place = std::floor((center + (i - half_) * options_.cell_size - origin) / walls_->cellSize());
                places[static_cast<std::size_t>(i)] =
                    place >= 0 && place < count ? static_cast<std::int32_t>(place) : FieldGrid::kNone;
            }
        };
        locate(input.position.x, walls_->origin().x, walls_->width(), columns_);
        locate(input.position.y, walls_->origin().y, walls_->height(), rows_);
        const std::vector<std::uint8_t>& cells = walls_->data().cells;
        const auto bit = static_cast<std::uint8_t>(1 << lane);
        for (std::int32_t y = 2; y < n_ - 2; ++y)
        {
            const std::int32_t row = rows_[static_cast<std::size_t>(y)];
            for (std::int32_t x = 2; x < n_ - 2; ++x)
            {
                const std::int32_t column = columns_[static_cast<std::size_t>(x)];
                const bool is_free = row >= 0 && column >= 0 &&
                                     (cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(walls_->width()) +
                                            static_cast<std::size_t>(column)] &
                                      kCellFree);
                fixed_[indexOf(x, y)] |= is_free ? 0 : bit;
            }
        }
        fixed_[indexOf(half_, half_)] &= static_cast<std::uint8_t>(~bit);
    }

    void blockDisc(const LocalMapInput& input, const Disc& disc, int lane)
    {
        const double h = options_.cell_size, reach = (disc.radius + input.radius) / h;
        const Vec2 c = (disc.center - input.position) / h;
        if (!isFinite(c) || !(reach >= 0) || std::abs(c.x) > n_ + reach || std::abs(c.y) > n_ + reach) return;
        // Seen when its middle is in the cone.
        if (dot(c, input.heading) < length(c) * cosine_) return;
        const auto first = [&](double at) { return std::max(2, static_cast<std::int32_t>(std::ceil(at - reach)) + half_); };
        const auto last = [&](double at) { return std::min(n_ - 3, static_cast<std::int32_t>(std::floor(at + reach)) + half_); };
        for (std::int32_t y = first(c.y); y <= last(c.y); ++y)
            for (std::int32_t x = first(c.x); x <= last(c.x); ++x)
                if (distanceSq({double(x - half_), double(y - half_)}, c) <= reach * reach && !isCenter(x, y)) fix(x, y, lane, 0);
    }

    void placeGoal(const LocalMapInput& input, int lane)
    {
        if (input.goal && isFinite(*input.goal))
        {
            const Vec2 c = (*input.goal - input.position) / options_.cell_size;
            const double x = std::floor(c.x + 0.5) + half_, y = std::floor(c.y + 0.5) + half_;
            if (x >= 1 && y >= 1 && x <= n_ - 2 && y <= n_ - 2)
                return fix(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), lane, 1);
        }
        // Where the ray leaves through the outermost ring, and the two cells of the ring beside it.
        const double longer = std::max(std::abs(input.toward.x), std::abs(input.toward.y));
        const Vec2 hit = input.toward / longer * half_;
        const auto x = static_cast<std::int32_t>(std::floor(hit.x + 0.5)) + half_,
                   y = static_cast<std::int32_t>(std::floor(hit.y + 0.5)) + half_;
        for (std::int32_t step = -1; step <= 1; ++step)
        {
            const bool is_side = x == 0 || x == n_ - 1;
            const std::int32_t gx = is_side ? x : x + step, gy = is_side ? y + step : y;
            if (gx >= 0 && gy >= 0 && gx < n_ && gy < n_) fix(gx, gy, lane, 1);
        }
        // At a corner the ring goes on around it: without this the three cells would touch the free ring nowhere.
        if ((x == 0 || x == n_ - 1) && (y == 0 || y == n_ - 1)) fix(x == 0 ? 1 : n_ - 2, y, lane, 1);
    }

    void relax()
    {
        int most = 0;
        for (int lane = 0; lane < kLanes; ++lane)
            if (is_used_[lane]) most = std::max(most, plans_[lane].sweeps);
        for (int sweep = 0; sweep < most; ++sweep)
        {
            // A lane that has had its sweeps stands still: its result does not depend on its neighbours in the batch.
            Floats omega = {};
            for (int lane = 0; lane < kLanes; ++lane)
                omega[lane] = is_used_[lane] && sweep < plans_[lane].sweeps ? plans_[lane].omega : 0.0F;
            for (std::int32_t colour = 0; colour < 2; ++colour)
                for (std::int32_t y = 1; y < n_ - 1; ++y) relaxRow(y, 1 + (y + colour) % 2, omega);
        }
    }

    void relaxRow(std::int32_t y, std::int32_t first, const Floats& omega)
    {
        float* const row = u_.data() + indexOf(0, y) * kLanes;
        const std::ptrdiff_t up = static_cast<std::ptrdiff_t>(n_) * kLanes;
        const auto at = [](float* p) -> FloatsInPlace& { return *reinterpret_cast<FloatsInPlace*>(p); };
        for (std::int32_t x = first; x < n_ - 1; x += 2)
        {
            float* const p = row + x * kLanes;
            const std::int32_t bits = fixed_[indexOf(x, y)];
            const Ints is_fixed = (kLaneBits & bits) != 0;
            const Floats u = at(p);
            const Floats mean = (weights_[0] * at(p + kLanes) + weights_[2] * at(p - kLanes)) +
                                (weights_[1] * at(p + up) + weights_[3] * at(p - up));
            const Floats next = u + omega * (mean - u);
            at(p) = is_fixed ? u : next;
        }
    }

    Vec2 directionOf(std::size_t lane) const
    {
        const auto u = [&](std::int32_t dx, std::int32_t dy) {
            return static_cast<double>(u_[indexOf(half_ + dx, half_ + dy) * kLanes + lane]);
        };
        const Vec2 gradient = {u(1, 0) - u(-1, 0), u(0, 1) - u(0, -1)};
        const double size = length(gradient);
        return size > 0 ? gradient / size : Vec2{};
    }

    using FloatsInPlace [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(4), gnu::may_alias]] = float;

    const LocalMapOptions& options_;
    std::span<const Disc> others_;
    const FieldGrid* walls_;
    std::int32_t n_;
    std::int32_t half_;
    double cosine_; ///< of half the view angle
    std::vector<float> u_;
    std::vector<std::uint8_t> fixed_;
    std::vector<std::int32_t> columns_;
    std::vector<std::int32_t> rows_;
    Floats weights_[4] = {};
    Plan plans_[kLanes] = {};
    bool is_used_[kLanes] = {};
};

} // namespace

Result<void> computeLocalDirections(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const FieldGrid* walls,
                                    const LocalMapOptions& options, std::span<Vec2> directions, const TaskHook& hook)
{
    CLEARWAY_ASSERT(inputs.size() == directions.size(), "computeLocalDirections: as many directions as inputs");
    if (options.size < 5 || options.size > 257 || options.size % 2 == 0)
        return Error{ErrorCode::invalid_argument, "The size of a local map must be an odd number of cells from 5 to 257."};
    if (!(options.cell_size > 0) || !std::isfinite(options.cell_size) ||
        !(options.view_degrees > 0 && options.view_degrees <= 360) || options.sweeps < 0)
        return Error{ErrorCode::invalid_argument,
                     "A local map needs a cell size > 0, a view angle up to 360 degrees and sweeps >= 0."};
    for (const LocalMapInput& input : inputs)
        if (std::uint64_t{input.first_other} + input.other_count > others.size())
            return Error{ErrorCode::invalid_argument, "A local map refers to others that are not there."};

    constexpr std::size_t kPerTask = 8 * kLanes;
    const std::size_t tasks = (inputs.size() + kPerTask - 1) / kPerTask;
    runTasks(hook, static_cast<int>(tasks), [&](int task) {
        Batch batch(options, others, walls);
        const std::size_t end = std::min(inputs.size(), (static_cast<std::size_t>(task) + 1) * kPerTask);
        for (std::size_t first = static_cast<std::size_t>(task) * kPerTask; first < end; first += kLanes)
        {
            const std::size_t count = std::min<std::size_t>(kLanes, end - first);
            batch.run(inputs.subspan(first, count), directions.subspan(first, count));
        }
    });
    return {};
}

LocalMotion computeLocalMotion(Vec2 heading, Vec2 direction, double eta)
{
    if (direction == Vec2{} || heading == Vec2{}) return {heading, 0};
    const double angle = computeTurn(heading, direction);
    const Turn turn((1 - eta) * angle);
    const Vec2 turned = {heading.x * turn.cosine - heading.y * turn.sine, heading.x * turn.sine + heading.y * turn.cosine};
    return {turned / length(turned), std::max(0.0, dot(heading, direction) / (length(heading) * length(direction)))};
}

} // namespace clearway
