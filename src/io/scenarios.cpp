// SPDX-License-Identifier: MIT
// Based on: N. R. Sturtevant. Benchmarks for grid-based pathfinding. 2012 (the scenario format)
#include <clearway/io/scenarios.h>

#include <algorithm>
#include <string>

#include "io/text.h"

namespace clearway {

namespace {

using io::Number;

/// What stands between separators, line by line.
class Words
{
public:
    explicit Words(std::string_view text, std::string_view separators) : text_(text), separators_(separators) {}

    /// The next line's words; false at the end of the text.
    bool next()
    {
        if (position_ >= text_.size()) return false;
        const std::size_t end = std::min(text_.find_first_of("\r\n", position_), text_.size());
        split(text_.substr(position_, end - position_));
        position_ = text_.substr(end).starts_with("\r\n") ? end + 2 : end + 1;
        ++line_;
        return true;
    }

    std::int64_t line() const { return line_; }
    const std::vector<std::string_view>& words() const { return words_; }

private:
    /// Spaces belong to no word; other separators stand between two words, of which one may be empty.
    void split(std::string_view line)
    {
        words_.clear();
        line = line.substr(0, std::min(line.find('#'), line.size()));
        const auto trim = [](std::string_view word) {
            while (!word.empty() && io::isSpace(word.front())) word.remove_prefix(1);
            while (!word.empty() && io::isSpace(word.back())) word.remove_suffix(1);
            return word;
        };
        line = trim(line);
        if (line.empty()) return;
        const bool has_separators = line.find_first_of(separators_) != std::string_view::npos;
        while (true)
        {
            const std::size_t end = has_separators ? std::min(line.find_first_of(separators_), line.size()) : findSpace(line);
            words_.push_back(trim(line.substr(0, end)));
            if (end == line.size()) return;
            line = line.substr(end + 1);
            if (!has_separators) line = trim(line);
        }
    }

    static std::size_t findSpace(std::string_view line)
    {
        std::size_t end = 0;
        while (end < line.size() && !io::isSpace(line[end])) ++end;
        return end;
    }

    std::string_view text_;
    std::string_view separators_;
    std::size_t position_ = 0;
    std::int64_t line_ = 0;
    std::vector<std::string_view> words_;
};

std::string quote(std::string_view word) { return word.empty() ? std::string("nothing") : io::describe(word, 0); }

/// A number that is the whole word; "nan" and "inf" in any spelling are ones.
bool readNumber(std::string_view word, double& value)
{
    const Number number = io::parseNumber(word, 0);
    if (number.status == Number::Status::ok && number.end == word.size())
    {
        value = number.value;
        return true;
    }
    std::string_view name = word;
    const bool is_negative = name.starts_with('-');
    if (is_negative || name.starts_with('+')) name.remove_prefix(1);
    const std::string lower = io::toLower(name);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (lower == "nan")
        value = std::numeric_limits<double>::quiet_NaN();
    else if (lower == "inf" || lower == "infinity")
        value = is_negative ? -kInfinity : kInfinity;
    else
        return false;
    return true;
}

bool hasNumber(const std::vector<std::string_view>& words)
{
    double ignored = 0;
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return readNumber(word, ignored); });
}

} // namespace

QueryList parseQueries(std::string_view text, double radius)
{
    QueryList list;
    Words lines(io::skipByteOrderMark(text), ",;\t");
    bool is_first = true;
    while (lines.next())
    {
        const std::vector<std::string_view>& words = lines.words();
        if (words.empty()) continue;
        const bool may_be_names = is_first && !hasNumber(words);
        is_first = false;
        if (may_be_names && io::isLetter(words.front().empty() ? ' ' : words.front().front())) continue;
        if (words.size() < 4 || words.size() > 7)
        {
            list.problems.push_back(io::makeLineError(
                lines.line(), "expected x0,y0,x1,y1,r (r may be left out), found " +
                                  io::countOf(static_cast<std::int64_t>(words.size()), "value", "values") + "."));
            continue;
        }
        double values[7] = {};
        std::size_t count = 0;
        while (count < words.size() && readNumber(words[count], values[count])) ++count;
        if (count < words.size())
        {
            list.problems.push_back(io::makeLineError(lines.line(), "expected a number as value " + std::to_string(count + 1) +
                                                                        ", found " + quote(words[count]) + "."));
            continue;
        }
        const std::size_t goal = count >= 6 ? 3 : 2; // with heights or without
        QueryList::Query listed;
        listed.query = {{values[0], values[1]}, {values[goal], values[goal + 1]}, count % 2 == 1 ? values[count - 1] : radius};
        listed.line = lines.line();
        if (count >= 6)
        {
            listed.start_height = values[2];
            listed.goal_height = values[5];
        }
        list.queries.push_back(listed);
    }
    return list;
}

Result<QueryList> parseScenario(std::string_view text, ScenarioCoordinates coordinates, double radius)
{
    QueryList list;
    Words lines(io::skipByteOrderMark(text), "");
    bool has_version = false;
    while (lines.next())
    {
        const std::vector<std::string_view>& words = lines.words();
        if (words.empty()) continue;
        if (!has_version)
        {
            double version = 0;
            if (words.size() != 2 || io::toLower(words[0]) != "version" || !readNumber(words[1], version) || version != 1)
                return io::withLine(
                    io::makeLineError(lines.line(), "expected \"version 1\" of a scenario, found " + quote(words[0]) + "."));
            has_version = true;
            continue;
        }
        // A map may have spaces in its name: numbers are counted from the end.
        constexpr std::size_t kNumbers = 7; // width, height, start, goal, length
        double values[kNumbers] = {};
        bool is_good = words.size() >= kNumbers + 2;
        for (std::size_t i = 0; is_good && i < kNumbers; ++i) is_good = readNumber(words[words.size() - kNumbers + i], values[i]);
        if (!is_good)
        {
            list.problems.push_back(io::makeLineError(
                lines.line(), "expected bucket, map, width, height, start, goal and length, separated by tabs or spaces."));
            continue;
        }
        QueryList::Query listed;
        listed.line = lines.line();
        listed.reference_length = values[6];
        Vec2 start = {values[2], values[3]};
        Vec2 goal = {values[4], values[5]};
        if (coordinates == ScenarioCoordinates::squares)
        {
            start = {start.x + 0.5, values[1] - start.y - 0.5};
            goal = {goal.x + 0.5, values[1] - goal.y - 0.5};
        }
        listed.query = {start, goal, radius};
        list.queries.push_back(listed);
    }
    if (!has_version)
        return io::withLine(io::makeLineError(lines.line() + 1, "it is empty; expected \"version 1\" of a scenario."));
    return list;
}

} // namespace clearway
