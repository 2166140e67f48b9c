// SPDX-License-Identifier: MIT
// The linear program of velocity obstacles, over lines in arrays. Stated by normals: a line allows the velocities v with
// n . v >= c, n of unit length. Element k of each array is about line k; hard lines come first. Arrays are filled with zeros up
// to padded(count): a line of zeros allows everything, so loops may run over whole vectors.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace clearway::steering {

// For loops over the lines of one agent, which are few: clang would unroll them beyond their usual length.
#if defined(__clang__)
#define CLEARWAY_SHORT_LOOP _Pragma("clang loop vectorize_width(8) interleave_count(1)")
#else
#define CLEARWAY_SHORT_LOOP
#endif

inline constexpr int kLanes = 8; ///< arrays are as long as a multiple of this

constexpr int padded(int count) { return (count + kLanes - 1) & -kLanes; }

/// The numbers from 0 on. Loops that mask lanes compare these and not their counters: g++ would cut such loops in two at an odd
/// place, and walk the pieces one by one.
inline constexpr int kOrdinals = 128;
inline constexpr std::array<std::int32_t, kOrdinals> kOrdinal = [] {
    std::array<std::int32_t, kOrdinals> numbers{};
    for (std::int32_t k = 0; k < kOrdinals; ++k) numbers[static_cast<std::size_t>(k)] = k;
    return numbers;
}();

struct Lines
{
    float* nx = nullptr;
    float* ny = nullptr;
    float* c = nullptr;
    const std::int32_t* ordinal = kOrdinal.data(); ///< as many as lines
};

/// Arrays for a fixed number of lines.
template <int capacity>
struct LineStorage
{
    static_assert(capacity % kLanes == 0 && capacity <= kOrdinals);
    alignas(32) float nx[static_cast<std::size_t>(capacity)];
    alignas(32) float ny[static_cast<std::size_t>(capacity)];
    alignas(32) float c[static_cast<std::size_t>(capacity)];

    Lines lines() { return {nx, ny, c, kOrdinal.data()}; }
};

struct Velocity
{
    float x = 0;
    float y = 0;
};

struct Program
{
    Lines lines; ///< changed when even the hard ones contradict each other
    Lines spare; ///< of the same size; contents do not matter
    int hard_count = 0;
    int count = 0;
    float max_speed = 0;
};

/// The first of the lines [from, count) that `v` violates by more than `tolerance`; count when there is none.
int findViolated(const Lines& lines, int from, int count, Velocity v, float tolerance);

/// The allowed velocity nearest to `preferred`. False when there is none, with any answer.
bool solveAllowed(const Program& program, Velocity preferred, Velocity& answer);

/// As solveVelocity says. True when all lines hold.
bool solve(const Program& program, Velocity preferred, Velocity& answer);

/// `v`, shortened to `max_speed` if it is longer.
Velocity limit(Velocity v, float max_speed);

/// Numbers that are not finite, or senselessly large, count as zero: their squares and products stay finite.
inline constexpr float kLargest = 1e6F;
inline float sane(float x) { return ((x <= kLargest) & (x >= -kLargest)) ? x : 0.0F; }

} // namespace clearway::steering
