#!/usr/bin/env python3
"""Models that once exceeded their limits of time or memory by far, in any phase: reading, exploring the first states,
searching, finding the run to an error.

    run_limits.py PEXPLORE model ...

The head of a model states its limits:
    // limits: args=--time,2s,-m,500M seconds=3.5 megabytes=150 verdict=incomplete
and, with states=N, the number of stored states. The address space of a run is limited, so that the machine survives a
failure; seconds are processor seconds, which do not depend on the load of the machine."""

import os
import re
import resource
import subprocess
import sys

ADDRESS_SPACE = 4 << 30


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def run(pexplore, model, args):
    """(output, processor seconds, peak megabytes)"""
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
