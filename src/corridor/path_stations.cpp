// SPDX-License-Identifier: MIT
// The balls that a path passes, in order, with the obstacles on both sides as the traveller sees them.
#include <algorithm>

#include "corridor/path_writer.h"

namespace clearway {

using corridor::Station;

void CorridorPathWriter::collectStations(const Corridor& corridor)
{
    auto& stations = state_.stations;
    stations.clear();
    for (const CorridorMap::Sample& ball : corridor.head_) stations.push_back({ball, kNone});
    const CorridorMap::Data& map = *corridor.map_;
    const auto& ends = corridor.ends_;
    const bool starts_backwards = !corridor.pieces_.empty() && corridor.pieces_.front().isBackwards();
    if (ends.head_step != kNone && !stations.empty())
        stations.back().step = map.steps[ends.head_step] ^ (starts_backwards ? 1u : 0u);
    for (const Corridor::Piece& piece : corridor.pieces_)
    {
        const auto samples = map.samplesOf(piece.edge);
        const std::uint32_t* steps = map.steps.data() + map.edges[piece.edge].first_sample;
        // Where pieces meet the ball is there twice: the obstacles beside it differ.
        for (std::uint32_t i = piece.first;; piece.isBackwards() ? --i : ++i)
        {
            Station station{samples[i], kNone};
            if (piece.isBackwards()) std::swap(station.ball.left, station.ball.right);
            if (i != piece.last) station.step = piece.isBackwards() ? steps[i - 1] ^ 1u : steps[i];
            stations.push_back(station);
            if (i == piece.last) break;
        }
    }
    if (ends.tail_step != kNone && !stations.empty())
    {
        const bool ends_backwards = !corridor.pieces_.empty() && corridor.pieces_.back().isBackwards();
        stations.back().step = map.steps[ends.tail_step] ^ (ends_backwards ? 1u : 0u);
    }
    const std::size_t links_begin = stations.size();
    for (std::uint32_t i = 0; i < ends.tail_link_count; ++i) stations.push_back({corridor.tail_[i], kNone});
    for (std::size_t i = 0; i < corridor.head_.size(); ++i) orient(i);
    for (std::size_t i = links_begin; i < stations.size(); ++i) orient(i);
    // Pieces of one sample have no direction either.
    std::size_t at = corridor.head_.size();
    for (const Corridor::Piece& piece : corridor.pieces_)
    {
        if (piece.first == piece.last) orient(at);
        at += std::max(piece.first, piece.last) - std::min(piece.first, piece.last) + 1;
    }
}

void CorridorPathWriter::orient(std::size_t i)
{
    auto& stations = state_.stations;
    CorridorMap::Sample& ball = stations[i].ball;
    const Vec2 next = stations[std::min(i + 1, stations.size() - 1)].ball.position;
    const Vec2 previous = stations[i > 0 ? i - 1 : 0].ball.position;
    const double side = cross(next - previous, ball.left - ball.right);
    if (side < 0) std::swap(ball.left, ball.right);
    if (side == 0) ball.left = ball.right;
}

} // namespace clearway
