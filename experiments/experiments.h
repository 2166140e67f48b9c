// SPDX-License-Identifier: MIT
// Experiments of the papers, repeated: what was reported beside what is measured here, and a verdict with its reason.
// Every experiment has a fixed scene and seed. Times of old machines are compared as ratios, never as they are.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace clearway::experiments {

enum class Verdict
{
    confirmed,
    better,  ///< the claim holds, and ours does more
    refuted, ///< the claim does not hold, for the reason given
    fitted,  ///< the scene was fitted to the number: no evidence; the reason says what was found on others
};
const char* toString(Verdict verdict);

struct Table
{
    std::string caption;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

struct Illustration
{
    std::string file; ///< in the folder of the report
    std::string caption;
};

struct Outcome
{
    std::string measured; ///< one line
    Verdict verdict = Verdict::confirmed;
    std::string reason;
    std::vector<Table> tables = {};
    std::vector<Illustration> pictures = {};
};

struct Settings
{
    bool quick = false;                         ///< smaller numbers
    std::string folder;                         ///< where pictures go; empty: none are drawn
    std::vector<std::string> trajectories = {}; ///< files of recorded paths for experiments that fit to them
    double trajectory_unit = 0;                 ///< of text files that do not say theirs; metres; 0: unknown
};

struct Experiment
{
    const char* id;
    const char* paper; ///< and place in it
    const char* claim;
    const char* reported; ///< the paper's numbers
    Outcome (*run)(const Settings& settings);
};

/// All of them, in the order of the papers.
std::span<const Experiment> experiments();

/// One that was run.
struct Report
{
    const Experiment* experiment = nullptr;
    Outcome outcome;
    double seconds = 0;
};

/// A page with tables and pictures, to look at in a browser without any server.
std::string formatPage(std::span<const Report> reports);

} // namespace clearway::experiments
