// SPDX-License-Identifier: MIT
// The frames of a run, for pictures: all of them, or that of one time.
#pragma once
#include <algorithm>
#include <string>

#include <clearway/native/run_picture.h>

namespace clearway {

/// The picture was cancelled.
Error makeRunCancelled(const std::string& path);
/// The frame at the time of a snapshot. Fails when the run has none.
Result<TrajectoryFrame> findSnapshot(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options);
/// "20 agents at 5.0 s of 10.0 s".
std::string makeSnapshotSubtitle(const TrajectoryReader& run, const TrajectoryFrame& snapshot);

/// Calls `visit(frame)` for every frame from the start until it returns false.
template <typename Visit>
Result<void> visitFrames(TrajectoryReader& run, const Progress& progress, const std::string& path, Visit visit)
{
    if (Result<void> rewound = run.rewind(); !rewound) return rewound;
    TrajectoryFrame frame;
    std::int64_t count = 0;
    while (true)
    {
        const Result<bool> found = run.read(frame);
        if (!found) return found.error();
        if (!*found || !visit(frame)) return {};
        const double total = static_cast<double>(std::max<std::int64_t>(run.summary().frame_count, 1));
        if (!report(progress, "reading the run", static_cast<double>(++count) / total)) return makeRunCancelled(path);
    }
}

} // namespace clearway
