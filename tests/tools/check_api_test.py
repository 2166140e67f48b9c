#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The check of spellings must find every kind of fault, and nothing in a tree without one."""
import pathlib
import sys
import unittest

from fault_check import FaultCheck

ROOT = pathlib.Path(__file__).parents[2]

GOOD = {
    "include/clearway/base/none.h": "inline constexpr std::uint32_t kNone = 0xffffffff;\n",
    "include/clearway/scene/scene.h": "// a floor plan\nint layer = 0;\nstd::size_t memoryBytes() const;\n"
                                      "Result<Scene> buildScene(const Input& input, const Execution& execution = {});\n",
}


class ApiCheck(FaultCheck):
    check = "check_api.py"
    good = GOOD

    def put(self, text):
        return {"include/clearway/scene/other.h": text + "\n"}

    def test_a_good_tree_passes(self):
        self.passes({})
        self.passes(self.put("#define X \"floor = 1\"\n/* int floor = 0; */\ndouble y = std::floor(x);"))

    def test_an_empty_tree_is_a_fault(self):
        self.assertEqual(self.run_check({}).returncode, 1)

    def test_one_word_for_one_thing(self):
        self.fails(self.put("std::string_view toText(Kind kind);"), "scene/other.h:1: 'toText': text of an enumerator is toString()")
        self.fails(self.put("std::size_t byteCount() const;"), "memory held is memoryBytes()")
        self.fails(self.put("std::uint64_t hash() const;"), "a hash is computeHash()")
        self.fails(self.put("\nint floor = 0;"), "scene/other.h:2: 'floor': a layer is called layer")
        self.fails(self.put("int floorCount() const;"), "a layer is called layer")

    def test_what_makes_something_is_called_build(self):
        self.passes(self.put("Result<Scene> buildRooms();\nclass Scene\n{\n    static Result<Scene> build(int i);\n"
                             "    static Result<Scene> read(Reader& reader);\n};"))
        self.fails(self.put("Result<Scene> createScene();"), "scene/other.h:1: 'createScene': what makes something is build…()")
        self.fails(self.put("class Scene\n{\n    static Result<Scene> fromRings(int i);\n};"), "scene/other.h:3: 'fromRings': what makes an object")
        self.fails(self.put("void buildScene();"), "'void buildScene': build…() gives what it makes")

    def test_what_is_looked_for_may_not_be_there(self):
        self.passes(self.put("std::optional<double> findWidth(int i);\nconst Scene* findScene(int i);\n"
                             "void findNear(std::vector<int>& ids);\nint f()\n{\n    return findId();\n}"))
        self.fails(self.put("double findWidth(int i) const;"), "'double findWidth': find…() may find nothing")
        self.fails(self.put("\n    std::size_t find(int i) const;"), "scene/other.h:2: 'std::size_t find': find…() may find nothing")
        self.fails(self.put("std::optional<int> tryFind(int i);"), "'tryFind': find…() may find nothing anyway")

    def test_every_exception_is_a_function_of_its_header(self):
        sys.path.insert(0, str(ROOT / "tools"))
        import check_api
        for header, function in check_api.NAMED_OTHERWISE:
            self.assertRegex((ROOT / "include/clearway" / header).read_text(encoding="utf-8"), rf"\b{function}\(")

    def test_there_is_one_none(self):
        self.fails(self.put("static constexpr std::uint32_t kNone = 7;"), "there is one kNone")
        self.fails(self.put("inline constexpr std::uint32_t kNoTriangle = 7;"), "there is one kNone")

    def test_the_umbrella_has_few_types(self):
        many = "".join(f"struct S{i}\n{{\n    enum class Kind\n    {{\n    }};\n}};\n" for i in range(220))
        self.passes(self.put(many + "class Declared;"))
        self.passes({"include/clearway/published/other.h": many + "struct More\n{\n};\n"})
        self.fails(self.put(many + "struct More\n{\n};"), "221 types outside of classes")

    def test_progress_comes_last(self):
        self.fails(self.put("void run(const Execution& execution, int count);"), "execution is the last parameter")
        self.fails(self.put("void run(const Execution& how);"), "an Execution is called execution")
        self.fails(self.put("void run(int count, const Progress& progress = {});"), "passed in an Execution")
        self.fails(self.put("void run(int count, const TaskHook& hook = {});"), "passed in an Execution")
        self.fails(self.put("struct Options\n{\n    int worker_count = 1;\n};"), "passed in an Execution")


if __name__ == "__main__":
    unittest.main()
