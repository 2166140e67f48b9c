#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The module check must find every kind of fault, and nothing in a tree without one. Each case is a small tree of its own."""
import unittest

from fault_check import FaultCheck

GOOD = {
    "include/clearway/base.h": "#include <clearway/base/base.h>\n",
    "include/clearway/base/base.h": "#include <vector>\n",
    "include/clearway/scene.h": "#include <clearway/scene/scene.h>\n",
    "include/clearway/scene/scene.h": "#include <clearway/base.h>\n",
    "include/clearway/navmesh.h": "#include <clearway/navmesh/navmesh.h>\n",
    "include/clearway/navmesh/navmesh.h": "#include <clearway/scene/scene.h>\n",
    "include/clearway/native/picture.h": "#include <clearway/navmesh.h>\n",
    "include/clearway/clearway.h": "#include <clearway/navmesh.h>\n#include <clearway/base.h>\n#include <clearway/scene.h>\n",
    "src/navmesh/assemble.h": "#include <clearway/navmesh.h>\n",
    "src/navmesh/assemble.cpp": '#include "navmesh/assemble.h"\n#include <boost/polygon/polygon.hpp>\n',
    "src/draw/picture.cpp": "#include <cairo.h>\n#include <clearway/native/picture.h>\n",
    "cli/main.cpp": '#include <clearway/clearway.h>\n#include "options.h"\n',
    "cli/options.h": "#pragma once\n",
}


class ModuleCheck(FaultCheck):
    check = "check_modules.py"
    good = GOOD

    def test_a_good_tree_passes(self):
        self.passes({})

    def test_an_empty_tree_is_a_fault(self):
        self.assertEqual(self.run_check({}).returncode, 1)

    def test_a_lower_module_may_not_use_a_higher_one(self):
        self.fails({"src/geometry/a.cpp": "#include <clearway/scene/scene.h>\n"}, "src/geometry/a.cpp:1: geometry may not use scene")

    def test_also_not_through_a_private_header(self):
        self.fails({"src/scene/a.cpp": '\n#include "navmesh/assemble.h"\n'}, "src/scene/a.cpp:2: scene may not use navmesh")

    def test_siblings_do_not_see_each_other(self):
        self.fails({"src/surface/a.cpp": "#include <clearway/navmesh.h>\n"}, "surface may not use navmesh")

    def test_a_public_header_may_not_show_a_private_one(self):
        self.fails({"include/clearway/navmesh/navmesh.h": '#include "navmesh/assemble.h"\n'}, "includes the private header")

    def test_a_public_header_may_not_ask_users_for_a_dependency(self):
        self.fails({"include/clearway/io.h": "#include <fmt/format.h>\n"}, "users would need it too")

    def test_programs_use_public_headers_only(self):
        self.fails({"bench/a.cpp": '#include "navmesh/assemble.h"\n'}, "bench/a.cpp:1: 'navmesh/assemble.h' is private")
        self.fails({"examples/a.cpp": '#include "../src/navmesh/assemble.h"\n'}, "is private")

    def test_the_core_does_not_include_native_code(self):
        self.fails({"src/io/wkt.cpp": "#include <clearway/native/picture.h>\n"}, "needs native libraries")
        self.fails({"src/io/wkt.cpp": "#include <cairo/cairo.h>\n"}, "native code only")
        self.fails({"include/clearway/navmesh/navmesh.h": "#include <clearway/native/picture.h>\n"}, "needs native libraries")
        self.fails({"src/potential/native/device.h": "", "src/potential/solver.cpp": '#include "potential/native/device.h"\n'}, "needs native libraries")
        self.passes({"src/potential/native/device.cpp": "#include <CL/cl.h>\n"})

    def test_an_umbrella_is_complete(self):
        self.fails({"include/clearway/clearway.h": "#include <clearway/navmesh.h>\n#include <clearway/base.h>\n"}, "<clearway/scene.h> is missing")
        self.fails({"include/clearway/navmesh/query.h": ""}, "include/clearway/navmesh.h:1: <clearway/navmesh/query.h> is missing")
        self.fails({"include/clearway/brand_new.h": ""}, "'brand_new' is no module")
        self.passes({"include/clearway/published/search.h": "#include <clearway/navmesh.h>\n"})

    def test_a_feature_is_not_asked_of_the_compiler(self):
        self.fails({"src/potential/native/device.cpp": "#if __has_include(<CL/cl.h>)\n#endif\n"}, "src/potential/native/device.cpp:1: __has_include")

    def test_crowd_sees_of_guide_only_its_interface(self):
        good = {"src/crowd/a.cpp": "#include <clearway/guide.h>\n"}
        self.passes(good)
        self.fails({"src/crowd/a.cpp": "#include <clearway/guide/corridor_guide.h>\n"}, "only its interface")
        self.fails({"src/crowd/a.cpp": "#include <clearway/corridor.h>\n"}, "crowd may not use corridor")
        self.fails({"src/crowd/a.cpp": "#include <clearway/published/search.h>\n"}, "crowd may not use published")

    def test_baselines_stand_between_planners_and_guides(self):
        self.passes({"src/guide/a.cpp": "#include <clearway/published/search.h>\n"})
        self.fails({"src/published/a.cpp": "#include <clearway/guide.h>\n"}, "published may not use guide")
        self.fails({"src/path/a.cpp": "#include <clearway/published/search.h>\n"}, "path may not use published")

    def test_heavy_headers_are_included_once(self):
        self.fails({"src/scene/a.cpp": "#include <boost/polygon/voronoi.hpp>\n"}, "boost/polygon/ is heavy and already included")
        self.fails({"cli/json.h": "#include <nlohmann/json.hpp>\n"}, "not in a header")

    def test_the_library_has_one_json_reader(self):
        self.fails({"src/io/a.cpp": "#include <nlohmann/json.hpp>\n"}, "reads JSON with io/json.h")

    def test_groups_and_steering_see_no_planner(self):
        self.fails({"src/group/a.cpp": "#include <clearway/field/planner.h>\n"}, "group may not use field")
        self.fails({"src/group/a.cpp": "#include <clearway/potential/solver.h>\n"}, "group may not use potential")
        self.fails({"src/steering/a.cpp": "#include <clearway/field/field.h>\n"}, "steering may not use field")
        self.fails({"src/crowd/a.cpp": "#include <clearway/potential/solver.h>\n"}, "crowd may not use potential")

    def test_an_unknown_module_is_a_fault(self):
        self.fails({"src/utils/a.cpp": "\n"}, "'utils' is no module")

    def test_the_library_does_not_include_its_umbrella(self):
        self.fails({"src/io/a.cpp": "#include <clearway/clearway.h>\n"}, "umbrella")


if __name__ == "__main__":
    unittest.main()
