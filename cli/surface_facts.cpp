// SPDX-License-Identifier: MIT
// Surfaces: what can be walked on, what cannot and why.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "facts.h"

namespace clearway::cli {

std::string formatWalkable(const SurfaceMesh& mesh)
{
    const double all = mesh.source().area();
    const double walkable = mesh.area();
    return fmt::format("{} of {} m² walkable ({} %)", formatNumber(walkable), formatNumber(all),
                       formatNumber(all > 0 ? 100 * walkable / all : 0, 1));
}

/// Area of the largest component; square metres.
static double computeLargestComponent(const SurfaceMesh& mesh)
{
    std::vector<double> areas(mesh.componentCount() + std::size_t{1});
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    {
        const MeshTriangle& v = mesh.triangles()[t];
        const Vec3 a = mesh.positions()[v[0]];
        areas[mesh.components()[t]] += length(cross(mesh.positions()[v[1]] - a, mesh.positions()[v[2]] - a)) / 2;
    }
    return *std::ranges::max_element(areas);
}

static double computeBorderLength(const SurfaceMesh& mesh)
{
    double sum = 0;
    for (const std::uint32_t h : mesh.borderHalfedges())
        sum += distance(mesh.positions()[mesh.origin(h)], mesh.positions()[mesh.target(h)]);
    return sum;
}

/// Why ground was removed, most first; empty when nothing was.
static std::string formatReasons(const SurfaceMesh::Removal& removal)
{
    std::vector<std::pair<std::int64_t, std::string>> reasons;
    const auto add = [&](std::int64_t count, std::string_view one, std::string_view many) {
        if (count > 0) reasons.emplace_back(count, formatCount(static_cast<std::size_t>(count), one, many));
    };
    add(removal.bent_vertices, "vertex bends too much for the speed", "vertices bend too much for the speed");
    add(removal.low_vertices, "vertex has too little height above", "vertices have too little height above");
    add(removal.non_manifold_vertices, "vertex joins several sheets", "vertices join several sheets");
    add(removal.steep_triangles, "triangle is too steep", "triangles are too steep");
    std::ranges::stable_sort(reasons, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> texts;
    for (const auto& [count, reason] : reasons) texts.push_back(reason);
    return joinWords(texts, ", ");
}

/// What is in the way without being part of the ground; null when nobody looked.
static Value describeStanding(const SurfaceMesh& mesh)
{
    if (!mesh.standing()) return {};
    Value::Fields fields = {{"triangles", mesh.standing()->triangle_count}};
    if (mesh.standing()->triangle_count > 0) fields.emplace_back("at", mesh.standing()->at);
    return fields;
}

static void addLines(Facts& facts, const SurfaceMesh& mesh, Vec2 acceleration, Vec2 curvature, double border_length)
{
    const Box3 bounds = mesh.source().bounds();
    facts.add("bounds", "{} to {}", formatPoint(bounds.min), formatPoint(bounds.max));
    facts.add("mesh", "{}, {}, {} m²", formatCount(mesh.source().triangleCount(), "triangle", "triangles"),
              formatCount(mesh.source().vertexCount(), "vertex", "vertices"), formatNumber(mesh.source().area()));
    facts.add("speed", "{} m/s, accelerations up to {} m/s²", formatNumber(mesh.speed()), formatNumber(mesh.maxAcceleration()));
    facts.add("walkable", "{}, {}", formatWalkable(mesh), formatCount(mesh.triangleCount(), "triangle", "triangles"));
    const std::string reasons = formatReasons(mesh.removal());
    if (!reasons.empty()) facts.add("removed", reasons);
    if (const auto& standing = mesh.standing(); standing && standing->triangle_count > 0)
        facts.add("standing", "{} on the ground or through it, the first at {}",
                  formatCount(static_cast<std::size_t>(standing->triangle_count), "triangle", "triangles"),
                  formatPoint(standing->at));
    const auto addRange = [&](std::string_view label, Vec2 range, std::string_view unit) {
        if (isFinite(range)) facts.add(label, "{} to {} {}", formatNumber(range.x, 4), formatNumber(range.y, 4), unit);
    };
    addRange("acceleration", acceleration, "m/s²");
    addRange("curvature", curvature, "1/m");
    std::string components = formatInteger(mesh.componentCount());
    if (mesh.componentCount() > 1)
        components += fmt::format(", the largest of {} m²", formatNumber(computeLargestComponent(mesh)));
    facts.add("components", components);
    facts.add("borders", mesh.borderLoops().empty()
                             ? std::string("none: closed")
                             : fmt::format("{}, {} m in all", formatCount(mesh.borderLoops().size(), "loop", "loops"),
                                           formatNumber(border_length)));
    facts.add("hash", formatHash(mesh.computeHash()));
}

Facts describe(const SurfaceMesh& mesh)
{
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    Vec2 acceleration = {kUnknown, kUnknown}, curvature = acceleration; // least and most
    if (!mesh.accelerations().empty())
    {
        const auto [least, most] = std::ranges::minmax_element(mesh.accelerations());
        acceleration = {*least, *most};
        if (mesh.speed() > 0) curvature = acceleration / (mesh.speed() * mesh.speed());
    }
    const SurfaceMesh::Removal& removal = mesh.removal();
    const TriangleMesh& source = mesh.source();
    const Box3 bounds = source.bounds();
    const double border_length = computeBorderLength(mesh);
    Facts facts;
    facts.fields = {
        {"triangles", mesh.triangleCount()},
        {"vertices", mesh.vertexCount()},
        {"area", mesh.area()},
        {"removed_area", std::max(0.0, source.area() - mesh.area())},
        {"removed", Value::Fields{{"bent_vertices", removal.bent_vertices},
                                  {"low_vertices", removal.low_vertices},
                                  {"non_manifold_vertices", removal.non_manifold_vertices},
                                  {"steep_triangles", removal.steep_triangles}}},
        {"standing", describeStanding(mesh)},
        {"components", mesh.componentCount()},
        {"largest_component_area", computeLargestComponent(mesh)},
        {"borders", mesh.borderLoops().size()},
        {"border_length", border_length},
        {"speed", mesh.speed()},
        {"max_acceleration", mesh.maxAcceleration()},
        {"acceleration", acceleration},
        {"curvature", curvature},
        {"mesh", Value::Fields{{"triangles", source.triangleCount()},
                               {"vertices", source.vertexCount()},
                               {"area", source.area()},
                               {"bytes", source.memoryBytes()},
                               {"hash", formatHash(source.computeHash())}}},
        {"bounds", Value::List{bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.x, bounds.max.y, bounds.max.z}},
        {"bytes", mesh.memoryBytes()},
        {"hash", formatHash(mesh.computeHash())},
    };
    addLines(facts, mesh, acceleration, curvature, border_length);
    facts.summary = fmt::format("{}, {}, {}", formatCount(mesh.triangleCount(), "triangle", "triangles"), formatWalkable(mesh),
                                formatCount(mesh.componentCount(), "component", "components"));
    return facts;
}

} // namespace clearway::cli
