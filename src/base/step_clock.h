// SPDX-License-Identifier: MIT
// Simulated time: the number of steps times their length, as long as the length stays the same. A sum of a thousand steps of
// 0.1 s would be off by rounding errors that users see, and so would a product: 2,999 times 0.04 is 119.96000000000001.
#pragma once
#include <cmath>
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
    /// Seconds. Steps of at most nine decimals are added up as decimals: the time is the double nearest to the exact sum.
    double time() const
    {
        constexpr double kMostUnits = 9007199254740992; // whole numbers up to 2^53 are exact
        const auto count = static_cast<double>(count_);
        for (double scale = 1; scale <= 1e9; scale *= 10)
        {
            const double base_units = std::round(base_ * scale), step_units = std::round(step_ * scale);
            if (base_units / scale != base_ || step_units / scale != step_) continue;
            const double units = base_units + count * step_units;
            if (std::abs(units) <= kMostUnits) return units / scale;
        }
        return base_ + count * step_;
    }

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
