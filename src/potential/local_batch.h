// SPDX-License-Identifier: MIT
// Local maps of up to eight characters, one per lane of a vector: drawn, solved, asked.
// Everything is relative to its character, in metres, and no lane knows of the others: who shares a batch does not matter.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <clearway/potential/local_map.h>
#include <clearway/potential/solver.h>

#include "potential/local_elimination.h"

namespace clearway {

/// Sine and cosine of -pi to pi, the same on every machine.
struct Turn
{
    explicit Turn(double angle);

    double cosine = 1;
    double sine = 0;
};

/// What a lane is about.
struct LocalSelf
{
    Vec2 heading;             ///< unit vector
    Vec2 toward;              ///< not zero
    std::optional<Vec2> goal; ///< from the character
    Vec2 drift;               ///< eps v
};

/// What is asked of a batch.
enum class LocalUse
{
    direction, ///< only what leads to it is relaxed to the end
    map,       ///< all of it, so that the next one can start from there
};

class LocalBatch
{
public:
    static constexpr int kLanes = kLocalLanes;

    /// How to relax for an |eps v|.
    struct Plan
    {
        float omega = 1;
        int sweeps = 0;
    };

    /// The options must be in range; see verifyLocalMapOptions.
    explicit LocalBatch(const LocalMapOptions& options, LocalUse use = LocalUse::direction);

    /// Empty maps in all lanes, none in use.
    void clear();
    /// Puts a lane to use. Then obstacles are drawn, and at last the goal.
    void open(int lane, const LocalSelf& self);
    /// The cells whose middle is within `reach` of the centre, if that is in the view cone.
    void blockDisc(int lane, Vec2 center, double reach);
    /// The cells whose middle is nearer than `reach` to the segment, in the f-zone too: a way around the end of a wall that goes
    /// on outside the map is none.
    void blockWall(int lane, Vec2 a, Vec2 b, double reach);
    /// The cells in a blocked cell of the grid, or outside of it. `position`: of the character in the grid.
    void blockCells(int lane, const FieldGrid& grid, Vec2 position);
    /// Starts from a map that was remembered, moved by whole cells, once obstacles are drawn: fewer sweeps will do.
    void recall(int lane, const std::byte* map, std::int32_t columns, std::int32_t rows);
    void placeGoal(int lane);

    /// By the method of the options.
    void solve();
    /// The potential, row by row, four bytes a cell.
    void remember(int lane, std::byte* map) const;
    /// A unit vector, or (0, 0) where every way is closed.
    Vec2 directionOf(int lane) const { return directions_[static_cast<std::size_t>(lane)]; }

    std::int32_t size() const { return n_; }
    bool isFixed(int lane, std::int32_t cell) const { return (fixed_[static_cast<std::size_t>(cell)] >> lane & 1) != 0; }
    std::span<const std::int32_t> goalsOf(int lane) const
    {
        const Goals& goals = goals_[static_cast<std::size_t>(lane)];
        return {goals.cells.data(), static_cast<std::size_t>(goals.count)};
    }
    /// Solves one lane with an exponent in every cell, at any range; what cannot reach a goal has no way.
    Result<Potential> solveWide(int lane) const;

    bool isUsed(int lane) const { return is_used_[static_cast<std::size_t>(lane)]; }
    const Plan& planOf(int lane) const { return plans_[static_cast<std::size_t>(lane)]; }
    const LaneWeights& weights() const { return weights_; }
    /// Where to go for those who stand in the cell of their goal: straight to it. Nothing for all others.
    std::optional<Vec2> findLastStep(int lane) const;

private:
    struct Goals
    {
        std::array<std::int32_t, 4> cells = {};
        int count = 0;
    };
    /// A potential for each lane; a class, so that a vector of them is aligned.
    struct LaneCell
    {
        LaneFloats u = {};
    };

    enum class Start
    {
        cold,
        warm,
    };
    Plan planFor(Vec2 drift, Start start) const;
    std::size_t indexOf(std::int32_t x, std::int32_t y) const { return static_cast<std::size_t>(y * n_ + x); }
    void block(std::int32_t x, std::int32_t y, int lane);
    void addGoal(std::int32_t x, std::int32_t y, int lane);
    void relax();
    void relaxRow(std::int32_t y, std::int32_t colour, std::int32_t reach, const LaneFloats& omega);
    void eliminate();
    bool isConnected(int lane) const;
    Vec2 readGradient(std::size_t lane) const;

    LocalMapOptions options_;
    LocalUse use_;
    std::int32_t n_;
    std::int32_t half_;
    double cosine_; ///< of half the view angle
    std::array<bool, kLanes> is_used_ = {};
    std::array<LocalSelf, kLanes> selves_ = {};
    std::array<Plan, kLanes> plans_ = {};
    std::array<Goals, kLanes> goals_ = {};
    std::array<Vec2, kLanes> directions_ = {};
    std::vector<LaneCell> u_;
    std::vector<std::uint8_t> fixed_; ///< a bit per lane: obstacles and goals
    std::vector<std::int32_t> columns_;
    std::vector<std::int32_t> rows_;
    std::vector<std::uint8_t> line_;
    LaneWeights weights_ = {};
    std::unique_ptr<LocalElimination> elimination_; ///< only for the exact method
};

/// Whether all numbers of it are finite, and it heads somewhere.
bool isSound(const LocalMapInput& input);
/// Opens the lane and draws a whole map; leaves the lane unused when the input is no number.
void drawLocalMap(const LocalMapInput& input, std::span<const Disc> others, const FieldGrid* walls, int lane, LocalBatch& batch);

/// What is wrong with the options, or with the others that inputs refer to, if anything.
Result<void> verifyLocalMaps(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const LocalMapOptions& options);
/// What is wrong with the options, if anything.
Result<void> verifyLocalMapOptions(const LocalMapOptions& options);

} // namespace clearway
