// SPDX-License-Identifier: MIT
#include <clearway/native/field_opencl.h>

#include <mutex>
#include <utility>
#include <vector>

#include <clearway/base/log.h>

#include "base/errors.h"
#include "potential/native/local_map_device.h"
#include "steering/local_field_walk.h"

namespace clearway {

namespace {

/// localField, with its maps on a device. Blocks wait for each other there.
class OpenClLocalField final : public Steering
{
public:
    OpenClLocalField(const LocalFieldOptions& options, const LocalFieldWalk& walk, LocalMapDevice device)
        : walk_(walk), processor_(localField(options)), device_(std::move(device)), queue_(walk_.map())
    {
    }

    const char* name() const override { return "field"; }
    Steering::Needs needs() const override { return walk_.needs(); }
    void steer(const SteeringBlock& block) const override;
    bool writeManner(std::span<std::byte> state, const Manner::Choice& manner) const override
    {
        return processor_->writeManner(state, manner);
    }

private:
    /// False when the device failed; nobody has an answer then that the processor would not write again.
    bool steerOnDevice(const SteeringBlock& block) const;

    LocalFieldWalk walk_;
    std::shared_ptr<const Steering> processor_; ///< when the device fails
    mutable std::mutex mutex_;                  ///< of all below
    mutable LocalMapDevice device_;
    mutable LocalMapQueue queue_;
    mutable std::vector<LocalMover> movers_;
    mutable std::vector<Vec2> directions_;
    mutable bool has_failed_ = false;
};

bool OpenClLocalField::steerOnDevice(const SteeringBlock& block) const
{
    movers_.clear();
    for (int i = 0; i < block.count; ++i)
    {
        const LocalMover mover = walk_.readMover(block, i);
        if (mover.speed > 0)
            movers_.push_back(mover);
        else
            walk_.answerNothing(block, i);
    }
    for (LocalDrawing drawing = LocalDrawing::full; !movers_.empty();
         drawing = static_cast<LocalDrawing>(static_cast<int>(drawing) + 1))
    {
        queue_.clear();
        for (const LocalMover& mover : movers_)
        {
            queue_.add(mover.self);
            walk_.draw(block, mover, drawing, queue_);
        }
        directions_.resize(movers_.size());
        if (const Result<void> done = device_.solve(queue_, nullptr, directions_); !done)
        {
            logMessage(LogLevel::warning, done.error().message + " From now on the processor does its work.");
            return false;
        }
        std::size_t closed_count = 0;
        for (std::size_t i = 0; i < movers_.size(); ++i)
        {
            const LocalMover mover = movers_[i];
            const bool is_closed = directions_[i] == Vec2{};
            if (is_closed && drawing != LocalDrawing::last)
                movers_[closed_count++] = mover;
            else
                walk_.answer(block, mover, is_closed ? mover.self.toward : directions_[i]);
        }
        movers_.resize(closed_count);
    }
    return true;
}

void OpenClLocalField::steer(const SteeringBlock& block) const
{
    {
        const std::lock_guard lock(mutex_);
        if (!has_failed_ && steerOnDevice(block)) return;
        has_failed_ = true;
    }
    processor_->steer(block);
}

} // namespace

Result<OpenClSteering> openClLocalField(const LocalFieldOptions& options, const OpenClOptions& opencl)
{
    if (options.remembers)
        return makeError("Maps on a device start from nothing: leave out `remembers`, or compute on the processor.");
    const LocalFieldWalk walk(options);
    Result<LocalMapDevice> device = LocalMapDevice::open(walk.map(), opencl);
    if (!device) return device.error();
    const std::string name = device->name();
    return OpenClSteering{std::make_shared<OpenClLocalField>(options, walk, std::move(*device)), name};
}

} // namespace clearway
