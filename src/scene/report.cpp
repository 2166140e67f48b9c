// SPDX-License-Identifier: MIT
// What loading changed, counted and told.
#include <charconv>

#include <clearway/scene/scene.h>

#include "report.h"

namespace clearway {

std::string overlay::toString(double value)
{
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, end.ptr);
}

std::string overlay::toString(Vec2 p)
{
    std::string text = "(";
    text += toString(p.x);
    text += ", ";
    text += toString(p.y);
    return text += ")";
}

const char* toString(SceneReport::Repair::Kind kind)
{
    switch (kind)
    {
    case SceneReport::Repair::Kind::duplicate_point: return "duplicate_point";
    case SceneReport::Repair::Kind::collinear_point: return "collinear_point";
    case SceneReport::Repair::Kind::spike: return "spike";
    case SceneReport::Repair::Kind::orientation: return "orientation";
    case SceneReport::Repair::Kind::self_crossing: return "self_crossing";
    case SceneReport::Repair::Kind::crossing_rings: return "crossing_rings";
    case SceneReport::Repair::Kind::touching_rings: return "touching_rings";
    case SceneReport::Repair::Kind::snapped_sliver: return "snapped_sliver";
    case SceneReport::Repair::Kind::vanished_ring: return "vanished_ring";
    case SceneReport::Repair::Kind::covered_ring: return "covered_ring";
    }
    return "unknown";
}

/// What was done, after a number: {one, many}.
static const char* const kSentences[SceneReport::Repair::kKindCount][2] = {
    {"duplicate point removed", "duplicate points removed"},
    {"point on a straight line removed", "points on straight lines removed"},
    {"spike removed", "spikes removed"},
    {"ring turned round", "rings turned round"},
    {"place where a ring crosses or touches itself resolved", "places where rings cross or touch themselves resolved"},
    {"place where rings cross or overlap resolved", "places where rings cross or overlap resolved"},
    {"place where rings touch now shares a vertex", "places where rings touch now share a vertex"},
    {"point nearer than the quantum to an edge joined with it", "points nearer than the quantum to an edge joined with it"},
    {"ring without area left out", "rings without area left out"},
    {"ring without effect left out", "rings without effect left out"},
};

std::int64_t SceneReport::total() const
{
    std::int64_t sum = 0;
    for (std::int64_t count : counts) sum += count;
    return sum;
}

void SceneReport::add(const SceneReport::Repair& repair)
{
    const bool is_first = counts[static_cast<int>(repair.kind)]++ == 0;
    if (is_first || repairs.size() < kMaxListed) repairs.push_back(repair);
}

std::string SceneReport::summary() const
{
    std::string text;
    for (int kind = 0; kind < SceneReport::Repair::kKindCount; ++kind)
    {
        if (counts[kind] == 0) continue;
        text += std::to_string(counts[kind]) + " " + kSentences[kind][counts[kind] == 1 ? 0 : 1];
        for (const SceneReport::Repair& repair : repairs)
        {
            if (static_cast<int>(repair.kind) != kind) continue;
            text += counts[kind] == 1 ? " (" : " (first: ";
            text += "ring " + std::to_string(repair.ring) + ", point " + std::to_string(repair.index) + " at " +
                    overlay::toString(repair.position) + ")";
            break;
        }
        text += "\n";
    }
    for (const std::string& remark : remarks) text += remark + "\n";
    return text;
}

} // namespace clearway
