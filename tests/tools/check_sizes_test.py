#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The check of sizes must find files and functions that are too long, and nothing else."""
import unittest

from fault_check import FaultCheck


def function(lines, head="void f()"):
    return head + "\n{\n" + "    g();\n" * lines + "}\n"


class SizeCheck(FaultCheck):
    check = "check_sizes.py"
    good = {"src/scene/a.cpp": function(80), "include/clearway/scene/a.h": "struct A\n{\n" + "    int x;\n" * 90 + "};\n"}

    def test_a_good_tree_passes(self):
        self.passes({})
        self.passes({"tests/scene/a_test.cpp": function(500)})
        self.passes({"src/scene/b.cpp": "int x;\n" * 500})

    def test_an_empty_tree_is_a_fault(self):
        self.assertEqual(self.run_check({}).returncode, 1)

    def test_a_long_file_is_found(self):
        self.fails({"cli/b.cpp": "int x;\n" * 501}, "cli/b.cpp: 501 lines")

    def test_a_long_function_is_found(self):
        self.fails({"src/scene/b.cpp": function(81)}, "src/scene/b.cpp:2: a function of 81 lines")
        self.fails({"src/scene/b.cpp": function(81, "int A::f(int a,\n         int b) const")}, "a function of 81 lines")
        inside = "class A\n{\n    void f()\n    {\n" + "        g();\n" * 81 + "    }\n};\n"
        self.fails({"src/scene/b.cpp": inside}, "src/scene/b.cpp:4: a function of 81 lines")


if __name__ == "__main__":
    unittest.main()
