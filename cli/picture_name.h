// SPDX-License-Identifier: MIT
// What commands that draw have in common.
#pragma once
#include <string>

#include "commands.h"

namespace clearway::cli {

/// Whether a picture can have this name.
bool isPictureName(const std::string& path);
/// Throws UsageError when it cannot.
void requirePictureName(const std::string& path);
/// The name of an input without its ending.
std::string makeTitle(const Input& input);

/// What all pictures that are drawn have in common. `title`: unless the options say another.
template <typename Picture>
Picture makePicture(const DrawingOptions& options, const std::string& title, Picture picture = {})
{
    picture.width = options.width.value_or(picture.width);
    if constexpr (requires { picture.draw_legend; }) picture.draw_legend = !options.hide_legend;
    picture.title = options.title.empty() ? title : options.title;
    return picture;
}

} // namespace clearway::cli
