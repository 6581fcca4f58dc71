#!/usr/bin/env python3
"""The cost of symmetry reduction in whole runs: counts are checked, and each figure is compared with its bound.

    symmetry.py [--pexplore build/release/pexplore] [--reduce-bench build/release/benchmarks/micro/reduce_bench] [--repeat 3] [--large]
                [--json FILE]
    symmetry.py --general-only

Medians of the repeats. On a machine with other load the times mean little. --large adds Email with seven clients
(minutes). A wrong count fails; a figure beyond its bound is marked and fails, too. --general-only: only the cost per state of groups
that are not products, relative to the fast path on the same states, by reduce_bench (skipped if that is not built).
"""
import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from environment import environment, summary, write_json

TREE = Path(__file__).resolve().parents[2]
MODELS = TREE / "tests" / "models" / "promela"
# model, N, strategy, threads, states, edges
PETERSON_7_MARKERS = ("peterson.pml", 7, "exact-markers", 1, 442481, 3097361)
PETERSON_7_CANONICAL = ("peterson.pml", 7, "canonical", 1, 442481, 3097361)
PETERSON_9 = ("peterson.pml", 9, "canonical", 2, 9619054, None)
EMAIL_5_MARKERS = ("email.pml", 5, "exact-markers", 1, 323465, 1747418)
EMAIL_5_CANONICAL = ("email.pml", 5, "canonical", 1, 323388, 1746316)
EMAIL_6 = ("email.pml", 6, "canonical", 2, 2573627, 16377937)
EMAIL_7 = ("email.pml", 7, "canonical", 2, 17443803, 128038854)


class Figures:
    def __init__(self, pexplore, repeat):
        self.pexplore, self.repeat, self.failed, self.rows = pexplore, repeat, False, []

    def run(self, row, repeat=None, profile=False):
        """The report of the run of median length."""
        model, n, strategy, threads, states, edges = row
        command = [self.pexplore, "--strategy", strategy, "--threads", str(threads), f"-DN={n}", "--quiet", "--progress",
                   "none", "--report", "-", *(["--profile"] if profile else []), str(MODELS / model)]
        reports = []
        for _ in range(repeat or self.repeat):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            reports.append(json.loads(done.stdout[done.stdout.index("{"):]))
            found = (reports[-1]["states"], reports[-1]["transitions"])
            if found[0] != states or edges not in (None, found[1]) or reports[-1]["verdict"] != "holds":
                print(f"{' '.join(command)}: {found}, {reports[-1]['verdict']}; not {(states, edges)}")
                self.failed = True
        return sorted(reports, key=lambda report: report["seconds"])[len(reports) // 2]

    def say(self, what, value, unit, bound, at_least=False):
        met = value >= bound if at_least else value <= bound
        self.failed |= not met
        self.rows.append({"figure": what, "value": value, "unit": unit, "at_least" if at_least else "at_most": bound, "met": met})
        print(f"{what:58} {value:8.2f} {unit:6} ({'at least' if at_least else 'at most'} {bound}){'' if met else '  MISSED'}",
              flush=True)

    def ratio(self, what, canonical, markers):
        """Ratio of times per edge; the runs alternate, so that both sides see the same machine."""
        pairs = []
        for _ in range(self.repeat):
            times = [report["seconds"] / report["transitions"] for report in (self.run(canonical, 1), self.run(markers, 1))]
            pairs.append(times[0] / times[1])
        self.say(what, statistics.median(pairs), "times", 1.3)

    def general(self, bench):
        """Groups that are not products: time per state relative to the fast path for products, on the same states."""
        done = subprocess.run([bench, "--benchmark_filter=General", "--benchmark_format=json", f"--benchmark_repetitions={self.repeat}",
                               "--benchmark_report_aggregates_only=true"], capture_output=True, text=True, check=True)
        times = {row["run_name"].split("/", 1)[1]: row["cpu_time"] for row in json.loads(done.stdout)["benchmarks"]
                 if row.get("aggregate_name", "median") == "median"}
        for name in ("tiers", "tree", "ring", "cube"):
            self.say(f"{name}: canonical beside the fast path", times[name] / times[f"{name}_as_product"], "times", 5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pexplore", default=str(TREE / "build" / "release" / "pexplore"))
    parser.add_argument("--reduce-bench", default=str(TREE / "build" / "release" / "benchmarks" / "micro" / "reduce_bench"))
    parser.add_argument("--general-only", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--json", help="write the environment and the figures as JSON")
    arguments = parser.parse_args()
    figures = Figures(arguments.pexplore, arguments.repeat)
    before = environment(arguments.pexplore)
    print(summary(before))
    if Path(arguments.reduce_bench).exists():
        figures.general(arguments.reduce_bench)
    if not arguments.general_only:
        measure_searches(figures, arguments.large)
    if arguments.json:
        write_json(arguments.json, before, figures.rows)
    return 1 if figures.failed else 0


def measure_searches(figures, large):
    report = figures.run(PETERSON_7_MARKERS)
    figures.say("Peterson 7, exact-markers, one thread", report["transitions"] / report["seconds"] / 1e6, "M/s", 6, True)
    seconds = figures.run(PETERSON_7_MARKERS, profile=True)["profile"]["workers"][0]
    others = sum(time for part, time in seconds.items() if part not in ("reduce", "wait"))
    figures.say("Peterson 7: reduction beside everything else", seconds["reduce"] / others, "times", 1)
    figures.ratio("Peterson 7: canonical beside exact-markers", PETERSON_7_CANONICAL, PETERSON_7_MARKERS)
    figures.ratio("Email 5: canonical beside exact-markers", EMAIL_5_CANONICAL, EMAIL_5_MARKERS)
    figures.say("Email 6, canonical, two threads", figures.run(EMAIL_6, 1)["seconds"], "s", 60)
    figures.say("Peterson 9, canonical, two threads", figures.run(PETERSON_9, 1)["seconds"], "s", 20)
    if large:
        report = figures.run(EMAIL_7, 1)
        print(f"Email 7, canonical, two threads: complete, {report['states']} classes in {report['seconds']:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
