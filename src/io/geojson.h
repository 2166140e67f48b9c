// SPDX-License-Identifier: MIT
// What is in a GeoJSON text, before it is decided what it means.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <clearway/io/scene_formats.h>

namespace clearway::io {

struct GeoJsonPolygon
{
    std::vector<SceneInput::RingInput> rings; ///< the outline first
    int layer = 0;
    bool is_building = false; ///< its feature calls itself one
};

struct GeoJsonContent
{
    std::vector<GeoJsonPolygon> polygons;
    std::int64_t line_count = 0; ///< geometries that are left out
    std::int64_t point_count = 0;
    std::string name;     ///< of the collection, if it has one
    std::string crs;      ///< the name of its coordinate reference system, if it has one
    bool is_bare = false; ///< a bare array of rings
    bool is_ours = false; ///< written by formatGeoJson: metres, free space
};

Result<GeoJsonContent> readGeoJsonContent(std::string_view text);

/// Turns polygons into areas and obstacles. If they are obstacles without ground, `needs_box` is set: the box around them
/// can only be added once they are in metres.
struct GeoJsonArrangement
{
    SceneInput input;
    bool needs_box = false;
};
GeoJsonArrangement arrangePolygons(GeoJsonContent content, const SceneReadOptions& options, SceneReport& report);

} // namespace clearway::io
