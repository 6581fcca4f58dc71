#!/usr/bin/env python3
"""--time, --memory and Ctrl-C end a run within half a second, even in the middle of a single very long step.

    one_step_test.py PEXPLORE

Every model runs in native code and in the interpreter. Time spent waiting for a core does not count."""

import os
import signal
import subprocess
import sys
import tempfile
import time

import limits_test

LIMIT = 1.0  # seconds
ATTEMPTS = 3
MEMORY = 200  # MiB


def machine(guard):
    return ("MACHINE m\nVARIABLES n\nINVARIANT n : 0..9\nINITIALISATION n := 0\nOPERATIONS\n"
            f"  o = SELECT {guard} THEN n := (n + 1) mod 10 END\nEND\n")


MODELS = {
    "loop in d_step": ("loop.pml", "int i, j; active proctype P() { d_step { do :: i < 2000000000 -> i++; j = (j + i) % 1000 "
                                   ":: else -> break od }; assert(j >= 0) }\n"),
    "loop in atomic": ("atomic.pml", "int i; byte a[200]; active proctype P() { atomic { do :: i < 2000000000 -> i++; "
                                     "a[i % 200] = i % 100 :: else -> break od }; assert(i > 5) }\n"),
    "quantifier": ("all.mch", machine("!(i,j).(i : 0..60000 & j : 0..60000 => (i * j + n) mod 7 /= 8)")),
    "comprehension": ("set.mch", machine("card({i,j,k | i : 0..3000 & j : 0..3000 & k : 0..300 & (i * j + k + n) mod 7 = 3}) > 0")),
    "sum": ("sum.px", "var n: 0..9\naction a when (sum i: 0..60000. sum j: 0..60000. (i * j + n) % 7) >= 0 do n := (n + 1) % 10\n"),
}


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_beyond(command, way):
    """How long the run continued after its limit or the signal, and the exit code."""
    since = time.monotonic() + LIMIT
    process = subprocess.Popen(command + (["--time", f"{LIMIT:g}s"] if way == "time" else []), stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    if way == "interrupt":
        while processor_seconds(process.pid) < LIMIT and time.monotonic() < since + 30:  # then it is in the step
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        since = time.monotonic()
    waited = limits_test.seconds_waited(process.pid)
    deadline = time.monotonic() + 20
    while not os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
        if time.monotonic() > deadline:
            process.kill()
            process.wait()
            return 20.0, None, 0
        time.sleep(0.005)
    beyond = time.monotonic() - since - (limits_test.seconds_waited(process.pid) - waited)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return beyond, process.returncode, used.ru_maxrss / 1024


def main():
    pexplore, failed, most, runs = sys.argv[1], 0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (file, text) in MODELS.items():
            path = os.path.join(folder, file)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            for execution in "jit", "interp":
                for way, expected in ("time", 20), ("interrupt", 21):
                    command = [pexplore, path, "--execution", execution, "--threads", "1", "--memory", f"{MEMORY}M", "--quiet",
                               "--progress", "none"]
                    for _ in range(ATTEMPTS):  # the machine may be busy
                        beyond, code, peak = seconds_beyond(command, way)
                        good = code == expected and beyond <= limits_test.MOST_SECONDS_BEYOND and peak <= MEMORY + 32
                        if good:
                            break
                    runs += 1
                    most = max(most, beyond)
                    if not good:
                        failed += 1
                        print(f"{name}, {execution}, {way}: exit code {code}, {beyond:.2f} s beyond, {peak:.0f} MiB")
    print(f"{runs} runs, at most {most:.2f} s beyond; {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
