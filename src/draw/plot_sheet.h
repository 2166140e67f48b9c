// SPDX-License-Identifier: MIT
// Plots side by side on a sheet with a title and a legend.
#pragma once
#include <span>
#include <string>

#include <clearway/base/result.h>

#include "draw/legend.h"
#include "draw/plot.h"

namespace clearway {

/// Two in a row, one when there is no more. Written whole or not at all; fails like savePicture, and without any plot.
Result<void> savePlotSheet(std::span<const Plot> plots, std::span<const LegendItem> legend, const std::string& path, int width,
                           const std::string& title);

} // namespace clearway
