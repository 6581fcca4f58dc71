"""B machines on the command line: values, operations, constants and sizes as users see them.

    b_command_line_test.py PEXPLORE
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[4]
PEXPLORE = sys.argv.pop() if len(sys.argv) > 1 else "pexplore"

VALUES = """MACHINE m
SETS P; COLOR = {red, green}
VARIABLES holders, f, b, r, sq, fam, g, st, h, n
INVARIANT holders : POW(P) & f : P +-> COLOR & b : BOOL & r : struct(who : P, ok : BOOL, col : POW(COLOR)) & sq : seq(P) &
  fam : POW(POW(P)) & g : BOOL --> POW(COLOR) & st : STRING & h : P <-> BOOL & n : POW(0..9) &
  not(card(holders) = 2 & b = TRUE & r'ok = TRUE & fam = {{}} & f /= {} & st = "on" & red : r'col & sq /= [] & g(TRUE) = {red} &
      h /= {} & 3 : n)
INITIALISATION holders := {} || f := {} || b := FALSE || r :: struct(who : P, ok : {FALSE}, col : {{}}) || sq := [] ||
  fam := {} || g := {TRUE |-> {}, FALSE |-> {}} || st := "off" || h := {} || n := {}
OPERATIONS
  Hold(p, ok) = PRE p : P & p /: holders & ok : BOOL THEN holders := holders \\/ {p} || b := ok END;
  Fun(p, c) = PRE p : P & c : COLOR & f = {} THEN f(p) := c || h := {p |-> bool(c = red)} END;
  res <-- Rec(s) = PRE s <: COLOR & card(holders) = 2 THEN r := rec(who : r'who, ok : TRUE, col : s) || res := s END;
  out <-- Seq(p) = PRE p : P & r'ok = TRUE & sq = [] THEN sq := [p] || fam := {{}} || st := "on" || g(TRUE) := {red} ||
      out := (p |-> TRUE) || n := {3, 5} END
END
"""

COUNTER = """MACHINE m
DEFINITIONS SET_PREF_MAXINT == 5; GOAL == x = 2; "m.def"
VARIABLES x
INVARIANT x : NAT
ASSERTIONS x < 7; x <= DOUBLE(3)
INITIALISATION x := 0
OPERATIONS inc = PRE x < LIMIT THEN x := x + 1 END; reset = x := 0
END
"""

COUNTER_ALONE = """MACHINE m VARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0
OPERATIONS inc = SELECT x < 3 THEN x := x + 1 END; reset = SELECT x = 3 THEN x := 0 END
END
"""

RESULTS = """MACHINE m
SETS P = {P1, P2}
VARIABLES f, s, at, mode, m
INVARIANT f : P --> 0..1 & s : seq(P) & size(s) <= 2 & at : P & mode : 0..7 & m : POW(BOOL) &
  mode /= 1 & mode /= 2 & mode /= 3 & mode /= 4 & mode /= 5 & mode /= 6
INITIALISATION f := P * {0} || s := [] || at := P1 || mode := 0 || m := {}
OPERATIONS
  enter(p) = SELECT at = p & size(s) < 2 & mode = 0 THEN f(p) := 1 || s := s <- p END;
  g <-- values = SELECT f(P1) = 1 & mode = 0 THEN g := f || mode := 1 END;
  t <-- sequence = SELECT size(s) = 2 & mode = 0 THEN t := s || mode := 2 END;
  all <-- sets = SELECT f(P1) = 1 & mode = 0 THEN all := POW({P1}) || mode := 3 END;
  mark(x) = PRE x <: BOOL & card(x) = 2 & mode = 0 THEN m := x || mode := 4 END;
  both <-- record = SELECT size(s) = 1 & mode = 0 THEN both := rec(at : {at |-> TRUE}, log : s) || mode := 5 END;
  x <-- choice = CHOICE x := {} || mode := 6 OR SELECT mode = 7 THEN x := {P1} END END
END
"""

SIZED = """MACHINE m
SETS P; Q
DEFINITIONS scope_P == 3
VARIABLES s
INVARIANT s <: P * Q
INITIALISATION s := {}
OPERATIONS add(x, y) = PRE x : P & y : Q & x |-> y /: s THEN s := s \\/ {x |-> y} END
END
"""


def machine(constants, properties):
    return (f"MACHINE m SETS S; T = {{a, b}} CONSTANTS {constants} PROPERTIES {properties} VARIABLES x INVARIANT x : S\n"
            "INITIALISATION x :: S OPERATIONS same = x := x END\n")


class MachineTest(unittest.TestCase):
    def run_machine(self, text, *args, files=None, name="m.mch"):
        with tempfile.TemporaryDirectory() as folder:
            for file, content in {**(files or {}), name: text}.items():
                pathlib.Path(folder, file).write_text(content, encoding="utf-8")
            done = subprocess.run([PEXPLORE, *args, name], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def expect(self, text, args, code, *fragments, **more):
        status, output = self.run_machine(text, *args, **more)
        self.assertEqual(status, code, output)
        for fragment in fragments:
            self.assertIn(fragment, output)

    def report(self, text, *args, **more):
        return json.loads(self.run_machine(text, "--report", "-", "--quiet", *args, **more)[1].partition("verdict:")[0])

    def test_values_are_written_as_in_b(self):
        status, output = self.run_machine(VALUES, "--order", "bfs", "--strategy", "none")
        self.assertEqual(status, 12, output)
        # The roles of P1 and P2 may be exchanged.
        for shown in ("Hold(p = P., ok = TRUE)", "c = red)", "Rec(s = {red})", "res = {red}", "out = (P. |-> TRUE)",
                      "holders = {P1, P2}", "b = TRUE", "f = {P. |-> red}", 'st = "on"', "r = rec(col:{red}, ok:TRUE, who:P.)",
                      "sq = [P.]", "fam = {{}}", "g = {FALSE |-> {}, TRUE |-> {red}}", "h = {P. |-> TRUE}", "n = {3, 5}"):
            self.assertRegex(output, re.escape(shown).replace("P\\.", "P[12]"))

    def test_pairs_within_pairs_keep_their_structure(self):
        """In B a |-> b |-> c is (a |-> b) |-> c: other nestings need parentheses, and records need their field
        names."""
        status, output = self.run_machine("""MACHINE m
VARIABLES left, right, records, f, sets
INVARIANT left : POW((BOOL * BOOL) * (0..2)) & right : POW((0..2) * (BOOL * (0..1))) &
  records : POW((0..2) * struct(a : 0..2, b : BOOL)) & f : (BOOL * BOOL) * (0..2) +-> 0..1 & card(left) = 0 &
  sets : (BOOL * POW(BOOL)) * (POW(BOOL) * (BOOL * BOOL))
INITIALISATION left := {} || right := {} || records := {} || f := {} || sets := (TRUE |-> {}) |-> ({} |-> (TRUE |-> TRUE))
OPERATIONS
  go = BEGIN left := {(TRUE |-> FALSE) |-> 2} || right := {2 |-> (TRUE |-> 1)} || records := {1 |-> rec(a : 2, b : TRUE)} ||
             f := {((TRUE |-> FALSE) |-> 2) |-> 1} || sets := (TRUE |-> {TRUE}) |-> ({FALSE} |-> (TRUE |-> FALSE)) END
END
""")
        self.assertEqual(status, 12, output)
        for shown in ("left = {TRUE |-> FALSE |-> 2}", "right = {2 |-> (TRUE |-> 1)}", "records = {1 |-> rec(a:2, b:TRUE)}",
                      "f = {(TRUE |-> FALSE |-> 2) |-> 1}",
                      "sets = ((TRUE |-> {TRUE}) |-> ({FALSE} |-> (TRUE |-> FALSE)))"):
            self.assertIn(shown, output)

    def test_a_simulation_shows_the_same_values(self):
        status, output = self.run_machine(VALUES, "simulate", "--steps", "6", "--seed", "3")
        self.assertIn(status, (0, 12), output)
        self.assertRegex(output, r"holders = \{P[12]")
        self.assertRegex(output, r"ok = (TRUE|FALSE)\)")

    def test_errors_within_an_operation_name_it(self):
        text = ("MACHINE m SETS P VARIABLES f, s INVARIANT f : P +-> BOOL & s <: P INITIALISATION f := {} || s := {} OPERATIONS\n"
                "add(p) = PRE p : P & p /: s THEN s := s \\/ {p}; ASSERT card(s) < 2 or f /= {} THEN skip END END END\n")
        self.expect(text, ["--strategy", "none", "--order", "bfs"], 14, "!  m.mch:2  add(p = P2)", "ASSERT card(s) < 2", "here")

    def test_a_quantifier_without_a_value_names_its_instance(self):
        text = ("MACHINE m SETS P VARIABLES f, g INVARIANT f : P --> 0..2 & g : P +-> BOOL &\n"
                "!x.(x : P => f(x) < 2 or g(x) = TRUE)\n"
                "INITIALISATION f := %x.(x : P | 0) || g := %x.(x : P | TRUE) OPERATIONS\n"
                "inc(p) = PRE p : P & f(p) < 2 THEN f(p) := f(p) + 1 END; cut(p) = PRE p : dom(g) THEN g := {p} <<| g END END\n")
        self.expect(text, [], 12, "'g(x)' has no value", "x = P1")
        self.assertEqual(self.report(text, "--strategy", "canonical", "--all-errors")["strategy"], "canonical")

    def test_a_function_without_a_value_says_no_more(self):
        text = ("MACHINE m SETS K VARIABLES f, x INVARIANT f : K +-> 1..2 & x : 0..2 INITIALISATION f := {} || x := 0\n"
                "OPERATIONS ask(k) = PRE k : K THEN x := f(k) END END\n")
        self.assertIn("\n            f = {}, k = K1\n", self.run_machine(text)[1])

    def test_settings_definitions_and_goals(self):
        files = {"m.def": "DEFINITIONS DOUBLE(y) == (y * 2); LIMIT == MAXINT"}
        self.expect(COUNTER, [], 0, "verdict: holds", "6 stored, 11 transitions", files=files)
        self.expect(COUNTER, ["--goal"], 12, "goal: the goal is reached: x = 2", "here\n            x = 2",
                    "verdict: violated (goal)", files=files)
        self.expect(COUNTER, ["-p", "MAXINT", "8"], 14, "x < 7", files=files)
        self.expect(COUNTER, ["--preference", "MAXINT=3"], 0, "4 stored", files=files)
        self.expect(COUNTER.replace("MAXINT == 5", "MAXINT == 5; MAX_OPERATIONS == 3"), ["--allow-unchecked"], 20,
                    "verdict: incomplete (MAX_OPERATIONS is not followed)", files=files)
        self.expect(COUNTER.replace("x : NAT", "x : MININT..MAXINT").replace("x := 0", "x := MININT"), [], 0, "7 stored",
                    files=files)
        formula = COUNTER.replace("GOAL ==", 'ASSERT_LTL == "G {x < 3}"; GOAL ==')
        self.expect(formula, [], 12, "ltl ASSERT_LTL violated", "verdict: violated (safety)", files=files)
        self.expect(formula, ["--safety"], 20, "verdict: incomplete (not checked: ASSERT_LTL)", files=files)
        self.expect(formula, ["--safety", "--allow-unchecked"], 0, "verdict: holds (not checked: ASSERT_LTL)", files=files)
        self.expect(formula, ["--claim", "formula_1", "--ltl", "G ({x = 1} => O {x = 0})"], 0, "ltl formula_1 holds", files=files)
        branching = COUNTER.replace("GOAL ==", 'ASSERT_CTL == "AG {x < 3}"; GOAL ==')
        self.expect(branching, [], 20, "'ASSERT_CTL' is not checked", "verdict: incomplete (not checked: ASSERT_CTL)", files=files)

    def test_formulas_that_are_wrong(self):
        """Each message is located in the formula, and is reported once."""
        for formula, place, problem in (
                ("G {y = 1}", 4, "unknown name 'y'"), ("G {x}", 4, "a predicate is expected"), ("G {x = TRUE}", 8, "INTEGER is expected"),
                ("G {x + }", 8, "expected"), ("G ({x = 1}", 11, "')' is expected"), ("G [nope]", 4, "no operation 'nope'"),
                ("WF(nope)", 4, "no operation 'nope'"), ("G [inc(1)]", 4, "0 parameters, not 1"), ("F", 2, "a formula is expected"),
                ("{x = 1} U {x = 2} U {x = 3}", 19, "cannot be chained"), ("changed({y})", 10, "unknown name 'y'"),
                ("increasing({{x}})", 13, "INTEGER"), ("BA({x + 1})", 5, "a predicate is expected"), ("{x$0 = 1}", 2, "'$0'")):
            code, output = self.run_machine(COUNTER_ALONE, "--ltl", formula)
            self.assertEqual(code, 65, output)
            self.assertIn(f"--ltl:1:{place}: error: ", output, formula)
            self.assertIn(problem, output)
            self.assertEqual(output.count("error:"), 1, output)
        deep = "{x = 0}"
        for i in range(30):
            deep = f"(({{x = {i % 3}}} U ({deep} & F {{x = {(i + 1) % 3}}})))"
        code, output = self.run_machine(COUNTER_ALONE, "--memory", "1G", "--ltl", deep)
        self.assertEqual(code, 65, output)
        self.assertIn("--ltl:1:", output)
        self.assertIn("would have too many states", output)
        code, output = self.run_machine(COUNTER_ALONE, "--time", "300ms", "--ltl", " <=> ".join(f"G F {{x = {i}}}" for i in range(30)))
        self.assertIn(code, (20, 65), output)

    def test_an_error_within_a_formula_is_named(self):
        code, output = self.run_machine(COUNTER_ALONE, "--ltl", "G {1 / x < 2}")
        self.assertEqual(code, 20, output)
        self.assertRegex(output, r"ltl formula_1 incomplete \(an error ends its runs first: .*, --ltl:1:\d+\)")
        self.assertRegex(output, r"verdict: incomplete \(ltl formula_1: an error ends its runs first: ")

    def test_sizes_of_deferred_sets(self):
        for args, states in ([], 2 ** 6), (["-card", "P=2"], 2 ** 4), (["-card", "P", "2"], 2 ** 4), (["--card", "P=1", "--card", "Q=3"], 2 ** 3), (
                ["-p", "DEFAULT_SETSIZE", "1"], 2 ** 3):
            found = self.report(SIZED, "--strategy", "none", "-nodead", *args)
            self.assertEqual((found["states"], found["verdict"]), (states, "holds"), args)
            self.assertEqual(found["statistics"]["nodes as ProB counts"], states + 1)

    def test_properties_are_a_node(self):
        """ProB has a set-up node if there are PROPERTIES, even without constants."""
        found = self.report(SIZED.replace("VARIABLES", "PROPERTIES 1 < 2 VARIABLES"), "--strategy", "none", "-nodead")
        self.assertEqual(found["statistics"]["nodes as ProB counts"], found["states"] + 2)

    def test_what_is_not_tried_is_said(self):
        self.expect("MACHINE m CONSTANTS s PROPERTIES s : STRING ASSERTIONS s = \"a\" END", ["-nodead", "--allow-unchecked"], 20,
                    "verdict: incomplete (only strings that the machine names are tried for 's')")
        self.expect("MACHINE m CONSTANTS s PROPERTIES s : seq(BOOL) ASSERTIONS size(s) < 9 END", ["-nodead"], 20,
                    "no sequences of more than 8 items are tried for 's'")
        self.expect("MACHINE m CONSTANTS s PROPERTIES s : seq(BOOL) & size(s) = 2 ASSERTIONS size(s) = 2 END", ["-nodead"], 0, "holds")
        self.expect("MACHINE m CONSTANTS n PROPERTIES n : NATURAL & n * n = 49 END", ["-nodead"], 65, "no constants were found",
                    "tried from MININT to MAXINT (-1..3) for 'n'")

    def test_sizes_are_parameters(self):
        """For a machine, -D means --card, so that studies can sweep over it; a replay takes the sizes from the
        report."""
        self.assertEqual(self.report(SIZED, "--strategy", "none", "-nodead", "-D", "P=2")["states"], 2 ** 4)
        self.expect(SIZED, ["-U", "P"], 2, "a B machine has no macros")
        broken = "MACHINE m SETS P VARIABLES s INVARIANT s <: P & card(s) < 5 INITIALISATION s := {} OPERATIONS\n" \
                 "add(p) = PRE p : P & p /: s THEN s := s \\/ {p} END END\n"
        report = json.dumps(self.report(broken, "--card", "P=5"))
        self.expect(broken, ["replay", "r.json"], 12, "5 steps lead to safety", files={"r.json": report})

    def test_preferences_without_effect_are_named(self):
        self.expect(SIZED, ["-nodead", "-p", "TIME_OUT", "1000"], 0, "warning: the preference 'TIME_OUT' has no effect")

    def test_constants_that_do_not_exist(self):
        self.expect(machine("k", "k : 1..5 & k > 3 & k mod 2 = 1 & card(T) = 2 & k /= 5"), [], 65,
                    "no constants satisfy k : 1 .. 5 & k > 3 & k mod 2 = 1 & k /= 5")
        self.expect(machine("f", "f : S >->> S & !x.(x : S => f(x) /= x)"), ["--card", "S=1"], 65, "no constants satisfy")
        self.expect(machine("f, g, n, m", "f : S --> 1..3 & n : 1..9 & n > 5 & m = n + 1 & g : S >-> 1..2 & m < 20"),
                    ["--card", "S=3"], 65, "no constants satisfy g : S >-> 1 .. 2\n")
        found = self.report(machine("f", "f : S >->> S & !x.(x : S => f(x) /= x)"), "--card", "S=3", "--strategy", "none")
        self.assertEqual(found["statistics"]["setups"], 2)
        self.assertEqual(found["statistics"]["nodes as ProB counts"], 1 + 2 + found["states"])

    def test_puzzles(self):
        """Searching for constants: known numbers of solutions, for which conditions must prune the search early."""
        squares = ("q : (1..3) * (1..3) >->> 1..9 & s : 0..27 & SIGMA(k).(k : 1..3 | q(k, k)) = s & SIGMA(k).(k : 1..3 | q(k, 4 - k)) = s &"
                   "!i.(i : 1..3 => SIGMA(j).(j : 1..3 | q(i, j)) = s & SIGMA(j).(j : 1..3 | q(j, i)) = s)")
        queens = "q : perm(1..8) & !(i, j).(i : 1..7 & j : i + 1..8 => q(i) + j - i /= q(j) & q(i) - j + i /= q(j))"
        # Of six different digits, ZWO + ZWO = FOUR; of eight in a function, SEND + MORE = MONEY.
        digits = ("{Z, W, O, F, U, R} <: 0..9 & card({Z, W, O, F, U, R}) = 6 & Z > 0 & F = 1 &"
                  "2 * (100 * Z + 10 * W + O) = 1000 * F + 100 * O + 10 * U + R")
        money = ("d : 1..8 >-> 0..9 & d(1) > 0 & d(5) > 0 & 1000 * d(1) + 100 * d(2) + 10 * d(3) + d(4) + 1000 * d(5) + 100 * d(6) + 10 * d(7) + d(2)"
                 "= 10000 * d(5) + 1000 * d(6) + 100 * d(3) + 10 * d(2) + d(8)")
        for names, properties, solutions in (("q, s", squares, 8), ("q", queens, 92), ("Z, W, O, F, U, R", digits, 7), ("d", money, 1)):
            found = self.report(machine(names, properties), "--strategy", "none")
            self.assertEqual((found["statistics"]["setups"], found["verdict"]), (solutions, "holds"), names)

    def test_sets_are_bounded_by_what_their_elements_are_made_of(self):
        text = ("MACHINE m VARIABLES s, n INVARIANT s <: 1..4 & n : 0..12 INITIALISATION s := {} || n := 0 OPERATIONS\n"
                "add(i) = PRE i : 1..4 & i /: s THEN s := s \\/ {i} END;\n"
                "most = n := max({w | #k.(k : s \\/ {0} & w = k * 3)}) END\n")
        # n is 0 or three times an element of s: 2 ** 4 sets, which have 4 * 2 ** 3 elements between them.
        self.assertEqual(self.report(text, "--strategy", "none")["states"], 2 ** 4 + 4 * 2 ** 3)
        sieve = ("MACHINE m VARIABLES s, c INVARIANT s <: 2..30 & c : NATURAL1 INITIALISATION s := 2..30 || c := 2 OPERATIONS\n"
                 "step = SELECT c <= 30 THEN c := c + 1 || s := s - ran(%n.(n : c..30 / c | c * n)) END;\n"
                 "r <-- primes = SELECT c > 30 THEN r := card(s) END END\n")
        self.expect(sieve, ["--no-invariant-check"], 0, "30 stored, 30 transitions")

    def test_operations_show_all_arguments_and_results(self):
        for shown in ("enter(p = P1)", "--> g = {P1 |-> 1, P2 |-> 0}", "--> t = [P1, P1]", "--> all = {{}, {P1}}",
                      "mark(x = {FALSE, TRUE})", "--> both = rec(at:{P1 |-> TRUE}, log:[P1])", "--> x = {}"):
            self.expect(RESULTS, ["--strategy", "none", "--order", "bfs", "--all-errors", "-nodead"], 12, shown)
        steps = [step for error in self.report(RESULTS, "--strategy", "none", "--order", "bfs", "--all-errors")["errors"]
                 for step in error["trace"]["steps"]]
        self.assertIn(["t = [P1, P1]"], [step["output"] for step in steps])
        self.assertIn("enter(p = P1)", [step["action"] for step in steps])

    def test_results_and_locals_need_no_bounds_of_their_own(self):
        text = ("MACHINE m VARIABLES s, seen INVARIANT s : seq(0..2) & size(s) <= 3 & seen : POW(INTEGER) INITIALISATION s := [] || seen := {}\n"
                "OPERATIONS push(x) = PRE x : 0..2 & size(s) < 3 THEN s := s <- x END; r <-- get = r := s;\n"
                "r <-- places(x) = PRE x : ran(s) THEN VAR i, found IN i := 1; found := {}; WHILE i <= size(s) DO\n"
                "IF s(i) = x THEN found := found \\/ {10 * i} END; i := i + 1 INVARIANT i > 0 VARIANT 4 - i END;\n"
                "r := found; seen := found END END END\n")
        self.expect(text, ["--strategy", "none"], 0, "verdict: holds")

    def test_numbers_without_bounds_may_bound_intervals(self):
        text = ("MACHINE m VARIABLES n, f INVARIANT n : NATURAL & f : INTEGER +-> BOOL & !i.(i : 1..n => f(i) = TRUE) INITIALISATION n := 0 || f := {}\n"
                "OPERATIONS add = PRE n < 9 THEN n := n + 1 || f(n + 1) := TRUE END; clear = BEGIN n := 0 || f := {} END END\n")
        self.expect(text, [], 0, "10 stored", "verdict: holds")

    def test_a_state_costs_its_words_and_at_most_16_bytes(self):
        philosophers = (SOURCES / "tests/models/b/philosophers_general.mch").read_text(encoding="utf-8")
        table = (SOURCES / "benchmarks/suite/models/table.mch").read_text(encoding="utf-8")
        for text, args, states in (philosophers, ["--card", "Phil=4", "--card", "Forks=4"], 17496), (table, [], 262144):
            found = self.report(text, "--strategy", "none", *args)
            self.assertEqual(found["states"], states)
            words = (found["state_bytes"] + 7) // 8
            self.assertLessEqual(found["store_bytes_per_state"], 8 * words + 16)

    def test_stages_of_a_machine_can_be_seen(self):
        self.expect(SIZED, ["--dump", "types"], 0, "variable  s : POW(P*Q)", "argument  x : P", "set       P : POW(P)")
        self.expect(SIZED, ["--dump", "automata"], 2, "--dump automata: models of this language have no such stage", "types")

    def test_what_links_a_refinement_is_named(self):
        files = {"a.mch": "MACHINE a VARIABLES s INVARIANT s <: 1..3 INITIALISATION s := {} OPERATIONS o = skip END"}
        text = ("REFINEMENT r REFINES a VARIABLES q INVARIANT q : iseq(1..3) & ran(q) = s INITIALISATION q := []\n"
                "OPERATIONS o = skip END")
        self.expect(text, [], 20, "verdict: incomplete (not checked:", "ran(q) = s (it refers to variables of the abstraction)", files=files, name="r.ref")

    def test_words_of_prob(self):
        for words in (["-model_check"], ["-nodead"], ["-noinv"], ["-mc", "1000"], ["-p", "SYMMETRY_MODE", "hash"], ["-bf"], ["-df"]):
            status, output = self.run_machine(SIZED, *words)
            self.assertIn(status, (0, 3, 11), output)
        for ours, theirs in ("none", "off"), ("flooding", "flood"), ("canonical", "nauty"), ("approx-markers", "hash"):
            self.assertEqual(self.report(SIZED, "--strategy", theirs)["strategy"], ours)

    def test_only_strings_that_exist_are_a_sort(self):
        self.assertNotIn("STRING", self.run_machine(SIZED, "symmetry")[1])
        self.assertIn("STRING: 2 elements", self.run_machine(VALUES, "symmetry")[1])


if __name__ == "__main__":
    unittest.main()
