// SPDX-License-Identifier: MIT
// A film made by the program ffmpeg, which is given one picture after the other on its standard input.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include <clearway/base/result.h>

#include <sys/types.h>

namespace clearway {

struct EncoderOptions
{
    std::string path; ///< of the film
    int width = 0;    ///< pixels; even
    int height = 0;
    double frame_rate = 25;
};

class Encoder
{
public:
    /// Fails when ffmpeg is not to be found.
    static Result<Encoder> start(const EncoderOptions& options);
    /// Stops ffmpeg if it still runs, and removes what it began.
    ~Encoder();
    Encoder(Encoder&& other) noexcept;
    Encoder& operator=(Encoder&&) = delete;

    /// One picture: rows from the top, four bytes a pixel.
    Result<void> add(std::span<const std::byte> pixels);
    /// Waits until the film is written and gives it its name.
    Result<void> finish();

private:
    Encoder(std::string path, std::string temporary) : path_(std::move(path)), temporary_(std::move(temporary)) {}
    Error fail(const std::string& what);
    std::string takeMessages();

    std::string path_;
    std::string temporary_; ///< where ffmpeg writes
    pid_t process_ = -1;
    int input_ = -1;    ///< leads to its standard input
    int messages_ = -1; ///< a file with what it says
};

} // namespace clearway
