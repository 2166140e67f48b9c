// SPDX-License-Identifier: MIT
// JSON (RFC 8259) read from front to back, value by value: nothing is kept but what the caller keeps.
// Why not a library that builds a tree: ten million points would be thirty million nodes of some 40 bytes, and its errors have no
// line. Here they cost what they fill in the end. Nesting is counted, never recursed, so no input can exhaust the stack.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "io/text.h"

namespace clearway::io {

/// After the first failure nothing more is read: peek() is '\0', loops end, and error() says why.
///     reader.beginObject();
///     for (std::string key; reader.nextMember(key);) reader.skipValue();
class JsonReader
{
public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    /// The character with which the next value or closing bracket starts, '\0' at the end. Skips white space.
    char peek();
    bool atEnd() { return peek() == '\0' && (failed_ || position_ >= text_.size()); }

    /// Enters an object or array. False, and failed, if there is none.
    bool beginObject() { return begin('{'); }
    bool beginArray() { return begin('['); }
    /// Moves to the next member or element; false after the last one, which leaves the object or array.
    bool nextMember(std::string& key);
    bool nextElement();

    bool readNumber(double& value);
    bool readString(std::string& value);
    /// Reads over one value of any kind; numbers too large for a double, NaN and Infinity pass here.
    bool skipValue();

    bool fail(std::string message, ErrorCode code = ErrorCode::malformed_file)
    {
        return failAt(position_, std::move(message), code);
    }
    bool failAt(std::size_t position, std::string message, ErrorCode code = ErrorCode::malformed_file);
    bool failed() const { return failed_; }
    Error& error() { return error_; }
    std::size_t position() const { return position_; }

private:
    bool begin(char bracket);
    /// In front of an item of the innermost object or array: reads the comma; false at its end.
    bool nextItem();
    bool readEscape(std::string& value);
    bool readHex4(std::uint32_t& value);
    bool skipScalar();

    std::string_view text_;
    std::size_t position_ = 0;
    std::vector<char> open_; ///< the closing bracket of each open object and array
    bool is_first_ = false;  ///< nothing has been read in the innermost one
    bool failed_ = false;
    Error error_;
};

/// Adds `value` in quotes, escaped.
void appendJsonString(std::string& text, std::string_view value);

} // namespace clearway::io
