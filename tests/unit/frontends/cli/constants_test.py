"""B: values of constants and parameters from the command line; initial states by hand. Usage: constants_test.py PEXPLORE"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PEXPLORE = sys.argv.pop(1)
MACHINE = """MACHINE M(n)
CONSTRAINTS n : 1..5
SETS S
CONSTANTS k, f
PROPERTIES k : 1..3 & f : 1..2 --> 0..2
VARIABLES x
INVARIANT x : 0..60
INITIALISATION x :: 0..1
OPERATIONS inc = PRE x < n * 10 THEN x := x + k END
END
"""


class Constants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "M.mch").write_text(MACHINE, encoding="utf-8")

    def pexplore(self, *arguments, given=None):
        return subprocess.run([PEXPLORE, *arguments], capture_output=True, text=True, timeout=120, cwd=self.folder, input=given,
                              check=False)

    def test_values(self):
        done = self.pexplore("simulate", "--steps", "1", "-D", "k=2", "-D", "f={1|->0, 2|->2}", "--card", "S=2", "M.mch")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(" of 10\n", done.stdout)  # the values of n and x

    def test_the_last_value_counts(self):
        done = self.pexplore("simulate", "--steps", "1", "-D", "k=2", "-D", "k=3", "-D", "n=1", "M.mch")
        self.assertRegex(done.stdout, r" of 18\n[^!]*x = [34]\n")

    def test_a_size_of_a_set_as_before(self):
        self.assertEqual(self.pexplore("-q", "-D", "S=3", "-D", "n=1", "M.mch").returncode, 11)

    def test_errors(self):
        wrong = self.pexplore("-D", "n=9", "M.mch")
        self.assertEqual(wrong.returncode, 65, wrong.stdout)
        self.assertIn("no constants satisfy", wrong.stderr)
        unknown = self.pexplore("-D", "m=9", "M.mch")
        self.assertIn("no deferred set, constant or parameter 'm'", unknown.stderr)
        syntax = self.pexplore("-D", "k=1 +", "M.mch")
        self.assertEqual(syntax.returncode, 65)
        self.assertIn("-D k:1:", syntax.stderr)

    def test_sets_with_too_many_subsets(self):
        (self.folder / "P.mch").write_text("MACHINE P VARIABLES s INVARIANT s <: 1..30 INITIALISATION s := {}\n"
                                           "OPERATIONS a(t) = PRE t : POW(1..30) & card(t) < 3 THEN s := t END END\n", encoding="utf-8")
        wide = self.pexplore("P.mch")
        self.assertEqual(wide.returncode, 65)
        self.assertIn("P.mch:2:14: error: the values of 't' of type POW(INTEGER) cannot be enumerated: "
                      "'t : POW(1 .. 30)' allows too many of them", wide.stderr)
        self.assertIn("at most 1048576 are tried", wide.stderr)

    def test_values_in_itf(self):
        (self.folder / "I.mch").write_text("""MACHINE I
SETS P = {a, b}
CONSTANTS k, f
PROPERTIES k : 3..4 & f : P --> 0..5 & f(a) = 1 & f(b) = k - 1
VARIABLES x, s, r, t
INVARIANT x : 0..2 & s : seq(0..50) & r : 0..5 <-> BOOL & t : struct(on : BOOL, who : P)
INITIALISATION x := 0 || s := [] || r := {} || t := rec(on : FALSE, who : b)
OPERATIONS inc = PRE x < 50 THEN x := x + 3 || s := s <- 7 || r := {0 |-> TRUE, 4 |-> FALSE} || t := rec(on : TRUE, who : a) END
END
""", encoding="utf-8")
        self.assertEqual(self.pexplore("-q", "--trace-itf", "i.itf", "I.mch").returncode, 12)
        trace = json.loads((self.folder / "i.itf").read_text(encoding="utf-8"))
        last = trace["states"][-1]
        pair = lambda x, y: {"#tup": [x, y]}  # noqa: E731
        self.assertEqual({name: last[name] for name in trace["vars"]},
                         {"k": last["k"], "f": {"#set": [pair("a", 1), pair("b", last["k"] - 1)]}, "x": 3, "s": [7],
                          "r": {"#set": [pair(0, True), pair(4, False)]}, "t": {"on": True, "who": "a"}})
        self.assertEqual(trace["states"][0]["s"], [])

    def test_the_beginning_by_hand(self):
        given = "initial\ninitial k = 3 and n = 2 and x = 1\nback\ninitial 7\nrestart\nstate\ninitial 999\ninitial y = 1\nquit\n"
        done = self.pexplore("simulate", "-i", "M.mch", given=given)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"initial state \d+ of 270; 'initial' lists them")
        self.assertIn("  ... and 250 more; 'initial CONDITION' lists some of them, as in 'break'", lines)
        self.assertEqual(sum(line == "initial state 7 of 270; 'initial' lists them" for line in lines), 2)
        self.assertIn("there are initial states 1 to 270", lines)
        self.assertIn("there is no 'y'; 'state' lists the names", lines)


if __name__ == "__main__":
    unittest.main()
