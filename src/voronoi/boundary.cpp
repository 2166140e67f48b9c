// SPDX-License-Identifier: MIT
// A corner of free space is the sector from a wall that starts at a point, counter-clockwise, to one that ends there. Several
// sectors may meet at a point where obstacles touch; only one of them can be wider than a half turn, so there is at most one
// notch per point.
#include "voronoi/boundary.h"

#include <algorithm>

namespace clearway::voronoi {
namespace {

struct WallEnd
{
    LatticePoint point;
    std::uint32_t piece = 0;
    bool is_start = false;
};

/// How far one turns clockwise from the ray p-q to the ray p-r: 0 less than a half turn, 1 exactly that, 2 more, 3 a full turn.
int computeTurnClass(LatticePoint p, LatticePoint q, LatticePoint r)
{
    const std::int64_t side = computeCross(p, q, r);
    if (side != 0) return side < 0 ? 0 : 2;
    return computeDot(p, q, r) < 0 ? 1 : 3;
}

class Linker
{
public:
    Linker(const Frame& frame, int layer, const std::vector<WallPiece>& pieces) : frame_(frame), layer_(layer), pieces_(pieces) {}

    Boundary run()
    {
        const std::size_t count = pieces_.size();
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const WallPiece& piece = pieces_[i];
            result_.sites.push_back({VoronoiDiagram::Site::Kind::segment,
                                     piece.obstacle,
                                     layer_,
                                     kNone,
                                     kNone,
                                     {frame_.world(piece.a), frame_.world(piece.b)}});
            ends_.push_back({piece.a, i, true});
            ends_.push_back({piece.b, i, false});
        }
        result_.start_point.assign(count, kNone);
        result_.end_point.assign(count, kNone);
        result_.other_side.assign(count, kNone);
        std::sort(ends_.begin(), ends_.end(), [](const WallEnd& a, const WallEnd& b) {
            return a.point != b.point ? a.point < b.point : a.piece != b.piece ? a.piece < b.piece : a.is_start < b.is_start;
        });
        is_notch_.assign(count, false);
        forEachCorner([&](std::size_t first, std::size_t last) { linkWalls(first, last); });
        insertNotches();
        forEachCorner([&](std::size_t first, std::size_t last) { shareNotch(first, last); });
        return std::move(result_);
    }

private:
    template <typename Visit>
    void forEachCorner(Visit&& visit)
    {
        for (std::size_t first = 0, last = 0; first < ends_.size(); first = last)
        {
            while (last < ends_.size() && ends_[last].point == ends_[first].point) ++last;
            visit(first, last);
        }
    }

    /// Free space lies clockwise from a wall that ends here, up to the first wall that starts here.
    void linkWalls(std::size_t first, std::size_t last)
    {
        const LatticePoint p = ends_[first].point;
        for (std::size_t i = first; i < last; ++i)
        {
            if (ends_[i].is_start) continue;
            const std::uint32_t incoming = ends_[i].piece;
            const LatticePoint back = pieces_[incoming].a;
            std::uint32_t next = kNone;
            for (std::size_t j = first; j < last; ++j)
            {
                if (!ends_[j].is_start) continue;
                const std::uint32_t outgoing = ends_[j].piece;
                if (pieces_[outgoing].b == back) result_.other_side[incoming] = outgoing;
                if (next == kNone || isSooner(p, back, pieces_[outgoing].b, pieces_[next].b)) next = outgoing;
            }
            if (next == kNone) continue;
            result_.sites[incoming].next = next;
            result_.sites[next].previous = incoming;
            is_notch_[next] = computeTurnClass(p, back, pieces_[next].b) >= 2;
        }
    }

    static bool isSooner(LatticePoint p, LatticePoint from, LatticePoint q, LatticePoint r)
    {
        const int turn_q = computeTurnClass(p, from, q), turn_r = computeTurnClass(p, from, r);
        return turn_q != turn_r ? turn_q < turn_r : computeCross(p, q, r) < 0;
    }

    void insertNotches()
    {
        for (std::uint32_t i = 0; i < pieces_.size(); ++i)
        {
            if (!is_notch_[i]) continue;
            const auto notch = static_cast<std::uint32_t>(result_.sites.size());
            VoronoiDiagram::Site site = result_.sites[i];
            site.kind = VoronoiDiagram::Site::Kind::point;
            site.next = i;
            site.shape.b = site.shape.a;
            result_.sites.push_back(site);
            result_.sites[i].previous = notch;
            result_.sites[site.previous].next = notch;
            result_.start_point[i] = notch;
        }
    }

    void shareNotch(std::size_t first, std::size_t last)
    {
        std::uint32_t notch = kNone;
        for (std::size_t i = first; i < last; ++i)
            if (ends_[i].is_start) notch = std::min(notch, result_.start_point[ends_[i].piece]);
        for (std::size_t i = first; i < last; ++i)
            (ends_[i].is_start ? result_.start_point : result_.end_point)[ends_[i].piece] = notch;
    }

    const Frame& frame_;
    int layer_;
    const std::vector<WallPiece>& pieces_;
    std::vector<WallEnd> ends_;
    std::vector<bool> is_notch_; ///< per piece: free space turns around its start
    Boundary result_;
};

} // namespace

Boundary buildBoundary(const Frame& frame, int layer, const std::vector<WallPiece>& pieces)
{
    return Linker(frame, layer, pieces).run();
}

} // namespace clearway::voronoi
