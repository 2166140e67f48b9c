// SPDX-License-Identifier: MIT
#include "scenario_gallery.h"

#include <clearway/guide/on_navmesh.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/native/run_picture.h>
#include <clearway/rts/run.h>

#include <filesystem>

#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

namespace {

/// A run of one frame that is in no file.
class StillRun final : public TrajectoryReader
{
public:
    StillRun(const Scenario& scenario, const Crowd& crowd)
    {
        info_.scenario = scenario.name;
        info_.lines = scenario.lines;
        info_.areas = scenario.areas;
        frame_.ids.assign(crowd.ids().begin(), crowd.ids().end());
        frame_.positions.assign(crowd.positions().begin(), crowd.positions().end());
        frame_.radii.assign(crowd.radii().begin(), crowd.radii().end());
        frame_.groups.assign(crowd.groups().begin(), crowd.groups().end());
        summary_.frame_count = 1;
        summary_.last_frame = 0;
        summary_.row_count = summary_.agent_count = summary_.most_at_once = static_cast<std::int64_t>(frame_.ids.size());
        summary_.bounds = computeBounds(frame_.positions);
    }

    const TrajectoryInfo& info() const override { return info_; }
    const TrajectorySummary& summary() const override { return summary_; }
    Result<bool> read(TrajectoryFrame& frame) override
    {
        if (is_read_) return false;
        frame = frame_;
        is_read_ = true;
        return true;
    }
    Result<void> rewind() override
    {
        is_read_ = false;
        return {};
    }

private:
    TrajectoryInfo info_;
    TrajectorySummary summary_;
    TrajectoryFrame frame_;
    bool is_read_ = false;
};

} // namespace

static ScenarioDrawing drawStart(const ScenesOptions& options, const Scenario& scenario, const Scene& scene, const Crowd& crowd)
{
    ScenarioDrawing drawing;
    drawing.file = "scenario_" + scenario.name + "." + options.format;
    drawing.agents = crowd.size();
    drawing.area = scene.area();
    StillRun still(scenario, crowd);
    RunPictureOptions picture;
    picture.as = RunDrawing::snapshot;
    picture.width = options.width;
    picture.scene = &scene;
    require(saveRunPicture(still, (std::filesystem::path(options.folder) / drawing.file).string(), picture));
    return drawing;
}

static ScenarioDrawing drawScenario(const ScenesOptions& options, std::string_view name, const Progress& progress)
{
    const Scenario scenario = require(buildScenario(name, {.seed = options.generator.seed}));
    const Scene scene = require(loadScenarioScene(scenario, nullptr, {.progress = progress}));
    NavMeshOptions mesh_options;
    mesh_options.execution.progress = progress;
    const NavMesh mesh = require(buildNavMesh(scene, mesh_options));
    ScenarioRun run = require(ScenarioRun::start(scenario, onNavMesh(mesh), {.execution = {.progress = progress}}));
    // Sources have put nobody there yet: a moment later somebody is.
    for (int i = 0; i < 100 && run.crowd().size() == 0 && !run.isOver(); ++i) run.step();
    return drawStart(options, scenario, scene, run.crowd());
}

static ScenarioDrawing drawBattle(const ScenesOptions& options, std::string_view name, const Progress& progress)
{
    const BattleScript script = require(buildBattle(name, {.seed = options.generator.seed}));
    const Scene scene = require(loadScenarioScene(script.world, nullptr, {.progress = progress}));
    BattleOptions battle_options;
    battle_options.execution.progress = progress;
    const Battle battle = require(Battle::start(script, scene, battle_options));
    return drawStart(options, script.world, scene, battle.crowd());
}

template <typename Draw>
static std::vector<ScenarioDrawing> drawEach(const ScenesOptions& options, std::span<const BuiltInScenario> scenarios,
                                             const Draw& draw)
{
    std::vector<ScenarioDrawing> drawings;
    ProgressBar bar;
    for (std::size_t i = 0; i < scenarios.size(); ++i)
    {
        const double done = static_cast<double>(i) / static_cast<double>(scenarios.size());
        const Progress progress = [&, show = bar.callback()](std::string_view, double) { return show(scenarios[i].name, done); };
        drawings.push_back(draw(options, scenarios[i].name, progress));
        stopIfInterrupted();
    }
    return drawings;
}

std::vector<ScenarioDrawing> drawScenarios(const ScenesOptions& options)
{
    return drawEach(options, builtInScenarios(), drawScenario);
}

std::vector<ScenarioDrawing> drawBattles(const ScenesOptions& options) { return drawEach(options, builtInBattles(), drawBattle); }

} // namespace clearway::cli
