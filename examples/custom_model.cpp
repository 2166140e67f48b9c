// SPDX-License-Identifier: MIT
// A steering model of one's own: a flock. Everybody goes where it wants to, drawn to the neighbours' velocity and away from
// those who are too near. A model reads a block of agents and writes the velocity that each asks for; the crowd does the rest.
#include <clearway/clearway.h>

#include <cmath>
#include <cstdio>

using namespace clearway;

class Flock : public Steering
{
public:
    const char* name() const override { return "flock"; }
    Steering::Needs needs() const override { return {.neighbour_range = 3, .neighbour_count = 8, .wall_range = 0}; }

    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            float x = block.preferred_x[i], y = block.preferred_y[i];
            for (std::uint32_t n = block.first_neighbour[i]; n < block.first_neighbour[i + 1]; ++n)
            {
                const float dx = block.offset_x[n], dy = block.offset_y[n];
                const float distance = std::sqrt(dx * dx + dy * dy) + 1e-3F;
                const float gap = distance - block.radius[i] - block.neighbour_radius[n];
                const float away = gap < 0.3F ? 0.5F * (0.3F - gap) / distance : 0;
                x += 0.05F * (block.neighbour_velocity_x[n] - block.velocity_x[i]) - away * dx;
                y += 0.05F * (block.neighbour_velocity_y[n] - block.velocity_y[i]) - away * dy;
            }
            const float speed = std::sqrt(x * x + y * y);
            const float scale = speed > block.max_speed[i] ? block.max_speed[i] / speed : 1;
            block.asked_x[i] = x * scale;
            block.asked_y[i] = y * scale;
        }
    }
};

int main()
{
    const NavMesh mesh = buildNavMesh(buildScene("donut").value()).value();
    Crowd crowd(buildWorld(PlannerParts{.mesh = mesh}).value(), {.steering = std::make_shared<Flock>()});
    NavMeshQuery query(mesh);
    for (std::uint64_t k = 0; k < 60; ++k)
        crowd.add({.position = query.findRandomPoint({.seed = 1, .index = k, .radius = 0.3}), .goal = Goal::random(3)}).value();
    int reached = 0;
    for (int tick = 0; tick < 600; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events()) reached += event.kind == CrowdEvent::Kind::next_goal;
    }
    std::printf("%zu agents steered by '%s' reached %d goals in a minute; answers that were no numbers: %d\n", crowd.size(),
                crowd.steering().name(), reached, static_cast<int>(crowd.faults().bad_answer_count));
    return reached > 0 && crowd.faults().bad_answer_count == 0 ? 0 : 1;
}
