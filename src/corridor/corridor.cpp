// SPDX-License-Identifier: MIT
#include <clearway/corridor/corridor.h>

#include <utility>

#include "corridor/data.h"

namespace clearway {

std::string_view toText(CorridorStatus status)
{
    switch (status)
    {
    case CorridorStatus::found: return "found";
    case CorridorStatus::unreachable: return "unreachable";
    case CorridorStatus::invalid: break;
    }
    return "invalid";
}

std::string_view toText(CorridorProblem problem)
{
    switch (problem)
    {
    case CorridorProblem::bad_radius: return "the radius is negative or not a finite number";
    case CorridorProblem::bad_point: return "start or goal is not a finite point";
    case CorridorProblem::start_outside: return "the start is not in free space";
    case CorridorProblem::goal_outside: return "the goal is not in free space";
    case CorridorProblem::start_too_tight: return "the disc does not fit at the start";
    case CorridorProblem::goal_too_tight: return "the disc does not fit at the goal";
    case CorridorProblem::bad_option: return "a number asked for is out of range or not finite";
    case CorridorProblem::none: break;
    }
    return "";
}

void Corridor::computeBackbone(std::vector<CorridorSample>& samples) const
{
    samples.assign(head_.begin(), head_.end());
    for (const CorridorPiece& piece : pieces_)
    {
        const auto of_edge = map_->samplesOf(piece.edge);
        for (std::uint32_t i = piece.first;; piece.isBackwards() ? --i : ++i)
        {
            CorridorSample sample = of_edge[i];
            if (piece.isBackwards()) std::swap(sample.left, sample.right);
            if (samples.empty() || samples.back().position != sample.position) samples.push_back(sample);
            if (i == piece.last) break;
        }
    }
    samples.insert(samples.end(), tail_.begin(), tail_.end());
}

std::vector<CorridorSample> Corridor::backbone() const
{
    std::vector<CorridorSample> samples;
    computeBackbone(samples);
    return samples;
}

} // namespace clearway
