// SPDX-License-Identifier: MIT
#include "io/crowd_scenario_reader.h"

#include <charconv>
#include <cmath>

namespace clearway::io {

std::string FieldReader::describeNext()
{
    const char c = json_.peek();
    switch (c)
    {
    case '{': return "an object";
    case '[': return "an array";
    case '"': return "a string";
    default: break;
    }
    const std::string_view rest = text_.substr(std::min(json_.position(), text_.size()));
    if (rest.starts_with("true") || rest.starts_with("false")) return "a boolean";
    if (rest.starts_with("null")) return "null";
    if (c == '-' || (c >= '0' && c <= '9')) return "the number " + describe(text_, json_.position());
    return describe(text_, json_.position());
}

bool FieldReader::fail(std::string_view message, ErrorCode code)
{
    return json_.fail(path_.empty() ? std::string(message) : fmt::format("{}: {}", path_, message), code);
}

bool FieldReader::failType(std::string_view expected)
{
    if (json_.failed()) return false;
    return fail(fmt::format("expected {}, found {}", expected, describeNext()));
}

bool FieldReader::failUnknown(std::string_view key, std::size_t parent_size, const std::vector<std::string_view>& known)
{
    const std::string parent = parent_size == 0 ? "a scenario" : "`" + path_.substr(0, parent_size) + "`";
    std::string list;
    for (const std::string_view name : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
    return fail(fmt::format("is no field of {}.{} Its fields are: {}.", parent, suggestNames(key, known), list));
}

bool FieldReader::readNumber(double& value, std::string_view expected)
{
    const char c = json_.peek();
    if (c != '-' && !(c >= '0' && c <= '9')) return failType(expected);
    const Number number = parseNumber(text_, json_.position());
    if (number.status == Number::Status::not_finite)
        return fail(fmt::format("must be finite, found {}", describe(text_, json_.position())), ErrorCode::invalid_geometry);
    if (number.status != Number::Status::ok) return failType(expected);
    return json_.readNumber(value);
}

bool FieldReader::readFloat(float& value)
{
    double number = 0;
    if (!readNumber(number)) return false;
    if (!(std::abs(number) < 1e30)) return fail(fmt::format("must be below 1e30; it is {}.", number));
    value = static_cast<float>(number);
    return true;
}

bool FieldReader::readBoolean(bool& value)
{
    json_.peek();
    const std::string_view rest = text_.substr(std::min(json_.position(), text_.size()));
    if (!rest.starts_with("true") && !rest.starts_with("false")) return failType("true or false");
    value = rest.starts_with("true");
    return json_.skipValue();
}

bool FieldReader::readString(std::string& value, std::string_view expected)
{
    return json_.peek() == '"' ? json_.readString(value) : failType(expected);
}

bool FieldReader::readCount(std::size_t& value, std::size_t most)
{
    json_.peek();
    const std::size_t start = json_.position();
    double number = 0;
    if (!readNumber(number, "a whole number")) return false;
    const auto limit = static_cast<double>(most);
    if (!(number >= 0 && number <= limit && number == std::floor(number)))
        return json_.failAt(start, fmt::format("{}: must be a whole number from 0 to {}; it is {}.", path_, most, number));
    value = static_cast<std::size_t>(number);
    return true;
}

bool FieldReader::readSeed(std::uint64_t& value)
{
    const char c = json_.peek();
    if (!(c >= '0' && c <= '9')) return failType("a whole number from 0 on");
    // Through a double large ones would lose their last digits.
    const char* const begin = text_.data() + json_.position();
    const char* const end = text_.data() + text_.size();
    const auto [stop, code] = std::from_chars(begin, end, value);
    const bool goes_on = stop != end && (*stop == '.' || *stop == 'e' || *stop == 'E');
    if (code != std::errc() || goes_on) return failType("a whole number below 2^64");
    double skipped = 0;
    return json_.readNumber(skipped);
}

bool FieldReader::readPoint(Vec2& point)
{
    std::vector<double> numbers;
    json_.peek();
    const std::size_t start = json_.position();
    if (!readArray(numbers, "a point [x, y]", [this](double& number) { return readNumber(number); })) return false;
    if (numbers.size() != 2)
        return json_.failAt(start, fmt::format("{}: expected a point [x, y], found {} numbers", path_, numbers.size()));
    point = {numbers[0], numbers[1]};
    return true;
}

bool FieldReader::readPoints(std::vector<Vec2>& points)
{
    return readArray(points, "an array of points [x, y]", [this](Vec2& point) { return readPoint(point); });
}

/// Moves to member `name` of the object that is next.
static bool enterMember(JsonReader& json, std::string_view name)
{
    if (json.peek() != '{') return false;
    json.beginObject();
    for (std::string key; json.nextMember(key); json.skipValue())
        if (key == name) return true;
    return false;
}

static bool enterElement(JsonReader& json, std::size_t index)
{
    if (json.peek() != '[') return false;
    json.beginArray();
    for (std::size_t k = 0; json.nextElement(); ++k, json.skipValue())
        if (k == index) return true;
    return false;
}

std::size_t findFieldPosition(std::string_view text, std::string_view path)
{
    JsonReader json(text);
    while (!path.empty())
    {
        if (path.front() == '[')
        {
            std::size_t index = 0;
            const std::size_t close = std::min(path.find(']'), path.size() - 1);
            std::from_chars(path.data() + 1, path.data() + close, index);
            const bool is_list = json.peek() == '['; // one thing may stand for a list of it
            if ((is_list || index > 0) && !enterElement(json, index)) return std::string_view::npos;
            path.remove_prefix(close + 1);
        }
        else
        {
            if (path.front() == '.') path.remove_prefix(1);
            const std::size_t end = std::min(path.find_first_of(".["), path.size());
            if (!enterMember(json, path.substr(0, end))) return std::string_view::npos;
            path.remove_prefix(end);
        }
    }
    json.peek();
    return json.failed() ? std::string_view::npos : json.position();
}

bool readPlace(FieldReader& r, Vec2& point, std::vector<double>& heights)
{
    std::vector<double> numbers;
    if (!r.readArray(numbers, "a point [x, y]", [&r](double& number) { return r.readNumber(number); })) return false;
    if (numbers.size() != 2 && numbers.size() != 3)
        return r.fail(fmt::format("expected a point [x, y], found {} numbers", numbers.size()));
    point = {numbers[0], numbers[1]};
    if (numbers.size() == 3) heights.push_back(numbers[2]);
    return true;
}

bool readPlaces(FieldReader& r, std::vector<Vec2>& points, std::vector<double>& heights)
{
    heights.clear();
    if (!r.readArray(points, "an array of points [x, y]", [&](Vec2& point) { return readPlace(r, point, heights); }))
        return false;
    if (heights.empty() || heights.size() == points.size()) return true;
    return r.fail(
        fmt::format("{} of {} points have a height: give one to all of them or to none.", heights.size(), points.size()));
}

} // namespace clearway::io
