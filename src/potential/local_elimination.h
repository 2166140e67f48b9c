// SPDX-License-Identifier: MIT
// The exact solution in the middle of eight local maps at once, by elimination without a subtraction.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

// Functions that return vectors are all inline: no caller was compiled for another machine.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace clearway {

inline constexpr int kLocalLanes = 8;
using LaneFloats [[gnu::vector_size(kLocalLanes * sizeof(float))]] = float;
using LaneInts [[gnu::vector_size(kLocalLanes * sizeof(float))]] = std::int32_t;
/// Of right, up, left, down, for each lane.
using LaneWeights = std::array<LaneFloats, 4>;

/// The bits of a byte as masks of the lanes.
[[gnu::always_inline]] inline LaneInts spreadBits(std::uint8_t bits)
{
    constexpr LaneInts kLaneBits = {1, 2, 4, 8, 16, 32, 64, 128};
    const LaneInts all = {bits, bits, bits, bits, bits, bits, bits, bits};
    return (kLaneBits & all) != 0;
}

class LocalElimination
{
public:
    /// `n`: cells along a side, odd, at least 5.
    explicit LocalElimination(std::int32_t n);
    LocalElimination(const LocalElimination&) = delete; // parts of it point into its storage
    LocalElimination& operator=(const LocalElimination&) = delete;

    /// A goal cell of a lane; u is 1 there.
    struct Goal
    {
        std::int32_t cell;
        int lane;
    };
    /// u around the middle, up to a factor for each lane. `scale`: u of the middle when 1 is u at the first goal but for the
    /// drift; where that is near the end of what a float holds, nothing can be trusted.
    struct Answer
    {
        LaneFloats right, up, left, down, scale;
    };
    /// `fixed`: a bit per lane for each cell that is an obstacle or goal.
    Answer solve(std::span<const std::uint8_t> fixed, std::span<const Goal> goals, const LaneWeights& weights);

private:
    /// The symmetric equation of each lane: weights of joints, growth from cell to cell, loss of a free cell.
    struct Equation
    {
        LaneFloats joint_x, joint_y, theta_x, theta_y, loss;
    };
    /// Cells of a quadrant are counted from the outer corner inwards.
    struct Quadrant
    {
        std::int32_t x0, y0;         ///< the outer corner
        std::int32_t step_x, step_y; ///< inwards
        std::int32_t arm_x, arm_y;   ///< which arms border on it: of left, right, down, up
    };

    void prepare(std::span<const std::uint8_t> fixed, std::span<const Goal> goals, const LaneWeights& weights);
    void addSource(std::int32_t cell, int lane, float value);
    [[gnu::always_inline]] inline LaneFloats jointBetween(std::int32_t a, std::int32_t b) const;
    [[gnu::always_inline]] inline LaneFloats lossOf(std::int32_t cell) const;
    [[gnu::always_inline]] inline LaneFloats sourceOf(std::int32_t cell) const;
    void sweep(const Quadrant& quadrant);
    void eliminateSlot(std::int32_t slot, std::int32_t active, const LaneFloats& onward);
    void eliminateTwo(std::int32_t slot, std::int32_t active, const LaneFloats& onward, const LaneFloats& second_onward);
    void readRow(std::int32_t slot, std::int32_t active, LaneFloats* row) const;
    void writeRow(std::int32_t slot, std::int32_t active, const LaneFloats* row, const LaneFloats& factor);
    void addToCross(const Quadrant& quadrant);
    void addArms();
    Answer solveCross();

    std::int32_t n_;
    std::int32_t half_;
    std::int32_t arm_; ///< cells between the middle and the outermost ring
    Equation equation_ = {};
    std::vector<float> storage_; ///< of all below: aligned vectors
    std::span<LaneFloats> free_; ///< 1 or 0 for each cell
    std::span<LaneFloats> front_, front_loss_, front_source_;
    std::span<LaneFloats> cross_, cross_loss_, cross_source_;
    std::span<LaneFloats> pivot_row_, pivot_part_, second_row_, second_part_;
    std::vector<float> source_; ///< by cell, then lane; zero but at goals and beside them
    std::vector<std::int32_t> touched_;
};

} // namespace clearway
