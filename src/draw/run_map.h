// SPDX-License-Identifier: MIT
// What pictures and films of runs have in common: the map under them, the colours of groups, discs with headings.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <clearway/native/run_picture.h>

#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/sheet.h"

namespace clearway {

/// Of agents that a file gives none; metres.
inline constexpr double kAssumedRadius = 0.2;

/// The colour of a group, and its number among the colours of paths.
std::size_t findGroupColor(std::uint32_t group);
Color groupColor(std::uint32_t group);
/// One for each group that occurs, at most six.
std::vector<LegendItem> listGroups(const std::vector<std::uint32_t>& groups);

/// What a run shows besides positions.
std::string makeRunTitle(const TrajectoryReader& run, const std::string& title);
std::string makeRunSubtitle(const TrajectoryReader& run);
std::string formatTime(double seconds);
double findEndTime(const TrajectoryReader& run);

/// Where everything goes: the scene and everybody who walks in it. Fails when there is nothing to show.
Result<Sheet> layOutRun(const TrajectoryReader& run, const Scene& scene, int width, bool has_bands, bool has_heat,
                        std::span<const LegendItem> legend, const std::string& path);

/// Ground, free space and its boundary.
void drawRunMap(Canvas& canvas, const Sheet& sheet, const Scene& scene);
/// The boundary again, over what was drawn up to it.
void drawRunEdges(Canvas& canvas, const Sheet& sheet, const Scene& scene);
/// Lines and areas of the run.
void drawMeasures(Canvas& canvas, const Sheet& sheet, const TrajectoryInfo& info);
/// Gathers the rings of the scene, without painting them.
void addRings(Canvas& canvas, const MapView& view, const Scene& scene);
/// Discs in the colours of their groups, with a line to where they look.
void drawAgents(Canvas& canvas, const MapView& view, const TrajectoryFrame& frame, double unit);

} // namespace clearway
