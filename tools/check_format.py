#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that all C++ sources are formatted as .clang-format says and begin with the licence line; --fix formats them.
usage: check_format.py [--fix]"""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["include", "src", "cli", "bench", "common", "examples", "experiments", "referee", "fuzz", "tests"]
LICENCE = "SPDX-License-Identifier: MIT"


def main():
    formatter = shutil.which("clang-format-19")
    if not formatter:
        print("clang-format-19 is not installed")
        return 77 # ctest: skipped
    files = sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.suffix in {".h", ".cpp"})
    if "--fix" in sys.argv[1:]:
        return subprocess.run([formatter, "-i", *files]).returncode
    unlicensed = [p for p in files if LICENCE not in p.read_text(encoding="utf-8").split("\n", 1)[0]]
    for path in unlicensed:
        print(f"{path.relative_to(ROOT)}:1: the first line is not // {LICENCE}")
    result = subprocess.run([formatter, "--dry-run", "-Werror", *files], capture_output=True, text=True)
    faults = [line for line in result.stderr.splitlines() if "error:" in line]
    print("\n".join(faults))
    if faults:
        print("./dev format puts this right")
    print(f"{len(files)} files checked")
    return 1 if faults or unlicensed or result.returncode or not files else 0


if __name__ == "__main__":
    sys.exit(main())
