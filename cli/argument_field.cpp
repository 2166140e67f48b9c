// SPDX-License-Identifier: MIT
// The options of fields.
#include <cmath>

#include "argument_parts.h"

namespace clearway::cli {

static std::string parseBehaviours(const std::string& text, std::vector<Behaviour>& list)
{
    if (text == "all")
    {
        list.assign(behaviours().begin(), behaviours().end());
        return {};
    }
    for (const std::string& name : CLI::detail::split(text, ','))
    {
        const std::optional<Behaviour> behaviour = findBehaviour(name);
        if (!behaviour)
        {
            std::string names = "one of";
            for (const Behaviour known : behaviours()) names += fmt::format(" {},", toString(known));
            return names + " all";
        }
        list.push_back(*behaviour);
    }
    return {};
}

void addFieldDrawing(CLI::App* command, FieldDrawing& drawing)
{
    const std::string group = "Fields";
    addPoints(command, "--to", drawing.goals, "Draw the field of this goal, in metres; may be given again", group);
    addLength(command, "--cell", drawing.cell, 1e-9, "a size above 0 metres",
              "Side of a cell, in metres; default 0.5, with --at 0.25", group);
    command
        ->add_option("--eps", drawing.equation.eps,
                     "How much ways bend toward v, per cell; 0: as clear of walls as can be; default 0")
        ->check(inRange(-1e6, 1e6, "a number from -1000000 to 1000000"))
        ->option_text("E")
        ->group(group);
    addParsed(command, "--v", "VX,VY", group, "The way in which eps bends; its length counts; default 1,0",
              [&drawing](const std::string& text) -> std::string {
                  std::optional<Vec2> v;
                  if (!parsePoint("--v", text, v).empty()) return "a vector: write vx,vy";
                  drawing.equation.v = *v;
                  return {};
              });
    addParsed(command, "--at", "X,Y", group, "Draw the local map of somebody who stands there and goes to the goal",
              [&drawing](const std::string& text) { return parsePoint("--at", text, drawing.at); });
    addEach(command, "--other", "X,Y[,R]", group,
            "Somebody who stands there, with a radius, 0.25 unless said; may be given again",
            [&drawing](const std::string& text) -> std::string {
                const std::vector<double> numbers = parseNumbers("--other", text);
                const bool has_radius = numbers.size() == 3;
                if (numbers.size() != 2 && !has_radius) return "somebody: write x,y or x,y,radius";
                const Disc disc{{numbers[0], numbers[1]}, has_radius ? numbers[2] : 0.25};
                if (!isFinite(disc.center) || !std::isfinite(disc.radius) || disc.radius < 0)
                    return "somebody: write x,y or x,y,radius";
                drawing.others.push_back(disc);
                return {};
            });
    addParsed(command, "--behaviour", "NAME[,NAME...]", group,
              "Of the one whose map it is; several, separated by commas, or 'all': their walks side by side",
              [&drawing](const std::string& text) { return parseBehaviours(text, drawing.behaviours); });
    addParsed(command, "--map-size", "N", group, "Cells along a side of the local map, odd, 5 to 257; default 33",
              [&drawing](const std::string& text) -> std::string {
                  const std::vector<double> numbers = parseNumbers("--map-size", text);
                  const double size = numbers.size() == 1 ? numbers[0] : 0;
                  if (!(size >= 5 && size <= 257) || std::fmod(size, 2) != 1) return "an odd number from 5 to 257";
                  drawing.map_size = static_cast<std::uint32_t>(size);
                  return {};
              });
}

} // namespace clearway::cli
