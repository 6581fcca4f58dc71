#!/usr/bin/env python3
"""The oracle against results worked out by hand or taken from the definition of the language."""

import itertools
import pathlib
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1])]

import oracle  # noqa: E402
from b_tree import Generator  # noqa: E402
from evaluator import Evaluator  # noqa: E402
from formulas import read_formula  # noqa: E402
from lexer import BError, tokenize  # noqa: E402
from typecheck import TypeChecker, set_of  # noqa: E402
from values import Element, WellDefinednessError, elements, show  # noqa: E402


def value(text):
    node = read_formula(text)
    checker = TypeChecker({})
    checker.type_of(node, {})
    checker.resolve(last=True)
    return Evaluator({}, checker.binders).value(node, {})


def explore(text, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "M.mch"
        path.write_text(text, encoding="utf-8")
        return oracle.explore(path, **options)


TRUE_PREDICATES = """
    1 + 2 * 3 = 7 ;; 10 - 4 - 3 = 3 ;; 2 ** 3 ** 2 = 512 ;; -7 / 2 = -3 ;; 7 / -2 = -3 ;; 7 mod 3 = 1 ;; -2 + 5 = 3
    {1, 2} \\/ {2, 3} = 1..3 ;; 1..3 /\\ 2..5 = {2, 3} ;; (1..3) - {2} = {1, 3} ;; 3..1 = {} ;; {} : POW({1})
    card(POW(1..3)) = 8 ;; card(POW1(1..3)) = 7 ;; card((1..2) * (1..3)) = 6 ;; card((1..2) +-> (1..2)) = 9
    card((1..2) >->> (1..2)) = 2 ;; card((1..3) -->> (1..2)) = 6 ;; card((1..2) >+> (1..2)) = 7 ;; card((1..2) <-> (1..2)) = 16
    card((1..2) <<-> (1..2)) = 9 ;; card((1..2) <<->> (1..2)) = 7 ;; card(perm(1..3)) = 6 ;; card(iseq(1..2)) = 5
    {1 |-> 2, 2 |-> 3}(1) = 2 ;; {1 |-> 2, 2 |-> 3}[{1, 2}] = {2, 3} ;; {1 |-> 2}~ = {2 |-> 1} ;; dom({1 |-> 2}) = {1}
    ({1 |-> 2} ; {2 |-> 3}) = {1 |-> 3} ;; {1 |-> 2} <+ {1 |-> 3} = {1 |-> 3} ;; {1} <<| {1 |-> 2, 2 |-> 2} = {2 |-> 2}
    closure1({1 |-> 2, 2 |-> 3}) = {1 |-> 2, 2 |-> 3, 1 |-> 3} ;; (7 |-> 7) : closure({1 |-> 2})
    iterate({1 |-> 2, 2 |-> 1}, 2) = id({1, 2}) ;; ({1 |-> 2} >< {1 |-> 3}) = {1 |-> (2 |-> 3)}
    ({1 |-> 2} || {3 |-> 4}) = {(1 |-> 3) |-> (2 |-> 4)} ;; prj1({1}, {2}) = {(1 |-> 2) |-> 1}
    fnc({1 |-> 2, 1 |-> 3}) = {1 |-> {2, 3}} ;; rel({1 |-> {2, 3}}) = {1 |-> 2, 1 |-> 3}
    [1, 2] ^ [3] = [1, 2, 3] ;; rev([1, 2]) = [2, 1] ;; first([4, 5]) = 4 ;; tail([4, 5]) = [5] ;; 1 -> [2] <- 3 = [1, 2, 3]
    [1, 2, 3] /|\\ 2 = [1, 2] ;; [1, 2, 3] \\|/ 2 = [3] ;; conc([[1], [], [2]]) = [1, 2] ;; [4] = {1 |-> 4} ;; <> = {}
    !x.(x : 1..3 => x < 4) ;; #x.(x : 1..3 & x * x = 9) ;; not(#x.(x : {} & x > 0)) ;; !x.(x : 1..0 => x = 7)
    {x | x : 1..9 & x mod 2 = 0} = {2, 4, 6, 8} ;; {x, y | x : 1..2 & y = x + 1} = {1 |-> 2, 2 |-> 3}
    %x.(x : 1..2 | x * x) = {1 |-> 1, 2 |-> 4} ;; (%x.(x : INTEGER | x + 1))(41) = 42 ;; 6 : {x | x : INTEGER & x mod 2 = 0}
    SIGMA(x).(x : 1..4 | x) = 10 ;; PI(x).(x : 1..4 | x) = 24 ;; UNION(x).(x : 1..2 | {x, x + 5}) = {1, 2, 6, 7}
    INTER(x).(x : 1..2 | x..3) = {2, 3} ;; union({{1}, {2}}) = {1, 2} ;; inter({{1, 2}, {2}}) = {2} ;; min({3, 1}) = 1
    rec(a : 1, b : TRUE)'b = TRUE ;; rec(b : 1, a : 2) = rec(a : 2, b : 1) ;; rec(a : 1) : struct(a : NAT) ;; "a" : STRING
    IF 1 = 2 THEN 3 ELSE 4 END = 4 ;; LET x BE x = 2 IN x + x END = 4 ;; bool(1 = 1) = TRUE ;; TRUE /= FALSE
    1 = 2 or 2 = 2 & 3 = 3 ;; 1 = 2 => 3 = 4 ;; 1 = 1 <=> 2 = 2 ;; not(1 = 2) ;; {1} <: {1, 2} ;; {1} <<: {1, 2} ;; {3} /<: {1}
    [1, 2] : seq(NAT) ;; {2 |-> 1} /: seq(NAT) ;; NAT <: NATURAL ;; -1 : INT ;; 4 /: NAT
    succ(1) = 2 ;; pred(1) = 0 ;; 1..2 : FIN1(NATURAL) ;; {x | x : INTEGER & x > 2 & 5 >= x} = 3..5 ;; (1, 2, 3) = 1 |-> 2 |-> 3
"""


class Formulas(unittest.TestCase):
    def test_predicates_that_hold(self):
        for line in TRUE_PREDICATES.strip().splitlines():
            for text in line.split(" ;; "):
                with self.subTest(text):
                    self.assertIs(value(text.strip()), True)

    def test_unicode_is_the_same(self):
        pairs = [("∀x·(x∈1‥3⇒x≤3)", "!x.(x:1..3=>x<=3)"), ("{1}∪∅⊆ℕ", "{1}\\/{}<:NATURAL"), ("¬(1≠1)∨⊥", "not(1/=1) or bfalse")]
        for unicode, ascii_text in pairs:
            self.assertEqual([t.text for t in tokenize(unicode)], [t.text for t in tokenize(ascii_text)])

    def test_ill_defined(self):
        for text in ("1 / 0", "(-1) mod 2", "1 mod 0", "2 ** (-1)", "min({})", "max({})", "{1 |-> 2}(2)", "{1 |-> 2, 1 |-> 3}(1)",
                     "first([])", "tail([])", "last([])", "front([])", "inter({})", "[1] /|\\ 2", "size({2 |-> 1})"):
            with self.subTest(text), self.assertRaises(WellDefinednessError):
                value(text)

    def test_rejected(self):
        for text in ("1 + TRUE", "1 = {1}", "{1, TRUE}", "1 : 2", "x", "(1 +", "{1} \\/ [TRUE]", "rec(a : 1)'b", "1 = 2 = 3",
                     "!x.(x : 1..2)(", "card(1)", "1 & 2", "$", "rec(a : 1, a : 2)"):
            with self.subTest(text), self.assertRaises(BError):
                value(text)

    def test_show(self):
        self.assertEqual(show(value("{(1 |-> TRUE), (2 |-> FALSE)}")), "{(1 |-> TRUE), (2 |-> FALSE)}")


class Solutions(unittest.TestCase):
    """Candidates from conjuncts against trying every value of the type: the only nontrivial part of the evaluator."""

    def test_against_trying_everything(self):
        members = {name: [Element(name, i, f"{name.lower()}{i}") for i in (1, 2, 3)] for name in "SE"}
        sets = {name: frozenset(items) for name, items in members.items()}
        types = {name: set_of(("given", name)) for name in sets}
        types.update((e.name, ("given", "E")) for e in members["E"])
        env = {**sets, **{e.name: e for e in members["E"]}}
        local = {"x": ("given", "S"), "y": ("given", "E"), "s": set_of(("given", "E")), "b": ("bool",)}
        scope = [("x", ("given", "S"), ""), ("y", ("given", "E"), ""), ("s", ("set", "E"), ""), ("b", "bool", "")]
        found = 0
        for seed in range(60):
            generator = Generator(seed)
            text = " & ".join(["x : S", "y : E", "s <: E"][seed % 4:] + [
                f"({generator.make('pred', 2, [*scope, ('d', ('given', 'S'), '')]).text()})" for _ in range(2)])
            node = read_formula(text)
            checker = TypeChecker({**types, "d": ("given", "S")})
            checker.predicate(node, local)
            checker.resolve(last=True)
            evaluator = Evaluator(sets, checker.binders)
            outer = {**env, "d": members["S"][0]}
            solved = {tuple(e[n] for n in local) for e in evaluator.solve(list(local), local, [node], outer)}
            every = itertools.product(*(list(elements(evaluator.all_of(t))) for t in local.values()))
            tried = {values for values in every if evaluator.value(node, {**outer, **dict(zip(local, values))})}
            self.assertEqual(solved, tried, text)
            found += len(tried)
        self.assertGreater(found, 1000)


class Machines(unittest.TestCase):
    def counts(self, text, **options):
        found = explore(text, **options)
        self.assertNotIn("rejected", found, found.get("rejected"))
        return found["setups"], found["states"], found["transitions"], found["verdict"]

    def test_sessions(self):
        text = """MACHINE M SETS S VARIABLES v INVARIANT v <: S INITIALISATION v := {} OPERATIONS
          in(s) = PRE s : S - v THEN v := v \\/ {s} END; out(s) = PRE s : v THEN v := v - {s} END END"""
        for n in range(1, 9):
            found = explore(text, cardinalities={"S": n})
            self.assertEqual((found["states"], found["transitions"], found["classes"]), (2 ** n, n * 2 ** n, n + 1))

    def test_philosophers(self):
        models = pathlib.Path(__file__).resolve().parents[2] / "models" / "b"
        for n, expected in ((2, (2, 18, 48, 1, 6)), (3, (12, 324, 1296, 1, 11))):
            found = oracle.explore(models / "philosophers_general.mch", {"Phil": n, "Forks": n})
            keys = ("setups", "states", "transitions", "setup_classes", "classes")
            self.assertEqual(tuple(found[key] for key in keys), expected)

    def test_parallel_reads_the_state_before_and_sequence_does_not(self):
        swap = "MACHINE M VARIABLES x, y INVARIANT x : 0..1 & y : 0..1 INITIALISATION x := 0 || y := 1 OPERATIONS go = %s END"
        self.assertEqual(self.counts(swap % "BEGIN x := y || y := x END"), (1, 2, 2, "holds"))
        self.assertEqual(self.counts(swap % "BEGIN x := y ; y := x END"), (1, 2, 2, "holds"))

    def test_results_distinguish_transitions(self):
        text = "MACHINE M VARIABLES x INVARIANT x = 0 INITIALISATION x := 0 OPERATIONS r <-- go = r :: 0..2 END"
        self.assertEqual(self.counts(text), (1, 1, 3, "holds"))

    def test_precondition_of_a_called_operation_is_no_guard(self):
        text = """MACHINE M VARIABLES x INVARIANT x : 0..2 INITIALISATION x := 0 OPERATIONS
          inc = PRE x < 2 THEN x := x + 1 END; go = inc END"""
        self.assertEqual(self.counts(text), (1, 3, 4, "violated:assertion,violated:deadlock"))

    def test_while_with_a_variant_that_does_not_decrease(self):
        text = """MACHINE M VARIABLES x INVARIANT x : 0..2 INITIALISATION x := 0 OPERATIONS
          go = WHILE x < 2 DO x := x + 1 INVARIANT x : 0..2 VARIANT x END; stay = skip END"""
        self.assertEqual(self.counts(text), (1, 1, 1, "violated:assertion"))

    def test_sizes(self):
        text = """MACHINE M SETS S; T; U DEFINITIONS scope_S == 4; scope_U == 1..3 CONSTANTS c PROPERTIES card(T) = 5 & c : U
          VARIABLES x INVARIANT x : S * T INITIALISATION x :: S * T OPERATIONS go = skip END"""
        self.assertEqual(self.counts(text), (3, 60, 60, "holds"))
        self.assertEqual(self.counts(text, cardinalities={"S": 1}), (3, 15, 15, "holds"))

    def test_rejected(self):
        for text in ("MACHINE M VARIABLES x INVARIANT x : NAT INITIALISATION x := TRUE END",
                     "MACHINE M CONSTANTS c PROPERTIES c : 1..2 & c > 5 VARIABLES x INVARIANT x = 1 INITIALISATION x := 1 END",
                     "MACHINE M VARIABLES x, y INVARIANT x : NAT & y : NAT INITIALISATION x := 1 END",
                     "MACHINE M INCLUDES N END", "MACHINE M OPERATIONS go = unknown END"):
            with self.subTest(text):
                self.assertIn("rejected", explore(text))


if __name__ == "__main__":
    unittest.main()
