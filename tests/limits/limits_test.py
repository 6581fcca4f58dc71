#!/usr/bin/env python3
"""Tests --memory, --time and ulimit -v with whole runs, in every phase.

    limits_test.py PEXPLORE [--all] [--jobs N] [file or folder ...]

Every model runs under several small limits. A run that exceeds its limits by more than 32 MiB or half a second fails,
and so does one that ends by a signal, with an internal error, without a verdict, or with `holds` although its head
states an error. Without --all one model in STRIDE is run, chosen by its name, and all hostile ones (hostile.py)."""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import hostile

MEBIBYTE = 1 << 20
MOST_BYTES_BEYOND = 32 * MEBIBYTE
MOST_SECONDS_BEYOND = 0.5
ATTEMPTS = 3  # the machine may be busy
STRIDE = 12
SURVIVABLE = 6 << 30  # address space of runs without a smaller limit: the machine must survive a failure
LANGUAGES = {".mcrl2": "mcrl2", ".pml": "promela", ".mch": "b", ".ref": "b", ".imp": "b", ".px": "px", ".pml-lite": "promela-lite"}
VERDICTS = {0: "holds", 3: "no-error-found", 10: "violated", 11: "violated", 12: "violated", 13: "violated",
            14: "violated", 20: "incomplete"}
FAILURES = {2: "usage error", 65: "model error"}

# --time, --memory, address space (in MiB)
SETTINGS = [("100ms", 48, None), ("400ms", 16, None), ("1s", 100, None), ("400ms", 100, 420)]
HOSTILE_SETTINGS = [("300ms", 1000, None), ("2s", 60, None), ("1s", 1000, 400)]
MORE_HOSTILE_SETTINGS = [("10s", 60, None), ("10s", 150, None), ("10s", 1000, 500), ("3s", 30, None)]


def seconds_of(text):
    return float(text[:-2]) / 1000 if text.endswith("ms") else float(text[:-1])


class Outcome:
    def __init__(self, code, output, errors, seconds, waited, peak):
        self.code, self.output, self.errors = code, output, errors
        self.seconds, self.waited, self.peak = seconds, waited, peak


def seconds_waited(pid):
    """How long the main thread of a terminated process waited for a core."""
    try:
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def run(command, address_space):
    def limited():
        bytes_ = address_space * MEBIBYTE if address_space else SURVIVABLE
        resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=errors, stdin=subprocess.DEVNULL, preexec_fn=limited)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        seconds = time.monotonic() - start
        waited = seconds_waited(process.pid)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Outcome(process.returncode, output.read().decode("utf-8", "replace"),
                       errors.read().decode("utf-8", "replace"), seconds, waited, used.ru_maxrss * 1024)


class Model:
    def __init__(self, path, name=None, also=None):
        self.path, self.name, self.also = path, name or path, also
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        self.args = []
        for line in text.splitlines():
            if "args:" in line and "limits:" not in line and line.lstrip().startswith(("//", "/*", "#")):
                self.args = line.split("args:", 1)[1].replace("*/", "").split()
                break
        found = re.search(r"expect:.*verdict=(\S+)", text)
        self.expected = found[1] if found else ""
        extension = os.path.splitext(path)[1]
        if extension not in LANGUAGES:
            self.args += ["--lang", language_of_folder(path)]
        self.settings = HOSTILE_SETTINGS if also is not None else SETTINGS


def language_of_folder(path):
    for part in reversed(os.path.dirname(path).split(os.sep)):
        name = part.removesuffix("_fuzzer").replace("_", "-")
        if name in ("b", "promela", "px", "promela-lite", "mcrl2"):
            return name
    return "promela"


def troubles(outcome, model, setting):
    limit, memory, address_space = setting
    if outcome.code < 0:
        return [f"ended by {signal.Signals(-outcome.code).name}"]
    found = []
    last = outcome.output.rstrip().rsplit("\n", 1)[-1]
    verdict = VERDICTS.get(outcome.code) or FAILURES.get(outcome.code)
    if verdict is None:
        found.append(f"exit code {outcome.code}")
    elif outcome.code in VERDICTS and not last.startswith("verdict: " + verdict):
        found.append(f"exit code {outcome.code}, but the last line is {last!r}")
    elif outcome.code in FAILURES and "error" not in outcome.errors:
        found.append(f"exit code {outcome.code} without an error message")
    if verdict == "usage error" and not address_space and "is not a text file" not in outcome.errors:
        found.append("a usage error")
    if verdict == "holds" and "violated" in model.expected:
        found.append("holds, although there is an error")
    usual = (*model.also, "incomplete") if model.also is not None else None
    if usual and verdict not in usual and not (address_space and verdict == "usage error"):
        found.append(f"verdict {verdict}, not one of {', '.join(usual)}")
    if outcome.peak > memory * MEBIBYTE + MOST_BYTES_BEYOND:
        found.append(f"{outcome.peak / MEBIBYTE:.0f} MiB under --memory {memory}M")
    if outcome.seconds - outcome.waited > seconds_of(limit) + MOST_SECONDS_BEYOND:
        found.append(f"{outcome.seconds:.2f} s ({outcome.waited:.2f} s of them without a core) under --time {limit}")
    return found


def report_troubles(path, outcome):
    """The report exists, whichever process wrote it, and agrees with the exit code."""
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except (OSError, ValueError) as problem:
        return [f"the report: {problem}"]
    if report["exit_code"] != outcome.code or not report["verdict"].startswith(VERDICTS[outcome.code]):
        return [f"the report says {report['verdict']}, exit code {report['exit_code']}, not {outcome.code}"]
    return []


def check(pexplore, model, setting):
    with tempfile.TemporaryDirectory() as folder:
        return check_in(folder, pexplore, model, setting)


def check_in(folder, pexplore, model, setting):
    limit, memory, address_space = setting
    report = os.path.join(folder, "report.json")
    command = [pexplore, "--progress", "none", "--quiet", "--time", limit, "--memory", f"{memory}M", "--threads", "2",
               "--report", report, *model.args, model.path]
    for _ in range(ATTEMPTS):
        outcome = run(command, address_space)
        found = troubles(outcome, model, setting)
        if outcome.code in VERDICTS:
            found += report_troubles(report, outcome)
        if not found:
            return outcome, []
    return outcome, found


def files_of(places):
    for place in places:
        if os.path.isfile(place):
            yield place
        for folder, _, names in sorted(os.walk(place)):
            for name in sorted(names):
                path = os.path.join(folder, name)
                fuzz = "fuzz" in os.path.abspath(folder)
                if fuzz or os.path.splitext(name)[1] in LANGUAGES:
                    yield path


def is_chosen(path):
    name = os.path.join(os.path.basename(os.path.dirname(path)), os.path.basename(path))
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % STRIDE == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pexplore")
    parser.add_argument("places", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", help="hostile models whose names contain this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        models = [Model(p) for p in files_of(options.places) if options.all or is_chosen(p)]
        for name, file, text, also in hostile.cases():
            if options.only and options.only not in name:
                continue
            path = os.path.join(folder, file)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            models.append(Model(path, f"hostile: {name}", also))
            if options.all:
                models[-1].settings = HOSTILE_SETTINGS + MORE_HOSTILE_SETTINGS
        tasks = [(model, setting) for model in models for setting in model.settings]
        failed, ended, most_seconds, most_bytes = 0, {}, 0.0, 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda task: check(options.pexplore, *task), tasks)
            for (model, setting), (outcome, found) in zip(tasks, results):
                ended[outcome.code] = ended.get(outcome.code, 0) + 1
                most_seconds = max(most_seconds, outcome.seconds - outcome.waited - seconds_of(setting[0]))
                most_bytes = max(most_bytes, outcome.peak - setting[1] * MEBIBYTE)
                if model.also is not None:
                    print(f"{model.name} {setting}: exit code {outcome.code}, {outcome.seconds:.2f} s, "
                          f"{outcome.peak / MEBIBYTE:.0f} MiB: {outcome.errors.strip().splitlines()[-1:]}")
                if found:
                    failed += 1
                    print(f"{model.name} {model.args} {setting}: {'; '.join(found)}\n{outcome.errors[-600:]}"
                          f"{outcome.output[-300:]}", file=sys.stderr)
    print(f"{len(models)} models, {len(tasks)} runs, exit codes {dict(sorted(ended.items()))}; at most {most_seconds:.2f} s "
          f"and {most_bytes / MEBIBYTE:.0f} MiB beyond; {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
