// SPDX-License-Identifier: MIT
// Well-known text. Collections may nest as deep as they like: they are only counted, so no input can exhaust the stack.
#include "base/errors.h"
#include "io/readers.h"

#include <algorithm>
#include <array>

#include "io/projection.h"
#include "io/simple_rings.h"
#include "io/text.h"

namespace clearway {

namespace io {

namespace {

enum class Shape
{
    polygon,    ///< a list of rings
    polygons,   ///< a list of those
    collection, ///< a list of geometries
    other,      ///< read over and left out
};

struct Keyword
{
    std::string_view name; ///< lower case
    Shape shape;
};

constexpr std::array<Keyword, 16> kKeywords = {{
    {"polygon", Shape::polygon},
    {"triangle", Shape::polygon},
    {"multipolygon", Shape::polygons},
    {"tin", Shape::polygons},
    {"polyhedralsurface", Shape::polygons},
    {"geometrycollection", Shape::collection},
    {"point", Shape::other},
    {"linestring", Shape::other},
    {"linearring", Shape::other},
    {"multipoint", Shape::other},
    {"multilinestring", Shape::other},
    {"circularstring", Shape::other},
    {"compoundcurve", Shape::other},
    {"curvepolygon", Shape::other},
    {"multicurve", Shape::other},
    {"multisurface", Shape::other},
}};

/// What follows the name: which numbers a point has.
enum class Dimensions
{
    unknown,
    xyz,
    xym,
    xyzm,
};

class WktReader
{
public:
    WktReader(std::string_view text, SceneReport& report) : text_(text), report_(report) {}

    Result<SceneInput> read();
    bool saysDegrees() const { return says_degrees_; }

private:
    bool readGeometry();
    bool readHead(Shape& shape, Dimensions& dimensions);
    bool readSrid();
    bool readPolygon(Dimensions dimensions);
    bool readPolygons(Dimensions dimensions);
    bool readRing(Dimensions dimensions, SceneInput::RingInput& ring);
    bool readPoint(Dimensions dimensions, SceneInput::RingInput& ring);
    bool readOver();
    bool readEmpty();
    /// After an item of a list: whether another follows; false at its end and on errors.
    bool readsOn();

    std::string_view peekWord();
    bool skipWord(std::string_view lower);
    char peek();
    bool expect(char c, std::string_view what);
    bool fail(std::string message);

    std::string_view text_;
    std::size_t position_ = 0;
    SceneReport& report_;
    SceneInput input_;
    std::int64_t ring_count_ = 0;
    std::int64_t left_out_ = 0;
    bool says_degrees_ = false;
    bool has_failed_ = false;
    Error error_;
};

char WktReader::peek()
{
    while (position_ < text_.size() && isSpace(text_[position_])) ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
}

std::string_view WktReader::peekWord()
{
    peek();
    std::size_t end = position_;
    while (end < text_.size() && isLetter(text_[end])) ++end;
    return text_.substr(position_, end - position_);
}

bool WktReader::skipWord(std::string_view lower)
{
    const std::string_view word = peekWord();
    if (toLower(word) != lower) return false;
    position_ += word.size();
    return true;
}

bool WktReader::fail(std::string message)
{
    has_failed_ = true;
    error_ = makeTextError(text_, position_, std::move(message));
    return false;
}

bool WktReader::expect(char c, std::string_view what)
{
    if (peek() != c || position_ >= text_.size())
        return fail("expected '" + std::string(1, c) + "' " + std::string(what) + ", found " + describe(text_, position_));
    ++position_;
    return true;
}

bool WktReader::readEmpty() { return skipWord("empty"); }

bool WktReader::readsOn()
{
    if (has_failed_) return false;
    const char c = peek();
    if (c == ',') return ++position_, true;
    if (c == ')') return ++position_, false;
    return fail("expected ',' or ')', found " + describe(text_, position_));
}

bool WktReader::readSrid()
{
    // SRID=4326; in front of a geometry (PostGIS)
    std::size_t end = position_;
    while (end < text_.size() && text_[end] != ';' && end - position_ < 40) ++end;
    if (end >= text_.size() || text_[end] != ';') return fail("expected \"SRID=number;\", found no ';'");
    std::string_view number = text_.substr(position_, end - position_);
    number.remove_prefix(std::min(number.size(), number.find('=') + 1));
    says_degrees_ = says_degrees_ || number == "4326" || number == "4258" || number == "4269" || number == "4979";
    position_ = end + 1;
    return true;
}

bool WktReader::readHead(Shape& shape, Dimensions& dimensions)
{
    if (toLower(peekWord()) == "srid" && !readSrid()) return false;
    const std::string_view word = peekWord();
    std::string name = toLower(word);
    dimensions = Dimensions::unknown;
    const auto find = [&] {
        for (const Keyword& keyword : kKeywords)
            if (keyword.name == name) return shape = keyword.shape, true;
        return false;
    };
    // "POLYGONZM" is as common as "POLYGON ZM".
    if (!find())
        for (const auto& [ending, meant] :
             {std::pair{std::string_view("zm"), Dimensions::xyzm}, {"z", Dimensions::xyz}, {"m", Dimensions::xym}})
            if (name.ends_with(ending) && dimensions == Dimensions::unknown)
            {
                name.resize(name.size() - ending.size());
                dimensions = meant;
            }
    if (!find()) return fail("expected a geometry such as POLYGON, found " + describe(text_, position_));
    position_ += word.size();
    if (skipWord("zm"))
        dimensions = Dimensions::xyzm;
    else if (skipWord("z"))
        dimensions = Dimensions::xyz;
    else if (skipWord("m"))
        dimensions = Dimensions::xym;
    return true;
}

bool WktReader::readPoint(Dimensions dimensions, SceneInput::RingInput& ring)
{
    double values[4] = {};
    int count = 0;
    const std::size_t start = (peek(), position_);
    while (count < 4)
    {
        peek();
        const Number number = parseNumber(text_, position_);
        if (number.status == Number::Status::none) break;
        const bool is_whole =
            number.end >= text_.size() || isSpace(text_[number.end]) || text_[number.end] == ',' || text_[number.end] == ')';
        if (!is_whole) return fail("expected a number, found " + describe(text_, position_));
        if (number.status == Number::Status::not_finite)
        {
            fail("a coordinate must be a finite number, found " + describe(text_, position_) + " in ring " +
                 std::to_string(ring_count_) + ", point " + std::to_string(ring.points.size()));
            error_.code = ErrorCode::invalid_geometry;
            error_.place.ring = ring_count_;
            error_.place.index = static_cast<std::int64_t>(ring.points.size());
            return false;
        }
        values[count++] = number.value;
        position_ = number.end;
    }
    if (count < 2) return fail("expected the two coordinates of a point, found " + describe(text_, position_));
    const int wanted = dimensions == Dimensions::unknown ? count : dimensions == Dimensions::xyzm ? 4 : 3;
    if (count != wanted)
    {
        position_ = start;
        return fail("expected " + std::to_string(wanted) + " numbers in this point, found " + std::to_string(count));
    }
    ring.points.push_back({values[0], values[1]});
    if (count > 2 && dimensions != Dimensions::xym)
    {
        ring.heights.resize(ring.points.size() - 1);
        ring.heights.push_back(values[2]);
    }
    return true;
}

bool WktReader::readRing(Dimensions dimensions, SceneInput::RingInput& ring)
{
    if (readEmpty()) return true;
    if (!expect('(', "before the points of a ring")) return false;
    do
        if (!readPoint(dimensions, ring)) return false;
    while (readsOn());
    if (!ring.heights.empty()) ring.heights.resize(ring.points.size());
    ++ring_count_;
    return !has_failed_;
}

bool WktReader::readPolygon(Dimensions dimensions)
{
    if (readEmpty()) return true;
    if (!expect('(', "before the rings of a polygon")) return false;
    SceneInput::AreaInput area;
    bool is_outline = true;
    do
    {
        SceneInput::RingInput ring;
        if (!readRing(dimensions, ring)) return false;
        if (is_outline)
            area.outline = std::move(ring);
        else if (!ring.points.empty())
            area.holes.push_back(std::move(ring));
        is_outline = false;
    } while (readsOn());
    if (!area.outline.points.empty()) input_.areas.push_back(std::move(area));
    return !has_failed_;
}

bool WktReader::readPolygons(Dimensions dimensions)
{
    if (readEmpty()) return true;
    if (!expect('(', "before the polygons of a list")) return false;
    do
        if (!readPolygon(dimensions)) return false;
    while (readsOn());
    return !has_failed_;
}

/// A geometry that is left out: names, numbers, commas and matching parentheses.
bool WktReader::readOver()
{
    ++left_out_;
    if (readEmpty()) return true;
    if (!expect('(', "after the name of a geometry")) return false;
    for (std::int64_t depth = 1; depth > 0; ++position_)
    {
        const char c = peek();
        if (position_ >= text_.size()) return fail("expected ')', found the end of the text");
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        const bool is_fine =
            isLetter(c) || (c >= '0' && c <= '9') || std::string_view("(),.+-").find(c) != std::string_view::npos;
        if (!is_fine) return fail("expected a number, ',' or ')', found " + describe(text_, position_));
    }
    return true;
}

/// One geometry, with everything inside if it is a collection.
bool WktReader::readGeometry()
{
    std::int64_t depth = 0;
    while (true)
    {
        Shape shape = Shape::other;
        Dimensions dimensions = Dimensions::unknown;
        if (!readHead(shape, dimensions)) return false;
        if (shape == Shape::collection && !readEmpty())
        {
            if (!expect('(', "before the geometries of a collection")) return false;
            ++depth;
            continue;
        }
        if (shape == Shape::polygon && !readPolygon(dimensions)) return false;
        if (shape == Shape::polygons && !readPolygons(dimensions)) return false;
        if (shape == Shape::other && !readOver()) return false;
        while (depth > 0 && !readsOn())
        {
            if (has_failed_) return false;
            --depth;
        }
        if (depth == 0) return true;
    }
}

Result<SceneInput> WktReader::read()
{
    do
    {
        if (!readGeometry()) return error_;
        while (peek() == ';') ++position_;
    } while (position_ < text_.size());
    if (left_out_ > 0)
        report_.remarks.push_back(countOf(left_out_, "point, line or curve was", "points, lines or curves were") +
                                  " left out: only polygons describe free space.");
    if (!input_.areas.empty()) return std::move(input_);
    std::string message = "there is no polygon in it, so no free space";
    if (left_out_ > 0) message += ": " + countOf(left_out_, "point, line or curve", "points, lines and curves") + " only";
    return makeError(ErrorCode::invalid_geometry, message + ".");
}

} // namespace

Result<SceneInput> readWkt(std::string_view text, const SceneReadOptions& options, SceneReport& report)
{
    text = skipByteOrderMark(text);
    if (text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
        return makeError(ErrorCode::malformed_file,
                         "it is empty; expected a geometry such as POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0)).");
    WktReader reader(text, report);
    Result<SceneInput> input = reader.read();
    if (!input) return input;
    input->name = options.name;
    if (options.coordinates == SceneReadOptions::Units::longitude_latitude && !fitsDegrees(computeBounds(*input)))
        return makeError(
            ErrorCode::invalid_geometry,
            "the coordinates are no longitudes and latitudes: some are beyond 180 or 90 degrees; read them as metres.");
    if (options.coordinates == SceneReadOptions::Units::longitude_latitude)
        projectToMetres(*input, "", report);
    else if (options.coordinates == SceneReadOptions::Units::automatic && reader.saysDegrees() &&
             fitsDegrees(computeBounds(*input)))
        projectToMetres(*input, "As the SRID says, ", report);
    return input;
}

static void appendWktRing(std::string& text, const Scene& scene, const VertexRing& ring, Heights heights)
{
    text += '(';
    for (std::size_t i = 0; i <= ring.size(); ++i)
    {
        const std::uint32_t vertex = ring[i % ring.size()];
        if (i > 0) text += ", ";
        appendNumber(text, scene.points()[vertex].x);
        text += ' ';
        appendNumber(text, scene.points()[vertex].y);
        if (heights == Heights::written) appendNumber(text += ' ', scene.heights()[vertex]);
    }
    text += ')';
}

/// One POLYGON or MULTIPOLYGON.
static void appendAreas(std::string& text, const Scene& scene, std::span<const Scene::Area> areas, Heights heights)
{
    const bool is_multiple = areas.size() != 1;
    text += is_multiple ? "MULTIPOLYGON " : "POLYGON ";
    if (heights == Heights::written) text += "Z ";
    if (is_multiple) text += "(";
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        text += i > 0 ? ",\n(" : "(";
        const std::vector<VertexRing> rings = findSimpleRings(scene, areas[i]);
        for (std::size_t ring = 0; ring < rings.size(); ++ring)
        {
            if (ring > 0) text += ",\n ";
            appendWktRing(text, scene, rings[ring], heights);
        }
        text += ")";
    }
    if (is_multiple) text += ")";
}

} // namespace io

Result<SceneInput> parseWkt(std::string_view text, const SceneReadOptions& options, SceneReport* report)
{
    SceneReport ignored;
    return io::withLine(io::readWkt(text, options, report ? *report : ignored));
}

std::string formatWkt(const Scene& scene)
{
    const auto is_set = [](double height) { return height != 0; };
    const bool has_heights = std::any_of(scene.heights().begin(), scene.heights().end(), is_set);
    const io::Heights heights = has_heights ? io::Heights::written : io::Heights::left_out;
    std::string text;
    if (scene.layerCount() <= 1)
    {
        io::appendAreas(text, scene, scene.areas(), heights);
        return text + "\n";
    }
    // Layers lie above one another, which the parts of a MULTIPOLYGON must not do.
    std::vector<Scene::Area> areas(scene.areas().begin(), scene.areas().end());
    const auto lies_below = [](const Scene::Area& a, const Scene::Area& b) { return a.layer < b.layer; };
    std::sort(areas.begin(), areas.end(), [](const Scene::Area& a, const Scene::Area& b) {
        return a.layer != b.layer ? a.layer < b.layer : a.first_ring < b.first_ring;
    });
    text += has_heights ? "GEOMETRYCOLLECTION Z (" : "GEOMETRYCOLLECTION (";
    for (auto first = areas.begin(); first != areas.end();)
    {
        const auto end = std::upper_bound(first, areas.end(), *first, lies_below);
        if (first != areas.begin()) text += ",\n";
        io::appendAreas(text, scene, {first, end}, heights);
        first = end;
    }
    return text + ")\n";
}

} // namespace clearway
