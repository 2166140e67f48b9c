// SPDX-License-Identifier: MIT
#include "draw.h"

#include "require.h"

namespace clearway::experiments {

Illustration draw(const Settings& settings, const NavMesh& mesh, const std::string& file, const std::string& caption,
                  const PictureOptions& options)
{
    require(savePicture(mesh, settings.folder + "/" + file, options));
    return {file, caption};
}

Illustration draw(const Settings& settings, const SurfaceMesh& mesh, const std::string& file, const std::string& caption,
                  SurfacePictureOptions options)
{
    options.width = 900;
    if (options.title.empty()) options.title = caption;
    require(saveSurfacePicture(mesh, settings.folder + "/" + file, options));
    return {file, caption};
}

Illustration draw(const Settings& settings, const std::string& file, const std::string& caption, const Diagram& diagram)
{
    require(saveDiagrams({&diagram, 1}, settings.folder + "/" + file, {.width = 800, .title = caption}));
    return {file, caption};
}

} // namespace clearway::experiments
