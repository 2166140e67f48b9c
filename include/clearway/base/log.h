// SPDX-License-Identifier: MIT
// Log lines with a hook. The library says little: repairs and fallbacks a user may want to know of, never an error it also
// returns. Thread-safe; set the hook before the library is used from several threads.
#pragma once
#include <string_view>

namespace clearway {

enum class LogLevel
{
    debug,
    info,
    warning,
};

using LogHook = void (*)(LogLevel level, std::string_view message);

/// Replaces the hook; nullptr restores the default, which prints warnings to standard error. Returns the one before.
LogHook setLogHook(LogHook hook);

void logMessage(LogLevel level, std::string_view message);

} // namespace clearway
