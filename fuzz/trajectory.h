// SPDX-License-Identifier: MIT
// What both forms of trajectories are put through: read twice, measured, and compared.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

#include <clearway/record/analysis.h>
#include <clearway/record/trajectory.h>

#include <unistd.h>

#include "check.h"

namespace clearway::fuzz {

/// A file in memory with these bytes, one for each process.
inline std::string putFile(const std::uint8_t* data, std::size_t size)
{
    const std::string path = "/dev/shm/clearway-fuzz-" + std::to_string(::getpid());
    std::FILE* file = std::fopen(path.c_str(), "wb");
    expect(file != nullptr, "cannot write " + path);
    if (size > 0) expect(std::fwrite(data, 1, size, file) == size, "cannot write " + path);
    std::fclose(file);
    return path;
}

inline std::int64_t countRows(TrajectoryReader& run)
{
    std::int64_t count = 0;
    TrajectoryFrame frame;
    while (true)
    {
        const Result<bool> found = run.read(frame);
        expectMessage(found);
        if (!found || !*found) return found ? count : -1;
        expect(frame.positions.size() == frame.ids.size(), "the lists of a frame have different lengths");
        for (const Vec2 p : frame.positions) expect(isFinite(p), "somebody is nowhere");
        count += static_cast<std::int64_t>(frame.ids.size());
    }
}

inline void checkRun(Result<std::unique_ptr<TrajectoryReader>> opened)
{
    expectMessage(opened);
    if (!opened) return;
    TrajectoryReader& run = **opened;
    const std::int64_t count = countRows(run);
    expect(count <= run.summary().row_count, "there are more rows than the summary has");
    expectMessage(run.rewind());
    expect(countRows(run) == count, "read again, the number of rows differs");
    if (run.summary().row_count > 2'000) return;
    AnalysisOptions options;
    const Box2 box = run.summary().bounds;
    if (!box.isEmpty()) options.areas = {{"all", {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}}};
    if (!box.isEmpty()) options.lines = {{"across", box.min, box.max}};
    expectMessage(analyseTrajectory(run, options));
    options.areas = run.info().areas;
    options.lines = run.info().lines;
    expectMessage(analyseTrajectory(run, options));
}

} // namespace clearway::fuzz
