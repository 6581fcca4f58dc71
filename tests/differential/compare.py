#!/usr/bin/env python3
"""Compares pexplore with SPIN, model by model: states, edges and kinds of errors must be equal.

    compare.py --pexplore build/release/pexplore [--cache folder] model.pml ...

Each model is explored as its head specifies (see spin_oracle.py): with SPIN's optimisations (`--optimise spin`),
without (`--optimise none` against `spin -o1 -o2 -o3`), and in every further variant that the head names. The
expectations in the head are checked against SPIN, too, so that a wrong head cannot hide. SPIN's answers are cached by
content.
Exit code: 0 equal, 1 different, 77 SPIN or gcc missing (ctest: skipped), 2 usage.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import spin_oracle

SKIP = 77
MODEL_ERROR = 65


class Explored:
    """The result of pexplore for a model."""

    def __init__(self, states, edges, kinds):
        self.states = states
        self.edges = edges
        self.kinds = kinds

    @property
    def verdict(self):
        return spin_oracle.verdict_of(self.kinds)


class ExplorerError(Exception):
    pass


def _kinds(report):
    """The kinds of all errors of a report, in SPIN's terms: "assertion", "deadlock", "safety"."""
    found = {error["kind"] for error in report["errors"]}
    unknown = found - set(spin_oracle.VERDICT_ORDER)
    if unknown:
        raise ExplorerError(f"kinds of errors that SPIN does not have: {sorted(unknown)}")
    return [kind for kind in spin_oracle.VERDICT_ORDER if kind in found]


def report_of(pexplore, model, optimise, args, timeout=600, extra=(), execution="jit"):
    """pexplore's report on a search for all errors without reduction."""
    command = [pexplore, "--report", "-", "--quiet", "--progress", "none", "--safety", "--allow-unchecked", "--all-errors",
               "--max-errors", "1000", "--trace", "off", "--threads", "1", "--strategy", "none", "--execution", execution,
               *spin_oracle.OUR_OPTIONS.get(optimise, ["--optimise", optimise]), *args, *extra, model]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise ExplorerError(f"no answer within {timeout} s") from None
    output = done.stdout.decode("utf-8", "replace")
    start = output.find("{")
    if start < 0:
        raise ExplorerError(f"exit code {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-600:].strip()}")
    try:
        return json.JSONDecoder().raw_decode(output[start:])[0]
    except ValueError as error:
        raise ExplorerError(f"unreadable report ({error}): {output[:300]}") from None


def explore(pexplore, model, optimise, args, timeout=600, execution="jit"):
    report = report_of(pexplore, model, optimise, args, timeout, execution=execution)
    if report["verdict"] not in ("holds", "violated"):
        raise ExplorerError(f"verdict {report['verdict']}")
    return Explored(report["states"], report["transitions"], _kinds(report))


# -- SPIN's answers, cached

def _content(model, seen=None):
    """The text of a model and of the files it includes, for the cache's key."""
    seen = seen if seen is not None else set()
    path = pathlib.Path(model).resolve()
    if path in seen or not path.exists():
        return ""
    seen.add(path)
    text = path.read_text(encoding="utf-8")
    included = re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.M)
    return text + "".join(_content(path.parent / name, seen) for name in included)


def cached_ask(cache, model, optimise, args, **options):
    """spin_oracle.ask, cached in the folder `cache` (None: not cached) by the content of the question."""
    if cache is None:
        return spin_oracle.ask(model, optimise, args, **options)
    oracle_text = pathlib.Path(spin_oracle.__file__).read_text(encoding="utf-8")
    quick = ["quick"] if options.get("effort") == 0 else []
    question = "\0".join([_content(model), optimise, *args, oracle_text, *quick])
    entry = pathlib.Path(cache) / (hashlib.sha256(question.encode()).hexdigest()[:32] + ".json")
    if entry.exists():
        return spin_oracle.Answer(**json.loads(entry.read_text(encoding="utf-8")))
    answer = spin_oracle.ask(model, optimise, args, **options)
    entry.parent.mkdir(parents=True, exist_ok=True)
    draft = entry.with_suffix(f".{os.getpid()}-{id(answer)}")
    draft.write_text(json.dumps(dataclasses.asdict(answer)), encoding="utf-8")
    draft.replace(entry)
    return answer


# -- comparing

@dataclasses.dataclass
class Row:
    model: str
    variant: str
    spin: str
    ours: str
    trouble: list  # empty: equal


def differences(answer, explored):
    """The differences, as texts. After a blocked d_step SPIN gives up, so only the verdict counts then."""
    found = []
    if answer.complete:
        if answer.states != explored.states:
            found.append(f"states {explored.states} instead of {answer.states}")
        if answer.edges != explored.edges:
            found.append(f"edges {explored.edges} instead of {answer.edges}")
        if answer.verdict != explored.verdict:
            found.append(f"{explored.verdict} instead of {answer.verdict}")
    elif not set(answer.kinds) <= set(explored.kinds):
        found.append(f"{explored.verdict} instead of {answer.verdict}")
    return found


def compare_rejected(options, model, args, oracle_args):
    row = Row(os.path.basename(model), "", "rejected", "-", [])
    if not options.trust_heads and not spin_oracle.is_rejected(model, [*args, *oracle_args]):
        row.trouble.append("SPIN accepts it, the head says that it does not")
    if not options.spin_only:
        command = [options.pexplore, "--quiet", "--progress", "none", *args, model]
        done = subprocess.run(command, capture_output=True, timeout=options.timeout, check=False)
        if done.returncode != MODEL_ERROR:
            row.trouble.append(f"pexplore: exit code {done.returncode} instead of {MODEL_ERROR} (model error)")
    return row


def compare_with_head(options, model, args, variant, row):
    """Compares with SPIN's answers recorded in the head, without running SPIN again."""
    row.spin = " ".join(variant.expected.values()) or "-"
    if not variant.expected:
        return row
    try:
        explored = explore(options.pexplore, model, variant.optimise, args, options.timeout)
    except ExplorerError as error:
        row.trouble.append(f"pexplore: {error}")
        return row
    for name, value in variant.expected.items():
        ours = str(getattr(explored, name))
        if ours != value and not (name == "verdict" and "states" not in variant.expected and set(value.split(",")) <= set(ours.split(","))):
            row.trouble.append(f"{name} {ours} instead of {value}")
    return row


def compare_full(options, model, args, variant, plain, row):
    """`--optimise full`: the verdict in the head without any optimisation (`plain`), and no more states than with
    SPIN's. A line `// full: ...` in the head explains why there are more: SPIN merges steps that are not local."""
    row.spin = " ".join(variant.expected.values()) or "-"
    try:
        explored = explore(options.pexplore, model, "full", args, options.timeout)
    except ExplorerError as error:
        row.trouble.append(f"pexplore: {error}")
        return row
    row.ours = f"{explored.states} {explored.edges} {explored.verdict}"
    stated, found = set(plain["verdict"].split(",")), set(explored.verdict.split(","))
    if stated != found and not ("states" not in plain and stated <= found):
        row.trouble.append(f"{explored.verdict} instead of {plain['verdict']}")
    merges_less = any(line.startswith("// full:") for line in pathlib.Path(model).read_text(encoding="utf-8").splitlines())
    most = (plain if merges_less else variant.expected).get("states", explored.states)
    if explored.states > int(most):
        row.trouble.append(f"{explored.states} states, more than {most}")
    return row


def compare_variant(options, model, args, oracle_args, variant):
    row = Row(os.path.basename(model), variant.name, "-", "-", [])
    args = spin_oracle.with_defines(args, variant.defines)
    if options.trust_heads:
        return compare_with_head(options, model, args, variant, row)
    try:
        big = int(variant.expected.get("states", 0)) > 200_000
        answer = cached_ask(options.cache, model, variant.optimise, [*args, *oracle_args], effort=2 if big else 1)
        stated = spin_oracle.expectation(answer)
        row.spin = " ".join(stated.values())
        if variant.expected and variant.expected != stated:
            row.trouble.append(f"the head says {variant.expected}")
    except spin_oracle.OracleError as error:
        row.trouble.append(f"SPIN: {error}")
        return row
    if options.spin_only:
        return row
    try:
        explored = explore(options.pexplore, model, variant.optimise, args, options.timeout)
        row.ours = f"{explored.states} {explored.edges} {explored.verdict}"
        row.trouble += differences(answer, explored)
    except ExplorerError as error:
        row.trouble.append(f"pexplore: {error}")
    return row


def known_difference(model):
    """The reason in the head for not comparing the model: `// differs: SPIN's ... depends on ...`."""
    with open(model, encoding="utf-8", errors="replace") as source:
        for line in source:
            if line.startswith("// differs:"):
                return line.split(":", 1)[1].strip()
    return None


def compare_all(options):
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = []
        for model in options.models:
            reason = known_difference(model)
            if reason:
                print(f"left out   {os.path.basename(model)}: {reason}")
                continue
            args, oracle_args, variants = spin_oracle.read_head(model)
            if spin_oracle.must_be_rejected(variants):
                if options.full:
                    continue
                futures.append(pool.submit(compare_rejected, options, model, args, oracle_args))
                continue
            for variant in variants:
                big = int(variant.expected.get("states", 0)) > options.largest
                if options.full and not big and variant.optimise == "spin" and variant.expected:
                    plain = next((v.expected for v in variants if v.optimise == "none" and v.defines == variant.defines
                                  and v.expected), variant.expected)
                    row = Row(os.path.basename(model), variant.name, "-", "-", [])
                    full_args = spin_oracle.with_defines(args, variant.defines)
                    futures.append(pool.submit(compare_full, options, model, full_args, variant, plain, row))
                elif not big and not options.full:
                    futures.append(pool.submit(compare_variant, options, model, args, oracle_args, variant))
        for future in futures:
            yield future.result()


def print_row(row):
    state = "equal" if not row.trouble else "DIFFERENT"
    print(f"{state:9}  {row.model:36} {row.variant:24} {row.spin}", flush=True)
    for text in row.trouble:
        print(f"{'':11}{text}", flush=True)


def find_models(paths):
    models = []
    for path in paths:
        models += sorted(str(p) for p in pathlib.Path(path).rglob("*.pml")) if os.path.isdir(path) else [path]
    return models


def tools_are_missing():
    """Whether SPIN or its compiler is missing; prints a message if so."""
    absent = spin_oracle.missing_tools()
    if absent:
        print(f"SKIPPED: no {' and no '.join(absent)} on this machine, so there is nothing to compare with")
    return bool(absent)


def add_common_options(parser):
    parser.add_argument("--pexplore", default="build/release/pexplore")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for one run of pexplore")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", help="files, or folders of them")
    parser.add_argument("--cache", help="folder for SPIN's answers")
    parser.add_argument("--largest", type=int, default=10**9, help="leave out variants with more states than this")
    parser.add_argument("--trust-heads", action="store_true", help="compare with the heads, without asking SPIN")
    parser.add_argument("--full", action="store_true", help="compare --optimise full with the heads: verdicts, fewer states")
    parser.add_argument("--spin-only", action="store_true", help="only check the heads of the models against SPIN")
    add_common_options(parser)
    options = parser.parse_args()
    if tools_are_missing():
        return SKIP
    options.models = find_models(options.models)
    rows = []
    for row in compare_all(options):
        print_row(row)
        rows.append(row)
    if options.full:
        pairs = [(int(row.spin.split()[0]), int(row.ours.split()[0])) for row in rows
                 if row.ours != "-" and row.spin.split()[0].isdigit()]
        print(f"{sum(spin for spin, _ in pairs)} states with SPIN's optimisations, {sum(ours for _, ours in pairs)} with full; "
              f"fewer in {sum(ours < spin for spin, ours in pairs)} of {len(pairs)} comparisons")
    different = sum(1 for row in rows if row.trouble)
    print(f"{len(options.models)} models, {len(rows)} comparisons, {different} different")
    return 1 if different or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
