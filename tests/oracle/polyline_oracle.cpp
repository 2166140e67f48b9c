// SPDX-License-Identifier: MIT
#include "tests/oracle/polyline_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clearway::oracle {
namespace {

std::vector<Vec2> sample(std::span<const Vec2> line, double step)
{
    std::vector<Vec2> points(line.begin(), line.begin() + 1);
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        const int count = static_cast<int>(std::ceil(distance(line[i - 1], line[i]) / step));
        for (int k = 1; k <= count; ++k) points.push_back(interpolate(line[i - 1], line[i], static_cast<double>(k) / count));
    }
    return points;
}

/// The rays that go up from the pins and are crossed by a - b, in the order of the crossings; to the right is +, to the left is
/// -.
void addCrossings(Vec2 a, Vec2 b, std::span<const Vec2> pins, std::vector<int>& word)
{
    std::vector<std::pair<double, int>> found;
    for (std::size_t i = 0; i < pins.size(); ++i)
    {
        const bool is_left = a.x < pins[i].x, is_left_after = b.x < pins[i].x;
        if (is_left == is_left_after) continue;
        const double t = (pins[i].x - a.x) / (b.x - a.x);
        if (a.y + (b.y - a.y) * t > pins[i].y) found.push_back({t, is_left ? static_cast<int>(i) + 1 : -static_cast<int>(i) - 1});
    }
    std::sort(found.begin(), found.end());
    for (const auto& [t, letter] : found)
        if (!word.empty() && word.back() == -letter)
            word.pop_back();
        else
            word.push_back(letter);
}

} // namespace

double computeFrechetDistance(std::span<const Vec2> a, std::span<const Vec2> b, double step)
{
    const std::vector<Vec2> p = sample(a, step), q = sample(b, step);
    std::vector<double> row(q.size()), before;
    for (std::size_t i = 0; i < p.size(); ++i)
    {
        before = row;
        for (std::size_t k = 0; k < q.size(); ++k)
        {
            double reach = std::numeric_limits<double>::infinity();
            if (i == 0 && k == 0) reach = 0;
            if (i > 0) reach = std::min(reach, before[k]);
            if (k > 0) reach = std::min(reach, row[k - 1]);
            if (i > 0 && k > 0) reach = std::min(reach, before[k - 1]);
            row[k] = std::max(reach, distance(p[i], q[k]));
        }
    }
    return row.back();
}

bool isSameHomotopy(std::span<const Vec2> a, std::span<const Vec2> b, std::span<const Vec2> pins)
{
    std::vector<int> word;
    for (std::size_t i = 1; i < a.size(); ++i) addCrossings(a[i - 1], a[i], pins, word);
    addCrossings(a.back(), b.back(), pins, word);
    for (std::size_t i = b.size(); i-- > 1;) addCrossings(b[i], b[i - 1], pins, word);
    addCrossings(b.front(), a.front(), pins, word);
    return word.empty();
}

double computeDistance(Vec2 p, std::span<const Vec2> polyline)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec2 q : polyline) nearest = std::min(nearest, distance(p, q));
    for (std::size_t i = 1; i < polyline.size(); ++i)
    {
        const Vec2 a = polyline[i - 1], b = polyline[i], d = b - a;
        const double along = dot(p - a, d);
        if (along > 0 && along < dot(d, d)) nearest = std::min(nearest, std::abs(cross(d, p - a)) / length(d));
    }
    return nearest;
}

} // namespace clearway::oracle
