// SPDX-License-Identifier: MIT
// Behaviours: named manners of walking, made of nothing but eps and v of the potential.
// Why: two numbers give each character a walk of its own, without a rule for it.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (section 3); F. Dapper, E. Prestes,
// L. Nedel. Generating steering behaviors for virtual humanoids using BVP control. 2007
// The presets and their numbers are ours. Pure functions: the same manner for the same time and id on every machine.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include <clearway/geometry/vec.h>

namespace clearway {

enum class Behaviour : std::uint8_t
{
    plain,      ///< harmonic: keeps as clear of everything as there is room
    right_hand, ///< keeps to the right, and passes on the right
    left_hand,  ///< the mirror image
    hurried,    ///< straight on, and close around what is in the way
    cautious,   ///< turns aside early and far
    wandering,  ///< swings from one side to the other, each at its own pace
    personal,   ///< each one of the above but wandering, and more or less of it
};

/// eps, and v as the character sees it: x ahead, toward what it heads for, y to its left. Ways bend toward v.
struct Manner
{
    double eps = 0; ///< per metre: times the cell size, that of the equation
    Vec2 v = {0, 0};

    static constexpr double kMaxEps = 16; ///< of a single character, to both sides of 0
    static constexpr double kMaxV = 1;    ///< the same for both numbers of v
    /// Whether eps and v are finite and within those bounds.
    bool isInRange() const;

    /// What one character may be given: nothing of its own, a preset, or its own eps and v.
    using Choice = std::variant<std::monostate, Behaviour, Manner>;
    friend bool operator==(const Manner&, const Manner&) = default;
};

/// A manner that changes with time (seconds) and from one to the other. Must be pure.
using MannerOfTime = std::function<Manner(double time, std::uint64_t id)>;

std::string_view toString(Behaviour behaviour); ///< "right_hand" ...
std::optional<Behaviour> findBehaviour(std::string_view name);
/// In the order in which they are listed to people.
std::span<const Behaviour> behaviours();

Manner computeManner(Behaviour behaviour, double time, std::uint64_t id);

/// eps v, per metre, of a manner for a character that heads for `toward` (any length but 0), in the world's axes.
Vec2 computeDrift(const Manner& manner, Vec2 toward);

} // namespace clearway
