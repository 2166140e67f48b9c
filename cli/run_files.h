// SPDX-License-Identifier: MIT
// Recorded runs as inputs and outputs of commands.
#pragma once
#include <optional>
#include <string>

#include <clearway/base/progress.h>
#include <clearway/native/run_picture.h>

#include "commands.h"

namespace clearway::cli {

/// Whether a run can be recorded under this name.
bool isRunName(const std::string& path);
/// Whether the file is a recorded run: by its name, and where that leaves it open (`.txt`) by how it begins.
bool isRunFile(const std::string& path);

/// Throws UsageError when neither a picture nor a film can have this name.
void requireRunPictureName(const std::string& path);
/// Where to write is known before the run begins; nobody waits an hour for an error. Throws UsageError or Failure.
void checkRunOutputs(const CrowdCommandOptions& options);
bool isFilmName(const std::string& path);
/// Throws Failure when the file could not be written: it is a folder, or its folder is not there or protected.
void requireWritable(const std::string& path);

/// Draws or films the run in a file. `surface`: what it went over, where that is there already. Throws Failure.
void saveRunDrawing(const std::string& path, const RenderOptions& options, const std::optional<SurfaceMesh>& surface,
                    const Progress& progress);

/// The name of a file in the system's folder for temporary files, which goes with this object; empty if not wanted.
class TemporaryRun
{
public:
    explicit TemporaryRun(bool is_wanted);
    ~TemporaryRun();
    TemporaryRun(const TemporaryRun&) = delete;
    TemporaryRun& operator=(const TemporaryRun&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string folder_;
    std::string path_;
};

/// `clearway convert` and `clearway info` of a run.
void convertRun(const ConvertOptions& options);
void printRunInfo(const InfoOptions& options);

} // namespace clearway::cli
