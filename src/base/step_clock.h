// SPDX-License-Identifier: MIT
// Simulated time: the number of steps times their length, as long as the length stays the same. A sum of a thousand steps of
// 0.1 s would be off by rounding errors that users see.
#pragma once
#include <cstdint>

namespace clearway {

class StepClock
{
public:
    void advance(double step)
    {
        if (step != step_)
        {
            base_ = time();
            step_ = step;
            count_ = 0;
        }
        ++count_;
    }
    double time() const { return base_ + static_cast<double>(count_) * step_; }

    template <typename Writer>
    void write(Writer& writer) const
    {
        writer.f64(base_);
        writer.f64(step_);
        writer.u64(count_);
    }
    template <typename Reader>
    static StepClock read(Reader& reader)
    {
        StepClock clock;
        clock.base_ = reader.f64();
        clock.step_ = reader.f64();
        clock.count_ = reader.u64();
        return clock;
    }

private:
    double base_ = 0; ///< when the length last changed
    double step_ = 0;
    std::uint64_t count_ = 0; ///< of steps since
};

} // namespace clearway
