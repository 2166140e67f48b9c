// SPDX-License-Identifier: MIT
#include "draw/encoder.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/errors.h"

extern char** environ; // NOLINT(readability-redundant-declaration): not every system declares it

namespace clearway {

/// Where a program is, by the folders that the user has named for that; empty when nowhere.
static std::string findProgram(const std::string& name)
{
    const char* folders = std::getenv("PATH");
    std::string rest = folders ? folders : "/usr/local/bin:/usr/bin:/bin";
    while (true)
    {
        const std::size_t colon = rest.find(':');
        const std::string folder = rest.substr(0, colon);
        const std::string path = (folder.empty() ? "." : folder) + "/" + name;
        struct stat status = {};
        if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0) return path;
        if (colon == std::string::npos) return {};
        rest.erase(0, colon + 1);
    }
}

/// A file without a name, for what the program says.
static int openNameless()
{
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "clearway-ffmpeg-XXXXXX").string();
    if (error) return -1;
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) ::unlink(name.c_str());
    return file;
}

static int spawn(const std::string& program, std::vector<std::string> arguments, int input, int messages, pid_t& process)
{
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, messages >= 0 ? messages : STDOUT_FILENO, STDERR_FILENO);
    // In a group of its own: Ctrl-C stops us, and we stop the program.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int reason = ::posix_spawn(&process, program.c_str(), &actions, &attributes, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

Result<Encoder> Encoder::start(const EncoderOptions& options)
{
    const std::string program = findProgram("ffmpeg");
    if (program.empty())
        return makeError(ErrorCode::unsupported_format,
                         "films need the program ffmpeg, which is not installed (Debian: apt-get install ffmpeg); pictures "
                         "(.png, .svg, .pdf) do not.",
                         inFile(options.path));
    Encoder encoder(options.path, options.path + ".partial.mp4");
    // Whether the place can be written is known now, with the system's own reason.
    std::FILE* probe = std::fopen(encoder.temporary_.c_str(), "wb");
    if (!probe)
        return makeError(ErrorCode::unwritable_file, "cannot write \"" + options.path + "\": " + std::strerror(errno) + ".",
                         inFile(options.path));
    std::fclose(probe);
    std::array<int, 2> ends = {-1, -1};
    // Not a pipe: writing to a program that is gone would end the process of whoever uses this library.
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return makeError(ErrorCode::unwritable_file, std::string("no connection to ffmpeg: ") + std::strerror(errno) + ".",
                         inFile(options.path));
    encoder.input_ = ends[1];
    encoder.messages_ = openNameless();
    std::array<char, 64> rate = {};
    std::snprintf(rate.data(), rate.size(), "%.6g", options.frame_rate);
    const std::string size = std::to_string(options.width) + "x" + std::to_string(options.height);
    // A name that begins with a dash would be an option.
    const std::string target = encoder.temporary_.starts_with('/') ? encoder.temporary_ : "./" + encoder.temporary_;
    const int reason =
        spawn(program, {"ffmpeg",  "-y",   "-loglevel", "error",   "-f",     "rawvideo",  "-pix_fmt",   "bgr0",    "-s",
                        size,      "-r",   rate.data(), "-i",      "-",      "-an",       "-c:v",       "libx264", "-pix_fmt",
                        "yuv420p", "-crf", "20",        "-preset", "medium", "-movflags", "+faststart", target},
              ends[0], encoder.messages_, encoder.process_);
    ::close(ends[0]);
    if (reason != 0)
    {
        encoder.process_ = -1;
        return makeError(ErrorCode::unsupported_format,
                         "ffmpeg could not be started: " + std::string(std::strerror(reason)) + ".", inFile(options.path));
    }
    return encoder;
}

Encoder::Encoder(Encoder&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      process_(std::exchange(other.process_, -1)),
      input_(std::exchange(other.input_, -1)),
      messages_(std::exchange(other.messages_, -1))
{
}

Encoder::~Encoder()
{
    if (input_ >= 0) ::close(input_);
    if (process_ > 0)
    {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    if (messages_ >= 0) ::close(messages_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

std::string Encoder::takeMessages()
{
    std::array<char, 400> text = {};
    const ssize_t count = messages_ >= 0 ? ::pread(messages_, text.data(), text.size(), 0) : 0;
    std::string line(text.data(), static_cast<std::size_t>(count > 0 ? count : 0));
    line = line.substr(0, line.find('\n'));
    return line;
}

Error Encoder::fail(const std::string& what)
{
    if (input_ >= 0) ::close(std::exchange(input_, -1));
    if (process_ > 0) ::waitpid(std::exchange(process_, -1), nullptr, 0);
    const std::string said = takeMessages();
    return makeError(ErrorCode::unwritable_file, what + (said.empty() ? "." : ": " + said), inFile(path_));
}

Result<void> Encoder::add(std::span<const std::byte> pixels)
{
    while (!pixels.empty())
    {
        const ssize_t count = ::send(input_, pixels.data(), pixels.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return fail("ffmpeg stopped before the film was complete");
        pixels = pixels.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> Encoder::finish()
{
    ::close(std::exchange(input_, -1));
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR);
    process_ = -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return fail("ffmpeg could not make the film");
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
        return makeError(ErrorCode::unwritable_file, "cannot write \"" + path_ + "\": " + std::strerror(errno) + ".",
                         inFile(path_));
    temporary_.clear();
    return {};
}

} // namespace clearway
