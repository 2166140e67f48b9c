// SPDX-License-Identifier: MIT
// Writes what a crowd does into a trajectory, every so many ticks. Trouble with the file does not stop the run: it is said once,
// and remembered for the report.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include <clearway/crowd/scenario.h>
#include <clearway/record/trajectory.h>

#include "run_files.h"

namespace clearway::cli {

class Recorder
{
public:
    /// Records to `output`; when that is empty and the run is drawn, to a file that goes with this object. The file must be
    /// writable: throws Failure otherwise.
    Recorder(const std::string& output, bool is_drawn, std::uint64_t every);

    bool isKept() const { return writer_ && temporary_.path().empty(); } ///< whether a file stays
    /// Without a scene it is a run over a surface: positions are those in space.
    void begin(const Scenario& scenario, const std::optional<Scene>& scene);
    /// After `tick` ticks; 0: before the first.
    void record(const Crowd& crowd, std::uint64_t tick);
    void finish();

    const std::string& path() const { return path_; } ///< as the user gave it
    const std::string& currentPath() const { return writer_->currentPath(); }
    const std::optional<Error>& problem() const { return problem_; }
    std::int64_t lastFrame() const { return writer_->lastFrame(); }
    double completeUntil() const; ///< time of the last frame in the file; seconds; negative: there is none

private:
    void note(const Result<void>& result);

    TemporaryRun temporary_;
    std::string path_;
    std::uint64_t every_ = 1;
    double frame_rate_ = 1;
    std::unique_ptr<TrajectoryWriter> writer_;
    TrajectoryFrame frame_;
    std::optional<Error> problem_;
};

} // namespace clearway::cli
