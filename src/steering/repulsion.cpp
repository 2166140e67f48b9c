// SPDX-License-Identifier: MIT
// Based on: as in repulsion.h. The gradient of the elliptical potential in closed form: with q from the neighbour to the agent,
// s the neighbour's step, u = q - s and 2b = sqrt((|q| + |u|)^2 - |s|^2),
//   F = V0/sigma e^(-b/sigma) (|q| + |u|) / (4b) (q/|q| + u/|u|).
// Departures: where i stands on the step of j the force has a pole: b is not let below a least value, or below (|q| + |u|) / 2,
// which is b for those who stand. Roots are taken of at least 1e-8, so that nothing is divided by zero.
#include "repulsion.h"

#include <cmath>

#include "exponential.h"
#include "velocity_program.h"

namespace clearway::steering {

namespace {

/// Cosine of an angle in [0, 180] degrees, by its series: the same bits everywhere.
double computeCosine(double degrees)
{
    const double x = degrees * (3.14159265358979323846 / 180);
    double term = 1, sum = 1;
    for (int k = 2; k <= 30; k += 2)
    {
        term *= -x * x / (k * (k - 1));
        sum += term;
    }
    return sum;
}

} // namespace

Sight makeSight(double degrees, float unseen_part)
{
    const auto cosine = static_cast<float>(computeCosine(degrees));
    return {cosine * std::fabs(cosine), unseen_part};
}

int computeElliptical(const Pairs& pairs, const EllipticalLaw& law, float* __restrict force_x, float* __restrict force_y)
{
    const float half_inverse = 0.5F / law.reach;
    const float scale = law.strength * half_inverse;
    const float least_sq = 4 * law.least_axis * law.least_axis;
    const float look_ahead = law.look_ahead;
    const int count = padded(pairs.count);
    int coincident = 0;
    for (int k = 0; k < count; ++k)
    {
        const float qx = -sane(pairs.offset_x[k]);
        const float qy = -sane(pairs.offset_y[k]);
        const float sx = sane(pairs.velocity_x[k]) * look_ahead;
        const float sy = sane(pairs.velocity_y[k]) * look_ahead;
        const float ux = qx - sx;
        const float uy = qy - sy;
        const float distance_sq = qx * qx + qy * qy;
        const float n1 = std::sqrt(distance_sq + kCoincidentSq);
        const float n2 = std::sqrt(ux * ux + uy * uy + kCoincidentSq);
        const float sum = n1 + n2;
        const float sum_sq = sum * sum;
        const float axis_sq = sum_sq - (sx * sx + sy * sy);
        const float floor_sq = sum_sq < least_sq ? sum_sq : least_sq;
        const float axis = std::sqrt(axis_sq > floor_sq ? axis_sq : floor_sq); // 2b
        const float g = scale * computeExponential(-axis * half_inverse) * sum / (axis * (n1 * n2));
        force_x[k] = g * (qx * n2 + ux * n1);
        force_y[k] = g * (qy * n2 + uy * n1);
        coincident += (distance_sq < kCoincidentSq) ? 1 : 0;
    }
    return coincident;
}

int computeCircular(const Pairs& pairs, const CircularLaw& law, float* __restrict force_x, float* __restrict force_y)
{
    const float inverse = 1 / law.reach;
    const float strength = law.strength;
    const int count = padded(pairs.count);
    int coincident = 0;
    for (int k = 0; k < count; ++k)
    {
        const float qx = -sane(pairs.offset_x[k]);
        const float qy = -sane(pairs.offset_y[k]);
        const float distance_sq = qx * qx + qy * qy;
        const float distance = std::sqrt(distance_sq + kCoincidentSq);
        const float depth = (sane(pairs.contact[k]) - distance) * inverse;
        const float g = strength * computeExponential(depth < 20 ? depth : 20) / distance;
        force_x[k] = g * qx;
        force_y[k] = g * qy;
        coincident += distance_sq < kCoincidentSq ? 1 : 0;
    }
    return coincident;
}

void applySight(const Sight& sight, int count, const float* ahead_x, const float* ahead_y, float* __restrict force_x,
                float* __restrict force_y)
{
    const float limit = sight.cosine_signed_sq;
    const float unseen = sight.unseen_part;
    for (int k = 0; k < padded(count); ++k)
    {
        // The way to the other is against its force. Cosines are compared by their squares, with their sign.
        const float x = force_x[k];
        const float y = force_y[k];
        const float along = -(ahead_x[k] * x + ahead_y[k] * y);
        const float weight = along * std::fabs(along) >= limit * (x * x + y * y) ? 1.0F : unseen;
        force_x[k] = weight * x;
        force_y[k] = weight * y;
    }
}

} // namespace clearway::steering
