// SPDX-License-Identifier: MIT
// Terrain: ground that differs in what it costs to cross, in how fast one is on it, and in who may enter it.
// Metres. Values.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>

#include <clearway/base/result.h>
#include <clearway/geometry/polygon.h>
#include <clearway/scene/scene.h>

namespace clearway {

/// What ground is made of. These four have names of their own; numbers from kTerrainCount to below kMaxTerrainCount are for
/// whatever else there is, as static_cast<Terrain>(4).
enum class Terrain : std::uint8_t
{
    walk,
    swamp,
    water,
    road,
};
inline constexpr int kTerrainCount = 4;     ///< that have names of their own
inline constexpr int kMaxTerrainCount = 16; ///< in all

/// A number for each terrain; 1 where nothing else is said.
class TerrainNumbers
{
public:
    constexpr TerrainNumbers() { numbers_.fill(1); }
    /// Of the first terrains; at most kMaxTerrainCount.
    constexpr TerrainNumbers(std::initializer_list<double> first) : TerrainNumbers()
    {
        std::size_t i = 0;
        for (const double number : first) numbers_[i++] = number;
    }

    static constexpr std::size_t size() { return kMaxTerrainCount; }
    constexpr double& operator[](std::size_t terrain) { return numbers_[terrain]; }
    constexpr const double& operator[](std::size_t terrain) const { return numbers_[terrain]; }
    constexpr double& operator[](Terrain terrain) { return numbers_[static_cast<std::size_t>(terrain)]; }
    constexpr const double& operator[](Terrain terrain) const { return numbers_[static_cast<std::size_t>(terrain)]; }
    constexpr double* begin() { return numbers_.data(); }
    constexpr double* end() { return numbers_.data() + size(); }
    constexpr const double* begin() const { return numbers_.data(); }
    constexpr const double* end() const { return numbers_.data() + size(); }

    friend bool operator==(const TerrainNumbers&, const TerrainNumbers&) = default;

private:
    std::array<double, kMaxTerrainCount> numbers_ = {};
};

/// The price of each terrain for one kind of character, relative to plain ground; > 0, infinity: may not be entered.
/// The price acts as resistance: the field flows around dear ground and along cheap ground.
using TerrainCosts = TerrainNumbers;
inline constexpr double kMayNotEnter = std::numeric_limits<double>::infinity();
inline constexpr TerrainCosts kWalkerCosts = {1, 4, kMayNotEnter, 0.5};

/// Ground of one terrain; what lies in several belongs to the last of them.
struct TerrainArea
{
    Ring outline;
    Terrain terrain = Terrain::walk;
};

/// The scene without the ground that may not be entered at these costs: for such characters it is a wall like any other. Layer 0
/// only. The same scene when nothing is forbidden; fails, as buildScene, when nothing is left. O(n log n) for n points, and for
/// each forbidden area once those of later ones that lie over it.
Result<Scene> buildEnterableScene(const Scene& scene, std::span<const TerrainArea> terrain, const TerrainCosts& costs);

} // namespace clearway
