#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What ./dev promises. A skipped test is named with its reason by `./dev test`, and is a fault where CI is set. A command that
only needs the program installs none of the packages of the tests. Runs ./dev in a tree of its own, with stand-ins for the tools that build, and the real ctest on a few
tests that skip in every way there is."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import list_skipped  # noqa: E402

GTEST = "[ RUN      ] Device.IsThere\\n/tmp/a_test.cpp:7: Skipped\\nno device:\\ninstall one\\n\\n[  SKIPPED ] Device.IsThere (0 ms)\\n"
SKIPS = {"ByCode": "echo first line; echo clang-format is not installed; exit 77", "ByGoogleTest": f"printf '{GTEST}'",
         "PartOfAScript": "echo SKIPPED Reading.secret: the superuser reads everything; echo OK"}
RUNS = {"Runs": "echo fine"}
FAILS = {"Fails": "exit 1"}


class DevCase(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for name in ["dev", "tools/list_skipped.py"]:
            (self.folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.stand_in("cmake", "exit 0")
        self.stand_in("dpkg-query", "echo installed")
        ctest = shutil.which("ctest")
        # A preset would need the whole project: the tests are in build.
        self.stand_in("ctest", f'shift 2; exec {ctest} --test-dir "{self.folder}/build" --output-on-failure "$@"')

    def tearDown(self):
        self.temporary.cleanup()

    def stand_in(self, name, text):
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def dev(self, *command, ci=""):
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "CI": ci}
        return subprocess.run([self.folder / "dev", *command], env=environment, capture_output=True, text=True)


class Packages(DevCase):
    def setUp(self):
        super().setUp()
        # Says what it is asked for; what is cached is what was asked for.
        self.stand_in("cmake", f"""cd "{self.folder}"
echo "$*" >> asked.txt
for word in "$@"; do case $word in -DCLEARWAY_TESTS=*) echo "CLEARWAY_TESTS:BOOL=${{word#*=}}" > build/CMakeCache.txt ;; esac; done""")
        self.stand_in("dpkg-query", f'for word in "$@"; do echo "$word"; done >> "{self.folder}/packages.txt"; echo installed')
        self.stand_in("ctest", "echo '100% tests passed, 0 tests failed out of 1'")

    def configured(self, command):
        """How ./dev COMMAND configures, and the packages that it asks for."""
        for name in ["asked.txt", "packages.txt"]:
            (self.folder / name).write_text("")
        done = self.dev(command)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return (self.folder / "asked.txt").read_text().splitlines()[0], (self.folder / "packages.txt").read_text().split()

    def test_the_program_alone_needs_no_package_of_the_tests(self):
        asked, packages = self.configured("build")
        self.assertIn("-DCLEARWAY_TESTS=OFF", asked)
        self.assertNotIn("libgtest-dev", packages)
        asked, packages = self.configured("test")
        self.assertIn("-DCLEARWAY_TESTS=ON", asked)
        self.assertIn("libgtest-dev", packages)

    def test_building_the_program_does_not_take_the_tests_away(self):
        self.configured("test")
        self.assertIn("-DCLEARWAY_TESTS=ON", self.configured("build")[0])


class DeepParts(DevCase):
    def setUp(self):
        super().setUp()
        self.stand_in("cmake", f'echo "$*" >> "{self.folder}/asked.txt"')
        self.stand_in("ctest", f'echo "$*" >> "{self.folder}/tested.txt"; echo "100% tests passed, 0 tests failed out of 1"')

    def test_only_the_named_parts_run(self):
        done = self.dev("test-deep", "asan", "tsan")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        tested = (self.folder / "tested.txt").read_text().splitlines()
        self.assertEqual([line.split()[1] for line in tested], ["asan", "tsan"])
        self.assertIn("test-deep: all passed (asan tsan)", done.stdout)

    def test_a_part_that_fails_is_named_and_the_others_still_run(self):
        self.stand_in("ctest", 'echo "$*"; case $2 in asan) echo "1 tests failed, 1 tests failed out of 2"; exit 8 ;; esac; echo "100% tests passed, 0 tests failed out of 1"')
        done = self.dev("test-deep", "asan", "tsan")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("test-deep: failed: asan\n", done.stdout)
        self.assertIn("tsan: 1 passed", done.stdout)

    def test_a_part_that_is_not_there_is_refused_before_anything_runs(self):
        done = self.dev("test-deep", "asan", "valgrind")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no part 'valgrind'", done.stderr)
        self.assertFalse((self.folder / "asked.txt").exists())


class Skipped(DevCase):
    def run_dev(self, tests, ci):
        lines = []
        for name, text in tests.items():
            (self.folder / f"{name}.sh").write_text(text + "\n")
            lines.append(f'add_test({name} sh "{self.folder}/{name}.sh")')
            lines.append(f'set_tests_properties({name} PROPERTIES SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION "\\\\[  SKIPPED \\\\]")')
        (self.folder / "build").mkdir(exist_ok=True)
        (self.folder / "build/CTestTestfile.cmake").write_text("\n".join(lines) + "\n")
        return self.dev("test", ci=ci)

    def test_every_skipped_test_is_named_with_its_reason(self):
        done = self.run_dev({**SKIPS, **RUNS}, ci="")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for line in ["skipped: ByCode: clang-format is not installed", "skipped: ByGoogleTest: no device: install one",
                     "skipped: PartOfAScript: Reading.secret: the superuser reads everything", "release: 2 passed, 0 failed, 2 skipped"]:
            self.assertIn(line, done.stdout)

    def test_a_skipped_test_is_a_fault_in_ci(self):
        for name in SKIPS:
            with self.subTest(name):
                self.assertEqual(self.run_dev({name: SKIPS[name], **RUNS}, ci="false").returncode, 0)
                done = self.run_dev({name: SKIPS[name], **RUNS}, ci="true")
                self.assertNotEqual(done.returncode, 0, done.stdout)
                self.assertIn("a fault in CI", done.stderr)

    def test_a_run_without_skipped_tests_passes_in_ci(self):
        done = self.run_dev(RUNS, ci="true")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("skipped:", done.stdout)

    def test_a_failed_test_is_a_failure_with_and_without_ci(self):
        for ci in ["", "true"]:
            self.assertNotEqual(self.run_dev({**FAILS, **RUNS}, ci).returncode, 0)

    def test_a_test_without_a_word_has_a_reason_too(self):
        path = self.folder / "results.xml"
        path.write_text('<testsuite><testcase name="A"><skipped message="SKIP_RETURN_CODE=77"/></testcase></testsuite>')
        self.assertEqual(list_skipped.list_skipped(path), ["A: SKIP_RETURN_CODE=77"])


if __name__ == "__main__":
    unittest.main()
