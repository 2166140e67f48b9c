// SPDX-License-Identifier: MIT
// `clearway reproduce`: the experiments of the papers.
#include <experiments.h>

#include <clearway/base/names.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "clock.h"
#include "commands.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

using experiments::Experiment;
using experiments::Report;

/// The experiment that fits to recorded paths.
static constexpr std::string_view kFitting = "D-F2";

static std::vector<const Experiment*> choose(const std::vector<std::string>& ids)
{
    std::vector<const Experiment*> chosen;
    std::vector<std::string_view> known;
    for (const Experiment& experiment : experiments::experiments())
    {
        known.emplace_back(experiment.id);
        if (ids.empty() || std::find(ids.begin(), ids.end(), experiment.id) != ids.end()) chosen.push_back(&experiment);
    }
    for (const std::string& id : ids)
    {
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        throw UsageError("no experiment is called '{}'.{} (see 'clearway reproduce --list')", id, suggestNames(id, known));
    }
    return chosen;
}

static Value describe(const Report& report)
{
    const Experiment& experiment = *report.experiment;
    return Value::Fields{
        {"id", experiment.id},
        {"paper", experiment.paper},
        {"claim", experiment.claim},
        {"reported", experiment.reported},
        {"measured", report.outcome.measured},
        {"verdict", experiments::toString(report.outcome.verdict)},
        {"reason", report.outcome.reason},
        {"seconds", report.seconds},
    };
}

static void listExperiments(const ReproduceOptions& options, const std::vector<const Experiment*>& chosen)
{
    Value::List list;
    std::string text;
    for (const Experiment* experiment : chosen)
    {
        list.emplace_back(Value::Fields{{"id", experiment->id},
                                        {"paper", experiment->paper},
                                        {"claim", experiment->claim},
                                        {"reported", experiment->reported}});
        text += fmt::format("{:<8} {} ({})\n", experiment->id, experiment->claim, experiment->paper);
    }
    printOutput(options.common.json ? formatJson(Value::Fields{{"experiments", std::move(list)}}) : text);
}

static std::string formatText(const Report& report)
{
    const Experiment& experiment = *report.experiment;
    return fmt::format("{}: {}\n  claim     {} ({})\n  reported  {}\n  measured  {}\n  because   {}\n", experiment.id,
                       experiments::toString(report.outcome.verdict), experiment.claim, experiment.paper, experiment.reported,
                       report.outcome.measured, report.outcome.reason);
}

void runReproduce(const ReproduceOptions& options)
{
    const std::vector<const Experiment*> chosen = choose(options.ids);
    if (options.list) return listExperiments(options, chosen);
    const bool fits_paths = std::any_of(chosen.begin(), chosen.end(), [](const Experiment* one) { return one->id == kFitting; });
    if (!options.trajectories.empty() && !fits_paths)
        throw UsageError("--trajectories are for {}, which is not among those that were asked for", kFitting);
    if (options.unit && options.trajectories.empty()) throw UsageError("--unit is that of --trajectories");
    if (!options.folder.empty()) makeFolder(options.folder);
    std::vector<Report> reports;
    ProgressBar bar;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        bar.callback()(chosen[i]->id, static_cast<double>(i) / static_cast<double>(chosen.size()));
        const Stopwatch watch;
        Report report;
        report.experiment = chosen[i];
        try
        {
            report.outcome = chosen[i]->run({.quick = options.quick,
                                             .folder = options.folder,
                                             .trajectories = options.trajectories,
                                             .trajectory_unit = options.unit.value_or(0)});
        } catch (const std::runtime_error& error)
        {
            throw Failure(ErrorCode::invalid_argument, error.what());
        }
        report.seconds = watch.seconds();
        stopIfInterrupted();
        bar.clear();
        if (!options.common.json) printOutput(formatText(report));
        reports.push_back(std::move(report));
    }
    bar.clear();
    if (!options.folder.empty())
    {
        const std::string path = (std::filesystem::path(options.folder) / "index.html").string();
        writeText(path, experiments::formatPage(reports));
        if (!options.common.json) printOutput(path + "\n");
    }
    if (!options.common.json) return;
    Value::List list;
    for (const Report& report : reports) list.push_back(describe(report));
    printOutput(formatJson(Value::Fields{{"experiments", std::move(list)}}));
}

} // namespace clearway::cli
