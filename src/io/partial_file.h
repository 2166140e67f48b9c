// SPDX-License-Identifier: MIT
// Files that grow for a long time: written as NAME.partial, which may stay when something goes wrong, and renamed to NAME at the
// end.
#pragma once
#include <string>

#include <clearway/base/result.h>

namespace clearway::io {

struct PartialName
{
    std::string path;    ///< as the user gave it
    std::string target;  ///< where it leads, links followed
    std::string partial; ///< beside the target
};

/// Fails when the target could not be replaced at the end: it is a folder, a device, or protected.
Result<PartialName> findPartialName(const std::string& path);
/// What the system says (errno), as an error about `path` that says what to do.
Error makePartialError(const std::string& path, int reason);
/// Flushes the finished file to disk and gives it its name.
Result<void> putInPlace(const PartialName& name);

} // namespace clearway::io
