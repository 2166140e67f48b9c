// SPDX-License-Identifier: MIT
// Scenes made by hand, files in a folder of their own, and bit-exact comparison.
#pragma once
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <clearway/base/random.h>
#include <clearway/io.h>

namespace clearway::test {

/// A folder that disappears with its content.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "clearway-io-XXXXXX").string();
        path_ = ::mkdtemp(name.data()) ? name : "";
        std::filesystem::permissions(path_, std::filesystem::perms(0755));
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }
    std::vector<std::string> list() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

private:
    std::string path_;
};

inline void put(const std::string& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

inline std::string take(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

inline std::span<const std::byte> asBytes(std::string_view text) { return std::as_bytes(std::span(text)); }

/// Any finite double: all exponents, both signs, zeros and denormals.
inline double makeAnyDouble(Random& random)
{
    while (true)
    {
        const double value = std::bit_cast<double>(random.bits());
        if (std::isfinite(value)) return value;
    }
}

inline bool sameBits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// A scene with exactly these rings, checked by nobody: for writers, which must write what they are given.
struct RawArea
{
    std::vector<Ring> rings;
    int layer = 0;
};
inline Scene makeRawScene(const std::string& name, const std::vector<RawArea>& areas, const std::vector<double>& heights = {})
{
    auto data = std::make_shared<Scene::Data>();
    data->name = name;
    for (const RawArea& area : areas)
    {
        data->areas.push_back(
            {static_cast<std::uint32_t>(data->rings.size()), static_cast<std::uint32_t>(area.rings.size()), area.layer});
        for (const Ring& ring : area.rings)
        {
            const auto first = static_cast<std::uint32_t>(data->points.size());
            const auto count = static_cast<std::uint32_t>(ring.size());
            data->rings.push_back(
                {first, count, static_cast<std::uint32_t>(data->areas.size() - 1), &ring != &area.rings.front()});
            for (std::uint32_t i = 0; i < count; ++i) data->next.push_back(first + (i + 1) % count);
            data->points.insert(data->points.end(), ring.begin(), ring.end());
        }
    }
    data->heights = heights;
    data->heights.resize(data->points.size());
    return Scene(data);
}

/// All rings of an input, in order.
inline std::vector<SceneInput::RingInput> collectRings(const SceneInput& input)
{
    std::vector<SceneInput::RingInput> rings;
    for (const SceneInput::AreaInput& area : input.areas)
    {
        rings.push_back(area.outline);
        rings.insert(rings.end(), area.holes.begin(), area.holes.end());
    }
    for (const auto& obstacle : input.obstacles) rings.push_back(obstacle.outline);
    return rings;
}

/// Whether `input` has exactly the rings of `scene`, to the bit; the first point may be repeated at the end.
inline void expectSameRings(const Scene& scene, const SceneInput& input)
{
    const std::vector<SceneInput::RingInput> rings = collectRings(input);
    ASSERT_EQ(rings.size(), scene.rings().size());
    for (std::size_t i = 0; i < rings.size(); ++i)
    {
        const Scene::RingRange& range = scene.rings()[i];
        ASSERT_EQ(rings[i].points.size(), range.count + 1u);
        for (std::uint32_t k = 0; k <= range.count; ++k)
        {
            const std::uint32_t vertex = range.first + k % range.count;
            EXPECT_TRUE(sameBits(rings[i].points[k].x, scene.points()[vertex].x));
            EXPECT_TRUE(sameBits(rings[i].points[k].y, scene.points()[vertex].y));
            EXPECT_TRUE(rings[i].heights.empty() || sameBits(rings[i].heights[k], scene.heights()[vertex]));
        }
    }
}

/// Rings of random doubles of any size.
inline Scene makeRandomScene(Random& random)
{
    std::vector<RawArea> areas(1 + random.below(3));
    std::size_t count = 0;
    for (RawArea& area : areas)
    {
        area.rings.resize(1 + random.below(3));
        for (Ring& ring : area.rings)
        {
            ring.resize(3 + random.below(5));
            for (Vec2& p : ring) p = {makeAnyDouble(random), makeAnyDouble(random)};
            count += ring.size();
        }
    }
    std::vector<double> heights;
    if (random.below(2) == 0)
        for (std::size_t i = 0; i < count; ++i) heights.push_back(makeAnyDouble(random));
    return makeRawScene("random", areas, heights);
}

inline bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline bool hasRemark(const SceneReport& report, const std::string& part)
{
    for (const std::string& remark : report.remarks)
        if (mentions(remark, part)) return true;
    return false;
}

} // namespace clearway::test
