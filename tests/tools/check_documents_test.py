#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The check of documents must find every kind of fault, and nothing in a tree without one. Each case is a small tree of its own."""
import unittest

from fault_check import FaultCheck

GOOD = {
    "README.md": "# A project\n\n[A page](docs/page.md#a-table), [an example](examples/first.cpp)\n\n```sh\n| not a table\n```\n",
    "docs/page.md": "# A page\n\n## A table\n\n| a | b |\n|---|:-:|\n| `x \\| y` | 2 |\n\n![A picture](images/rooms.png)\n",
    "docs/embedding.md": "| `CLEARWAY_NATIVE` |\n|---|\n",
    "docs/images/rooms.png": "",
    "tools/draw_docs.sh": 'clearway render rooms -o "$images/rooms.png"\n',
    "examples/first.cpp": "",
    "CMakeLists.txt": 'option(CLEARWAY_NATIVE "Build it" ON)\n',
}


class DocumentCheck(FaultCheck):
    check = "check_documents.py"
    good = GOOD

    def test_a_good_tree_passes(self):
        self.passes({})

    def test_links_lead_to_files_and_headings(self):
        self.fails({"docs/more.md": "[x](nothing.md)\n"}, "docs/more.md:1: nothing.md is not there")
        self.fails({"docs/more.md": "[x](page.md#nothing)\n"}, "no such heading")

    def test_a_row_outside_a_table(self):
        self.fails({"docs/more.md": "| a | b |\n|---|---|\n| 1 | 2 |\n\nA paragraph.\n| 3 | 4 |\n"}, "docs/more.md:6: a row outside a table")
        self.fails({"docs/more.md": "| a | b |\n| 1 | 2 |\n| 3 | 4 |\n"}, "docs/more.md:1: a row outside a table")

    def test_a_row_with_too_many_columns(self):
        self.fails({"docs/more.md": "| a | b |\n|---|---|\n| `x|y` | 2 |\n"}, "docs/more.md:3: 3 columns in a table of 2")
        self.fails({"docs/more.md": "| a | b |\n|---|---|---|\n"}, "docs/more.md:2: 3 columns in a table of 2")

    def test_a_picture_is_shown_and_drawn(self):
        self.fails({"docs/images/old.png": "", "tools/draw_docs.sh": "rooms.png old.png\n"}, "docs/images/old.png:1: no document shows")
        self.fails({"docs/images/by_hand.png": "", "docs/more.md": "![x](images/by_hand.png)\n"}, "does not draw this picture")
        self.fails({"docs/images/a_rooms.png": "", "docs/more.md": "![x](images/a_rooms.png)\n"}, "does not draw this picture")

    def test_an_option_is_documented(self):
        self.fails({"CMakeLists.txt": 'option(CLEARWAY_NATIVE "x" ON)\noption(CLEARWAY_UNITY "x" OFF)\n'}, "the option CLEARWAY_UNITY")

    def test_an_example_is_linked(self):
        self.fails({"examples/second.cpp": ""}, "no document links to this example")


if __name__ == "__main__":
    unittest.main()
