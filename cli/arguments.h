// SPDX-License-Identifier: MIT
// From the command line to the options of one command. Only these files (argument*) know CLI11.
#pragma once
#include <functional>
#include <string>

namespace clearway::cli {

struct Invocation
{
    std::function<void()> run; ///< the command, ready to go; empty: only `text` is to be printed
    std::string text;          ///< help or version
};

/// Throws UsageError when the command line makes no sense.
Invocation parseArguments(int argc, const char* const* argv);

} // namespace clearway::cli
