#!/usr/bin/env python3
"""Determines the meaning of a Promela model with SPIN, the independent witness of the differential tests.

    spin [-o1 -o2 -o3] -a model && gcc -DNOREDUCE -DSAFETY -DNOCLAIM pan.c && ./pan -c0

That is: no partial-order reduction, claims ignored, the search continues after errors, states stored exactly.
As a module: `ask(model, optimise=..., args=...)` returns an Answer. As a program:

    spin_oracle.py model.pml --json [--optimise none] [-DN=4 ...]
    spin_oracle.py --write-expectations model.pml ...      (measures and rewrites the head of each file)
"""

import argparse
import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

NO_OPTIMISATION = ["-o1", "-o2", "-o3"]
# Search modes: equivalent options of spin, of pan (PAN_OPTIONS) and of pexplore (OUR_OPTIONS).
OPTIMISE = {"spin": [], "none": NO_OPTIMISATION, "o1": ["-o1"], "o2": ["-o2"], "o3": ["-o3"], "lossy": ["-m"],
            "empty-ends": [], "no-assertions": []}
PAN_OPTIONS = {"empty-ends": ["-q"], "no-assertions": ["-A"]}
OUR_OPTIONS = {"o1": ["-o1"], "o2": ["-o2"], "o3": ["-o3"], "lossy": ["--lossy-channels"],
               "empty-ends": ["--empty-channels-at-end"], "no-assertions": ["--no-assertion-check"]}
# Their names in the head of a model.
IN_HEADS = {"none": "optimise=none", "o1": "spin-without=1", "o2": "spin-without=2", "o3": "spin-without=3",
            "lossy": "lossy-channels=on", "empty-ends": "empty-channels-at-end=on",
            "no-assertions": "no-assertion-check=on"}
VERDICT_ORDER = ["assertion", "deadlock", "safety"]
DEPTH_LIMIT = 5_000_000


class OracleError(Exception):
    """SPIN, gcc or pan failed; `stage` tells which."""

    def __init__(self, stage, text):
        super().__init__(f"{stage}: {text.strip()}")
        self.stage = stage
        self.text = text


def verdict_of(kinds):
    return ",".join("violated:" + kind for kind in kinds) or "holds"


@dataclasses.dataclass
class Answer:
    states: int
    edges: int  # pan's "transitions" (stored + matched) - 1: the initial state is stored without an edge
    atomic_steps: int
    depth: int
    errors: int  # error paths found by pan's depth-first search; depends on its order
    messages: list  # distinct texts, each with the depth of its first report
    kinds: list  # subset of VERDICT_ORDER
    complete: bool  # false after a blocked d_step or a limit: the counts then mean nothing
    unreached: dict  # proctype -> [state, line, statement] of unreached statements, as listed by pan

    @property
    def verdict(self):
        return verdict_of(self.kinds)


def missing_tools():
    return [tool for tool in ("spin", "gcc") if shutil.which(tool) is None]


def _compiler(effort):
    """For an effort of 0 tcc, which needs a twentieth of gcc's time, or gcc if tcc is missing."""
    if effort == 0 and shutil.which("tcc"):
        return ["tcc"]
    return ["gcc", "-O2" if effort == 2 else "-O0"]


def _run(stage, command, folder, timeout):
    try:
        done = subprocess.run(command, cwd=folder, timeout=timeout, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        raise OracleError(stage, f"no answer within {timeout} s") from None
    return done.returncode, done.stdout.decode("utf-8", "replace")


def _kind_of(message):
    if any(text in message for text in ("invalid array index", "block in d_step", "rv-attempt in d_step", "uninitialized chan", "bad queue#",
                                    "error to poll rendezvous")):
        return "safety"
    if message.startswith(("assertion violated", "event_trace error")):
        return "assertion"
    if message.startswith("invalid end state"):
        return "deadlock"
    return None


def _parse_unreached(text):
    unreached, proctype = {}, None
    for line in text.splitlines():
        head = re.match(r"unreached in (proctype \S+|init|never claim.*|claim \S+)", line)
        if head:
            proctype = head.group(1).replace("proctype ", "")
            continue
        place = re.match(r"\s+\S+?:(\d+), state (\d+), (?:\"(.*)\"|-end state-)$", line)
        if place and proctype:
            unreached.setdefault(proctype, []).append([int(place.group(2)), int(place.group(1)), place.group(3) or ""])
    return unreached


def _number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        raise OracleError("pan", "unreadable output:\n" + text[-2000:])
    return int(found.group(1))


def parse_pan(text):
    messages, complete = [], "Search not completed" not in text
    for found in re.finditer(r"^pan:\d+: (.*?) \(at depth (-?\d+)\)", text, re.M):
        if found.group(1) not in [m["text"] for m in messages]:
            messages.append({"text": found.group(1), "depth": int(found.group(2))})
    if "max search depth too small" in text or "out of memory" in text or "truncated" in text:
        complete = False
    kinds = {_kind_of(m["text"]) for m in messages}
    if None in kinds:
        unknown = [m["text"] for m in messages if _kind_of(m["text"]) is None]
        raise OracleError("pan", "unknown error kind: " + "; ".join(unknown))
    return Answer(states=_number(r"(\d+) states, stored", text),
                  edges=_number(r"(\d+) transitions", text) - 1,
                  atomic_steps=_number(r"(\d+) atomic steps", text),
                  depth=_number(r"depth reached (\d+)", text),
                  errors=_number(r"errors: (\d+)", text),
                  messages=messages, kinds=[k for k in VERDICT_ORDER if k in kinds],
                  complete=complete, unreached=_parse_unreached(text))


# Errors after which pexplore ends the path, whereas the verifier continues: with the memory after the array, or with a
# poll that is false.
ENDS_THE_PATH = ("invalid array index", "error to poll rendezvous", "rv-attempt in d_step")


# Patches of pan.c that end the path there: a wrong index selects the first cell until the step is over; then the step
# is undone as if it had led to a known state (an offer as if it had been received), or, if it was a guard, does not
# count as a deadlock.
_MET = "if (px_ended) { px_ended = 0; trpt->o_pm |= 1; if (_n == 0) _n = 1; }"
_END_PATHS = [
    (r"\nint\nBoundcheck\(int x, int y,", r"\nint px_ended;\g<0>"),
    (r"(\nBoundcheck\(int x, int y,.*?\n)\treturn x;",
     r"\1\tif (x >= 0 && x < y) return x;\n\tpx_ended = 1;\n\treturn 0;"),
    (r"(\nspin_assert\(.*?\tif \()", r"\1!px_ended && "),  # of what was read there
    (r'uerror\("error to poll rendezvous channel"\);', r"\g<0> px_ended = 1;"),
    (r"(?=\(trpt\+1\)->o_t = t;\n#ifdef INLINE\n)", _MET),
    (r"(?<=\} /\* all options \*/\n)(?=#ifdef T_RAND\n\t\tif \(!t && ooi)", _MET + r"\n"),
    (r"(?=goto Down;\t/\* pseudo-recursion \*/\nUp:\n#ifdef TRIX)", "if (px_ended) { px_ended = 0; (trpt+1)->o_m = 1; goto Up; }"),
]


def _end_paths(folder):
    """Makes the verifier end the path after reporting one of ENDS_THE_PATH."""
    path = os.path.join(folder, "pan.c")
    with open(path, encoding="latin-1") as file:
        text = file.read()
    # Declared where it is visible to all of pan.c.
    text = text.replace('#include "pan.h"', '#include "pan.h"\nextern int px_ended;', 1)
    for pattern, replacement in _END_PATHS:
        text, times = re.subn(pattern, replacement, text, count=1, flags=re.S)
        if times != 1:
            raise OracleError("pan", f"pan.c has no place for: {pattern}")
    with open(path, "w", encoding="latin-1") as file:
        file.write(text)


def _verify(folder, effort, pan_timeout, pan_options):
    """Compiles and runs the verifier in the folder."""
    compiler = ["nice", *_compiler(effort), "-w", "-DNOREDUCE", "-DSAFETY", "-DNOCLAIM",
                "-DMEMLIM=6000", "-DVECTORSZ=4096", "-o", "pan", "pan.c"]
    code, text = _run("gcc", compiler, folder, 300)
    if code != 0:
        raise OracleError("gcc", text)
    # Clearing a full-size table and stack takes longer than most searches.
    if effort < 2:
        code, text = _run("pan", ["nice", "./pan", f"-m{DEPTH_LIMIT // 50}", "-c0", "-w16", *pan_options], folder, pan_timeout)
    if effort == 2 or "max search depth too small" in text:
        code, text = _run("pan", ["nice", "./pan", f"-m{DEPTH_LIMIT}", "-c0", *pan_options], folder, pan_timeout)
    if code != 0:
        raise OracleError("pan", f"exit code {code}\n{text[-2000:]}")
    return parse_pan(text)


def ended_paths(answer):
    return any(text in message["text"] for text in ENDS_THE_PATH for message in answer.messages)


def ask(model, optimise="spin", args=(), effort=1, pan_timeout=900, spin_timeout=60):
    """The Answer for one model file. Raises OracleError with the stage that failed.

    effort: of the compiler. 2: gcc -O2, worthwhile for more than a few 100000 states; 1: gcc -O0, 0.2 s instead of 1 s;
    0: tcc, 0.01 s, for campaigns, which repeat with 1 if there is a difference. After a wrong index the verifier
    continues with arbitrary memory, so that its counts are meaningless: the answer is then that of a verifier that ends
    the path."""
    model = os.path.abspath(model)
    with tempfile.TemporaryDirectory(prefix="spin-oracle-") as folder:
        code, text = _run("spin", ["spin", *OPTIMISE[optimise], *args, "-a", model], folder, spin_timeout)
        # The exit code decides: SPIN prints "Error" even for models that it accepts, such as those with `else` next to
        # a receive.
        if code != 0 or not os.path.exists(os.path.join(folder, "pan.c")):
            raise OracleError("spin", text)
        answer = None
        pan_options = PAN_OPTIONS.get(optimise, [])
        try:
            answer = _verify(folder, effort, pan_timeout, pan_options)
        except OracleError as error:
            if not any(text in error.text for text in ENDS_THE_PATH):  # what lies there can bring the verifier down
                raise
        if answer and not ended_paths(answer):
            return answer
        _end_paths(folder)
        return _verify(folder, effort, pan_timeout, pan_options)


# Expectations in the head of a model:
#   // expect: states=2636 edges=7906 verdict=holds
#   // expect[optimise=none]: states=3266 edges=...
#   // expect[define=N=4,optimise=none]: ...
#   // expect: verdict=rejected     SPIN refuses the model
#   // expect[strategy=canonical]: ... what pexplore finds under symmetry; no question for SPIN
#   // args: -DN=3                  given to SPIN and to pexplore alike
#   // oracle-args: -DNO_TRACE      given to SPIN only
_EXPECT = re.compile(r"^// expect(?:\[([^\]]*)\])?:[ \t]*(.*)$", re.M)


@dataclasses.dataclass
class Variant:
    optimise: str
    defines: list
    expected: dict  # may be empty

    @property
    def name(self):
        """The text in the brackets of the head: long names of pexplore options."""
        parts = ["define=" + define[2:] for define in self.defines]
        return ",".join(parts + ([] if self.optimise == "spin" else [IN_HEADS[self.optimise]]))


def _comment_args(text, key):
    found = re.search(rf"^// {key}:\s*(.*)$", text, re.M)
    return found.group(1).split() if found else []


def must_be_rejected(variants):
    return any(v.expected.get("verdict") == "rejected" for v in variants)


def is_rejected(model, args):
    """Whether SPIN rejects the model: its front end does, or the generated verifier does not compile or refuses to
    start."""
    try:
        ask(model, "spin", args)
        return False
    except OracleError as error:
        return error.stage in ("spin", "gcc") or "unconditional self-loop" in error.text


def read_head(path):
    """(args, oracle_args, variants) from the head of a model; the two plain variants are always included."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    variants = []
    for found in _EXPECT.finditer(text):
        tokens = [t.split("=", 1) for t in (found.group(1) or "").split(",") if "=" in t]
        if any(name == "strategy" for name, value in tokens):
            continue
        optimise = next((way for way, name in IN_HEADS.items() if name.split("=") in tokens), "spin")
        defines = ["-D" + value for name, value in tokens if name == "define"]
        variants.append(Variant(optimise, defines, dict(p.split("=", 1) for p in found.group(2).split() if "=" in p)))
    for optimise in ("none", "spin") if not must_be_rejected(variants) else ():
        if not any(v.optimise == optimise and not v.defines for v in variants):
            variants.insert(0, Variant(optimise, [], {}))
    return _comment_args(text, "args"), _comment_args(text, "oracle-args"), variants


def with_defines(args, defines):
    """The arguments of a variant: its -DNAME=... replace those of the same name."""
    names = {define.split("=")[0] for define in defines}
    return [arg for arg in args if arg.split("=")[0] not in names] + list(defines)


def expectation(answer):
    """The name=value pairs for a head. No counts if SPIN gave up (a blocked d_step ends its search)."""
    if not answer.complete:
        return {"verdict": answer.verdict}
    return {"states": str(answer.states), "edges": str(answer.edges), "verdict": answer.verdict}


def write_expectations(path):
    args, oracle_args, variants = read_head(path)
    lines = []
    if must_be_rejected(variants):
        if not is_rejected(path, [*args, *oracle_args]):
            raise OracleError("spin", "accepts a model whose head says that it is rejected")
        return ["rejected, as the head says"]
    for variant in variants:
        big = int(variant.expected.get("states", 0)) > 200_000
        answer = ask(path, variant.optimise, [*with_defines(args, variant.defines), *oracle_args], effort=2 if big else 1)
        label = f"[{variant.name}]" if variant.name else ""
        pairs = " ".join(f"{k}={v}" for k, v in expectation(answer).items())
        lines.append(f"// expect{label}: {pairs}")
    with open(path, encoding="utf-8") as file:
        body = [line for line in file.read().splitlines() if not _EXPECT.match(line) or "strategy=" in line]
    head = next((i for i, line in enumerate(body) if not line.startswith("//") or "strategy=" in line), len(body))
    body[head:head] = lines
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(body) + "\n")
    return lines


def _write_all(models):
    failures = 0
    for path in models:
        try:
            print(os.path.basename(path), *write_expectations(path), sep="\n    ", flush=True)
        except OracleError as error:
            failures += 1
            print(f"{path}: {error}", file=sys.stderr, flush=True)
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--optimise", choices=sorted(OPTIMISE), default="spin")
    parser.add_argument("--write-expectations", action="store_true")
    options, defines = parser.parse_known_args()
    if options.write_expectations:
        return _write_all(options.models)
    status = 0
    for model in options.models:
        try:
            args, oracle_args, _ = read_head(model)
            answer = ask(model, options.optimise, [*args, *oracle_args, *defines])
        except OracleError as error:
            print(f"{model}: {error}", file=sys.stderr)
            status = 1
            continue
        if options.json:
            print(json.dumps({"model": model, "verdict": answer.verdict, **dataclasses.asdict(answer)}, indent=2))
        else:
            print(model, *(f"{k}={v}" for k, v in expectation(answer).items()),
                  *(m["text"] for m in answer.messages), sep="  ")
    return status


if __name__ == "__main__":
    sys.exit(main())
