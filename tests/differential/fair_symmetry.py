#!/usr/bin/env python3
"""Weak fairness under symmetry: random models of identical processes, each formula with and without reduction.

    fair_symmetry.py --count 500 --seed 1 --pexplore build/release/pexplore [--spin 0.1] [--save FOLDER]

Model k of a run has the seed S + k: two to four processes of one proctype, with cells of their own, a variable that
names one of them, a channel, and maybe a process of another kind. Its formulas refer to all processes alike, to one of
them, to none, or make the same statement about each. Without reduction each process has its own mark; under symmetry
processes are tracked through representatives (engine/liveness/fair_threads.h), so the two answers are computed in
different ways. They must agree for every strategy and number of threads, and the interpreter must confirm the run. Some
of the models are also checked with `pan -a -f`.

Exit code: 0 all equal, 1 some different.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import spin_oracle
from liveness_compare import Unfit, ask_spin, make_pan, stays

STRATEGIES = ("auto", "exact-markers", "marker-swaps", "sorted", "sorted-main", "segmented", "enumerate")


def guard(rng, others):
    return rng.choice(["c[_pid] == 0", "c[_pid] == 1", "c[_pid] == 2", "g == 0", "g == 1", "w == _pid", "w != _pid", "x == 0",
                       "x == 1", "c[_pid] < 3", "len(q) > 0", "nempty(q)", *(["h == 0", "h == 1"] if others else [])])


def effect(rng, others):
    return rng.choice(["c[_pid] = 0", "c[_pid] = 1", "c[_pid] = 2", "c[_pid] = (c[_pid] + 1) % 3", "g = 1 - g", "g = 0", "w = _pid",
                       "x = 1 - x", "skip", *(["h = 0"] if others else [])])


def step(rng, others, rendezvous):
    kind = rng.random()
    if kind < 0.25:
        return f"q!{'_pid' if rng.random() < 0.5 else 'w'}"
    if kind < 0.45:
        return "q?w" if rng.random() < 0.6 else "q?_"
    body = f"{guard(rng, others)} -> {effect(rng, others)}"
    if rng.random() < 0.3:
        body += f"; {effect(rng, others)}"
    return f"atomic {{ {body} }}" if rng.random() < 0.7 else body


def model_of(seed):
    rng = random.Random(seed * 104729 + 11)
    count = rng.randint(2, 4)
    others = rng.random() < 0.5
    rendezvous = rng.random() < 0.4
    text = [f"byte c[{count + 1}]; bit g; pid w; bit h; chan q = [{0 if rendezvous else rng.randint(1, 2)}] of {{ pid }};"]
    text.append(f"active [{count}] proctype P() {{ bit x; x = 0;")
    text.append("  do")
    text += [f"  :: {step(rng, others, rendezvous)}" for _ in range(rng.randint(2, 4))]
    if rng.random() < 0.2:
        text.append(f"  :: {guard(rng, others)} -> break")
    text += ["  od", "}"]
    if others:
        text += ["active proctype Q() {", "  do"]
        text += [f"  :: {rng.choice(['h = 1 - h', 'g == 1 -> h = 1', 'g = 0', 'q?w', 'h == 1 -> g = 1 - g'])}"
                 for _ in range(rng.randint(1, 2))]
        text += ["  od", "}"]
    model = "\n".join(text)
    if rendezvous:
        model = model.replace("nempty(q)", "c[_pid] > 0").replace("len(q) > 0", "c[_pid] < 2")
    every = " && ".join(f"c[{i}] == 1" for i in range(count))
    some = " || ".join(f"c[{i}] == 1" for i in range(count))
    last = f"c[{count - 1}]"
    atoms = [f"({some})", f"({every})", f"({last} == 1)", f"({last} == 0)", "(g == 1)", "(g == 0)", f"(w == {count - 1})", f"(w == 0 || {some})",
             "(h == 1)"]
    shapes = ["[] <> {a}", "<> [] {a}", "[] ({a} -> <> {b})", "<> {a}", "[] <> {a} -> [] <> {b}", "{a} U {b}", "<> [] {a} || [] <> {b}"]
    formulas = [rng.choice(shapes).format(a=rng.choice(atoms), b=rng.choice(atoms)) for _ in range(4)]
    formulas.append(each_of(count, random.Random(seed)))
    return model, formulas, rng


def each_of(count, rng):
    """The same formula for each process: its conjuncts are searched separately."""
    shape = rng.choice(["[] ({a} -> <> {b})", "[] <> {a} -> [] <> {b}", "[] <> {b}", "[] ({a} -> ({a} U {b}))"])
    parts = [f"({shape})".format(a=f"(c[{i}] == 1)", b=f"(c[{i}] == {rng.choice('02')})") for i in range(count)]
    if rng.random() < 0.7:
        value = rng.choice("02")
        parts = [f"({shape})".format(a=f"(c[{i}] == 1)", b=f"(c[{i}] == {value})") for i in range(count)]
    return " && ".join(parts)


def verdicts(options, folder, formulas, arguments):
    command = [options.pexplore, "--report", "-", "--no-deadlock-check", "--fairness", "weak", "--execution", "interp", *arguments]
    for formula in formulas:
        command += ["--ltl", formula]
    done = subprocess.run([*command, "model.pml"], cwd=folder, timeout=options.timeout, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return f"exit code {done.returncode}: {done.stderr[-300:]}", None
    strategies = {p["method"].split("strategy ")[1].split(",")[0] for p in report["properties"] if "strategy " in p.get("method", "")}
    return [p["verdict"] for p in report["properties"]], strategies


def judge(options, seed, counts):
    model, formulas, rng = model_of(seed)
    with tempfile.TemporaryDirectory(prefix="fair-") as folder:
        pathlib.Path(folder, "model.pml").write_text(model, encoding="utf-8")
        expected, _ = verdicts(options, folder, formulas, ["--strategy", "none", "--threads", "1"])
        if isinstance(expected, str) or len(expected) != len(formulas) or "incomplete" in expected:
            counts["unfit"] = counts.get("unfit", 0) + 1
            return "" if not isinstance(expected, str) or expected.startswith("exit code 65:") else expected
        asked = [("auto", "1"), ("auto", rng.choice(["2", "8"])), (rng.choice(STRATEGIES), rng.choice(["1", "2", "8"]))]
        for strategy, threads in asked:
            found, used = verdicts(options, folder, formulas, ["--strategy", strategy, "--threads", threads])
            if found != expected:
                return f"{strategy}, {threads} threads: {found}, without reduction: {expected}; {formulas}"
            reduced = used is not None and used != {"none"}
            counts["reduced"] = counts.get("reduced", 0) + (1 if reduced else 0)
        for verdict in expected:
            counts[verdict] = counts.get(verdict, 0) + 1
        if rng.random() < options.spin:
            return ask_pan(options, folder, model, formulas, expected, counts)
    return ""


def ask_pan(options, folder, model, formulas, expected, counts):
    for i, formula in enumerate(formulas):
        pathlib.Path(folder, "claimed.pml").write_text(f"{model}\nltl f {{ {formula} }}\n", encoding="utf-8")
        for name in ("pan", "pan.c"):
            pathlib.Path(folder, name).unlink(missing_ok=True)
        try:
            make_pan(folder, "claimed.pml")
            verdict, _ = ask_spin(folder, "f", True)
        except (Unfit, subprocess.TimeoutExpired):
            continue
        counts["by pan"] = counts.get("by pan", 0) + 1
        if verdict == expected[i]:
            continue
        if expected[i] == "violated" and stays(options, folder, "model.pml", ["--fairness", "weak", "--ltl", formula]):
            counts["runs that pan does not see"] = counts.get("runs that pan does not see", 0) + 1
            continue
        return f"{formula}: {expected[i]}, pan -a -f: {verdict}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=float, default=0, help="part of the models that pan is asked about, too")
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=1, help="(not used)")
    parser.add_argument("--save", help="folder for models that differ")
    parser.add_argument("--cache", help="(not used)")
    options = parser.parse_args()
    options.pexplore = os.path.abspath(options.pexplore)
    if options.spin and spin_oracle.missing_tools():
        options.spin = 0
    print(f"identical processes under fairness: seeds {options.seed} to {options.seed + options.count - 1}")
    counts, different = {}, 0
    for seed in range(options.seed, options.seed + options.count):
        try:
            why = judge(options, seed, counts)
        except subprocess.TimeoutExpired:
            counts["too slow"] = counts.get("too slow", 0) + 1
            continue
        if not why:
            continue
        different += 1
        print(f"seed {seed}: {why}", flush=True)
        if options.save:
            pathlib.Path(options.save).mkdir(parents=True, exist_ok=True)
            pathlib.Path(options.save, f"fair-{seed}.pml").write_text(f"// {why}\n{model_of(seed)[0]}\n", encoding="utf-8")
    print(", ".join(f"{number} {what}" for what, number in sorted(counts.items())) + f", {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
