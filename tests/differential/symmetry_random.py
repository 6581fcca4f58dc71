#!/usr/bin/env python3
"""Random Promela models of nearly identical parts, searched with and without symmetry reduction.

    symmetry_random.py --pexplore build/release/pexplore --count 60 --seed 1 [--save folder]

A model has a few channels, flags and processes; every option of its loops is written once for each channel and flag, or
for each and its neighbour, and sometimes one copy is changed slightly: a number, an assertion, a label, a jump, an
order. If the change is observable the copies are not symmetric, and detection must not treat them as such. Two of three
models are of other kinds: numbered processes that compute with their numbers; and processes that represent pairs of
numbers (edges, directions, a seat and its neighbour), on which groups act that are not products of full symmetric
groups. Compared for every model:
  - the errors of a search without reduction and with each exact strategy: their kinds and locations;
  - the numbers of states and edges of canonical and enumerate, which are independent implementations;
  - with --audit, of canonical and of one more strategy, the orbits of the stored states and the states of a search without reduction.
Models with more than 20000 states are skipped; at least half of all must remain.
Exit code: 0 equal, 1 different.
"""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_STATES = 20_000


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = self.random.choice([2, 2, 3])
        self.processes = self.random.choice([1, 2, 2, 3])
        self.labels = 0

    def one_of(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def tail(self, i):
        """The remaining statements of an option, once for each part."""
        j = (i + 1) % self.size
        return self.one_of("skip", "n = (n + 1) % 3", f"assert(n < 2 || f{i})", f"f{i} = 1 - f{i}", "who = _pid", f"f{j} = f{i}",
                           f"if :: f{i} :: else -> skip fi", "mark[_pid] = 1 - mark[_pid]", f"atomic {{ skip; f{i} = 0 }}",
                           f"d_step {{ f{i} = f{j}; n = 0 }}", "goto again", "x = 0")

    def options(self):
        """Functions that map the number of a part to the text of its option."""
        value = self.one_of("1", "_pid", "1")
        tails = [self.random.randrange(1 << 30) for _ in range(self.one_of(0, 1, 1, 2))]

        def tail_text(i):
            texts = []
            for seed in tails:
                inner, self.random = self.random, random.Random(seed)
                texts.append(self.tail(i))
                self.random = inner
            return "".join("; " + text for text in texts)

        k = self.size
        heads = [lambda i: f"atomic {{ nfull(c{i}) -> c{i}!{value} }}", lambda i: f"c{i}!{value}", lambda i: f"c{i}?x",
                 lambda i: f"atomic {{ c{i}?x -> n = (n + 1) % 3 }}", lambda i: f"atomic {{ !f{i} -> f{i} = 1 }}",
                 lambda i: f"f{i} && nempty(c{i}) -> f{i} = 0", lambda i: f"d_step {{ f{i} -> f{i} = 0; n = (n + 1) % 3 }}",
                 lambda i: f"atomic {{ len(c{i}) <= len(c{(i + 1) % k}) && nfull(c{i}) -> c{i}!{value} }}",
                 lambda i: f"atomic {{ full(c{i}) && empty(c{(i + 1) % k}) -> c{i}?x; c{(i + 1) % k}!{value} }}",
                 lambda i: f"atomic {{ who == _pid && !f{i} -> who = 0 }}", lambda i: f"c{i}??[1] -> c{i}??1"]
        head = self.random.choice(heads)
        return lambda i: head(i) + tail_text(i)

    def changed(self, text):
        """The same with a difference that may or may not be observable in a run."""
        self.labels += 1
        return self.one_of(text.replace("1", "0", 1), text + "; assert(n != 2)", text.replace("% 3", "% 2") + "; skip",
                           text + "; goto again", "skip; " + text, text + f"; end{self.labels}: skip",
                           text.replace("_pid", "1", 1), text.replace("n + 1", "1 + n"), text.replace("-> ", "-> skip; ", 1))

    def loop(self):
        lines = []
        for _ in range(self.one_of(1, 2, 2, 3)):
            option = self.options()
            parts = [option(i) for i in range(self.size)]
            if self.chance(25):
                at = self.random.randrange(self.size)
                parts[at] = self.changed(parts[at])
            if self.chance(20):
                self.random.shuffle(parts)
            lines += parts
        if self.chance(30):
            lines.append(self.one_of("timeout -> n = 0", "n == 2 -> n = 0", "who > _pid -> who = _pid", "f0 == 2 -> break"))
        return "again:\n    do\n" + "".join(f"    :: {line}\n" for line in lines) + "    od"

    def write(self):
        k = self.size
        text = "".join(f"chan c{i} = [1] of {{ byte }};\n" for i in range(k))
        first = self.random.randrange(k) if self.chance(15) else None
        text += "".join(f"byte f{i} = {1 if i == first else 0};\n" for i in range(k)) + "byte n = 0;  byte who = 0;  bit mark[5];\n"
        text += f"active [{self.processes}] proctype p() {{\n    byte x;\n{self.loop()}\n}}\n"
        if self.chance(60):
            text += f"active [{self.one_of(1, 2)}] proctype q() {{\n    byte x;\n{self.loop()}\n}}\n"
        if self.chance(20):
            text += f"active proctype watch() {{ n == 2 -> assert({self.one_of('f0 < 2', 'who != 1', 'c0?[0] || true', 'mark[0] == mark[1] || n > 0')}) }}\n"
        return text


class NumberedWriter:
    """Processes with the same text, numbered by a parameter or by _pid, that compute with their numbers: neighbours on
    a ring, the other one of two, opposite corners. Variables, messages and indices hold process numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = self.random.choice([2, 3, 3, 4, 4])
        self.by_pid = self.chance(30)
        self.base = 0 if self.by_pid or self.chance(70) else 1
        self.me = "_pid" if self.by_pid else "id"
        self.second = not self.by_pid and self.chance(40)
        self.none = self.random.choice(["0", str(self.count + self.base), "-1", str(self.base)])

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def number(self):
        """The number of a process, as in the text."""
        n, me, b = self.count, self.me, self.base
        choices = [me, me, "got", f"(({me} + 1 - {b}) % {n} + {b})", f"(({me} + {n - 1} - {b}) % {n} + {b})", f"({n - 1 + 2 * b} - {me})"]
        if n in (2, 4) and b == 0:
            choices += [f"({me} ^ 1)", f"({me} ^ {n // 2})"]
        if self.second:
            choices += ["next", "next", "next"]
        if self.chance(8):
            return str(self.random.randrange(n) + b)
        return self.random.choice(choices)

    def option(self):
        x, y, me = self.number(), self.number(), self.me
        return self.random.choice([
            f"atomic {{ v[{x}] == 0 -> v[{y}] = 1 }}", f"atomic {{ v[{x}] == 1 -> v[{y}] = 0 }}", f"owner == {x} -> owner = {y}",
            f"atomic {{ owner == {self.none} -> owner = {x} }}", f"owner != {x} && v[{y}] == 0 -> v[{y}] = 1; owner = {self.none}",
            f"atomic {{ nfull(net) -> net!{x} }}", "atomic { nempty(net) -> net?got }", f"atomic {{ net?[eval({x})] -> net?_ }}",
            f"atomic {{ nfull(c[{x}]) -> c[{x}]!{y} }}", f"c[{me}]?got", f"got = {x}", f"got != {x} -> v[got] = 0",
            f"d_step {{ v[{x}] = 1 - v[{x}]; owner = {y} }}", f"v[{x}] == 1 -> assert(v[{y}] == 0 || owner == {x} || n < 2)",
            f"v[{x}] == 1 -> n = (n + 1) % 3", f"if :: v[{x}] == 0 :: {me} > {self.base} && v[{me} - 1] == 1 -> n = 0 fi",
            f"(({me} == {self.base} || v[{me} - 1] == 0) && v[{x}] == 0) -> v[{x}] = 1", f"(len(c[{x}]) == 0 -> v[{y}] : n == 0)",
            f"v[{x}] == n && {self.random.choice([me + ' < 2', me + ' % 2 == 0', me + ' != ' + x, 'got == ' + me])} -> n = (n + 1) % 3"])

    def write(self):
        n, b = self.count, self.base
        size = n + b
        text = f"byte v[{size}];  chan c[{size}] = [1] of {{ byte }};  chan net = [2] of {{ byte }};\n"
        text += f"short owner = {self.none};  byte n;\n"
        body = "".join(f"    :: {self.option()}\n" for _ in range(self.random.choice([2, 3, 4])))
        if self.chance(15):
            body += "    :: n == 2 -> break\n"
        text += f"active [{n}] proctype p() {{" if self.by_pid else f"proctype p(byte id{'; byte next' if self.second else ''}) {{"
        text += f"\n    byte got{' = ' + str(b) if b else ''};\n    do\n{body}    od\n}}\n"
        if self.by_pid:
            return text
        table = self.random.choice([[(i + 1) % n for i in range(n)], [n - 1 - i for i in range(n)], [i // 2 for i in range(n)], [0] * n,
                                    [self.random.randrange(n) for _ in range(n)]])
        runs = [f"run p({i + b}{f', {table[i] + b}' if self.second else ''});" for i in range(n)]
        if self.second or self.chance(50):
            return text + f"init {{ atomic {{ {' '.join(runs)} }} }}\n"
        return text + f"init {{ byte i; atomic {{ for (i : {b} .. {n - 1 + b}) {{ run p(i) }} }} }}\n"


class PairWriter:
    """A process per pair of numbers: for each ordered pair, edge, direction of an edge, or seat and neighbour; and
    sometimes one per number in addition. The runs are in random order, so process numbers carry no information."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count, self.pairs = self.relation()
        self.random.shuffle(self.pairs)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def relation(self):
        ring = self.random.choice([3, 3, 4, 5])
        n = self.random.choice([3, 3, 3, 4])
        around = [(i, (i + 1) % ring) for i in range(ring)]
        return self.random.choice([
            (3, [(i, j) for i in range(3) for j in range(3) if i != j]),
            (n, [(i, j) for i in range(n) for j in range(i)]),
            (ring, around + [(j, i) for i, j in around]),
            (ring, around),
            (4, [(i, j) for i in range(4) for j in range(4) if i ^ j in (1, 2)]),  # a square of bits
            (4, [(i, 3 - i) for i in range(4)] + [(i, i ^ 1) for i in range(4)]),
            (3, [(i, j) for i in range(3) for j in range(3)]),
            (2, [(i, j) for i in range(2) for j in range(2)]),
            (6, [(i, (i + 2) % 6) for i in range(6)]),
        ])

    def option(self):
        x, y = self.random.choice([("i", "j"), ("j", "i"), ("i", "i"), ("j", "j")])
        plain = [f"atomic {{ x[{x}] == 0 && l == 0 -> x[{y}] = 1; l = 1 }}", f"atomic {{ x[{x}] == 1 && x[{y}] == 1 -> x[{x}] = 0; l = 1 - l }}",
                 f"atomic {{ x[{x}] == 1 && l == 1 -> x[{y}] = 0 }}", f"atomic {{ x[{x}] != x[{y}] -> x[{x}] = x[{y}] }}",
                 f"atomic {{ x[{x}] == 0 && x[{y}] == 0 -> x[{x}] = 1; x[{y}] = l; l = 1 - l }}",
                 f"atomic {{ x[{x}] == 1 && l == 1 -> assert(x[{y}] == 0 || n < 2) }}", f"atomic {{ x[{x}] == 1 && n < 2 -> n = n + 1; x[{x}] = 0 }}"]
        pointing = [f"atomic {{ owner == {self.none} -> owner = {x} }}", f"atomic {{ owner == {x} && l == 0 -> owner = {y}; l = 1 }}",
                    f"atomic {{ owner == {x} -> owner = {self.none}; l = 0 }}", f"atomic {{ nfull(c[{x}]) && l == 0 -> c[{x}]!{y}; l = 1 }}",
                    f"atomic {{ nempty(c[{x}]) -> c[{x}]?_; l = 0 }}", f"atomic {{ c[{x}]?[eval({y})] -> c[{x}]?_; l = 0 }}",
                    f"atomic {{ to[{x}] == {y} -> to[{x}] = {x} }}", f"atomic {{ to[{x}] == {x} && l == 0 -> to[{x}] = {y}; l = 1 }}",
                    f"d_step {{ to[{x}] != {y} && l == 1 -> to[{y}] = {x}; l = 0 }}"]
        return self.random.choice(plain if self.chance(60) else pointing)

    def write(self):
        n = self.count
        self.none = self.random.choice([str(n), "255"])
        start = ", ".join(str(i) for i in range(n))
        options = "".join(f"    :: {self.option()}\n" for _ in range(self.random.choice([2, 3, 3, 4])))
        if self.chance(10):
            options += f"    :: atomic {{ i == {self.random.randrange(n)} && l == 1 -> l = 0 }}\n"
        text = f"byte x[{n}];  byte n;  byte owner = {self.none};  chan c[{n}] = [1] of {{ byte }};  byte to[{n}] = {{ {start} }};\n"
        text += f"proctype pair(byte i; byte j) {{\n    byte l;\n    do\n{options}    od\n}}\n"
        runs = [f"run pair({i}, {j})" for i, j in self.pairs]
        if self.chance(25):
            own = self.chance(25)  # computed by the process, not by its starter
            head = "byte i) {\n    byte j = i;" if own else "byte i; byte j) {\n   "
            text += f"proctype one({head} byte l;\n    do\n" + "".join(f"    :: {self.option()}\n" for _ in range(2)) + "    od\n}\n"
            runs += [f"run one({i})" if own else f"run one({i}, {i})" for i in range(n)]
        return text + f"init {{ atomic {{ {'; '.join(runs)} }} }}\n"


EXACT = ("canonical", "enumerate", "exact-markers", "marker-swaps", "segmented", "sorted", "sorted-main", "flooding")


class Rejected(Exception):
    """pexplore reports an error in the model."""


def search(pexplore, path, *options):
    command = [pexplore, "--quiet", "--progress", "none", "--threads", "1", "--trace", "off", "--max-states", str(4 * MOST_STATES),
               "--report", "-", *options, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode == 65:
        raise Rejected(done.stderr)
    if done.returncode in (2, 70) or done.returncode < 0:
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr[-600:]}")
    return json.loads(done.stdout)


def kinds(report):
    return sorted({(error["kind"], error.get("line", 0), error.get("column", 0)) for error in report["errors"]})


def check(pexplore, seed, writers, folder, save):
    """The difference; None if the model was skipped."""
    writer, suffix = writers[seed % len(writers)]
    text = writer(seed).write()
    path = os.path.join(folder, f"model_{seed}{suffix}")
    Path(path).write_text(text, encoding="utf-8")
    trouble = []
    try:
        plain = search(pexplore, path, "--strategy", "none", "--all-errors")
        if plain["states"] > MOST_STATES:
            return None, ""
        reports = {name: search(pexplore, path, "--strategy", name, "--all-errors") for name in EXACT}
        search(pexplore, path, "--audit", "--all-errors")
        search(pexplore, path, "--audit", "--all-errors", "--strategy", EXACT[seed // len(writers) % len(EXACT)])
        for name, report in reports.items():
            if kinds(report) != kinds(plain):
                trouble.append(f"{name}: errors {kinds(report)}, without reduction {kinds(plain)}")
            if report["states"] > plain["states"]:
                trouble.append(f"{name}: {report['states']} states, without reduction {plain['states']}")
        full, oracle = reports["canonical"], reports["enumerate"]
        if (full["states"], full["transitions"]) != (oracle["states"], oracle["transitions"]):
            trouble.append(f"canonical: {full['states']} states, enumerate: {oracle['states']}")
        gain = f"{plain['states']} -> {full['states']}"
    except Rejected:
        return None, ""
    except (RuntimeError, subprocess.TimeoutExpired) as problem:
        trouble, gain = [str(problem)], ""
    if trouble and save:
        Path(save).mkdir(parents=True, exist_ok=True)
        (Path(save) / f"symmetry_{seed}{suffix}").write_text(text, encoding="utf-8")
    return trouble, gain


def campaign(description, writers, least_compared):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save")
    parser.add_argument("--cache", help="not used; for the same call as the other comparisons")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    compared, reduced, wrong = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda seed: check(arguments.pexplore, seed, writers, folder, arguments.save), seeds)
        for seed, (trouble, gain) in zip(seeds, results):
            if trouble is None:
                continue
            compared += 1
            reduced += bool(gain) and gain.split(" -> ")[0] != gain.split(" -> ")[1]
            wrong += bool(trouble)
            for line in trouble:
                print(f"seed {seed}: {line}")
    print(f"{compared} of {arguments.count} models compared, {reduced} of them with fewer states under symmetry, {wrong} wrong")
    return 1 if wrong or compared < least_compared * arguments.count else 0


if __name__ == "__main__":
    sys.exit(campaign(__doc__, ((Writer, ".pml"), (NumberedWriter, ".pml"), (PairWriter, ".pml")), least_compared=1 / 2))
