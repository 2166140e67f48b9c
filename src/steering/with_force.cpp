// SPDX-License-Identifier: MIT
#include <clearway/steering/with_force.h>

#include <cmath>
#include <string>
#include <utility>

namespace clearway {

namespace {

class WithForce final : public Steering
{
public:
    WithForce(std::shared_ptr<const Steering> model, UserForce force)
        : model_(std::move(model)), force_(std::move(force)), name_(std::string(model_->name()) + " with force")
    {
    }

    const char* name() const override { return name_.c_str(); }
    Steering::Needs needs() const override { return model_->needs(); }

    void steer(const SteeringBlock& block) const override
    {
        model_->steer(block);
        for (int i = 0; i < block.count; ++i)
        {
            const Acceleration force = force_(block, i);
            // Not even rounded where nothing is added.
            if (force.x == 0 && force.y == 0) continue;
            // In double, where the square of no float is too large.
            const double dt = static_cast<double>(block.dt), max_speed = static_cast<double>(block.max_speed[i]);
            const double x = static_cast<double>(block.asked_x[i]) + static_cast<double>(force.x) * dt;
            const double y = static_cast<double>(block.asked_y[i]) + static_cast<double>(force.y) * dt;
            const double speed = std::sqrt(x * x + y * y);
            const double scale = speed > max_speed ? max_speed / speed : 1;
            block.asked_x[i] = static_cast<float>(x * scale);
            block.asked_y[i] = static_cast<float>(y * scale);
        }
    }

    bool writeManner(std::span<std::byte> state, const Manner::Choice& manner) const override
    {
        return model_->writeManner(state, manner);
    }

private:
    std::shared_ptr<const Steering> model_;
    UserForce force_;
    std::string name_;
};

} // namespace

std::shared_ptr<const Steering> withForce(std::shared_ptr<const Steering> model, UserForce force)
{
    return std::make_shared<WithForce>(std::move(model), std::move(force));
}

} // namespace clearway
