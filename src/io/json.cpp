// SPDX-License-Identifier: MIT
#include "io/json.h"

namespace clearway::io {

char JsonReader::peek()
{
    if (failed_) return '\0';
    while (position_ < text_.size() && (isSpace(text_[position_]) || text_[position_] == '\x1e')) ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
}

bool JsonReader::failAt(std::size_t position, std::string message, ErrorCode code)
{
    if (failed_) return false;
    failed_ = true;
    error_ = makeTextError(text_, position, std::move(message), code);
    return false;
}

bool JsonReader::begin(char bracket)
{
    if (peek() != bracket) return fail("expected '" + std::string(1, bracket) + "', found " + describe(text_, position_));
    ++position_;
    open_.push_back(bracket == '{' ? '}' : ']');
    is_first_ = true;
    return true;
}

bool JsonReader::nextItem()
{
    const char c = peek();
    if (failed_) return false;
    if (c == open_.back() && position_ < text_.size())
    {
        ++position_;
        open_.pop_back();
        is_first_ = false;
        return false;
    }
    if (!is_first_)
    {
        if (c != ',') return fail(std::string("expected ',' or '") + open_.back() + "', found " + describe(text_, position_));
        ++position_;
    }
    is_first_ = false;
    return true;
}

bool JsonReader::nextElement() { return nextItem(); }

bool JsonReader::nextMember(std::string& key)
{
    if (!nextItem()) return false;
    if (peek() != '"') return fail("expected the name of a member in quotes, found " + describe(text_, position_));
    if (!readString(key)) return false;
    if (peek() != ':') return fail("expected ':' after the name of a member, found " + describe(text_, position_));
    ++position_;
    return true;
}

bool JsonReader::readNumber(double& value)
{
    const char c = peek();
    if (failed_) return false;
    const Number number = parseNumber(text_, position_);
    const bool is_word = isLetter(c) || (c == '-' && position_ + 1 < text_.size() && isLetter(text_[position_ + 1]));
    if (number.status == Number::Status::not_finite)
        return fail("a number must be finite, found " + describe(text_, position_), ErrorCode::invalid_geometry);
    if (number.status != Number::Status::ok || is_word || c == '+')
        return fail("expected a number, found " + describe(text_, position_));
    position_ = number.end;
    value = number.value;
    return true;
}

bool JsonReader::readHex4(std::uint32_t& value)
{
    value = 0;
    for (int i = 0; i < 4; ++i, ++position_)
    {
        const char c = position_ < text_.size() ? toLower(text_[position_]) : '\0';
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) return fail("expected four hexadecimal digits after \\u");
        value = value * 16 + static_cast<std::uint32_t>(digit);
    }
    return true;
}

static void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80)
        add(code);
    else if (code < 0x800)
        add(0xc0 | code >> 6), add(0x80 | (code & 63));
    else if (code < 0x10000)
        add(0xe0 | code >> 12), add(0x80 | (code >> 6 & 63)), add(0x80 | (code & 63));
    else
        add(0xf0 | code >> 18), add(0x80 | (code >> 12 & 63)), add(0x80 | (code >> 6 & 63)), add(0x80 | (code & 63));
}

bool JsonReader::readEscape(std::string& value)
{
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char c = position_ < text_.size() ? text_[position_++] : '\0';
    if (const std::size_t i = kLetters.find(c); i != std::string_view::npos && c != '\0') return value += kMeanings[i], true;
    if (c != 'u') return fail("unknown escape in a string");
    std::uint32_t code = 0;
    if (!readHex4(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(position_).starts_with("\\u"))
    {
        position_ += 2;
        std::uint32_t low = 0;
        if (!readHex4(low)) return false;
        code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
    }
    else if (code >= 0xd800 && code < 0xe000)
        code = 0xfffd; // half a pair
    appendUtf8(value, code);
    return true;
}

bool JsonReader::readString(std::string& value)
{
    value.clear();
    if (peek() != '"') return fail("expected a string, found " + describe(text_, position_));
    const std::size_t start = position_++;
    while (position_ < text_.size())
    {
        const char c = text_[position_++];
        if (c == '"') return true;
        if (c != '\\')
            value += c;
        else if (!readEscape(value))
            return false;
    }
    return failAt(start, "this string has no end");
}

bool JsonReader::skipScalar()
{
    // Python writes NaN and Infinity; among members that nobody reads they do no harm.
    for (std::string_view word : {"true", "false", "null", "NaN", "Infinity", "-Infinity"})
        if (text_.substr(position_).starts_with(word)) return position_ += word.size(), true;
    const char c = peek();
    const Number number = parseNumber(text_, position_);
    const bool is_number = number.status != Number::Status::none && (c == '-' || (c >= '0' && c <= '9'));
    if (!is_number) return fail("expected a value, found " + describe(text_, position_));
    position_ = number.end;
    return true;
}

bool JsonReader::skipValue()
{
    const std::size_t depth = open_.size();
    std::string scratch;
    do
    {
        // A value is next, or another item of what is open.
        if (open_.size() > depth && !(open_.back() == '}' ? nextMember(scratch) : nextItem())) continue;
        const char c = peek();
        if (c == '{' || c == '[')
            begin(c);
        else if (c == '"')
            readString(scratch);
        else
            skipScalar();
    } while (open_.size() > depth && !failed_);
    return !failed_;
}

void appendJsonString(std::string& text, std::string_view value)
{
    constexpr char kDigits[] = "0123456789abcdef";
    text += '"';
    for (char c : value)
    {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (text += '\\') += c;
        else if (code < 0x20)
            ((text += "\\u00") += kDigits[code >> 4]) += kDigits[code & 15];
        else
            text += c;
    }
    text += '"';
}

} // namespace clearway::io
