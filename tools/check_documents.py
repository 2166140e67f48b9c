#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the documents: README.md and the other pages at the top, and docs.

- Links and pictures lead to files that are there, and to headings that are there.
- Every row of a table has as many columns as its head, and no row stands outside a table.
- Every picture in docs/images is shown by a document, and named in tools/draw_docs.sh, which draws it.
- Every option of CMakeLists.txt is in docs/embedding.md, and every example is linked from a document.

Prints one line per fault and exits 1; prints a summary and exits 0 otherwise.
usage: check_documents.py [ROOT]"""
import pathlib
import re
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")


def headings(path):
    """Anchors as GitHub makes them."""
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.match(r"^#+ ", line):
            text = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            found.add(text.replace(" ", "-"))
    return found


def prose(path):
    """(number, line) of the lines outside fenced code; an empty line for each line of code."""
    inside_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        is_fence = line.lstrip().startswith("```")
        inside_code ^= is_fence
        yield number, "" if inside_code or is_fence else line


def count_columns(row):
    """As GitHub does: a pipe separates also inside a code span, unless a backslash is before it."""
    return len(re.findall(r"(?<!\\)\|", row.strip().removeprefix("|").removesuffix("|"))) + 1


class Check:
    def __init__(self, root):
        self.root = root
        self.documents = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])
        self.faults = []

    def fault(self, path, number, text):
        self.faults.append(f"{path.relative_to(self.root)}:{number}: {text}")

    def links(self, document):
        """Checks the links of a document; the files that they lead to."""
        targets = set()
        for number, line in prose(document):
            for target in LINK.findall(line):
                if re.match(r"^[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                path = (document.parent / name).resolve() if name else document
                targets.add(path)
                if not path.exists():
                    self.fault(document, number, f"{target} is not there")
                elif anchor and path.suffix == ".md" and anchor not in headings(path):
                    self.fault(document, number, f"{target}: no such heading")
        return targets

    def tables(self, document):
        row, columns = 0, 0
        for number, line in prose(document):
            if not line.lstrip().startswith("|"):
                row = 0
                continue
            row += 1
            if row == 1:
                columns = count_columns(line)
            elif row == 2 and not re.fullmatch(r"\s*\|(\s*:?-+:?\s*\|)+\s*", line):
                self.fault(document, number - 1, "a row outside a table: the line under the head of a table is |---|")
            elif count_columns(line) != columns:
                self.fault(document, number, f"{count_columns(line)} columns in a table of {columns}")
            following = document.read_text(encoding="utf-8").splitlines()[number:number + 1]
            if row == 1 and not (following and following[0].lstrip().startswith("|")):
                self.fault(document, number, "a row outside a table")

    def pictures(self, shown):
        script = self.root / "tools/draw_docs.sh"
        drawn = script.read_text(encoding="utf-8") if script.exists() else ""
        for path in sorted((self.root / "docs/images").glob("*")):
            if path.resolve() not in shown:
                self.fault(path, 1, "no document shows this picture")
            if not re.search(rf"(?<![\w.]){re.escape(path.name)}(?![\w.])", drawn):
                self.fault(path, 1, "tools/draw_docs.sh does not draw this picture")

    def options(self):
        page, lists = self.root / "docs/embedding.md", self.root / "CMakeLists.txt"
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        for number, line in enumerate(lists.read_text(encoding="utf-8").splitlines() if lists.exists() else [], 1):
            match = re.match(r"option\((\w+)", line)
            if match and f"`{match.group(1)}`" not in text:
                self.fault(lists, number, f"docs/embedding.md does not name the option {match.group(1)}")

    def run(self):
        linked = set()
        for document in self.documents:
            linked |= self.links(document)
            self.tables(document)
        self.pictures(linked)
        self.options()
        for path in sorted((self.root / "examples").glob("*.cpp")):
            if path.resolve() not in linked:
                self.fault(path, 1, "no document links to this example")
        return self.faults


def main():
    check = Check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve())
    faults = check.run()
    print("\n".join(faults))
    print(f"{len(check.documents)} documents checked, {len(faults)} faults")
    return 1 if faults or not check.documents else 0


if __name__ == "__main__":
    sys.exit(main())
