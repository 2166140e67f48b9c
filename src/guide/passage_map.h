// SPDX-License-Identifier: MIT
// Where the passages of a navigation mesh are, to find those that a path leads through.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/clearance.h>
#include <clearway/geometry/box.h>
#include <clearway/voronoi.h>

namespace clearway {

class PassageMap
{
public:
    /// Those narrower than this: two discs of a radius of a metre can pass each other in wider ones.
    static constexpr double kWidest = 4.4;

    explicit PassageMap(const ClearanceMesh& clearance);

    std::span<const Passage> passages() const { return passages_; }
    /// Portals that lie across a passage: who may not go through them does not get through it. There may be none.
    std::span<const PortalId> portalsOf(std::uint32_t passage) const
    {
        return std::span(portals_).subspan(first_portal_[passage], first_portal_[passage + 1] - first_portal_[passage]);
    }

    /// Appends the passages that a straight line leads through, in order, as Guidance names them.
    void findCrossed(Vec2 from, Vec2 to, int layer, std::vector<std::uint32_t>& ways) const;

private:
    struct Square
    {
        int column = 0;
        int row = 0;
    };
    void listPortals(const NavMesh& mesh);
    Square squareAt(Vec2 point) const;
    std::span<const std::uint32_t> near(Vec2 point) const;

    std::vector<Passage> passages_;
    Box2 bounds_; ///< of the middles
    double size_ = 0;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<std::uint32_t> first_;        ///< of each square
    std::vector<std::uint32_t> items_;        ///< passages near the square
    std::vector<std::uint32_t> first_portal_; ///< of each passage, and one more
    std::vector<PortalId> portals_;
};

} // namespace clearway
