// SPDX-License-Identifier: MIT
// What `clearway analyse` says.
#pragma once
#include <string>
#include <vector>

#include <clearway/record/analysis.h>

#include "output.h"

namespace clearway::cli {

struct AnalysedFile
{
    std::string path;
    NamedAnalysis named;
    double frame_rate = 0;
    bool has_walkable = false; ///< only walkable parts of cells count
};

/// `csv` and `picture`: what was written; empty: nothing.
std::string formatText(const std::vector<AnalysedFile>& files, const std::string& csv, const std::string& picture);
Value describe(const std::vector<AnalysedFile>& files, const std::string& csv, const std::string& picture);
/// What is odd about the data, on standard error; nothing if nothing is.
void printFaults(const AnalysedFile& file);

} // namespace clearway::cli
