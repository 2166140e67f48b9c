// SPDX-License-Identifier: MIT
// JSON into structs, field by field: every error names the field by its path and says what was expected and what was found.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include <clearway/base/names.h>
#include <clearway/geometry/vec.h>

#include "io/json.h"

namespace clearway {
struct Scenario;
}

namespace clearway::io {

class FieldReader
{
public:
    explicit FieldReader(std::string_view text) : text_(text), json_(text) {}

    template <typename T>
    struct Field
    {
        std::string_view name;
        bool (*read)(FieldReader& reader, T& value);
    };

    /// An object with no other fields than these, each at most once. False, and failed, otherwise; so are all below.
    template <typename T>
    bool readObject(T& value, std::type_identity_t<std::span<const Field<T>>> fields)
    {
        return readMembers(listNames(fields), [&](std::size_t k) { return fields[k].read(*this, value); });
    }

    /// The same for fields that are only known by their names; `readMember(k)` reads the k-th.
    template <typename ReadMember>
    bool readMembers(const std::vector<std::string_view>& names, const ReadMember& readMember)
    {
        if (json_.peek() != '{') return failType("an object");
        json_.beginObject();
        std::vector<std::string_view> seen;
        for (std::string key; json_.nextMember(key);)
        {
            const std::size_t path_size = path_.size();
            if (!path_.empty()) path_ += '.';
            path_ += showName(key);
            const auto found = std::ranges::find(names, key);
            if (found == names.end()) return failUnknown(key, path_size, names);
            for (const std::string_view name : seen)
                if (name == key) return fail("is given twice.");
            seen.push_back(*found);
            if (!readMember(static_cast<std::size_t>(found - names.begin()))) return false;
            path_.resize(path_size);
        }
        return !json_.failed();
    }

    /// An array; `readElement(element)` is called for each.
    template <typename T, typename ReadElement>
    bool readArray(std::vector<T>& list, std::string_view expected, const ReadElement& readElement)
    {
        if (json_.peek() != '[') return failType(expected);
        json_.beginArray();
        list.clear();
        const std::size_t path_size = path_.size();
        while (json_.nextElement())
        {
            path_.resize(path_size);
            fmt::format_to(std::back_inserter(path_), "[{}]", list.size());
            if (!readElement(list.emplace_back())) return false;
        }
        if (json_.failed()) return false;
        path_.resize(path_size);
        return true;
    }

    bool readNumber(double& value, std::string_view expected = "a number");
    bool readFloat(float& value);
    bool readBoolean(bool& value);
    bool readString(std::string& value, std::string_view expected = "a string");
    /// A whole number from 0 to `most`.
    bool readCount(std::size_t& value, std::size_t most);
    bool readSeed(std::uint64_t& value); ///< any 64 bits
    /// [x, y]
    bool readPoint(Vec2& point);
    bool readPoints(std::vector<Vec2>& points);

    char peek() { return json_.peek(); }
    bool skipValue() { return json_.skipValue(); }
    bool atEnd() { return json_.atEnd(); }
    bool failed() const { return json_.failed(); }
    const std::string& path() const { return path_; }
    /// `message` is about the field that is being read.
    bool fail(std::string_view message, ErrorCode code = ErrorCode::malformed_file);
    /// Something else than `expected` is next.
    bool failType(std::string_view expected);
    const Error& error() { return json_.error(); }

private:
    template <typename T>
    static std::vector<std::string_view> listNames(std::span<const Field<T>> fields)
    {
        std::vector<std::string_view> names;
        for (const Field<T>& field : fields) names.push_back(field.name);
        return names;
    }
    bool failUnknown(std::string_view key, std::size_t parent_size, const std::vector<std::string_view>& known);
    std::string describeNext();

    std::string_view text_;
    JsonReader json_;
    std::string path_; ///< of what is being read: "groups[1].radius"
};

/// A point [x, y], or with a height [x, y, z], which is added to `heights`.
bool readPlace(FieldReader& reader, Vec2& point, std::vector<double>& heights);
/// Points that all have a height or none.
bool readPlaces(FieldReader& reader, std::vector<Vec2>& points, std::vector<double>& heights);

/// Where the value of a field like "groups[1].radius" begins in a JSON text; std::string_view::npos when it is not there.
std::size_t findFieldPosition(std::string_view text, std::string_view path);

/// The object of a scenario, inside of something larger; what it says is not verified.
bool readScenarioObject(FieldReader& reader, Scenario& scenario);

/// The scene file is named as seen from the scenario.
void resolveSceneFile(Scenario& scenario, const std::string& scenario_path);

} // namespace clearway::io
