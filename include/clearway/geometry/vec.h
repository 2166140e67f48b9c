// SPDX-License-Identifier: MIT
// Points and vectors. Metres; right-handed, Z up; the ground plane is xy, so a Vec2 is the head of a Vec3.
#pragma once
#include <algorithm>
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

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
constexpr Vec3 operator/(Vec3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }

constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
constexpr double lengthSq(Vec3 a) { return dot(a, a); }
inline double length(Vec3 a) { return std::sqrt(lengthSq(a)); }
inline double distance(Vec3 a, Vec3 b) { return length(b - a); }
constexpr double distanceSq(Vec3 a, Vec3 b) { return lengthSq(b - a); }
constexpr Vec3 interpolate(Vec3 a, Vec3 b, double t) { return a + (b - a) * t; }
inline bool isFinite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }
/// a made one metre long; (0, 0, 0) stays what it is.
inline Vec3 normalized(Vec3 a)
{
    const double l = length(a);
    return l > 0 ? a / l : Vec3{};
}

/// By x, then by y: the order used wherever points are sorted.
constexpr bool lexicographicLess(Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// How far from p a point may be that was rounded to p as floats, and then moved a little with floats: four of their steps.
inline double computeFloatError(Vec2 p) { return 4 * 0x1p-23 * (std::max)(std::abs(p.x), std::abs(p.y)); }

} // namespace clearway
