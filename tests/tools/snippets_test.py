#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every C++ snippet of README.md and docs compiles against the public headers.

A snippet with a function main is a program. Any other is the body of a function. What it uses and does not make is given in an HTML comment
before it, which a reader does not see, as the parameters of that function:

    <!-- given: const Scene& scene, Anything draw -->

`Anything` is a function of the reader's that takes whatever it is called with. A fragment has <clearway/clearway.h> and the standard library
without saying so, and must include what it needs of clearway::native.
usage: snippets_test.py COMPILER"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = "c++"
STANDARD = ["cmath", "cstdint", "cstdio", "optional", "span", "string", "string_view", "vector"]
PRELUDE = """using namespace clearway;
struct Anything
{
    template <typename... Arguments>
    void operator()(Arguments&&...) const {}
};
"""
GIVEN = re.compile(r"<!-- given: (.*?) -->")
INCLUDE = re.compile(r"^#include <(.+)>$")


def snippets(text):
    """(line number, given, lines) of each ```cpp block."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.strip() != "```cpp":
            continue
        end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == "```")
        given = GIVEN.fullmatch(lines[at - 1].strip()) if at else None
        yield at + 2, given.group(1) if given else "", lines[at + 1:end]


def wrap(name, number, given, lines, index):
    """(headers, text) of one snippet; errors are reported in the lines of the document."""
    headers = frozenset(m.group(1) for m in map(INCLUDE.match, lines) if m)
    body = ["" if INCLUDE.match(line) or line.strip() == "using namespace clearway;" else line for line in lines]
    is_program = any(line.startswith("int main(") for line in lines)
    frame = f"namespace snippet{index}" if is_program else f"void snippet{index}({given})"
    return headers, "\n".join([f'#line {number - 2} "{name}"', frame, "{", *body, "}", ""])


def compile_documents(documents):
    """The errors of all snippets of {name: text}; one compiler run for all that include the same headers."""
    sources = {}
    for name, text in documents.items():
        for number, given, lines in snippets(text):
            headers, source = wrap(name, number, given, lines, sum(map(len, sources.values())))
            sources.setdefault(headers - set(STANDARD), []).append(source)
    errors = ""
    for headers, parts in sources.items():
        includes = "".join(f"#include <{h}>\n" for h in sorted({"clearway/clearway.h", *STANDARD, *headers}))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "snippets.cpp"
            path.write_text(includes + PRELUDE + "".join(parts), encoding="utf-8")
            done = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-Wno-return-type", f"-I{ROOT / 'include'}", path],
                                  capture_output=True, text=True)
        errors += done.stderr if done.returncode else ""
    return errors


class Snippets(unittest.TestCase):
    def test_every_snippet_of_the_documents_compiles(self):
        documents = {str(p.relative_to(ROOT)): p.read_text(encoding="utf-8") for p in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]}
        self.assertGreater(sum(len(list(snippets(text))) for text in documents.values()), 30)
        self.assertEqual(compile_documents(documents), "")

    def test_a_snippet_that_does_not_compile_is_found_at_its_place(self):
        text = "# A page\n\n```cpp\nNavMesh mesh = buildNavMesh(scene).value();\n```\n"
        self.assertIn("page.md:4:", compile_documents({"page.md": text}))
        self.assertEqual(compile_documents({"page.md": text.replace("```cpp", "<!-- given: const Scene& scene -->\n```cpp")}), "")

    def test_what_belongs_to_native_must_be_included(self):
        text = '```cpp\nsavePicture(buildNavMesh(buildScene("rooms").value()).value(), "a.svg").value();\n```\n'
        self.assertIn("savePicture", compile_documents({"page.md": text}))
        self.assertEqual(compile_documents({"page.md": text.replace("```cpp\n", "```cpp\n#include <clearway/native/picture.h>\n")}), "")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        COMPILER = sys.argv.pop(1)
    unittest.main()
