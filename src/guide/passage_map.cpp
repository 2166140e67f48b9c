// SPDX-License-Identifier: MIT
#include "guide/passage_map.h"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

constexpr double kPiece = 4;       ///< of a line that is looked at at once; metres
constexpr double kLeastSquare = 4; ///< metres
constexpr double kAtWall = 0.15;   ///< how far the end of a portal may be from the wall of a passage; metres
constexpr double kMostPassageSquares = 1 << 18;

/// Whether a straight line leads through a passage in one direction, and where on the line.
bool leadsThrough(const Passage& passage, bool is_against, Vec2 from, Vec2 to, double& share)
{
    const Passage::Offset a = passage.computeOffset(is_against, from), b = passage.computeOffset(is_against, to);
    if (!(a.ahead < 0 && b.ahead >= 0)) return false;
    share = -a.ahead / (b.ahead - a.ahead);
    return std::abs(a.left + share * (b.left - a.left)) <= passage.width / 2;
}

} // namespace

PassageMap::PassageMap(const ClearanceMesh& clearance) : passages_(clearance.voronoi().listPassages(kWidest))
{
    first_portal_.assign(passages_.size() + 1, 0);
    if (passages_.empty()) return;
    for (const Passage& passage : passages_) bounds_.add(passage.middle);
    const double width = bounds_.max.x - bounds_.min.x, height = bounds_.max.y - bounds_.min.y;
    size_ =
        std::max({kLeastSquare, std::sqrt(width * height / kMostPassageSquares), std::max(width, height) / kMostPassageSquares});
    columns_ = static_cast<int>(width / size_) + 1;
    rows_ = static_cast<int>(height / size_) + 1;
    const auto forEachSquare = [this](const Passage& passage, auto visit) {
        const double reach = kPiece / 2 + passage.width / 2;
        const Square low = squareAt(passage.middle - Vec2{reach, reach}), high = squareAt(passage.middle + Vec2{reach, reach});
        for (int row = low.row; row <= high.row; ++row)
            for (int column = low.column; column <= high.column; ++column)
                visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column));
    };
    first_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    for (const Passage& passage : passages_) forEachSquare(passage, [&](std::size_t square) { ++first_[square + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    items_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < passages_.size(); ++i)
        forEachSquare(passages_[i], [&](std::size_t square) { items_[next[square]++] = i; });
    listPortals(clearance.mesh());
}

/// Those whose ends are at the two walls of a passage, between its mouths.
void PassageMap::listPortals(const NavMesh& mesh)
{
    struct Item
    {
        std::uint32_t passage = 0;
        PortalId portal = 0;
    };
    std::vector<Item> found;
    for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
    {
        const Segment segment = mesh.segment(mesh.portals()[portal]);
        for (const std::uint32_t i : near(interpolate(segment.a, segment.b, 0.5)))
        {
            const Passage& passage = passages_[i];
            const Passage::Offset a = passage.computeOffset(false, segment.a), b = passage.computeOffset(false, segment.b);
            const bool is_between = std::max(std::abs(a.ahead), std::abs(b.ahead)) <= passage.depth + kAtWall;
            const bool is_across = std::abs(std::abs(a.left) - passage.width / 2) <= kAtWall &&
                                   std::abs(std::abs(b.left) - passage.width / 2) <= kAtWall && a.left * b.left < 0;
            const bool is_in_layer = mesh.portals()[portal].layer == passage.layer;
            if (is_between && is_across && is_in_layer) found.push_back({i, portal});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Item& x, const Item& y) { return x.passage < y.passage; });
    for (const Item& item : found)
    {
        ++first_portal_[item.passage + 1];
        portals_.push_back(item.portal);
    }
    for (std::size_t i = 1; i < first_portal_.size(); ++i) first_portal_[i] += first_portal_[i - 1];
}

PassageMap::Square PassageMap::squareAt(Vec2 point) const
{
    const auto clamped = [this](double offset, int count) {
        return static_cast<int>(std::clamp(std::floor(offset / size_), 0.0, count - 1.0));
    };
    return {clamped(point.x - bounds_.min.x, columns_), clamped(point.y - bounds_.min.y, rows_)};
}

std::span<const std::uint32_t> PassageMap::near(Vec2 point) const
{
    const Square at = squareAt(point);
    const std::size_t square =
        static_cast<std::size_t>(at.row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(at.column);
    return std::span(items_).subspan(first_[square], first_[square + 1] - first_[square]);
}

void PassageMap::findCrossed(Vec2 from, Vec2 to, int layer, std::vector<std::uint32_t>& ways) const
{
    if (passages_.empty()) return;
    const auto count = static_cast<int>(std::min(distance(from, to) / kPiece, 1e6)) + 1;
    for (int i = 0; i < count; ++i)
    {
        const Vec2 a = interpolate(from, to, static_cast<double>(i) / count);
        const Vec2 b = i + 1 < count ? interpolate(from, to, static_cast<double>(i + 1) / count) : to;
        struct Crossing
        {
            double share = 0;
            std::uint32_t way = 0;
        };
        constexpr std::size_t kMost = 16; // within a few metres
        Crossing crossings[kMost];
        std::size_t found = 0;
        for (const std::uint32_t passage : near(interpolate(a, b, 0.5)))
            for (const bool is_against : {false, true})
            {
                double share = 0;
                if (passages_[passage].layer != layer || found == kMost) continue;
                if (leadsThrough(passages_[passage], is_against, a, b, share))
                    crossings[found++] = {share, 2 * passage + (is_against ? 1 : 0)};
            }
        std::sort(crossings, crossings + found,
                  [](const Crossing& x, const Crossing& y) { return x.share != y.share ? x.share < y.share : x.way < y.way; });
        for (std::size_t k = 0; k < found; ++k) ways.push_back(crossings[k].way);
    }
}

} // namespace clearway
