// SPDX-License-Identifier: MIT
// Diagrams as SVG, PNG or PDF in the style of <clearway/native/picture.h>: some number over another, several lines in each,
// several diagrams on a sheet. Part of clearway::native (uses Cairo). A picture is written whole or not at all. Free to call from
// any thread.
#pragma once
#include <span>
#include <string>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// Lines of the same label have the same colour in all diagrams of a sheet, and are named once.
struct DiagramLine
{
    std::string label = {};
    std::vector<Vec2> points = {};
};

/// Both axes begin at 0.
struct Diagram
{
    std::string y_name = {}; ///< with unit
    std::string x_name = {}; ///< with unit
    std::vector<DiagramLine> lines = {};
};

struct DiagramOptions
{
    int width = 1200; ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000
    std::string title = {};
};

/// Fails like savePicture, and when there is nothing to draw.
Result<void> saveDiagrams(std::span<const Diagram> diagrams, const std::string& path, const DiagramOptions& options = {});

} // namespace clearway
