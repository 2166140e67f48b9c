// SPDX-License-Identifier: MIT
// What the text readers share: errors that know their line, numbers in and out, a cursor over words.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <clearway/base/result.h>

namespace clearway::io {

/// The text without the byte order mark that some editors put in front.
std::string_view skipByteOrderMark(std::string_view text);

/// 1-based line of a position in `text`. Lines end with \n, \r\n or \r. O(n): for errors, not for loops.
std::int64_t computeLine(std::string_view text, std::size_t position);
/// Without the blanks at both ends.
std::string_view trim(std::string_view text);

/// 1-based column, in bytes.
std::int64_t computeColumn(std::string_view text, std::size_t position);

/// What stands at a position, in quotes and short enough to show: a word or a character; "the end of the text" at its end.
std::string describe(std::string_view text, std::size_t position);

/// An error at a position: its line is set, its column is said at the end of the message.
Error makeTextError(std::string_view text, std::size_t position, std::string message, ErrorCode code = ErrorCode::malformed_file);

/// An error somewhere in a line of a file that is read line by line.
Error makeLineError(std::int64_t line, std::string message);
/// The file and line in front of the message, as compilers do.
Error addFile(Error error, const std::string& path);

/// Says more, before the column.
void addDetail(Error& error, std::string_view detail);

/// For callers that have text and no file: the message says the line by itself.
Error withLine(Error error);
template <typename T>
Result<T> withLine(Result<T> result)
{
    return result ? std::move(result) : Result<T>(withLine(result.error()));
}

struct Number
{
    enum class Status
    {
        ok,
        none,      ///< no number starts here
        not_finite ///< nan, inf, or too large for a double
    };
    Status status = Status::none;
    double value = 0;
    std::size_t end = 0; ///< where it ends, if one was found
};

/// The number that starts exactly at `position`, to the nearest double. A leading plus is fine.
Number parseNumber(std::string_view text, std::size_t position);

/// The shortest digits that give the same double back.
void appendNumber(std::string& text, double value);
void appendNumber(std::string& text, std::int64_t value);

/// "3 lines", "1 line", "12,345 lines".
std::string countOf(std::int64_t count, std::string_view singular, std::string_view plural);

bool isSpace(char c);
bool isLetter(char c);
char toLower(char c);
std::string toLower(std::string_view text);

/// Of the points of a text.
enum class Heights
{
    written,
    left_out,
};

} // namespace clearway::io
