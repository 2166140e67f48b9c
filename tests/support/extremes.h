// SPDX-License-Identifier: MIT
// Texts with numbers that nobody means, drawn at random: what readers get from programs that are wrong.
#pragma once
#include <string>

#include <fmt/format.h>

#include <clearway/base/random.h>

namespace clearway::test {

inline constexpr const char* kExtremes[] = {
    "0",    "-1",   "5e-324", "1e-300", "1e-30", "1e-12",  "1e-9",   "1e-6",
    "1e-4", "1e-3", "0.01",   "1",      "20",    "100",    "1e3",    "1e5",
    "1e9",  "1e16", "1e30",   "1e300",  "1e999", "-1e999", "-1e300", "-1e-300",
    "null", "[]",   "0.1",    "10",     "1e7",   "99.999", "2e-6",   "1.7976931348623157e308"};

template <std::size_t N>
std::string pick(Random& random, const char* const (&choices)[N])
{
    return choices[random.below(N)];
}

/// A usual number most of the time, else an extreme one.
inline std::string draw(Random& random, const char* usual, double extreme_part = 0.12)
{
    return random.uniform() < extreme_part ? pick(random, kExtremes) : std::string(usual);
}

inline std::string drawPoint(Random& random, const char* x, const char* y, double extreme_part = 0.05)
{
    return fmt::format("[{}, {}]", draw(random, x, extreme_part), draw(random, y, extreme_part));
}

inline std::string drawRing(Random& random, const char* low, const char* high)
{
    return fmt::format("[{}, {}, {}, {}]", drawPoint(random, low, low), drawPoint(random, high, low),
                       drawPoint(random, high, high), drawPoint(random, low, high));
}

} // namespace clearway::test
