#!/usr/bin/env python3
"""Random predicates, expressions and substitutions of B in bulk: pexplore against the naive evaluator.

    b_formulas.py --pexplore build/release/pexplore --count 10000 --seed 1 [--per-machine 60] [--undefined]

One machine contains many of them, each on a separate line: a predicate is an ASSERTION; an expression is an ASSERTION
that it equals the evaluator's value; a substitution is an operation that asserts the evaluator's result. So every
report of pexplore refers to a line, and one run judges all lines. Machine k of a run has the seed S + k. A line that
pexplore rejects is left out and counted; every line that differs is shown in a machine of its own. Lines on which
pexplore takes too long are listed, but are not differences. --undefined: also formulas without a value, which must be
reported at their line.
Exit code: 0 all equal, 1 some different.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "b_oracle"))
sys.setrecursionlimit(20_000)

from b_formula_tree import TYPES, VARIABLES, Formulas  # noqa: E402
from composition import compose  # noqa: E402
from executor import CheckFailed  # noqa: E402
from explorer import Explorer  # noqa: E402
from lexer import BError, tokenize  # noqa: E402
from machines import MachineParser  # noqa: E402
from values import LazySet, Unbounded, WellDefinednessError, explicit  # noqa: E402

HEAD = """MACHINE formulas
SETS S; E = {{e1, e2, e3}}
CONSTANTS s1, s2, {constants}
PROPERTIES S = {{s1, s2}} & s1 /= s2 & {properties}
VARIABLES step, {variables}
INVARIANT step : 0..1 & {invariant}
"""
SLOWEST = 0.3  # seconds for one formula in the evaluator
REFUSED = re.compile(r":(\d+):\d+: error: [^\n]*")


class TooSlow(Exception):
    pass


def too_slow(*_):
    raise TooSlow()


def literal(value):
    """The value as an expression of B."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value) if value >= 0 else f"({value})"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"({literal(value[0])} |-> {literal(value[1])})"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(literal, value))) + "}"
    if isinstance(value, LazySet):
        raise Unbounded("a set without an end")
    if hasattr(value, "fields"):
        return "rec(" + ", ".join(f"{name} : {literal(field)}" for name, field in value.fields) + ")"
    if value.name.startswith("S"):
        return value.name.lower()
    return value.name


class Line:
    """A formula, its kind, and the expected result: "holds", "fails", "undefined"."""

    def __init__(self, kind, text, expected, shown):
        self.kind, self.text, self.expected, self.shown = kind, text, expected, shown


class Batch:
    """The variables of one machine, and lines about them."""

    def __init__(self, options, seed):
        self.options, self.seed = options, seed
        self.make = Formulas(seed, options.undefined or options.all_undefined, True)
        random = self.make.random
        chosen = random.sample(VARIABLES, 7)
        self.variables = [(("sq" if declared.startswith("seq") else "v") + str(i), t, declared, random.choice(values).format())
                          for i, (t, declared, values) in enumerate(chosen)]
        constants = random.sample(VARIABLES, 3)
        self.constants = [(f"c{i}", t, declared, random.choice(values).format()) for i, (t, declared, values) in enumerate(constants)]
        self.scope = [(name, t) for name, t, _, _ in self.variables + self.constants]
        with tempfile.TemporaryDirectory(prefix="formulas-") as folder:
            path = pathlib.Path(folder) / "formulas.mch"
            path.write_text(self.text([]), encoding="utf-8")
            self.explorer = Explorer(compose(path))
        self.executor = self.explorer.executor
        self.env = next(env for setup in self.explorer.setups() for env in self.explorer.initial(setup)
                        if env["s1"].index < env["s2"].index)
        self.kept = []  # the trees, whose types are known by their addresses

    def head(self):
        return HEAD.format(
            constants=", ".join(name for name, _, _, _ in self.constants),
            properties=" & ".join(f"{n} : {d} & {n} = {value}" for n, _, d, value in self.constants),
            variables=", ".join(name for name, _, _, _ in self.variables),
            invariant=" & ".join(f"{n} : {d}" for n, _, d, _ in self.variables))

    def text(self, lines):
        """The text of the machine; records the line number in each Line."""
        assertions = [line for line in lines if line.kind == "assertion"]
        operations = [line for line in lines if line.kind == "operation"]
        text = self.head() + "INITIALISATION step := 0 || " + " || ".join(f"{n} := {value}" for n, _, _, value in self.variables) + "\n"
        for clause, members in (("ASSERTIONS", assertions), ("OPERATIONS", operations)):
            if members:
                text += clause + "\n"
            for i, line in enumerate(members):
                line.number = text.count("\n") + 1
                label = f"op{i} = " if clause == "OPERATIONS" else "step = 0 => "
                text += label + line.text + (";\n" if i + 1 < len(members) else "\n")
        return text + "END\n"

    def parsed(self, text, substitution=False):
        parser = MachineParser(tokenize(text), {})
        node = parser.substitution() if substitution else parser.formula(20, True)
        if parser.token.kind != "end":
            raise BError("text after the formula")
        checker = self.explorer.checker
        if substitution:
            checker.substitution(node, {})
        else:
            checker.type_of(node, {})
        checker.resolve(last=True)
        self.kept.append(node)
        return node

    def within_time(self, work):
        signal.signal(signal.SIGALRM, too_slow)
        signal.setitimer(signal.ITIMER_REAL, SLOWEST)
        try:
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def new_line(self):
        """A line, or None if the evaluator cannot determine the result, or the result is too large."""
        kind = self.make.random.random() * (0.65 if self.options.no_substitutions else 1)
        depth = self.make.pick(1, 2, 2, 3)
        before = WellDefinednessError.made
        try:
            if kind < 0.3:
                line = self.predicate_line(self.make.predicate(depth, self.scope))
            elif kind < 0.65:
                line = self.expression_line(self.make.make(self.make.pick(*TYPES), depth, self.scope))
            else:
                line = self.statement_line(depth - 1)
            # An undefined part may not matter to this evaluator, but may matter to one that works from left to right.
            swallowed = WellDefinednessError.made > before and line is not None and line.expected != "undefined"
            return None if swallowed else line
        except (BError, Unbounded, TooSlow, RecursionError, OverflowError, MemoryError):
            return None

    def predicate_line(self, text):
        node = self.parsed(text)
        try:
            value = self.within_time(lambda: self.executor.value(node, dict(self.env)))
        except WellDefinednessError:
            return Line("assertion", f"({text})", "undefined", text)
        return Line("assertion", f"({text})", "holds" if value else "fails", text)

    def expression_line(self, text):
        node = self.parsed(text)
        try:
            value = self.within_time(lambda: self.executor.value(node, dict(self.env)))
            value = explicit(value) if isinstance(value, LazySet) else value
        except WellDefinednessError:
            return Line("assertion", f"(({text}) = ({text}))", "undefined", text)
        known = literal(value)
        if len(known) > 400:
            return None
        form = self.make.pick("({0}) = {1}", "{1} = ({0})") if known != "{}" else "({0}) = {1}"
        return Line("assertion", f"({form.format(text, known)})", "holds", text)

    def statement_line(self, depth):
        variables = [(name, t) for name, t, _, _ in self.variables]
        text = self.make.statement(variables, depth, self.scope)
        node = self.parsed(text, True)
        self.executor.errors.clear()
        try:
            outcomes = self.within_time(lambda: [dict(found) for found in self.executor.run(node, dict(self.env))])
        except (WellDefinednessError, CheckFailed):
            return None
        undefined = bool(self.executor.errors)
        after = {tuple({**self.env, **found}[name] for name, _ in variables) for found in outcomes}
        names = " |-> ".join(name for name, _ in variables)
        wanted = ", ".join(" |-> ".join(literal(v) for v in row) for row in after)
        if len(wanted) > 1500 or (undefined and after):
            return None
        check = f"ASSERT ({names}) : {{{wanted}}} THEN skip END" if after else "skip"
        line = Line("operation", f"SELECT step = 0 THEN {text} ; step := 1 ; {check} END", "undefined" if undefined else "holds", text)
        line.states = after
        return line


def ask(options, text):
    """({line: kinds of errors}, states, refused line or None, message)."""
    with tempfile.TemporaryDirectory(prefix="formulas-") as folder:
        path = pathlib.Path(folder) / "formulas.mch"
        path.write_text(text, encoding="utf-8")
        command = [options.pexplore, "--report", "-", "--quiet", "--progress", "none", "--no-deadlock-check", "--all-errors", "--max-errors", "10000",
                   "--trace", "off", "--strategy", "none", "--execution", options.execution, "--threads", "1", str(path)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout, check=False)
        except subprocess.TimeoutExpired:
            return {}, 0, None, "no answer"
    if "{" not in done.stdout or done.returncode in (65, 70):
        found = REFUSED.search(done.stderr)
        return {}, 0, int(found[1]) if found else None, done.stderr[-700:] + f" exit code {done.returncode}"
    report, _ = json.JSONDecoder().raw_decode(done.stdout[done.stdout.index("{"):])
    errors = collections.defaultdict(set)
    for error in report["errors"]:
        errors[(error["place"] or {}).get("line")].add((error["kind"], error["message"]))
    return errors, report["states"], None, ""


def judge(line, errors):
    """The result of pexplore for a line, in the form of `expected`."""
    found = errors.get(line.number, set()) | errors.get(None, set())
    if any(kind == "safety" for kind, _ in found):
        return "undefined"
    if found:
        return "fails"
    return "holds"


def run_batch(options, seed):
    """(counts, differences as (line, found, machine of its own), refusals)."""
    batch = Batch(options, seed)
    lines, counts, found = [], collections.Counter(), ([], [])
    tries = 0
    while len(lines) < options.per_machine and tries < 4 * options.per_machine:
        tries += 1
        line = batch.new_line()
        if line is None:
            counts["unknown"] += 1
        elif line.expected == "undefined" and not options.all_undefined:
            counts["undefined"] += 1
        else:
            lines.append(line)
    check(options, batch, lines, counts, *found)
    return counts, *found


def check(options, batch, lines, counts, different, refused):
    """Judges the lines: all in one machine, except rejected ones; in smaller machines if that is too slow."""
    while lines:
        errors, _, at, message = ask(options, batch.text(lines))
        nowhere = None in errors and len(lines) > 1  # an error without a line: of which of them?
        if not message and not nowhere:
            break
        broken = [line for line in lines if line.number == at] or (lines if len(lines) == 1 else [])
        if not broken:
            half = len(lines) // 2
            check(options, batch, lines[:half], counts, different, refused)
            check(options, batch, lines[half:], counts, different, refused)
            return
        lines = [line for line in lines if line not in broken]
        for line in broken:
            if message == "no answer":
                counts["slow"] += 1
                print(f"seed {batch.seed}: too slow: {line.shown}", flush=True)
            elif "exit code 65" not in message:
                different.append((line.shown, message, batch.text([line])))
            else:
                counts["refused"] += 1
                refused.append((REFUSED.search(message) or [message])[0].split("error: ")[-1].splitlines()[0] + "   " + line.shown)
    for line in lines:
        found = judge(line, errors)
        # The evaluator would count forever.
        too_large = any("exceeds 64 bits" in text for _, text in errors.get(line.number, ()))
        if found != line.expected and too_large and "**" in line.shown:
            counts["refused"] += 1
            refused.append("a power of more than 64 bits   " + line.shown)
            continue
        counts[line.kind] += 1
        if found != line.expected:
            different.append((line.shown, f"{found} instead of {line.expected}: {errors.get(line.number)}", batch.text([line])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--count", type=int, default=2000, help="lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-machine", type=int, default=60)
    parser.add_argument("--undefined", action="store_true", help="also operators that may have no value; those without are left out")
    parser.add_argument("--all-undefined", action="store_true", help="also formulas without a value")
    parser.add_argument("--no-substitutions", action="store_true", help="one state per machine, which is fast")
    parser.add_argument("--seconds", type=int, default=10**9, help="begin no more machines then")
    parser.add_argument("--execution", default="interp")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most-different", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--save", help="folder for machines that differ")
    parser.add_argument("--refusals", action="store_true", help="show what was refused")
    options = parser.parse_args()
    totals, seed, wrong, start = collections.Counter(), options.seed, 0, time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        while totals["assertion"] + totals["operation"] < options.count and wrong < options.most_different and \
                time.monotonic() - start < options.seconds:
            seeds = range(seed, seed + options.jobs * 4)
            seed += options.jobs * 4
            for number, (counts, different, refused) in zip(seeds, pool.map(run_batch, [options] * len(seeds), seeds)):
                totals.update(counts)
                for text in refused if options.refusals else []:
                    print(f"refused: {text}", flush=True)
                for shown, why, machine in different:
                    wrong += 1
                    print(f"seed {number}: {shown}\n    {why}", flush=True)
                    if options.save:
                        folder = pathlib.Path(options.save)
                        folder.mkdir(parents=True, exist_ok=True)
                        (folder / f"formulas_{number}_{wrong}.mch").write_text(f"/* {shown}\n {why} */\n".replace("*/ ", "* / ") + machine, encoding="utf-8")
    print(f"seeds {options.seed} to {seed - 1}: {totals['assertion']} predicates and expressions, {totals['operation']} substitutions, "
          f"{totals['refused']} refused, {totals['slow']} too slow, {totals['undefined']} without a value left out, {wrong} different")
    return 1 if wrong or not totals["assertion"] else 0


if __name__ == "__main__":
    sys.exit(main())
