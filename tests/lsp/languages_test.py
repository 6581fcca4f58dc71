#!/usr/bin/env python3
"""The language server's answers about models: the same messages as the command line, and the meaning of names.

  languages_test.py PEXPLORE SOURCE_DIR
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from client import Client, position, text_at, uri

PROGRAM = sys.argv.pop(1)
SOURCE = Path(sys.argv.pop(1))

PROMELA = """#define N 2
mtype = { idle, busy };
typedef Rec { byte a; bool ready };
byte count = 0;
Rec r;
chan c = [2] of { mtype, byte };
inline inc(x) { x = x + 1 }
active [N] proctype P() {
  byte loc;
again:
  atomic { loc = count; inc(count) };
  c!busy, loc;
  r.ready = true;
  if :: loc > 1 -> goto done :: else -> goto again fi;
done: assert(count < 10)
}
proctype Q(byte k) { byte loc; loc = k; count = loc }
ltl small { [] (count < 10) }
"""

B = """MACHINE Scheduler
SETS PID; STATE = {idle, running}
VARIABLES active, mode
INVARIANT active <: PID & mode : STATE
INITIALISATION active := {} || mode := idle
OPERATIONS
  new(p) = PRE p : PID & p /: active THEN active := active \\/ {p} END;
  r <-- number = r := card(active);
  stop = ANY p WHERE p : active THEN active := active - {p} || mode := running END
END
"""

PX = """program demo
sort User[3]
var owner: User none = none
var n: 0..3 = 0
process User { L0, L1 } start L0
action take(u: User) at L0 -> L1
  when owner = none
  do { owner := u; n := n + 1 }
action give(u: User) at L1 -> L0
  when n < 3
  do { owner := none }
"""


class Languages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name).resolve()
        self.client = Client(PROGRAM)
        self.client.initialize()

    def tearDown(self):
        self.assertEqual(self.client.close(), 0)
        self.folder.cleanup()

    def opened(self, name, text, language="promela"):
        path = self.path / name
        path.write_text(text)
        self.client.open(path, text, language)
        return path

    def hover(self, path, text, needle, **place):
        result = self.client.ask("textDocument/hover", self.client.at(path, text, needle, **place))
        return result["contents"]["value"] if result else ""

    def definition(self, path, text, needle, **place):
        return self.client.ask("textDocument/definition", self.client.at(path, text, needle, **place))

    def defined_at(self, path, text, needle, **place):
        """The line, counted from 1, and the word there."""
        found = self.definition(path, text, needle, **place)
        return found["range"]["start"]["line"] + 1, text_at(text, found["range"])

    def names(self, path):
        symbols = self.client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri(path)}})
        return {s["name"]: [c["name"] for c in s["children"]] for s in symbols}

    def labels(self, path, text, needle, offset):
        found = self.client.ask("textDocument/completion", self.client.at(path, text, needle, offset=offset))
        return [item["label"] for item in found["items"]]

    # ---- Promela

    def test_promela_definitions_go_by_scope(self):
        path = self.opened("a.pml", PROMELA)
        at = lambda needle, **place: self.defined_at(path, PROMELA, needle, **place)
        self.assertEqual(at("count; inc"), (4, "count"))
        self.assertEqual(at("loc > 1"), (9, "loc"))
        self.assertEqual(at("loc = k"), (17, "loc"))
        self.assertEqual(at("k; count"), (17, "k"))
        self.assertEqual(at("busy, loc"), (2, "busy"))
        self.assertEqual(at("inc(count)"), (7, "inc"))
        self.assertEqual(at("x + 1"), (7, "x"))
        self.assertEqual(at("N] proctype"), (1, "N"))
        self.assertEqual(at("Rec r;"), (3, "Rec"))
        self.assertEqual(at("ready = true"), (3, "ready"))
        self.assertEqual(at("again fi"), (10, "again"))
        self.assertEqual(at("count < 10) }"), (4, "count"))

    def test_promela_references(self):
        path = self.opened("a.pml", PROMELA)
        where = self.client.at(path, PROMELA, "count; inc")
        found = self.client.ask("textDocument/references", {**where, "context": {"includeDeclaration": True}})
        places = {(f["range"]["start"]["line"], f["range"]["start"]["character"]) for f in found}
        words = {(p["line"], p["character"]) for p in (position(PROMELA, m.start()) for m in
                                                       re.finditer(r"\bcount\b", PROMELA))}
        self.assertEqual(places, words)

    def test_promela_hover(self):
        path = self.opened("a.pml", PROMELA)
        self.assertIn("byte count = 0", self.hover(path, PROMELA, "count; inc"))
        self.assertIn("values: 0..255", self.hover(path, PROMELA, "count; inc"))
        self.assertIn("global variable", self.hover(path, PROMELA, "count; inc"))
        self.assertIn("local variable of P", self.hover(path, PROMELA, "loc > 1"))
        self.assertIn("of {mtype, byte}", self.hover(path, PROMELA, "c!busy"))
        self.assertIn("member of mtype", self.hover(path, PROMELA, "busy, loc"))
        self.assertIn("inline inc(x)", self.hover(path, PROMELA, "inc(count)"))
        self.assertIn("#define N 2", self.hover(path, PROMELA, "N] proctype"))
        self.assertRegex(self.hover(path, PROMELA, "c!busy"), r"statement \d+ of P: `c!busy, loc`")

    def test_promela_symmetry_in_hovers(self):
        text = ("byte n;\nproctype User() { atomic { n < 2 -> n++ }; n-- }\n"
                "init { atomic { run User(); run User(); run User() } }\n")
        path = self.opened("s.pml", text)
        self.client.diagnostics(path)
        for _ in range(200):  # symmetry is published a moment after the rest
            shown = self.hover(path, text, "User() {")
            if "exchangeable" in shown:
                break
        self.assertIn("3 processes of sort", shown)
        self.assertRegex(shown, r"exchangeable with one another: User:\d, User:\d, User:\d")

    def test_promela_outline(self):
        path = self.opened("a.pml", PROMELA)
        self.assertEqual(self.names(path), {"N": [], "idle": [], "busy": [], "Rec": [], "a": [], "ready": [], "count": [],
                                            "r": [], "c": [], "inc": ["x"], "P": ["loc"], "Q": ["k", "loc"], "small": []})

    def test_promela_completion(self):
        path = self.opened("a.pml", PROMELA)
        labels = self.labels(path, PROMELA, "loc > 1", 1)
        for word in ("loc", "count", "busy", "inc", "P", "atomic", "N"):
            self.assertIn(word, labels)
        self.assertNotIn("k", labels)
        self.assertEqual(set(self.labels(path, PROMELA, "r.ready", 2)) & {"ready", "a", "count"}, {"ready", "a"})

    def test_promela_includes_are_read_unsaved(self):
        (self.path / "part.h").write_text("byte on_disk;\n")
        main = '#include "part.h"\nactive proctype P() { edited = 1 }\n'
        path = self.opened("m.pml", main)
        self.assertEqual([d["code"] for d in self.client.diagnostics(path, 1) if d["severity"] == 1], ["UnknownName"])
        part = self.path / "part.h"
        self.client.open(part, "\n\nbyte edited;\n")
        self.client.diagnostics(part, 1)
        self.client.change(part, "\n\n\nbyte edited;\n", 2)
        self.assertEqual([d for d in self.client.diagnostics(path) if d["severity"] == 1], [])
        found = self.definition(path, main, "edited")
        self.assertEqual((found["uri"], found["range"]["start"]["line"]), (uri(part), 3))
        self.assertIn("global variable", self.hover(part, "\n\n\nbyte edited;\n", "edited"))

    # ---- Texts with errors

    def test_suggestions_are_actions(self):
        text = PROMELA.replace("loc = count;", "loc = coutn;")
        path = self.opened("a.pml", text)
        found = [d for d in self.client.diagnostics(path, 1) if d["severity"] == 1]
        self.assertEqual(len(found), 1)
        self.assertEqual(text_at(text, found[0]["range"]), "coutn")
        actions = self.client.ask("textDocument/codeAction", {
            "textDocument": {"uri": uri(path)}, "range": found[0]["range"], "context": {"diagnostics": found}})
        edit = actions[0]["edit"]["changes"][uri(path)][0]
        self.assertEqual((edit["range"], edit["newText"]), (found[0]["range"], "count"))

    def test_columns_are_utf16(self):
        text = 'byte x;\nactive proctype P() { printf("𝒙é"); y = 1 }\n'
        path = self.opened("u.pml", text)
        error = [d for d in self.client.diagnostics(path, 1) if d["severity"] == 1][0]
        self.assertEqual(error["range"]["start"], position(text, text.index("y = 1")))

    def test_a_broken_text_keeps_what_was_known(self):
        path = self.opened("a.pml", PROMELA)
        self.client.diagnostics(path, 1)
        self.assertIn("values: 0..255", self.hover(path, PROMELA, "count; inc"))
        broken = PROMELA.replace("c!busy, loc;", "\n\n  c!busy, loc (((;")
        self.client.change(path, broken, 2)
        errors = [d for d in self.client.diagnostics(path, 2) if d["severity"] == 1]
        self.assertTrue(errors)
        self.assertIn("values: 0..255", self.hover(path, broken, "count; inc"))
        self.assertEqual(self.defined_at(path, broken, "loc = k"), (19, "loc"))

    def test_the_newest_text_wins(self):
        path = self.opened("a.pml", PROMELA)
        for version in range(2, 30):
            self.client.change(path, PROMELA.replace("loc = count", "loc = zz%d" % version), version)
        errors = [d for d in self.client.diagnostics(path, 29) if d["severity"] == 1]
        while not errors or "zz29" not in errors[0]["message"]:
            errors = [d for d in self.client.diagnostics(path, 29) if d["severity"] == 1]

    def test_the_same_messages_as_the_command_line(self):
        folders = ("promela_rejected", "b_rejected", "mcrl2_rejected")
        for folder in folders:
            for path in sorted((SOURCE / "tests/models" / folder).iterdir())[:12]:
                if path.suffix not in (".pml", ".mch", ".mcrl2"):
                    continue
                with self.subTest(path.name):
                    shown = subprocess.run([PROGRAM, path], capture_output=True, text=True, errors="replace", timeout=60)
                    expected = re.findall(r"^(.*?):(\d+):?\d*: (?:error|warning): (.*)$", shown.stderr, re.M)
                    text = path.read_text(errors="replace")
                    self.client.open(path, text)
                    told = self.client.diagnostics(path, 1)
                    here = sorted((d["range"]["start"]["line"] + 1, d["message"].split("\n")[0]) for d in told)
                    wanted = sorted((int(line), message) for file, line, message in expected if Path(file) == path)
                    self.assertEqual(here, wanted)
                    self.client.tell("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

    # ---- B

    def test_b(self):
        path = self.opened("Scheduler.mch", B, "b")
        self.assertEqual(self.client.diagnostics(path, 1), [])
        self.assertEqual(self.defined_at(path, B, "active := active \\/")[0], 3)
        self.assertEqual(self.defined_at(path, B, "p /: active"), (7, "p"))
        self.assertEqual(self.defined_at(path, B, "p} || mode"), (9, "p"))
        self.assertEqual(self.defined_at(path, B, "idle\n"), (2, "idle"))
        self.assertIn("active : POW(PID)", self.hover(path, B, "active := active \\/"))
        self.assertIn("element of set STATE", self.hover(path, B, "running END"))
        self.assertIn("parameter of operation new", self.hover(path, B, "p /: active"))
        names = self.names(path)
        self.assertEqual(names["new"], ["p"])
        self.assertEqual(names["number"], ["r"])
        self.assertLessEqual({"Scheduler", "PID", "STATE", "idle", "running", "active", "mode", "stop"}, set(names))
        labels = self.labels(path, B, "mode := running", 2)
        self.assertLessEqual({"mode", "active", "PID", "WHERE", "idle", "p"}, set(labels))

    def test_b_symmetry(self):
        path = self.opened("Scheduler.mch", B, "b")
        self.client.diagnostics(path, 1)
        for _ in range(200):
            shown = self.hover(path, B, "PID;")
            if "exchangeable" in shown:
                break
        self.assertIn("exchangeable with one another: PID", shown)

    # ---- px and the others

    def test_px(self):
        path = self.opened("demo.px", PX, "px")
        self.assertEqual([d for d in self.client.diagnostics(path, 1) if d["severity"] == 1], [])
        self.assertEqual(self.defined_at(path, PX, "u; n"), (6, "u"))
        self.assertEqual(self.defined_at(path, PX, "n + 1"), (4, "n"))
        self.assertEqual(self.defined_at(path, PX, "L1 -> L0"), (5, "L1"))
        self.assertIn("values: 0..3", self.hover(path, PX, "n + 1"))
        self.assertLessEqual({"User", "owner", "n", "take", "give"}, set(self.names(path)))
        self.assertIn("owner", self.labels(path, PX, "owner := none", 2))

    def test_promela_lite_and_mcrl2(self):
        for folder, ending in (("promela_lite", ".pml-lite"), ("mcrl2", ".mcrl2")):
            path = next(p for p in sorted((SOURCE / "tests/models" / folder).iterdir()) if p.suffix == ending)
            self.client.open(path, path.read_text())
            self.assertEqual([d for d in self.client.diagnostics(path, 1) if d["severity"] == 1], [])
            self.assertTrue(self.names(path))


if __name__ == "__main__":
    unittest.main()
