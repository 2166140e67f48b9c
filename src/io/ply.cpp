// SPDX-License-Identifier: MIT
// PLY (Stanford polygon files). The header says what follows; elements and properties that are not needed are read over.
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "io/mesh_parts.h"

namespace clearway {

namespace {

using namespace io;

enum class Encoding
{
    ascii,
    little,
    big,
};

struct ScalarType
{
    std::string_view name, other_name;
    std::size_t bytes;
    char kind; ///< i, u or f
};

constexpr std::array<ScalarType, 8> kTypes = {{{"char", "int8", 1, 'i'},
                                               {"uchar", "uint8", 1, 'u'},
                                               {"short", "int16", 2, 'i'},
                                               {"ushort", "uint16", 2, 'u'},
                                               {"int", "int32", 4, 'i'},
                                               {"uint", "uint32", 4, 'u'},
                                               {"float", "float32", 4, 'f'},
                                               {"double", "float64", 8, 'f'}}};

struct Property
{
    std::string name;
    const ScalarType* type = nullptr;
    const ScalarType* count_type = nullptr; ///< of a list
};

struct Element
{
    std::string name;
    std::uint64_t count = 0;
    std::vector<Property> properties;

    std::size_t findProperty(std::string_view property) const
    {
        for (std::size_t i = 0; i < properties.size(); ++i)
            if (properties[i].name == property) return i;
        return properties.size();
    }
};

const ScalarType* findType(std::string_view name)
{
    for (const ScalarType& type : kTypes)
        if (name == type.name || name == type.other_name) return &type;
    return nullptr;
}

class PlyReader
{
public:
    PlyReader(std::span<const std::byte> bytes, const MeshReadOptions& options, MeshReport* report)
        : text_(asText(bytes)), options_(options), report_(report)
    {
    }

    Result<MeshInput> read()
    {
        if (!readHeader() || !checkSizes()) return error_;
        for (const Element& element : elements_)
        {
            const bool ok = element.name == "vertex" ? readVertices(element)
                            : element.name == "face" ? readFaces(element)
                                                     : skipElements(element);
            if (!ok) return error_;
        }
        return finishMesh(std::move(mesh_), options_, MeshReadOptions::UpAxis::z);
    }

private:
    bool fail(std::string message, ErrorCode code = ErrorCode::malformed_file)
    {
        error_ =
            encoding_ == Encoding::ascii ? makeTextError(text_, at_, std::move(message), code) : Error{code, message + ".", {}};
        return false;
    }

    /// One line of the header, as words; `at_` moves past it.
    std::vector<std::string_view> readHeaderLine()
    {
        const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
        std::vector<std::string_view> words;
        while (at_ < end)
        {
            while (at_ < end && isSpace(text_[at_])) ++at_;
            const std::size_t start = at_;
            while (at_ < end && !isSpace(text_[at_])) ++at_;
            if (at_ > start) words.push_back(text_.substr(start, at_ - start));
        }
        if (text_.substr(at_).starts_with("\r\n"))
            at_ += 2;
        else if (at_ < text_.size())
            ++at_;
        return words;
    }

    bool readHeader()
    {
        if (!text_.starts_with("ply")) return fail("a PLY file begins with \"ply\"");
        readHeaderLine();
        bool has_format = false;
        for (;;)
        {
            if (at_ >= text_.size()) return fail("the header has no end");
            const std::size_t start = at_;
            const std::vector<std::string_view> words = readHeaderLine();
            if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
            if (words[0] == "end_header") break;
            const std::size_t after = std::exchange(at_, start);
            const bool ok = words[0] == "format"     ? (has_format = true, readFormat(words))
                            : words[0] == "element"  ? readElement(words)
                            : words[0] == "property" ? readProperty(words)
                                                     : fail("unknown line in the header");
            if (!ok) return false;
            at_ = after;
        }
        if (!has_format) return fail("the header does not say the format");
        encoding_ = format_;
        return true;
    }

    bool readFormat(const std::vector<std::string_view>& words)
    {
        if (words.size() < 2) return fail("the format is missing");
        if (words[1] == "ascii")
            format_ = Encoding::ascii;
        else if (words[1] == "binary_little_endian")
            format_ = Encoding::little;
        else if (words[1] == "binary_big_endian")
            format_ = Encoding::big;
        else
            return fail("the format must be ascii, binary_little_endian or binary_big_endian", ErrorCode::unsupported_format);
        return true;
    }

    bool readElement(const std::vector<std::string_view>& words)
    {
        Element element;
        if (words.size() < 3 || !parseCount(words[2], element.count)) return fail("an element needs a name and a count");
        element.name = words[1];
        elements_.push_back(std::move(element));
        return true;
    }

    bool readProperty(const std::vector<std::string_view>& words)
    {
        if (elements_.empty()) return fail("a property stands before the first element");
        const bool is_list = words.size() > 1 && words[1] == "list";
        if (words.size() < (is_list ? 5u : 3u)) return fail("a property needs a type and a name");
        Property property;
        property.name = words[is_list ? 4 : 2];
        property.type = findType(words[is_list ? 3 : 1]);
        property.count_type = is_list ? findType(words[2]) : nullptr;
        if (!property.type || (is_list && (!property.count_type || property.count_type->kind == 'f')))
            return fail("unknown type of a property");
        elements_.back().properties.push_back(std::move(property));
        return true;
    }

    /// Before anything is read: the bytes that follow must be enough for the least that the header promises.
    bool checkSizes()
    {
        std::size_t room = text_.size() - at_;
        for (const Element& element : elements_)
        {
            std::size_t least = 0;
            for (const Property& property : element.properties)
                least += encoding_ == Encoding::ascii ? 2 : (property.count_type ? property.count_type : property.type)->bytes;
            if (encoding_ == Encoding::ascii && least > 0) --least; // the last line may lack its end
            if (least == 0) least = 1;                              // an empty element is no reason to count to a billion
            if (element.count > room / least)
                return fail(fmt::format("the header promises {} elements '{}', but only {} bytes follow", element.count,
                                        showElement(element.name), text_.size() - at_));
            room -= encoding_ == Encoding::ascii ? element.count : element.count * least;
        }
        return true;
    }

    static std::string showElement(const std::string& name) { return name.substr(0, 40); }

    bool readScalar(const ScalarType& type, double& value)
    {
        if (encoding_ == Encoding::ascii)
        {
            while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
            const Number number = parseNumber(text_, at_);
            if (number.status != Number::Status::ok) return fail("expected a finite number, found " + describe(text_, at_));
            at_ = number.end;
            value = number.value;
            return true;
        }
        if (text_.size() - at_ < type.bytes) return fail("the file ends too soon");
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < type.bytes; ++i)
        {
            const std::size_t place = encoding_ == Encoding::little ? i : type.bytes - 1 - i;
            bits |= std::uint64_t{static_cast<unsigned char>(text_[at_ + i])} << (8 * place);
        }
        at_ += type.bytes;
        if (type.kind == 'f')
            value = type.bytes == 8 ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        else if (type.kind == 'u')
            value = static_cast<double>(bits);
        else
        {
            const int shift = static_cast<int>(64 - 8 * type.bytes);
            value = static_cast<double>(static_cast<std::int64_t>(bits << shift) >> shift);
        }
        return true;
    }

    /// Reads one element: scalars into `scalars_`, the list of number `list` into `items_`.
    bool readOne(const Element& element, std::size_t list)
    {
        scalars_.assign(element.properties.size(), 0);
        for (std::size_t i = 0; i < element.properties.size(); ++i)
        {
            const Property& property = element.properties[i];
            if (!property.count_type)
            {
                if (!readScalar(*property.type, scalars_[i])) return false;
                continue;
            }
            double count = 0;
            if (!readScalar(*property.count_type, count)) return false;
            if (!(count >= 0) || count > static_cast<double>(text_.size() - at_) || count != std::floor(count))
                return fail("a list is longer than the file");
            if (i == list) items_.clear();
            for (double k = 0; k < count; ++k)
            {
                double item = 0;
                if (!readScalar(*property.type, item)) return false;
                if (i == list) items_.push_back(item);
            }
        }
        return true;
    }

    bool skipElements(const Element& element)
    {
        if (element.properties.empty()) return true;
        for (std::uint64_t i = 0; i < element.count; ++i)
            if (!readOne(element, element.properties.size())) return false;
        return true;
    }

    bool readVertices(const Element& element)
    {
        const std::size_t x = element.findProperty("x"), y = element.findProperty("y"), z = element.findProperty("z");
        const std::size_t none = element.properties.size();
        if (x == none || y == none || z == none) return fail("vertices need the properties x, y and z");
        mesh_.positions.reserve(mesh_.positions.size() + static_cast<std::size_t>(element.count));
        for (std::uint64_t i = 0; i < element.count; ++i)
        {
            if (!readOne(element, none)) return false;
            const Vec3 p = {scalars_[x], scalars_[y], scalars_[z]};
            if (!isFinite(p)) return fail(fmt::format("vertex {} is not finite", i), ErrorCode::invalid_geometry);
            mesh_.positions.push_back(p);
        }
        return true;
    }

    bool readFaces(const Element& element)
    {
        std::size_t list = element.findProperty("vertex_indices");
        if (list == element.properties.size()) list = element.findProperty("vertex_index");
        if (list == element.properties.size() || !element.properties[list].count_type)
            return fail("faces need a list vertex_indices");
        std::vector<std::uint32_t> corners;
        for (std::uint64_t i = 0; i < element.count; ++i)
        {
            if (!readOne(element, list)) return false;
            corners.clear();
            for (const double item : items_)
            {
                if (!(item >= 0 && item <= static_cast<double>(kMaxMeshVertexCount)) || item != std::floor(item))
                    return fail(fmt::format("face {} has the vertex {}", i, item), ErrorCode::invalid_geometry);
                corners.push_back(static_cast<std::uint32_t>(item));
            }
            if (corners.size() >= 3)
                addPolygon(mesh_, corners);
            else if (report_ && ++small_faces_ == 1)
                addRemark(report_, "Faces with less than three corners left out.");
        }
        return true;
    }

    std::string_view text_;
    const MeshReadOptions& options_;
    MeshReport* report_;
    std::size_t at_ = 0;
    Encoding encoding_ = Encoding::ascii; ///< of what is being read: the header is ascii
    Encoding format_ = Encoding::ascii;   ///< of what follows it
    std::vector<Element> elements_;
    std::vector<double> scalars_;
    std::vector<double> items_;
    std::int64_t small_faces_ = 0;
    MeshInput mesh_;
    Error error_;
};

} // namespace

Result<MeshInput> parsePly(std::span<const std::byte> bytes, const MeshReadOptions& options, MeshReport* report)
{
    return withLine(PlyReader(bytes, options, report).read());
}

} // namespace clearway
