// SPDX-License-Identifier: MIT
// Result<T>: a value, or an Error that says what is wrong, where, and what to do about it.
// Why: no exception crosses the public API, and bad data is an everyday event for a program that reads files.
// Value types; as thread-safe as the T inside.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <clearway/base/assert.h>

namespace clearway {

enum class ErrorCode
{
    invalid_argument,   ///< an option or a call does not make sense
    unreadable_file,    ///< the file is not there or may not be read
    unwritable_file,    ///< the file could not be written; what was there before is still there
    malformed_file,     ///< the bytes are not of the format, or end too soon, or do not match their checksum
    unsupported_format, ///< the format or its version is not known
    invalid_geometry,   ///< the numbers were read but do not describe anything usable
    out_of_range,       ///< more than fits: coordinates beyond the frame, too many vertices
    cancelled,          ///< a progress callback said stop
    internal,           ///< the library contradicts itself: a defect of ours, on input that should have an answer
};

/// The lower-case name of a code, as `--json` prints it.
const char* toString(ErrorCode code);

struct Error
{
    /// Where the trouble is. Fields that do not apply keep their defaults.
    struct Place
    {
        std::string file = {};                 ///< path as the user gave it
        std::int64_t line = 0;                 ///< 1-based; 0: unknown
        std::int64_t ring = -1;                ///< index of the ring (or polygon) in the input; -1: none
        std::int64_t index = -1;               ///< index of the point, vertex or cell inside it; -1: none
        bool has_coordinate = false;           ///< whether `coordinate` means anything
        std::array<double, 2> coordinate = {}; ///< x and y as the input gave them
    };

    ErrorCode code = ErrorCode::invalid_argument;
    std::string message = {}; ///< a whole sentence for people: what, where, what to do
    Place place = {};
};

/// Holds a T or an Error. Test it like a pointer; `value()` of an error is misuse and asserts, it never throws.
template <typename T>
class [[nodiscard]] Result
{
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return value_.has_value(); }
    explicit operator bool() const { return ok(); }

    T& value() & { return require(), *value_; }
    const T& value() const& { return require(), *value_; }
    T&& value() && { return require(), std::move(*value_); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    /// The error; only when there is no value.
    const Error& error() const
    {
        CLEARWAY_ASSERT(!ok(), "error() of a Result that holds a value");
        return error_;
    }

private:
    void require() const { CLEARWAY_ASSERT(ok(), error_.message.c_str()); }

    std::optional<T> value_;
    Error error_;
};

/// A Result without a value: success, or an Error.
template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    void value() const { CLEARWAY_ASSERT(ok(), error_ ? error_->message.c_str() : ""); }
    const Error& error() const
    {
        CLEARWAY_ASSERT(!ok(), "error() of a Result that holds a value");
        return *error_;
    }

private:
    std::optional<Error> error_;
};

} // namespace clearway
