// SPDX-License-Identifier: MIT
#include "navmesh/relaxation.h"

#include <algorithm>

#include <clearway/geometry/predicates.h>
#include <clearway/geometry/shapes.h>

namespace clearway {

bool isShallowRun(std::span<const Vec2> run, double relaxation)
{
    const std::size_t last = run.size() - 1;
    if (run.size() > 3)
    {
        for (std::size_t i = 1; i < last; ++i)
        {
            if (computeDotSign(run[0], run[1], run[i], run[i + 1]) <= 0) return false;
        }
    }
    const Segment base{run[0], run[last]};
    return std::all_of(run.begin() + 1, run.end() - 1, [&](Vec2 p) { return distance(p, base) <= relaxation; });
}

namespace {

/// A piece must end at a notch and not at a straight corner, which no portal could cure: at the notch before, or if there is none
/// in the piece, at the one behind.
std::size_t moveToNotch(std::span<const std::uint32_t> corners, std::span<const std::int8_t> turn, std::size_t begin,
                        std::size_t end)
{
    std::size_t moved = end;
    while (moved > begin && turn[corners[moved]] == 0) --moved;
    if (moved > begin) return moved;
    moved = end;
    while (moved + 1 < corners.size() && turn[corners[moved]] == 0) ++moved;
    return moved;
}

/// Cuts one run of notches into shallow pieces: points[0] and the last point are the neighbours of the run. Marks the corners
/// between pieces.
void markPieces(std::span<const Vec2> points, std::span<const std::uint32_t> corners, std::span<const std::int8_t> turn,
                double relaxation, std::vector<std::uint8_t>& deep)
{
    const std::size_t last = points.size() - 1;
    for (std::size_t begin = 0; begin + 1 < last;)
    {
        // A piece of a shallow run is shallow, so the longest one is found by doubling and halving.
        const auto isShallow = [&](std::size_t end) { return isShallowRun(points.subspan(begin, end - begin + 1), relaxation); };
        std::size_t good = begin + 1, step = 1;
        while (good + step <= last && isShallow(good + step))
        {
            good += step;
            step *= 2;
        }
        for (; step > 0; step /= 2)
        {
            if (good + step <= last && isShallow(good + step)) good += step;
        }
        if (good < last && turn[corners[good]] == 0) good = moveToNotch(corners, turn, begin, good);
        if (good < last) deep[corners[good]] = 1;
        begin = good;
    }
}

} // namespace

std::vector<std::uint8_t> findDeepNotches(std::span<const Vec2> ring, double relaxation)
{
    const std::size_t count = ring.size();
    std::vector<std::uint8_t> deep(count, 0);
    std::vector<std::int8_t> turn(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        turn[i] = static_cast<std::int8_t>(
            computeOrientation(ring[i == 0 ? count - 1 : i - 1], ring[i], ring[i + 1 == count ? 0 : i + 1]));
    }
    if (!(relaxation > 0))
    {
        for (std::size_t i = 0; i < count; ++i) deep[i] = turn[i] < 0;
        return deep;
    }
    // Start behind a convex corner; a ring without one is cut open at its first notch.
    const auto convex = std::find(turn.begin(), turn.end(), std::int8_t{1});
    std::size_t start = static_cast<std::size_t>(convex - turn.begin());
    if (convex == turn.end())
    {
        start = static_cast<std::size_t>(std::find(turn.begin(), turn.end(), std::int8_t{-1}) - turn.begin());
        if (start == count) return deep;
        deep[start] = 1;
    }
    std::vector<Vec2> points;
    std::vector<std::uint32_t> corners;
    for (std::size_t i = 0; i < count;)
    {
        // One run: from a corner that is not part of it to the next such corner.
        points.assign(1, ring[(start + i) % count]);
        corners.assign(1, static_cast<std::uint32_t>((start + i) % count));
        bool has_notch = false;
        do
        {
            ++i;
            const std::size_t corner = (start + i) % count;
            points.push_back(ring[corner]);
            corners.push_back(static_cast<std::uint32_t>(corner));
            if (i >= count || turn[corner] > 0) break;
            has_notch = has_notch || turn[corner] < 0;
        } while (true);
        if (has_notch) markPieces(points, corners, turn, relaxation, deep);
    }
    return deep;
}

} // namespace clearway
