// SPDX-License-Identifier: MIT
// Asserts for misuse of the library, with a hook so that a game can show them its own way.
// Active in every build: they guard calls, not inner loops. CLEARWAY_DEBUG_ASSERT is for inner loops and vanishes with NDEBUG.
// Thread-safe; set the hook before the library is used from several threads.
#pragma once

namespace clearway {

/// Called when an assert fails. If it returns, the process aborts.
using AssertHook = void (*)(const char* condition, const char* message, const char* file, int line);

/// Replaces the hook; nullptr restores the default, which prints to standard error. Returns the one before.
AssertHook setAssertHook(AssertHook hook);

/// Used by the macros.
[[noreturn]] void failAssert(const char* condition, const char* message, const char* file, int line);

} // namespace clearway

#define CLEARWAY_ASSERT(condition, message)                                                                                      \
    ((condition) ? void(0) : ::clearway::failAssert(#condition, message, __FILE__, __LINE__))

#ifdef NDEBUG
#define CLEARWAY_DEBUG_ASSERT(condition, message) void(0)
#else
#define CLEARWAY_DEBUG_ASSERT(condition, message) CLEARWAY_ASSERT(condition, message)
#endif
