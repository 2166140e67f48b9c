// SPDX-License-Identifier: MIT
// Progress of long work, and the way to stop it.
// A long call takes a `Progress`; it reports now and then from the calling thread and stops with ErrorCode::cancelled when told
// to.
#pragma once
#include <functional>
#include <string_view>

namespace clearway {

/// What is being done and how much of it is done, 0 to 1. Return false to cancel. Empty: no reports.
using Progress = std::function<bool(std::string_view stage, double fraction)>;

/// Reports if there is anybody to report to; false means cancel.
inline bool report(const Progress& progress, std::string_view stage, double fraction)
{
    return !progress || progress(stage, fraction);
}

} // namespace clearway
