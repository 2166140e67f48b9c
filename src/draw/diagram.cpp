// SPDX-License-Identifier: MIT
#include <clearway/native/diagram.h>

#include <algorithm>

#include "draw/plot_sheet.h"
#include "draw/run_map.h"

namespace clearway {

Result<void> saveDiagrams(std::span<const Diagram> diagrams, const std::string& path, const DiagramOptions& options)
{
    std::vector<LegendItem> legend;
    const auto findColor = [&](const std::string& label) {
        const auto known = std::ranges::find(legend, label, &LegendItem::label);
        if (known != legend.end()) return known->color;
        const Color color = groupColor(static_cast<std::uint32_t>(legend.size()));
        legend.push_back({.color = color, .label = label, .is_band = false});
        return color;
    };
    std::vector<Plot> plots;
    for (const Diagram& diagram : diagrams)
    {
        Plot plot = {diagram.y_name, diagram.x_name, {}};
        for (const DiagramLine& line : diagram.lines)
            plot.series.push_back({.label = {}, .color = findColor(line.label), .points = line.points, .is_scatter = false});
        plots.push_back(std::move(plot));
    }
    return savePlotSheet(plots, legend, path, options.width, options.title);
}

} // namespace clearway
