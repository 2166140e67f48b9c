// SPDX-License-Identifier: MIT
#include "draw.h"

#include <stdexcept>

namespace clearway::experiments {

Illustration draw(const Settings& settings, const NavMesh& mesh, const std::string& file, const std::string& caption,
                  const PictureOptions& options)
{
    const Result<void> saved = savePicture(mesh, settings.folder + "/" + file, options);
    if (!saved) throw std::runtime_error(saved.error().message);
    return {file, caption};
}

Illustration draw(const Settings& settings, const SurfaceMesh& mesh, const std::string& file, const std::string& caption,
                  SurfacePictureOptions options)
{
    options.width = 900;
    if (options.title.empty()) options.title = caption;
    const Result<void> saved = saveSurfacePicture(mesh, settings.folder + "/" + file, options);
    if (!saved) throw std::runtime_error(saved.error().message);
    return {file, caption};
}

Illustration draw(const Settings& settings, const std::string& file, const std::string& caption, const Diagram& diagram)
{
    const Result<void> saved = saveDiagrams({&diagram, 1}, settings.folder + "/" + file, {.width = 800, .title = caption});
    if (!saved) throw std::runtime_error(saved.error().message);
    return {file, caption};
}

} // namespace clearway::experiments
