// SPDX-License-Identifier: MIT
// GeoJSON (RFC 7946), read in one pass: members come in any order, so coordinates are kept flat until the type is known.
#include "io/geojson.h"

#include <algorithm>
#include <array>

#include "io/json.h"

namespace clearway::io {

namespace {

constexpr int kMaxObjectDepth = 100; // of collections in collections; these recurse
constexpr int kMaxArrayDepth = 8;

/// Nested arrays of positions, flat.
struct Coordinates
{
    std::vector<Vec2> points;
    std::vector<double> heights;           ///< empty, or one per point
    std::vector<std::size_t> ring_ends;    ///< in points
    std::vector<std::size_t> polygon_ends; ///< in rings
    int depth = -1;                        ///< arrays around each position: 1 for a line, 2 for a polygon; -1: no positions
    std::size_t start = 0;                 ///< where it stands in the text
};

/// What a feature says of itself.
struct Properties
{
    bool is_building = false;
    int layer = 0;
};

class ContentReader
{
public:
    explicit ContentReader(std::string_view text) : reader_(text) {}

    Result<GeoJsonContent> read();

private:
    struct Object
    {
        std::string type;
        Coordinates coordinates;
        Properties properties;
        std::string keys; ///< of members that mean nothing here
        std::size_t start = 0;
        std::size_t first_polygon = 0;
    };

    bool readObject(int depth);
    bool readMember(const std::string& key, int depth, Object& object);
    bool readObjects(int depth);
    bool finishObject(Object& object, int depth);
    bool failForeign(const Object& object);

    bool readCoordinates(Coordinates& coordinates);
    bool readPosition(Coordinates& coordinates);
    void closeArray(int level, Coordinates& coordinates) const;
    bool addPolygons(const Coordinates& coordinates, std::string_view type);

    bool readProperties(Properties& properties);
    bool readBuilding(Properties& properties);
    bool readCrs();
    bool readOwn();
    bool readText(std::string& value);

    JsonReader reader_;
    GeoJsonContent content_;
    std::int64_t ring_count_ = 0;
    int position_level_ = 0; ///< of the coordinates being read: how deep the arrays of numbers are; 0: not known yet
};

/// A string if there is one; any other value is read over and leaves "".
bool ContentReader::readText(std::string& value)
{
    value.clear();
    return reader_.peek() == '"' ? reader_.readString(value) : reader_.skipValue();
}

bool ContentReader::readPosition(Coordinates& coordinates)
{
    double values[3] = {};
    int count = 0;
    do
    {
        double value = 0;
        if (!reader_.readNumber(value))
        {
            Error& error = reader_.error();
            error.place.ring = ring_count_ + static_cast<std::int64_t>(coordinates.ring_ends.size());
            error.place.index = static_cast<std::int64_t>(coordinates.points.size() -
                                                          (coordinates.ring_ends.empty() ? 0 : coordinates.ring_ends.back()));
            addDetail(error, " in ring " + std::to_string(error.place.ring) + ", point " + std::to_string(error.place.index));
            return false;
        }
        if (count < 3) values[count] = value;
        ++count;
    } while (reader_.nextElement());
    if (reader_.failed()) return false;
    if (count < 2) return reader_.fail("a position needs two numbers, found one");
    coordinates.points.push_back({values[0], values[1]});
    if (count > 2)
    {
        coordinates.heights.resize(coordinates.points.size() - 1);
        coordinates.heights.push_back(values[2]);
    }
    return true;
}

void ContentReader::closeArray(int level, Coordinates& coordinates) const
{
    if (position_level_ == 0) return;
    if (level == position_level_ - 1) coordinates.ring_ends.push_back(coordinates.points.size());
    if (level == position_level_ - 2) coordinates.polygon_ends.push_back(coordinates.ring_ends.size());
}

bool ContentReader::readCoordinates(Coordinates& coordinates)
{
    coordinates = {};
    position_level_ = 0;
    reader_.peek();
    coordinates.start = reader_.position();
    if (!reader_.beginArray()) return false;
    int level = 1;
    while (level > 0 && !reader_.failed())
    {
        if (!reader_.nextElement())
        {
            if (level == position_level_) return reader_.fail("a position needs two numbers, found none");
            closeArray(level--, coordinates);
        }
        else if (reader_.peek() == '[')
        {
            if (++level > kMaxArrayDepth) return reader_.fail("coordinates are nested too deep");
            reader_.beginArray();
        }
        else
        {
            if (position_level_ == 0) position_level_ = level;
            if (level != position_level_) return reader_.fail("coordinates are nested unevenly: expected '[' or ']'");
            if (!readPosition(coordinates)) return false;
            --level; // reading the position closed its array
        }
    }
    if (!coordinates.heights.empty()) coordinates.heights.resize(coordinates.points.size());
    coordinates.depth = position_level_ - 1;
    return !reader_.failed();
}

bool ContentReader::addPolygons(const Coordinates& coordinates, std::string_view type)
{
    const int wanted = type == "Polygon" ? 2 : 3;
    if (coordinates.depth == -1) return true; // empty: allowed
    if (coordinates.depth != wanted)
        return reader_.failAt(coordinates.start, "the coordinates of a " + std::string(type) + " must be nested like " +
                                                     (wanted == 2 ? "[[[x, y], …], …]" : "[[[[x, y], …], …], …]"));
    std::size_t point = 0;
    std::size_t ring = 0;
    for (const std::size_t polygon_end : coordinates.polygon_ends)
    {
        GeoJsonPolygon polygon;
        for (; ring < polygon_end; ++ring)
        {
            const std::size_t end = coordinates.ring_ends[ring];
            const auto slice = [&](const auto& values) {
                using Values = std::decay_t<decltype(values)>;
                if (values.empty()) return Values{};
                return Values(values.begin() + static_cast<std::ptrdiff_t>(point),
                              values.begin() + static_cast<std::ptrdiff_t>(end));
            };
            if (end > point) polygon.rings.push_back({slice(coordinates.points), slice(coordinates.heights)});
            point = end;
        }
        ring_count_ += static_cast<std::int64_t>(polygon.rings.size());
        if (!polygon.rings.empty()) content_.polygons.push_back(std::move(polygon));
    }
    return true;
}

static bool saysBuilding(std::string_view value)
{
    const std::string lower = toLower(value);
    return lower.find("building") != std::string::npos || lower.find("footprint") != std::string::npos;
}

/// The value of a property `building`, `height` or the like: anything but no.
bool ContentReader::readBuilding(Properties& properties)
{
    const char c = reader_.peek();
    std::string value = "yes";
    if (c == '"' ? !reader_.readString(value) : !reader_.skipValue()) return false;
    value = toLower(value);
    const bool is_no = c == 'f' || c == 'n' || value.empty() || value == "no" || value == "false" || value == "0";
    properties.is_building = properties.is_building || !is_no;
    return true;
}

bool ContentReader::readProperties(Properties& properties)
{
    if (reader_.peek() != '{') return reader_.skipValue();
    reader_.beginObject();
    for (std::string key; reader_.nextMember(key);)
    {
        const std::string name = toLower(key);
        const auto is_one_of = [&](const auto&... names) { return ((name == names) || ...); };
        if (name.starts_with("building") || is_one_of("height", "heightroof", "num_floors") || name.starts_with("roof"))
            readBuilding(properties);
        else if (is_one_of("class", "type", "kind", "category", "fclass"))
        {
            std::string value;
            readText(value);
            properties.is_building = properties.is_building || saysBuilding(value);
        }
        else if (name == "layer" && (reader_.peek() == '-' || (reader_.peek() >= '0' && reader_.peek() <= '9')))
        {
            double layer = 0;
            if (reader_.readNumber(layer) && layer >= 0 && layer < 1e6) properties.layer = static_cast<int>(layer);
        }
        else
            reader_.skipValue();
    }
    return !reader_.failed();
}

bool ContentReader::readCrs()
{
    if (reader_.peek() != '{') return readText(content_.crs);
    reader_.beginObject();
    for (std::string key; reader_.nextMember(key);)
    {
        if (key != "properties" || reader_.peek() != '{')
        {
            reader_.skipValue();
            continue;
        }
        reader_.beginObject();
        for (std::string inner; reader_.nextMember(inner);)
            if (inner == "name" ? !readText(content_.crs) : !reader_.skipValue()) return false;
    }
    return !reader_.failed();
}

bool ContentReader::readOwn()
{
    if (reader_.peek() != '{') return reader_.skipValue();
    reader_.beginObject();
    std::string value;
    for (std::string key; reader_.nextMember(key);)
    {
        readText(value);
        if (key == "units" && value == "metres") content_.is_ours = true;
    }
    return !reader_.failed();
}

bool ContentReader::readObjects(int depth)
{
    if (reader_.peek() != '[') return reader_.skipValue();
    reader_.beginArray();
    while (reader_.nextElement())
        if (reader_.peek() == '{' ? !readObject(depth) : !reader_.skipValue()) return false;
    return !reader_.failed();
}

bool ContentReader::readMember(const std::string& key, int depth, Object& object)
{
    const char c = reader_.peek();
    if (key == "type") return readText(object.type);
    if (key == "coordinates" && c == '[') return readCoordinates(object.coordinates);
    if (key == "geometry" && c == '{') return readObject(depth + 1);
    if (key == "geometries" || key == "features") return readObjects(depth + 1);
    if (key == "properties") return readProperties(object.properties);
    if (key == "crs") return readCrs();
    if (key == "clearway" && depth == 0) return readOwn();
    if (key == "name" && depth == 0) return readText(content_.name);
    if (object.keys.size() < 200) object.keys += " " + key + " ";
    return reader_.skipValue();
}

bool ContentReader::readObject(int depth)
{
    if (depth > kMaxObjectDepth) return reader_.fail("collections are nested too deep");
    Object object;
    reader_.peek();
    object.start = reader_.position();
    object.first_polygon = content_.polygons.size();
    reader_.beginObject();
    for (std::string key; reader_.nextMember(key);)
        if (!readMember(key, depth, object)) return false;
    return !reader_.failed() && finishObject(object, depth);
}

bool ContentReader::finishObject(Object& object, int depth)
{
    const std::string& type = object.type;
    if (type == "Polygon" || type == "MultiPolygon") return addPolygons(object.coordinates, type);
    if (type == "FeatureCollection" || type == "GeometryCollection") return true;
    if (type == "Point" || type == "MultiPoint") return ++content_.point_count, true;
    if (type == "LineString" || type == "MultiLineString") return ++content_.line_count, true;
    if (type == "Feature")
    {
        for (std::size_t i = object.first_polygon; i < content_.polygons.size(); ++i)
        {
            content_.polygons[i].is_building = object.properties.is_building;
            content_.polygons[i].layer = object.properties.layer;
        }
        return true;
    }
    if (depth == 0) return failForeign(object);
    return reader_.failAt(object.start, type.empty() ? "this object has no \"type\"; expected a GeoJSON feature or geometry"
                                                     : "\"" + type.substr(0, 40) + "\" is no type of GeoJSON");
}

/// JSON that is something else: says what, where it is known.
bool ContentReader::failForeign(const Object& object)
{
    struct Foreign
    {
        std::string_view key;
        std::string_view message;
    };
    static constexpr std::array<Foreign, 5> kForeign = {{
        {" arcs ", "this is TopoJSON; convert it to GeoJSON first"},
        {" scenario ", "this is a Vadere scenario; write its topography as WKT or GeoJSON polygons"},
        {" distributions ", "this is the configuration of a JuPedSim scenario; its walkable area is in a .wkt file beside it"},
        {" elements ", "this is an answer of the Overpass service; ask it for GeoJSON instead"},
        {" meshes ", "this looks like glTF, a mesh of triangles; name it .gltf to walk on it as a surface"},
    }};
    for (const Foreign& foreign : kForeign)
        if (object.keys.find(foreign.key) != std::string::npos)
            return reader_.failAt(object.start, std::string(foreign.message), ErrorCode::unsupported_format);
    if (!object.type.empty())
        return reader_.failAt(object.start,
                              "\"" + object.type.substr(0, 40) +
                                  "\" is no type of GeoJSON; expected a FeatureCollection, Feature or geometry",
                              ErrorCode::unsupported_format);
    return reader_.failAt(object.start, "this is JSON but not GeoJSON: it has no member \"type\"", ErrorCode::unsupported_format);
}

Result<GeoJsonContent> ContentReader::read()
{
    if (reader_.peek() == '[')
    {
        content_.is_bare = true;
        Coordinates coordinates;
        if (readCoordinates(coordinates) && coordinates.depth == 1)
        {
            coordinates.polygon_ends.push_back(coordinates.ring_ends.size());
            coordinates.depth = 2;
        }
        if (!reader_.failed() && coordinates.depth == 0)
            reader_.failAt(coordinates.start, "this is an array of numbers; expected rings of points: [[[x, y], …], …]");
        if (!reader_.failed()) addPolygons(coordinates, coordinates.depth == 3 ? "MultiPolygon" : "Polygon");
    }
    else
        // One document, or one per line (RFC 8142 and its relatives).
        do readObject(0);
        while (!reader_.failed() && reader_.peek() == '{');
    if (!reader_.failed() && !reader_.atEnd()) reader_.fail("expected the end of the text");
    if (reader_.failed()) return reader_.error();
    return std::move(content_);
}

} // namespace

Result<GeoJsonContent> readGeoJsonContent(std::string_view text) { return ContentReader(text).read(); }

} // namespace clearway::io
