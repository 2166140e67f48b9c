#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that files and functions outside tests are short enough to be read: 500 lines a file, 80 lines between the braces of a
function. Relies on the format: an opening brace on a line of its own, the closing one below it in the same column.

Prints one line per fault and exits 1; prints a summary and exits 0 otherwise.
usage: check_sizes.py [ROOT]
"""
import pathlib
import re
import sys

FOLDERS = ["include", "src", "cli", "bench", "common", "examples", "experiments", "referee", "fuzz"]
MAX_FILE = 500
MAX_FUNCTION = 80
# What a line before an opening brace begins with when no function starts there.
NOT_A_FUNCTION = re.compile(r"\s*(?:class|struct|enum|union|namespace|if|else|for|while|do|switch|try|catch|case|default)\b")


def find_functions(lines):
    """(number of the line with the brace, lines between the braces) of every block that follows a signature."""
    for i, line in enumerate(lines):
        if line.strip() != "{" or i == 0 or NOT_A_FUNCTION.match(lines[i - 1]):
            continue
        if not re.search(r"[)\w}]$", lines[i - 1].rstrip()):
            continue
        closing = line.replace("{", "}")
        end = next((j for j in range(i + 1, len(lines)) if lines[j].startswith(closing)), len(lines))
        if not lines[end : end + 1] or not lines[end].startswith(closing + ";"):  # a type ends with a semicolon
            yield i + 1, end - i - 1


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    files = sorted(p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in {".h", ".cpp"})
    faults = []
    for path in files:
        lines = path.read_text(encoding="utf-8").split("\n")
        name = path.relative_to(root)
        if len(lines) - 1 > MAX_FILE:
            faults.append(f"{name}: {len(lines) - 1} lines: at most {MAX_FILE}")
        for number, length in find_functions(lines):
            if length > MAX_FUNCTION:
                faults.append(f"{name}:{number}: a function of {length} lines: at most {MAX_FUNCTION}")
    print("\n".join(faults))
    print(f"{len(files)} files checked, {len(faults)} faults")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
