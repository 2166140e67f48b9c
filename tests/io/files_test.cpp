// SPDX-License-Identifier: MIT
#include <clearway/io/files.h>

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

using namespace test;

namespace {

/// Runs `task` in a process of its own; its exit code, or -signal.
template <typename Task>
int runInChild(const Task& task)
{
    const pid_t child = ::fork();
    if (child == 0) ::_exit(task());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::string readText(const std::string& path)
{
    const auto bytes = readFile(path);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : bytes.error().message;
}

} // namespace

TEST(Files, WhatIsWrittenIsRead)
{
    const TemporaryFolder folder;
    std::string large(5'000'000, 'x');
    large[4'999'999] = 'y';
    for (const std::string& text : {std::string(), std::string("hello\0\r\n\xff", 9), large})
    {
        ASSERT_TRUE(writeFile(folder.file("a"), asBytes(text)));
        EXPECT_EQ(readText(folder.file("a")), text);
        EXPECT_EQ(folder.list(), std::vector<std::string>{"a"}) << "nothing else is left in the folder";
    }
}

TEST(Files, AMissingFileIsToldWithReasonAndAdvice)
{
    const TemporaryFolder folder;
    const auto bytes = readFile(folder.file("no.wkt"));
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::unreadable_file);
    EXPECT_EQ(bytes.error().place.file, folder.file("no.wkt"));
    EXPECT_EQ(bytes.error().message,
              "cannot read \"" + folder.file("no.wkt") + "\": No such file or directory; check the spelling and the folder.");
    EXPECT_FALSE(readFile(""));
}

TEST(Files, AFolderIsNoFile)
{
    const TemporaryFolder folder;
    EXPECT_TRUE(mentions(readFile(folder.path()).error().message, "Is a directory; give a file inside it"));
    EXPECT_TRUE(mentions(writeFile(folder.path(), {}).error().message, "Is a directory; give the name of a file in it"));
    EXPECT_TRUE(mentions(writeFile(folder.file("no/such/a"), {}).error().message, "create the folder first"));
    EXPECT_TRUE(folder.list().empty());
}

TEST(Files, PermissionsAreRespectedAndKept)
{
    const TemporaryFolder folder;
    put(folder.file("secret"), "old");
    ::chmod(folder.file("secret").c_str(), 0600);
    ASSERT_TRUE(writeFile(folder.file("secret"), asBytes("new")));
    struct stat status = {};
    ::stat(folder.file("secret").c_str(), &status);
    EXPECT_EQ(status.st_mode & 07777, 0600u);

    ::umask(022);
    ASSERT_TRUE(writeFile(folder.file("fresh"), asBytes("new")));
    ::stat(folder.file("fresh").c_str(), &status);
    EXPECT_EQ(status.st_mode & 07777, 0644u);

    // As somebody who may do nothing here; the superuser may do everything and must become somebody else first.
    const int result = runInChild([&] {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 9;
        if (::geteuid() != 65534) ::chmod(folder.path().c_str(), 0555), ::chmod(folder.file("secret").c_str(), 0);
        const auto bytes = readFile(folder.file("secret"));
        if (bytes || !mentions(bytes.error().message, "Permission denied; check its permissions")) return 1;
        const auto other = writeFile(folder.file("other"), asBytes("x"));
        if (other || !mentions(other.error().message, "Permission denied; check the permissions of its folder")) return 2;
        return writeFile(folder.file("secret"), asBytes("x")) ? 3 : 0;
    });
    ::chmod(folder.path().c_str(), 0755);
    ::chmod(folder.file("secret").c_str(), 0600);
    EXPECT_EQ(result, 0);
    EXPECT_EQ(take(folder.file("secret")), "new");
    EXPECT_EQ(folder.list(), (std::vector<std::string>{"fresh", "secret"}));
}

TEST(Files, AProtectedFileIsNotReplacedEvenWhereItsFolderWouldAllowIt)
{
    const TemporaryFolder folder;
    put(folder.file("a"), "old");
    ::chmod(folder.file("a").c_str(), 0444);
    ::chmod(folder.path().c_str(), 0777);
    const int result = runInChild([&] {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 9;
        if (!writeFile(folder.file("b"), asBytes("new"))) return 1;
        return writeFile(folder.file("a"), asBytes("new")) ? 2 : 0;
    });
    EXPECT_EQ(result, 0);
    EXPECT_EQ(take(folder.file("a")), "old");
}

TEST(Files, ALinkStaysALinkAndItsTargetIsReplaced)
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("far"));
    put(folder.file("far/target"), "old");
    std::filesystem::create_symlink("far/target", folder.file("near"));
    std::filesystem::create_symlink("near", folder.file("nearer"));
    std::filesystem::create_symlink("far/not_yet", folder.file("dangling"));
    ASSERT_TRUE(writeFile(folder.file("nearer"), asBytes("new")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("near")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("nearer")));
    EXPECT_EQ(take(folder.file("far/target")), "new");
    ASSERT_TRUE(writeFile(folder.file("dangling"), asBytes("new")));
    EXPECT_EQ(take(folder.file("far/not_yet")), "new");
    std::filesystem::create_symlink("circle", folder.file("circle"));
    EXPECT_FALSE(writeFile(folder.file("circle"), asBytes("new")));
}

TEST(Files, AFullDiskLeavesTheOldFileAndNothingElse)
{
    const TemporaryFolder folder;
    put(folder.file("a"), "old");
    const int result = runInChild([&] {
        // A limit on the size of files stops a write in the middle, as a full disk does.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = {100'000, 100'000};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 9;
        const auto written = writeFile(folder.file("a"), asBytes(std::string(1'000'000, 'x')));
        if (written || written.error().code != ErrorCode::unwritable_file) return 1;
        return mentions(written.error().message, "File too large") && mentions(written.error().message, "Nothing was changed.")
                   ? 0
                   : 2;
    });
    EXPECT_EQ(result, 0);
    EXPECT_EQ(take(folder.file("a")), "old");
    EXPECT_EQ(folder.list(), std::vector<std::string>{"a"});
}

TEST(Files, ADeviceIsWrittenDirectly)
{
    EXPECT_TRUE(writeFile("/dev/null", asBytes("hello")));
    struct stat status = {};
    ASSERT_EQ(::stat("/dev/null", &status), 0);
    EXPECT_TRUE(S_ISCHR(status.st_mode)) << "and still a device";
    if (::stat("/dev/full", &status) != 0) return;
    const auto written = writeFile("/dev/full", asBytes("hello"));
    ASSERT_FALSE(written);
    EXPECT_TRUE(mentions(written.error().message, "No space left on device; free some space")) << written.error().message;
}

TEST(Files, AMinusIsStandardInputAndOutput)
{
    const TemporaryFolder folder;
    put(folder.file("in"), "from standard input");
    const int result = runInChild([&] {
        ::dup2(::open(folder.file("in").c_str(), O_RDONLY), STDIN_FILENO);
        ::dup2(::open(folder.file("out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        const auto bytes = readFile("-");
        return bytes && writeFile("-", *bytes) ? 0 : 1;
    });
    EXPECT_EQ(result, 0);
    EXPECT_EQ(take(folder.file("out")), "from standard input");
    const int full = runInChild([] {
        const int file = ::open("/dev/full", O_WRONLY);
        if (file < 0) return 0;
        ::dup2(file, STDOUT_FILENO);
        const auto written = writeFile("-", asBytes("hello"));
        return !written && mentions(written.error().message, "cannot write standard output: No space left") ? 0 : 1;
    });
    EXPECT_EQ(full, 0);
}

TEST(Files, AProcessKilledWhileWritingLeavesTheOldFileOrTheNewOne)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("level.clearway");
    const std::string texts[2] = {std::string(700'000, 'a'), std::string(900'000, 'b')};
    ASSERT_TRUE(writeFile(path, asBytes(texts[0])));
    Random random(12);
    for (int i = 0; i < 40 * testScale(); ++i)
    {
        const pid_t child = ::fork();
        if (child == 0)
        {
            for (int k = 0;; ++k)
                if (!writeFile(path, asBytes(texts[k % 2]))) ::_exit(1);
        }
        ::usleep(static_cast<useconds_t>(500 + random.below(8000)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "a write failed";
        const std::string text = take(path);
        ASSERT_TRUE(text == texts[0] || text == texts[1]) << "half a file of " << text.size() << " bytes";
    }
}

} // namespace clearway
