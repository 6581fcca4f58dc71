#!/usr/bin/env python3
"""Checks the machine-readable outputs of pexplore against the schemas in docs/. Usage: schemas_test.py PEXPLORE TREE

Every schema is checked with actual outputs, including those of errors, limits and missing results, and with corrupted
outputs, which it must reject. If python3-jsonschema is installed, it must agree."""
import copy
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

BINARY, TREE = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
del sys.argv[1:3]
EXAMPLES = TREE / "docs" / "examples"
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SAID = {"$schema", "$defs", "title", "description"}


def has_type(value, name):
    if name in ("integer", "number"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def complaints(schema, value, root, path="$"):
    """The violations, for the part of JSON Schema that the schemas use; any other keyword is an error, too."""
    for keyword, rule in schema.items():
        if keyword == "$ref":
            target = root
            for part in rule.removeprefix("#/").split("/"):
                target = target[part]
            yield from complaints(target, value, root, path)
        elif keyword == "type":
            if not any(has_type(value, name) for name in (rule if isinstance(rule, list) else [rule])):
                yield f"{path}: {value!r} is no {rule}"
        elif keyword == "enum":
            if value not in rule:
                yield f"{path}: {value!r} is none of {rule}"
        elif keyword in ("minimum", "minItems"):
            size = len(value) if keyword == "minItems" else value
            if has_type(size, "number") and size < rule:
                yield f"{path}: less than {rule}"
        elif keyword == "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                yield f"{path}: {value!r} does not match {rule}"
        elif keyword == "anyOf":
            if all(list(complaints(one, value, root, path)) for one in rule):
                yield f"{path}: fits no alternative"
        elif keyword == "items":
            for number, item in enumerate(value if isinstance(value, list) else []):
                yield from complaints(rule, item, root, f"{path}/{number}")
        elif keyword == "required":
            for name in rule if isinstance(value, dict) else []:
                if name not in value:
                    yield f"{path}: lacks {name}"
        elif keyword == "properties":
            for name, member in rule.items() if isinstance(value, dict) else []:
                if name in value:
                    yield from complaints(member, value[name], root, f"{path}/{name}")
        elif keyword == "additionalProperties":
            for name, member in value.items() if isinstance(value, dict) else []:
                if name in schema.get("properties", {}):
                    continue
                if rule is False:
                    yield f"{path}: has {name}"
                elif isinstance(rule, dict):
                    yield from complaints(rule, member, root, f"{path}/{name}")
        elif keyword not in SAID:
            yield f"the schema: {keyword}"


class Schemas(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pexplore-schemas-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_with(self, *arguments):
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=240, cwd=self.folder)
        self.assertNotIn(done.returncode, (2, 70), done.stdout + done.stderr)
        return done

    def hold(self, name, document):
        schema = json.loads((TREE / "docs" / f"{name}.schema.json").read_text())
        self.assertEqual(list(complaints(schema, document, schema)), [])
        if jsonschema:
            jsonschema.validate(document, schema, cls=jsonschema.Draft202012Validator)
        self.refuse(schema, document)

    def refuse(self, schema, document):
        """Without any one of its members, with an additional one, or with one of another type, the document must be
        rejected."""
        for member in schema["required"]:
            spoiled = copy.deepcopy(document)
            del spoiled[member]
            self.assertTrue(list(complaints(schema, spoiled, schema)), f"without {member}")
            spoiled[member] = {"other": [1]}
            if not isinstance(document[member], dict):
                self.assertTrue(list(complaints(schema, spoiled, schema)), f"with another {member}")
        self.assertTrue(list(complaints(schema, {**document, "surprise": 1}, schema)))

    def report_of(self, *arguments):
        path = self.folder / "report.json"
        self.run_with(*arguments, "--report", path)
        return json.loads(path.read_text())

    def test_reports(self):
        self.hold("report", self.report_of(EXAMPLES / "ticket_lock.px"))
        violated = self.report_of(EXAMPLES / "philosophers.pml", "--profile", "--order", "bfs", "--coverage")
        self.hold("report", violated)
        self.assertEqual(violated["verdict"], "violated")
        self.hold("report", self.report_of(EXAMPLES / "ticket_lock.px", "--strategy", "none", "--max-states", "100"))
        self.hold("report", self.report_of(EXAMPLES / "lock_server_1.pml", "--all-errors", "--trace", "off"))

    def test_symmetry(self):
        for model in ("ticket_lock.px", "philosophers.pml", "lock_server_2.mch", "lock_server_3.pml"):
            self.hold("symmetry", self.report_of("symmetry", EXAMPLES / model))
        model = self.folder / "no_symmetry_\udcff.pml"
        model.write_text("byte a[2]; active proctype P() { a[0] = 1 }\nactive proctype Q() { a[1] = 2; a[0] = a[1] }\n")
        self.hold("symmetry", self.report_of("symmetry", model))

    def test_why(self):
        for model in ("ticket_lock.px", "philosophers.pml", "lock_server_2.mch"):
            self.hold("why", self.report_of("why", "--max-states", "2000", EXAMPLES / model))

    def test_study(self):
        self.run_with("study", EXAMPLES / "ticket_lock.px", "--threads", "1,2", "--strategy", "none,canonical", "--sweep", "N=3,4",
                      "--repeat", "2", "--out", "good")
        self.hold("study", json.loads((self.folder / "good" / "study.json").read_text()))
        model = self.folder / "m.px"
        model.write_text("define N = 3\nvar x: 1..N = 1\naction up do x := x % N + 1\n")
        self.run_with("study", model, "--sweep", "N=0..2", "--threads", "1", "--strategy", "none", "--repeat", "1", "--out", "bad")
        study = json.loads((self.folder / "bad" / "study.json").read_text())
        self.assertEqual(len(study["failures"]), 1)
        self.hold("study", study)
        self.run_with("study", EXAMPLES / "philosophers.pml", "--threads", "1", "--repeat", "1", "--out", "violated")
        self.hold("study", json.loads((self.folder / "violated" / "study.json").read_text()))

    def test_suite_and_history(self):
        (self.folder / "bad.pml").write_text("active proctype P() { x = }\n")
        (self.folder / "s.toml").write_text(f"""
[[check]]
model = "{EXAMPLES}/philosophers.pml"
[[check]]
model = "{EXAMPLES}/lock_server_1.pml"
[[check]]
model = "{EXAMPLES}/ticket_lock.px"
strategy = ["none", "canonical"]
states = {{ none = 23478, canonical = 79 }}
[[check]]
model = "{EXAMPLES}/ticket_lock.px"
strategy = "none"
max-states = 100
[[check]]
model = "bad.pml"
""")
        self.run_with("check", "--suite", "s.toml", "--keep", "kept", "--history", "nights", "--out", "out")
        lines = [json.loads(line) for line in (self.folder / "out" / "results.jsonl").read_text().splitlines()]
        self.assertEqual([line["status"] for line in lines], ["failed", "failed", "ok", "failed", "failed", "broken"])
        for line in lines:
            self.hold("results", line)
        self.assertIn("lock_server_1.pml", lines[1]["errors"][0]["place"]["file"])
        self.assertIn("stuck at line", lines[0]["run"])
        nights = [json.loads(line) for line in (self.folder / "nights" / "history.jsonl").read_text().splitlines()]
        self.assertEqual(len(nights), len(lines))
        for line in nights:
            self.hold("history", line)

    def test_graph(self):
        done = self.run_with("graph", EXAMPLES / "philosophers.pml", "--format", "json", "--annotate")
        self.hold("graph", json.loads(done.stdout))


if __name__ == "__main__":
    unittest.main()
