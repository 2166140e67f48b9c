// SPDX-License-Identifier: MIT
#include "io/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fast_float/fast_float.h>

#include "base/errors.h"

namespace clearway::io {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
char toLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool isLetter(char c) { return toLower(c) >= 'a' && toLower(c) <= 'z'; }

std::string toLower(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) c = toLower(c);
    return lower;
}

std::string_view skipByteOrderMark(std::string_view text) { return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text; }

static bool endsLine(std::string_view text, std::size_t i)
{
    return text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
}

std::int64_t computeLine(std::string_view text, std::size_t position)
{
    std::int64_t line = 1;
    for (std::size_t i = 0; i < position && i < text.size(); ++i) line += endsLine(text, i);
    return line;
}

std::int64_t computeColumn(std::string_view text, std::size_t position)
{
    std::size_t start = position < text.size() ? position : text.size();
    const std::size_t end = start;
    while (start > 0 && !endsLine(text, start - 1)) --start;
    return static_cast<std::int64_t>(end - start) + 1;
}

static std::string describeCharacter(char c)
{
    const auto code = static_cast<unsigned char>(c);
    if (code > 0x20 && code < 0x7f) return std::string("'") + c + "'";
    if (c == '\n' || c == '\r') return "the end of the line";
    if (c == ' ' || c == '\t') return "a space";
    constexpr char kDigits[] = "0123456789abcdef";
    return std::string("the byte 0x") + kDigits[code >> 4] + kDigits[code & 15];
}

std::string describe(std::string_view text, std::size_t position)
{
    if (position >= text.size()) return "the end of the text";
    std::size_t end = position;
    const auto is_word = [](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == '_';
    };
    while (end < text.size() && end - position < 30 && is_word(text[end])) ++end;
    if (end == position) return describeCharacter(text[position]);
    return "'" + std::string(text.substr(position, end - position)) + "'";
}

Error makeTextError(std::string_view text, std::size_t position, std::string message, ErrorCode code)
{
    message += " (column ";
    appendNumber(message, computeColumn(text, position));
    message += ")";
    return makeError(code, std::move(message), {.line = computeLine(text, position)});
}

std::string_view trim(std::string_view text)
{
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return text;
}

Error makeLineError(std::int64_t line, std::string message)
{
    return makeError(ErrorCode::malformed_file, std::move(message), {.line = line});
}

Error addFile(Error error, const std::string& path)
{
    std::string place = path == "-" ? "standard input" : path;
    if (error.place.line > 0) place += ":" + std::to_string(error.place.line);
    error.message = place + ": " + error.message;
    error.place.file = path;
    return error;
}

void addDetail(Error& error, std::string_view detail)
{
    const std::size_t column = error.message.rfind(" (column ");
    error.message.insert(std::min(column, error.message.size()), detail);
}

Error withLine(Error error)
{
    if (error.place.line == 0) return error;
    std::string message = "line ";
    appendNumber(message, error.place.line);
    error.message = message + ": " + error.message;
    return error;
}

Number parseNumber(std::string_view text, std::size_t position)
{
    Number number;
    std::size_t start = position;
    if (start < text.size() && text[start] == '+') ++start;
    if (start > position && start < text.size() && text[start] == '-') return number;
    const char* const begin = text.data() + start;
    const auto [end, code] = fast_float::from_chars(begin, text.data() + text.size(), number.value);
    if (end == begin || (code != std::errc() && code != std::errc::result_out_of_range)) return number;
    number.end = static_cast<std::size_t>(end - text.data());
    number.status = std::isfinite(number.value) ? Number::Status::ok : Number::Status::not_finite;
    return number;
}

void appendNumber(std::string& text, double value)
{
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    text.append(buffer, result.ptr);
}

void appendNumber(std::string& text, std::int64_t value)
{
    char buffer[24];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    text.append(buffer, result.ptr);
}

std::string countOf(std::int64_t count, std::string_view singular, std::string_view plural)
{
    std::string text;
    appendNumber(text, count);
    const std::size_t first_digit = count < 0 ? 1 : 0;
    for (std::size_t i = text.size(); i > first_digit + 3;) text.insert(i -= 3, ",");
    return text + " " + std::string(count == 1 ? singular : plural);
}

} // namespace clearway::io
