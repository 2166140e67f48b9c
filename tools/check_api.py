#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the public headers spell the same thing the same way.

- Text of an enumerator is toString(), memory held is memoryBytes(), a hash is computeHash().
- A layer of a scene is a layer, never a floor.
- There is one kNone, in base/none.h. Grids with signed numbers and ids that start at 1 have their own, which the rule lists.
- How a call runs is said by an Execution, which is the field `execution` of options or the last parameter of that name: no
  bare Progress or TaskHook, and no worker_count of their own.
- `build…` makes something and gives it to the caller. A static function that makes an object of its class, and may fail, is called so.
- `find…` may find nothing: what it returns can say so, which a plain number cannot.
- The umbrella header has at most 220 types of its own; what belongs to a class stands in that class.

Prints one line per fault and exits 1; prints a summary and exits 0 otherwise.
usage: check_api.py [ROOT]
"""
import pathlib
import re
import sys

# What may not be written, what to write instead, and where it may be written all the same.
RULES = [
    (r"\btoText\b|\bto_string\s*\(|\bnameOf\s*\(", "text of an enumerator is toString()", set()),
    (r"\bbyteCount\b|\bsizeInBytes\b|\bbytesHeld\b|\bmemoryUsage\b", "memory held is memoryBytes()", set()),
    (r"\b(?:hash|getHash|hashOf)\s*\(\s*\)", "a hash is computeHash()", set()),
    (r"(?<!std::)\b(?:\w+_)?floors?(?:_\w+)?\b(?=\s*[=;,(){])|\bfloor[A-Z]\w*", "a layer is called layer", set()),
    (r"\bconstexpr\b[^;]*\bkNo(?:ne|[A-Z]\w*)\s*=", "there is one kNone, in base/none.h",
     {"base/none.h", "grid/field_grid.h", "group/assignment.h", "guide/guide.h", "rts/unit.h"}),
    (r"\b(?:Progress|TaskHook)\b", "workers and progress are passed in an Execution",
     {"base/execution.h", "base/progress.h", "base/tasks.h"}),
    (r"\bworker_count\b", "workers are passed in an Execution", {"base/execution.h", "base/tasks.h"}),
    (r"\bExecution\s+(?!execution\b)\w+\s*[;=]|\bconst Execution&\s+(?!execution\b)\w+", "an Execution is called execution", set()),
    (r"\bconst Execution& execution(?: = \{\})?\s*,", "execution is the last parameter", set()),
]

# A declaration of a function: what it is made of, what it returns, its name.
DECLARATION = re.compile(r"^[ \t]*((?:(?:static|virtual|friend|inline|constexpr|explicit)[ \t]+)*)"
                         r"((?:const[ \t]+)?[\w:]+(?:<[^;{}()]*>)?[ \t]*[&*]*)[ \t]*\b(\w+)[ \t]*\(", re.M)
PLAIN = re.compile(r"(?:void|bool|float|double|int|std::u?int\d+_t|std::size_t)$")
NUMBER = re.compile(r"(?:float|double|int|std::size_t)$")

# Functions that do not keep to the rules of verbs, by header, and why.
NAMED_OTHERWISE = {
    ("crowd/scenario.h", "start"): "a run under way; buildScenario() makes what it runs",
    ("rts/battle.h", "start"): "a battle under way; buildBattle() makes its script",
    ("rts/run.h", "start"): "the same",
    ("native/field_opencl.h", "open"): "takes hold of a device that is there",
    ("published/ball_tree.h", "buildLines"): "private: makes a node and says where it is",
    ("published/ball_tree.h", "buildIntervals"): "the same",
    ("corridor/corridor_map.h", "findWidest"): "a radius; -1 when no edges connect the vertices",
    ("group/assignment.h", "findNearestColumn"): "private: there always is one",
    ("plan/planner.h", "findLayer"): "a layer; kAnyLayer when no layer has such cells",
    ("published/crossing.h", "find"): "a clearance; infinite when a side has no obstacle",
}
# These give back an object from its bytes or its state.
GIVES_BACK = {"read", "restore"}

MAX_TYPES = 220
TYPE = re.compile(r"^(?:class|struct|enum class|enum)\s+\w+(?![^\n]*;)", re.M)
NOT_IN_UMBRELLA = ("native/", "published/")


def strip_comments(text):
    """The same text with comments and strings blanked out, line by line."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def find_wrong_verbs(name, text):
    """Where functions are declared that do not keep the promise of their verb, and what is wrong."""
    for match in DECLARATION.finditer(text):
        parts, returned, function = match.group(1), match.group(2).strip(), match.group(3)
        verb = re.match(r"[a-z]*", function).group()
        if returned in ("return", "else", "new") or (name, function) in NAMED_OTHERWISE:
            continue
        if verb == "create":
            yield match.start(3), f"'{function}': what makes something is build…()"
        if verb == "build" and PLAIN.match(returned):
            yield match.start(3), f"'{returned} {function}': build…() gives what it makes"
        if "static" in parts and returned.startswith("Result<") and verb != "build" and verb not in GIVES_BACK:
            yield match.start(3), f"'{function}': what makes an object of a class is build…()"
        if verb == "find" and NUMBER.match(returned):
            yield match.start(3), f"'{returned} {function}': find…() may find nothing, which a number cannot say"
        if verb == "try":
            yield match.start(3), f"'{function}': find…() may find nothing anyway"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    public = root / "include" / "clearway"
    headers = sorted(public.rglob("*.h"))
    faults = []
    type_count = 0
    for path in headers:
        name = path.relative_to(public).as_posix()
        text = strip_comments(path.read_text(encoding="utf-8"))
        if not name.startswith(NOT_IN_UMBRELLA):
            type_count += len(TYPE.findall(text))
        for pattern, message, allowed in RULES:
            if name in allowed:
                continue
            for match in re.finditer(pattern, text):
                number = text.count("\n", 0, match.start()) + 1
                faults.append(f"{path.relative_to(root)}:{number}: '{match.group().strip()}': {message}")
        for start, message in find_wrong_verbs(name, text):
            number = text.count("\n", 0, start) + 1
            faults.append(f"{path.relative_to(root)}:{number}: {message}")
    if type_count > MAX_TYPES:
        faults.append(f"{public.relative_to(root)}: {type_count} types outside of classes: at most {MAX_TYPES}; move some into their class")
    print("\n".join(faults))
    if not headers:
        print(f"no headers under {root}")
        return 1
    print(f"{len(headers)} files checked, {type_count} types, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
