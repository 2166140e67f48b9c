// SPDX-License-Identifier: MIT
// What building a mesh found, counted and told.
#include <algorithm>

#include <fmt/format.h>

#include "scene/mesh_parts.h"

namespace clearway {

namespace {

struct Sentence
{
    const char* name;
    const char* one;
    const char* many;
    const char* done;     ///< what was done about it
    const char* repaired; ///< with TriangleMeshOptions::Repair::safe; null: the same
    bool is_vertex;
};

constexpr Sentence kMeshSentences[MeshReport::Finding::kKindCount] = {
    {"welded_vertex", "vertex", "vertices", "joined with another at the same place", nullptr, true},
    {"stray_vertex", "vertex", "vertices", "without a triangle left out", nullptr, true},
    {"degenerate_triangle", "triangle", "triangles", "with two equal corners left out", nullptr, false},
    {"flat_triangle", "triangle", "triangles", "without area kept", nullptr, false},
    {"duplicate_triangle", "triangle", "triangles", "with the corners of another left out", nullptr, false},
    {"flipped_triangle", "triangle", "triangles", "turned round to agree with the neighbours", nullptr, false},
    {"inward_component", "closed part", "closed parts", "inside out, left so", "inside out, turned", false},
    {"border_edge", "edge", "edges", "with one triangle only: a border", nullptr, false},
    {"non_manifold_edge", "edge", "edges", "with three triangles or more, left out of the walkable part",
     "with three triangles or more, where only the two that continue each other are joined", false},
    {"non_manifold_vertex", "vertex", "vertices", "where several sheets meet, left out of the walkable part",
     "where several sheets meet, given one vertex per sheet", true},
    {"non_orientable_edge", "edge", "edges", "of a one-sided part cut open", nullptr, false},
};

} // namespace

const char* toString(MeshReport::Finding::Kind kind) { return kMeshSentences[static_cast<std::size_t>(kind)].name; }

void MeshReport::add(const MeshReport::Finding& finding)
{
    const bool is_first = counts[static_cast<std::size_t>(finding.kind)]++ == 0;
    if (is_first || findings.size() < kMaxListed) findings.push_back(finding);
}

std::string MeshReport::summary() const
{
    std::string text;
    for (std::size_t k = 0; k < counts.size(); ++k)
    {
        if (counts[k] == 0) continue;
        const Sentence& s = kMeshSentences[k];
        const auto first = std::find_if(findings.begin(), findings.end(),
                                        [k](const MeshReport::Finding& f) { return static_cast<std::size_t>(f.kind) == k; });
        text += fmt::format("{} {} {}", counts[k], counts[k] == 1 ? s.one : s.many,
                            repair == TriangleMeshOptions::Repair::safe && s.repaired ? s.repaired : s.done);
        if (first != findings.end())
            text += fmt::format(" (first: {} {} at ({}, {}, {}))", s.is_vertex ? "vertex" : "triangle", first->element,
                                first->position.x, first->position.y, first->position.z);
        text += "\n";
    }
    for (const std::string& remark : remarks) text += remark + "\n";
    return text;
}

void meshing::addFindings(const std::vector<FindingList>& lists, MeshReport& report)
{
    for (const FindingList& list : lists)
        for (const MeshReport::Finding& finding : list) report.add(finding);
}

} // namespace clearway
