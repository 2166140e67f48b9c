#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks who includes whom.

- A module includes only the modules that its row in USES names, and those they build on.
- Public headers (include/clearway) include no private header (src).
- Programs outside the library (cli, bench, common, examples, experiments, referee, fuzz, tools) use public headers only; tests may look inside.
- crowd sees of guide only the interface header.
- What needs the native libraries lives in src/draw and in folders called native; nothing in the core includes it, nor Cairo.
- The umbrella header includes every module, and a module's header every public header of the module; baselines (published) and native
  headers are left out.
- No file asks __has_include: a compiler does not look again when the header arrives later. CMake finds what is there.
- The library has one JSON reader, its own.
- Heavy headers (Boost, JSON, the command line parser) are included in one source file each per program or library.

Prints one line per fault and exits 1; prints a summary and exits 0 otherwise.
usage: check_modules.py [ROOT]
"""
import pathlib
import re
import sys

PLANNERS = {"path", "surface", "corridor", "field"}

# docs/architecture.md shows the same table to people.
USES = {
    "base": set(),
    "geometry": {"base"},
    "yielding": {"geometry"},
    "scene": {"geometry"},
    "voronoi": {"scene"},
    "navmesh": {"scene"},
    "clearance": {"navmesh", "voronoi"},
    "path": {"clearance"},
    "surface": {"scene"},
    "corridor": {"voronoi"},
    "grid": {"scene"},
    "potential": {"grid"},
    "field": {"potential"},
    "group": {"grid", "yielding"},
    "steering": {"potential", "yielding"},
    "published": PLANNERS,
    "guide": PLANNERS | {"published", "yielding"},
    "walkers": {"corridor", "steering"},
    "crowd": {"guide", "steering", "walkers"},
    "rts": {"crowd", "group", "plan"},
    "plan": {"guide", "published"},
    "io": {"rts", "plan"},
    "record": {"io"},
    "draw": {"record"},
}

# The interface of guide, the only header of it that crowd may see; the planners behind it stay hidden too.
GUIDE_INTERFACE = {"clearway/guide.h", "clearway/guide/guide.h", "clearway/guide/ground.h"}
UMBRELLA = "clearway/clearway.h"
# Heavy third-party headers, and system libraries that only native code may use.
HEAVY = re.compile(r"^(boost/[a-z_]+/|nlohmann/|CLI/)")
# The files that describe commands to CLI11 share it, through their own headers.
SHARES_HEAVY = re.compile(r"^cli/argument")
NATIVE_ONLY = re.compile(r"^(cairo|sqlite3|CL/|sys/socket|httplib)")
OUTSIDE = ["cli", "bench", "common", "examples", "experiments", "referee", "fuzz", "tools"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".h", ".hpp", ".cpp"}


def transitive(module):
    """The module itself and everything it builds on."""
    found, waiting = {module}, [module]
    while waiting:
        for used in USES[waiting.pop()] - found:
            found.add(used)
            waiting.append(used)
    if module == "crowd":
        found -= PLANNERS | {"published", "clearance", "navmesh", "voronoi", "grid", "potential"}
    return found


# Public headers that the umbrella leaves out.
BESIDE_UMBRELLA = {"native", "published"}


def is_native_header(name):
    """Whether a public header, named as in an #include, is part of clearway::native."""
    return name.startswith("clearway/native/")


def is_native_source(path):
    """Whether a file of src, given by the parts of its path there, is part of clearway::native."""
    return path[0] == "draw" or "native" in path


def module_of_header(name):
    """The module of a public header named as in an #include, or None when it is not ours."""
    if is_native_header(name):
        return "draw"
    match = re.match(r"^clearway/([a-z_]+)(?:\.h$|/)", name)
    return match.group(1) if match else None


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES) if folder.is_dir() else []


class Check:
    def __init__(self, root):
        self.root = root
        self.faults = []
        self.file_count = 0

    def fault(self, path, number, text):
        self.faults.append(f"{path.relative_to(self.root)}:{number}: {text}")

    def features(self, path):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if "__has_include" in line:
                self.fault(path, number, "__has_include is answered once and kept; let CMake find the header and say so (cmake/Features.cmake)")

    def private_target(self, path, quote, name):
        """The private header that an include means, as a path relative to src, or None."""
        if quote == '"' and (path.parent / name).is_file() and (self.root / "src") in path.parents:
            return (path.parent / name).resolve().relative_to((self.root / "src").resolve())
        for prefix in ("", "src/"):
            stripped = name[len(prefix):] if name.startswith(prefix) else None
            if stripped and (self.root / "src" / stripped).is_file():
                return pathlib.PurePath(stripped)
        return None

    def library_file(self, path, module, is_public):
        if module not in USES:
            self.fault(path, 1, f"'{module}' is no module; the table in tools/check_modules.py lists them")
            return
        allowed = transitive(module)
        is_native = is_native_header(path.relative_to(self.root / "include").as_posix()) if is_public else is_native_source(path.relative_to(self.root / "src").parts)
        self.file_count += 1
        for number, quote, name in includes(path):
            if name == UMBRELLA:
                self.fault(path, number, "the library does not include its own umbrella header")
                continue
            other = module_of_header(name)
            if other is None:
                private = self.private_target(path, quote, name)
                if private is not None:
                    other = private.parts[0]
                    if is_public:
                        self.fault(path, number, f"a public header includes the private header {private}")
                    if is_native_source(private.parts) and not is_native:
                        self.fault(path, number, f"the core includes {private}, which needs native libraries")
                        continue
            if is_native_header(name):
                if not is_native:
                    self.fault(path, number, f"the core includes {name}, which needs native libraries")
                continue
            if NATIVE_ONLY.match(name) and not is_native:
                self.fault(path, number, f"<{name}> may be included in native code only")
            if name.startswith("nlohmann/"):
                self.fault(path, number, f"<{name}>: the library reads JSON with io/json.h and io/json_tree.h")
            if is_public and (HEAVY.match(name) or name.startswith(("fmt/", "fast_float/"))):
                self.fault(path, number, f"a public header includes <{name}>: users would need it too")
            if other is None:
                continue
            if other not in allowed:
                self.fault(path, number, f"{module} may not use {other} (<{name}>)")
            elif module == "crowd" and other == "guide" and name not in GUIDE_INTERFACE:
                self.fault(path, number, f"crowd may include of guide only its interface, not <{name}>")

    def outside_file(self, path):
        self.file_count += 1
        for number, quote, name in includes(path):
            private = self.private_target(path, quote, name)
            own = quote == '"' and (path.parent / name).is_file()
            if "src/" in name or (private is not None and not own and module_of_header(name) is None):
                self.fault(path, number, f"'{name}' is private; programs use public headers only")

    def umbrella(self):
        """Whoever includes one header gets everything that it stands for."""
        public = self.root / "include" / "clearway"
        if not (public / "clearway.h").is_file():
            return
        modules = {p.name for p in public.iterdir() if p.is_dir()} - BESIDE_UMBRELLA
        self.must_include(public / "clearway.h", {f"clearway/{module}.h" for module in modules})
        for module in modules:
            self.must_include(public / f"{module}.h", {f"clearway/{module}/{p.name}" for p in (public / module).glob("*.h")})

    def must_include(self, path, wanted):
        found = {name for _, _, name in includes(path)} if path.is_file() else set()
        for name in sorted(wanted - found):
            self.fault(path, 1, f"<{name}> is missing")

    def heavy_headers(self, folders):
        """Each family of heavy headers in one source file per folder."""
        users = {}
        for folder in folders:
            for path in sources(self.root / folder):
                if SHARES_HEAVY.match(path.relative_to(self.root).as_posix()):
                    continue
                for number, _, name in includes(path):
                    match = HEAVY.match(name)
                    if match:
                        users.setdefault((folder, match.group(1)), {}).setdefault(path, number)
        for (folder, family), places in users.items():
            for path, number in sorted(places.items())[1:]:
                first = sorted(places)[0].relative_to(self.root)
                self.fault(path, number, f"{family} is heavy and already included in {first}; one source file per {folder}")
            for path, number in places.items():
                if path.suffix != ".cpp":
                    self.fault(path, number, f"{family} is heavy: include it in a source file, not in a header")

    def run(self):
        public = self.root / "include" / "clearway"
        for path in sources(public):
            relative = path.relative_to(self.root / "include").as_posix()
            if relative != UMBRELLA:
                self.library_file(path, module_of_header(relative), is_public=True)
        for path in sources(self.root / "src"):
            self.library_file(path, path.relative_to(self.root / "src").parts[0], is_public=False)
        for folder in OUTSIDE:
            for path in sources(self.root / folder):
                self.outside_file(path)
        self.umbrella()
        for folder in ["include", "src", "tests", *OUTSIDE]:
            for path in sources(self.root / folder):
                self.features(path)
        self.heavy_headers(["src", "cli"])
        return self.faults


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    check = Check(root)
    faults = check.run()
    print("\n".join(faults))
    if check.file_count == 0:
        print(f"no sources under {root}")
        return 1
    print(f"{check.file_count} files checked, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
