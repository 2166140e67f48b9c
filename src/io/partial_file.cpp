// SPDX-License-Identifier: MIT
#include "io/partial_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"

namespace clearway::io {

static const char* advise(int reason)
{
    switch (reason)
    {
    case ENOENT: return "; create the folder first";
    case EACCES:
    case EPERM:
    case EROFS: return "; check the permissions of the file and its folder, or write somewhere else";
    case EISDIR: return "; give the name of a file in it";
    case ENOSPC:
    case EDQUOT: return "; free some space, or write somewhere else";
    case EFBIG: return "; the limit on the size of files is too low for it";
    default: return "";
    }
}

Error makePartialError(const std::string& path, int reason)
{
    return makeError(ErrorCode::unwritable_file, "cannot write \"" + path + "\": " + std::strerror(reason) + advise(reason) + ".",
                     inFile(path));
}

Result<PartialName> findPartialName(const std::string& path)
{
    if (path.empty() || path == "-")
        return makeError(ErrorCode::unwritable_file, "a run is recorded into a file: give it a name.", inFile(path));
    PartialName name{path, path, {}};
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0)
    {
        if (S_ISDIR(status.st_mode)) return makePartialError(path, EISDIR);
        if (!S_ISREG(status.st_mode))
            return makeError(ErrorCode::unwritable_file,
                             "cannot record into \"" + path + "\": it is a device or a pipe; give the name of a file.",
                             inFile(path));
#ifndef __wasi__
        // Renaming would replace even a file that its owner has protected.
        if (::access(path.c_str(), W_OK) != 0) return makePartialError(path, errno);
        if (char* real = ::realpath(path.c_str(), nullptr))
        {
            name.target = real;
            std::free(real);
        }
#endif
    }
    name.partial = name.target + ".partial";
    return name;
}

Result<void> putInPlace(const PartialName& name)
{
    const int file = ::open(name.partial.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return makePartialError(name.partial, errno);
    const bool is_flushed = ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
    const int reason = errno;
    ::close(file);
    if (!is_flushed) return makePartialError(name.partial, reason);
    if (std::rename(name.partial.c_str(), name.target.c_str()) != 0) return makePartialError(name.path, errno);
    return {};
}

} // namespace clearway::io
