// SPDX-License-Identifier: MIT
// Plots of analyses side by side, as SVG, PNG or PDF in the style of <clearway/native/picture.h>: speed and flow over density
// with medians and Weidmann's line, persons through lines over time, lane order over time. Part of clearway::native (uses Cairo).
// A picture is written whole or not at all. Free to call from any thread.
#pragma once
#include <span>
#include <string>

#include <clearway/base/result.h>
#include <clearway/record/analysis.h>

namespace clearway {

struct AnalysisPictureOptions
{
    int width = 1200; ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000
    std::string title = "analysis";
};

/// Each area and line of each analysis has a colour of its own, the same in all plots of its kind; from the seventh on colours
/// come again. Fails like savePicture, and when there is nothing to draw: no area and no line.
Result<void> saveAnalysisPicture(std::span<const NamedAnalysis> analyses, const std::string& path,
                                 const AnalysisPictureOptions& options = {});

} // namespace clearway
