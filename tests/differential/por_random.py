#!/usr/bin/env python3
"""Random Promela models, searched with and without partial-order reduction.

    por_random.py --pexplore build/release/pexplore --count 100 --seed 1 [--save folder]
    por_random.py --write models.txt --count 1000 --seed 1 [--formulas]

One of three models comes from random_promela.py, which uses all features of Promela. The others consist of constructs
from which a reduction profits: processes with local steps, channels each of whose ends belongs to one process (or to
none), shared counters that only grow, rendezvous, private reply channels, atomic sequences that may block, `else`,
`timeout`, `unless`; most of them terminate.

Compared for every model, without symmetry reduction and with `canonical`:
  - the errors (--all-errors): kinds and places have to be the same;
  - the number of deadlocks, which a reduction keeps one by one (with symmetry: class by class);
  - the number of states, which may not grow.
The reduced search is also compared with itself, in one of several variants: on two threads, level by level, with
--execution both, or in other stores, it must store the same number of states. Models with more than 20000 states are
skipped; at least half of all must remain.
Exit code: 0 equal, 1 different.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import promela_tree
import random_promela

MOST_STATES = 20_000


class FormulaWriter:
    """LTL without `next`, over the declarations of PipelineWriter."""

    def __init__(self, seed):
        self.random = random.Random(seed * 7919 + 1)

    def write(self, depth=3):
        pick = self.random.choice
        if depth == 0 or self.random.randrange(5) == 0:
            return pick(("g == 1", "h == 1", "n > 0", "n == 1", "n < 3", "len(c0) == 0", "len(c0) > 0", "a[0] == 1", "g == h"))
        left, right = self.write(depth - 1), self.write(depth - 1)
        return pick((f"[] ({left})", f"<> ({left})", f"[] <> ({left})", f"<> [] ({left})", f"! ({left})", f"({left}) U ({right})",
                     f"({left}) && ({right})", f"({left}) || ({right})", f"({left}) -> ({right})", f"[] (({left}) -> <> ({right}))"))


class PipelineWriter:
    """Processes with mostly local steps."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.channels = self.random.randint(1, 4)
        self.processes = self.random.randint(2, 4)
        self.loops = self.random.random() < 0.4

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    def channel(self, me):
        """A channel, mostly with one process per end."""
        return f"c{self.random.randrange(self.channels) if self.chance(25) else me % self.channels}"

    def step(self, me):
        out, come = self.channel(me), self.channel(me + 1)
        return self.pick(
            "x = (x + 1) % 3", "x++", "y = x", "y = 1 - y % 2", "skip", f"{out}!x % 3", f"{out}!1", f"{come}?x", f"{come}?y",
            f"{come}?1", "n++", "n++", "g = x % 2", "h = 1", "h = 0", "x = g", "assert(x != 2 || g == 0)", "assert(n < 4)",
            "atomic { x = 1; y = 2 }", f"atomic {{ {come}?x; {out}!x % 3 }}", "atomic { g == 0 -> g = 1; x = n % 3 }",
            "d_step { x = y; y = 0; n++ }", f"if :: {come}?x :: x > 1 -> x = 0 :: else -> y++ fi", "if :: x == 0 :: y == 0 -> n++ fi",
            f"if :: nempty({come}) -> {come}?x :: empty({come}) -> x = 0 fi", f"(len({out}) == 0)", f"h == 1 -> x = 0",
            f"if :: full({out}) -> y = 1 :: nfull({out}) -> {out}!2 fi", f"m!x % 3", "m?y", f"{out}!!y % 3", f"{come}??[1] -> {come}??1",
            "a[_pid] = x % 2", f"a[{me}] = 1", f"a[{(me + 1) % 4}] == 0", "n > 1 -> y = 0", "if :: timeout -> x = 0 :: g == 1 fi",
            f"{{ x = 0; {come}?x }} unless {{ h == 1 }}")

    def body(self, me):
        steps = "".join(f"    {self.step(me)};\n" for _ in range(self.random.randint(1, 6)))
        if not self.loops or self.chance(40):
            return steps + "    skip\n"
        return "    do\n    :: " + steps.strip().rstrip(";").replace(";\n", ";\n       ") + "\n" + \
               "".join(f"    :: {self.step(me)}\n" for _ in range(self.random.randint(0, 2))) + \
               ("    :: break\n" if self.chance(60) else "") + "    od\n"

    def write(self):
        text = "".join(f"chan c{i} = [{self.pick(0, 1, 1, 2, 3)}] of {{ byte }};\n" for i in range(self.channels))
        text += "chan m = [0] of { byte };\nbyte n; bit g; bit h; bit a[4];\n"
        if self.chance(25):
            # Requests with private channels for the replies.
            size = self.pick(1, 1, 2)
            text += f"chan r = [{size}] of {{ chan, byte }};\n"
            clients = self.random.randint(1, 3)
            text += (f"active [{clients}] proctype client() {{\n    chan mine = [{self.pick(0, 1)}] of {{ byte }}; byte x; byte y;\n"
                     f"    r!mine,{self.pick('_pid', '1')};\n    mine?x;\n    {self.pick('n++', 'assert(x < 9)', 'x = 0', 'a[_pid % 4] = 1')}\n}}\n")
            text += (f"active proctype server() {{\n    chan who; byte x; byte y;\nend:\n    do\n    :: r?who,x -> "
                     f"{self.pick('y = x + 1', 'skip', 'n++')}; who!x\n    od\n}}\n")
        for p in range(self.processes):
            text += f"{'active ' if self.chance(85) else ''}proctype p{p}() {{\n    byte x; byte y;\n{self.body(p)}}}\n"
        late = [p for p in range(self.processes) if f"active proctype p{p}()" not in text]
        if late:
            runs = "; ".join(f"run p{p}()" for p in late)
            text += f"init {{ {'atomic { ' + runs + ' }' if self.chance(60) else runs} }}\n"
        return text


def model_of(seed):
    if seed % 3 == 0:
        return promela_tree.text_of(random_promela.generate(seed, 3))
    return PipelineWriter(seed).write()


class Unfit(Exception):
    pass


def run(pexplore, path, *arguments):
    command = [pexplore, "--report", "-", "--all-errors", "--trace", "off", "--quiet", "--allow-unchecked", "--memory", "1G",
               "--max-states", str(MOST_STATES * 2), "--time", "20s", *arguments, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode in (2, 65, 70) or done.returncode < 0:
        if done.returncode == 65:
            raise Unfit(done.stderr)
        raise RuntimeError(f"exit code {done.returncode}: {' '.join(command)}\n{done.stderr[-2000:]}")
    report = json.loads(done.stdout)
    if report["stop_reason"] != "none":
        raise Unfit(report["stop_reason"])
    return report


def errors(report):
    """The errors without their messages, which contain the values of the first occurrence."""
    return sorted({(e["kind"], json.dumps(e["place"])) for e in report["errors"]})


def deadlocks(report):
    return sum(e["occurrences"] for e in report["errors"] if e["kind"] == "deadlock")


# The reduced search, again; in turn.
OTHER_WAYS = (("--threads", "2"), ("--order", "bfs"), ("--execution", "both"), ("--store", "tree"), ("--store", "hash"),
              ("--threads", "2", "--order", "bfs"), ("--optimise", "none"), ("--optimise", "full"))


def judge(pexplore, text, seed):
    """(states in full, states reduced, problem)"""
    found = []
    with tempfile.TemporaryDirectory(prefix="por-random-") as folder:
        path = os.path.join(folder, "model.pml")
        Path(path).write_text(text, encoding="utf-8")

        def both(*arguments):
            """The reports without and with partial-order reduction."""
            full = run(pexplore, path, "--threads", "1", "--por", "off", *arguments)
            if full["states"] > MOST_STATES:
                raise Unfit("large")
            reduced = run(pexplore, path, "--threads", "1", "--por", "on", *arguments)
            what = " ".join(arguments)
            if errors(full) != errors(reduced):
                found.append(f"{what}: errors {errors(full)} in full, {errors(reduced)} reduced")
            if deadlocks(full) != deadlocks(reduced):
                found.append(f"{what}: {deadlocks(full)} deadlocks in full, {deadlocks(reduced)} reduced")
            if reduced["states"] > full["states"]:
                found.append(f"{what}: {full['states']} states in full, {reduced['states']} reduced")
            return full, reduced

        full, reduced = both("--strategy", "none", "--execution", "interp")
        both("--strategy", "canonical", "--execution", "interp")
        way = OTHER_WAYS[seed % len(OTHER_WAYS)]
        if way[0] == "--optimise":
            both("--strategy", "none", *way)
        else:
            again = run(pexplore, path, "--strategy", "none", "--por", "on", *(() if "--threads" in way else ("--threads", "1")), *way)
            for figure in ("states", "transitions"):
                if again[figure] != reduced[figure]:
                    found.append(f"{' '.join(way)}: {again[figure]} {figure}, not {reduced[figure]}")
        return full["states"], reduced["states"], found


def write_models(options):
    with open(options.write, "w", encoding="utf-8") as out:
        for seed in range(options.seed, options.seed + options.count):
            if options.formulas and seed % 3 == 0:
                continue  # random_promela.py has variables of its own
            out.write(f"//// seed {seed}\n{model_of(seed)}")
            for number in range(2 if options.formulas else 0):
                out.write(f"ltl f{number} {{ {FormulaWriter(2 * seed + number).write()} }}\n")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save")
    parser.add_argument("--write", help="only write the models to this file, for differential_por_promela")
    parser.add_argument("--formulas", action="store_true", help="with --write: two formulas with each model that has the variables for it")
    parser.add_argument("--cache", help="not used; for the same call as the other comparisons")
    options = parser.parse_args()
    if options.write:
        return write_models(options)
    compared = unfit = smaller = 0
    logarithms = 0.0
    bad = []

    def one(seed):
        text = model_of(seed)
        try:
            return seed, text, judge(options.pexplore, text, seed)
        except Unfit:
            return seed, text, None
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            return seed, text, (0, 0, [str(error)])

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, text, result in pool.map(one, range(options.seed, options.seed + options.count)):
            if result is None:
                unfit += 1
                continue
            compared += 1
            full, reduced, found = result
            smaller += reduced < full
            logarithms += math.log(full / reduced)
            if found:
                bad.append(seed)
                print(f"seed {seed}:\n  " + "\n  ".join(found), flush=True)
                if options.save:
                    Path(options.save).mkdir(parents=True, exist_ok=True)
                    (Path(options.save) / f"por_{seed}.pml").write_text(text, encoding="utf-8")
    mean = math.exp(logarithms / max(compared, 1))
    print(f"{compared} models compared, {smaller} with fewer states (mean factor {mean:.2f}), {unfit} passed over, {len(bad)} different")
    return 1 if bad or compared * 2 < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
