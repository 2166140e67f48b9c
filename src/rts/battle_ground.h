// SPDX-License-Identifier: MIT
// What a battle asks of the ground that it is fought on, beside what its crowd asks. The plane and a surface answer:
// flat_ground.h, curved_ground.h. A place is a position as the crowd has them: in the plane the point itself, over a surface a
// point of its chart.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <clearway/geometry/path.h>
#include <clearway/group/way.h>
#include <clearway/plan/planners.h>
#include <clearway/rts/script.h>

namespace clearway {

class FlatGround;
class MarchMap;

/// The way of a formation, and where its slots may be.
struct GroupCourse
{
    GroupWay way;
    FieldGrid grid;
    std::shared_ptr<const MarchMap> map = {}; ///< over a surface: the plane in which way and grid are laid out
};

class BattleGround
{
public:
    struct Walker
    {
        std::uint32_t unit_class = 0;
        Vec2 place;
    };

    virtual ~BattleGround() = default;

    virtual const PlannerParts& parts() const = 0;
    /// Of what the battle is fought on, terrain included: a log belongs to it.
    virtual std::uint64_t computeHash() const = 0;
    /// What a crowd stands on, the kind of walkers there that a class is, and the guides of units.
    virtual const std::shared_ptr<const Ground>& ground() const = 0;
    virtual std::uint32_t kindOf(std::uint32_t /*unit_class*/) const { return 0; }
    virtual std::span<const std::shared_ptr<const Guide>> guides() const = 0;
    virtual double width() const = 0; ///< the longer side of its bounds; metres

    /// Where a point is that a player or a file gives. Says why it is nowhere.
    virtual Result<Vec2> findPlace(Vec2 point, std::optional<double> height) const = 0;
    /// The ground nearest to a point in space; in the plane the point itself.
    virtual Vec2 findNearest(Vec3 point) const = 0;
    virtual Vec3 toSpace(Vec2 place) const = 0;
    /// Whether a place is on ground that a class may enter.
    virtual bool isOn(std::uint32_t unit_class, Vec2 place) const = 0;

    /// Whether nothing hides one place from the other.
    virtual bool isVisible(Vec2 from, Vec2 to) const = 0;
    /// Whether the straight line leads over ground that a class may enter.
    virtual bool isWalkable(const Walker& walker, Vec2 to) const = 0;
    /// Whether its disc also has room there.
    virtual bool isStraight(const Walker& walker, Vec2 to) = 0;

    /// How fast a unit is where it is, as part of its speed.
    virtual double computePace(const Walker&) const { return 1; }

    /// Where a unit goes that is sent to a place; nothing when it has no room near it.
    virtual std::optional<Vec2> findRoom(const Walker& walker, Vec2 place) const = 0;
    /// Nothing when somebody has a way to a place; else why nobody has, for people.
    virtual std::optional<std::string> explainNoWay(std::span<const Walker> walkers, Vec2 place) = 0;
    /// Which guide leads a unit to a place that units share, and to a point that moves.
    virtual std::uint32_t chooseGuide(const Walker& walker, Vec2 place) const = 0;
    virtual std::uint32_t chooseGuideToMoving(std::uint32_t unit_class) const = 0;

    /// The way of a group from place to place, `across` metres large, whose members all fit where the class does. `facing` is as
    /// seen from above.
    virtual Result<GroupCourse> planCourse(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing, double across) = 0;

    /// What only the plane has: maps of the classes, on which sketches are drawn. Null over a surface.
    virtual FlatGround* flat() { return nullptr; }
};

Error makePlaceError(std::string message, Vec2 p);

} // namespace clearway
