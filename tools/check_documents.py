#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that links and pictures in the documents lead to files that are there, and to headings that are there.
usage: check_links.py"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")


def headings(path):
    """Anchors as GitHub makes them."""
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.match(r"^#+ ", line):
            text = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            found.add(text.replace(" ", "-"))
    return found


def main():
    documents = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    faults = []
    for document in documents:
        inside_code = False
        for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
            if line.lstrip().startswith("```"):
                inside_code = not inside_code
            for target in LINK.findall(line) if not inside_code else []:
                if re.match(r"^[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                path = (document.parent / name).resolve() if name else document
                place = f"{document.relative_to(ROOT)}:{number}"
                if not path.exists():
                    faults.append(f"{place}: {target} is not there")
                elif anchor and path.suffix == ".md" and anchor not in headings(path):
                    faults.append(f"{place}: {target}: no such heading")
    print("\n".join(faults))
    print(f"{len(documents)} documents checked, {len(faults)} faults")
    return 1 if faults or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
