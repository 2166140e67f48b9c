// SPDX-License-Identifier: MIT
// Planners by name, and their options as tables: what programs, files, the command line and the documentation share.
// Ours: "navmesh", "corridor", "field", "surface" and "straight". registerPlanner() adds another, which then appears everywhere.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/parameters.h>
#include <clearway/base/result.h>
#include <clearway/plan/planner.h>

namespace clearway {

/// The value of an option: a number, a truth value, or text ("smooth", "0,1").
class OptionValue
{
public:
    OptionValue(double number) : number_(number) {}
    OptionValue(int number) : number_(number) {}
    OptionValue(bool flag) : number_(flag ? 1 : 0) {}
    OptionValue(const char* text) : text_(text), is_text_(true) {}
    OptionValue(std::string text) : text_(std::move(text)), is_text_(true) {}

    bool isText() const { return is_text_; }
    double number() const { return number_; }
    const std::string& text() const { return text_; }

private:
    double number_ = 0;
    std::string text_;
    bool is_text_ = false;
};

struct PlannerOption
{
    std::string name;
    OptionValue value;
};

/// Options that are not the default, for example {{"kind", "smooth"}, {"clearance", 0.8}}.
using PlannerOptions = std::vector<PlannerOption>;

/// An entry of the registry.
struct PlannerKind
{
    /// An option of a planner as people see it.
    struct OptionInfo
    {
        ParameterInfo info;
        std::string usual; ///< the default, as text
        enum class Use : std::uint8_t
        {
            paths,  ///< says which paths are found
            parts,  ///< says what is built
            crowds, ///< says how a crowd is led
            both,   ///< says which paths are found and how a crowd is led
        };
        Use use = Use::paths;
    };

    std::string name;                     ///< lower-case letters, digits and '_'
    std::string help;                     ///< one line: what it does, for whom
    std::vector<OptionInfo> options = {}; ///< in the order in which they are listed to people
    std::vector<std::string> guides = {}; ///< names by which crowds and scenarios ask for it; the first is the usual one
    bool (*can_use)(const PlannerParts& parts) = {}; ///< whether it can be built from these parts
    std::string wants;                               ///< what it is built from: "a scene or a navigation mesh"
    std::string no_path = {};                        ///< what it means when there is no path and no widest radius is known
    bool keeps_cells = false;                        ///< whether it searches the cells of a mesh as they were cut
    /// Which of PlannerParts is kept in a file, so that it need not be built again: "mesh", "corridor_map", "grid", "surface".
    std::string kept_part = {};
    std::function<Result<Planner>(const PlannerParts&, const PlannerOptions&, const Execution&)> build = {};
};

/// All planners, ours first.
std::span<const PlannerKind> planners();
/// Null when there is no planner of that name, or none whose crowds are led by a guide of that name.
const PlannerKind* findPlanner(std::string_view name);
const PlannerKind* findPlannerOfGuide(std::string_view guide);
/// Whether the planner has an option of that name.
bool hasOption(const PlannerKind& kind, std::string_view name);
/// Adds a planner. Fails when its name or one of its guides is empty, strange or taken, when it has no help or an option without
/// a good name, or when it cannot be built. Before any other thread uses planners.
Result<void> registerPlanner(PlannerKind kind);

/// Builds a planner by name from what is there. Fails, with what to do instead, when there is no such planner, when an option is
/// not one of its own or out of range, when it cannot be built from these parts or they are of different scenes, and when
/// progress says stop.
Result<Planner> buildPlanner(const PlannerParts& parts, std::string_view name, const PlannerOptions& options = {},
                             const Execution& execution = {});
Result<Planner> buildPlanner(const Scene& scene, std::string_view name = "navmesh", const PlannerOptions& options = {},
                             const Execution& execution = {});
Result<Planner> buildPlanner(const NavMesh& mesh, std::string_view name = "navmesh", const PlannerOptions& options = {},
                             const Execution& execution = {});
Result<Planner> buildPlanner(const TriangleMesh& triangles, std::string_view name = "surface", const PlannerOptions& options = {},
                             const Execution& execution = {});

/// The world of a crowd by the name of its guide, as scenarios and the command line give it; `options` are those of its planner,
/// except those that only say which paths are found.
Result<World> buildWorld(const PlannerParts& parts, std::string_view guide = "lanes", const PlannerOptions& options = {},
                         const Execution& execution = {});
Result<World> buildWorld(const Scene& scene, std::string_view guide = "lanes", const PlannerOptions& options = {},
                         const Execution& execution = {});

} // namespace clearway
