#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The public headers as a user's compiler sees them.
usage: headers_test.py COMPILER"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
sys.path.insert(0, str(ROOT / "tools"))
import check_modules  # noqa: E402

COMPILER = "c++"
# Macros of <windows.h> and the headers that it includes; `small` and `interface` are those of <rpcndr.h> and <combaseapi.h>.
WINDOWS = {"near": "", "far": "", "NEAR": "", "FAR": "", "CONST": "const", "IN": "", "OUT": "", "OPTIONAL": "", "VOID": "void", "TRUE": "1", "FALSE": "0",
           "min(a, b)": "(((a) < (b)) ? (a) : (b))", "max(a, b)": "(((a) > (b)) ? (a) : (b))", "small": "char", "hyper": "__int64",
           "interface": "struct", "pascal": "__stdcall", "cdecl": "", "CALLBACK": "", "STRICT": "1", "ERROR": "0", "DELETE": "(0x00010000L)",
           "IGNORE": "0", "NO_ERROR": "0L", "DIFFERENCE": "11", "RELATIVE": "2", "ABSOLUTE": "1", "TRANSPARENT": "1", "OPAQUE": "2",
           "GetObject": "GetObjectA", "GetMessage": "GetMessageA", "CreateWindow": "CreateWindowA", "DrawText": "DrawTextA", "GetClassName": "GetClassNameA",
           "SendMessage": "SendMessageA", "LoadImage": "LoadImageA", "Yield()": "", "rad1": "", "rad2": ""}


def public_headers():
    return sorted(p.relative_to(INCLUDE).as_posix() for p in INCLUDE.rglob("*.h"))


def standard_headers():
    """Those that ours include. A user's other headers have included most of them before; they are not what is tested here."""
    found = set()
    for name in public_headers():
        found |= set(re.findall(r"^#include <([a-z_0-9]+)>$", (INCLUDE / name).read_text(encoding="utf-8"), re.MULTILINE))
    return sorted(found)


def compile_text(text, *options):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "user.cpp"
        source.write_text(text, encoding="utf-8")
        return subprocess.run([COMPILER, "-std=c++20", f"-I{INCLUDE}", *options, source], capture_output=True, text=True)


class Headers(unittest.TestCase):
    def test_clearway_h_includes_every_header_of_the_core(self):
        done = compile_text("#include <clearway/clearway.h>\n", "-M")
        self.assertEqual(done.returncode, 0, done.stderr)
        reached = {pathlib.Path(p).resolve() for p in done.stdout.replace("\\\n", " ").split()}
        beside = {f"clearway/{folder}" for folder in check_modules.BESIDE_UMBRELLA}
        core = [name for name in public_headers() if pathlib.PurePath(name).parent.as_posix() not in beside]
        self.assertGreater(len(core), 100)
        self.assertEqual([name for name in core if (INCLUDE / name).resolve() not in reached], [])
        baselines = [name for name in public_headers() if name.startswith("clearway/published/")]
        self.assertGreater(len(baselines), 3)
        self.assertEqual([name for name in baselines if (INCLUDE / name).resolve() in reached], [])

    def test_clearway_h_includes_nothing_of_native(self):
        done = compile_text("#include <clearway/clearway.h>\n", "-M")
        native = [name for name in public_headers() if check_modules.is_native_header(name)]
        self.assertGreater(len(native), 5)
        self.assertEqual([name for name in native if f"include/{name}" in done.stdout], [])

    def test_every_header_compiles_after_the_macros_of_windows(self):
        text = "".join(f"#include <{name}>\n" for name in standard_headers())
        text += "".join(f"#define {name} {value}\n" for name, value in WINDOWS.items())
        text += "".join(f"#include <{name}>\n" for name in public_headers())
        done = compile_text(text, "-fsyntax-only")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        COMPILER = sys.argv.pop(1)
    unittest.main()
