// SPDX-License-Identifier: MIT
// Pictures and films of runs: trails, heat map, snapshot and plots as SVG, PNG or PDF in the style of
// <clearway/native/picture.h>, MP4 through the program ffmpeg where it is installed. Part of clearway::native (uses Cairo). The
// run is read frame by frame, never all at once; it is rewound first. A picture is written whole or not at all. Metres, seconds.
#pragma once
#include <limits>
#include <string>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/native/surface_picture.h>
#include <clearway/record/trajectory.h>
#include <clearway/scene/scene.h>

namespace clearway {

enum class RunDrawing
{
    trails,   ///< the way of everybody
    heat,     ///< how long how many were where: agent-seconds per square metre
    snapshot, ///< discs and headings at one time
    plots,    ///< agents, speed, flow through the lines and density in the areas of the run, over time
};

enum class RunColor
{
    automatic, ///< by group when there are several
    group,
    time, ///< dark at first, light at the end
};

struct RunPictureOptions
{
    RunDrawing as = RunDrawing::trails;
    int width = 1200;                                       ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000
    double time = std::numeric_limits<double>::quiet_NaN(); ///< of the snapshot; seconds; NaN: the middle of the run
    RunColor color = RunColor::automatic;                   ///< of trails
    bool draw_legend = true;
    std::string title = {};       ///< empty: the name of the scenario
    const Scene* scene = nullptr; ///< null: that of the run
    /// Of a run over a surface, whose trails and snapshots are drawn on it; of more than forty agents the trails of forty. Null:
    /// seen from above.
    const SurfaceMesh* surface = nullptr;
    SurfacePictureOptions look = {}; ///< of it: camera, colours, edges
    Execution execution = {};
};

struct RunVideoOptions
{
    int width = 1280;       ///< pixels; 64 to 4,096
    double frame_rate = 25; ///< of the film; 1 to 120; between frames of the run agents are moved evenly
    double speed = 1;       ///< seconds of the run in a second of the film; > 0
    std::string title = {};
    const Scene* scene = nullptr;
    const SurfaceMesh* surface = nullptr; ///< as in pictures; 64 bytes of memory for each pixel
    SurfacePictureOptions look = {};
    Execution execution = {};
};

/// The walkable area of a run; where it says none, a rectangle around everybody.
Result<Scene> buildRunScene(const TrajectoryReader& run);

/// Fails like savePicture, when the run is empty or cannot be read, when `time` is before its start or after its end, and for a
/// heat map on a surface.
Result<void> saveRunPicture(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options = {});

/// An MP4 film (H.264). Fails with a sentence that says so when ffmpeg is not installed, and with what ffmpeg said when it fails.
Result<void> saveRunVideo(TrajectoryReader& run, const std::string& path, const RunVideoOptions& options = {});

} // namespace clearway
