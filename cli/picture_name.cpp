// SPDX-License-Identifier: MIT
#include "picture_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "output.h"

namespace clearway::cli {

void requirePictureName(const std::string& path)
{
    const std::string ending = findEnding(path);
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        throw UsageError(fmt::format("a picture is written to .png, .svg or .pdf, not to '{}'", path));
}

std::string makeTitle(const Input& input) { return std::filesystem::path(input.name).stem().string(); }

} // namespace clearway::cli
