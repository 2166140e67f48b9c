// SPDX-License-Identifier: MIT
#include "draw/heat_colors.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace clearway {

HeatColors::HeatColors(std::span<const double> values, HeatScale scale)
{
    std::vector<double> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    std::sort(finite.begin(), finite.end());
    is_logarithmic_ = scale == HeatScale::logarithmic;
    if (scale == HeatScale::automatic && !finite.empty())
        is_logarithmic_ = finite.front() > 0 && finite.back() / 50 > finite[finite.size() / 2];
    if (is_logarithmic_) finite.erase(finite.begin(), std::upper_bound(finite.begin(), finite.end(), 0.0));
    if (finite.empty()) return;
    low_ = finite.front();
    high_ = finite.back();
}

std::size_t HeatColors::level(double value) const
{
    if (!isShown(value)) return kLevels;
    const double t = is_logarithmic_
                         ? (std::log(value) - std::log(low_)) / (std::log(high_) - std::log(low_))
                         : (value / 2 - low_ / 2) / (high_ / 2 - low_ / 2); // halves: the range of two doubles may not fit one
    if (!(t >= 0)) return 0;                                                // all values are equal
    return static_cast<std::size_t>(std::min(t, 1.0) * (kLevels - 1) + 0.5);
}

} // namespace clearway
