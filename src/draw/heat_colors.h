// SPDX-License-Identifier: MIT
// From values of any size to colours, and the legend that says which is which.
#pragma once
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include <clearway/native/picture.h>

#include "draw/palette.h"
#include "draw/sheet.h"

namespace clearway {

/// How the values of cells become colours.
class HeatColors
{
public:
    static constexpr std::size_t kLevels = 256;

    HeatColors(std::span<const double> values, HeatScale scale);
    /// 0 to kLevels - 1, or kLevels for a value that cannot be shown.
    std::size_t level(double value) const;
    Color color(std::size_t level) const
    {
        return level == kLevels ? palette::kNoValue : palette::heat(static_cast<double>(level) / (kLevels - 1));
    }
    HeatLegend legend(const std::string& name) const { return {name, low_, high_, is_logarithmic_, palette::heat}; }

private:
    bool isShown(double value) const { return std::isfinite(value) && (!is_logarithmic_ || value > 0); }

    double low_ = 0;
    double high_ = 0;
    bool is_logarithmic_ = false;
};

} // namespace clearway
