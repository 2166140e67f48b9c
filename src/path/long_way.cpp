// SPDX-License-Identifier: MIT
#include "path/long_way.h"

#include <algorithm>
#include <limits>

#include "path/diagram_way.h"

namespace clearway {

/// How far apart stops are on the way; metres. A search between them stays near.
static constexpr double kStride = 25;

std::uint32_t findPiece(const ClearanceMesh::Data& data, const Place& place)
{
    const std::uint32_t first = data.first_piece[place.cell];
    const std::uint32_t last = data.first_piece[place.cell + 1];
    if (last == first + 1) return first;
    const Vec2 p = place.position - data.origin;
    std::uint32_t best = first;
    double best_outside = std::numeric_limits<double>::infinity();
    for (std::uint32_t piece = first; piece < last; ++piece)
    {
        double outside = 0;
        const ClearanceMesh::Data::Piece& shape = data.pieces[piece];
        if (shape.side_count < 3) continue; // rounding has left no area
        for (std::uint32_t i = 0; i < shape.side_count; ++i)
        {
            const Vec2 a = data.sides[shape.first_side + i].from;
            const Vec2 b = data.sides[shape.first_side + (i + 1 == shape.side_count ? 0 : i + 1)].from;
            outside = std::max(outside, -cross(b - a, p - a) / distance(a, b));
        }
        if (outside >= best_outside) continue;
        best = piece;
        best_outside = outside;
    }
    return best;
}

void LongWay::listStops(const Place& from, const Place& to, double radius)
{
    stops_.clear();
    const VoronoiDiagram& diagram = clearance_.voronoi();
    const DiagramEnd start{from.position, clearance_.findNearestSite(from)}, goal{to.position, clearance_.findNearestSite(to)};
    if (start.nearest.site == kNone || goal.nearest.site == kNone) return;
    const int layer = diagram.sites()[start.nearest.site].layer;
    const NavMeshQuery query(clearance_.mesh());
    for (const std::uint32_t vertex : findDiagramWay(diagram, start, goal, radius))
    {
        const Vec2 position = diagram.vertices()[vertex].position;
        if (const CellId cell = query.findCell(position, layer); cell != kNone) stops_.push_back({position, cell});
    }
    if (!stops_.empty()) stops_.push_back(to);
}

Search::Outcome LongWay::run(const Search::Question& question)
{
    const Search::Outcome outcome = search_.run(question);
    expanded_ += search_.expandedCount();
    return outcome;
}

/// From stop to stop; false when that leads nowhere, or takes too many nodes.
bool LongWay::markPieces(const Place& from, const Search::Question& question)
{
    const ClearanceMesh::Data& data = clearance_.data();
    is_on_way_.assign(data.pieces.size(), 0);
    Place here = from;
    for (std::size_t next = 0; next < stops_.size();)
    {
        std::size_t stop = next;
        double length = distance(here.position, stops_[next].position);
        while (stop + 1 < stops_.size())
        {
            length += distance(stops_[stop].position, stops_[stop + 1].position);
            if (length > kStride) break;
            ++stop;
        }
        Search::Question part = question;
        part.start = here.position - data.origin;
        part.start_piece = findPiece(data, here);
        for (;; stop = next + (stop - next) / 2)
        {
            if (expanded_ >= question.max_nodes) return false;
            part.goal = stops_[stop].position - data.origin;
            part.goal_piece = findPiece(data, stops_[stop]);
            part.max_nodes = question.max_nodes - expanded_;
            if (run(part) == Search::Outcome::found) break;
            if (stop == next) return false;
        }
        for (const std::uint32_t piece : search_.pieces()) is_on_way_[piece] = 1;
        here = stops_[stop];
        next = stop + 1;
    }
    return true;
}

bool LongWay::find(const Place& from, const Place& to, const Search::Question& question)
{
    const ClearanceMesh::Data& data = clearance_.data();
    expanded_ = 0;
    listStops(from, to, question.radius);
    if (stops_.empty() || !markPieces(from, question)) return false;
    std::vector<std::uint32_t> closed;
    for (std::uint32_t door = 0; door < data.doors.size(); ++door)
        if (is_on_way_[data.doors[door].left] == 0 || is_on_way_[data.doors[door].right] == 0) closed.push_back(door);
    Search::Question within = question;
    within.closed_doors = closed;
    return run(within) == Search::Outcome::found;
}

} // namespace clearway
