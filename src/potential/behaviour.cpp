// SPDX-License-Identifier: MIT
#include <clearway/potential/behaviour.h>

#include <cmath>

#include <clearway/base/random.h>

#include "geometry/angle.h"
#include "potential/local_batch.h"

namespace clearway {
namespace {

constexpr Behaviour kBehaviours[] = {Behaviour::plain,    Behaviour::right_hand, Behaviour::left_hand, Behaviour::hurried,
                                     Behaviour::cautious, Behaviour::wandering,  Behaviour::personal};
constexpr Vec2 kAhead = {1, 0}, kToTheLeft = {0, 1}, kToTheRight = {0, -1};

/// Draws of one character, apart from all other draws with its id.
constexpr std::uint64_t kMannerSeed = 0x6d616e6e6572;

/// From side to side, at a pace and from a moment of its own.
Manner wander(double time, std::uint64_t id)
{
    Random random(kMannerSeed, id);
    const double period = random.uniform(5, 9), begin = random.uniform(0, 1);
    const double turns = time / period + begin;
    const double part = turns - std::floor(turns);
    return {1.5 * Turn((2 * part - 1) * kPi).sine, kToTheLeft};
}

Manner drawPersonal(std::uint64_t id)
{
    constexpr Behaviour kDrawn[] = {Behaviour::plain, Behaviour::right_hand, Behaviour::left_hand, Behaviour::hurried,
                                    Behaviour::cautious};
    Random random(kMannerSeed + 1, id);
    Manner manner = computeManner(kDrawn[random.below(std::size(kDrawn))], 0, id);
    manner.eps *= random.uniform(0.5, 1.5);
    return manner;
}

} // namespace

std::string_view toString(Behaviour behaviour)
{
    switch (behaviour)
    {
    case Behaviour::plain: return "plain";
    case Behaviour::right_hand: return "right_hand";
    case Behaviour::left_hand: return "left_hand";
    case Behaviour::hurried: return "hurried";
    case Behaviour::cautious: return "cautious";
    case Behaviour::wandering: return "wandering";
    case Behaviour::personal: break;
    }
    return "personal";
}

std::optional<Behaviour> findBehaviour(std::string_view name)
{
    for (const Behaviour behaviour : kBehaviours)
        if (toString(behaviour) == name) return behaviour;
    return std::nullopt;
}

std::span<const Behaviour> behaviours() { return kBehaviours; }

bool Manner::isInRange() const
{
    const auto isWithin = [](double value, double most) { return std::abs(value) <= most; };
    return isWithin(eps, kMaxEps) && isWithin(v.x, kMaxV) && isWithin(v.y, kMaxV);
}

Manner computeManner(Behaviour behaviour, double time, std::uint64_t id)
{
    switch (behaviour)
    {
    case Behaviour::plain: break;
    case Behaviour::right_hand: return {0.3, kToTheRight};
    case Behaviour::left_hand: return {0.3, kToTheLeft};
    case Behaviour::hurried: return {4, kAhead};
    case Behaviour::cautious: return {-1, kAhead};
    case Behaviour::wandering: return wander(time, id);
    case Behaviour::personal: return drawPersonal(id);
    }
    return {};
}

Vec2 computeDrift(const Manner& manner, Vec2 toward)
{
    const double size = length(toward);
    const Vec2 ahead = size > 0 ? toward / size : Vec2{1, 0};
    return (ahead * manner.v.x + Vec2{-ahead.y, ahead.x} * manner.v.y) * manner.eps;
}

} // namespace clearway
