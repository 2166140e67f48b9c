// SPDX-License-Identifier: MIT
// Pictures of battles as SVG, PNG or PDF, in the style of <clearway/native/picture.h>: terrain, the trails of all units in the
// colours of their teams, sketches with their division points, formations with their slots and owners, who stands and who has
// fallen. Part of clearway::native (uses Cairo). A picture is written whole or not at all. Metres.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/rts/battle.h>

namespace clearway {

/// What a battle leaves behind, gathered while it is played.
class BattleTrace
{
public:
    struct Formation
    {
        TeamId team = 0;
        double time = 0;
        std::vector<Vec2> slots;     ///< places of the members,
        std::vector<Vec2> positions; ///< where they are,
        std::vector<double> radii;   ///< and how large
    };

    /// Call it after every tick; every `stride`-th is looked at. A formation is kept when it stands for the first time and when
    /// it has arrived.
    void add(const Battle& battle, std::uint64_t stride = 10);

    const std::vector<std::vector<Vec2>>& trails() const { return trails_; } ///< by unit
    const std::vector<Formation>& formations() const { return formations_; }

private:
    std::vector<std::vector<Vec2>> trails_;
    std::vector<Formation> formations_;
    std::map<std::uint32_t, GroupState> seen_; ///< the last state of each group that was kept
};

struct BattlePictureOptions
{
    int width = 1200;        ///< pixels (SVG, PNG) or points (PDF); 64 to 20,000
    bool draw_legend = true; ///< title, scale bar, colours
    std::string title = {};  ///< empty: the name of the battle
};

/// The battle as it is now, and what the trace knows of before. Fails like savePicture.
Result<void> saveBattlePicture(const Battle& battle, const BattleTrace& trace, const std::string& path,
                               const BattlePictureOptions& options = {});

} // namespace clearway
