// SPDX-License-Identifier: MIT
// Departure: no scale factor on the middle meridian, since maps here are a few kilometres wide and lengths matter more than their
// spread.
#include "io/projection.h"

#include "io/text.h"

namespace clearway::io {

namespace {

// WGS 84
constexpr double kRadius = 6378137.0;
constexpr double kFlattening = 1 / 298.257223563;
constexpr double kE2 = kFlattening * (2 - kFlattening);
constexpr double kSecondE2 = kE2 / (1 - kE2);
constexpr double kPi = 3.14159265358979323846;
constexpr double kRadians = kPi / 180;

// Where the series is good to a millimetre.
constexpr double kMaxEast = 3 * kRadians;
constexpr double kMaxLatitude = 84;

struct SineCosine
{
    double sine = 0;
    double cosine = 1;
};

/// Taylor series to the last bit for |x| <= pi / 2.
SineCosine computeSineCosine(double x)
{
    const double x2 = x * x;
    double sine = 1;
    double cosine = 1;
    for (int n = 26; n >= 2; n -= 2)
    {
        sine = 1 - sine * x2 / (n * (n + 1));
        cosine = 1 - cosine * x2 / (n * (n - 1));
    }
    return {sine * x, cosine};
}

/// Length of the meridian from the equator (Snyder 3-21).
double computeMeridian(double latitude, SineCosine at)
{
    const double e4 = kE2 * kE2;
    const double e6 = e4 * kE2;
    const double sine2 = 2 * at.sine * at.cosine;
    const double cosine2 = 1 - 2 * at.sine * at.sine;
    const double sine4 = 2 * sine2 * cosine2;
    const double cosine4 = 1 - 2 * sine2 * sine2;
    const double sine6 = sine4 * cosine2 + cosine4 * sine2;
    return kRadius *
           ((1 - kE2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * latitude - (3 * kE2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * sine2 +
            (15 * e4 / 256 + 45 * e6 / 1024) * sine4 - (35 * e6 / 3072) * sine6);
}

/// Radius of curvature across the meridian.
double computeNormalRadius(SineCosine at) { return kRadius / std::sqrt(1 - kE2 * at.sine * at.sine); }

} // namespace

Projection::Projection(const Box2& bounds) : middle_(bounds.center())
{
    const SineCosine at = computeSineCosine(middle_.y * kRadians);
    const double half_width = bounds.size().x / 2 * kRadians;
    meridian_ = computeMeridian(middle_.y * kRadians, at);
    is_plain_ = half_width > kMaxEast || bounds.min.y < -kMaxLatitude || bounds.max.y > kMaxLatitude;
    const double normal = computeNormalRadius(at);
    per_longitude_ = normal * at.cosine * kRadians;
    per_latitude_ = normal * (1 - kE2) / (1 - kE2 * at.sine * at.sine) * kRadians;
}

Vec2 Projection::project(Vec2 degrees) const
{
    const double east = degrees.x - middle_.x;
    if (is_plain_) return {east * per_longitude_, (degrees.y - middle_.y) * per_latitude_};

    // Snyder's N, T, C and A
    const double latitude = degrees.y * kRadians;
    const SineCosine at = computeSineCosine(latitude);
    const double normal = computeNormalRadius(at);
    const double tangent = at.sine / at.cosine;
    const double t = tangent * tangent;
    const double c = kSecondE2 * at.cosine * at.cosine;
    const double a = east * kRadians * at.cosine;
    const double a2 = a * a;
    const double x = normal * a * (1 + a2 * ((1 - t + c) / 6 + a2 * (5 - 18 * t + t * t + 72 * c - 58 * kSecondE2) / 120));
    const double bend =
        a2 * (0.5 + a2 * ((5 - t + 9 * c + 4 * c * c) / 24 + a2 * (61 - 58 * t + t * t + 600 * c - 330 * kSecondE2) / 720));
    return {x, computeMeridian(latitude, at) - meridian_ + normal * tangent * bend};
}

template <typename Visitor>
static void visitRings(SceneInput& input, const Visitor& visit)
{
    for (SceneInput::AreaInput& area : input.areas)
    {
        visit(area.outline);
        for (SceneInput::RingInput& hole : area.holes) visit(hole);
    }
    for (SceneInput::Obstacle& obstacle : input.obstacles)
    {
        visit(obstacle.outline);
        for (SceneInput::RingInput& hole : obstacle.holes) visit(hole);
    }
}

Box2 computeBounds(const SceneInput& input)
{
    Box2 bounds;
    visitRings(const_cast<SceneInput&>(input), [&](const SceneInput::RingInput& ring) {
        for (Vec2 p : ring.points) bounds.add(p);
    });
    return bounds;
}

bool fitsDegrees(const Box2& bounds)
{
    return !bounds.isEmpty() && bounds.min.x >= -180 && bounds.max.x <= 180 && bounds.min.y >= -90 && bounds.max.y <= 90;
}

static std::string describePlace(Vec2 degrees)
{
    const auto rounded = [](double value) { return std::floor(value * 1e4 + 0.5) / 1e4; };
    std::string text;
    appendNumber(text, rounded(std::fabs(degrees.x)));
    text += degrees.x < 0 ? " W, " : " E, ";
    appendNumber(text, rounded(std::fabs(degrees.y)));
    return text + (degrees.y < 0 ? " S" : " N");
}

void projectToMetres(SceneInput& input, const std::string& reason, SceneReport& report)
{
    Box2 bounds = computeBounds(input);
    if (bounds.isEmpty()) return;
    if (bounds.size().x > 180)
    {
        // Perhaps the data lies around the 180th meridian: count eastwards beyond it.
        Box2 shifted;
        visitRings(input, [&](const SceneInput::RingInput& ring) {
            for (Vec2 p : ring.points) shifted.add(p.x < 0 ? Vec2{p.x + 360, p.y} : p);
        });
        if (shifted.size().x < bounds.size().x)
        {
            bounds = shifted;
            visitRings(input, [](SceneInput::RingInput& ring) {
                for (Vec2& p : ring.points) p.x += p.x < 0 ? 360 : 0;
            });
        }
    }
    const Projection projection(bounds);
    visitRings(input, [&](SceneInput::RingInput& ring) {
        for (Vec2& p : ring.points) p = projection.project(p);
    });
    Vec2 middle = projection.middle();
    if (middle.x > 180) middle.x -= 360;
    report.remarks.push_back(
        reason + "longitude and latitude were projected to metres around " + describePlace(middle) +
        (projection.isPlain() ? " (plainly; lengths far from there are wrong)" : " (transverse Mercator, WGS 84)") + ".");
}

} // namespace clearway::io
