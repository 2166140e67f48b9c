// SPDX-License-Identifier: MIT
// Every text reader against bytes that nobody meant: random ones, and good files with random damage.
#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/io/scene_formats.h>

#include "tests/io/support.h"
#include "tests/support/scale.h"

namespace clearway {

namespace {

struct Reader
{
    const char* name;
    const char* sample;
    const char* alphabet; ///< what random texts are made of, so that they get far
    bool (*read)(std::string_view text, std::string& message);
};

template <typename T>
bool take(const Result<T>& result, std::string& message)
{
    if (!result) message = result.error().message;
    return result.ok();
}

const Reader kReaders[] = {
    {"wkt",
     "GEOMETRYCOLLECTION Z (POLYGON Z ((0 0 1, 1.5e1 0 2, 1 1 3), (0 0 0, 1 1 1, 0 1 2)), POINT (1 2)); SRID=4326;POLYGON M "
     "EMPTY",
     "POLYGON EMPTYpolygonzm(((),,  01.e-+;=",
     [](std::string_view text, std::string& message) { return take(parseWkt(text), message); }},
    {"geojson",
     R"({"type":"FeatureCollection","name":"a\u00e9","crs":{"properties":{"name":"EPSG:4326"}},"features":[{"type":"Feature","properties":{"building":"yes"},)"
     R"("geometry":{"type":"MultiPolygon","coordinates":[[[[0,0,1],[0.5,0,2],[0.1,1,3]]]]}},{"type":"Point","coordinates":[1,2]}]})",
     "{}[][][],,:\"\"typecoordinates01.e-\\u ",
     [](std::string_view text, std::string& message) { return take(parseGeoJson(text), message); }},
    {"movingai", "type octile\nheight 3\nwidth 4\nmap\n.@G.\nTSW.\n....\n", "type height width map octile\n\n\n\r123..@@",
     [](std::string_view text, std::string& message) { return take(parseMovingAi(text), message); }},
    {"polyanya", "mesh\n2\n4 2\n0 0 2 0 -1\n1.5 0 3 0 -1 1\n1.5 1.5 2 1 -1\n0 1.5 3 -1 0 1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
     "mesh\n 0123456789.-e ", [](std::string_view text, std::string& message) { return take(parsePolyanya(text), message); }},
};

} // namespace

TEST(RandomText, IsReadOrRefusedWithAMessage)
{
    Random random(15);
    for (const Reader& reader : kReaders)
    {
        const std::string_view alphabet = reader.alphabet;
        for (int i = 0; i < 5000 * test::testScale(); ++i)
        {
            // Its own memory of exactly this size: the sanitizer sees a read past its end.
            std::vector<char> text(random.below(120));
            const bool is_any = random.below(4) == 0;
            for (char& c : text) c = is_any ? static_cast<char>(random.below(256)) : alphabet[random.below(alphabet.size())];
            std::string message;
            EXPECT_TRUE(reader.read({text.data(), text.size()}, message) || message.size() > 10) << reader.name;
        }
    }
}

TEST(RandomText, DamagedFilesAreReadOrRefusedWithAMessage)
{
    Random random(16);
    for (const Reader& reader : kReaders)
    {
        const std::string sample = reader.sample;
        std::string ignored;
        ASSERT_TRUE(reader.read(sample, ignored)) << reader.name << ": " << ignored;
        for (int i = 0; i < 10000 * test::testScale(); ++i)
        {
            std::string damaged = sample;
            for (std::uint64_t k = 0; k <= random.below(4); ++k)
            {
                const std::size_t at = random.below(damaged.size());
                const char c = random.below(2) ? static_cast<char>(random.below(256)) : sample[random.below(sample.size())];
                switch (random.below(4))
                {
                case 0: damaged[at] = c; break;
                case 1: damaged.insert(at, 1, c); break;
                case 2: damaged.erase(at, 1 + random.below(5)); break;
                default: damaged.insert(at, sample.substr(random.below(sample.size()), random.below(30))); break;
                }
                if (damaged.empty()) damaged = " ";
            }
            const std::vector<char> text(damaged.begin(), damaged.end());
            std::string message;
            EXPECT_TRUE(reader.read({text.data(), text.size()}, message) || message.size() > 10)
                << reader.name << ": " << damaged;
        }
    }
}

} // namespace clearway
