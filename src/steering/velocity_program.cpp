// SPDX-License-Identifier: MIT
// Based on:
// J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011 (section 5)
// M. de Berg, M. van Kreveld, M. Overmars, O. Schwarzkopf. Computational Geometry. 1997 (chapter 4: incremental programs)
// Departures: lines come in the order given, nearest first, instead of a random one; every test runs over all lines at once
// (least and greatest are taken of integers that are ordered like the floats: their order of evaluation makes no difference, so
// that compilers may use vectors); hard lines that contradict each other are loosened by what they lack, and then hold.
#include "velocity_program.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <clearway/steering/orca.h>

namespace clearway::steering {

namespace {

constexpr float kViolated = 1e-6F;   // below this a line counts as kept; metres per second
constexpr float kParallel = 1e-5F;   // sine of the angle below which lines have no common point
constexpr float kLoosened = 1e-5F;   // added to what lines that contradict each other lack; metres per second
constexpr float kNearlyHeld = 1e-4F; // what rounding may take from lines that just hold; metres per second
constexpr float kSlowest = 1e-15F;   // speeds whose squares vanish are none; metres per second

enum class Aim
{
    nearest,  // to a velocity
    furthest, // along a direction
};

/// An integer that is ordered like the float; its own inverse.
std::int32_t order(std::int32_t bits) { return bits ^ ((bits >> 31) & 0x7fffffff); }
std::int32_t orderOf(float x) { return order(std::bit_cast<std::int32_t>(x)); }
float fromOrder(std::int32_t x) { return std::bit_cast<float>(order(x)); }

float dot(Velocity a, Velocity b) { return a.x * b.x + a.y * b.y; }

/// The part of line i that is allowed by the lines before it, as a range of the parameter along (ny, -nx).
bool clip(const float* __restrict other_nx, const float* __restrict other_ny, const float* __restrict other_c,
          const std::int32_t* __restrict ordinal, int i, float& low, float& high)
{
    const float nx = other_nx[i];
    const float ny = other_ny[i];
    const float c = other_c[i];
    const std::int32_t start_low = orderOf(low);
    const std::int32_t start_high = orderOf(high);
    std::int32_t best_low = start_low;
    std::int32_t best_high = start_high;
    std::int32_t contradicts = 0;
    const int end = padded(i);
    CLEARWAY_SHORT_LOOP
    for (int j = 0; j < end; ++j)
    {
        // Lines from i on are turned into lines of zeros. (Computed first, chosen then: a choice between numbers is no branch.)
        const float keep = ordinal[j] < i ? 1.0F : 0.0F;
        const float across = keep * (other_nx[j] * ny - other_ny[j] * nx);
        const float along = other_nx[j] * nx + other_ny[j] * ny;
        const float missing = keep * (other_c[j] - c * along);
        const std::int32_t at = orderOf(missing / across);
        const std::int32_t new_low = across > kParallel ? at : start_low;
        const std::int32_t new_high = across < -kParallel ? at : start_high;
        best_low = best_low > new_low ? best_low : new_low;
        best_high = best_high < new_high ? best_high : new_high;
        const float sine = across < 0 ? -across : across;
        const std::int32_t is_missing = missing > kParallel ? 1 : 0;
        contradicts |= sine > kParallel ? 0 : is_missing;
    }
    low = fromOrder(best_low);
    high = fromOrder(best_high);
    return contradicts == 0 && low <= high;
}

/// The best point of line i, among those that all lines before it allow.
bool solveOnLine(const Lines& lines, int i, float max_speed, Velocity wanted, Aim aim, Velocity& answer)
{
    const float c = lines.c[i];
    const float rest = max_speed * max_speed - c * c;
    if (!(rest >= 0)) return false;
    float high = std::sqrt(rest);
    float low = -high;
    if (!clip(lines.nx, lines.ny, lines.c, lines.ordinal, i, low, high)) return false;

    const Velocity along{lines.ny[i], -lines.nx[i]};
    float at = dot(wanted, along);
    if (aim == Aim::furthest)
        at = at > 0 ? high : low;
    else
        at = at < low ? low : (at > high ? high : at);
    answer = {c * lines.nx[i] + at * along.x, c * lines.ny[i] + at * along.y};
    return true;
}

/// Takes lines one after the other. Returns the first for which nothing is left, with the answer of those before it.
int solveInOrder(const Lines& lines, int count, float max_speed, Velocity wanted, Aim aim, Velocity& answer)
{
    answer = aim == Aim::furthest ? Velocity{wanted.x * max_speed, wanted.y * max_speed} : limit(wanted, max_speed);
    int i = findViolated(lines, 0, count, answer, kViolated);
    while (i < count)
    {
        if (!solveOnLine(lines, i, max_speed, wanted, aim, answer)) return i;
        i = findViolated(lines, i + 1, count, answer, kViolated);
    }
    return count;
}

/// The lines on which lines j < i are violated as much as line i, as lines that allow the side where they are violated less.
void projectOn(const float* __restrict from_nx, const float* __restrict from_ny, const float* __restrict from_c,
               const std::int32_t* __restrict ordinal, float* __restrict to_nx, float* __restrict to_ny, float* __restrict to_c,
               int i)
{
    const float nx = from_nx[i];
    const float ny = from_ny[i];
    const float c = from_c[i];
    const int end = padded(i);
    CLEARWAY_SHORT_LOOP
    for (int j = 0; j < end; ++j)
    {
        const float x = from_nx[j] - nx;
        const float y = from_ny[j] - ny;
        const float length = std::sqrt(x * x + y * y);
        // Lines that point the same way: the later one is the stricter one, or it would not be looked at.
        float scale = 1 / length;
        scale = length > kParallel ? scale : 0.0F;
        scale = ordinal[j] < i ? scale : 0.0F;
        to_nx[j] = x * scale;
        to_ny[j] = y * scale;
        to_c[j] = (from_c[j] - c) * scale;
    }
}

/// The same, where hard lines stay as they are.
void project(const Lines& lines, int hard_count, int i, const Lines& to)
{
    projectOn(lines.nx, lines.ny, lines.c, lines.ordinal, to.nx, to.ny, to.c, i);
    for (int j = 0; j < hard_count; ++j)
    {
        to.nx[j] = lines.nx[j];
        to.ny[j] = lines.ny[j];
        to.c[j] = lines.c[j];
    }
}

/// From an answer that keeps the lines before `begin`: the one that keeps the hard ones and violates the others least. Returns
/// their worst violation.
float solveLeastViolated(const Program& program, int hard_count, int count, int begin, Velocity& answer)
{
    const Lines& lines = program.lines;
    float worst = 0;
    int i = findViolated(lines, begin, count, answer, kViolated);
    while (i < count)
    {
        project(lines, hard_count, i, program.spare);
        const Velocity inward{lines.nx[i], lines.ny[i]};
        Velocity better;
        if (solveInOrder(program.spare, i, program.max_speed, inward, Aim::furthest, better) == i) answer = better;
        // Where rounding leaves nothing, the answer is at the corner already.
        worst = lines.c[i] - dot(inward, answer);
        i = findViolated(lines, i + 1, count, answer, std::max(worst, kViolated));
    }
    return worst;
}

void loosen(const Lines& lines, int from, int to, float by)
{
    for (int k = from; k < to; ++k) lines.c[k] -= by;
}

} // namespace

int findViolated(const Lines& lines, int from, int count, Velocity v, float tolerance)
{
    const float* const nx = lines.nx;
    const float* const ny = lines.ny;
    const float* const c = lines.c;
    const std::int32_t* const ordinal = lines.ordinal;
    std::int32_t first = INT_MAX;
    const int end = padded(count);
    CLEARWAY_SHORT_LOOP
    for (int k = 0; k < end; ++k)
    {
        const float violation = c[k] - (nx[k] * v.x + ny[k] * v.y);
        const std::int32_t if_kept = violation > tolerance ? 0 : INT_MAX;
        const std::int32_t if_before = ordinal[k] < from ? INT_MAX : 0;
        const std::int32_t candidate = ordinal[k] | if_kept | if_before;
        first = first < candidate ? first : candidate;
    }
    return first < count ? first : count;
}

Velocity limit(Velocity v, float max_speed)
{
    if (!(max_speed > kSlowest)) return {};
    const float speed_sq = dot(v, v);
    if (!(speed_sq > max_speed * max_speed)) return v;
    const float scale = max_speed / std::sqrt(speed_sq);
    return {v.x * scale, v.y * scale};
}

bool solveAllowed(const Program& program, Velocity preferred, Velocity& answer)
{
    return solveInOrder(program.lines, program.count, program.max_speed, preferred, Aim::nearest, answer) == program.count;
}

bool solve(const Program& program, Velocity preferred, Velocity& answer)
{
    const auto [lines, spare, hard_count, count, max_speed] = program;
    int failed = solveInOrder(lines, count, max_speed, preferred, Aim::nearest, answer);
    if (failed == count) return true;

    if (failed < hard_count)
    {
        const float missing = solveLeastViolated(program, 0, hard_count, failed, answer);
        const Velocity least_violated = answer;
        loosen(lines, 0, hard_count, missing + kLoosened);
        failed = solveInOrder(lines, count, max_speed, preferred, Aim::nearest, answer);
        if (failed < hard_count) answer = least_violated;
        if (failed < hard_count || failed == count) return missing < kNearlyHeld && failed == count;
    }
    const float missing = solveLeastViolated(program, hard_count, count, failed, answer);
    if (missing > kNearlyHeld) return false;
    // All but feasible: of a strip that rounding closed, the nearest point and not any.
    const Velocity least_violated = answer;
    loosen(lines, hard_count, count, missing + kLoosened);
    if (solveInOrder(lines, count, max_speed, preferred, Aim::nearest, answer) < count) answer = least_violated;
    return true;
}

} // namespace clearway::steering

namespace clearway {

namespace {

constexpr int kUsualLines = 64;

VelocityLine::Solution solveIn(std::span<const VelocityLine> given, const steering::Program& program,
                               steering::Velocity preferred)
{
    for (std::size_t k = 0; k < static_cast<std::size_t>(steering::padded(program.count)); ++k)
    {
        const VelocityLine line = k < given.size() ? given[k] : VelocityLine{0, 0, 0, 0};
        program.lines.nx[k] = -steering::sane(line.dy);
        program.lines.ny[k] = steering::sane(line.dx);
        program.lines.c[k] = steering::sane(line.dx) * steering::sane(line.y) - steering::sane(line.dy) * steering::sane(line.x);
    }
    steering::Velocity answer;
    const bool is_feasible = steering::solve(program, preferred, answer);
    answer = steering::limit(answer, program.max_speed);
    return {answer.x, answer.y, is_feasible};
}

} // namespace

VelocityLine::Solution solveVelocity(std::span<const VelocityLine> lines, int hard_count, float preferred_x, float preferred_y,
                                     float max_speed)
{
    steering::Program program;
    program.count = static_cast<int>(lines.size());
    program.hard_count = std::clamp(hard_count, 0, program.count);
    program.max_speed = std::max(steering::sane(max_speed), 0.0F);
    const steering::Velocity preferred{steering::sane(preferred_x), steering::sane(preferred_y)};
    if (program.count <= kUsualLines)
    {
        steering::LineStorage<kUsualLines> storage;
        steering::LineStorage<kUsualLines> spare;
        program.lines = storage.lines();
        program.spare = spare.lines();
        return solveIn(lines, program, preferred);
    }
    const auto size = static_cast<std::size_t>(steering::padded(program.count));
    std::vector<float> memory(6 * size);
    std::vector<std::int32_t> ordinals(size);
    std::iota(ordinals.begin(), ordinals.end(), 0);
    program.lines = {memory.data(), memory.data() + size, memory.data() + 2 * size, ordinals.data()};
    program.spare = {memory.data() + 3 * size, memory.data() + 4 * size, memory.data() + 5 * size, ordinals.data()};
    return solveIn(lines, program, preferred);
}

} // namespace clearway
