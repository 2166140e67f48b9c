// SPDX-License-Identifier: MIT
// For the programs that stand on the library (command line, benchmarks, experiments): an Error becomes an exception.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include <clearway/base/result.h>

namespace clearway {

/// Ends a command, a benchmark or an experiment: data that cannot be used, or Ctrl-C.
struct Failure : std::runtime_error
{
    explicit Failure(Error e) : std::runtime_error(e.message), error(std::move(e)) {}
    Failure(ErrorCode code, std::string message, std::string file = {})
        : Failure(Error{code, std::move(message), {.file = std::move(file)}})
    {
    }
    const char* what() const noexcept override { return error.message.c_str(); }

    Error error;
};

/// The value, or a Failure.
template <typename T>
T require(Result<T> result)
{
    if (!result) throw Failure(result.error());
    return std::move(result).value();
}
inline void require(const Result<void>& result)
{
    if (!result) throw Failure(result.error());
}

} // namespace clearway
