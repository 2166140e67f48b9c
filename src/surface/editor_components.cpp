// SPDX-License-Identifier: MIT
// Components after a part of a surface mesh was replaced. They join where new triangles touch several. Whether one fell apart is
// found by searching from all sides of the change by turns, which ends when the sides have met or all parts but the largest are
// known: near a small change this is soon.
#include <algorithm>

#include "surface/editor_work.h"

namespace clearway {

using Work = SurfaceEditor::Work;

namespace {

std::uint32_t findRoot(std::vector<std::uint32_t>& parents, std::uint32_t item)
{
    while (parents[item] != item) item = parents[item] = parents[parents[item]];
    return item;
}

} // namespace

/// Labels new triangles; what they join becomes one in `renames`, under the name of the largest.
void Work::labelNew(std::span<const std::uint32_t> fresh, std::vector<std::uint32_t>& renames)
{
    SurfaceMesh::Data& s = *surface;
    std::vector<std::uint32_t> group, labels;
    for (const std::uint32_t start : fresh)
    {
        if (s.components[start] != kAbsent) continue;
        // Until its label is known, a group has a number that no component has.
        constexpr std::uint32_t kPending = kAbsent - 1;
        group.assign(1, start);
        labels.clear();
        s.components[start] = kPending;
        for (std::size_t i = 0; i < group.size(); ++i)
            for (std::uint32_t h = 3 * group[i]; h < 3 * group[i] + 3; ++h)
            {
                if (s.opposites[h] == kNone) continue;
                const std::uint32_t other = s.opposites[h] / 3;
                std::uint32_t& label = s.components[other];
                if (label == kAbsent)
                {
                    label = kPending;
                    group.push_back(other);
                }
                else if (label != kPending)
                    labels.push_back(findRoot(renames, label));
            }
        std::uint32_t best = kAbsent;
        for (const std::uint32_t label : labels)
            if (best == kAbsent || component_sizes[label] > component_sizes[best] ||
                (component_sizes[label] == component_sizes[best] && label < best))
                best = label;
        if (best == kAbsent)
        {
            best = static_cast<std::uint32_t>(component_sizes.size());
            component_sizes.push_back(0);
            renames.push_back(best);
        }
        for (const std::uint32_t label : labels)
            if (label != best && renames[label] == label)
            {
                renames[label] = best;
                component_sizes[best] += std::exchange(component_sizes[label], 0);
            }
        for (const std::uint32_t t : group) s.components[t] = best;
        component_sizes[best] += static_cast<std::uint32_t>(group.size());
    }
}

namespace {

/// Searches that start from several triangles and take turns; those that meet go on as one.
class SideSearch
{
public:
    SideSearch(const SurfaceMesh::Data& surface, std::vector<std::uint32_t>& owners) : surface_(surface), owners_(owners) {}

    /// Parts that do not hang together with the rest, which is all of them but one.
    template <typename Seeds>
    std::vector<std::vector<std::uint32_t>> findApart(const Seeds& seeds)
    {
        sides_.assign(seeds.size(), {});
        parents_.resize(seeds.size());
        std::vector<std::uint32_t> active;
        for (std::uint32_t i = 0; i < seeds.size(); ++i)
        {
            parents_[i] = i;
            owners_[seeds[i].second] = i;
            sides_[i].waiting.push_back(seeds[i].second);
            active.push_back(i);
        }
        std::vector<std::vector<std::uint32_t>> apart;
        std::size_t count = active.size();
        while (count > 1)
        {
            std::size_t kept = 0;
            for (std::size_t i = 0; i < active.size(); ++i)
            {
                const std::uint32_t side = active[i];
                if (parents_[side] != side) continue; // went on as another
                if (count > 1 && !step(side, count))
                {
                    apart.push_back(std::move(sides_[side].done));
                    sides_[side].done.clear();
                    for (const std::uint32_t t : apart.back()) owners_[t] = kAbsent;
                    --count;
                    continue;
                }
                active[kept++] = side;
            }
            active.resize(kept);
        }
        for (const Side& side : sides_)
            for (const auto* list : {&side.done, &side.waiting})
                for (const std::uint32_t t : *list) owners_[t] = kAbsent;
        return apart;
    }

private:
    struct Side
    {
        std::vector<std::uint32_t> done, waiting;
    };

    /// Looks around from one triangle; false when there is none left.
    bool step(std::uint32_t side, std::size_t& count)
    {
        if (sides_[side].waiting.empty()) return false;
        const std::uint32_t t = sides_[side].waiting.back();
        sides_[side].waiting.pop_back();
        sides_[side].done.push_back(t);
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
        {
            if (surface_.opposites[h] == kNone) continue;
            const std::uint32_t other = surface_.opposites[h] / 3;
            if (owners_[other] == kAbsent)
            {
                owners_[other] = side;
                sides_[side].waiting.push_back(other);
                continue;
            }
            const std::uint32_t met = findRoot(parents_, owners_[other]);
            if (met == findRoot(parents_, side)) continue;
            join(side, met);
            --count;
        }
        return true;
    }

    /// `other` goes on as `side`, whose lists become the longer ones.
    void join(std::uint32_t side, std::uint32_t other)
    {
        Side& a = sides_[side];
        Side& b = sides_[other];
        if (a.done.size() + a.waiting.size() < b.done.size() + b.waiting.size()) std::swap(a, b);
        a.done.insert(a.done.end(), b.done.begin(), b.done.end());
        a.waiting.insert(a.waiting.end(), b.waiting.begin(), b.waiting.end());
        b = {};
        parents_[other] = side;
    }

    const SurfaceMesh::Data& surface_;
    std::vector<std::uint32_t>& owners_; ///< of triangles; all kAbsent between searches
    std::vector<Side> sides_;
    std::vector<std::uint32_t> parents_;
};

} // namespace

/// Gives parts that lost their connection labels of their own.
void Work::splitComponents(std::span<const std::uint32_t> fresh, std::vector<std::uint32_t>& renames)
{
    SurfaceMesh::Data& s = *surface;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seeds; // component, triangle
    for (const std::uint32_t t : fresh) seeds.emplace_back(findRoot(renames, s.components[t]), t);
    for (const std::uint32_t h : loosened)
    {
        const std::uint32_t t = findMoved(h / 3);
        seeds.emplace_back(findRoot(renames, s.components[t]), t);
    }
    std::sort(seeds.begin(), seeds.end());
    seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
    SideSearch search_apart(s, search_owners);
    for (std::size_t begin = 0; begin < seeds.size();)
    {
        const std::uint32_t component = seeds[begin].first;
        std::size_t end = begin;
        while (end < seeds.size() && seeds[end].first == component) ++end;
        for (const auto& part : search_apart.findApart(std::span(seeds).subspan(begin, end - begin)))
        {
            const auto label = static_cast<std::uint32_t>(component_sizes.size());
            component_sizes.push_back(static_cast<std::uint32_t>(part.size()));
            renames.push_back(label);
            component_sizes[component] -= static_cast<std::uint32_t>(part.size());
            for (const std::uint32_t t : part)
            {
                s.components[t] = label;
                changes.triangles.push_back(t);
            }
        }
        begin = end;
    }
}

/// Closes gaps in the numbers of components.
void Work::renameComponents(std::vector<std::uint32_t>& renames)
{
    const auto count = static_cast<std::uint32_t>(component_sizes.size());
    bool is_same = true;
    std::vector<std::uint32_t> names(count, kAbsent);
    std::uint32_t end = count, gap = 0;
    const auto isGone = [&](std::uint32_t label) { return component_sizes[label] == 0; };
    for (std::uint32_t label = 0; label < count; ++label)
        if (!isGone(label)) names[label] = label;
    while (true)
    {
        while (gap < end && !isGone(gap)) ++gap;
        while (end > gap && isGone(end - 1)) --end;
        if (gap >= end) break;
        --end;
        names[end] = gap;
        component_sizes[gap] = std::exchange(component_sizes[end], 0);
        is_same = false;
    }
    for (std::uint32_t label = 0; label < renames.size(); ++label)
    {
        const std::uint32_t root = findRoot(renames, label);
        if (root == label) continue;
        names[label] = names[root];
        is_same = false;
    }
    component_sizes.resize(end);
    surface->component_count = end;
    if (is_same) return;
    for (std::uint32_t& label : surface->components.span()) label = names[label];
    changes.are_all_components = true;
}

void Work::updateComponents()
{
    std::vector<std::uint32_t> fresh;
    for (const std::uint32_t t : recut)
        for (std::uint32_t p = first_piece[t]; p != kAbsent; p = next_piece[p]) fresh.push_back(p);
    std::vector<std::uint32_t> renames(component_sizes.size());
    for (std::uint32_t i = 0; i < renames.size(); ++i) renames[i] = i;
    labelNew(fresh, renames);
    splitComponents(fresh, renames);
    renameComponents(renames);
}

} // namespace clearway
