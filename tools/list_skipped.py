#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists the tests of a run of ctest that were skipped, each with the reason: one line "NAME: reason" per test, nothing when all ran.
usage: list_skipped.py RESULTS.xml     (written by ctest --output-junit)"""
import re
import sys
import xml.etree.ElementTree


def reasons(output):
    """What a test program says about skipped parts of itself; GoogleTest, our scripts (`SKIPPED part: reason`), or its last line."""
    found = re.findall(r"^SKIPPED (.+)$", output, re.MULTILINE)
    found += [text.strip() for text in re.findall(r"^\S+:\d+: Skipped\n(.*?)\n\n", output, re.MULTILINE | re.DOTALL)]
    return [" ".join(text.split()) for text in found]


def list_skipped(path):
    lines = []
    for test in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        output = test.findtext("system-out") or ""
        is_skipped = test.find("skipped") is not None
        found = reasons(output)
        if is_skipped and not found:
            said = [line.strip() for line in output.splitlines() if line.strip()]
            found = [said[-1] if said else test.find("skipped").get("message") or "no reason was given"]
        lines += [f"{test.get('name')}: {reason}" for reason in found]
    return lines


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line in list_skipped(sys.argv[1]):
        print(line)
