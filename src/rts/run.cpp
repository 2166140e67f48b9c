// SPDX-License-Identifier: MIT
#include <clearway/rts/run.h>

#include <algorithm>
#include <cmath>

namespace clearway {

Result<BattleRun> BattleRun::start(BattleScript script, const Scene& scene, const BattleOptions& options)
{
    Result<Battle> battle = Battle::start(script, scene, options);
    if (!battle) return battle.error();
    return BattleRun(std::move(script), std::move(*battle));
}

void BattleRun::step()
{
    for (; next_ < script_.commands.size() && script_.commands[next_].tick <= battle_.tick(); ++next_)
        if (const Result<CommandReport> taken = battle_.issue(script_.commands[next_]); !taken)
            refused_.push_back({next_, taken.error()});
    battle_.step();
}

std::uint64_t BattleRun::tickCount() const
{
    if (script_.ticks > 0) return script_.ticks;
    return static_cast<std::uint64_t>(std::ceil(script_.world.seconds / script_.world.dt - 1e-9));
}

bool BattleRun::isOver() const
{
    if (battle_.tick() >= tickCount()) return true;
    if (script_.ticks > 0) return false;
    bool has_several = false;
    for (const UnitBlock& block : script_.units)
        has_several = has_several || (!block.positions.empty() && block.team != script_.units[0].team);
    if (has_several && battle_.livingTeamCount() <= 1) return true;
    return next_ == script_.commands.size() && battle_.tick() > 0 && battle_.isQuiet();
}

bool BattleRun::isDifferent() const
{
    return script_.state_hash != 0 && battle_.tick() == script_.ticks && battle_.computeHash() != script_.state_hash;
}

} // namespace clearway
