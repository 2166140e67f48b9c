// SPDX-License-Identifier: MIT
// Borders after a part of a surface mesh was replaced: loops that pass by are followed again.
#include <algorithm>

#include "surface/editor_work.h"

namespace clearway {

using Work = SurfaceEditor::Work;

void Work::noteLoop(std::uint32_t h)
{
    if (loop_of[h] != kAbsent) stale_loops.push_back(loop_of[h]);
}

/// The borders that meet at the origin of a half-edge.
void Work::noteLoopsAround(std::uint32_t h)
{
    std::uint32_t right = h;
    for (std::uint32_t next = turnRight(right); next != kAbsent; next = turnRight(right))
    {
        if (next == h) return; // no border here
        right = next;
    }
    std::uint32_t left = previousHalfedge(right);
    while (surface->opposites[left] != kNone) left = previousHalfedge(surface->opposites[left]);
    for (const std::uint32_t border : {right, left})
    {
        noteLoop(border);
        border_candidates.push_back(border);
    }
}

void Work::updateLoops()
{
    const SurfaceMesh::Data& s = *surface;
    // Candidates were listed before triangles took other numbers; those that did are listed by their new ones too.
    for (std::uint32_t& h : border_candidates) h = 3 * findMoved(h / 3) + h % 3;
    std::sort(stale_loops.begin(), stale_loops.end());
    stale_loops.erase(std::unique(stale_loops.begin(), stale_loops.end()), stale_loops.end());
    for (std::size_t i = stale_loops.size(); i-- > 0;)
    {
        const std::uint32_t stale = stale_loops[i];
        for (const std::uint32_t h : loops[stale])
        {
            if (h >= s.opposites.size()) continue;
            if (loop_of[h] == stale) loop_of[h] = kAbsent;
            border_candidates.push_back(h);
        }
        if (stale + 1 < loops.size())
        {
            loops[stale] = std::move(loops.back());
            for (const std::uint32_t h : loops[stale]) loop_of[h] = stale;
        }
        loops.pop_back();
    }
    for (const std::uint32_t start : border_candidates)
    {
        if (start >= s.opposites.size() || s.opposites[start] != kNone || loop_of[start] != kAbsent) continue;
        const auto number = static_cast<std::uint32_t>(loops.size());
        std::vector<std::uint32_t>& loop = loops.emplace_back();
        for (std::uint32_t h = start; loop_of[h] == kAbsent;)
        {
            loop_of[h] = number;
            loop.push_back(h);
            h = nextHalfedge(h);
            while (s.opposites[h] != kNone) h = nextHalfedge(s.opposites[h]);
        }
    }
    changes.are_loops |= !stale_loops.empty() || !border_candidates.empty();
    stale_loops.clear();
    border_candidates.clear();
    if (!changes.are_loops) return;
    surface->loops.clear();
    surface->border_halfedges.clear();
    for (const auto& loop : loops)
    {
        surface->loops.push_back(
            {static_cast<std::uint32_t>(surface->border_halfedges.size()), static_cast<std::uint32_t>(loop.size())});
        surface->border_halfedges.insert(surface->border_halfedges.end(), loop.begin(), loop.end());
    }
}

} // namespace clearway
