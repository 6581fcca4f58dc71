#!/usr/bin/env python3
"""Formulas on small random models in .px and B against a second model checker (ltl_witness.py).

    ltl_random.py --count 500 --seed 1 --language px --pexplore build/release/pexplore [--save FOLDER]

Pair k has the seed S + k: a model with two counters and a few guarded actions, and a formula. The only input of the
witness from pexplore is the state graph written by `pexplore graph`. pexplore checks the formula with --ltl, with 1, 2,
4 or 8 threads in turn, compiled and interpreted.

Exit code: 0 all equal, 1 some different.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import ltl_witness as ltl

VALUES = 4


# ---- Formulas: (text, for the witness)

def is_about(name, relation, value):
    tests = {"=": lambda x: x == value, "<": lambda x: x < value, ">": lambda x: x > value}
    return ("atom", lambda node, move, test=tests[relation]: test(node[name]))


class PxFormulas:
    """`unless` is the weak until."""
    unary = {"not": lambda f: ("not", f), "[]": ltl.always, "<>": ltl.eventually, "always": ltl.always,
             "eventually": ltl.eventually, "next": lambda f: ("next", f)}
    binary = {"and": lambda f, g: ("and", f, g), "or": lambda f, g: ("or", f, g), "implies": ltl.implies, "iff": ltl.iff,
              "until": lambda f, g: ("until", f, g), "unless": ltl.weak_until, "release": ltl.release}

    @staticmethod
    def atom(rng, _):
        name, relation, value = rng.choice("xy"), rng.choice("=<>"), rng.randrange(VALUES)
        return f"{name} {relation} {value}", is_about(name, relation, value)


class BFormulas:
    unary = {"not": lambda f: ("not", f), "G": ltl.always, "F": ltl.eventually, "X": lambda f: ("next", f),
             "O": ltl.once, "H": ltl.historically, "Y": lambda f: ("previous", f)}
    binary = {"&": lambda f, g: ("and", f, g), "or": lambda f, g: ("or", f, g), "=>": ltl.implies, "<=>": ltl.iff,
              "U": lambda f, g: ("until", f, g), "W": ltl.weak_until, "R": ltl.release,
              "S": lambda f, g: ("since", f, g), "T": ltl.trigger}

    # What the name k stands for, while a formula is made that a quantifier binds it in.
    bound = None

    @staticmethod
    def atom(rng, operations):
        if BFormulas.bound is not None and rng.random() < 0.6:
            return BFormulas.about_bound(rng, operations)
        kind = rng.randrange(12)
        if kind >= 10:
            return BFormulas.change(rng)
        if kind < 4:
            name, relation, value = rng.choice("xy"), rng.choice("=<>"), rng.randrange(VALUES)
            return f"{{{name} {relation} {value}}}", is_about(name, relation, value)
        if kind == 4:
            return "deadlock", ("atom", lambda node, move: not node["moves"])
        if kind == 5:
            return "sink", ("atom", lambda node, move: all(target == node["number"] for _, target in node["moves"]))
        name = rng.choice(operations)
        if kind == 6 and name == "Par":
            value = rng.randrange(3)
            told = f"Par(n = {value})"
            return f"[Par({value})]", ("atom", lambda node, move: move is not None and move[0] == told)
        is_it = lambda label: re.match(r"\w+", label)[0] == name
        if kind < 8:
            return f"[{name}]", ("atom", lambda node, move: move is not None and is_it(move[0]))
        return f"{rng.choice(['e', 'available'])}({name})", ("atom", lambda node, move: any(is_it(label) for label, _ in node["moves"]))


    @staticmethod
    def about_bound(rng, operations):
        value, kind = BFormulas.bound, rng.randrange(4)
        if kind == 0 and "Par" in operations:
            told = f"Par(n = {value})"
            return "[Par(k)]", ("atom", lambda node, move: move is not None and move[0] == told)
        if kind == 1 and "Par" in operations:
            told = f"Par(n = {value})"
            return "e(Par(k))", ("atom", lambda node, move: any(label == told for label, _ in node["moves"]))
        if kind == 2:
            return "BA({x + k > x$0 + y})", ("atom", lambda node, move: move is not None and
                                           node["graph"][move[1]]["x"] + value > node["x"] + node["graph"][move[1]]["y"])
        name, relation = rng.choice("xy"), rng.choice("=<>")
        return f"{{{name} {relation} k}}", is_about(name, relation, value)

    @staticmethod
    def quantified(rng, operations, depth):
        """The same formula for each value of k: made again from the same seed."""
        seed, all_of, first, size, partly = rng.random(), rng.random() < 0.5, rng.randrange(3), rng.randrange(4), rng.random() < 0.3
        parts, written = [], ""
        for value in range(first, first + max(size, 1)):
            BFormulas.bound = value
            written, part = formula(random.Random(seed), BFormulas, operations, depth)
            BFormulas.bound = None
            if partly:
                guard = ("atom", lambda node, move, value=value: node["x"] != value)
                part = ltl.implies(guard, part) if all_of else ("and", guard, part)
            if size:
                parts.append(part)
        said = f"k : {first}..{first + size - 1}" + (" & x /= k" if partly else "")
        meant = parts[0] if parts else ("true",) if all_of else ("not", ("true",))
        for part in parts[1:]:
            meant = ("and" if all_of else "or", meant, part)
        return (f"!k.({{{said}}} => {written})" if all_of else f"#k.({{{said}}} & {written})"), meant

    @staticmethod
    def change(rng):
        """The effect of the next step on a value; false if there is no next step."""
        text, value = rng.choice([("x", lambda n: n["x"]), ("y", lambda n: n["y"]), ("x - y", lambda n: n["x"] - n["y"]),
                                  ("{x, y}", lambda n: {n["x"], n["y"]})])
        words = {"changed": lambda a, b: a != b, "unchanged": lambda a, b: a == b}
        if text[0] != "{":
            words |= {"increasing": lambda a, b: a < b, "decreasing": lambda a, b: a > b}
        word = rng.choice(list(words))
        written = f"{word}({{{text}}})"
        relation = words[word]
        if rng.random() < 0.25:
            written, value, relation = "BA({x$0 + y < x + y$0})", lambda n: n["x"] - n["y"], lambda a, b: a < b
        return written, ("atom", lambda node, move: move is not None and relation(value(node), value(node["graph"][move[1]])))


def formula(rng, language, operations, depth):
    if depth == 0 or rng.random() < 0.15:
        return language.atom(rng, operations)
    if language is BFormulas and BFormulas.bound is None and rng.random() < 0.2:
        return BFormulas.quantified(rng, operations, depth - 1)
    left, f = formula(rng, language, operations, depth - 1)
    if rng.random() < 0.5:
        name = rng.choice(list(language.unary))
        return f"{name} ({left})", language.unary[name](f)
    right, g = formula(rng, language, operations, depth - 1)
    name = rng.choice(list(language.binary))
    return f"({left}) {name} ({right})", language.binary[name](f, g)


# ---- Models

def step(rng):
    name = rng.choice("xy")
    return name, rng.choice([f"({name} + 1) {{mod}} {VALUES}", str(rng.randrange(VALUES)), "x" if name == "y" else "y"])


def guard(rng):
    return " {and} ".join(f"{rng.choice('xy')} {rng.choice(['=', '<', '>'])} {rng.randrange(VALUES)}"
                          for _ in range(rng.choice([1, 1, 2])))


def px_model(rng):
    lines = [f"var x: 0..{VALUES - 1}", f"var y: 0..{VALUES - 1} = {rng.randrange(VALUES)}", "deadlock off"]
    for k in range(rng.randint(2, 5)):
        target, value = step(rng)
        lines.append(f"action a{k} when {guard(rng)} do {target} := {value}".format(mod="%", **{"and": "and"}))
    if rng.random() < 0.3:
        lines.append("init { choose i: 0..1; x := i }")
    return "\n".join(lines) + "\n", [], []


def b_model(rng):
    operations, names = [], []
    for k in range(rng.randint(2, 4)):
        target, value = step(rng)
        names.append(f"op{k}")
        body = f"{target} := {value}"
        if rng.random() < 0.25:
            other, more = step(rng)
            body = f"CHOICE {body} OR {other} := {more} END"
        text = f"  op{k} = SELECT {guard(rng)} THEN {body} END"
        operations.append(text.format(mod="mod", **{"and": "&"}))
    if rng.random() < 0.6:
        names.append("Par")
        operations.append("  Par(n) = SELECT n : 0..2 & {} THEN x := n END".format(guard(rng)).format(**{"and": "&"}))
    initial = rng.choice([f"y := {rng.randrange(VALUES)}", "y :: {0, 2}"])
    return (f"MACHINE m\nVARIABLES x, y\nINVARIANT x : 0..{VALUES - 1} & y : 0..{VALUES - 1}\n"
            f"INITIALISATION x := 0 || {initial}\nOPERATIONS\n" + ";\n".join(operations) + "\nEND\n"), names, []


LANGUAGES = {"px": (PxFormulas, px_model, "px", "stutter"), "b": (BFormulas, b_model, "mch", "finite")}


# ---- Both sides

def graph_of(options, model, folder):
    told = os.path.join(folder, "graph.json")
    with open(told, "w", encoding="utf-8") as out:
        subprocess.run([options.pexplore, "graph", "--no-deadlock-check", "--format", "json", model],
                       stdout=out, stderr=subprocess.DEVNULL, timeout=60, check=False)
    data = json.loads(pathlib.Path(told).read_text(encoding="utf-8"))
    nodes = [{"initial": node["initial"], "number": number, "moves": [], **{k: int(v) for k, v in node["cells"].items()}}
             for number, node in enumerate(data["nodes"])]
    for node in nodes:
        node["graph"] = nodes
    for edge in data["edges"]:
        nodes[edge["from"]]["moves"].append((edge["action"], edge["to"]))
    return nodes


def ask(options, model, text, arguments):
    command = [options.pexplore, "--report", "-", "--no-deadlock-check", "--ltl", text, *arguments, model]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return f"exit code {done.returncode}: {done.stderr[-400:]}"
    for error in report["errors"]:
        # The run shows the violation: the whole formula is false in its first state.
        if error["trace"] and error["trace"]["formula"] and error["trace"]["formula"][-1]["holds"][0] is not False:
            return f"a run on which the formula is {error['trace']['formula'][-1]['holds'][0]}"
    return report["properties"][0]["verdict"] if report["properties"] else "no properties"


def judge(options, seed):
    rng = random.Random(seed * 7919 + 29)
    language, make, ending, ends = LANGUAGES[options.language]
    text, operations, _ = make(rng)
    written, meant = formula(rng, language, operations, rng.randint(1, 3))
    with tempfile.TemporaryDirectory(prefix="ltl-") as folder:
        model = os.path.join(folder, f"m.{ending}")
        pathlib.Path(model).write_text(text, encoding="utf-8")
        expected = "holds" if ltl.Checker(graph_of(options, model, folder), meant, ends).holds() else "violated"
        for arguments in (["--threads", "1"], ["--threads", str(2 ** (seed % 4)), "--execution", "interp"]):
            found = ask(options, model, written, arguments)
            if found != expected:
                if options.save:
                    pathlib.Path(options.save).mkdir(parents=True, exist_ok=True)
                    pathlib.Path(options.save, f"ltl-{seed}.{ending}").write_text(text, encoding="utf-8")
                return "different", f"{written}: {found} with {' '.join(arguments)}, witness: {expected}\n{text}"
    return expected, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", choices=list(LANGUAGES), default="px")
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", help="folder for models that differ")
    parser.add_argument("--cache", help="(not used)")
    options = parser.parse_args()
    counts = {}
    print(f"{options.language} models with formulas: seeds {options.seed} to {options.seed + options.count - 1}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, (state, why) in enumerate(pool.map(lambda k: judge(options, options.seed + k), range(options.count)),
                                            options.seed):
            counts[state] = counts.get(state, 0) + 1
            if state == "different":
                print(f"seed {seed}: {state}: {why}", flush=True)
    print(", ".join(f"{number} {state}" for state, number in sorted(counts.items())))
    return 1 if counts.get("different") else 0


if __name__ == "__main__":
    sys.exit(main())
