#!/usr/bin/env python3
"""Random B machines: pexplore against the naive evaluator. A machine that differs is shrunk and saved.

    b_random.py --pexplore build/release/pexplore --count 200 --seed 1 [--save FOLDER]

Machine k of a run has the seed S + k, so each can be reproduced with `--count 1 --seed S+k`; --print shows it. Without
--pexplore only the evaluator explores the machines.
Exit code: 0 all equal, 1 some different.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import b_compare
from b_tree import Generator, MachineTree, Operation, Tree

LARGEST = 3000

KINDS = [("int", "0..3"), ("bool", "BOOL"), (("given", "S"), "S"), (("given", "E"), "E"), (("set", "S"), "POW(S)"),
         (("set", "E"), "POW(E)"), (("rel", "S", "N"), "S --> 0..2"), (("rel", "S", "E"), "S --> E"),
         (("rel", "E", "S"), "E --> S"), (("rel", "S", "S"), "S <-> S"), (("rel", "S", "E"), "S +-> E"), ("seq", "seq(S)"),
         ("record", "struct(a : 0..2, b : BOOL)"), (("set", "N"), "POW(0..2)")]


class Statements(Generator):
    """Substitutions over the variables, each of which stays within its declared set."""

    def value_for(self, kind, declared, depth, scope):
        """An expression that is in the declared set in every state."""
        if kind == "int":
            return Tree("int", "min({{3, max({{0, {}}})}})", self.int_(depth, scope))
        if kind == "seq":
            return Tree("seq", "LET z BE z = {} IN z /|\\ min({{2, size(z)}}) END", self.seq_(depth, scope))
        if isinstance(kind, tuple) and kind[0] == "rel" and declared != "S <-> S":
            name, (_, x, y) = self.name(), kind
            inner = [*scope, (name, ("given", x), "")]
            return Tree(kind, f"%{name}.({name} : {x} & {'{}' if '+->' in declared else 'btrue'} | {{}})",
                        *([self.pred_(depth - 1, inner)] if "+->" in declared else []), self.member(y, depth - 1, inner))
        return self.make(kind, depth, scope)

    def assign(self, variables, depth, scope):
        name, kind, declared = self.pick(*variables)
        if isinstance(kind, tuple) and kind[0] == "rel" and declared != "S <-> S" and self.random.random() < 0.6:
            return Tree("stmt", name + "({}) := {}", self.member(kind[1], 1, scope), self.member(kind[2], depth, scope))
        if kind == "record" and self.random.random() < 0.5:
            field = self.pick("a", "b")
            return Tree("stmt", f"{name}'{field} := {{}}", self.number_(2, scope) if field == "a" else self.bool_(2, scope))
        choice = self.random.random()
        if kind != "seq" and choice < 0.15:
            return Tree("stmt", f"{name} :: {declared}")
        if kind != "seq" and choice < 0.25:
            return Tree("stmt", f"{name} :( {name} : {declared} & ({name} = {name}$0 or {{}}) )", self.pred_(depth - 1, scope))
        return Tree("stmt", name + " := {}", self.value_for(kind, declared, depth, scope))

    def statement(self, variables, depth, scope):
        if depth <= 0 or self.random.random() < 0.35:
            return self.assign(variables, 2, scope)
        d = depth - 1
        inside = lambda: self.statement(variables, d, scope)  # noqa: E731
        forms = [
            lambda: Tree("stmt", "IF {} THEN {} ELSE {} END", self.pred_(2, scope), inside(), inside()),
            lambda: Tree("stmt", "IF {} THEN {} END", self.pred_(2, scope), inside()),
            lambda: Tree("stmt", "SELECT {} THEN {} WHEN {} THEN {} END", self.pred_(2, scope), inside(), self.pred_(2, scope), inside()),
            lambda: Tree("stmt", "SELECT {} THEN {} ELSE {} END", self.pred_(2, scope), inside(), inside()),
            lambda: Tree("stmt", "CHOICE {} OR {} END", inside(), inside()),
            lambda: Tree("stmt", "BEGIN {} ; {} END", inside(), inside()),
            lambda: Tree("stmt", "PRE {} THEN {} END" if self.random.random() < 0.1 else "ASSERT {} => btrue THEN {} END", self.pred_(1, scope), inside()),
            self.any_form(variables, d, scope),
            self.case_form(variables, d, scope),
        ]
        if len(variables) > 1:
            cut = self.random.randrange(1, len(variables))
            forms += [lambda: Tree("stmt", "BEGIN {} || {} END", self.statement(variables[:cut], d, scope),
                                   self.statement(variables[cut:], d, scope))] * 2
        return self.pick(*forms)()

    def any_form(self, variables, depth, scope):
        def make():
            name, x = self.name(), self.pick("S", "E")
            inner = [*scope, (name, ("given", x), "")]
            head = self.pick(f"ANY {name} WHERE {name} : {{}} & {{}} THEN {{}} END",
                             f"ANY {name} WHERE {name} : {{}} & ({{}} or {name} : {x}) THEN {{}} END")
            domain = self.make(("set", x), 2, scope) if self.random.random() < 0.4 else Tree(("set", x), x)
            return Tree("stmt", head, domain, self.pred_(2, inner), self.statement(variables, depth, inner))
        return make

    def case_form(self, variables, depth, scope):
        def make():
            return Tree("stmt", "CASE {} OF EITHER e1 THEN {} OR e2, e3 THEN {} END END", self.given_(("given", "E"), 1, scope),
                        self.statement(variables, depth, scope), self.statement(variables, depth, scope))
        return make

    def machine(self):
        constants = [("c%d" % i, *self.pick(*(k for k in KINDS if k[0] != "seq"))) for i in range(self.pick(0, 1, 1, 2))]
        constants.append(("d", ("given", "S"), "S"))  # so that S has a nameable element
        variables = [("v%d" % i, *self.pick(*KINDS)) for i in range(self.pick(2, 3, 3))]
        variables.append(("w", ("given", "E"), "E"))
        scope = constants + variables
        properties = [self.pred_(2, constants) for _ in range(self.pick(0, 0, 0, 1))]
        invariants = [self.pred_(3, scope) for _ in range(self.pick(0, 1, 2))]
        operations = []
        for i in range(self.random.randint(2, 4)):
            parameters = [(f"p{j}", self.pick("S", "E", "N")) for j in range(self.pick(0, 1, 1, 2))]
            inner = scope + [(n, "int" if x == "N" else ("given", x), "") for n, x in parameters]
            guards = [self.pred_(2, inner) for _ in range(self.pick(0, 0, 0, 1))]
            result = self.make(self.pick("int", "bool", ("set", "S")), 2, inner) if self.random.random() < 0.25 else None
            operations.append(Operation(f"op{i}", result, parameters, guards, self.statement(variables, 2, inner)))
        return MachineTree(constants, properties, variables, invariants, operations)


def judge(options, text, largest=LARGEST):
    """(state, explanation): "equal", "different", "unfit" (too large, too slow, no set-up), "bad" (the evaluator gives up)."""
    with tempfile.TemporaryDirectory(prefix="random-b-") as folder:
        path = os.path.join(folder, "random_machine.mch")
        pathlib.Path(path).write_text(text, encoding="utf-8")
        try:
            wanted = b_compare.ask_oracle(path, ["--most-states", str(largest)], options.oracle_timeout)
        except subprocess.TimeoutExpired:
            return "unfit", "the evaluator needs too long"
        if "rejected" in wanted:
            unfit = "more than" in wanted["rejected"] or "no constants" in wanted["rejected"]
            return ("unfit" if unfit else "bad"), wanted["rejected"]
        if not options.pexplore:
            return "equal", f"{wanted['setups']} {wanted['states']} {wanted['transitions']} {wanted['verdict']}"
        trouble = b_compare.against_pexplore(options, path, [], wanted, None)
        return ("different", "; ".join(trouble)) if trouble else ("equal", f"{wanted['states']} states")


def nature(explanation):
    """A shrunk machine must differ in the same way: rejected, or in the same count."""
    return "instead of accepted" in explanation, "verdict" in explanation, ", canonical" in explanation or ", enumerate" in explanation


def shrink(options, machine, explanation):
    kind, tries, again = nature(explanation), 0, True
    while again and tries < options.shrink_tries:
        again = False
        for candidate in machine.smaller():
            tries += 1
            if tries >= options.shrink_tries:
                break
            state, why = judge(options, candidate.text())
            if state == "different" and nature(why) == kind:
                machine, explanation, again = candidate, why, True
                break
    return machine, explanation


def run_one(options, seed):
    machine = Statements(seed, options.undefined).machine()
    state, why = judge(options, machine.text())
    if state == "different":
        machine, why = shrink(options, machine, why)
        if options.save:
            folder = pathlib.Path(options.save)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"random_{seed}.mch").write_text(f"/* seed {seed}: {why.replace('*/', '* /')} */\n{machine.text()}", encoding="utf-8")
    return seed, state, why, machine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="folder for machines that differ")
    parser.add_argument("--print", action="store_true", help="print every machine")
    parser.add_argument("--undefined", action="store_true", help="also expressions that are ill-defined in some states")
    parser.add_argument("--shrink-tries", type=int, default=400)
    parser.add_argument("--timeout", type=int, default=60, help="seconds for a run of pexplore")
    parser.add_argument("--oracle-timeout", type=int, default=60, help="seconds for the evaluator; then a machine is unfit")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    print(f"seeds {options.seed} to {options.seed + options.count - 1}")
    totals = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, state, why, machine in pool.map(lambda s: run_one(options, s), range(options.seed, options.seed + options.count)):
            totals[state] = totals.get(state, 0) + 1
            if state in ("different", "bad"):
                print(f"seed {seed}: {state}: {why}\n{machine.text()}", flush=True)
            elif options.print:
                print(f"seed {seed}: {state}: {why}\n{machine.text()}", flush=True)
    print(", ".join(f"{count} {state}" for state, count in sorted(totals.items())))
    return 1 if totals.get("different") or totals.get("bad") or not totals.get("equal") else 0


if __name__ == "__main__":
    sys.exit(main())
