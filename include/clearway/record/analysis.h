// SPDX-License-Identifier: MIT
// Analyses of recorded runs and experiments, and what they found as a table for other programs. What is measured, and how, is
// said in <clearway/crowd/analysis.h>. No state, free to call from any thread; a reader belongs to one thread at a time.
#pragma once
#include <span>
#include <string>
#include <vector>

#include <clearway/base/progress.h>
#include <clearway/base/result.h>
#include <clearway/crowd/analysis.h>
#include <clearway/record/trajectory.h>

namespace clearway {

/// The walkable area that a run carries, as AnalysisOptions::walkable; empty where it carries none. Files of experiments may name
/// another file in its place: that is none.
std::vector<Ring> findRunWalkable(const TrajectoryReader& run);

/// Reads the run from its start, frame by frame. Its frame rate replaces that of the options; where a frame stride of 0 leaves
/// the choice open, a file with only every n-th frame is taken for what it is. Where the options name no walkable area, and their
/// method is automatic, that of the run is taken. Fails when the run cannot be read, has a frame
/// rate outside 0.001 to 1,000,000 or somebody farther away than kFarthestPosition, as TrajectoryAnalyzer::build does, and when
/// it is cancelled.
Result<Analysis> analyseTrajectory(TrajectoryReader& run, AnalysisOptions options);

struct NamedAnalysis
{
    std::string name; ///< of the file
    Analysis analysis;
};

/// Comma-separated: one line of names, then one line for each frame of each area (kind `area`) and for each crossing of a line
/// (kind `line`). What a kind does not have, or what is not known, is empty. Numbers come back to the bit.
std::string formatAnalysisCsv(std::span<const NamedAnalysis> analyses);

} // namespace clearway
