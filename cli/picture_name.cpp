// SPDX-License-Identifier: MIT
#include "picture_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "output.h"

namespace clearway::cli {

bool isPictureName(const std::string& path)
{
    const std::string ending = findEnding(path);
    return ending == ".png" || ending == ".svg" || ending == ".pdf";
}

void requirePictureName(const std::string& path)
{
    if (!isPictureName(path)) throw UsageError("a picture is written to .png, .svg or .pdf, not to '{}'", path);
}

std::string makeTitle(const Input& input) { return std::filesystem::path(input.name).stem().string(); }

} // namespace clearway::cli
