#!/usr/bin/env python3
"""Promela-Lite models against Promela: each is converted as in [DM08] section 6.2 and searched as Promela.

The conversion: channel types become `chan`, null a separate channel, nfull(x) is false for null. The Promela model has
an additional init process: one state before it runs, and the step from that state. SPIN's optimisations are off,
because they remove variables that are never read. Compares states, edges and verdicts of pexplore's two front ends, and
of SPIN where it is installed.
Usage: promela_lite_compare.py --pexplore BINARY MODEL...
"""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import spin_oracle

KEPT = {"_pid", "atomic", "chan", "do", "empty", "full", "init", "int", "len", "nempty", "nfull", "od", "of", "pid", "proctype", "run",
        "skip"}
CHANNEL_TYPE = re.compile(r"(?:\brec\s+\w+\s*\.\s*)?\bchan\s*\{[^{}]*\}")


def null_of(channel_type, nulls):
    """The name of the null channel of a type; recursive types can be written in several ways and share one."""
    key = "rec" if "rec" in channel_type else re.sub(r"\s", "", channel_type)
    return nulls.setdefault(key, f"null{len(nulls)}")


def split_types(text):
    """The types and names of parameters: [(type, name)]."""
    return [tuple(part.strip().rsplit(None, 1)) for part in text.split(";") if part.strip()]


def as_promela(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\bltl\s+\w+\s*\{[^{}]*\}", "", text)  # formulas are not part of the compared search
    # One null for each type: the types of Promela do not distinguish channels, but those of the other front end do.
    nulls, parameters = {}, {}
    parts = re.split(r"(?=\bproctype\b|\binit\b)", text)
    for number, part in enumerate(parts):
        header = re.match(r"proctype\s+(\w+)\s*\(([^)]*)\)", part)
        if header:
            typed = parameters[header[1]] = split_types(header[2])
            channels = {name: null_of(kind, nulls) for kind, name in typed if "chan" in kind}
            for name, null in channels.items():
                part = re.sub(rf"\b{name}\s*(==|!=|=)\s*null\b", rf"{name} \1 {null}", part)
                part = re.sub(rf"\bnull\s*(==|!=)\s*{name}\b", rf"{null} \1 {name}", part)
                part = re.sub(rf"\b(nfull|nempty)\s*\(\s*{name}\s*\)", rf"({name} != {null} && \1({name}))", part)
                # SPIN rejects a negated nfull or nempty, but accepts full and empty.
                part = re.sub(rf"!\s*\({name} != {null} && n(full|empty)\({name}\)\)", rf"({name} == {null} || \1({name}))", part)
        elif part.startswith("init"):
            part = re.sub(r"run\s+(\w+)\s*\(([^)]*)\)", lambda run: started(run, parameters, nulls), part)
        parts[number] = part
    text = "".join(parts)
    while CHANNEL_TYPE.search(text):
        text = CHANNEL_TYPE.sub("chan", text)
    text = re.sub(r"\b[A-Za-z_]\w*\b", lambda word: word[0] if word[0] in KEPT else word[0] + "_", text)
    return "".join(f"chan {null}_ = [1] of {{ bit }};\n" for null in nulls.values()) + text


def started(run, parameters, nulls):
    values = [value.strip() for value in run[2].split(",")]
    for i, (kind, _) in enumerate(parameters[run[1]]):
        if values[i] == "null":
            values[i] = null_of(kind, nulls)
    return f"run {run[1]}({', '.join(values)})"


def search(pexplore, model, *options):
    command = [pexplore, *options, "--safety", "--allow-unchecked", "--strategy", "none", "--all-errors", "--trace", "off", "--execution", "jit", "--quiet", "--progress", "none",
               "--report", "-", str(model)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    try:
        report = json.loads(done.stdout[done.stdout.index("{"):])
    except ValueError:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip()}")
    kinds = sorted({error["kind"] for error in report["errors"]})
    verdict = ",".join("violated:" + kind for kind in kinds) or report["verdict"]
    return report["states"], report["transitions"], verdict


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pexplore", required=True)
    parser.add_argument("--cache", help="unused; all comparisons are called alike")
    parser.add_argument("models", nargs="+", type=Path)
    arguments = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for model in arguments.models:
            promela = Path(folder) / (model.stem + ".pml")
            promela.write_text(as_promela(model.read_text()))
            states, edges, verdict = search(arguments.pexplore, model)
            answers = {"Promela": search(arguments.pexplore, promela, "--optimise", "none")}
            if shutil.which("spin") and shutil.which("gcc"):
                answer = spin_oracle.ask(promela, optimise="none", effort=1 if states < 100_000 else 2)
                answers["SPIN"] = (answer.states, answer.edges, answer.verdict)
            for name, found in answers.items():
                same = found == (states + 1, edges + 1, verdict)
                wrong += not same
                print(f"{model.name}: {states} states, {edges} edges, {verdict}; {name}: {found}{'' if same else '  DIFFERS'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
