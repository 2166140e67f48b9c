// SPDX-License-Identifier: MIT
// The options of fields.
#include <cmath>

#include "argument_parts.h"

namespace clearway::cli {

void addPoints(CLI::App* command, const std::string& name, std::vector<Vec2>& points, const std::string& description,
               const std::string& group)
{
    command
        ->add_option_function<std::vector<std::string>>(
            name,
            [name, &points](const std::vector<std::string>& texts) {
                for (const std::string& text : texts)
                {
                    const std::vector<double> numbers = parseNumbers(name, text);
                    if (numbers.size() != 2)
                        throw CLI::ValidationError(fmt::format("{}: '{}' is not a point: write x,y", name, text));
                    points.push_back({numbers[0], numbers[1]});
                }
            },
            description)
        ->expected(1)
        ->take_all()
        ->option_text("X,Y")
        ->group(group);
}

void addDrift(CLI::App* command, FieldArguments& field, const std::string& group)
{
    command->add_option("--eps", field.eps, "How much ways bend toward v, per cell; 0: as clear of walls as can be; default 0")
        ->check(inRange(-1e6, 1e6, "a number from -1000000 to 1000000"))
        ->option_text("E")
        ->group(group);
    command
        ->add_option_function<std::string>(
            "--v",
            [&field](const std::string& text) {
                const std::vector<double> numbers = parseNumbers("--v", text);
                if (numbers.size() != 2 || !std::isfinite(numbers[0]) || !std::isfinite(numbers[1]))
                    throw CLI::ValidationError(fmt::format("--v: '{}' is not a vector: write vx,vy", text));
                field.v = Vec2{numbers[0], numbers[1]};
            },
            "The way in which eps bends; its length counts; default 1,0")
        ->option_text("VX,VY")
        ->group(group);
}

static void addOthers(CLI::App* command, std::vector<Disc>& others, const std::string& group)
{
    command
        ->add_option_function<std::vector<std::string>>(
            "--other",
            [&others](const std::vector<std::string>& texts) {
                for (const std::string& text : texts)
                {
                    const std::vector<double> numbers = parseNumbers("--other", text);
                    Disc disc{{}, 0.25};
                    if (numbers.size() == 2 || numbers.size() == 3) disc.center = {numbers[0], numbers[1]};
                    if (numbers.size() == 3) disc.radius = numbers[2];
                    if (numbers.size() < 2 || numbers.size() > 3 || !isFinite(disc.center) || !std::isfinite(disc.radius) ||
                        disc.radius < 0)
                        throw CLI::ValidationError(fmt::format("--other: '{}' is not somebody: write x,y or x,y,radius", text));
                    others.push_back(disc);
                }
            },
            "Somebody who stands there, with a radius, 0.25 unless said; may be given again")
        ->expected(1)
        ->take_all()
        ->option_text("X,Y[,R]")
        ->group(group);
}

void addFieldDrawing(CLI::App* command, FieldDrawing& drawing)
{
    const std::string group = "Fields";
    addPoints(command, "--to", drawing.goals, "Draw the field of this goal, in metres; may be given again", group);
    addLength(command, "--cell", drawing.field.cell, 1e-9, "a size above 0 metres",
              "Side of a cell, in metres; default 0.5, with --at 0.25", group);
    addDrift(command, drawing.field, group);
    command
        ->add_option_function<std::string>(
            "--at",
            [&drawing](const std::string& text) {
                const std::vector<double> numbers = parseNumbers("--at", text);
                if (numbers.size() != 2 || !std::isfinite(numbers[0]) || !std::isfinite(numbers[1]))
                    throw CLI::ValidationError(fmt::format("--at: '{}' is not a point: write x,y", text));
                drawing.at = Vec2{numbers[0], numbers[1]};
            },
            "Draw the local map of somebody who stands there and goes to the goal")
        ->option_text("X,Y")
        ->group(group);
    addOthers(command, drawing.others, group);
    command
        ->add_option_function<std::string>(
            "--behaviour",
            [&drawing](const std::string& text) {
                std::size_t begin = 0;
                while (begin <= text.size() && text != "all")
                {
                    const std::size_t end = std::min(text.find(',', begin), text.size());
                    const std::string name = text.substr(begin, end - begin);
                    const std::optional<Behaviour> behaviour = findBehaviour(name);
                    if (!behaviour)
                    {
                        std::string names;
                        for (const Behaviour known : behaviours()) names += fmt::format("{}, ", toString(known));
                        throw CLI::ValidationError(fmt::format("--behaviour: '{}' is none of {}all", name, names));
                    }
                    drawing.behaviours.push_back(*behaviour);
                    begin = end + 1;
                }
                if (text == "all") drawing.behaviours.assign(behaviours().begin(), behaviours().end());
            },
            "Of the one whose map it is; several, separated by commas, or 'all': their walks side by side")
        ->option_text("NAME[,NAME...]")
        ->group(group);
    command
        ->add_option_function<std::string>(
            "--map-size",
            [&drawing](const std::string& text) {
                const std::vector<double> numbers = parseNumbers("--map-size", text);
                const double size = numbers.size() == 1 ? numbers[0] : 0;
                if (!(size >= 5 && size <= 257) || std::fmod(size, 2) != 1)
                    throw CLI::ValidationError(fmt::format("--map-size: '{}' is not an odd number from 5 to 257", text));
                drawing.cells = static_cast<std::uint32_t>(size);
            },
            "Cells along a side of the local map, odd, 5 to 257; default 33")
        ->option_text("N")
        ->group(group);
}

} // namespace clearway::cli
