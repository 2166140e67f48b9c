// SPDX-License-Identifier: MIT
// A JSON document in memory, for small documents in which everything refers to everything. Large ones are read with JsonReader
// alone, value by value.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "io/json.h"

namespace clearway::io {

struct JsonValue
{
    using List = std::vector<JsonValue>;
    using Object = std::vector<std::pair<std::string, JsonValue>>;
    std::variant<std::monostate, bool, double, std::string, List, Object> content = {}; ///< std::monostate: null

    const List* list() const { return std::get_if<List>(&content); }
    const std::string* text() const { return std::get_if<std::string>(&content); }
    const double* number() const { return std::get_if<double>(&content); }
    bool isObject() const { return std::holds_alternative<Object>(content); }
    bool isTrue() const { return std::holds_alternative<bool>(content) && std::get<bool>(content); }
    /// A number that counts or points: whole, from 0 to 2^32 - 1. Nothing for any other value.
    std::optional<std::size_t> index() const;
    /// The member `key`, the last one of several; nullptr when there is none, or when this is no object.
    const JsonValue* find(std::string_view key) const;
};

/// The value that `reader` has next, with all that is in it. Fails where it is nested more than kMaxJsonDepth deep.
constexpr int kMaxJsonDepth = 256;
bool readTree(JsonReader& reader, JsonValue& value);

} // namespace clearway::io
