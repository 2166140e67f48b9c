// SPDX-License-Identifier: MIT
#include "voronoi/walls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include <clearway/geometry/bvh.h>

#include "base/errors.h"

namespace clearway::voronoi {
namespace {

/// How far snapping may have pushed an end across another segment; quanta.
constexpr double kSnapReach = 2;
constexpr int kMaxRounds = 32;
constexpr std::uint32_t kNoPiece = std::numeric_limits<std::uint32_t>::max();

struct Split
{
    std::uint32_t piece = 0;
    LatticePoint at;
};

bool isStrictlyInside(const WallPiece& s, LatticePoint p) { return computeDot(s.a, s.b, p) > 0 && computeDot(s.b, s.a, p) > 0; }

double computeLength(const WallPiece& s)
{
    const double x = static_cast<double>(s.b.x) - s.a.x, y = static_cast<double>(s.b.y) - s.a.y;
    return std::sqrt(x * x + y * y);
}

/// Finds the places where pieces must be split so that they meet only at ends.
class ContactSearch
{
public:
    ContactSearch(std::span<const WallPiece> pieces, std::vector<Split>& splits) : pieces_(pieces), splits_(splits) {}

    /// False: two pieces cross for good; see `crossing()`.
    bool run()
    {
        const Bvh bvh = indexPieces();
        for (std::uint32_t i = 0; i < pieces_.size(); ++i)
            bvh.forEachIn(boxes_[i], [&](std::uint32_t j) {
                if (j > i) compare(i, j);
            });
        return !has_crossing_;
    }

    std::uint32_t crossing() const { return crossing_; }

    /// Whether no two pieces touch but at ends; ends with the first that do.
    bool findsNone()
    {
        const Bvh bvh = indexPieces();
        for (std::uint32_t i = 0; i < pieces_.size() && splits_.empty() && !has_crossing_; ++i)
            bvh.forEachIn(boxes_[i], [&](std::uint32_t j) {
                if (j > i && splits_.empty() && !has_crossing_) compare(i, j);
            });
        return splits_.empty() && !has_crossing_;
    }

private:
    Bvh indexPieces()
    {
        boxes_.assign(pieces_.size(), {});
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            for (LatticePoint p : {pieces_[i].a, pieces_[i].b})
                boxes_[i].add(Vec2{static_cast<double>(p.x), static_cast<double>(p.y)});
        return Bvh::build(boxes_);
    }

    void compare(std::uint32_t i, std::uint32_t j)
    {
        const WallPiece& s = pieces_[i];
        const WallPiece& t = pieces_[j];
        const std::int64_t sides[4] = {computeCross(s.a, s.b, t.a), computeCross(s.a, s.b, t.b), computeCross(t.a, t.b, s.a),
                                       computeCross(t.a, t.b, s.b)};
        const auto apart = [](std::int64_t a, std::int64_t b) { return (a > 0 && b > 0) || (a < 0 && b < 0); };
        if (apart(sides[0], sides[1]) || apart(sides[2], sides[3])) return;
        // An end that lies on the other segment.
        if (sides[0] == 0 && isStrictlyInside(s, t.a)) splits_.push_back({i, t.a});
        if (sides[1] == 0 && isStrictlyInside(s, t.b)) splits_.push_back({i, t.b});
        if (sides[2] == 0 && isStrictlyInside(t, s.a)) splits_.push_back({j, s.a});
        if (sides[3] == 0 && isStrictlyInside(t, s.b)) splits_.push_back({j, s.b});
        if (sides[0] == 0 || sides[1] == 0 || sides[2] == 0 || sides[3] == 0) return;
        resolveCrossing(i, j, sides);
    }

    /// They cross: the end that reaches across least was pushed there by snapping, if it is near enough.
    void resolveCrossing(std::uint32_t i, std::uint32_t j, const std::int64_t (&sides)[4])
    {
        const WallPiece& s = pieces_[i];
        const WallPiece& t = pieces_[j];
        const LatticePoint ends[4] = {t.a, t.b, s.a, s.b};
        const double lengths[2] = {computeLength(s), computeLength(t)};
        int best = 0;
        double best_reach = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 4; ++k)
        {
            const double reach = std::abs(static_cast<double>(sides[k])) / lengths[k / 2];
            if (reach < best_reach) best = k, best_reach = reach;
        }
        if (best_reach <= kSnapReach && isStrictlyInside(best < 2 ? s : t, ends[best]))
        {
            splits_.push_back({best < 2 ? i : j, ends[best]});
            return;
        }
        if (!has_crossing_) crossing_ = i;
        has_crossing_ = true;
    }

    std::span<const WallPiece> pieces_;
    std::vector<Split>& splits_;
    std::vector<Box2> boxes_;
    bool has_crossing_ = false;
    std::uint32_t crossing_ = 0;
};

std::vector<WallPiece> applySplits(std::span<const WallPiece> pieces, std::vector<Split>& splits)
{
    const auto along = [&](const Split& split) { return computeDot(pieces[split.piece].a, pieces[split.piece].b, split.at); };
    std::sort(splits.begin(), splits.end(), [&](const Split& x, const Split& y) {
        return x.piece != y.piece ? x.piece < y.piece : std::tuple(along(x), x.at) < std::tuple(along(y), y.at);
    });
    std::vector<WallPiece> result;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < pieces.size(); ++i)
    {
        LatticePoint from = pieces[i].a;
        for (; next < splits.size() && splits[next].piece == i; ++next)
        {
            if (splits[next].at == from) continue;
            result.push_back({from, splits[next].at, pieces[i].obstacle});
            from = splits[next].at;
        }
        if (from != pieces[i].b) result.push_back({from, pieces[i].b, pieces[i].obstacle});
    }
    return result;
}

/// Keeps the first of pieces that run the same way between the same points.
void removeRepeated(std::vector<WallPiece>& pieces)
{
    std::vector<std::uint32_t> order(pieces.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t i) { return std::tuple(pieces[i].a, pieces[i].b); };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return key(i) != key(j) ? key(i) < key(j) : i < j; });
    std::vector<bool> repeated(pieces.size(), false);
    for (std::size_t k = 1; k < order.size(); ++k) repeated[order[k]] = key(order[k]) == key(order[k - 1]);
    std::size_t count = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (!repeated[i]) pieces[count++] = pieces[i];
    pieces.resize(count);
}

/// Joins pieces that go on straight where nothing else ends. Not only for brevity: the region of an end in a straight wall has no
/// width, and the sweep takes a wrong turn when two events of such a region coincide.
void joinStraightPieces(std::vector<WallPiece>& pieces)
{
    struct End
    {
        LatticePoint point;
        std::uint32_t piece = 0;
        bool is_start = false;
    };
    std::vector<End> ends;
    ends.reserve(2 * pieces.size());
    for (std::uint32_t i = 0; i < pieces.size(); ++i)
    {
        ends.push_back({pieces[i].a, i, true});
        ends.push_back({pieces[i].b, i, false});
    }
    std::sort(ends.begin(), ends.end(), [](const End& x, const End& y) {
        return std::tuple(x.point, x.piece, x.is_start) < std::tuple(y.point, y.piece, y.is_start);
    });
    std::vector<std::uint32_t> next(pieces.size(), kNoPiece);
    std::vector<bool> is_continued(pieces.size(), false);
    for (std::size_t first = 0, last = 0; first < ends.size(); first = last)
    {
        while (last < ends.size() && ends[last].point == ends[first].point) ++last;
        if (last - first != 2 || ends[first].is_start == ends[first + 1].is_start) continue;
        const std::uint32_t before = ends[ends[first].is_start ? first + 1 : first].piece;
        const std::uint32_t after = ends[ends[first].is_start ? first : first + 1].piece;
        const LatticePoint p = ends[first].point;
        if (computeCross(p, pieces[before].a, pieces[after].b) != 0 || computeDot(p, pieces[before].a, pieces[after].b) >= 0)
            continue;
        next[before] = after;
        is_continued[after] = true;
    }
    std::vector<WallPiece> joined;
    joined.reserve(pieces.size());
    for (std::uint32_t i = 0; i < pieces.size(); ++i)
    {
        if (is_continued[i]) continue; // a straight chain cannot close, so each has a first piece
        std::uint32_t end = i;
        while (next[end] != kNoPiece) end = next[end];
        joined.push_back({pieces[i].a, pieces[end].b, pieces[i].obstacle});
    }
    pieces = std::move(joined);
}

} // namespace

Result<std::vector<WallPiece>> buildWallPieces(const Frame& frame, std::span<const Segment> obstacles,
                                               std::span<const std::uint32_t> members)
{
    std::vector<WallPiece> pieces;
    pieces.reserve(members.size());
    for (const std::uint32_t member : members)
    {
        const Segment& s = obstacles[member];
        const WallPiece piece = {frame.snap(s.a), frame.snap(s.b), member};
        for (const auto& [given, snapped] : {std::pair(s.a, piece.a), std::pair(s.b, piece.b)})
            if (!isFinite(given) || std::max(std::abs(snapped.x), std::abs(snapped.y)) > Frame::kLimit)
                return makeError(ErrorCode::out_of_range, "An obstacle lies outside the frame of the mesh.",
                                 atPoint(given, member));
        if (piece.a != piece.b) pieces.push_back(piece);
    }
    for (int round = 0; round < kMaxRounds; ++round)
    {
        removeRepeated(pieces);
        std::vector<Split> splits;
        ContactSearch search(pieces, splits);
        if (!search.run())
        {
            const WallPiece& s = pieces[search.crossing()];
            return makeError(ErrorCode::invalid_geometry,
                             "Two obstacles of one layer cross, so it is not clear which side is free; put what lies above one "
                             "another on layers of its own.",
                             atPoint(frame.world(s.a), s.obstacle));
        }
        if (splits.empty())
        {
            joinStraightPieces(pieces);
            return pieces;
        }
        pieces = applySplits(pieces, splits);
    }
    return makeError(ErrorCode::invalid_geometry,
                     "The obstacles lie so near to one another that they cross on the lattice of the mesh.");
}

bool areWallPieces(std::span<const WallPiece> pieces)
{
    std::vector<WallPiece> copy(pieces.begin(), pieces.end());
    removeRepeated(copy);
    if (copy.size() != pieces.size()) return false;
    std::vector<Split> splits;
    if (!ContactSearch(pieces, splits).findsNone()) return false;
    joinStraightPieces(copy);
    return copy.size() == pieces.size();
}

} // namespace clearway::voronoi
