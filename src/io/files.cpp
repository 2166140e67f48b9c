// SPDX-License-Identifier: MIT
// On Linux the new file has no name until it is complete (O_TMPFILE), so that even a process killed in the middle leaves nothing
// behind. Elsewhere, and on file systems that cannot do this, it has a temporary name from the start.
#include <clearway/io/files.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"

namespace clearway {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 26; // some systems refuse to move more than 2 GiB at once
constexpr int kMaxLinks = 40;

/// Closes what it holds.
class Descriptor
{
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    bool isOpen() const { return number_ >= 0; }
    void reset(int number) { close(), number_ = number; }
    /// False if the system only now admits that something was not written.
    bool close()
    {
        const int number = number_;
        number_ = -1;
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_;
};

std::string quoted(const std::string& path) { return path == "-" ? "standard input" : "\"" + path + "\""; }

const char* adviseReader(int reason)
{
    switch (reason)
    {
    case ENOENT: return "; check the spelling and the folder";
    case EACCES:
    case EPERM: return "; check its permissions and those of its folder";
    case EISDIR: return "; give a file inside it";
    case EFBIG: return "; files of more than 2 GiB are not read";
    case EMFILE:
    case ENFILE: return "; close some files and try again";
    default: return "";
    }
}

Error makeReadError(const std::string& path, int reason)
{
    return makeError(ErrorCode::unreadable_file,
                     "cannot read " + quoted(path) + ": " + std::strerror(reason) + adviseReader(reason) + ".", inFile(path));
}

const char* adviseWriter(int reason)
{
    switch (reason)
    {
    case ENOENT: return "; create the folder first";
    case EACCES:
    case EPERM:
    case EROFS: return "; check the permissions of its folder, or write somewhere else";
    case EISDIR: return "; give the name of a file in it";
    case ENOSPC:
    case EDQUOT: return "; free some space, or write somewhere else";
    case EFBIG: return "; the limit on the size of files is too low for it";
    default: return "";
    }
}

Error makeWriteError(const std::string& path, int reason)
{
    const std::string target = path == "-" ? "standard output" : quoted(path);
    std::string message = "cannot write " + target + ": " + std::strerror(reason) + adviseWriter(reason) + ".";
    if (path != "-") message += " Nothing was changed.";
    return makeError(ErrorCode::unwritable_file, std::move(message), inFile(path));
}

/// 0, or the reason why not all could be read. `size` is a guess of what will come.
int readAll(int file, std::size_t size, std::vector<std::byte>& bytes)
{
    std::size_t filled = 0;
    bytes.resize(size + 1); // one more, so that the end is seen without growing
    while (true)
    {
        if (filled == bytes.size()) bytes.resize(bytes.size() < 65536 ? 65536 : bytes.size() + bytes.size() / 2);
        const std::size_t wanted = std::min(bytes.size() - filled, kBlockBytes);
        const ssize_t count = ::read(file, bytes.data() + filled, wanted);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        if (count == 0) break;
        filled += static_cast<std::size_t>(count);
        if (static_cast<std::int64_t>(filled) > kMaxFileBytes) return EFBIG;
    }
    bytes.resize(filled);
    return 0;
}

/// 0, or the reason why not all could be written.
int writeAll(int file, std::span<const std::byte> bytes)
{
    while (!bytes.empty())
    {
        const ssize_t count = ::write(file, bytes.data(), std::min(bytes.size(), kBlockBytes));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        if (count == 0) return EIO; // never for regular files; better an error than an endless loop
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return 0;
}

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// Where a chain of symbolic links leads, also if nothing is there yet.
Result<std::string> followLinks(const std::string& path)
{
    std::string target = path;
    for (int i = 0; i < kMaxLinks; ++i)
    {
        struct stat status = {};
        if (::lstat(target.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return target;
        char buffer[4096];
        const ssize_t length = ::readlink(target.c_str(), buffer, sizeof buffer);
        if (length < 0) return makeWriteError(path, errno);
        const std::string next(buffer, static_cast<std::size_t>(length));
        target = next.starts_with('/') ? next : folderOf(target) + "/" + next;
    }
    return makeWriteError(path, ELOOP);
}

/// A name in `folder` that no other process uses at the same time.
std::string makeTemporaryName(const std::string& folder)
{
    static std::atomic<unsigned> counter = 0;
#ifdef __wasi__
    const long process = 0;
#else
    const long process = static_cast<long>(::getpid());
#endif
    return folder + "/.clearway-" + std::to_string(process) + "-" + std::to_string(counter++) + ".tmp";
}

/// The new file while it is being written. It disappears unless it is put in place.
class NewFile
{
public:
    explicit NewFile(std::string folder) : folder_(std::move(folder)) {}
    ~NewFile() { discard(); }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    int create();
    int fill(std::span<const std::byte> bytes, const struct stat* old);
    int putInPlace(const std::string& target);

private:
    int nameIt();
    void discard()
    {
        file_.close();
        if (!name_.empty()) ::unlink(name_.c_str());
        name_.clear();
    }

    std::string folder_;
    std::string name_; ///< empty while it has none
    Descriptor file_;
};

int NewFile::create()
{
#ifdef O_TMPFILE
    // Without /proc a nameless file could not be given a name afterwards.
    if (::access("/proc/self/fd", X_OK) == 0) file_.reset(::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    if (file_.isOpen()) return 0;
#endif
    while (true)
    {
        std::string name = makeTemporaryName(folder_);
        file_.reset(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file_.isOpen())
        {
            name_ = std::move(name);
            return 0;
        }
        if (errno != EEXIST) return errno;
    }
}

int NewFile::fill(std::span<const std::byte> bytes, const struct stat* old)
{
#ifndef __wasi__
    // Before anything is in it: what was secret stays so.
    if (old && ::fchmod(file_.number(), old->st_mode & 07777) != 0) return errno;
#else
    (void)old;
#endif
    if (const int reason = writeAll(file_.number(), bytes)) return reason;
    // Some file systems cannot flush; all others must have it on disk before the name changes.
    if (::fsync(file_.number()) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
    return 0;
}

int NewFile::nameIt()
{
#ifdef O_TMPFILE
    const std::string open_file = "/proc/self/fd/" + std::to_string(file_.number());
    while (true)
    {
        std::string name = makeTemporaryName(folder_);
        if (::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
        {
            name_ = std::move(name);
            return 0;
        }
        if (errno != EEXIST) return errno;
    }
#else
    return EINVAL;
#endif
}

int NewFile::putInPlace(const std::string& target)
{
    if (name_.empty())
        if (const int reason = nameIt()) return reason;
    if (!file_.close()) return errno;
    if (::rename(name_.c_str(), target.c_str()) != 0) return errno;
    name_.clear();
    // The file is right already; flushing the folder only makes the new name survive a power cut, so a failure here is no
    // failure.
    Descriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.isOpen()) ::fsync(folder.number());
    return 0;
}

/// Devices and pipes: there is nothing to keep or to replace.
int writeDirectly(const std::string& target, std::span<const std::byte> bytes)
{
    Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.isOpen()) return errno;
    if (const int reason = writeAll(file.number(), bytes)) return reason;
    return file.close() ? 0 : errno;
}

int replaceFile(const std::string& target, std::span<const std::byte> bytes)
{
    struct stat old = {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return EISDIR;
    if (exists && !S_ISREG(old.st_mode)) return writeDirectly(target, bytes);
#ifndef __wasi__
    // Renaming would replace even a file that its owner has protected.
    if (exists && ::access(target.c_str(), W_OK) != 0) return errno;
#endif
    NewFile file(folderOf(target));
    if (const int reason = file.create()) return reason;
    if (const int reason = file.fill(bytes, exists ? &old : nullptr)) return reason;
    return file.putInPlace(target);
}

} // namespace

Result<std::vector<std::byte>> readFile(const std::string& path)
{
    if (path.empty()) return makeError(ErrorCode::unreadable_file, "cannot read a file without a name.", inFile(path));
    Descriptor opened;
    int file = STDIN_FILENO;
    std::size_t size = 0;
    if (path != "-")
    {
        opened.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (!opened.isOpen()) return makeReadError(path, errno);
        file = opened.number();
        struct stat status = {};
        if (::fstat(file, &status) != 0) return makeReadError(path, errno);
        if (S_ISDIR(status.st_mode)) return makeReadError(path, EISDIR);
        if (S_ISREG(status.st_mode))
        {
            if (status.st_size > kMaxFileBytes) return makeReadError(path, EFBIG);
            size = static_cast<std::size_t>(status.st_size);
        }
    }
    std::vector<std::byte> bytes;
    if (const int reason = readAll(file, size, bytes)) return makeReadError(path, reason);
    return bytes;
}

Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes)
{
    if (path.empty()) return makeError(ErrorCode::unwritable_file, "cannot write a file without a name.", inFile(path));
    if (path == "-")
    {
        std::fflush(stdout); // what was printed before comes first
        const int reason = writeAll(STDOUT_FILENO, bytes);
        return reason ? Result<void>(makeWriteError(path, reason)) : Result<void>();
    }
    const Result<std::string> target = followLinks(path);
    if (!target) return target.error();
    const int reason = replaceFile(*target, bytes);
    return reason ? Result<void>(makeWriteError(path, reason)) : Result<void>();
}

} // namespace clearway
