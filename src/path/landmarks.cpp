// SPDX-License-Identifier: MIT
// A point's distance to the goal is at least the difference of their distances to a landmark.
#include <clearway/path/landmarks.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <clearway/geometry/shapes.h>

#include "base/errors.h"
#include "path/landmarks_data.h"
#include "path/search.h"

namespace clearway {

namespace {

constexpr float kNoPath = std::numeric_limits<float>::infinity();
/// Distances are kept as floats, and are right to this share of themselves.
constexpr double kFloatError = 0x1p-23;
/// The goal is told by as many corners around it.
constexpr std::size_t kGoalCorners = 12;

/// For each site a piece that has it as a corner, or kNone.
std::vector<std::uint32_t> findPiecesOfCorners(const ClearanceMesh::Data& data)
{
    std::vector<std::uint32_t> pieces(data.sites.size(), kNone);
    for (std::uint32_t p = 0; p < data.pieces.size(); ++p)
        for (const std::uint32_t site : data.sitesOfPiece(p))
            for (std::uint32_t i = 0; data.sites[site].is_point && i < data.pieces[p].side_count; ++i)
                if (data.sides[data.pieces[p].first_side + i].from == data.sites[site].a) pieces[site] = p;
    return pieces;
}

/// A corner in the part of the mesh that has most of them, or kNone.
std::uint32_t findFirstCorner(const ClearanceMesh::Data& data, const std::vector<std::uint32_t>& corner_pieces)
{
    std::vector<std::uint32_t> part(data.pieces.size(), kNone);
    std::vector<std::uint32_t> corner_count;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t p = 0; p < data.pieces.size(); ++p)
    {
        if (part[p] != kNone) continue;
        const auto own = static_cast<std::uint32_t>(corner_count.size());
        corner_count.push_back(0);
        part[p] = own;
        stack.assign(1, p);
        while (!stack.empty())
        {
            const ClearanceMesh::Data::Piece& piece = data.pieces[stack.back()];
            stack.pop_back();
            for (std::uint32_t s = piece.first_side; s < piece.first_side + piece.side_count; ++s)
            {
                const std::uint32_t neighbour = data.sides[s].neighbour;
                if (neighbour == kNone || part[neighbour] != kNone) continue;
                part[neighbour] = own;
                stack.push_back(neighbour);
            }
        }
    }
    for (const std::uint32_t piece : corner_pieces)
        if (piece != kNone) ++corner_count[part[piece]];
    const auto largest =
        static_cast<std::uint32_t>(std::max_element(corner_count.begin(), corner_count.end()) - corner_count.begin());
    for (std::uint32_t site = 0; site < corner_pieces.size(); ++site)
        if (corner_pieces[site] != kNone && part[corner_pieces[site]] == largest) return site;
    return kNone;
}

} // namespace

std::size_t PathLandmarks::memoryBytes() const { return data_ ? data_->distances.capacity() * sizeof(float) : 0; }

Result<PathLandmarks> buildPathLandmarks(const ClearanceMesh& clearance, const PathLandmarksOptions& options)
{
    if (options.count < 1 || options.count > 64)
        return makeError(ErrorCode::out_of_range,
                         "The number of landmarks is " + std::to_string(options.count) + "; it must be 1 to 64.");
    const ClearanceMesh::Data& data = clearance.data();
    const std::vector<std::uint32_t> corner_pieces = findPiecesOfCorners(data);
    std::uint32_t landmark = findFirstCorner(data, corner_pieces);
    if (landmark == kNone) return PathLandmarks();

    const auto count = static_cast<std::size_t>(options.count);
    PathLandmarks::Data table{clearance, count, std::vector<float>(data.sites.size() * count, kNoPath)};
    std::vector<float> nearest(data.sites.size(), kNoPath); // to the nearest landmark
    Search search(data);
    // The first search only tells which corner is far away from an arbitrary one.
    for (std::size_t k = 0; k <= count; ++k)
    {
        if (!report(options.execution.progress, "measuring from landmarks",
                    static_cast<double>(k) / static_cast<double>(count + 1)))
            return makeCancelled("Building landmarks");
        const std::span<const double> distances = search.measure(data.sites[landmark].a, corner_pieces[landmark]);
        for (std::uint32_t site = 0; site < data.sites.size(); ++site)
        {
            const auto distance = static_cast<float>(distances[site]);
            nearest[site] = k <= 1 ? distance : std::min(nearest[site], distance);
            if (k > 0) table.distances[site * count + k - 1] = distance;
        }
        float farthest = -1;
        for (std::uint32_t site = 0; site < data.sites.size(); ++site)
            if (nearest[site] < kNoPath && nearest[site] > farthest)
            {
                farthest = nearest[site];
                landmark = site;
            }
    }
    return PathLandmarks(std::make_shared<const PathLandmarks::Data>(std::move(table)));
}

void LandmarkBound::setGoal(Vec2 goal, std::uint32_t piece)
{
    if (!landmarks_) return;
    const ClearanceMesh::Data& data = landmarks_.data().clearance.data();
    least_.assign(landmarks_.data().count, 0);
    most_.assign(landmarks_.data().count, std::numeric_limits<double>::infinity());
    reached_.assign(1, {piece, goal, 0});
    std::size_t corner_count = 0;
    for (std::size_t next = 0; next < reached_.size() && corner_count < kGoalCorners; ++next)
    {
        const Reach here = reached_[next];
        const ClearanceMesh::Data::Piece& shape = data.pieces[here.piece];
        for (const std::uint32_t site : data.sitesOfPiece(here.piece))
        {
            const Vec2 corner = data.sites[site].a;
            bool is_corner = false;
            for (std::uint32_t i = 0; data.sites[site].is_point && i < shape.side_count && !is_corner; ++i)
                is_corner = data.sides[shape.first_side + i].from == corner;
            if (!is_corner) continue;
            addCorner(site, here.spent + distance(here.place, corner));
            ++corner_count;
        }
        for (std::uint32_t i = 0; i < shape.side_count; ++i)
        {
            const std::uint32_t neighbour = data.sides[shape.first_side + i].neighbour;
            const auto is_known = [&](const Reach& reach) { return reach.piece == neighbour; };
            if (neighbour == kNone || std::any_of(reached_.begin(), reached_.end(), is_known)) continue;
            const Segment side{data.sides[shape.first_side + i].from,
                               data.sides[shape.first_side + (i + 1 == shape.side_count ? 0 : i + 1)].from};
            const Vec2 crossing = computeClosestPoint(side, here.place);
            reached_.push_back({neighbour, crossing, here.spent + distance(here.place, crossing)});
        }
    }
}

void LandmarkBound::addCorner(std::uint32_t site, double distance)
{
    const float* from = landmarks_.data().distances.data() + site * least_.size();
    for (std::size_t k = 0; k < least_.size(); ++k)
    {
        if (from[k] == kNoPath) continue;
        const double error = from[k] * kFloatError;
        least_[k] = std::max(least_[k], from[k] - error - distance);
        most_[k] = std::min(most_[k], from[k] + error + distance);
    }
}

double LandmarkBound::find(std::uint32_t site) const
{
    if (!landmarks_) return 0;
    const float* from = landmarks_.data().distances.data() + site * least_.size();
    double bound = 0;
    for (std::size_t k = 0; k < least_.size(); ++k)
    {
        if (from[k] == kNoPath) continue;
        const double error = from[k] * kFloatError;
        bound = std::max({bound, least_[k] - from[k] - error, from[k] - error - most_[k]});
    }
    return bound;
}

} // namespace clearway
