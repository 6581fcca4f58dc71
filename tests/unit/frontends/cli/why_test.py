"""pexplore why: what it says about models that are too big. Usage: why_test.py PEXPLORE"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PEXPLORE = sys.argv.pop(1)

GROWING = """chan q = [2] of { byte, int };
byte got;
active proctype sender() {
    int t;
    do :: q!1,t -> t++ od
}
active proctype receiver() {
    int n;
    do :: q?got,n -> assert(got == 1) od
}
"""
WIDE = """var wide: 0..2147483647
var small: 0..3
action step do { wide := (wide + 2) % 6; small := wide % 4 }
invariant sum: wide + small < 2147483646
"""
WORKERS = """sort P[2]
process P { idle, ready, done }
local P.x: 0..3
var shared: 0..9
action begin(p: P) at idle -> ready when shared < 9 do shared := shared + 1
action work(p: P) at ready -> done do x[p] := 2
action finish(p: P) at done -> idle when x[p] = 2 do shared := 0
"""
COUNT = """MACHINE Count
SETS ID = {a, b, c}
VARIABLES n, s
INVARIANT n : NATURAL & s <: ID
INITIALISATION n := 0 || s := {}
OPERATIONS
  inc = n := n + 1;
  add(x) = PRE x : ID & x /: s THEN s := s \\/ {x} END
END
"""
ALIKE = """byte turn;
active [2] proctype p() { %s do :: turn == 0 -> turn = 1; turn = 0 od }
"""


class Why(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def why(self, name, text, *options, code=0):
        (self.folder / name).write_text(text, encoding="utf-8")
        done = subprocess.run([PEXPLORE, "why", *options, name], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_a_growing_counter_is_named_first(self):
        told = self.why("g.pml", GROWING, "--max-states", "2000")
        self.assertRegex(told, r"  1\. g\.pml:1:6:\n +'q: field 2' grows with the depth: 0\.\.167 within 668 steps; its type allows -2147483648")
        self.assertRegex(told, r"  2\. g\.pml:4:9:\n +'sender\.t' grows with the depth: 0\.\.168 within 668 steps;")
        self.assertIn("there are more (--max-states looks at more of them)", told)

    def test_an_integer_that_is_too_wide(self):
        told = self.why("w.px", WIDE).splitlines()
        self.assertEqual(told[1:3], ["states      3 seen, 3 transitions, depth 2; these are all",
                                     "state       33 bits, 0 of them for where processes stand"])
        at = told.index("  1. w.px:1:5: 'wide' is read by invariants only")
        self.assertIn("(33.3 % of the states fewer)", told[at + 1])
        self.assertEqual(told[at + 2:at + 4], ["  2. w.px:1:5: 'wide' only held 0..4: 31 bits in a state, 3 would do",
                                               "     -> give it the range 0..4 (28 of 33 bits fewer)"])
        self.assertIn("  wide   w.px:1      1    31       3  0..4  0..2147483647", told)

    def test_a_step_that_could_be_atomic(self):
        told = self.why("p.px", WORKERS)
        self.assertIn("p.px:6:8: 'work' of P could be atomic: no other process can tell when it is taken", told)
        self.assertIn("write 'atomic' behind the location", told)
        # As it says: there are fewer states then, and the verdict is the same.
        before = self.states("p.px")
        (self.folder / "p2.px").write_text(WORKERS.replace("ready,", "ready atomic,"), encoding="utf-8")
        self.assertLess(self.states("p2.px"), before)

    def states(self, name):
        done = subprocess.run([PEXPLORE, "-s", "none", "--report", "-", name], capture_output=True, text=True, timeout=60,
                              cwd=self.folder, check=False)
        report = json.loads(done.stdout)
        self.assertEqual(report["verdict"], "holds")
        return report["states"]

    def test_states_are_those_of_a_check_without_reduction(self):
        report = json.loads(self.why("p.px", WORKERS, "--report", "-"))
        self.assertEqual(report["end"], "complete")
        self.assertEqual(report["states"], self.states("p.px"))
        self.assertEqual(report["group_order"], "2")
        self.assertLess(report["classes"], report["states"])
        self.assertEqual(sum(one["transitions"] for one in report["statements"]), report["transitions"])

    def test_b(self):
        told = self.why("Count.mch", COUNT, "--max-states", "500")
        first = next(line for line in told.splitlines() if line.startswith("  1. "))
        self.assertIn("Count.mch:3:11: 'n' grows with the depth: 0..", first)
        self.assertIn("bound it: a PRE or SELECT that stops at a small number", told)

    def test_lost_symmetry(self):
        lost = self.why("s.pml", ALIKE % "if :: _pid < 1 -> skip :: else fi;")
        self.assertIn("symmetry is lost: p:0 and p:1 cannot be exchanged alone: action '_pid < 1' names one of them", lost)
        self.assertNotIn("symmetry is lost", self.why("s.pml", ALIKE % ""))

    def test_errors(self):
        self.why("w.px", "var x: nothing\n", code=65)
        self.assertIn("100000 for 'why'", subprocess.run([PEXPLORE, "why", "--help"], capture_output=True, text=True,
                                                        check=False).stdout)


class WhatToDo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check(self, name, text, *options, code):
        (self.folder / name).write_text(text, encoding="utf-8")
        done = subprocess.run([PEXPLORE, *options, name], capture_output=True, text=True, timeout=120, cwd=self.folder, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout.splitlines()

    def test_limits(self):
        lines = self.check("g.pml", GROWING, "--max-states", "1000", code=20)
        self.assertEqual(lines[-1], "verdict: incomplete (state-limit)")
        self.assertEqual(lines[-2], "what to do  raise --max-states, or --checkpoint DIR, to go on later; "
                                    "'pexplore why g.pml' says what makes it big")
        self.assertEqual(self.check("g.pml", GROWING, "-q", "--max-states", "1000", code=20), ["verdict: incomplete (state-limit)"])

    def test_what_was_left_out(self):
        text = "byte x; active proctype p() { x = 1 } ltl l { [] (x < 2) }\n"
        lines = self.check("l.pml", text, "--safety", code=20)
        self.assertEqual(lines[-2], "what to do  without --safety it is checked; --allow-unchecked takes the rest as the answer")

    def test_approximations(self):
        lines = self.check("p.px", WORKERS, "--store", "bitstate", "--memory", "100M", code=3)
        self.assertEqual(lines[-2], "what to do  for a proof: --store tree, which loses no state")

    def test_symmetry_that_is_lost(self):
        lines = self.check("s.pml", ALIKE % "if :: _pid < 1 -> skip :: else fi;", code=0)
        told = [line for line in lines if line.startswith("symmetry    none: s.pml:2:")]
        self.assertEqual(len(told), 1, lines)
        self.assertTrue(told[0].endswith("names one of them; write it so that no single one is named"), told)
        for text in (ALIKE % "", "byte x; active proctype p() { x = 1 } active proctype q() { x = 2 }\n"):
            self.assertFalse([line for line in self.check("s.pml", text, code=0) if line.startswith("symmetry")])


if __name__ == "__main__":
    unittest.main()
