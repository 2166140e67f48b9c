// SPDX-License-Identifier: MIT
// The search of a corridor: shortest way on the edges, and what it keeps between questions.
#pragma once
#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <clearway/corridor/corridor.h>

#include "corridor/exits.h"

namespace clearway {

struct CorridorFinder::State
{
    struct Node
    {
        double cost = 0;
        std::uint32_t generation = 0;
        std::uint32_t arrival = kNone; ///< 2 * edge + (1 when the edge was left at its b); of an exit: kNone
        int exit_side = 0;
        bool is_settled = false;
    };
    struct Waiting
    {
        double key = 0;
        std::uint32_t vertex = 0;

        /// For a heap with the smallest key on top.
        friend bool operator<(const Waiting& a, const Waiting& b) { return a.key != b.key ? a.key > b.key : a.vertex > b.vertex; }
    };

    explicit State(CorridorMap m) : map(std::move(m)), nodes(map.vertices().size()) {}

    CorridorMap map;
    std::vector<Node> nodes;
    std::uint32_t generation = 0;
    std::vector<Waiting> heap;
    std::uint64_t expanded = 0;
    corridor::Anchor from;
    corridor::Anchor to;
    std::span<const corridor::Exit> goal_exits; ///< of the search at hand

    /// At least this far from a vertex to the goal.
    double computeRest(std::uint32_t vertex) const
    {
        const double straight = distance(map.vertices()[vertex].position, to.ball.position);
        const corridor::Landmarks& landmarks = map.data().landmarks;
        if (landmarks.count() == 0 || goal_exits.empty()) return straight;
        double around = std::numeric_limits<double>::infinity();
        for (const corridor::Exit& exit : goal_exits)
            around =
                std::min(around, exit.cost + corridor::Landmarks::computeBound(landmarks.of(vertex), landmarks.of(exit.vertex)));
        return std::max(straight, around);
    }

    void offer(std::uint32_t vertex, double cost, std::uint32_t arrival, int exit_side, const CorridorOptions& options)
    {
        Node& node = nodes[vertex];
        if (node.generation == generation && node.cost <= cost) return;
        node = {cost, generation, arrival, exit_side, false};
        heap.push_back({cost + (options.search == CorridorOptions::Search::a_star ? computeRest(vertex) : 0), vertex});
        std::push_heap(heap.begin(), heap.end());
    }

    /// The radius that has to pass.
    double passing(double radius) const { return std::max(0.0, radius - map.diagram().frame().quantum); }

    void expand(std::uint32_t vertex, const CorridorOptions& options)
    {
        const double radius = passing(options.radius);
        ++expanded;
        nodes[vertex].is_settled = true;
        const double cost = nodes[vertex].cost;
        for (const std::uint32_t seen : map.edgesAt(vertex))
        {
            const CorridorMap::Edge& edge = map.edges()[seen / 2];
            if (edge.is_branch || edge.narrowest < radius) continue;
            offer(seen % 2 ? edge.a : edge.b, cost + edge.length, seen, 0, options);
        }
    }

    /// The exit at which the cheapest way arrives, or the number of exits when `best` cannot be improved upon.
    int search(std::span<const corridor::Exit> starts, std::span<const corridor::Exit> goals, const CorridorOptions& options,
               double& best)
    {
        if (++generation == 0)
        {
            for (Node& node : nodes) node.generation = 0;
            generation = 1;
        }
        heap.clear();
        goal_exits = goals;
        for (const corridor::Exit& exit : starts) offer(exit.vertex, exit.cost, kNone, exit.side, options);
        int arrived = static_cast<int>(goals.size());
        while (!heap.empty() && heap.front().key < best)
        {
            const std::uint32_t vertex = heap.front().vertex;
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
            if (nodes[vertex].is_settled) continue;
            expand(vertex, options);
            for (std::size_t i = 0; i < goals.size(); ++i)
                if (goals[i].vertex == vertex && nodes[vertex].cost + goals[i].cost < best)
                {
                    best = nodes[vertex].cost + goals[i].cost;
                    arrived = static_cast<int>(i);
                }
        }
        return arrived;
    }
};

} // namespace clearway
