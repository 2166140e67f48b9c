// SPDX-License-Identifier: MIT
// Cutting a few triangles again and joining them with what stayed.
// A triangle without a bad corner before and after keeps its piece; only the places of its corners change. Others lose their
// pieces and get new ones. Points on edges are taken from the neighbour that has them; corners are numbered last, fan by fan.
#include <algorithm>

#include "surface/editor_work.h"

namespace clearway {

using namespace surfacing;
using Work = SurfaceEditor::Work;

/// Stamps of earlier rounds mean nothing; when numbers have run out they are taken back.
std::uint32_t Work::startRound()
{
    if (++round == 0)
    {
        std::fill(vertex_stamps.begin(), vertex_stamps.end(), 0);
        std::fill(triangle_stamps.begin(), triangle_stamps.end(), 0);
        round = 1;
    }
    return round;
}

void Work::startCornerRound()
{
    if (++corner_round != 0) return;
    std::fill(corner_stamps.begin(), corner_stamps.end(), 0);
    corner_round = 1;
}

/// Which triangles to cut again: those where something changed, and those beside them whose split edges depend on it.
void Work::listRecut()
{
    const EdgeRules rules(mesh, input, options);
    const std::uint32_t mark = startRound();
    recut.clear();
    std::vector<std::uint32_t> candidates;
    const auto add = [&](std::uint32_t t) {
        if (triangle_stamps[t] == mark) return;
        triangle_stamps[t] = mark;
        candidates.push_back(t);
    };
    for (const std::uint32_t v : switched_vertices)
        for (const std::uint32_t corner : source->cornersOf(v)) add(corner / 3);
    // Elsewhere the good stay good: whole triangles stay whole.
    for (const std::uint32_t v : changed_vertices)
        for (const std::uint32_t corner : source->cornersOf(v))
            if (states[corner / 3] != 0) add(corner / 3);
    const std::size_t at_changed = candidates.size();
    for (const std::uint32_t t : steep_changes) add(t);
    for (const std::uint32_t t : low_triangles) add(t);
    for (const std::uint32_t id : touched_triangles)
        if ((triangle_marks[id] & kForced) && triangle_of_id[id] != kAbsent) add(triangle_of_id[id]);
    const std::size_t count = candidates.size();
    for (std::size_t i = 0; i < count; ++i)
        for (std::uint32_t h = 3 * candidates[i]; h < 3 * candidates[i] + 3; ++h)
        {
            const std::uint32_t other = source->opposites[h];
            if (other != kNone && kBitCount[states[other / 3] & 7] > 1) add(other / 3);
        }
    for (std::size_t i = 0; i < candidates.size(); ++i)
    {
        const std::uint32_t t = candidates[i];
        const std::uint16_t state = computeState(rules, source->triangles[t], t, isSteep(t));
        const bool is_forced = i >= at_changed || (triangle_marks[id_of_triangle[t]] & kForced);
        if (std::exchange(states[t], state) != 0 || state != 0 || is_forced) recut.push_back(t);
    }
    std::sort(recut.begin(), recut.end());
    for (std::uint32_t i = 0; i < recut.size(); ++i) recut_places[recut[i]] = i;
}

/// Where a vertex changed but its triangles are whole before and after.
void Work::moveWholeCorners()
{
    const EdgeRules rules(mesh, input, options);
    // In two passes, so that memory for the second is on its way when it starts.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> corners; // vertices of the source, half-edges of the surface
    for (const std::uint32_t v : changed_vertices)
    {
        if (!rules.isGood(v)) continue;
        for (const std::uint32_t corner : source->cornersOf(v))
        {
            const std::uint32_t t = corner / 3;
            if (recut_places[t] != kAbsent || first_piece[t] == kAbsent) continue;
            corners.emplace_back(v, 3 * first_piece[t] + corner % 3);
            __builtin_prefetch(&surface->triangles[first_piece[t]]);
            if (input.steep.empty()) break; // one fan
        }
    }
    for (const auto& [v, corner] : corners) putPoint(surface->origin(corner), rules.spotAt(v));
}

Spot Work::spotOf(const EdgeRules& rules, std::uint32_t t, std::uint8_t point) const
{
    return point < kMiddle ? rules.spotAt(source->triangles[t][point]) : rules.split(3 * t + point - kMiddle).spot;
}

Spot Work::placeOf(const EdgeRules& rules, std::uint32_t t, const Pieces& pieces, std::uint8_t point) const
{
    if (point < kCut) return spotOf(rules, t, point);
    if (point == kInside) return rules.cut(spotOf(rules, t, pieces.inside_good), spotOf(rules, t, pieces.inside_bad));
    const auto k = static_cast<std::uint8_t>(point % 3);
    const Spot a = spotOf(rules, t, k), b = spotOf(rules, t, static_cast<std::uint8_t>((k + 1) % 3));
    if (point < kCutFirst) return rules.isGood(a.acceleration) ? rules.cut(a, b) : rules.cut(b, a);
    return rules.cut(rules.split(3 * t + k).spot, point < kCutSecond ? a : b);
}

Pieces Work::piecesOf(const EdgeRules& rules, std::uint32_t t, const TriangleState& state) const
{
    if (kBitCount[state.bad] != 1) return computePieces(state, false);
    // The shorter diagonal, as in cut.cpp.
    const auto k = std::uint32_t{kLowestBit[state.bad]};
    const std::uint32_t next = (k + 1) % 3, last = (k + 2) % 3;
    const auto at = [&](std::uint32_t point) { return placeOf(rules, t, {}, static_cast<std::uint8_t>(point)).position; };
    return computePieces(state, distanceSq(at(kCut + k), at(last)) < distanceSq(at(kCut + last), at(next)));
}

/// What a triangle keeps that was not cut again.
Work::Kept Work::describe(const EdgeRules& rules, std::uint32_t t) const
{
    Kept kept;
    kept.state = unpackState(states[t]);
    if (first_piece[t] == kAbsent) return kept;
    kept.pieces = piecesOf(rules, t, kept.state);
    std::uint32_t i = 0;
    for (std::uint32_t p = first_piece[t]; p != kAbsent; p = next_piece[p]) kept.triangles[i++] = p;
    return kept;
}

Work::Kept Work::keptOf(const EdgeRules& rules, std::uint32_t t) const
{
    return recut_places[t] == kAbsent ? describe(rules, t) : recut_kept[recut_places[t]];
}

std::uint32_t Work::findNumber(const Kept& kept, std::uint8_t point) const
{
    for (std::uint32_t i = 0; i < kept.pieces.count; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            if (kept.pieces.triangles[i][k] == point) return surface->triangles[kept.triangles[i]][k];
    return kAbsent;
}

/// The half-edge along edge k: near its first corner (0) or its second (1), the same where the edge is not split.
std::uint32_t Work::findPortion(const Kept& kept, std::uint32_t k, std::uint32_t which)
{
    const bool is_split = kept.state.good_middle >> k & 1;
    for (std::uint32_t i = 0; i < kept.pieces.count; ++i)
        for (std::uint32_t c = 0; c < 3; ++c)
        {
            const std::uint8_t from = kept.pieces.triangles[i][c], to = kept.pieces.triangles[i][(c + 1) % 3];
            if (!((kEdgesOfPoint[from] & kEdgesOfPoint[to]) >> k & 1)) continue;
            if (!is_split || (to == kMiddle + k ? 0u : 1u) == which) return 3 * kept.triangles[i] + c;
        }
    return kAbsent;
}

void Work::putPoint(std::uint32_t number, const Spot& spot)
{
    if (surface->positions[number] != spot.position) moved_points.push_back(number);
    surface->positions[number] = spot.position;
    surface->accelerations[number] = spot.acceleration;
    changes.vertices.push_back(number);
}

std::uint32_t Work::appendPoint(const Spot& spot)
{
    // A number that became free, if there is one: others keep theirs.
    while (!emptied_vertices.empty())
    {
        const std::uint32_t emptied = emptied_vertices.back();
        emptied_vertices.pop_back();
        if (uses[emptied] > 0) continue;
        putPoint(emptied, spot);
        return emptied;
    }
    const auto number = static_cast<std::uint32_t>(surface->positions.size());
    surface->positions.resize(number + 1);
    surface->positions[number] = spot.position; // its triangles are new and listed anyway
    surface->accelerations.resize(number + 1);
    uses.push_back(0);
    corner_of.push_back(kAbsent);
    putPoint(number, spot);
    return number;
}

void Work::removePiece(std::uint32_t p)
{
    for (std::uint32_t h = 3 * p; h < 3 * p + 3; ++h)
    {
        noteLoop(h);
        loop_of[h] = kAbsent;
        std::uint32_t& corner = surface->triangles[p][h - 3 * p];
        if (--uses[corner] == 0) emptied_vertices.push_back(corner);
        corner = kAbsent;
    }
    if (surface->components[p] != kAbsent) --component_sizes[surface->components[p]];
    free_triangles.push_back(p);
}

void Work::removePieces(std::uint32_t t)
{
    for (std::uint32_t p = first_piece[t]; p != kAbsent; p = next_piece[p]) removePiece(p);
    first_piece[t] = kAbsent;
}

std::uint32_t Work::takeTriangle()
{
    std::uint32_t p;
    if (!free_triangles.empty())
    {
        p = free_triangles.back();
        free_triangles.pop_back();
    }
    else
    {
        p = static_cast<std::uint32_t>(surface->triangles.size());
        surface->triangles.resize(p + 1);
        surface->opposites.resize(std::size_t{3} * p + 3);
        surface->source_triangles.resize(p + 1);
        surface->components.resize(p + 1);
        next_piece.resize(p + 1);
        loop_of.resize(std::size_t{3} * p + 3, kAbsent);
        corner_stamps.resize(std::size_t{3} * p + 3, 0);
        search_owners.resize(p + 1, kAbsent);
    }
    surface->triangles[p] = {kAbsent, kAbsent, kAbsent};
    surface->components[p] = kAbsent;
    changes.triangles.push_back(p);
    return p;
}

/// A point on an edge, as the neighbour has it; or a new one.
std::uint32_t Work::findOrAppendPoint(const EdgeRules& rules, std::uint32_t t, const Pieces& pieces, std::uint8_t point)
{
    if (point != kInside)
    {
        const std::uint32_t k = point % 3;
        const std::uint32_t other = source->opposites[3 * t + k];
        if (other != kNone && first_piece[other / 3] != kAbsent)
        {
            // Named from the other side.
            std::uint32_t kind = point - k;
            if (kind == kCutFirst)
                kind = kCutSecond;
            else if (kind == kCutSecond)
                kind = kCutFirst;
            const std::uint32_t number = findNumber(keptOf(rules, other / 3), static_cast<std::uint8_t>(kind + other % 3));
            if (number != kAbsent) return number;
        }
    }
    return appendPoint(placeOf(rules, t, pieces, point));
}

void Work::writePieces(const EdgeRules& rules, std::uint32_t place)
{
    const std::uint32_t t = recut[place];
    Kept& kept = recut_kept[place];
    kept = {};
    kept.state = unpackState(states[t]);
    if (states[t] & kSteep) return;
    kept.pieces = piecesOf(rules, t, kept.state);
    std::array<std::uint32_t, kPointCount> numbers;
    numbers.fill(kAbsent);
    std::uint32_t* link = &first_piece[t];
    for (std::uint32_t i = 0; i < kept.pieces.count; ++i)
    {
        // Where a number is taken can move `next_piece`, so the list is written afterwards.
        kept.triangles[i] = takeTriangle();
        surface->source_triangles[kept.triangles[i]] = t;
    }
    for (std::uint32_t i = 0; i < kept.pieces.count; ++i)
    {
        *link = kept.triangles[i];
        link = &next_piece[kept.triangles[i]];
    }
    *link = kAbsent;
    const Pieces& pieces = kept.pieces;
    for (std::uint32_t i = 0; i < pieces.count; ++i)
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const std::uint8_t from = pieces.triangles[i][k], to = pieces.triangles[i][(k + 1) % 3];
            const std::uint32_t h = 3 * kept.triangles[i] + k;
            surface->opposites[h] = kNone;
            for (std::uint32_t j = 0; j < pieces.count; ++j)
                for (std::uint32_t l = 0; l < 3; ++l)
                    if (pieces.triangles[j][l] == to && pieces.triangles[j][(l + 1) % 3] == from)
                        surface->opposites[h] = 3 * kept.triangles[j] + l;
            if (from < kMiddle) continue; // a corner
            if (numbers[from] == kAbsent) numbers[from] = findOrAppendPoint(rules, t, pieces, from);
            setCorner(h, numbers[from]);
        }
}

void Work::setCorner(std::uint32_t h, std::uint32_t number)
{
    std::uint32_t& corner = surface->triangles[h / 3][h % 3];
    corner_of[number] = h;
    if (corner == number) return;
    if (corner != kAbsent && --uses[corner] == 0) emptied_vertices.push_back(corner);
    corner = number;
    ++uses[number];
    changes.triangles.push_back(h / 3);
}

void Work::linkAcross(const EdgeRules& rules, std::uint32_t place)
{
    const std::uint32_t t = recut[place];
    const Kept& own = recut_kept[place];
    for (std::uint32_t k = 0; k < 3; ++k)
    {
        const unsigned ends = 1u << k | 1u << (k + 1) % 3;
        const bool is_split = own.state.good_middle >> k & 1;
        if ((own.state.bad & ends) == ends && !is_split) continue; // nothing kept along this edge
        const std::uint32_t other = source->opposites[3 * t + k];
        const bool has_other = other != kNone;
        const bool is_other_old = has_other && recut_places[other / 3] == kAbsent;
        const Kept theirs = has_other ? keptOf(rules, other / 3) : Kept{};
        for (std::uint32_t which = 0; which < (is_split ? 2u : 1u); ++which)
        {
            const std::uint32_t a = findPortion(own, k, which);
            const std::uint32_t b = has_other ? findPortion(theirs, other % 3, 1 - which) : kAbsent;
            if (a != kAbsent) surface->opposites[a] = b; // kAbsent is kNone
            if (b == kAbsent) continue;
            surface->opposites[b] = a;
            if (!is_other_old) continue;
            changes.triangles.push_back(b / 3);
            loosened.push_back(b);
            corner_of[surface->origin(b)] = b;
            corner_of[surface->origin(nextHalfedge(b))] = nextHalfedge(b);
        }
    }
}

/// The half-edge that starts at the same vertex in the next triangle clockwise, or none at a border.
std::uint32_t Work::turnRight(std::uint32_t h) const
{
    const std::uint32_t other = surface->opposites[h];
    return other == kNone ? kAbsent : nextHalfedge(other);
}

/// Gives each fan of triangles at a vertex of the source one vertex of the surface, if possible one that it had.
void Work::joinFans(const EdgeRules& rules, std::uint32_t vertex)
{
    if (!rules.isGood(vertex)) return;
    startCornerRound();
    std::vector<std::uint32_t> taken;
    const auto visitFan = [&](std::uint32_t h) {
        std::uint32_t number = kAbsent;
        forFan(h, [&](std::uint32_t at) {
            corner_stamps[at] = corner_round;
            const std::uint32_t old = surface->origin(at);
            if (old < number && std::find(taken.begin(), taken.end(), old) == taken.end()) number = old;
        });
        if (number == kAbsent) number = appendPoint(rules.spotAt(vertex));
        putPoint(number, rules.spotAt(vertex));
        taken.push_back(number);
        forFan(h, [&](std::uint32_t at) { setCorner(at, number); });
    };
    for (const std::uint32_t corner : source->cornersOf(vertex))
    {
        const std::uint32_t t = corner / 3;
        if (first_piece[t] == kAbsent) continue;
        const auto name = static_cast<std::uint8_t>(kCorner + corner % 3);
        if (states[t] == 0)
        {
            const std::uint32_t h = 3 * first_piece[t] + corner % 3;
            if (corner_stamps[h] != corner_round) visitFan(h);
            continue;
        }
        const Kept kept = keptOf(rules, t);
        for (std::uint32_t i = 0; i < kept.pieces.count; ++i)
            for (std::uint32_t k = 0; k < 3; ++k)
                if (const std::uint32_t h = 3 * kept.triangles[i] + k;
                    kept.pieces.triangles[i][k] == name && corner_stamps[h] != corner_round)
                    visitFan(h);
    }
}

void Work::moveTriangle(std::uint32_t from, std::uint32_t to)
{
    SurfaceMesh::Data& s = *surface;
    s.triangles[to] = s.triangles[from];
    s.source_triangles[to] = s.source_triangles[from];
    s.components[to] = s.components[from];
    next_piece[to] = next_piece[from];
    std::uint32_t* link = &first_piece[s.source_triangles[to]];
    while (*link != from) link = &next_piece[*link];
    *link = to;
    for (std::uint32_t k = 0; k < 3; ++k)
    {
        const std::uint32_t h = 3 * to + k, old = 3 * from + k;
        const std::uint32_t other = s.opposites[old];
        s.opposites[h] = other;
        if (other != kNone)
        {
            s.opposites[other] = h;
            changes.triangles.push_back(other / 3);
        }
        else
        {
            noteLoop(old);
            border_candidates.push_back(h);
        }
        loop_of[h] = kAbsent;
        if (corner_of[s.triangles[to][k]] == old) corner_of[s.triangles[to][k]] = h;
    }
    changes.triangles.push_back(to);
    moves.emplace_back(from, to);
}

void Work::compactTriangles()
{
    std::sort(free_triangles.begin(), free_triangles.end());
    auto count = static_cast<std::uint32_t>(surface->triangles.size());
    for (std::size_t i = free_triangles.size(); i-- > 0;)
        if (--count != free_triangles[i]) moveTriangle(count, free_triangles[i]);
    free_triangles.clear();
    surface->triangles.resize(count);
    surface->opposites.resize(std::size_t{3} * count);
    surface->source_triangles.resize(count);
    surface->components.resize(count);
    next_piece.resize(count);
    loop_of.resize(std::size_t{3} * count);
    corner_stamps.resize(std::size_t{3} * count);
    search_owners.resize(count);
}

/// The number that a triangle has after compacting. Each number was the last at most once.
std::uint32_t Work::findMoved(std::uint32_t t) const
{
    while (true)
    {
        const auto at = std::lower_bound(moves.begin(), moves.end(), t, [](const auto& move, std::uint32_t number) {
            return move.first > number; // falling
        });
        if (at == moves.end() || at->first != t) return t;
        t = at->second;
    }
}

void Work::compactVertices()
{
    std::sort(emptied_vertices.begin(), emptied_vertices.end());
    emptied_vertices.erase(std::unique(emptied_vertices.begin(), emptied_vertices.end()), emptied_vertices.end());
    auto count = static_cast<std::uint32_t>(surface->positions.size());
    for (std::size_t i = emptied_vertices.size(); i-- > 0;)
    {
        const std::uint32_t empty = emptied_vertices[i];
        if (uses[empty] > 0 || empty >= count) continue;
        if (--count == empty) continue;
        putPoint(empty, {surface->positions[count], surface->accelerations[count]});
        uses[empty] = uses[count];
        corner_of[empty] = corner_of[count];
        forFan(corner_of[count], [&](std::uint32_t h) {
            surface->triangles[h / 3][h % 3] = empty;
            changes.triangles.push_back(h / 3);
        });
    }
    emptied_vertices.clear();
    surface->positions.resize(count);
    surface->accelerations.resize(count);
    uses.resize(count);
    corner_of.resize(count);
}

} // namespace clearway
