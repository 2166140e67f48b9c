// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. The corridor map method. 2007 (attraction point and force, Verlet integration, largest speed)
// D. Helbing, P. Molnar. Social force model for pedestrian dynamics. 1995
// Departures: the attraction is limited, since its pole would drown all other forces. Verlet's x+ = 2x - x- + F dt^2 is written
// as v+ = v + F dt, x+ = x + v+ dt, which is the same with v = (x - x-) / dt. A walker that forces would push out of its balls
// stays at the border of the one it is in: the published method hopes. In the last ball walkers relax toward the velocity that
// leads to their goal, as Helbing and Molnar have it. A block goes through each stage together. Neighbours are picked eight at a
// time and packed without gaps, so that the law of repulsion is computed in full vectors at any density.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "walkers/kernel.h"
#include "walkers/pack.h"

namespace clearway::walkers {

void Kernel::Workspace::reservePairs(std::size_t wanted)
{
    if (wanted <= pair_capacity) return;
    const std::size_t capacity = (2 * wanted + 63) / 64 * 64;
    std::vector<float> larger(kColumnCount * capacity);
    for (std::size_t i = 0; i < kColumnCount && pair_capacity > 0; ++i)
        std::copy_n(pairs.data() + i * pair_capacity, pair_capacity, larger.data() + i * capacity);
    pairs = std::move(larger);
    pair_capacity = capacity;
}

void Kernel::walkBand(int band)
{
    Workspace& work = *workspaces[static_cast<std::size_t>(band)];
    std::fill_n(counts.data() + static_cast<std::size_t>(band) * kBandCount, kBandCount, 0u);
    work.first = band_first[static_cast<std::size_t>(band)];
    work.waiting_count = work.noted_count = work.leaving_count = 0;
    work.run_hash = 0;
    const std::uint32_t band_end = band_first[static_cast<std::size_t>(band) + 1];
    for (std::uint32_t begin = work.first; begin < band_end; begin += kBlockSize)
    {
        const std::uint32_t end = std::min(band_end, begin + kBlockSize);
        walkBlock(work, begin, end);
        countMoves(work, band, begin, end);
    }
}

/// Who of a block stays in its band, and who leaves it: hardly anybody.
void Kernel::countMoves(Workspace& work, int band, std::uint32_t begin, std::uint32_t end)
{
    std::uint32_t* const to = counts.data() + static_cast<std::size_t>(band) * kBandCount;
    const std::uint32_t first_cell = static_cast<std::uint32_t>(band) * cells_per_band;
    for (std::uint32_t i = begin; i < end; ++i)
    {
        const std::uint32_t cell = now.card[i].cell;
        if (cell - first_cell < cells_per_band) [[likely]]
        {
            ++to[band];
            continue;
        }
        ++to[bandOf(cell)];
        leaving[work.first + work.leaving_count++] = i;
    }
}

void Kernel::walkBlock(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    const std::uint32_t size = end - begin;
    attract(work, begin, size);
    gatherPairs(work, begin, size);
    repel(work, begin, size);
    integrate(work, begin, size);
    std::uint32_t slow[kBlockSize];
    const std::uint32_t slow_count = findSlow(begin, end, slow);
    for (std::uint32_t at = begin; at < end; ++at) keepInBall(work, at);
    for (std::uint32_t i = 0; i < slow_count; ++i) countStill(work, slow[i]);
    work.run_hash = addHalves(work.run_hash, hashMoves(now, begin, end, tick));
}

/// Those that stand. Their trips are looked up soon.
std::uint32_t Kernel::findSlow(std::uint32_t begin, std::uint32_t end, std::uint32_t* slow) const
{
    const float still = kStillPart * static_cast<float>(options.speed);
    std::uint32_t found = 0;
    for (std::uint32_t at = begin; at < end; ++at)
    {
        if (now.vx[at] * now.vx[at] + now.vy[at] * now.vy[at] >= still * still) [[likely]]
            continue;
        __builtin_prefetch(&trips[sorted.card[at].slot], 1);
        slow[found++] = at;
    }
    return found;
}

/// Walkers that move are not looked up: only those that stand pay for knowing since when.
void Kernel::countStill(Workspace& work, std::uint32_t at)
{
    Trip& trip = trips[now.card[at].slot];
    const auto this_tick = static_cast<std::uint32_t>(tick + 1);
    trip.still_for = trip.still_tick + 1 == this_tick ? trip.still_for + dt : dt;
    trip.still_tick = this_tick;
    if (trip.is_stuck || trip.state == Trip::State::arrived || trip.still_for < kStuckAfter) return;
    trip.is_stuck = true;
    noted[work.first + work.noted_count++] = at | kStuckMark;
}

/// The force of the corridor: toward the centre of the ball, the stronger the nearer its border is. In the ball of its goal a
/// walker heads for that, and comes to rest there: without drag it would circle round it for ever.
void Kernel::attract(Workspace& work, std::uint32_t begin, std::uint32_t size) const
{
    constexpr float kRelaxation = 1 / 0.5F; // of those in the ball of their goal; 1/s (Helbing and Molnar: 0.5 s)
    float reach[kBlockSize];
    float drag[kBlockSize];
    const Ball* const balls = rows.balls().data();
    for (std::uint32_t i = 0; i < size; ++i)
    {
        const Card& card = sorted.card[begin + i];
        const Ball& ball = balls[card.ball];
        // Who is about to leave its link will be asked for the next one.
        if (card.last - card.ball + 1 <= 2) __builtin_prefetch(&trips[card.slot], 1);
        std::int32_t to_x = ball.x, to_y = ball.y;
        drag[i] = 0;
        if (card.ball == card.last) [[unlikely]]
        {
            const Trip& trip = trips[card.slot];
            if (trip.is_last_link)
            {
                to_x = trip.goal_x;
                to_y = trip.goal_y;
                drag[i] = kRelaxation;
            }
        }
        work.ahead_x[i] = static_cast<float>(to_x - sorted.x[begin + i]) * quantum;
        work.ahead_y[i] = static_cast<float>(to_y - sorted.y[begin + i]) * quantum;
        reach[i] = ball.reach;
    }
    pullAhead(work, begin, size, reach, drag);
}

/// Turns the ways to the attraction points into directions and forces, eight at a time.
void Kernel::pullAhead(Workspace& work, std::uint32_t begin, std::uint32_t size, const float* reaches, const float* drags) const
{
    const Floats most = Floats{} + static_cast<float>(options.max_attraction);
    const Floats speed = Floats{} + static_cast<float>(options.speed);
    constexpr auto near = static_cast<float>(kArrivalDistance);
    for (std::uint32_t i = 0; i < size; i += kLanes) // beyond the last there may be anything
    {
        Floats x, y, vx, vy, reach, drag;
        loadLanes(x, work.ahead_x + i);
        loadLanes(y, work.ahead_y + i);
        loadLanes(vx, sorted.vx + begin + i);
        loadLanes(vy, sorted.vy + begin + i);
        loadLanes(reach, reaches + i);
        loadLanes(drag, drags + i);
        Floats distance = x * x + y * y;
        takeSquareRoots(distance);
        const Floats inverse = distance > 0 ? 1 / distance : Floats{};
        // 1 / (reach - d) - 1 / reach, without the pole
        const Floats room = reach * (reach - distance);
        const Floats corridor_pull = distance < most * room ? distance / room : most;
        const Floats pull = drag > 0 ? drag * (distance < near ? distance * (speed / near) : speed) : corridor_pull;
        x *= inverse;
        y *= inverse;
        storeLanes(work.ahead_x + i, x);
        storeLanes(work.ahead_y + i, y);
        storeLanes(work.force_x + i, pull * x - drag * vx);
        storeLanes(work.force_y + i, pull * y - drag * vy);
    }
}

/// Those within range of each walker of the block, one after the other.
void Kernel::gatherPairs(Workspace& work, std::uint32_t begin, std::uint32_t size) const
{
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < size; ++i)
    {
        work.first_pair[i] = static_cast<std::uint32_t>(found);
        const std::uint32_t self = begin + i;
        const std::uint32_t cell = sorted.card[self].cell;
        std::uint32_t runs[3][2];
        std::size_t most = 0;
        for (int row = 0; row < 3; ++row)
        {
            const std::uint32_t middle = cell + static_cast<std::uint32_t>(row) * column_count - column_count;
            runs[row][0] = first_in[middle - 1];
            runs[row][1] = first_in[middle + 2];
            most += runs[row][1] - runs[row][0] + kLanes;
        }
        work.reservePairs(found + most + kLanes);
        const std::size_t first = found;
        for (const auto& [from, to] : runs)
            found = packRun(sorted, self, from, to, quantum, static_cast<float>(kRange * kRange),
                            {work.column(Workspace::offset_x), work.column(Workspace::offset_y),
                             work.column(Workspace::velocity_x), work.column(Workspace::velocity_y)},
                            found);
        fillLanes(work.column(Workspace::look_x) + first, found - first, work.ahead_x[i]);
        fillLanes(work.column(Workspace::look_y) + first, found - first, work.ahead_y[i]);
    }
    work.first_pair[size] = static_cast<std::uint32_t>(found);
}

/// Adds what the others push with.
void Kernel::repel(Workspace& work, std::uint32_t begin, std::uint32_t size) const
{
    float* const push_x = work.column(Workspace::push_x);
    float* const push_y = work.column(Workspace::push_y);
    steering::Pairs pairs;
    pairs.count = static_cast<int>(work.first_pair[size]);
    pairs.offset_x = work.column(Workspace::offset_x);
    pairs.offset_y = work.column(Workspace::offset_y);
    pairs.velocity_x = work.column(Workspace::velocity_x);
    pairs.velocity_y = work.column(Workspace::velocity_y);
    const int coincident = steering::computeElliptical(pairs, options.law, push_x, push_y);
    steering::applySight(options.sight, pairs.count, work.column(Workspace::look_x), work.column(Workspace::look_y), push_x,
                         push_y);
    for (std::uint32_t i = 0; i < size; ++i)
    {
        const std::uint32_t first = work.first_pair[i], end = work.first_pair[i + 1];
        if (coincident > 0) [[unlikely]]
            partCoincident(work, first, end, sorted.card[begin + i].slot);
        work.force_x[i] += addLanes(push_x + first, end - first);
        work.force_y[i] += addLanes(push_y + first, end - first);
    }
}

/// Two in the same spot have no direction to push each other in: each takes one of its own.
void Kernel::partCoincident(Workspace& work, std::uint32_t first, std::uint32_t end, std::uint32_t slot) const
{
    const float* const x = work.column(Workspace::offset_x);
    const float* const y = work.column(Workspace::offset_y);
    for (std::uint32_t k = first; k < end; ++k)
    {
        if (x[k] * x[k] + y[k] * y[k] >= steering::kCoincidentSq) continue;
        Random random(options.seed, ((ids[slot] - 1) << 32) + tick);
        Vec2 away{random.uniform(-1, 1), random.uniform(-1, 1)};
        away = away / std::max(length(away), 1e-3);
        work.column(Workspace::push_x)[k] = static_cast<float>(away.x);
        work.column(Workspace::push_y)[k] = static_cast<float>(away.y);
    }
}

void Kernel::integrate(Workspace& work, std::uint32_t begin, std::uint32_t size)
{
    const auto most = static_cast<float>(options.speed);
    const float scale = dt / quantum;
    constexpr float kRound = 12582912; // 1.5 * 2^23: the sum has no bits left for a fraction
    for (std::uint32_t i = 0; i < size; ++i)
    {
        float vx = sorted.vx[begin + i] + dt * work.force_x[i];
        float vy = sorted.vy[begin + i] + dt * work.force_y[i];
        const float speed_sq = vx * vx + vy * vy;
        const float part = speed_sq > most * most ? most / std::sqrt(speed_sq) : 1.0F;
        vx *= part;
        vy *= part;
        now.vx[begin + i] = vx;
        now.vy[begin + i] = vy;
        now.x[begin + i] = sorted.x[begin + i] + static_cast<std::int32_t>((vx * scale + kRound) - kRound);
        now.y[begin + i] = sorted.y[begin + i] + static_cast<std::int32_t>((vy * scale + kRound) - kRound);
    }
}

/// Finds the attraction point of the next tick: the ball with the largest number on the way that holds the walker. One who would
/// be in no ball is put back to the border of the last.
void Kernel::keepInBall(Workspace& work, std::uint32_t at)
{
    const Ball* const balls = rows.balls().data();
    const auto distanceSq = [&](const Ball& ball) {
        const float dx = static_cast<float>(now.x[at] - ball.x) * quantum;
        const float dy = static_cast<float>(now.y[at] - ball.y) * quantum;
        return dx * dx + dy * dy;
    };
    Card card = sorted.card[at];
    const std::uint32_t forward = card.last >= card.ball ? 1u : ~0u;
    const auto holds = [&](std::uint32_t ball) {
        const float reach = balls[ball].reach;
        return reach > 0 && distanceSq(balls[ball]) <= reach * reach;
    };
    std::uint32_t ball = card.ball;
    while (ball != card.last && holds(ball + forward)) ball += forward;
    if (ball == card.ball && !holds(ball)) [[unlikely]]
    {
        const std::uint32_t behind = findBallBehind(card);
        if (behind != kNone && holds(behind))
            ball = behind;
        else
            putBack(at, balls[ball]);
    }
    card.ball = ball;
    card.cell = cellOf(now.x[at], now.y[at]);
    now.card[at] = card;
    if (ball == card.last) [[unlikely]]
        followTrip(work, at);
}

/// The ball before that of the walker on its link.
std::uint32_t Kernel::findBallBehind(const Card& card) const
{
    const std::uint32_t first = rows.firstBallOf(trips[card.slot].link);
    if (first == card.ball) return kNone;
    return first < card.ball ? card.ball - 1 : card.ball + 1;
}

void Kernel::putBack(std::uint32_t at, const Ball& ball)
{
    const float dx = static_cast<float>(now.x[at] - ball.x) * quantum;
    const float dy = static_cast<float>(now.y[at] - ball.y) * quantum;
    const float part = ball.reach / std::sqrt(dx * dx + dy * dy) * (1 - 1e-6F) / quantum;
    now.x[at] = ball.x + static_cast<std::int32_t>(dx * part);
    now.y[at] = ball.y + static_cast<std::int32_t>(dy * part);
    now.vx[at] = static_cast<float>(now.x[at] - sorted.x[at]) * quantum / dt;
    now.vy[at] = static_cast<float>(now.y[at] - sorted.y[at]) * quantum / dt;
}

void Kernel::push(std::uint32_t place, LatticePoint target)
{
    Card& card = now.card[place];
    const Ball& ball = rows.balls()[card.ball];
    const double dx = rows.lattice().quantum * (target.x - ball.x), dy = rows.lattice().quantum * (target.y - ball.y);
    const double away = std::sqrt(dx * dx + dy * dy), reach = static_cast<double>(ball.reach) * (1 - 1e-6);
    const double part = away > reach ? reach / away / rows.lattice().quantum : 1 / rows.lattice().quantum;
    now.x[place] = ball.x + static_cast<std::int32_t>(dx * part);
    now.y[place] = ball.y + static_cast<std::int32_t>(dy * part);
    const std::size_t source = sourceOf(place);
    std::uint32_t* const to = counts.data() + source * kBandCount;
    --to[bandOf(card.cell)];
    card.cell = cellOf(now.x[place], now.y[place]);
    ++to[bandOf(card.cell)];
    if (source == kNewcomers || static_cast<int>(source) == bandOf(card.cell)) return;
    std::uint32_t& leaving_count = workspaces[source]->leaving_count;
    std::uint32_t* const first = leaving.data() + source_first[source];
    if (std::find(first, first + leaving_count, place) == first + leaving_count) first[leaving_count++] = place;
}

} // namespace clearway::walkers
