// SPDX-License-Identifier: MIT
// Wavefront OBJ.
#include <charconv>

#include <fmt/format.h>

#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;

class ObjReader
{
public:
    ObjReader(std::string_view text, const MeshReadOptions& options, MeshReport* report)
        : text_(text), lines_(text), options_(options), report_(report)
    {
    }

    Result<MeshInput> read()
    {
        while (lines_.nextLine())
        {
            const std::string_view word = lines_.nextWord();
            if (word == "v")
                readVertex();
            else if (word == "f")
                readFace();
            else if (word == "l" || word == "p")
                ++left_out_;
            else if (word == "o" && mesh_.name.empty())
                mesh_.name = lines_.nextWord();
            if (failed_) return error_;
        }
        if (left_out_ > 0) addRemark(report_, countOf(left_out_, "line or point", "lines and points") + " of the file left out.");
        return finishMesh(std::move(mesh_), options_, MeshReadOptions::UpAxis::z);
    }

private:
    void fail(std::string message, ErrorCode code = ErrorCode::malformed_file)
    {
        failed_ = true;
        error_ = makeTextError(text_, lines_.wordPosition(), std::move(message), code);
    }

    void readVertex()
    {
        Vec3 p;
        for (double* x : {&p.x, &p.y, &p.z})
            if (!lines_.nextNumber(*x))
                return fail("a vertex needs three finite numbers, found " + describe(text_, lines_.wordPosition()));
        mesh_.positions.push_back(p);
    }

    void readFace()
    {
        corners_.clear();
        for (std::string_view word = lines_.nextWord(); !word.empty(); word = lines_.nextWord())
        {
            std::int64_t index = 0;
            const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), index);
            if (code != std::errc() || (end != word.data() + word.size() && *end != '/'))
                return fail("expected the number of a vertex, found " + describe(text_, lines_.wordPosition()));
            const auto count = static_cast<std::int64_t>(mesh_.positions.size());
            // Vertices are counted from 1, or from the end with a minus.
            const std::int64_t vertex = index > 0 ? index - 1 : count + index;
            if (index == 0 || vertex < 0 || vertex > kMaxMeshVertexCount)
                return fail(fmt::format("there is no vertex {}", index), ErrorCode::invalid_geometry);
            corners_.push_back(static_cast<std::uint32_t>(vertex));
        }
        if (corners_.size() < 3) return fail("a face needs three vertices or more");
        addPolygon(mesh_, corners_);
    }

    std::string_view text_;
    LineReader lines_;
    const MeshReadOptions& options_;
    MeshReport* report_;
    MeshInput mesh_;
    std::vector<std::uint32_t> corners_;
    std::int64_t left_out_ = 0;
    bool failed_ = false;
    Error error_;
};

} // namespace

Result<MeshInput> parseObj(std::string_view text, const MeshReadOptions& options, MeshReport* report)
{
    return withLine(ObjReader(text, options, report).read());
}

} // namespace clearway
