#!/usr/bin/env python3
"""Formulas on random models against SPIN: verdicts with and without fairness, and the size of products.

    liveness_compare.py --count 500 --seed 1 --pexplore build/release/pexplore [--save FOLDER]

Model k of a run has the seed S + k (random_promela.py); each comes with four formulas about its global variables and channels.
SPIN checks each twice, with `pan -a -DNOREDUCE` and with `pan -a -f -DNOREDUCE`, using its own automaton of the formula
as a never claim; pexplore checks that claim (verdict and, if there is no violation, the number of product states), and
the formula itself with --ltl (verdict), on one thread and on 2, 4 or 8, without and with symmetry. Pairs whose models
have errors of another kind, or that are too large for a quick answer, are not compared. A pair takes 0.05 s of
processor time if tcc is installed.

Exit code: 0 all equal, 1 some different, 77 SPIN or gcc missing (ctest: skipped).
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import promela_tree
import random_promela
import spin_oracle

LARGEST = 20_000


# ---- Formulas

def propositions(rng, model_text):
    """Some conditions on the globals of a model, from its text."""
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


def uses_weak_until(text):
    """Weak until, which `spin -f` does not support, unlike `ltl`."""
    return " W " in text


# ---- Both sides

def run(command, folder, timeout=60):
    done = subprocess.run(command, cwd=folder, timeout=timeout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


class Unfit(Exception):
    pass


def never_claim(name, text, parts, folder):
    """SPIN's automaton for runs that violate the formula, as a claim over the conditions themselves."""
    names = {part: f"p{i}" for i, part in enumerate(parts)}
    for part, short in names.items():
        text = text.replace(part, short)
    code, claim = run(["spin", "-f", f"!({text})"], folder, 20)
    if code != 0 or "never" not in claim:
        raise Unfit("spin -f: " + claim[-200:])
    for part, short in names.items():
        claim = re.sub(rf"\b{short}\b", part, claim)
    return claim.replace("never", f"never {name}", 1)


def make_pan(folder, model, program="pan", flags=()):
    code, text = run(["spin", "-a", model], folder, 20)
    if code != 0 or not os.path.exists(os.path.join(folder, "pan.c")):
        raise Unfit("spin: " + text[-200:])
    compiler = os.environ.get("PEXPLORE_ORACLE_CC", "tcc" if shutil.which("tcc") else "gcc -O0").split()
    code, text = run([*compiler, "-w", "-DNOREDUCE", "-DNFAIR=3", "-DMEMLIM=2000", *flags, "-o", program, "pan.c"],
                     folder, 120)
    if code != 0:
        raise Unfit("gcc: " + text[-200:])


def ask_spin(folder, name, fair, program="pan"):
    """("holds" | "violated", product states or None) of the claim of this name."""
    # pan clears all of its stack before it begins, which takes longer than most searches.
    for depth in ("-m4000", "-m400000"):
        code, text = run([f"./{program}", "-a", "-N", name, depth, "-w12", *(["-f"] if fair else [])], folder, 60)
        if "max search depth too small" not in text:
            break
    if "max search depth too small" in text or "out of memory" in text:
        raise Unfit("pan: depth or memory")
    errors = re.search(r"errors: (\d+)", text)
    states = re.search(r"(\d+) states, stored", text)
    if not errors or not states:
        raise Unfit("pan: " + text[-300:])
    if int(errors.group(1)) == 0:
        if int(states.group(1)) > LARGEST:
            raise Unfit(f"{states.group(1)} states")
        return "holds", int(states.group(1))
    kinds = set(re.findall(r"^pan:\d+: (.*?) \(at depth", text, re.M))
    if kinds <= {"acceptance cycle", "end state in claim reached"} or any("claim" in k for k in kinds):
        return "violated", None
    if all(re.match(r"assertion violated +!\(", kind) for kind in kinds):
        return "violated", None  # of the claim: SPIN writes states that accept everything as assertions
    raise Unfit("pan: " + "; ".join(kinds))


def ask_pexplore(options, folder, model, arguments):
    """[(verdict, states)] of the properties, or an Unfit if the model has errors of another kind."""
    command = [options.pexplore, "--report", "-", "--no-deadlock-check", "--trace", "off", "--execution", options.execution,
               *arguments, model]
    done = subprocess.run(command, cwd=folder, timeout=options.timeout, capture_output=True, text=True, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        if "the system refuses to start" in done.stderr:
            raise Unfit("no threads to be had") from None
        return [(f"exit code {done.returncode}: {done.stderr[-300:]}", None, "")]
    if any(found["verdict"] == "incomplete" for found in report["properties"]) and report["verdict"] == "violated":
        raise Unfit("an error of the model comes first")
    return [(found["verdict"], found["states"], found["name"]) for found in report["properties"]]


def stays(options, folder, model, arguments, name):
    """Whether the run that pexplore shows for this property ends in stuttering."""
    command = [options.pexplore, "--report", "-", "--no-deadlock-check", *arguments, "--claim", name, model]
    done = subprocess.run(command, cwd=folder, timeout=options.timeout, capture_output=True, text=True, check=False)
    trace = json.loads(done.stdout)["errors"][0]["trace"]
    return trace["loop"] == (trace["steps"][-1]["step"] if trace["steps"] else 0)


def write_pairs(options, seed, rng, folder):
    """Writes the model with a claim for each formula; returns its path, and the formulas by claim names."""
    model = promela_tree.text_of(random_promela.generate(seed, options.size))
    parts = propositions(rng, model)
    if not parts:
        raise Unfit("no globals")
    if "_nr_pr" in model:
        raise Unfit("_nr_pr, which counts the claim in SPIN")
    formulas = {}
    for k in range(options.formulas):
        text = formula(rng, parts, rng.randint(1, 3), rng.random() < 0.2)
        name = f"f_{k}"
        try:
            model += f"\nltl {name} {{ {text} }}" if uses_weak_until(text) else "\n" + never_claim(name, text, parts, folder)
        except (Unfit, subprocess.TimeoutExpired):
            continue
        formulas[name] = text
    path = os.path.join(folder, "model.pml")
    pathlib.Path(path).write_text(model + "\n", encoding="utf-8")
    return path, formulas


def judge(options, seed):
    """[(state, explanation)] for the model's pairs."""
    rng = random.Random(seed * 7919 + 13)
    with tempfile.TemporaryDirectory(prefix="liveness-") as folder:
        try:
            path, formulas = write_pairs(options, seed, rng, folder)
            make_pan(folder, path)
        except (Unfit, subprocess.TimeoutExpired) as error:
            return [("unfit", str(error)[-200:])]
        expected = {}
        for name in formulas:
            try:
                expected[name] = [ask_spin(folder, name, fair) for fair in (False, True)]
            except (Unfit, subprocess.TimeoutExpired) as error:
                expected[name] = str(error)[-200:]
        asked = [name for name in formulas if isinstance(expected[name], list)]
        results = [("unfit", expected[name]) for name in formulas if name not in asked]
        if not asked:
            return results
        try:
            problems = compare(options, folder, path, {name: formulas[name] for name in asked}, expected, rng)
        except Unfit as error:
            return results + [("unfit", str(error))] * len(asked)
        except subprocess.TimeoutExpired as error:
            problems = {name: str(error)[-200:] for name in asked}
        for name in asked:
            if name in problems:
                results.append(("different", f"{formulas[name]}: {problems[name]}"))
            else:
                results.append((expected[name][0][0], ""))
        return results


def compare(options, folder, model, formulas, expected, rng):
    """The differences, by claim. One run of pexplore checks all claims and formulas, for each number of threads, with
    and without fairness and symmetry."""
    problems = {}
    texts = list(formulas.values())
    asked = [*(f"--claim={name}" for name in formulas), *(f"--claim=formula_{k + 1}" for k in range(len(texts))),
             *(f"--ltl={text}" for text in texts)]
    for fair in (False, True):
        for threads in ("1", rng.choice(["2", "4", "8"])):
            for symmetry in (False, True):
                arguments = [*asked, "--threads", threads, *([] if symmetry else ["--strategy", "none"]),
                             *(["--fairness", "weak"] if fair else [])]
                answers = ask_pexplore(options, folder, model, arguments)
                told = f"{threads} threads{', fair' if fair else ''}{', symmetry' if symmetry else ''}"
                if len(answers) != 2 * len(texts):
                    return {name: f"{told}: {answers}" for name in formulas}
                for k, name in enumerate(formulas):
                    problem = (difference(options, folder, model, arguments, answers[k], name, name, expected[name][fair], fair)
                               or difference(options, folder, model, arguments, answers[k + len(texts)], f"formula_{k + 1}", name,
                                             (expected[name][fair][0], None), fair))
                    if not problem and not fair and not symmetry and "ltl" not in answers[k][2]:
                        states = expected[name][0][1]
                        if states is not None and answers[k][1] != states:
                            problem = f"{answers[k][1]} product states, SPIN: {states}"
                    if problem:
                        problems.setdefault(name, f"{told}: {problem}")
    return problems


def seen_backwards(folder, model, claim):
    """Whether `pan -f` finds an error if it goes through the processes in the other order. Where priorities or `provided` keep a
    process from moving, it omits to try those before it once more, and so misses runs in one of the two orders."""
    if not re.search(r"\b(priority|provided)\b", pathlib.Path(model).read_text(encoding="utf-8")):
        return False
    if not os.path.exists(os.path.join(folder, "pan_reverse")):
        make_pan(folder, model, "pan_reverse", ["-DREVERSE"])
    return ask_spin(folder, claim, True, "pan_reverse")[0] == "violated"


def difference(options, folder, model, arguments, answer, name, claim, expected, fair):
    verdict = answer[0]
    if verdict == expected[0]:
        return ""
    if fair and (verdict, expected[0]) == ("violated", "holds"):
        # `pan -f` does not detect acceptance once the system only stutters, unless the claim stays in an accepting
        # state; a run on which no process can move is fair to all of them.
        alone = [argument for argument in arguments if not argument.startswith("--claim=")]
        if stays(options, folder, model, alone, name) or seen_backwards(folder, model, claim):
            return ""
    return f"{name}: {verdict}, SPIN: {expected[0]}"


def one(options, seed):
    results = judge(options, seed)
    for state, why in results:
        if state == "different" and options.save:
            folder = pathlib.Path(options.save)
            folder.mkdir(parents=True, exist_ok=True)
            model = promela_tree.text_of(random_promela.generate(seed, options.size))
            (folder / f"liveness-{seed}.pml").write_text(f"// {why}\n{model}", encoding="utf-8")
    return seed, results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--formulas", type=int, default=4, help="for each model")
    parser.add_argument("--execution", default="interp", help="how pexplore runs models; small ones fastest by interp")
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
        for seed, results in pool.map(lambda k: one(options, options.seed + k), range(options.count)):
            for state, why in results:
                counts[state] = counts.get(state, 0) + 1
                if state not in ("holds", "violated", "unfit"):
                    print(f"seed {seed}: {state}: {why}", flush=True)
            if (seed - options.seed) % 250 == 249:
                print(f"to seed {seed}: {counts}", flush=True)
    print(", ".join(f"{number} {state}" for state, number in sorted(counts.items())))
    return 1 if counts.get("different") else 0


if __name__ == "__main__":
    sys.exit(main())
