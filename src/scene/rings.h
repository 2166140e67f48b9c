// SPDX-License-Identifier: MIT
// The rings of a scene's input, numbered as the report counts them, and snapped to the lattice layer by layer.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/scene/scene.h>

namespace clearway::overlay {

inline constexpr int kMaxLayer = (1 << 16) - 1;

enum class Role : std::uint8_t
{
    outline,
    hole,
    obstacle,
    courtyard, ///< a hole of an obstacle
};

/// A ring of the input with its place in it.
struct InputRing
{
    const SceneInput::RingInput* input = nullptr;
    Role role = Role::outline;
    std::uint32_t polygon = 0; ///< the same number for an outline and its holes; areas first, then obstacles
    int layer = 0;
    std::uint32_t first_point = 0; ///< number of the ring's first point when all input points are numbered through
};

struct InputRings
{
    std::vector<InputRing> rings; ///< outline and holes of each area in order, then those of each obstacle
    bool has_heights = false;

    /// The ring to which a point belongs.
    std::uint32_t findRing(std::uint32_t point) const;
    Vec2 position(std::uint32_t point) const;
    double height(std::uint32_t point) const;
    SceneReport::Repair repairAt(SceneReport::Repair::Kind kind, std::uint32_t point) const;
};

/// The snapped rings of one layer, without repeated points and spikes; each has at least three points.
struct LayerRings
{
    std::vector<LatticePoint> points;
    std::vector<std::uint32_t> input_point; ///< for each point, its number in the input
    std::vector<std::uint32_t> first;       ///< of each ring its first point; one more at the end
    std::vector<std::uint32_t> input_ring;  ///< for each ring, its number in the input
    std::uint32_t outline_count = 0;        ///< how many of the rings are outlines

    std::uint32_t ringOf(std::uint32_t point) const;
};

/// Numbers the rings and checks every number in them.
Result<InputRings> collectRings(const SceneInput& input);

/// The bounds of all outlines.
Box2 computeOutlineBounds(const InputRings& rings);

/// Snaps the rings with these numbers, which are those of one layer. Rings that vanish, or lie outside the layer's areas, are
/// reported and left out.
LayerRings snapRings(const InputRings& rings, std::span<const std::uint32_t> numbers, const Frame& frame, SceneReport& report);

} // namespace clearway::overlay
