#!/usr/bin/env python3
"""Formulas on random models against SPIN: verdicts with and without fairness, and the size of products.

    liveness_compare.py --count 500 --seed 1 --pexplore build/release/pexplore [--save FOLDER]

Pair k of a run has the seed S + k: a model (random_promela.py) and a formula about its global variables and channels.
SPIN is asked twice, by `pan -a -DNOREDUCE` and by `pan -a -f -DNOREDUCE`, with its own automaton of the formula as a never
claim; pexplore is asked with that claim (verdict, and where nothing is found the number of product states), and with the
formula itself, by --ltl (verdict), on several numbers of threads, without and with symmetry. A pair in which the model has
errors of another kind, or that is too large for a quick answer, is not compared.


Exit code: 0 all equal, 1 some different, 77 SPIN or gcc missing (ctest: skipped).
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

import promela_tree
import random_promela
import spin_oracle

LARGEST = 20_000
NOT_COMPARED = ("unfit", "refused")


# ---- Formulas

def propositions(rng, model_text):
    """Some conditions on the globals of a model, as they stand in its text."""
    scalars = re.findall(r"^(?:byte|bit|bool|short|unsigned) (\w+)(?: : \d+)?(?: = [^;,]*)?;", model_text, re.M)
    channels = re.findall(r"^chan (\w+) = \[[1-9]", model_text, re.M)
    found = []
    for name in scalars:
        found += [f"({name} == {rng.randrange(3)})", f"({name} > {rng.randrange(2)})"]
    if len(scalars) > 1:
        found.append(f"({rng.choice(scalars)} == {rng.choice(scalars)})")
    for name in channels:
        found += [f"(len({name}) > 0)", f"(len({name}) == 0)"]
    rng.shuffle(found)
    return found[:3]


def formula(rng, parts, depth, with_next):
    if depth == 0 or rng.random() < 0.15:
        part = rng.choice(parts)
        return part if rng.random() < 0.7 else f"(! {part})"
    below = lambda: formula(rng, parts, depth - 1, with_next)
    kind = rng.choice(["[]", "<>", "[]", "<>", "U", "V", "W", "&&", "||", "->", "!"] + (["X"] if with_next else []))
    if kind in ("[]", "<>", "X", "!"):
        return f"({kind} {below()})"
    return f"({below()} {kind} {below()})"


def spin_formula(text):
    """`spin -f` has no weak until."""
    return text


def uses_weak_until(text):
    return " W " in text


# ---- Both sides

def run(command, folder, timeout=60):
    done = subprocess.run(command, cwd=folder, timeout=timeout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


class Unfit(Exception):
    pass


def never_claim(text, parts, folder):
    """SPIN's automaton of runs that do not satisfy the formula, as a claim over the conditions themselves."""
    names = {part: f"p{i}" for i, part in enumerate(parts)}
    for part, name in names.items():
        text = text.replace(part, name)
    code, claim = run(["spin", "-f", f"!({text})"], folder, 20)
    if code != 0 or "never" not in claim:
        raise Unfit("spin -f: " + claim[-200:])
    for part, name in names.items():
        claim = re.sub(rf"\b{name}\b", part, claim)
    return claim


def ask_spin(folder, model, fair):
    """("holds" | "violated", product states or None) of a model with a claim."""
    if not os.path.exists(os.path.join(folder, "pan")):
        code, text = run(["spin", "-a", model], folder, 20)
        if code != 0 or not os.path.exists(os.path.join(folder, "pan.c")):
            raise Unfit("spin: " + text[-200:])
        compiler = os.environ.get("PEXPLORE_ORACLE_CC", "gcc -O0").split()
        code, text = run([*compiler, "-w", "-DNOREDUCE", "-DNFAIR=3", "-DMEMLIM=2000", "-o", "pan", "pan.c"], folder, 120)
        if code != 0:
            raise Unfit("gcc: " + text[-200:])
    code, text = run(["./pan", "-a", "-m400000", "-w16", *(["-f"] if fair else [])], folder, 60)
    if "max search depth too small" in text or "out of memory" in text:
        raise Unfit("pan: depth or memory")
    errors = re.search(r"errors: (\d+)", text)
    states = re.search(r"(\d+) states, stored", text)
    if not errors or not states:
        raise Unfit("pan: " + text[-300:])
    if int(errors.group(1)) == 0:
        return "holds", int(states.group(1))
    kinds = set(re.findall(r"^pan:\d+: (.*?) \(at depth", text, re.M))
    if kinds <= {"acceptance cycle", "end state in claim reached"} or any("claim" in k for k in kinds):
        return "violated", None
    if all(re.match(r"assertion violated +!\(", kind) for kind in kinds):
        return "violated", None  # of the claim: SPIN writes states that accept everything as assertions
    raise Unfit("pan: " + "; ".join(kinds))


def ask_pexplore(options, folder, model, arguments):
    """(verdict of the property, its states), or an Unfit where the model has errors of another kind."""
    command = [options.pexplore, "--report", "-", "--no-deadlock-check", "--trace", "off", *arguments, model]
    done = subprocess.run(command, cwd=folder, timeout=options.timeout, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return f"exit code {done.returncode}: {done.stderr[-300:]}", None
    if len(report["properties"]) != 1:
        return f"{len(report['properties'])} properties: {done.stderr[-300:]}", None
    found = report["properties"][0]
    if found["verdict"] == "incomplete" and report["verdict"] == "violated":
        raise Unfit("an error of the model comes first")
    return found["verdict"], found["states"]


def stays(options, folder, model, arguments):
    """Whether the run that pexplore shows comes to rest."""
    command = [options.pexplore, "--report", "-", "--no-deadlock-check", *arguments, model]
    done = subprocess.run(command, cwd=folder, timeout=options.timeout, capture_output=True, text=True, check=False)
    trace = json.loads(done.stdout)["errors"][0]["trace"]
    return trace["loop"] == (trace["steps"][-1]["step"] if trace["steps"] else 0)


def judge(options, seed):
    rng = random.Random(seed * 7919 + 13)
    model = promela_tree.text_of(random_promela.generate(seed, options.size))
    parts = propositions(rng, model)
    if not parts:
        return "unfit", "no globals"
    if "_nr_pr" in model:
        return "unfit", "_nr_pr, which counts the claim in SPIN"
    text = formula(rng, parts, rng.randint(1, 3), rng.random() < 0.2)
    with tempfile.TemporaryDirectory(prefix="liveness-") as folder:
        claimed = os.path.join(folder, "claimed.pml")
        plain = os.path.join(folder, "plain.pml")
        pathlib.Path(plain).write_text(model, encoding="utf-8")
        try:
            if uses_weak_until(text):
                pathlib.Path(claimed).write_text(f"{model}\nltl f {{ {text} }}\n", encoding="utf-8")
            else:
                claim = never_claim(text, parts, folder)
                pathlib.Path(claimed).write_text(f"{model}\n{claim}\n", encoding="utf-8")
            for fair in (False, True):
                expected, states = ask_spin(folder, claimed, fair)
                if not fair and states is not None and states > LARGEST:
                    return "unfit", f"{states} states"
                problem = compare(options, folder, claimed, plain, text, fair, expected, states, rng)
                if problem:
                    return "different", f"{text}: {problem}"
        except (Unfit, subprocess.TimeoutExpired) as error:
            return "unfit", str(error)[-200:]
    return ("holds" if expected == "holds" else "violated"), ""


def compare(options, folder, claimed, plain, text, fair, expected, states, rng):
    fairness = ["--fairness", "weak"] if fair else []
    for threads in ("1", rng.choice(["2", "4", "8"])):
        asked = {
            "claim": (claimed, ["--strategy", "none"]),
            "formula": (plain, ["--strategy", "none", "--ltl", text]),
            "formula under symmetry": (plain, ["--ltl", text]),
        }
        for name, (model, arguments) in asked.items():
            arguments = [*arguments, "--threads", threads, *fairness]
            verdict, found = ask_pexplore(options, folder, model, arguments)
            told = f"{name}, {threads} threads{', fair' if fair else ''}"
            if fair and (verdict, expected) == ("violated", "holds") and stays(options, folder, model, arguments):
                # `pan -f` does not see that the claim accepts where the system has come to rest, unless the claim stays in
                # an accepting state; a run on which nothing can move is fair to everybody.
                continue
            if verdict != expected:
                return f"{told}: {verdict}, SPIN: {expected}"
            counts = name == "claim" and not fair and states is not None and not uses_weak_until(text)
            if counts and found != states:
                return f"{told}: {found} product states, SPIN: {states}"
    return ""


def one(options, seed):
    state, why = judge(options, seed)
    if state == "different" and options.save:
        folder = pathlib.Path(options.save)
        folder.mkdir(parents=True, exist_ok=True)
        model = promela_tree.text_of(random_promela.generate(seed, options.size))
        (folder / f"liveness-{seed}.pml").write_text(f"// {why}\n{model}", encoding="utf-8")
    return seed, state, why


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", help="folder for models that differ")
    parser.add_argument("--cache", help="(not used)")
    options = parser.parse_args()
    options.pexplore = os.path.abspath(options.pexplore)
    if spin_oracle.missing_tools():
        print("skipped: missing " + ", ".join(spin_oracle.missing_tools()))
        return 77
    counts = {}
    print(f"models with formulas: seeds {options.seed} to {options.seed + options.count - 1}, size {options.size}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, state, why in pool.map(lambda k: one(options, options.seed + k), range(options.count)):
            counts[state] = counts.get(state, 0) + 1
            if state not in ("holds", "violated", "unfit"):
                print(f"seed {seed}: {state}: {why}", flush=True)
    print(", ".join(f"{number} {state}" for state, number in sorted(counts.items())))
    return 1 if counts.get("different") else 0


if __name__ == "__main__":
    sys.exit(main())
