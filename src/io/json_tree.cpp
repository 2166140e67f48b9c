// SPDX-License-Identifier: MIT
#include "io/json_tree.h"

#include <cmath>

namespace clearway::io {

std::optional<std::size_t> JsonValue::index() const
{
    const double* const value = number();
    if (!value || !(*value >= 0 && *value < 0x1p32) || std::floor(*value) != *value) return {};
    return static_cast<std::size_t>(*value);
}

const JsonValue* JsonValue::find(std::string_view key) const
{
    const auto* const object = std::get_if<Object>(&content);
    if (!object) return nullptr;
    for (std::size_t i = object->size(); i-- > 0;)
        if ((*object)[i].first == key) return &(*object)[i].second;
    return nullptr;
}

static bool readTree(JsonReader& reader, JsonValue& value, int depth)
{
    const char c = reader.peek();
    if ((c == '{' || c == '[') && depth == kMaxJsonDepth)
        return reader.fail("this is nested more than " + std::to_string(kMaxJsonDepth) + " deep", ErrorCode::out_of_range);
    switch (c)
    {
    case '{': {
        auto& object = value.content.emplace<JsonValue::Object>();
        reader.beginObject();
        for (std::string key; reader.nextMember(key);)
            if (!readTree(reader, object.emplace_back(key, JsonValue()).second, depth + 1)) return false;
        break;
    }
    case '[': {
        auto& list = value.content.emplace<JsonValue::List>();
        reader.beginArray();
        while (reader.nextElement())
            if (!readTree(reader, list.emplace_back(), depth + 1)) return false;
        break;
    }
    case '"': reader.readString(value.content.emplace<std::string>()); break;
    case 't':
    case 'f': value.content = c == 't'; [[fallthrough]];
    case 'n': reader.skipValue(); break;
    default: reader.readNumber(value.content.emplace<double>());
    }
    return !reader.failed();
}

bool readTree(JsonReader& reader, JsonValue& value) { return readTree(reader, value, 0); }

} // namespace clearway::io
