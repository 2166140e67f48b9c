// SPDX-License-Identifier: MIT
#include <clearway/rts/run.h>

#include <algorithm>
#include <cmath>

namespace clearway {

Result<BattleRun> BattleRun::start(BattleScript script, const Scene& scene, const BattleOptions& options)
{
    return start(std::move(script), PlannerParts{.scene = scene}, options);
}

Result<BattleRun> BattleRun::start(BattleScript script, const PlannerParts& parts, const BattleOptions& options)
{
    Result<Battle> battle = Battle::start(script, parts, options);
    if (!battle) return battle.error();
    BattleRun run(std::move(script), std::move(*battle));
    if (run.isLog() && run.script_.ticks == 0) run.takeDue();
    return run;
}

void BattleRun::takeDue()
{
    for (; next_ < script_.commands.size() && script_.commands[next_].tick <= battle_.tick(); ++next_)
        if (const Result<Battle::Report> taken = battle_.issue(script_.commands[next_]); !taken)
            refused_.push_back({next_, taken.error()});
}

void BattleRun::step()
{
    takeDue();
    battle_.step();
    // A log may end with commands that nobody had time to carry out.
    if (isLog() && battle_.tick() == script_.ticks) takeDue();
}

std::uint64_t BattleRun::tickCount() const
{
    constexpr double kMost = 1e15;
    if (isLog()) return script_.ticks;
    return static_cast<std::uint64_t>(std::clamp(std::ceil(script_.world.seconds / script_.world.dt - 1e-9), 0.0, kMost));
}

bool BattleRun::isOver() const
{
    if (battle_.tick() >= tickCount()) return true;
    if (isLog()) return false;
    const std::span<const Unit> units = battle_.units();
    const bool has_several = std::ranges::any_of(units, [&](const Unit& unit) { return unit.team != units[0].team; });
    if (has_several && battle_.livingTeamCount() <= 1) return true;
    return next_ == script_.commands.size() && battle_.tick() > 0 && battle_.isQuiet();
}

bool BattleRun::isDifferent() const
{
    return script_.state_hash != 0 && battle_.tick() == script_.ticks && battle_.computeHash() != script_.state_hash;
}

} // namespace clearway
