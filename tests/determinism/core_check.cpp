// SPDX-License-Identifier: MIT
#include "core_check.h"

#include <cinttypes>
#include <cstdio>

#include <clearway/base/bytes.h>
#include <clearway/base/tasks.h>

namespace clearway::check {

void print(std::string_view name, const Hasher& hasher, std::uint64_t detail)
{
    std::printf("%-44.*s %016" PRIx64 " %" PRIu64 "\n", static_cast<int>(name.size()), name.data(), hasher.value(), detail);
}

void checkBase()
{
    Random random(12345, 678);
    Hasher numbers;
    std::uint64_t below = 0;
    for (int i = 0; i < 1000; ++i)
    {
        numbers.add(random.bits());
        numbers.add(random.uniform());
        numbers.add(random.uniform(-7.5, 1e6));
        below += random.below(1000003);
    }
    print("base/random", numbers, below);

    ByteWriter writer;
    for (int i = 0; i < 1000; ++i)
    {
        writer.u32(static_cast<std::uint32_t>(random.bits()));
        writer.f64(random.uniform());
        writer.text("text");
    }
    Hasher bytes;
    bytes.add(computeHash(writer.bytes(), 99));
    print("base/bytes", bytes, writer.bytes().size());

    WorkerPool pool(3);
    std::vector<std::uint64_t> values(100);
    pool.run(100, [&](int index) {
        Random own(1, static_cast<std::uint64_t>(index));
        for (int i = 0; i <= index; ++i) values[static_cast<std::size_t>(index)] ^= own.bits();
    });
    Hasher tasks;
    for (std::uint64_t value : values) tasks.add(value);
    print("base/tasks", tasks, values.size());
}

} // namespace clearway::check

/// All parts, or those that are named.
int main(int argument_count, char** arguments)
{
    using namespace clearway::check;
    struct Part
    {
        std::string_view name;
        void (*check)();
    };
    constexpr Part kParts[] = {{"base", checkBase},          {"geometry", checkGeometry},   {"scene", checkScenes},
                               {"navmesh", checkNavMeshes},  {"clearance", checkClearance}, {"path", checkPaths},
                               {"corridor", checkCorridors}, {"surface", checkSurfaces},    {"surface_crowd", checkSurfaceCrowds},
                               {"field", checkFields},       {"group", checkGroups},        {"sketch", checkSketches},
                               {"crowd", checkCrowd},        {"walkers", checkWalkers},     {"rts", checkBattles},
                               {"files", checkFiles}};
    for (const Part& part : kParts)
    {
        bool is_wanted = argument_count < 2;
        for (int i = 1; i < argument_count; ++i) is_wanted = is_wanted || part.name == arguments[i];
        if (is_wanted) part.check();
    }
}
