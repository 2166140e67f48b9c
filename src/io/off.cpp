// SPDX-License-Identifier: MIT
// OFF (Object File Format of Geomview) as text. Lines are kept apart, so colours and normals after what is needed do no harm.
#include <fmt/format.h>

#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;

class OffReader
{
public:
    OffReader(std::string_view text, const MeshReadOptions& options) : text_(text), lines_(text), options_(options) {}

    Result<MeshInput> read()
    {
        if (!readHeader() || !readVertices() || !readFaces()) return error_;
        return finishMesh(std::move(mesh_), options_, MeshReadOptions::UpAxis::z);
    }

private:
    bool fail(std::string message, ErrorCode code = ErrorCode::malformed_file)
    {
        error_ = makeTextError(text_, lines_.wordPosition(), std::move(message), code);
        return false;
    }

    /// Moves to the next line that says anything and reads its first word.
    std::string_view nextFilledLine()
    {
        while (lines_.nextLine())
            if (const std::string_view word = lines_.nextWord(); !word.empty()) return word;
        return {};
    }

    bool readHeader()
    {
        std::string_view word = nextFilledLine();
        if (word.ends_with("OFF"))
        {
            if (word.find('4') != std::string_view::npos || word.find('n') != std::string_view::npos)
                return fail("only three-dimensional OFF files are read");
            word = lines_.nextWord();
            if (word == "BINARY") return fail("binary OFF files are not read", ErrorCode::unsupported_format);
            if (word.empty()) word = nextFilledLine();
        }
        if (!parseCount(word, vertex_count_) || !parseCount(lines_.nextWord(), face_count_))
            return fail("expected the numbers of vertices and faces, found " + describe(text_, lines_.wordPosition()));
        // A vertex takes six bytes at least ("0 0 0" and the end of its line), a face eight.
        if (vertex_count_ > lines_.remaining() / 6 + 1 || face_count_ > lines_.remaining() / 8 + 1)
            return fail(fmt::format("the file promises {} vertices and {} faces, but only {} bytes follow", vertex_count_,
                                    face_count_, lines_.remaining()));
        return true;
    }

    bool readVertices()
    {
        mesh_.positions.reserve(static_cast<std::size_t>(vertex_count_));
        while (mesh_.positions.size() < vertex_count_)
        {
            if (!lines_.nextLine()) return fail("the file ends before its last vertex");
            Vec3 p;
            if (!lines_.nextNumber(p.x))
            {
                if (lines_.nextWord().empty()) continue;
                return fail("expected a number, found " + describe(text_, lines_.wordPosition()));
            }
            if (!lines_.nextNumber(p.y) || !lines_.nextNumber(p.z))
                return fail("a vertex needs three finite numbers, found " + describe(text_, lines_.wordPosition()));
            mesh_.positions.push_back(p);
        }
        return true;
    }

    bool readFaces()
    {
        mesh_.triangles.reserve(static_cast<std::size_t>(face_count_));
        std::vector<std::uint32_t> corners;
        for (std::uint64_t face = 0; face < face_count_; ++face)
        {
            const std::string_view word = nextFilledLine();
            if (word.empty()) return fail("the file ends before its last face");
            std::uint64_t count = 0;
            if (!parseCount(word, count))
                return fail("expected a number of corners, found " + describe(text_, lines_.wordPosition()));
            corners.clear();
            for (std::uint64_t i = 0; i < count; ++i)
            {
                std::uint64_t vertex = 0;
                if (!parseCount(lines_.nextWord(), vertex))
                    return fail("expected the number of a vertex, found " + describe(text_, lines_.wordPosition()));
                if (vertex >= vertex_count_)
                    return fail(fmt::format("there is no vertex {}", vertex), ErrorCode::invalid_geometry);
                corners.push_back(static_cast<std::uint32_t>(vertex));
            }
            if (count >= 3) addPolygon(mesh_, corners);
        }
        return true;
    }

    std::string_view text_;
    LineReader lines_;
    const MeshReadOptions& options_;
    std::uint64_t vertex_count_ = 0;
    std::uint64_t face_count_ = 0;
    MeshInput mesh_;
    Error error_;
};

} // namespace

Result<MeshInput> parseOff(std::string_view text, const MeshReadOptions& options, MeshReport*)
{
    return withLine(OffReader(text, options).read());
}

} // namespace clearway
