// SPDX-License-Identifier: MIT
// Based on: M. L. Cui, D. D. Harabor, A. Grastien. Compromise-free pathfinding on a navigation mesh. 2017 (the authors' mesh
// format, version 2) Departure: versions 1 and 2 differ only in the order of the neighbours of a polygon, which is not used, so
// both are read.
#include "base/errors.h"
#include "io/readers.h"

#include <algorithm>
#include <array>

#include <clearway/base/log.h>
#include <clearway/geometry/predicates.h>

#include "io/text.h"

namespace clearway {

namespace io {

namespace {

constexpr std::int64_t kMinVertexBytes = 6;  // "0 0 0 "
constexpr std::int64_t kMinPolygonBytes = 8; // "3 0 1 2 " and its neighbours

class PolyanyaReader
{
public:
    explicit PolyanyaReader(std::string_view text) : text_(text) {}

    Result<PolygonMesh> read();

private:
    bool readHeader();
    bool readVertices();
    bool readPolygons();
    bool readPolygon(std::size_t polygon);

    std::string_view nextWord();
    bool readInteger(std::int64_t minimum, std::int64_t maximum, const char* what, std::int64_t& value);
    bool readCoordinate(std::size_t vertex, double& value);
    bool fail(std::string message, ErrorCode code = ErrorCode::malformed_file);

    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t word_ = 0; ///< where the last word started
    std::int64_t vertex_count_ = 0;
    std::int64_t polygon_count_ = 0;
    std::int64_t turned_count_ = 0;
    PolygonMesh mesh_;
    Error error_;
};

std::string_view PolyanyaReader::nextWord()
{
    while (position_ < text_.size() && isSpace(text_[position_])) ++position_;
    word_ = position_;
    while (position_ < text_.size() && !isSpace(text_[position_])) ++position_;
    return text_.substr(word_, position_ - word_);
}

bool PolyanyaReader::fail(std::string message, ErrorCode code)
{
    error_ = makeTextError(text_, word_, std::move(message), code);
    return false;
}

bool PolyanyaReader::readInteger(std::int64_t minimum, std::int64_t maximum, const char* what, std::int64_t& value)
{
    const std::string_view word = nextWord();
    const Number number = parseNumber(word, 0);
    const bool is_whole = number.status == Number::Status::ok && number.end == word.size() && number.value >= -1e15 &&
                          number.value <= 1e15 && number.value == static_cast<double>(static_cast<std::int64_t>(number.value));
    if (!is_whole) return fail(std::string("expected ") + what + ", found " + describe(text_, word_));
    value = static_cast<std::int64_t>(number.value);
    if (value < minimum || value > maximum)
        return fail(std::string("expected ") + what + " from " + std::to_string(minimum) + " to " + std::to_string(maximum) +
                    ", found " + describe(text_, word_));
    return true;
}

bool PolyanyaReader::readCoordinate(std::size_t vertex, double& value)
{
    const std::string_view word = nextWord();
    const Number number = parseNumber(word, 0);
    value = number.value;
    if (number.status == Number::Status::ok && number.end == word.size()) return true;
    const bool is_number = number.status == Number::Status::not_finite;
    fail((is_number ? "a coordinate must be a finite number, found " : "expected a coordinate, found ") + describe(text_, word_) +
             " at vertex " + std::to_string(vertex),
         is_number ? ErrorCode::invalid_geometry : ErrorCode::malformed_file);
    error_.place.index = static_cast<std::int64_t>(vertex);
    return false;
}

bool PolyanyaReader::readHeader()
{
    if (nextWord() != "mesh")
        return fail("expected \"mesh\", the first word of a Polyanya mesh, found " + describe(text_, word_));
    std::int64_t version = 0;
    if (!readInteger(0, 1'000'000, "the version of the format", version)) return false;
    if (version != 1 && version != 2)
        return fail("version " + std::to_string(version) + " of the format is not known; versions 1 and 2 are read",
                    ErrorCode::unsupported_format);
    // Before any memory is asked for: so many cannot follow in what is left.
    const auto rest = static_cast<std::int64_t>(text_.size() - position_) + 1;
    return readInteger(1, std::max<std::int64_t>(1, rest / kMinVertexBytes), "the number of vertices", vertex_count_) &&
           readInteger(1, std::max<std::int64_t>(1, rest / kMinPolygonBytes), "the number of polygons", polygon_count_);
}

bool PolyanyaReader::readVertices()
{
    mesh_.vertices.resize(static_cast<std::size_t>(vertex_count_));
    for (std::size_t i = 0; i < mesh_.vertices.size(); ++i)
    {
        Vec2& position = mesh_.vertices[i].position;
        std::int64_t neighbour_count = 0;
        if (!readCoordinate(i, position.x) || !readCoordinate(i, position.y)) return false;
        if (!readInteger(0, static_cast<std::int64_t>(text_.size()), "the number of neighbours of a vertex", neighbour_count))
            return false;
        for (std::int64_t k = 0, neighbour = 0; k < neighbour_count; ++k)
            if (!readInteger(-1, polygon_count_ - 1, "the index of a polygon", neighbour)) return false;
    }
    return true;
}

/// Whether a ring runs clockwise: a simple ring turns at its lowest leftmost corner the way it runs. Exact.
bool isClockwise(const PolygonMesh& mesh, const std::vector<VertexId>& cell)
{
    const auto at = [&](std::size_t i) { return mesh.vertices[cell[i % cell.size()]].position; };
    std::size_t lowest = 0;
    for (std::size_t i = 1; i < cell.size(); ++i)
        if (lexicographicLess(at(i), at(lowest))) lowest = i;
    return computeOrientation(at(lowest + cell.size() - 1), at(lowest), at(lowest + 1)) < 0;
}

bool PolyanyaReader::readPolygon(std::size_t polygon)
{
    std::int64_t side_count = 0;
    if (!readInteger(3, static_cast<std::int64_t>(text_.size() - position_), "the number of corners of a polygon", side_count))
        return false;
    std::vector<VertexId>& cell = mesh_.cells[polygon];
    for (std::int64_t i = 0, vertex = 0; i < side_count; ++i)
    {
        if (!readInteger(0, vertex_count_ - 1, "the index of a vertex", vertex)) return false;
        cell.push_back(static_cast<VertexId>(vertex));
    }
    for (std::int64_t i = 0, neighbour = 0; i < side_count; ++i)
        if (!readInteger(-1, polygon_count_ - 1, "the index of a polygon", neighbour)) return false;
    if (isClockwise(mesh_, cell))
    {
        std::reverse(cell.begin(), cell.end());
        ++turned_count_;
    }
    return true;
}

bool PolyanyaReader::readPolygons()
{
    mesh_.cells.resize(static_cast<std::size_t>(polygon_count_));
    for (std::size_t i = 0; i < mesh_.cells.size(); ++i)
        if (!readPolygon(i)) return false;
    if (!nextWord().empty()) return fail("expected the end of the text after the last polygon, found " + describe(text_, word_));
    return true;
}

Result<PolygonMesh> PolyanyaReader::read()
{
    if (!readHeader() || !readVertices() || !readPolygons()) return error_;
    if (turned_count_ > 0)
        logMessage(LogLevel::info,
                   countOf(turned_count_, "polygon", "polygons") + " of the mesh ran clockwise and were turned round.");
    return std::move(mesh_);
}

} // namespace

Result<PolygonMesh> readPolyanya(std::string_view text)
{
    text = skipByteOrderMark(text);
    if (text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
        return makeError(ErrorCode::malformed_file, "it is empty; expected a Polyanya mesh.");
    return PolyanyaReader(text).read();
}

namespace {

/// One corner of one cell, seen from its vertex.
struct Corner
{
    VertexId vertex;
    CellId cell;
    CellId before; ///< the neighbour across the side that ends here, or kNone
    CellId after;  ///< across the side that starts here
    Vec2 towards;  ///< the end of that side
};

/// 0 for directions in [0, pi), 1 in [pi, 2 pi).
int computeHalf(Vec2 center, Vec2 p) { return p.y < center.y || (p.y == center.y && p.x < center.x) ? 1 : 0; }

std::vector<Corner> findCorners(const NavMesh& mesh)
{
    std::vector<Corner> corners;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        const std::span<const NavMesh::Side> sides = mesh.sides(cell);
        for (std::size_t i = 0; i < sides.size(); ++i)
        {
            const NavMesh::Side& before = sides[(i + sides.size() - 1) % sides.size()];
            const NavMesh::Side& next = sides[(i + 1) % sides.size()];
            corners.push_back({sides[i].from, cell, mesh.neighbour(cell, before), mesh.neighbour(cell, sides[i]),
                               mesh.vertices()[next.from].position});
        }
    }
    // Around each vertex counter-clockwise, by the direction in which the side leaves.
    std::sort(corners.begin(), corners.end(), [&](const Corner& a, const Corner& b) {
        if (a.vertex != b.vertex) return a.vertex < b.vertex;
        const Vec2 center = mesh.vertices()[a.vertex].position;
        const int half_a = computeHalf(center, a.towards);
        const int half_b = computeHalf(center, b.towards);
        if (half_a != half_b) return half_a < half_b;
        const int turn = computeOrientation(center, a.towards, b.towards);
        return turn != 0 ? turn > 0 : a.cell < b.cell;
    });
    return corners;
}

void appendIndex(std::string& text, std::uint32_t index)
{
    appendNumber(text += ' ', index == kNone ? std::int64_t{-1} : std::int64_t{index});
}

/// The vertex with the polygons around it; -1 where there is none between two of them.
void appendVertex(std::string& text, const NavMesh::Vertex& vertex, std::span<const Corner> corners)
{
    std::vector<std::uint32_t> around;
    for (std::size_t i = 0; i < corners.size(); ++i)
    {
        around.push_back(corners[i].cell);
        const Corner& next = corners[(i + 1) % corners.size()];
        if (corners[i].before != next.cell || next.after != corners[i].cell) around.push_back(kNone);
    }
    appendNumber(text, vertex.position.x);
    appendNumber(text += ' ', vertex.position.y);
    appendNumber(text += ' ', static_cast<std::int64_t>(around.size()));
    for (const std::uint32_t cell : around) appendIndex(text, cell);
    text += '\n';
}

} // namespace

} // namespace io

Result<PolygonMesh> parsePolyanya(std::string_view text) { return io::withLine(io::readPolyanya(text)); }

std::string formatPolyanya(const NavMesh& mesh)
{
    const std::vector<io::Corner> corners = io::findCorners(mesh);
    std::vector<std::uint32_t> new_index(mesh.vertices().size(), kNone);
    std::string vertices;
    std::uint32_t vertex_count = 0;
    for (std::size_t first = 0, last = 0; first < corners.size(); first = last)
    {
        const VertexId vertex = corners[first].vertex;
        while (last < corners.size() && corners[last].vertex == vertex) ++last;
        new_index[vertex] = vertex_count++;
        io::appendVertex(vertices, mesh.vertices()[vertex], std::span(corners).subspan(first, last - first));
    }
    std::string text = "mesh\n2\n" + std::to_string(vertex_count) + " " + std::to_string(mesh.cells().size()) + "\n" + vertices;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        const std::span<const NavMesh::Side> sides = mesh.sides(cell);
        text += std::to_string(sides.size());
        for (const NavMesh::Side& side : sides) io::appendIndex(text, new_index[side.from]);
        // Neighbour i lies across the side that ends at corner i.
        for (std::size_t i = 0; i < sides.size(); ++i)
            io::appendIndex(text, mesh.neighbour(cell, sides[(i + sides.size() - 1) % sides.size()]));
        text += '\n';
    }
    return text;
}

} // namespace clearway
