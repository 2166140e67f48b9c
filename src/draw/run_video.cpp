// SPDX-License-Identifier: MIT
#include <clearway/native/run_picture.h>

#include <cmath>
#include <csignal>
#include <functional>
#include <memory>

#include "base/errors.h"
#include "draw/encoder.h"
#include "draw/run_map.h"
#include "draw/run_surface.h"
#include "draw/surface_painter.h"

namespace clearway {
namespace {

/// The frames of a run before and after a moment.
class FramePair
{
public:
    explicit FramePair(TrajectoryReader& run) : run_(run) {}

    Result<void> start();
    /// Where everybody is at `number`, a frame and a part of the way to the next; must not go back.
    Result<void> moveTo(double number, TrajectoryFrame& frame);

private:
    TrajectoryReader& run_;
    TrajectoryFrame before_;
    TrajectoryFrame after_;
    bool has_after_ = false;
};

} // namespace

Result<void> FramePair::start()
{
    if (Result<void> rewound = run_.rewind(); !rewound) return rewound;
    Result<bool> found = run_.read(before_);
    if (found) found = run_.read(after_);
    if (!found) return found.error();
    has_after_ = *found;
    return {};
}

Result<void> FramePair::moveTo(double number, TrajectoryFrame& frame)
{
    while (has_after_ && static_cast<double>(after_.number) <= number)
    {
        std::swap(before_, after_);
        const Result<bool> found = run_.read(after_);
        if (!found) return found.error();
        has_after_ = *found;
    }
    frame = before_;
    if (!has_after_) return {};
    const double part = (number - static_cast<double>(before_.number)) / static_cast<double>(after_.number - before_.number);
    std::size_t next = 0;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        while (next < after_.ids.size() && after_.ids[next] < frame.ids[i]) ++next;
        if (next == after_.ids.size() || after_.ids[next] != frame.ids[i]) continue;
        frame.positions[i] = frame.positions[i] + (after_.positions[next] - frame.positions[i]) * part;
        if (!frame.heights.empty() && !after_.heights.empty())
            frame.heights[i] += (after_.heights[next] - frame.heights[i]) * part;
    }
    return {};
}

namespace {

/// What a film shows: ground that stays, and agents over it.
struct Stage
{
    Sheet sheet;
    std::function<void(Canvas&)> draw_ground;
    std::function<void(Canvas&, const TrajectoryFrame&)> draw_agents;
};

} // namespace

static Result<Stage> setUpMap(const TrajectoryReader& run, const std::string& path, const RunVideoOptions& options)
{
    Result<Scene> scene = options.scene ? Result<Scene>(*options.scene) : buildRunScene(run);
    if (!scene) return scene.error();
    const Result<Sheet> sheet = layOutRun(run, *scene, options.width, true, false, {}, path);
    if (!sheet) return sheet.error();
    return Stage{*sheet,
                 [&run, sheet = *sheet, scene = *scene](Canvas& canvas) {
                     drawRunMap(canvas, sheet, scene);
                     drawMeasures(canvas, sheet, run.info());
                 },
                 [sheet = *sheet](Canvas& canvas, const TrajectoryFrame& frame) {
                     drawAgents(canvas, sheet.panels.front(), frame, sheet.unit);
                 }};
}

static Stage setUpSurface(const RunVideoOptions& options)
{
    const auto painter = std::make_shared<SurfacePainter>(*options.surface, options.look);
    const auto frames = std::make_shared<SurfaceFrames>(*options.surface);
    const Sheet sheet = computeSheet({.width = static_cast<double>(options.width),
                                      .world = painter->computeWorld(),
                                      .panel_count = 1,
                                      .has_bands = true,
                                      .has_heat = false,
                                      .legend_row_count = 0});
    painter->place(sheet.panels.front(), sheet.unit);
    const auto ground = std::make_shared<Raster>(painter->drawGround());
    return {sheet, [](Canvas&) {},
            [painter, frames, ground](Canvas& canvas, const TrajectoryFrame& frame) {
                painter->paint(canvas, *ground, frames->listAgents(frame));
            }};
}

static Result<void> encode(TrajectoryReader& run, Encoder& encoder, const Canvas& background, Canvas& canvas, const Stage& stage,
                           const RunVideoOptions& options)
{
    const Sheet& sheet = stage.sheet;
    const double rate = run.info().frame_rate;
    const double first = static_cast<double>(run.summary().first_frame);
    const double seconds = (static_cast<double>(run.summary().last_frame) - first) / rate / options.speed;
    const auto count = static_cast<std::int64_t>(std::floor(seconds * options.frame_rate + 1e-6)) + 1;
    FramePair pair(run);
    if (Result<void> started = pair.start(); !started) return started;
    TrajectoryFrame frame;
    for (std::int64_t i = 0; i < count; ++i)
    {
        const double number = first + static_cast<double>(i) / options.frame_rate * options.speed * rate;
        if (Result<void> moved = pair.moveTo(number, frame); !moved) return moved;
        canvas.drawCanvas(background);
        stage.draw_agents(canvas, frame);
        const TextStyle style = {.size = 13 * sheet.unit, .color = palette::kMutedInk, .align = TextAlign::right};
        canvas.drawText({sheet.width - sheet.margin, sheet.title_base_line},
                        formatCount(frame.ids.size(), "agent", "agents") + " · " + formatTime(number / rate), style);
        if (Result<void> added = encoder.add(canvas.pixels()); !added) return added;
        if (!report(options.execution.progress, "filming", static_cast<double>(i + 1) / static_cast<double>(count)))
            return makeError(ErrorCode::cancelled, "stopped; nothing was written.");
    }
    return encoder.finish();
}

Result<void> saveRunVideo(TrajectoryReader& run, const std::string& path, const RunVideoOptions& options)
{
    constexpr int kMaxWidth = 4096;
    const bool is_right = options.width >= 64 && options.width <= kMaxWidth && options.frame_rate >= 1 &&
                          options.frame_rate <= 120 && options.speed > 0 && std::isfinite(options.speed);
    if (!is_right)
        return makeError(ErrorCode::out_of_range,
                         "a film is 64 to 4096 pixels wide, has 1 to 120 pictures a second and a speed above 0.", inFile(path));
    if (run.summary().row_count == 0)
        return makeError(ErrorCode::invalid_geometry, "the run is empty: nobody is in it.", inFile(path));
    const Result<Stage> stage = options.surface ? Result<Stage>(setUpSurface(options)) : setUpMap(run, path, options);
    if (!stage) return stage.error();
    const Sheet& sheet = stage->sheet;
    // The colours of H.264 belong to squares of two by two pixels.
    const auto makeEven = [](double pixels) { return std::ceil(pixels / 2) * 2; };
    const Vec2 size = {makeEven(sheet.width), makeEven(sheet.height)};
    Result<Encoder> encoder = Encoder::start(
        {.path = path, .width = static_cast<int>(size.x), .height = static_cast<int>(size.y), .frame_rate = options.frame_rate});
    if (!encoder) return encoder.error();
    Result<Canvas> background = Canvas::build(PictureFormat::png, size.x, size.y);
    Result<Canvas> canvas = Canvas::build(PictureFormat::png, size.x, size.y);
    if (!background || !canvas)
        return makeError(ErrorCode::out_of_range, (background ? canvas : background).error().message, inFile(path));
    drawTitle(*background, sheet, makeRunTitle(run, options.title), {});
    drawScaleBar(*background, sheet);
    stage->draw_ground(*background);
    return encode(run, *encoder, *background, *canvas, *stage, options);
}

} // namespace clearway
