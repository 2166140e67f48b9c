// SPDX-License-Identifier: MIT
// Based on: N. R. Sturtevant. Benchmarks for grid-based pathfinding. 2012
#include "base/errors.h"
#include "io/readers.h"

#include <algorithm>
#include <limits>

#include "io/text.h"

namespace clearway {

namespace io {

namespace {

/// Text line by line.
class Lines
{
public:
    explicit Lines(std::string_view text) : text_(text) {}

    bool atEnd() const { return position_ >= text_.size(); }
    std::int64_t number() const { return number_; } ///< of the line that next() gave, from 1

    std::string_view next()
    {
        const std::size_t end = std::min(text_.find_first_of("\r\n", position_), text_.size());
        const std::string_view line = text_.substr(position_, end - position_);
        position_ = text_.substr(end).starts_with("\r\n") ? end + 2 : end + 1;
        ++number_;
        return line;
    }

private:
    std::string_view text_;
    std::size_t position_ = 0;
    std::int64_t number_ = 0;
};

struct Header
{
    std::int64_t columns = 0;
    std::int64_t rows = 0;
};

/// Up to and including the line "map".
Result<Header> readHeader(Lines& lines)
{
    Header header;
    bool has_type = false;
    while (!lines.atEnd())
    {
        const std::string_view line = trim(lines.next());
        if (line.empty()) continue;
        const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
        const std::string key = toLower(line.substr(0, space));
        const std::string_view value = trim(line.substr(space));
        if (key == "map" && value.empty())
        {
            if (header.rows == 0 || header.columns == 0)
                return makeLineError(lines.number(), "expected \"height\" and \"width\" before \"map\".");
            return header;
        }
        if (key == "type" && !value.empty())
        {
            has_type = true;
            continue;
        }
        if (key != "height" && key != "width")
            return makeLineError(lines.number(), std::string("expected \"") +
                                                     (has_type ? "height\", \"width\" or \"map" : "type octile") + "\", found " +
                                                     describe(line, 0) + ".");
        const Number number = parseNumber(value, 0);
        const bool is_count = number.status == Number::Status::ok && number.end == value.size() && number.value >= 1 &&
                              number.value <= 1e9 && number.value == static_cast<double>(static_cast<std::int64_t>(number.value));
        if (!is_count)
            return makeLineError(lines.number(),
                                 "the " + key + " must be a whole number from 1, found " + describe(value, 0) + ".");
        (key == "height" ? header.rows : header.columns) = static_cast<std::int64_t>(number.value);
    }
    return makeLineError(lines.number() + 1, "expected \"map\" and its rows, found the end of the text.");
}

} // namespace

Result<SquareGrid> readMovingAi(std::string_view text)
{
    text = skipByteOrderMark(text);
    if (trim(text).empty())
        return makeError(ErrorCode::malformed_file,
                         "it is empty; expected a MovingAI map (\"type octile\", height, width, map).");
    Lines lines(text);
    const Result<Header> header = readHeader(lines);
    if (!header) return header.error();
    const auto [columns, rows] = *header;
    // Before any memory is asked for: every square is one byte of the text.
    if (columns * rows > static_cast<std::int64_t>(text.size()))
        return makeLineError(lines.number(), "the map should have " + std::to_string(rows) + " rows of " +
                                                 std::to_string(columns) + " squares, but the text ends before.");
    SquareGrid grid;
    grid.columns = static_cast<int>(columns);
    grid.rows = static_cast<int>(rows);
    grid.passable.resize(static_cast<std::size_t>(columns * rows));
    for (std::int64_t row = rows - 1; row >= 0; --row)
    {
        if (lines.atEnd())
            return makeLineError(lines.number() + 1,
                                 "expected " + countOf(row + 1, "more row", "more rows") + ", found the end of the text.");
        std::string_view line = lines.next();
        const std::size_t length = line.size();
        if (length > static_cast<std::size_t>(columns)) line = trim(line);
        if (line.size() != static_cast<std::size_t>(columns))
            return makeLineError(lines.number(), "expected a row of " + countOf(columns, "square", "squares") + ", found " +
                                                     std::to_string(length) + ".");
        for (std::int64_t column = 0; column < columns; ++column)
        {
            const char c = line[static_cast<std::size_t>(column)];
            grid.passable[static_cast<std::size_t>(row * columns + column)] = c == '.' || c == 'G' || c == 'S';
        }
    }
    while (!lines.atEnd())
        if (!trim(lines.next()).empty())
            return makeLineError(lines.number(), "expected the end of the text after " + countOf(rows, "row", "rows") + ".");
    return grid;
}

} // namespace io

Result<SquareGrid> parseMovingAi(std::string_view text) { return io::withLine(io::readMovingAi(text)); }

std::string formatMovingAi(const SquareGrid& grid)
{
    std::string text = "type octile\nheight " + std::to_string(grid.rows) + "\nwidth " + std::to_string(grid.columns) + "\nmap\n";
    text.reserve(text.size() + grid.passable.size() + static_cast<std::size_t>(grid.rows));
    for (int row = grid.rows - 1; row >= 0; --row)
    {
        for (int column = 0; column < grid.columns; ++column)
            text += grid.passable[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns) +
                                  static_cast<std::size_t>(column)]
                        ? '.'
                        : '@';
        text += '\n';
    }
    return text;
}

} // namespace clearway
