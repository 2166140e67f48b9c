// SPDX-License-Identifier: MIT
#include "picture_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "output.h"

namespace clearway::cli {

void requirePictureName(const std::string& path)
{
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        throw UsageError(fmt::format("a picture is written to .png, .svg or .pdf, not to '{}'", path));
}

std::string makeTitle(const Input& input) { return std::filesystem::path(input.name).stem().string(); }

} // namespace clearway::cli
