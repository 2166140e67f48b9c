#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The pictures of crowds in the documents show what the program does today: pictures_test.py PROGRAM. Runs are compared by their hashes, since
# letters are drawn otherwise where other fonts are installed.
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Pictures(unittest.TestCase):
    def test_show_the_runs_that_the_program_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["sh", "tools/draw_docs.sh", PROGRAM, folder, "crowds"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            made = (pathlib.Path(folder) / "runs.txt").read_text().splitlines()
        shown = (ROOT / "docs/images/runs.txt").read_text().splitlines()
        self.assertGreater(len(shown), 5)
        self.assertEqual(made, shown, "pictures in docs/images show other runs: ./dev draw renews them")


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
