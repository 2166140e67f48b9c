#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy over the sources of a build, several at a time; prints each warning once.
usage: lint.py --build FOLDER [--jobs N] [FILE...]"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "cli", "bench", "examples")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    tidy = shutil.which("clang-tidy-19")
    if not tidy:
        print("clang-tidy-19 is not installed")
        return 1
    commands = json.loads((pathlib.Path(options.build) / "compile_commands.json").read_text())
    known = [pathlib.Path(c["file"]) for c in commands]
    wanted = {pathlib.Path(f).resolve() for f in options.files}
    files = [f for f in known if (f.resolve() in wanted if wanted else f.relative_to(ROOT).parts[0] in FOLDERS)]
    if not files:
        print("nothing to look at")
        return 1

    def check(path):
        return subprocess.run([tidy, "--quiet", "-p", options.build, str(path)], capture_output=True, text=True)

    seen = set()
    failed = False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(check, files):
            failed |= result.returncode != 0
            for block in re.split(r"(?m)^(?=/\S+:\d+:\d+: (?:warning|error):)", result.stdout):
                head = block.split("\n", 1)[0]
                if block.startswith("/") and head not in seen:
                    seen.add(head)
                    print(block.rstrip().replace(str(ROOT) + "/", ""))
    print(f"{len(files)} files checked, {len(seen)} warnings")
    return 1 if seen or failed else 0


if __name__ == "__main__":
    sys.exit(main())
