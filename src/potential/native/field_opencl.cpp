// SPDX-License-Identifier: MIT
#include <clearway/native/field_opencl.h>

#include <utility>

#include "potential/native/local_map_device.h"

namespace clearway {

struct OpenClLocalMaps::State
{
    LocalMapDevice device;
    LocalMapOptions options;
    LocalMapQueue queue;
};

Result<OpenClLocalMaps> OpenClLocalMaps::open(const LocalMapOptions& map, const OpenClOptions& options)
{
    Result<LocalMapDevice> device = LocalMapDevice::open(map, options);
    if (!device) return device.error();
    return OpenClLocalMaps(std::make_unique<State>(State{std::move(*device), map, LocalMapQueue(map)}));
}

Result<void> OpenClLocalMaps::computeDirections(std::span<const LocalMapInput> inputs, std::span<const Disc> others,
                                                const FieldGrid* walls, std::span<Vec2> directions)
{
    CLEARWAY_ASSERT(inputs.size() == directions.size(), "computeDirections: as many directions as inputs");
    if (const Result<void> sound = verifyLocalMaps(inputs, others, state_->options); !sound) return sound;
    LocalMapQueue& queue = state_->queue;
    queue.clear();
    for (const LocalMapInput& input : inputs)
    {
        if (!isSound(input))
        {
            queue.addNobody();
            continue;
        }
        LocalSelf self{input.heading, input.toward, {}, input.v * input.eps};
        if (input.goal) self.goal = *input.goal - input.position;
        queue.add(self);
        if (walls) queue.blockCells(*walls, input.position);
        for (const Disc& disc : others.subspan(input.first_other, input.other_count))
            queue.blockDisc(disc.center - input.position, disc.radius + input.radius);
    }
    return state_->device.solve(queue, walls, directions);
}

OpenClLocalMaps::OpenClLocalMaps(std::unique_ptr<State> state) : state_(std::move(state)) {}
OpenClLocalMaps::~OpenClLocalMaps() = default;
OpenClLocalMaps::OpenClLocalMaps(OpenClLocalMaps&&) noexcept = default;
OpenClLocalMaps& OpenClLocalMaps::operator=(OpenClLocalMaps&&) noexcept = default;
const std::string& OpenClLocalMaps::deviceName() const { return state_->device.name(); }

} // namespace clearway
