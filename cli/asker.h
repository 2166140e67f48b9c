// SPDX-License-Identifier: MIT
// What answers the questions of `clearway paths`: one kind for each planner.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <clearway/base/progress.h>
#include <clearway/geometry/path.h>
#include <clearway/io/scenarios.h>

#include "commands.h"
#include "output.h"

namespace clearway::cli {

enum class Points
{
    none,
    all,
};

/// What is kept of one answer.
struct Record
{
    PathStatus status = PathStatus::invalid;
    double length = 0;
    Value::Fields fields;
    std::string text;
    Value::List points; ///< only where they are wanted
};

/// Answers questions, one at a time; each worker has its own.
class Asker
{
public:
    virtual ~Asker() = default;
    virtual void ask(const ListedQuery& question) = 0;
    /// What the last question found.
    virtual Record describe(Points points) const = 0;
};

using MakeAsker = std::function<std::unique_ptr<Asker>()>;

/// Builds what the planner needs to answer `list`. The options must outlive the askers. `findings`: what to say about the map.
MakeAsker prepareAskers(const PathsCommandOptions& options, const Input& input, const QueryList& list, const Progress& progress,
                        std::vector<std::string>& findings);

} // namespace clearway::cli
