// SPDX-License-Identifier: MIT
// What somebody else's program would do: includes everything, calls every module once, fails loudly.
#include <clearway/clearway.h>
#ifdef CONSUMER_USES_NATIVE
#include <clearway/native/picture.h>
#endif

#include <cstdio>

int main()
{
    const clearway::Result<clearway::Scene> scene = clearway::buildScene("rooms");
    if (!scene) return std::fprintf(stderr, "%s\n", scene.error().message.c_str()), 1;
    const clearway::Result<clearway::NavMesh> mesh = clearway::buildNavMesh(*scene);
    if (!mesh) return std::fprintf(stderr, "%s\n", mesh.error().message.c_str()), 1;
    const clearway::Place place = clearway::findRandomPoint(*mesh);
    if (!place) return std::fprintf(stderr, "no random point\n"), 1;
#ifdef CONSUMER_USES_NATIVE
    if (const auto saved = clearway::savePicture(*mesh, "consumer.svg"); !saved)
        return std::fprintf(stderr, "%s\n", saved.error().message.c_str()), 1;
#endif
    std::printf("%zu cells\n", mesh->cells().size());
}
