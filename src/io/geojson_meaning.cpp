// SPDX-License-Identifier: MIT
// Whether polygons are free space or footprints, and what follows from it.
#include "io/geojson.h"

#include <algorithm>
#include <tuple>

#include <clearway/geometry/box.h>

#include "io/text.h"

namespace clearway::io {

namespace {

constexpr std::size_t kManyPolygons = 20;

struct Decision
{
    SceneReadOptions::Polygons meaning = SceneReadOptions::Polygons::free_space;
    std::string reason;    ///< why, for the report; empty: nothing to say
    bool is_mixed = false; ///< only the polygons that call themselves buildings are footprints
};

/// How many polygons have no corner in common with another.
std::size_t countApart(const std::vector<GeoJsonPolygon>& polygons)
{
    struct Corner
    {
        Vec2 point;
        std::size_t polygon;
    };
    std::vector<Corner> corners;
    for (std::size_t i = 0; i < polygons.size(); ++i)
        for (const SceneInput::RingInput& ring : polygons[i].rings)
            for (Vec2 p : ring.points) corners.push_back({p, i});
    std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) {
        return std::tie(a.point.x, a.point.y, a.polygon) < std::tie(b.point.x, b.point.y, b.polygon);
    });
    std::vector<char> is_shared(polygons.size(), 0);
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
        if (corners[i].point == corners[i + 1].point && corners[i].polygon != corners[i + 1].polygon)
            is_shared[corners[i].polygon] = is_shared[corners[i + 1].polygon] = 1;
    return static_cast<std::size_t>(std::count(is_shared.begin(), is_shared.end(), 0));
}

bool speaksOfBuildings(std::string_view name)
{
    const std::string lower = toLower(name);
    return lower.find("building") != std::string::npos || lower.find("footprint") != std::string::npos;
}

Decision decide(const GeoJsonContent& content, const SceneReadOptions& options)
{
    if (options.meaning != SceneReadOptions::Polygons::automatic) return {options.meaning, "", false};
    if (content.is_ours) return {SceneReadOptions::Polygons::free_space, "", false};
    const auto is_building = [](const GeoJsonPolygon& polygon) { return polygon.is_building; };
    const auto building_count = std::count_if(content.polygons.begin(), content.polygons.end(), is_building);
    if (building_count > 0)
        return {SceneReadOptions::Polygons::obstacles, "their properties say that they are buildings",
                static_cast<std::size_t>(building_count) < content.polygons.size()};
    if (content.is_bare) return {SceneReadOptions::Polygons::free_space, "", false};
    if (speaksOfBuildings(content.name) || speaksOfBuildings(options.name))
        return {SceneReadOptions::Polygons::obstacles, "the name speaks of buildings", false};
    if (content.polygons.size() >= kManyPolygons && countApart(content.polygons) * 2 > content.polygons.size())
        return {SceneReadOptions::Polygons::obstacles, "most of them stand apart from each other", false};
    return {SceneReadOptions::Polygons::free_space, "", false};
}

Box2 computeBounds(const GeoJsonPolygon& polygon) { return computeBounds(std::span<const Vec2>(polygon.rings.front().points)); }

bool isInside(const Box2& inner, const Box2& outer) { return outer.contains(inner.min) && outer.contains(inner.max); }

SceneInput::AreaInput makeArea(GeoJsonPolygon&& polygon, int layer)
{
    SceneInput::AreaInput area;
    area.layer = layer;
    area.outline = std::move(polygon.rings.front());
    area.holes.assign(std::make_move_iterator(polygon.rings.begin() + 1), std::make_move_iterator(polygon.rings.end()));
    return area;
}

/// The footprint as an obstacle with its courtyards. Rings outside the outline, which real files have, are footprints of their
/// own.
void addFootprint(const GeoJsonPolygon& polygon, SceneInput& input)
{
    SceneInput::Obstacle footprint{{polygon.rings.front().points, {}}, 0};
    const Box2 bounds = computeBounds(polygon);
    for (std::size_t i = 1; i < polygon.rings.size(); ++i)
    {
        SceneInput::RingInput ring{polygon.rings[i].points, {}};
        if (isInside(computeBounds(std::span<const Vec2>(ring.points)), bounds))
            footprint.holes.push_back(std::move(ring));
        else
            input.obstacles.push_back({std::move(ring), 0});
    }
    input.obstacles.push_back(std::move(footprint));
}

/// Which polygons of a mixed file are the ground: those that reach around all footprints.
std::vector<char> findGround(const std::vector<GeoJsonPolygon>& polygons)
{
    Box2 footprints;
    for (const GeoJsonPolygon& polygon : polygons)
        if (polygon.is_building) footprints.add(computeBounds(polygon));
    std::vector<char> is_ground(polygons.size(), 0);
    for (std::size_t i = 0; i < polygons.size(); ++i)
        is_ground[i] = !polygons[i].is_building && isInside(footprints, computeBounds(polygons[i]));
    return is_ground;
}

} // namespace

GeoJsonArrangement arrangePolygons(GeoJsonContent content, const SceneReadOptions& options, SceneReport& report)
{
    GeoJsonArrangement arrangement;
    SceneInput& input = arrangement.input;
    input.name = content.name.empty() ? options.name : content.name;
    const Decision decision = decide(content, options);
    if (decision.meaning == SceneReadOptions::Polygons::free_space)
    {
        for (GeoJsonPolygon& polygon : content.polygons)
        {
            const int layer = content.is_ours ? polygon.layer : 0;
            input.areas.push_back(makeArea(std::move(polygon), layer));
        }
        return arrangement;
    }

    const std::vector<char> is_ground =
        decision.is_mixed ? findGround(content.polygons) : std::vector<char>(content.polygons.size(), 0);
    std::int64_t footprint_count = 0;
    std::int64_t left_out = 0;
    for (std::size_t i = 0; i < content.polygons.size(); ++i)
    {
        if (is_ground[i])
            input.areas.push_back(makeArea(std::move(content.polygons[i]), 0));
        else if (decision.is_mixed && !content.polygons[i].is_building)
            ++left_out;
        else
            addFootprint(content.polygons[i], input), ++footprint_count;
    }
    arrangement.needs_box = input.areas.empty();
    std::string remark = countOf(footprint_count, "polygon was", "polygons were") + " taken as obstacles";
    if (!decision.reason.empty()) remark += ", since " + decision.reason;
    report.remarks.push_back(remark + (arrangement.needs_box ? "; free space is the box around them with a margin." : "."));
    if (left_out > 0)
        report.remarks.push_back(countOf(left_out, "polygon that is no building was", "polygons that are no buildings were") +
                                 " left out.");
    return arrangement;
}

} // namespace clearway::io
