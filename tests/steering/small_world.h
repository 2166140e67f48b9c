// SPDX-License-Identifier: MIT
// A crowd of a few discs with the simplest of everything: neighbours by looking at all pairs, walls by looking at all walls,
// positions in double. Only for tests of steering models.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <clearway/steering.h>
#include <clearway/yielding.h>

namespace clearway::test {

struct Point
{
    double x = 0;
    double y = 0;
};

inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(Point a, double s) { return {a.x * s, a.y * s}; }
inline double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
inline double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
inline double length(Point a) { return std::sqrt(dot(a, a)); }

struct SmallWall
{
    Point a;
    Point b; ///< free space on the left
};

inline Point findNearest(const SmallWall& wall, Point p)
{
    const Point along = wall.b - wall.a;
    return wall.a + along * std::clamp(dot(p - wall.a, along) / dot(along, along), 0.0, 1.0);
}

struct SmallAgent
{
    std::uint64_t id = 0;
    Point position;
    Point goal;
    Point velocity = {};
    double radius = 0.25;
    double speed = 1.34;
    double max_speed = 2.01;
    float held_up = 0;     ///< seconds
    float counterflow = 0; ///< how surely people come against it

    /// The velocity it wants: slower over the last half second, to arrive instead of overshooting.
    Point wish() const
    {
        const Point way = goal - position;
        const double rest = length(way);
        return rest > 0 ? way * (std::min(speed, 2 * rest) / rest) : Point{};
    }
};

/// All arrays of a block, with room for reads past their ends.
struct BlockArrays
{
    std::vector<std::uint64_t> id, neighbour_id;
    std::vector<float> velocity_x, velocity_y, preferred_x, preferred_y, radius, max_speed, held_up, counterflow;
    std::vector<std::uint32_t> first_neighbour{0}, first_wall{0};
    std::vector<float> offset_x, offset_y, neighbour_velocity_x, neighbour_velocity_y, neighbour_radius;
    std::vector<float> neighbour_wish_x, neighbour_wish_y;
    std::vector<float> wall_ax, wall_ay, wall_bx, wall_by;
    std::vector<float> asked_x, asked_y;

    void addAgent(const SmallAgent& a, Point preferred)
    {
        id.push_back(a.id);
        add(velocity_x, a.velocity.x);
        add(velocity_y, a.velocity.y);
        add(preferred_x, preferred.x);
        add(preferred_y, preferred.y);
        add(radius, a.radius);
        add(max_speed, a.max_speed);
        held_up.push_back(a.held_up);
        counterflow.push_back(a.counterflow);
    }
    void addNeighbour(const SmallAgent& of, const SmallAgent& a)
    {
        neighbour_id.push_back(a.id);
        add(offset_x, a.position.x - of.position.x);
        add(offset_y, a.position.y - of.position.y);
        add(neighbour_velocity_x, a.velocity.x);
        add(neighbour_velocity_y, a.velocity.y);
        add(neighbour_wish_x, a.wish().x);
        add(neighbour_wish_y, a.wish().y);
        add(neighbour_radius, a.radius);
    }
    void addWall(const SmallAgent& of, const SmallWall& wall)
    {
        add(wall_ax, wall.a.x - of.position.x);
        add(wall_ay, wall.a.y - of.position.y);
        add(wall_bx, wall.b.x - of.position.x);
        add(wall_by, wall.b.y - of.position.y);
    }
    void endAgent()
    {
        first_neighbour.push_back(static_cast<std::uint32_t>(offset_x.size()));
        first_wall.push_back(static_cast<std::uint32_t>(wall_ax.size()));
    }
    /// Agents [from, to); to be called when all are there.
    SteeringBlock makeBlock(int from, int to, double dt, std::uint64_t tick, std::byte* state, std::size_t state_bytes)
    {
        if (asked_x.empty())
        {
            asked_x.resize(id.size());
            asked_y.resize(id.size());
            for (std::vector<float>* v :
                 {&velocity_x, &velocity_y, &preferred_x, &preferred_y, &radius, &max_speed, &held_up, &counterflow, &offset_x,
                  &offset_y, &neighbour_velocity_x, &neighbour_velocity_y, &neighbour_wish_x, &neighbour_wish_y,
                  &neighbour_radius, &wall_ax, &wall_ay, &wall_bx, &wall_by})
                v->resize(v->size() + 16);
        }
        const auto at = static_cast<std::size_t>(from);
        SteeringBlock block;
        block.count = to - from;
        block.dt = static_cast<float>(dt);
        block.tick = tick;
        block.id = id.data() + at;
        block.velocity_x = velocity_x.data() + at;
        block.velocity_y = velocity_y.data() + at;
        block.preferred_x = preferred_x.data() + at;
        block.preferred_y = preferred_y.data() + at;
        block.radius = radius.data() + at;
        block.max_speed = max_speed.data() + at;
        block.held_up = held_up.data() + at;
        block.counterflow = counterflow.data() + at;
        block.first_neighbour = first_neighbour.data() + at;
        block.offset_x = offset_x.data();
        block.offset_y = offset_y.data();
        block.neighbour_velocity_x = neighbour_velocity_x.data();
        block.neighbour_velocity_y = neighbour_velocity_y.data();
        block.neighbour_wish_x = neighbour_wish_x.data();
        block.neighbour_wish_y = neighbour_wish_y.data();
        block.neighbour_radius = neighbour_radius.data();
        block.neighbour_id = neighbour_id.data();
        block.first_wall = first_wall.data() + at;
        block.wall_ax = wall_ax.data();
        block.wall_ay = wall_ay.data();
        block.wall_bx = wall_bx.data();
        block.wall_by = wall_by.data();
        block.state = state + state_bytes * at;
        block.asked_x = asked_x.data() + at;
        block.asked_y = asked_y.data() + at;
        return block;
    }

private:
    static void add(std::vector<float>& to, double x) { to.push_back(static_cast<float>(x)); }
};

class SmallWorld
{
public:
    explicit SmallWorld(std::shared_ptr<const Steering> model) : model_(std::move(model)) {}

    std::vector<SmallAgent> agents;
    std::vector<SmallWall> walls;
    double dt = 0.1;
    double max_overlap = 0;      ///< of agents, so far
    double max_wall_overlap = 0; ///< of where agents asked to be, so far

    /// Walls with free space on the left: an outline counter-clockwise, obstacles clockwise.
    void addLoop(const std::vector<Point>& points)
    {
        for (std::size_t k = 0; k < points.size(); ++k) walls.push_back({points[k], points[(k + 1) % points.size()]});
    }

    BlockArrays makeArrays() const
    {
        const Steering::Needs needs = model_->needs();
        BlockArrays arrays;
        for (const SmallAgent& a : agents)
        {
            arrays.addAgent(a, a.wish());
            for (const SmallAgent* other : findNeighbours(a, needs)) arrays.addNeighbour(a, *other);
            for (const SmallWall& wall : walls)
            {
                const bool is_in_front = cross(wall.b - wall.a, a.position - wall.a) >= 0;
                const double gap = length(findNearest(wall, a.position) - a.position) - a.radius;
                if (is_in_front && gap <= needs.wall_range) arrays.addWall(a, wall);
            }
            arrays.endAgent();
        }
        return arrays;
    }

    /// Everybody gets where the model asks; nothing else stops anybody.
    void step()
    {
        const std::size_t state_bytes = model_->needs().state_bytes;
        state_.resize(agents.size() * state_bytes);
        BlockArrays arrays = makeArrays();
        model_->steer(arrays.makeBlock(0, static_cast<int>(agents.size()), dt, tick_++, state_.data(), state_bytes));
        for (std::size_t i = 0; i < agents.size(); ++i)
        {
            const Point wish = agents[i].wish();
            agents[i].velocity = {arrays.asked_x[i], arrays.asked_y[i]};
            agents[i].held_up = countHeldUp(agents[i].held_up, {wish.x, wish.y}, {agents[i].velocity.x, agents[i].velocity.y},
                                            static_cast<float>(dt));
            agents[i].position = agents[i].position + agents[i].velocity * dt;
        }
        measure();
    }

    bool haveAllArrived(double within) const
    {
        return std::all_of(agents.begin(), agents.end(),
                           [&](const SmallAgent& a) { return length(a.goal - a.position) < within; });
    }

    /// Steps until everybody is within 0.3 m of its goal; false when that does not happen in time.
    bool run(double seconds)
    {
        for (int k = 0; k < seconds / dt && !haveAllArrived(0.3); ++k) step();
        return haveAllArrived(0.3);
    }

private:
    std::vector<const SmallAgent*> findNeighbours(const SmallAgent& a, const Steering::Needs& needs) const
    {
        const auto gap = [&](const SmallAgent* b) { return length(b->position - a.position) - a.radius - b->radius; };
        std::vector<const SmallAgent*> found;
        for (const SmallAgent& b : agents)
            if (b.id != a.id && gap(&b) <= needs.neighbour_range) found.push_back(&b);
        std::sort(found.begin(), found.end(),
                  [&](const SmallAgent* b, const SmallAgent* c) { return gap(b) != gap(c) ? gap(b) < gap(c) : b->id < c->id; });
        if (static_cast<int>(found.size()) > needs.neighbour_count) found.resize(static_cast<std::size_t>(needs.neighbour_count));
        return found;
    }

    void measure()
    {
        for (std::size_t i = 0; i < agents.size(); ++i)
        {
            const SmallAgent& a = agents[i];
            for (std::size_t j = 0; j < i; ++j)
                max_overlap = std::max(max_overlap, a.radius + agents[j].radius - length(a.position - agents[j].position));
            for (const SmallWall& wall : walls)
                max_wall_overlap = std::max(max_wall_overlap, a.radius - length(findNearest(wall, a.position) - a.position));
        }
    }

    std::shared_ptr<const Steering> model_;
    std::vector<std::byte> state_;
    std::uint64_t tick_ = 0;
};

} // namespace clearway::test
