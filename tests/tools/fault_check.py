# SPDX-License-Identifier: MIT
"""For tests of the checks in tools/: runs a check on small trees, of which one is good and the others have one fault each."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


class FaultCheck(unittest.TestCase):
    """Subclasses name the check, a file in tools/, and give the good tree: the text of each file by its name."""
    check = ""
    good = {}

    def run_check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return subprocess.run([sys.executable, TOOLS / self.check, folder], capture_output=True, text=True)

    def fails(self, changes, expected):
        result = self.run_check({**self.good, **changes})
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn(expected, result.stdout)
        self.assertIn(", 1 faults", result.stdout)

    def passes(self, changes):
        result = self.run_check({**self.good, **changes})
        self.assertEqual(result.returncode, 0, result.stdout)
