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

void addFieldMethod(CLI::App* command, FieldArguments& field)
{
    static const std::map<std::string, FieldMethod> kMethods = {
        {"automatic", FieldMethod::automatic},     {"elimination", FieldMethod::elimination},
        {"aggregation", FieldMethod::aggregation}, {"gauss_seidel", FieldMethod::gauss_seidel},
        {"red_black", FieldMethod::red_black},     {"over_relaxation", FieldMethod::over_relaxation}};
    const std::string group = "Down fields";
    addLength(command, "--cell", field.cell, 1e-9, "a size above 0 metres", "Side of a cell, in metres; default 0.5", group);
    addDrift(command, field, group);
    addChoice<FieldMethod>(command, "--method", field.method, kMethods,
                           "How the field is solved; default automatic: elimination, and aggregation on maps too large for it")
        ->group(group);
    command
        ->add_flag("--multi-resolution", field.multi_resolution,
                   "One way from coarse to fine cells instead of the whole field: for large maps")
        ->group(group);
    addPoints(command, "--or-to", field.other_goals,
              "Another goal; the way leads to the one it comes to first; may be given again", group);
}

} // namespace clearway::cli
