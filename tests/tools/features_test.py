#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An optional package that arrives after the first build, or goes away again, is noticed by the next configuration, and only the objects
that it touches are built again. Builds a small project of its own with cmake/Features.cmake.
usage: features_test.py COMPILER"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = "c++"
PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(gadgets LANGUAGES CXX)
include({ROOT}/cmake/Features.cmake)
clearway_forget_what_is_gone(GADGET_INCLUDE_DIR:gadget.h)
find_path(GADGET_INCLUDE_DIR gadget.h PATHS ${{CMAKE_SOURCE_DIR}}/packages)
set(GADGET ${{GADGET_INCLUDE_DIR}})
set(version 1.5)
add_executable(program main.cpp other.cpp)
clearway_features(program GADGET=version)
set_source_files_properties(main.cpp PROPERTIES COMPILE_OPTIONS "-I;${{CMAKE_SOURCE_DIR}}/packages")
"""
MAIN = """
#include "program_features.h"
#if CLEARWAY_HAS_GADGET()
#include <gadget.h>
#else
#define ANSWER 0
#endif
int other();
int main() { return ANSWER + other() + (CLEARWAY_GADGET_TEXT[0] - '1'); }
"""


class Features(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for name, text in {"CMakeLists.txt": PROJECT, "main.cpp": MAIN, "other.cpp": "int other() { return 0; }\n"}.items():
            (self.folder / name).write_text(text)
        (self.folder / "packages").mkdir()

    def tearDown(self):
        self.temporary.cleanup()

    def configure_build_and_run(self):
        """What the program returns, and what was built for it."""
        subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={COMPILER}"], check=True,
                       stdout=subprocess.DEVNULL)
        built = subprocess.run(["cmake", "--build", self.folder / "build"], check=True, capture_output=True, text=True).stdout
        return subprocess.run([self.folder / "build/program"]).returncode, built

    def test_a_package_that_arrives_or_goes_is_noticed(self):
        self.assertEqual(self.configure_build_and_run()[0], 0)
        (self.folder / "packages/gadget.h").write_text("#define ANSWER 42\n")
        answer, built = self.configure_build_and_run()
        self.assertEqual(answer, 42)
        self.assertNotIn("other.cpp", built)
        self.assertIn("no work to do", self.configure_build_and_run()[1])
        (self.folder / "packages/gadget.h").unlink()
        self.assertEqual(self.configure_build_and_run()[0], 0)

    def test_a_source_that_forgets_the_header_does_not_compile(self):
        (self.folder / "other.cpp").write_text("#if CLEARWAY_HAS_GADGET()\n#endif\nint other() { return 0; }\n")
        with self.assertRaises(subprocess.CalledProcessError):
            self.configure_build_and_run()


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        COMPILER = sys.argv.pop(1)
    unittest.main()
