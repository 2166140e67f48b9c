// SPDX-License-Identifier: MIT
#include "recorder.h"

#include <clearway/geometry/path.h>
#include <clearway/io/scene_formats.h>
#include <clearway/native/trajectory_sqlite.h>

#include <fmt/format.h>

#include "output.h"

namespace clearway::cli {

Recorder::Recorder(const std::string& output, bool is_drawn, std::uint64_t every)
    : temporary_(output.empty() && is_drawn), path_(output.empty() ? temporary_.path() : output), every_(every)
{
    if (!path_.empty()) writer_ = require(buildTrajectoryWriter(path_));
}

void Recorder::begin(const Scenario& scenario, const std::optional<Scene>& scene)
{
    if (!writer_) return;
    TrajectoryInfo info;
    info.dt = scenario.dt;
    info.every = every_;
    info.frame_rate = frame_rate_ = 1 / (scenario.dt * static_cast<double>(every_));
    info.seed = scenario.seed;
    info.program = "clearway " CLEARWAY_VERSION;
    info.scenario = scenario.name;
    info.guide = scenario.guide;
    info.steering = scenario.steering;
    info.lines = scenario.lines;
    info.areas = scenario.areas;
    if (scene)
    {
        info.geometry = formatWkt(*scene);
        info.bounds = scene->bounds();
    }
    else
        info.surface = scenario.scene_name;
    note(writer_->begin(info));
}

void Recorder::record(const Crowd& crowd, std::uint64_t tick)
{
    constexpr double kLeastSpeed = 1e-3; // who moves less than this looks nowhere
    if (!writer_ || problem_ || tick % every_ != 0) return;
    frame_.number = static_cast<std::int64_t>(tick / every_);
    frame_.ids.assign(crowd.ids().begin(), crowd.ids().end());
    frame_.positions.assign(crowd.positions().begin(), crowd.positions().end());
    frame_.radii.assign(crowd.radii().begin(), crowd.radii().end());
    frame_.groups.assign(crowd.groups().begin(), crowd.groups().end());
    frame_.headings.resize(crowd.size());
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        const Vec2 velocity = crowd.velocity(i);
        const double speed = length(velocity);
        frame_.headings[i] = speed > kLeastSpeed ? velocity / speed : Vec2();
    }
    if (const CurvedGround* const curved = crowd.world().ground->curved())
    {
        frame_.headings.clear();
        frame_.heights.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i)
        {
            const Vec3 place = curved->computePose(crowd.positions()[i]).position;
            frame_.positions[i] = planar(place);
            frame_.heights[i] = place.z;
        }
    }
    note(writer_->write(frame_));
}

void Recorder::finish()
{
    if (writer_ && !problem_) note(writer_->finish());
}

double Recorder::completeUntil() const
{
    const std::int64_t last = writer_->lastFrame();
    return last < 0 ? -1 : static_cast<double>(last) / frame_rate_;
}

void Recorder::note(const Result<void>& result)
{
    if (result) return;
    problem_ = result.error();
    const double until = completeUntil();
    printMessage(until < 0 ? fmt::format("{} Nothing of the run is recorded; it goes on.", problem_->message)
                           : fmt::format("{} The run is recorded up to {} s in {}; it goes on.", problem_->message,
                                         formatNumber(until), writer_->currentPath()));
}

} // namespace clearway::cli
