// SPDX-License-Identifier: MIT
#include "io/geojson.h"

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "io/json.h"
#include "io/projection.h"
#include "io/readers.h"
#include "io/simple_rings.h"

namespace clearway {

namespace io {

namespace {

// A place one walks through is smaller than this; wider numbers are metres.
constexpr double kMaxLatitudes = 1;
constexpr double kMaxLongitudes = 2;

/// The digits at the end of "urn:ogc:def:crs:EPSG::3857" and the like.
std::string_view findCode(std::string_view crs)
{
    std::size_t start = crs.size();
    while (start > 0 && crs[start - 1] >= '0' && crs[start - 1] <= '9') --start;
    return crs.substr(start);
}

bool namesDegrees(std::string_view crs)
{
    if (crs.ends_with("CRS84") || crs.ends_with("CRS83")) return true;
    const std::string_view code = findCode(crs);
    return code == "4326" || code == "4258" || code == "4269" || code == "4979";
}

bool namesWebMercator(std::string_view crs)
{
    const std::string_view code = findCode(crs);
    return code == "3857" || code == "900913" || code == "3785" || code == "102100";
}

struct UnitsDecision
{
    SceneReadOptions::Units units = SceneReadOptions::Units::metres;
    std::string reason; ///< the beginning of the remark on the projection
};

UnitsDecision decideUnits(const GeoJsonContent& content, const Box2& bounds, const SceneReadOptions& options, SceneReport& report)
{
    if (options.coordinates != SceneReadOptions::Units::automatic) return {options.coordinates, ""};
    if (content.is_ours || content.is_bare || !fitsDegrees(bounds))
    {
        if (namesWebMercator(content.crs))
            report.remarks.push_back(
                "The coordinates are Web Mercator: its metres are longer than real ones, the more the farther from the equator.");
        return {SceneReadOptions::Units::metres, ""};
    }
    if (namesDegrees(content.crs)) return {SceneReadOptions::Units::longitude_latitude, "As its crs says, "};
    if (!content.crs.empty()) return {SceneReadOptions::Units::metres, ""};
    if (bounds.size().y < kMaxLatitudes && bounds.size().x < kMaxLongitudes)
        return {SceneReadOptions::Units::longitude_latitude, "As RFC 7946 demands, "};
    report.remarks.push_back(
        "The coordinates were taken as metres: as longitude and latitude they would cover more than 110 km.");
    return {SceneReadOptions::Units::metres, ""};
}

void addBox(SceneInput& input, double margin)
{
    const Box2 box = computeBounds(input).inflated(margin);
    SceneInput::AreaInput area;
    area.outline.points = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    input.areas.push_back(std::move(area));
}

void remarkLeftOut(const GeoJsonContent& content, SceneReport& report)
{
    if (content.line_count + content.point_count == 0) return;
    std::string remark;
    if (content.line_count > 0) remark += countOf(content.line_count, "line", "lines");
    if (content.line_count > 0 && content.point_count > 0) remark += " and ";
    if (content.point_count > 0) remark += countOf(content.point_count, "point", "points");
    report.remarks.push_back(remark + " left out: only polygons describe free space or obstacles.");
}

Error makeNoPolygonError(const GeoJsonContent& content)
{
    std::string message = "there is no polygon in it, so no free space";
    if (content.line_count > 0)
        message += ": " + countOf(content.line_count, "line", "lines") + " only; a street needs its outline";
    return makeError(ErrorCode::invalid_geometry, message + ".");
}

} // namespace

Result<SceneInput> readGeoJson(std::string_view text, const SceneReadOptions& options, SceneReport& report)
{
    if (!(options.margin > 0) || !std::isfinite(options.margin))
        return makeError("the margin around footprints must be a positive number of metres.");
    text = skipByteOrderMark(text);
    if (text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
        return makeError(ErrorCode::malformed_file, "it is empty; expected GeoJSON.");
    Result<GeoJsonContent> content = readGeoJsonContent(text);
    if (!content) return content.error();
    if (content->polygons.empty()) return makeNoPolygonError(*content);
    remarkLeftOut(*content, report);

    Box2 bounds;
    for (const GeoJsonPolygon& polygon : content->polygons)
        for (const SceneInput::RingInput& ring : polygon.rings) bounds.add(computeBounds(std::span<const Vec2>(ring.points)));
    const UnitsDecision decision = decideUnits(*content, bounds, options, report);
    if (decision.units == SceneReadOptions::Units::longitude_latitude && !fitsDegrees(bounds))
        return makeError(
            ErrorCode::invalid_geometry,
            "the coordinates are no longitudes and latitudes: some are beyond 180 or 90 degrees; read them as metres.");
    GeoJsonArrangement arrangement = arrangePolygons(std::move(*content), options, report);
    if (decision.units == SceneReadOptions::Units::longitude_latitude)
        projectToMetres(arrangement.input, decision.reason, report);
    if (arrangement.needs_box) addBox(arrangement.input, options.margin);
    return std::move(arrangement.input);
}

namespace {

void appendGeoJsonRing(std::string& text, const Scene& scene, const VertexRing& ring, Heights heights)
{
    text += '[';
    for (std::size_t i = 0; i <= ring.size(); ++i)
    {
        const std::uint32_t vertex = ring[i % ring.size()];
        text += i > 0 ? ",[" : "[";
        appendNumber(text, scene.points()[vertex].x);
        appendNumber(text += ',', scene.points()[vertex].y);
        if (heights == Heights::written) appendNumber(text += ',', scene.heights()[vertex]);
        text += ']';
    }
    text += ']';
}

void appendFeature(std::string& text, const Scene& scene, const Scene::Area& area, Heights heights)
{
    text += "{\"type\":\"Feature\",\"properties\":{\"layer\":";
    appendNumber(text, std::int64_t{area.layer});
    text += "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[";
    const std::vector<VertexRing> rings = findSimpleRings(scene, area);
    for (std::size_t i = 0; i < rings.size(); ++i)
    {
        if (i > 0) text += ",\n";
        appendGeoJsonRing(text, scene, rings[i], heights);
    }
    text += "]}}";
}

} // namespace

} // namespace io

Result<SceneInput> parseGeoJson(std::string_view text, const SceneReadOptions& options, SceneReport* report)
{
    SceneReport ignored;
    return io::withLine(io::readGeoJson(text, options, report ? *report : ignored));
}

std::string formatGeoJson(const Scene& scene)
{
    const auto is_set = [](double height) { return height != 0; };
    const bool has_heights = std::any_of(scene.heights().begin(), scene.heights().end(), is_set);
    std::string text = "{\"type\":\"FeatureCollection\",\"name\":";
    io::appendJsonString(text, scene.name());
    text += ",\"clearway\":{\"units\":\"metres\"},\"features\":[\n";
    for (std::size_t i = 0; i < scene.areas().size(); ++i)
    {
        if (i > 0) text += ",\n";
        io::appendFeature(text, scene, scene.areas()[i], has_heights ? io::Heights::written : io::Heights::left_out);
    }
    return text + "\n]}\n";
}

} // namespace clearway
