#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Copies the first program of a document (its first ```cpp block) to a file, which is touched only when it changes.
usage: extract_readme_program.py README.md OUTPUT.cpp [MAX_LINES]"""
import pathlib
import re
import sys


def main():
    document, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    match = re.search(r"^```cpp\n(.*?)^```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if not match:
        print(f"{document}: no program in it")
        return 1
    program = match.group(1)
    lines = len(program.splitlines())
    if len(sys.argv) > 3 and lines > int(sys.argv[3]):
        print(f"{document}: the first program has {lines} lines; it promises to stay within {sys.argv[3]}")
        return 1
    if not output.exists() or output.read_text(encoding="utf-8") != program:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(program, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
