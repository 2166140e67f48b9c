// SPDX-License-Identifier: MIT
// What is counted at a line: who crosses it, where, and who queues in front.
#include <algorithm>
#include <cmath>

#include <clearway/geometry/predicates.h>

#include "crowd/observer_state.h"

namespace clearway {

LineState::LineState(const MeasuringLine& given) : line(given)
{
    constexpr double kPiece = 0.01; // metres
    constexpr double kMostPieces = 4096;
    box.add(line.a);
    box.add(line.b);
    queue_box = box.inflated(kQueueReach);
    measure.name = line.name;
    measure.width = distance(line.a, line.b);
    const auto piece_count = static_cast<std::size_t>(std::clamp(std::ceil(measure.width / kPiece), 1.0, kMostPieces));
    for (std::vector<std::uint32_t>& of_direction : places) of_direction.assign(piece_count, 0);
    // Beyond some hundred metres the last column takes all the rest.
    columns = static_cast<std::size_t>(std::min(measure.width / 2 + kQueueReach, 1000.0)) + 1;
    queue.assign(squareOf(true, true, kRows - 1, columns - 1) + 1, 0);
}

void LineState::add(Vec2 from, Vec2 to, double radius, double time)
{
    if (std::max(from.x, to.x) < box.min.x || std::min(from.x, to.x) > box.max.x || std::max(from.y, to.y) < box.min.y ||
        std::min(from.y, to.y) > box.max.y)
        return;
    const bool was_left = computeOrientation(line.a, line.b, from) > 0;
    const bool is_left = computeOrientation(line.a, line.b, to) > 0;
    if (was_left == is_left || computeOrientation(from, to, line.a) * computeOrientation(from, to, line.b) > 0) return;
    if (measure.forward + measure.backward == 0) measure.first_at = time;
    measure.last_at = time;
    std::uint64_t& count = is_left ? measure.forward : measure.backward;
    CrossingTimes& times = is_left ? forward : backward;
    if (count == 0) times.first = time;
    times.last = time;
    ++count;
    radii.add(radius);
    const double along = cross(from - line.a, to - from) / cross(line.b - line.a, to - from); // 0 at a, 1 at b
    std::vector<std::uint32_t>& of_direction = places[is_left];
    const auto piece_count = static_cast<double>(of_direction.size());
    const double piece = along > 0 ? std::min(along * piece_count, piece_count - 1) : 0;
    ++of_direction[static_cast<std::size_t>(piece)];
}

void LineState::addQueued(Vec2 position)
{
    if (!queue_box.contains(position)) return;
    const Vec2 direction = line.b - line.a;
    const double along = dot(position - interpolate(line.a, line.b, 0.5), direction) / measure.width;
    const double across = cross(direction, position - line.a) / measure.width; // to the left
    const double beyond = std::max(std::abs(along) - measure.width / 2, 0.0);
    if (!(across * across + beyond * beyond <= kQueueReach * kQueueReach)) return;
    const auto row = std::min(static_cast<std::size_t>(std::abs(across)), kRows - 1);
    const auto column = std::min(static_cast<std::size_t>(std::abs(along)), columns - 1);
    ++queue[squareOf(across > 0, along > 0, row, column)];
}

/// Of so many crossings: one less, over the time from the first to the last.
static double computeCrossingRate(std::uint64_t crossings, double first, double last)
{
    return crossings >= 2 && last > first ? static_cast<double>(crossings - 1) / (last - first) : 0;
}

CrowdMetrics::Line LineState::finish(const Ground& ground, double seconds) const
{
    CrowdMetrics::Line finished = measure;
    finished.forward_flow = computeCrossingRate(measure.forward, forward.first, forward.last);
    finished.backward_flow = computeCrossingRate(measure.backward, backward.first, backward.last);
    const bool is_forward = measure.forward >= measure.backward;
    const std::uint64_t more = is_forward ? measure.forward - measure.backward : measure.backward - measure.forward;
    finished.flow = computeCrossingRate(more, measure.first_at, measure.last_at);
    finished.net_flow = is_forward ? finished.flow : -finished.flow;
    if (measure.width > 0) finished.specific_flow = finished.flow / measure.width;
    finishLateralUse(ground, finished);
    finishQueue(seconds, finished);
    return finished;
}

/// How evenly so many crossings are spread over strips: 0 all in one, 1 alike in all.
static double computeLateralUse(std::span<const std::uint64_t> strips, std::uint64_t crossings)
{
    constexpr std::uint64_t kFewestCrossings = 20;
    if (crossings < kFewestCrossings || strips.size() < 2) return CrowdMetrics::kUnknown;
    double pairs = 0; // of crossings in the same strip, in order
    for (const std::uint64_t count : strips) pairs += static_cast<double>(count) * (static_cast<double>(count) - 1);
    const double all_pairs = static_cast<double>(crossings) * static_cast<double>(crossings - 1);
    const auto strip_count = static_cast<double>(strips.size());
    const double effective = pairs * strip_count > all_pairs ? all_pairs / pairs : strip_count;
    return (effective - 1) / (strip_count - 1);
}

void LineState::finishLateralUse(const Ground& ground, CrowdMetrics::Line& finished) const
{
    const std::uint64_t crossings = measure.forward + measure.backward;
    if (crossings == 0) return;
    const double radius = radii.value() / static_cast<double>(crossings);
    const std::size_t piece_count = places[0].size();
    const double piece = measure.width / static_cast<double>(piece_count);
    if (!(radius > 0)) return;

    // Where a disc fits on the line, and how many fit side by side there; runs of free pieces are apart.
    std::vector<std::size_t> free_before(piece_count + 1, 0);
    std::size_t run = 0;
    for (std::size_t k = 0; k <= piece_count; ++k)
    {
        Footing footing;
        const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(piece_count);
        const bool is_free = k < piece_count && ground.hasRoom(interpolate(line.a, line.b, t), radius, -1, footing);
        if (k < piece_count) free_before[k + 1] = free_before[k] + is_free;
        // The ends of a run are known to half a piece.
        if (!is_free && run > 0)
            finished.abreast += static_cast<std::uint64_t>((static_cast<double>(run) + 0.5) * piece / (2 * radius)) + 1;
        run = is_free ? run + 1 : 0;
    }
    const std::size_t free_count = free_before.back();
    if (finished.abreast == 0 || finished.abreast > free_count) return;

    std::vector<std::uint64_t> strips[2], both(finished.abreast, 0);
    for (std::size_t direction = 0; direction < 2; ++direction)
    {
        strips[direction].assign(finished.abreast, 0);
        for (std::size_t k = 0; k < piece_count; ++k)
        {
            const std::size_t strip = std::min(free_before[k], free_count - 1) * finished.abreast / free_count;
            strips[direction][strip] += places[direction][k];
            both[strip] += places[direction][k];
        }
    }
    finished.lateral_use = computeLateralUse(both, crossings);
    finished.forward_use = computeLateralUse(strips[1], measure.forward);
    finished.backward_use = computeLateralUse(strips[0], measure.backward);
}

void LineState::finishQueue(double seconds, CrowdMetrics::Line& finished) const
{
    const bool comes_from_left = measure.backward > measure.forward;
    std::uint64_t towards_a = 0, towards_b = 0, apart = 0;
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
        {
            const std::uint64_t a = queue[squareOf(comes_from_left, false, row, column)];
            const std::uint64_t b = queue[squareOf(comes_from_left, true, row, column)];
            towards_a += a;
            towards_b += b;
            apart += a > b ? a - b : b - a;
        }
    // Who comes from the right of the line has its beginning on the left hand.
    finished.queue_left = static_cast<double>(comes_from_left ? towards_b : towards_a) * seconds;
    finished.queue_right = static_cast<double>(comes_from_left ? towards_a : towards_b) * seconds;
    const auto sum = static_cast<double>(towards_a + towards_b);
    if (!(sum > 0)) return;
    finished.queue_asymmetry = std::abs(static_cast<double>(towards_a) - static_cast<double>(towards_b)) / sum;
    finished.queue_unmirrored = static_cast<double>(apart) / sum;
}

} // namespace clearway
