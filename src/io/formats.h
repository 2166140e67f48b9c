// SPDX-License-Identifier: MIT
// Which format a file has: by the ending of its name, by its first bytes where that does not say, and what to tell about files
// that are not read.
#pragma once
#include <array>
#include <string>
#include <string_view>

namespace clearway::io {

inline constexpr std::array<char, 8> kClearwaySignature = {'\x89', 'C', 'L', 'W', '\r', '\n', '\x1a', '\n'};

enum class Format
{
    unknown,
    clearway,
    wkt,
    geojson,
    movingai,
    polyanya,
};

const char* toString(Format format);

/// The ending of the file name in lower case with its dot, or "".
std::string findEnding(std::string_view path);
/// The file name without folder and ending.
std::string findStem(std::string_view path);

/// A name that no file has may be that of something built in.
bool isBuiltInName(const std::string& path_or_name);

/// By ending; unknown for endings that do not settle it (`.json` and `.txt` among them).
Format findFormatByEnding(std::string_view path);
/// By the name of the format: "wkt", "geojson", "map", "mesh" or "clearway".
Format findFormatByName(std::string_view name);
/// By the first bytes.
Format findFormatByContent(std::string_view bytes);
/// By ending, then by content.
Format findFormat(std::string_view path, std::string_view bytes);

/// What a file that is not read seems to be, for example "a drawing in DXF"; empty if there is no telling.
std::string describeForeign(std::string_view path, std::string_view bytes);

/// "Scenes are read from .wkt, …" for error messages.
std::string_view listReadEndings();

} // namespace clearway::io
