// SPDX-License-Identifier: MIT
#include "draw/run_frames.h"
#include "base/errors.h"

#include <cmath>

#include "draw/run_map.h"

namespace clearway {

Error makeRunCancelled(const std::string& path)
{
    return makeError(ErrorCode::cancelled, "stopped; nothing was written.", inFile(path));
}

Result<TrajectoryFrame> findSnapshot(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options)
{
    const double rate = run.info().frame_rate;
    const double begin = static_cast<double>(run.summary().first_frame) / rate;
    const double end = findEndTime(run);
    const double time = std::isnan(options.time) ? begin + (end - begin) / 2 : options.time;
    if (!(time >= begin && time <= end))
        return makeError(ErrorCode::out_of_range,
                         "the run goes from " + formatTime(begin) + " to " + formatTime(end) + "; there is nothing at " +
                             formatTime(time) + ".",
                         inFile(path));
    // The last frame that is not after the time, half a frame allowed for rounding.
    const double wanted = std::floor(time * rate + 1e-6);
    TrajectoryFrame snapshot;
    Result<void> read = visitFrames(run, options.execution.progress, path, [&](const TrajectoryFrame& frame) {
        if (static_cast<double>(frame.number) > wanted && !snapshot.ids.empty()) return false;
        snapshot = frame;
        return static_cast<double>(frame.number) < wanted;
    });
    if (!read) return read.error();
    return snapshot;
}

std::string makeSnapshotSubtitle(const TrajectoryReader& run, const TrajectoryFrame& snapshot)
{
    std::string text = formatCount(snapshot.ids.size(), "agent", "agents");
    const double shown = static_cast<double>(snapshot.number) / run.info().frame_rate;
    if (run.summary().last_frame > run.summary().first_frame)
        text += " at " + formatTime(shown) + " of " + formatTime(findEndTime(run));
    return text;
}

} // namespace clearway
