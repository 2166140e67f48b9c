// SPDX-License-Identifier: MIT
// What the readers of triangle meshes share.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/io/mesh_formats.h>

#include "io/text.h"

namespace clearway::io {

inline std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Adds a polygon of a file as triangles: cut into ears where it is not convex.
void addPolygon(MeshInput& mesh, std::span<const std::uint32_t> corners);

/// Turns and scales what was read; refuses a unit that is none.
Result<MeshInput> finishMesh(MeshInput mesh, const MeshReadOptions& options, MeshReadOptions::UpAxis usual);

void addRemark(MeshReport* report, std::string remark);

/// A text line by line and word by word. Positions refer to the whole text.
class LineReader
{
public:
    explicit LineReader(std::string_view text) : text_(skipByteOrderMark(text)), skipped_(text.size() - text_.size()) {}

    /// Moves to the next line, without its end; false after the last.
    bool nextLine();
    /// The next word of the line; empty at its end. A '#' and a `\` before the end of the line end it too, the latter going on
    /// with the next line.
    std::string_view nextWord();
    /// The next number of the line; false, without moving on, if there is none.
    bool nextNumber(double& value);
    /// Where the last word started, in the text as given.
    std::size_t wordPosition() const { return word_ + skipped_; }
    /// How much is left of the text, from here.
    std::size_t remaining() const { return text_.size() - next_line_; }

private:
    void skipBlanks();

    std::string_view text_;
    std::size_t skipped_;
    std::size_t next_line_ = 0;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::size_t word_ = 0;
};

/// A whole number without sign or fraction; false if `word` is none or too large.
bool parseCount(std::string_view word, std::uint64_t& value);

} // namespace clearway::io
