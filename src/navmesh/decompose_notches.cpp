// SPDX-License-Identifier: MIT
#include "base/errors.h"
#include "navmesh/cell_graph.h"
#include "navmesh/decompose.h"
#include "navmesh/notch_connector.h"

namespace clearway {

Result<PortalExceptions> insertPortals(LayerPlan& plan, const PortalOptions& options)
{
    NotchConnector connector(plan, options);
    connector.connectFirst(options.first);
    while (true)
    {
        if (auto done = connector.connect(); !done) return done.error();
        if (options.relaxation == 0) return connector.exceptions();
        // Where all notches of a hole are shallow, nothing joins it to the rest: then they count as they are.
        const std::vector<std::uint32_t> loose = CellGraph(plan, CellGraph::Edges::constraints).findLooseVertices();
        if (loose.empty()) return connector.exceptions();
        if (!connector.makeStrict(loose)) return makeInternalError("a cell that is not simple has no notch");
    }
}

} // namespace clearway
