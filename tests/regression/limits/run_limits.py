#!/usr/bin/env python3
"""Models that once took far more time or memory than they were given, in any phase: reading, looking at the first states,
searching, finding the run to an error.

    run_limits.py PEXPLORE model ...

The head of a model says what it may take:
    // limits: args=--time,2s,-m,500M seconds=3.5 megabytes=150 verdict=incomplete
and, with states=N, how many are stored.
A model runs with so much address space that a machine survives what goes wrong; seconds are processor seconds, which a
busy machine does not change."""

import os
import re
import resource
import subprocess
import sys

ADDRESS_SPACE = 4 << 30


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def run(pexplore, model, args):
    """(output, processor seconds, megabytes at most)"""
    command = [pexplore, "--progress", "none", *args, model]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limited)
    output = process.stdout.read().decode("utf-8", "replace")
    _, _, used = os.wait4(process.pid, 0)
    return output, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def troubles(pexplore, model):
    with open(model, encoding="utf-8") as file:
        heads = re.findall(r"^// limits: (.*)$", file.read(), re.M)
    if not heads:
        yield "its head has no limits"
    for head in heads:
        wanted = dict(part.split("=", 1) for part in head.split())
        args = wanted.get("args", "").split(",") if wanted.get("args") else []
        output, seconds, megabytes = run(pexplore, model, args)
        print(f"{model} {' '.join(args)}: {seconds:.2f} s, {megabytes:.0f} MB")
        if f"verdict: {wanted['verdict']}" not in output:
            yield f"the verdict is not {wanted['verdict']}:\n{output[-1000:]}"
        stored = re.search(r"^states +([^ ]*(?: \d{3})*) stored", output, re.M)
        if "states" in wanted and (not stored or re.sub(r"\D", "", stored[1]) != wanted["states"]):
            yield f"{stored and stored[1]} states instead of {wanted['states']}"
        if seconds > float(wanted["seconds"]):
            yield f"{seconds:.2f} s instead of {wanted['seconds']}"
        if megabytes > float(wanted["megabytes"]):
            yield f"{megabytes:.0f} MB instead of {wanted['megabytes']}"


def main():
    failed = False
    for model in sys.argv[2:]:
        for trouble in troubles(sys.argv[1], model):
            failed = True
            print(f"{model}: {trouble}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
