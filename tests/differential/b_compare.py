#!/usr/bin/env python3
"""B machines: pexplore against the naive evaluator in b_oracle, and both against what the machines' heads say.

    b_compare.py [--pexplore build/release/pexplore] [--largest N] [--tables] MACHINE-OR-FOLDER ...

For every machine, the evaluator computes set-ups, states, transitions, the verdict with all errors, and the classes
under permutations of the deferred sets. They are compared with the `expect:` lines of the head and, with --pexplore,
with pexplore (strategies none, canonical, enumerate). Machines whose head says `rejected: line N: words` must be
rejected by both, by pexplore with that line and those words. `not reduced: why` says that pexplore does not reduce a
machine. Machines whose head states more states than --largest are compared only with their head. --tables adds families
of machines of growing size with known figures.
Exit code: 0 equal, 1 different.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ORACLE = HERE / "b_oracle" / "oracle.py"
SUFFIXES = (".mch", ".ref", ".imp")
HEAD = re.compile(r"/\*\s*expect(?:\[(?P<options>[^\]]*)\])?:\s*(?P<fields>[^*]*)\*/")
REJECTED = re.compile(r"/\*\s*rejected:\s*line\s+(?P<line>\d+):\s*(?P<fragment>[^*]*?)\s*\*/")
ARGS = re.compile(r"/\*\s*args:(?P<args>[^*]*)\*/")
MODEL_ERROR = 65

# (machine, sizes of deferred sets, set-ups, states, transitions, classes of states)
LOGIN = [("login.mch", {"Session": n}, 1, 2 ** n, n * 2 ** n, n + 1) for n in range(1, 9)]
PHILOSOPHERS = [("philosophers_general.mch", {"Phil": n, "Forks": n}, *figures) for n, figures in (
    (2, (2, 18, 48, 6)), (3, (12, 324, 1296, 11)), (4, (216, 17496, 93312, 45)), (5, (5280, 1283040, 8553600, 117)))]
RING = [("philosophers_ring.mch", {"Phil": n, "Forks": n}, *figures) for n, figures in (
    (4, (144, 11664, 62208, 24)), (5, (2880, 699840, 4665600, 51)))]
# Boolean n x n tables: classes are tables up to permutations of rows and of columns.
FLIGHTS = [("flights.mch", {"Crew": n, "Flight": n}, 1, 2 ** (n * n), n * n * 2 ** (n * n), classes)
           for n, classes in ((2, 7), (3, 36), (4, 317))]
# Two partial functions that agree nowhere; classes by Burnside's lemma.
CREWS = [("flight_crews.mch", {"Flight": n, "Person": n}, 1, (n * n + n + 1) ** n, n * 4 * n * n * (n * n + n + 1) ** (n - 1), classes)
         for n, classes in ((2, 16), (3, 90), (4, 572))]
# States stored with ProB's strategies flood (all of them) and hash: as [LM07] says, the markers of LoginVerySimple are
# precise, and for two philosophers, holding both left forks is confused with holding both right forks.
MARKERS = {("login.mch", 2 ** n): n + 1 for n in range(1, 9)} | {("philosophers_general.mch", 18): 5}
MOST_STATES_OF_THE_ORACLE = 20_000


class Machine:
    def __init__(self, path):
        self.path = str(path)
        text = pathlib.Path(path).read_text(encoding="utf-8")
        self.expected, self.canonical = {}, None
        for match in HEAD.finditer(text):
            fields = dict(field.split("=", 1) for field in match["fields"].split())
            if match["options"] is None:
                self.expected = fields
            elif match["options"] == "strategy=canonical":
                self.canonical = int(fields["states"])
        self.reduced = "/* not reduced:" not in text
        rejected = REJECTED.search(text)
        self.rejected = (rejected["line"], rejected["fragment"]) if rejected else None
        arguments = ARGS.search(text)
        self.args = arguments["args"].split() if arguments else []

    def states(self):
        return int(self.expected.get("states", 0))


def sizes_as_options(sizes):
    return [word for name, size in sizes.items() for word in ("-card", f"{name}={size}")]


def ask_oracle(path, args, timeout):
    done = subprocess.run([sys.executable, str(ORACLE), "--json", *args, path], capture_output=True, text=True,
                          timeout=timeout, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"rejected": f"exit code {done.returncode}: {done.stderr[-600:]}"}


def ask_pexplore(pexplore, path, args, strategy, timeout):
    """The report of pexplore in the oracle's format; {"rejected": message} if there is no report."""
    command = [pexplore, "--report", "-", "--quiet", "--progress", "none", "--allow-unchecked", "--all-errors", "--max-errors", "1000",
               "--trace", "off", "--safety", "--strategy", strategy, "--execution", "jit", *args, path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return {"rejected": f"no answer within {timeout} s"}
    if "{" not in done.stdout:
        return {"rejected": f"exit code {done.returncode}: {done.stderr[-600:].strip()}"}
    report, _ = json.JSONDecoder().raw_decode(done.stdout[done.stdout.index("{"):])
    kinds = sorted({error["kind"] for error in report["errors"]})
    found = {"states": report["states"], "transitions": report["transitions"],
             "verdict": ",".join("violated:" + kind for kind in kinds) if kinds else report["verdict"]}
    setups = report.get("setups", report.get("statistics", {}).get("setups"))
    return found if setups is None else {**found, "setups": setups}


def differences(what, found, wanted, keys):
    if "rejected" in found or "rejected" in wanted:
        if ("rejected" in found) == ("rejected" in wanted):
            return []
        return [f"{what}: {found.get('rejected', 'accepted')} instead of {wanted.get('rejected', 'accepted')}"]
    return [f"{what}: {key} {found[key]} instead of {wanted[key]}" for key in keys
            if key in found and key in wanted and str(found[key]) != str(wanted[key])]


def against_pexplore(options, path, args, wanted, classes):
    """Differences between pexplore and the known results; `classes`: the number that it must find under symmetry; None:
    at most the number under permutations of the deferred sets alone, since enumerated sets may be symmetric, too."""
    keys = ("setups", "states", "transitions", "verdict")
    trouble = differences("pexplore", ask_pexplore(options.pexplore, path, args, "none", options.timeout), wanted, keys)
    if trouble or "rejected" in wanted:
        return trouble
    reduced = {strategy: ask_pexplore(options.pexplore, path, args, strategy, options.timeout)
               for strategy in ("canonical", "enumerate")}
    if "rejected" in reduced["enumerate"]:
        del reduced["enumerate"]  # it may refuse large groups
    for strategy, found in reduced.items():
        known = {"verdict": wanted["verdict"]} if classes is None else {"verdict": wanted["verdict"], "states": classes}
        trouble += differences(f"pexplore, {strategy}", found, known, ("states", "verdict"))
        if found.get("states", 0) > int(wanted.get("classes") or wanted["states"]):
            trouble.append(f"pexplore, {strategy}: {found['states']} classes, {wanted.get('classes')} by deferred sets alone")
    if len(reduced) == 2:
        trouble += differences("pexplore, enumerate and canonical", reduced["enumerate"], reduced["canonical"], ("states",))
    return trouble


def compare_rejected(options, machine):
    """An invalid machine: the evaluator must reject it; so must pexplore, with the stated line and words."""
    line, fragment = machine.rejected
    trouble = [] if "rejected" in ask_oracle(machine.path, machine.args, options.timeout) else ["oracle: accepted"]
    if options.pexplore:
        done = subprocess.run([options.pexplore, "--quiet", "--progress", "none", *machine.args, machine.path],
                              capture_output=True, text=True, timeout=options.timeout, check=False)
        message = done.stderr.strip()
        if done.returncode != MODEL_ERROR or f":{line}:" not in message or fragment.lower() not in message.lower():
            trouble.append(f"pexplore: exit code {done.returncode}, wanted line {line} and {fragment!r}: {message}")
    return trouble


def compare(options, machine):
    if machine.rejected:
        return compare_rejected(options, machine)
    stated = {"transitions" if key == "edges" else key: value for key, value in machine.expected.items()}
    if not stated:
        return ["no expect: line in its head"]
    wanted, trouble = stated, []
    if machine.states() <= options.largest:
        wanted = ask_oracle(machine.path, machine.args, options.timeout)
        trouble = differences("head", stated, wanted, ("setups", "states", "transitions", "verdict"))
        if machine.canonical is not None and "rejected" not in wanted and machine.canonical != wanted["classes"]:
            trouble.append(f"head: canonical {machine.canonical} instead of {wanted['classes']}")
    if options.pexplore:
        if not machine.reduced:
            wanted = {**wanted, "classes": wanted["states"]}
        trouble += against_pexplore(options, machine.path, machine.args, wanted, machine.canonical)
    return trouble


def compare_row(options, folder, row):
    name, sizes, setups, states, transitions, classes = row
    path, args = os.path.join(folder, name), sizes_as_options(sizes)
    wanted = {"setups": setups, "states": states, "transitions": transitions, "classes": classes, "verdict": "holds"}
    trouble = []
    if states <= MOST_STATES_OF_THE_ORACLE:
        trouble = differences("oracle", ask_oracle(path, args, options.timeout), wanted,
                              ("setups", "states", "transitions", "classes", "verdict"))
    if options.pexplore:
        trouble += against_pexplore(options, path, args, wanted, classes)
        for strategy, stored in (("flood", states), ("hash", MARKERS.get((name, states)))):
            if stored is None or states > MOST_STATES_OF_THE_ORACLE:
                continue
            found = ask_pexplore(options.pexplore, path, args, strategy, options.timeout)
            if found.get("states") != stored:
                trouble.append(f"pexplore, {strategy}: {found} instead of {stored} states")
    return trouble


def find_machines(paths):
    found = []
    for path in map(pathlib.Path, paths):
        found += sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES) if path.is_dir() else [path]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machines", nargs="+")
    parser.add_argument("--pexplore")
    parser.add_argument("--largest", type=int, default=MOST_STATES_OF_THE_ORACLE)
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--largest-row", type=int, default=MOST_STATES_OF_THE_ORACLE, help="states of rows of the tables")
    parser.add_argument("--timeout", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = []
        for path in find_machines(options.machines):
            tasks.append((path.name, pool.submit(compare, options, Machine(path))))
        if options.tables:
            folder = HERE.parent / "models" / "b"
            for row in LOGIN + PHILOSOPHERS + RING + FLIGHTS + CREWS:
                if row[3] <= (options.largest_row if options.pexplore else MOST_STATES_OF_THE_ORACLE):
                    label = f"{row[0]} {' '.join(f'{n}={s}' for n, s in row[1].items())}"
                    tasks.append((label, pool.submit(compare_row, options, folder, row)))
        different = 0
        for label, task in tasks:
            trouble = task.result()
            different += bool(trouble)
            print(f"{'DIFFERENT' if trouble else 'equal':9}  {label}")
            for text in trouble:
                print(f"{'':11}{text}")
    print(f"{len(tasks)} comparisons, {different} different")
    return 1 if different or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
