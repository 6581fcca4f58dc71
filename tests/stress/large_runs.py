#!/usr/bin/env python3
"""Large searches, and time limits that users notice.

    large_runs.py PEXPLORE TREE counts|start|compile

counts    models of more than a million states, on 1 to 8 threads, twice each: always the same states and edges
start     a small model takes at most 0.05 s of processor time and 24 MB in total, because its search ends before
          compiling would pay off; if compiled anyway, it takes at most 0.15 s
compile   a model of 2000 lines is compiled, and its search begun, in less than 2 s of processor time
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

COUNTS = [
    ("tests/models/promela/peterson.pml", ["-DN=5"], 1557370, 7786846),
    ("benchmarks/suite/models/two_phase.pml", [], 1423579, 6147394),
    ("benchmarks/suite/models/ring_election.pml", [], 1802962, 8802999),
    ("benchmarks/suite/models/long_mail.pml", [], 3024056, 8230280),
]
STATEMENTS = [
    "x = (x + {a}) % 7;", "g[{b}] = y;", "y = (y * {a} + x) % 11;", "(g[{b}] < 200);",
    "if :: x > {a} -> z = x + y :: else -> z = {a} fi;", "c!x, z;", "if :: c?y, z :: x < 3 -> skip fi;",
    "g[x % 8] = (z + {b}) % 17;", "d_step {{ x = y % 5; y = z % 3; z = 0 }};",
]


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(binary, *arguments):
    """The report of a run, and its processor time."""
    before = processor_seconds()
    done = subprocess.run([binary, "--report", "-", "--quiet", "--progress", "none", *map(str, arguments)],
                          capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{"):
        sys.exit(f"{arguments}: no report: {done.stderr}")
    return json.loads(done.stdout), processor_seconds() - before


def check_counts(binary, tree):
    for model, options, states, edges in COUNTS:
        for threads in range(1, 9):
            for _ in range(2):
                report, _ = run(binary, "--strategy", "none", "--all-errors", "--trace", "off", "--threads", threads,
                                *options, tree / model)
                found = (report["states"], report["transitions"])
                if found != (states, edges):
                    sys.exit(f"{model}, {threads} threads: {found}, expected {(states, edges)}")


def check_limit(what, limit, runs):
    """The fastest run counts: the others share the processor with other programs."""
    best = min(seconds for _, seconds in runs)
    print(f"{what}: {best:.3f} s of processor time")
    if best > limit:
        sys.exit(f"{what} takes {best:.3f} s of processor time, more than {limit} s")


def check_start(binary, tree):
    for execution, limit in (("auto", 0.05), ("jit", 0.15)):
        runs = [run(binary, "-DN=3", "--execution", execution, tree / "tests/models/promela/peterson.pml") for _ in range(5)]
        if any(report["verdict"] != "holds" for report, _ in runs):
            sys.exit("Peterson's algorithm for three processes holds")
        check_limit(f"a small model from start to end, --execution {execution}", limit, runs)
        peak = min(report["peak_memory_bytes"] for report, _ in runs) >> 20
        if execution == "auto" and peak > 24:
            sys.exit(f"a small model takes {peak} MB")


def model_of_2000_lines():
    lines = ["byte g[8];", "chan c = [4] of { byte, byte };"]
    for process in range(8):
        lines += [f"active proctype p{process}() {{", "    byte x, y, z;", "    do", "    :: x == 0 ->"]
        for i in range(243):
            lines.append("       " + STATEMENTS[(process * 7 + i) % 9].format(a=i % 5 + 1, b=(i + 3) % 8))
        lines += ["       x = 0", "    od", "}"]
    return "\n".join(lines) + "\n"


def check_compile(binary, _):
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "large.pml"
        model.write_text(model_of_2000_lines(), encoding="utf-8")
        runs = [run(binary, "--threads", 1, "--execution", "jit", "--max-states", 10, model) for _ in range(3)]
    check_limit("a model of 2000 lines until its search has begun", 2.0, runs)


def main():
    binary, tree, part = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    {"counts": check_counts, "start": check_start, "compile": check_compile}[part](binary, tree)


if __name__ == "__main__":
    main()
