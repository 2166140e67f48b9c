// SPDX-License-Identifier: MIT
// Where the library finds that it contradicts itself. Nobody's data may end a process: what depends on it fails instead.
#pragma once
#include <string>
#include <string_view>

#include <clearway/base/log.h>
#include <clearway/base/result.h>

namespace clearway {

/// Logs what happened, for whoever repairs it, and returns the error for whoever asked. `repeat`: what it takes to see it again;
/// a hash where the input is large.
inline Error makeInternalError(std::string_view what, std::string_view repeat = {})
{
    std::string message = "This should never happen: " + std::string(what);
    std::string line = message + ".";
    if (!repeat.empty()) line += " To repeat it: " + std::string(repeat);
    logMessage(LogLevel::warning, line);
    return {ErrorCode::internal, message + ". Please report it, with the input.", {}};
}

} // namespace clearway
