// SPDX-License-Identifier: MIT
// A surface as the ground of a battle. Units see each other where the ground leads straight from one to the other; terrain has no
// meaning here.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rts/battle_ground.h"

namespace clearway {

class CurvedBattleGround final : public BattleGround
{
public:
    static Result<std::unique_ptr<BattleGround>> build(const BattleScript& script, const PlannerParts& parts,
                                                       const Execution& execution);

    const PlannerParts& parts() const override { return planner_.parts(); }
    std::uint64_t computeHash() const override { return parts().surface->computeHash(); }
    const std::shared_ptr<const Ground>& ground() const override { return ground_; }
    std::span<const std::shared_ptr<const Guide>> guides() const override { return {&guide_, 1}; }
    double width() const override;

    Result<Vec2> findPlace(Vec2 point, std::optional<double> height) const override;
    Vec2 findNearest(Vec3 point) const override;
    Vec3 toSpace(Vec2 place) const override { return curved_.computePose(place).position; }
    bool isOn(std::uint32_t, Vec2 place) const override { return curved_.computePose(place).face != kNone; }
    bool isVisible(Vec2 from, Vec2 to) const override { return curved_.isStraight(from, to, 0); }
    bool isWalkable(const Walker& walker, Vec2 to) const override
    {
        return curved_.isStraight(walker.place, to, classes_[walker.unit_class].radius);
    }
    bool isStraight(const Walker& walker, Vec2 to) override { return isWalkable(walker, to); }
    std::optional<Vec2> findRoom(const Walker& walker, Vec2 place) const override;
    std::optional<std::string> explainNoWay(std::span<const Walker> walkers, Vec2 place) override;
    std::uint32_t chooseGuide(const Walker&, Vec2) const override { return 0; }
    std::uint32_t chooseGuideToMoving(std::uint32_t) const override { return 0; }
    Result<GroupCourse> planCourse(const UnitClass& together, Vec2 from, Vec2 to, Vec2 facing, double across) override;

private:
    CurvedBattleGround(const BattleScript& script, const Planner& planner, World world);
    /// The same place, or near it one where a disc fits.
    std::optional<Vec2> fit(Vec2 place, double radius) const;
    bool hasPath(Vec2 from, Vec2 to, double radius);

    std::vector<UnitClass> classes_;
    double cell_size_;
    Planner planner_;
    PlannerQuery paths_;
    Path path_;
    std::shared_ptr<const Ground> ground_;
    std::shared_ptr<const Guide> guide_;
    const CurvedGround& curved_;
};

} // namespace clearway
