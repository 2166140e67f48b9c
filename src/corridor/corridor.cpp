// SPDX-License-Identifier: MIT
#include <clearway/corridor/corridor.h>

#include <utility>

#include "corridor/data.h"

namespace clearway {

void Corridor::computeBackbone(std::vector<CorridorMap::Sample>& samples) const
{
    samples.assign(head_.begin(), head_.end());
    for (const Corridor::Piece& piece : pieces_)
    {
        const auto of_edge = map_->samplesOf(piece.edge);
        for (std::uint32_t i = piece.first;; piece.isBackwards() ? --i : ++i)
        {
            CorridorMap::Sample sample = of_edge[i];
            if (piece.isBackwards()) std::swap(sample.left, sample.right);
            if (samples.empty() || samples.back().position != sample.position) samples.push_back(sample);
            if (i == piece.last) break;
        }
    }
    samples.insert(samples.end(), tail_.begin(), tail_.end());
}

std::vector<CorridorMap::Sample> Corridor::backbone() const
{
    std::vector<CorridorMap::Sample> samples;
    computeBackbone(samples);
    return samples;
}

} // namespace clearway
