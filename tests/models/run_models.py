#!/usr/bin/env python3
"""Runs models with expected results in their heads, over execution modes x threads x strategies.

A head line reads
    // expect: states=2636 edges=7906 verdict=holds
    // expect[strategy=canonical]: states=494 edges=1480          with such a line, all strategies run on 1, 2, 4 and 8 threads
    // expect-long[define=N=7,strategy=canonical]: states=...     minutes; checked with --long only
    // expect[strategy=approx-markers,deterministic=on]: ...      "on" for options that are switches
    // expect[strategy=none,por=on]: states=56 edges=55           with partial-order reduction
    // expect-properties[fairness=weak]: served=holds again=holds with options; without any:
    // expect-properties: served=violated again=holds            of formulas, with 1, 2 and 4 threads, with and without symmetry
    // args: -DN=3
`states` and `edges` are those of the whole search, which continues after errors; `verdict` is holds or a
comma-separated list of violated:KIND. All given values are compared exactly. In addition, for every model:
  - every execution mode, thread count and exact strategy gives the same verdict;
  - execution modes and thread counts give the same counts for the same strategy;
  - full strategies agree, and canonical <= exact-markers <= none.
With --sample (for instrumented programs, which are ten times slower) a model runs once in each execution mode and under
three strategies, always with the maximum number of threads, and the largest models are left out.
Usage: run_models.py PEXPLORE MODEL... [--long | --sample]
"""
import argparse
import concurrent.futures
import json
import re
import subprocess
import sys

HEAD = re.compile(r"(?://|/\*|--|#)?\s*expect(?P<long>-long)?(?:\[(?P<options>[^\]]*)\])?:\s*(?P<fields>[^*]*)")
PROPERTIES = re.compile(r"expect-properties(?:\[(?P<options>[^]]*)\])?: (?P<verdicts>.*)")
FULL_STRATEGIES = ["canonical", "segmented", "enumerate"]
BLOCK_STRATEGIES = ["sorted", "sorted-main"]
EXACT_STRATEGIES = ["exact-markers", *BLOCK_STRATEGIES]
MOST_EDGES_INTERPRETED = 200_000
MOST_EDGES_ALL_STRATEGIES = 30_000
MOST_EDGES_SAMPLED = 300_000


class Model:
    def __init__(self, path, long):
        self.path = path
        self.expectations = []  # (options, fields)
        self.args = []
        self.properties = []  # (options, verdicts by name)
        self.differs = False
        with open(path, encoding="utf-8", errors="replace") as source:
            for line in source:
                self.differs |= line.startswith("// differs:")
                match = HEAD.match(line.strip())
                if match:
                    if match["long"] and not long:
                        continue
                    options = dict(o.split("=", 1) for o in (match["options"] or "").split(",") if o)
                    fields = dict(f.split("=", 1) for f in match["fields"].split() if "=" in f)
                    self.expectations.append((options, fields))
                elif asked := PROPERTIES.search(line):
                    options = dict(o.split("=", 1) for o in (asked["options"] or "").split(",") if o)
                    verdicts = dict(one.split("=", 1) for one in asked["verdicts"].replace("*/", "").split())
                    known = next((told for given, told in self.properties if given == options), None)
                    if known is None:
                        self.properties.append((options, verdicts))
                    else:
                        known.update(verdicts)
                elif "args:" in line and line.lstrip().startswith(("//", "/*", "#")):
                    self.args = line.split("args:", 1)[1].replace("*/", "").split()

    def about_symmetry(self):
        return any(options.get("strategy", "none") != "none" for options, _ in self.expectations)

    def base(self):
        return next((fields for options, fields in self.expectations if not options), {})


def run(binary, model, options, all_errors=True, safety=True):
    # For a model with a claim, the head refers to safety without the claim, as with SPIN's -DNOCLAIM.
    command = [binary, "--report", "-", "--quiet", "--progress", "none", *model.args]
    command += ["--safety", "--allow-unchecked"] if safety else []
    if all_errors:
        command += ["--all-errors", "--trace", "off"]
    for name, value in options.items():
        switch = value is True or (value == "on" and name != "por")
        command += [f"--{name}"] if switch else [f"--{name}", str(value)]
    done = subprocess.run(command + [model.path], capture_output=True, text=True, timeout=600)
    try:
        report = json.loads(done.stdout[done.stdout.index("{"):])
    except ValueError:
        return {"command": command, "exit": done.returncode, "failure": (done.stdout + done.stderr)[-600:]}
    kinds = sorted({e["kind"] for e in report["errors"]})
    return {
        "command": command,
        "exit": done.returncode,
        "states": report["states"],
        "edges": report["transitions"],
        "setups": (report.get("statistics") or {}).get("setups", 0),
        "verdict": ",".join("violated:" + k for k in kinds) if kinds else report["verdict"],
        "report": report,
    }


def compare(result, fields, problems, what):
    if "failure" in result:
        problems.append(f"{what}: exit {result['exit']}: {result['failure'].strip()}")
        return
    for name in ("states", "edges", "verdict", "setups"):
        if name not in fields:
            continue
        expected = ",".join(sorted(fields[name].split(","))) if name == "verdict" else fields[name]
        if str(result[name]) != expected:
            problems.append(f"{what}: {name} is {result[name]}, expected {expected}")


def check_model(binary, model, long):
    problems, runs = [], 0
    base = model.base()
    if not base:
        return model, ["no 'expect:' line in its head"], 0
    edges = int(base.get("edges", 0))
    executions = ["jit"] + (["interp"] if long or edges <= MOST_EDGES_INTERPRETED else [])
    for execution in executions:
        for threads in (1, 2, 4):
            if execution == "interp" and threads == 2:
                continue
            result = run(binary, model, {"execution": execution, "threads": threads, "strategy": "none"})
            compare(result, base, problems, f"{execution}, {threads} threads, none")
            runs += 1
    if "violated" in base.get("verdict", ""):
        check_first_error(binary, model, base, problems)
        runs += 1
    for options, verdicts in model.properties:
        runs += check_properties(binary, model, options, verdicts, problems)
    for options, fields in model.expectations:
        if not options:
            continue
        for threads in (1, 4):
            result = run(binary, model, {"threads": threads, "strategy": "none", **options})
            compare(result, fields, problems, f"{options}, {threads} threads")
            runs += 1
    if edges <= MOST_EDGES_ALL_STRATEGIES or long:
        runs += check_strategies(binary, model, base, problems)
    return model, problems, runs


def check_properties(binary, model, given, verdicts, problems):
    """The verdict of each formula in the head, for all numbers of threads, with and without reduction."""
    runs = [{"threads": threads, "strategy": strategy} for threads in (1, 2, 4) for strategy in ("none", "auto")]
    runs += [{"threads": 2, "execution": "interp"}, {"threads": 1, "strategy": "exact-markers"}]
    for options in runs:
        options = {**options, **given}
        result = run(binary, model, options, all_errors=False, safety=False)
        told = {p["name"].split()[-1]: p["verdict"] for p in result.get("report", {}).get("properties", [])}
        if told != verdicts:
            problems.append(f"{options}: properties {told or result.get('failure')}, expected {verdicts}")
    return len(runs)


def check_first_error(binary, model, base, problems):
    """Without --all-errors the exit code is that of one of the violations, and the output contains a trace."""
    result = run(binary, model, {"strategy": "none"}, all_errors=False)
    codes = {"assumption": 10, "deadlock": 11, "safety": 12, "liveness": 13, "assertion": 14}
    possible = [codes[v.split(":")[1]] for v in base["verdict"].split(",")]
    if result["exit"] not in possible:
        problems.append(f"first error: exit code {result['exit']}, expected one of {possible}")
    elif not result["report"]["errors"][0].get("trace"):
        problems.append("first error: no trace")


def check_sample(binary, model):
    """The runs of a model under a sanitizer: both execution modes and the reductions, with concurrent threads."""
    problems, runs, base = [], [], model.base()
    for options in ({"threads": 4}, {"execution": "interp", "threads": 2}):
        if options.get("execution") != "interp" or int(base.get("edges", 0)) <= MOST_EDGES_ALL_STRATEGIES:
            runs.append((options | {"strategy": "none"}, base))
    verdict = {name: base[name] for name in ("verdict",) if name in base}
    runs += [({"threads": 4, "strategy": strategy}, verdict) for strategy in ("canonical", "exact-markers", "auto")]
    runs += [({"threads": 4, "strategy": "none", **options}, fields) for options, fields in model.expectations if options]
    for options, fields in runs:
        compare(run(binary, model, options), fields, problems, str(options))
    return model, problems, len(runs)


def check_strategies(binary, model, base, problems):
    results, runs = {}, 0
    for strategy in FULL_STRATEGIES + EXACT_STRATEGIES + ["none"]:
        for threads in (1, 2, 4, 8) if model.about_symmetry() else (1, 4):
            result = run(binary, model, {"threads": threads, "strategy": strategy})
            runs += 1
            if "failure" in result:
                # Only the oracle may reject groups that are too large for it; no other available strategy may.
                if strategy != "enumerate" and "is not available in this version" not in result["failure"]:
                    problems.append(f"{strategy}: exit {result['exit']}: {result['failure'].strip()}")
                continue
            compare(result, {"verdict": base["verdict"]} if "verdict" in base else {}, problems, strategy)
            same = results.setdefault(strategy, result)
            if result["states"] != same["states"]:
                problems.append(f"{strategy}: {same['states']} states with 1 thread, {result['states']} with {threads}")
    states = {strategy: result["states"] for strategy, result in results.items()}
    for strategy in FULL_STRATEGIES:
        if strategy in states and states[strategy] != states["canonical"]:
            problems.append(f"{strategy} has {states[strategy]} states, canonical {states['canonical']}")
    if model.about_symmetry():
        runs += check_approximation(binary, model, base, states["canonical"], problems)
        runs += check_audits(binary, model, states["none"], problems)
    for strategy in EXACT_STRATEGIES:
        if strategy in states and not states["canonical"] <= states[strategy] <= states["none"]:
            problems.append(f"{strategy} has {states[strategy]} states, canonical {states['canonical']}, "
                            f"none {states['none']}")
    return runs


def check_audits(binary, model, unreduced, problems):
    """Every exact strategy, audited: representatives in their orbits, closed, orbits equal to the unreduced states."""
    for strategy in FULL_STRATEGIES + EXACT_STRATEGIES:
        result = run(binary, model, {"threads": 2, "strategy": strategy, "audit": True})
        found = result.get("report", {}).get("statistics", {}).get("audited unreduced states")
        # Strategies that sort use only the blocks of a group; if there are none, they store every state.
        unused = "no symmetry is used" in (result.get("report", {}).get("audit") or "")
        if unused and strategy in BLOCK_STRATEGIES and result["states"] == unreduced:
            continue
        # Under symmetry, terminated processes stay: there may be fewer states than in SPIN, never more.
        if found is None or found > unreduced:
            problems.append(f"{strategy}, audited: orbits of {found} states, unreduced {unreduced}: "
                            f"{result.get('failure', result.get('report', {}).get('audit'))}")
    return len(FULL_STRATEGIES + EXACT_STRATEGIES)


def check_approximation(binary, model, base, classes, problems):
    """Marker strategies with full reduction never store more than one state of a class, and never claim a proof."""
    result = run(binary, model, {"threads": 1, "strategy": "approx-markers"})
    expected = {"verdict": base["verdict"].replace("holds", "no-error-found")} if "verdict" in base else {}
    compare(result, expected, problems, "approx-markers")
    if result.get("states", 0) > classes:
        problems.append(f"approx-markers has {result['states']} states, canonical {classes}")
    same = [run(binary, model, {"threads": t, "strategy": "approx-markers", "deterministic": True}) for t in (1, 2, 4, 8)]
    if len({(r.get("states"), r.get("edges")) for r in same}) != 1 or "failure" in same[0]:
        problems.append(f"approx-markers, deterministic: {[(r.get('states'), r.get('edges')) for r in same]}")
    return 1 + len(same)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--sample", action="store_true")
    arguments = parser.parse_args()
    # Models whose heads say that the other tool differs are only for the differential tests, which interpret that line.
    models = [model for model in (Model(path, arguments.long) for path in sorted(arguments.models)) if not model.differs]
    if arguments.sample:
        models = [model for model in models if int(model.base().get("edges", 0)) <= MOST_EDGES_SAMPLED]
    failed = total_runs = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        def check(model):
            if arguments.sample:
                return check_sample(arguments.binary, model)
            return check_model(arguments.binary, model, arguments.long)

        for model, problems, runs in pool.map(check, models):
            total_runs += runs
            failed += bool(problems)
            for problem in problems:
                print(f"{model.path}: {problem}")
    print(f"{len(models)} models, {total_runs} runs, {failed} models with differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
