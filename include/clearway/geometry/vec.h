// SPDX-License-Identifier: MIT
// Points and vectors. Metres; right-handed, Z up; the ground plane is xy, so a Vec2 is the head of a Vec3.
#pragma once
#include <cmath>

namespace clearway {

struct Vec2
{
    double x = 0;
    double y = 0;

    friend bool operator==(Vec2, Vec2) = default;
};

struct Vec3
{
    double x = 0;
    double y = 0;
    double z = 0;

    friend bool operator==(Vec3, Vec3) = default;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
constexpr Vec2 operator*(double s, Vec2 a) { return a * s; }
constexpr Vec2 operator/(Vec2 a, double s) { return {a.x / s, a.y / s}; }

constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Positive when b lies to the left of a. Rounded; for decisions use `computeOrientation`.
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
constexpr double lengthSq(Vec2 a) { return dot(a, a); }
inline double length(Vec2 a) { return std::sqrt(lengthSq(a)); }
inline double distance(Vec2 a, Vec2 b) { return length(b - a); }
constexpr double distanceSq(Vec2 a, Vec2 b) { return lengthSq(b - a); }
/// a turned left by a right angle.
constexpr Vec2 perpendicular(Vec2 a) { return {-a.y, a.x}; }
constexpr Vec2 interpolate(Vec2 a, Vec2 b, double t) { return a + (b - a) * t; }
inline bool isFinite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }

/// By x, then by y: the order used wherever points are sorted.
constexpr bool lexicographicLess(Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

} // namespace clearway
