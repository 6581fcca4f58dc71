#!/usr/bin/env python3
"""Checks the outputs of pexplore with the programs that read them: SPIN for trails, xmllint for SVG, dot for graphs,
JSON schemas, pexplore itself for runs.

Usage: evidence_test.py PEXPLORE SOURCE_DIR trails|replays|forms|graphs|simulation|texts
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    jsonschema = None
    print("python3-jsonschema is missing: JSON is not held against its schemas")

STRATEGIES = ["auto", "none", "canonical", "exact-markers", "approx-markers", "segmented", "sorted", "sorted-main",
              "flattened", "flooding", "enumerate"]
APPROXIMATE = {"flattened", "approx-markers"}
STORES = ["exact", "tree", "hash", "bitstate"]


# Models with errors, the tests for each, and texts that their runs must contain (with a "-" in front: must not).
TEXTS = [
    ("blocked.pml", "chan c = [1] of { byte };\nactive proctype p() { d_step { c!1; c!2 } }\n",
     ["a d_step sequence cannot go on at line 2", "p:0 is stuck at line 2", "waits for c!2   now c = [1] (full)"]),
    ("blocked.px", "sort P[1]\nprocess P { idle, mid deterministic, done end }\nvar lock: 0..1 = 1\n"
     "action flip do lock := 1 - lock\naction go(p: P) at idle -> mid\naction on(p: P) at mid -> done when lock = 0\n",
     ["a deterministic sequence cannot go on at 'mid'", "P#0 is stuck at mid", "waits for on   now lock = 1"]),
    ("message.pml", "mtype = { a, b, c };\nchan q = [2] of { mtype, byte };\nactive proctype s() { q!c(2); q!a(1) }\n"
     "active proctype r() { byte v; q?b(v) }\n", ["waits for q?b(v)   now q = [(c, 2), (a, 1)]"]),
    ("written.pml", "byte a[3]; byte x;\nactive proctype p() { x = 5; a[x] = 1 }\n",
     ["index out of range for 'a', which has 0..2", "x = 5"]),
    ("alone.pml", "chan a = [0] of { byte }; chan b = [0] of { byte };\nactive proctype p() { byte v; a!1; b?v }\n"
     "active proctype q() { byte v; b!2; a?v }\n", ["waits for a!1   which is never possible here"]),
    ("names.pml", "mtype = { yes };\nchan req = [1] of { chan };\nactive proctype client() {\n"
     "  chan mine = [1] of { mtype }; req!mine; mine?yes; assert(false) }\n"
     "active proctype server() { chan c; req?c; c!yes }\n", ["client:0.mine = [yes]", "-mine["]),
    ("names.pml-lite", "chan box = [1] of {int};\nchan two = [1] of {pid};\n"
     "proctype p(int pc) { do :: atomic { nfull(box) -> box!pc } od }\ninit { atomic { run p(0) } }\n",
     ["box = [0] (full)", "-channels"]),
    ("queue.px", "var q: queue[2] { n: 0..7 }\naction put do push q (len(q))\n", ["q = [0, 1] (full)"]),
    ("all.px", "sort C[3]\nvar col: [C] 0..2\naction paint(c: C) when col[c] = 0 do col[c] := 2\ndeadlock off\n"
     "invariant differ: not (forall c: C. col[c] = 2)\n", ["col[C#0] = 2, col[C#1] = 2, col[C#2] = 2"]),
    ("sum.px", "sort R[2]\nvar v: [R] 0..9\naction up(r: R) when v[r] < 5 do v[r] := v[r] + 4\n"
     "invariant little: (sum s: R. v[s]) < 7\n", ["v[R#0] = 4, v[R#1] = 4", "-s = R#"]),
    ("the.px", "sort P[2]\nvar on: [P] bool = true\nvar w: P\naction pick do w := the p: P. on[p]\n",
     ["there is not exactly one element for which this holds"]),
    ("empty.mch", "MACHINE empty VARIABLES s INVARIANT s : seq(0..2) INITIALISATION s := [1]\n"
     "OPERATIONS r <-- pop = BEGIN r := first(s) || s := tail(s) END END\n", ["s = []", "-s(1)"]),
    ("local.mch", "MACHINE local VARIABLES n INVARIANT n : 0..9 INITIALISATION n := 0 OPERATIONS loop = VAR i IN i := 0;\n"
     "WHILE i < 5 DO i := i + 1 INVARIANT i < 4 VARIANT 10 - i END END END\n", ["i = 4", "-i'1"]),
    ("changed.mch", "MACHINE changed VARIABLES f INVARIANT f : 0..2 +-> 0..9 INITIALISATION f := {0 |-> 1}\n"
     "OPERATIONS go = BEGIN f := {1 |-> 2}; f(0) := f(0) + 1 END END\n", ["f = {1 |-> 2}"]),
]


class Evidence:
    def __init__(self, binary, source):
        self.binary = binary
        self.source = pathlib.Path(source).resolve()
        self.models = self.source / "tests/models"
        self.problems = []
        self.checked = 0
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pexplore_evidence_"))

    def run(self, *arguments, stdin=None):
        return subprocess.run([self.binary, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              input=stdin)

    def expect(self, condition, what):
        self.checked += 1
        if not condition:
            self.problems.append(what)
        return condition

    def check_schema(self, name, value, what):
        """The schemas are in docs, for the users' own programs."""
        if jsonschema is None:
            return
        schema = json.loads((self.source / f"docs/{name}.schema.json").read_text())
        error = next(jsonschema.Draft202012Validator(schema).iter_errors(value), None)
        self.expect(error is None, f"{what}: not as docs/{name}.schema.json says: {error and error.message}")

    def failing(self, language):
        """Models that are violated according to their heads, with the arguments given there."""
        for path in sorted((self.models / language).glob("*.mch" if language == "b" else "*.p*")):
            text = path.read_text(errors="replace")
            if re.search(r"^(?://|/\*) expect:.*violated", text, re.M):
                args = re.search(r"^(?://|/\*) args:([^*\n]*)", text, re.M)
                yield path, args[1].split() if args else [], text

    # ---- Trails

    def trails(self):
        if not shutil.which("spin"):
            print("spin is missing: trails are not tested")
            sys.exit(77)
        for path, args, text in self.failing("promela"):
            if "enabled(" in text:
                continue  # docs/warts.md: SPIN's simulator interprets enabled() differently
            self.trail_of(path, args)
            self.trail_of(path, args, "auto")
            if re.match(r"//|/\*", text) and not re.search(r"^\s*(never|ltl|trace|notrace)\b|#include", text, re.M):
                # The same with a claim at the beginning: it gets the first numbers, and takes no steps.
                claimed = self.folder / f"claimed_{path.name}"
                claimed.write_text("never { do :: true od } " + text, errors="replace")
                self.trail_of(claimed, args)

    def trail_of(self, path, args, strategy="none"):
        trail, report = self.folder / "model.trail", self.folder / "report.json"
        trail.unlink(missing_ok=True)
        done = self.run("--quiet", "--progress", "none", "--strategy", strategy, "--spin-trail", trail, "--report",
                        report, *args, path)
        if done.returncode == 65:
            return
        if self.expect(trail.exists(), f"{path.name}: no trail: {done.stderr[-300:]}"):
            self.check_trail(path, args, trail, json.loads(report.read_text())["errors"][0])

    def check_trail(self, path, args, trail, error):
        done = subprocess.run(["spin", *args, "-k", str(trail), "-p", str(path)], capture_output=True, text=True,
                              timeout=60, cwd=self.folder, errors="replace")
        output = done.stdout + done.stderr
        for bad in ("transition failed", "(?)", "no matching stmnt", "step not found"):
            self.expect(bad not in output, f"{path.name}: spin -k says '{bad}': {output[-600:]}")
        line = error["place"]["line"] if error["place"] else None
        if error["kind"] == "assertion":
            self.expect(re.search(rf":{line}, Error: assertion violated", output),
                        f"{path.name}: spin meets no failed assertion at line {line}: {output[-400:]}")
        elif error["kind"] == "deadlock":
            places = dict(re.findall(r"^\s*\d*:?\s*proc\s+(\d+) \([^)]*\) \S*?:(\d+) \(state", output.split("#processes")[-1],
                                     re.M))
            for stuck in error["trace"]["stuck"]:
                pid = stuck["process"].rsplit(":", 1)[1]
                line = re.search(r"line (\d+)", stuck["location"])
                if line and pid in places:
                    self.expect(places[pid] == line[1],
                                f"{path.name}: process {pid} is stuck at {line[1]}, for spin at {places[pid]}")
                self.expect(pid in places, f"{path.name}: spin has no process {pid} at the end: {output[-400:]}")
        elif "index" in error["message"]:
            self.expect("indexing" in output, f"{path.name}: spin meets no bad index: {output[-400:]}")

    # ---- Runs under every strategy, store and order

    def replays(self):
        promela = list(self.failing("promela"))
        models = list(self.failing("px")) + promela[:8] + list(self.failing("b"))[:6]
        models += [m for m in promela[8:] if m[0].name == "late_workers_fail.pml"]
        for path, args, _ in models:
            runs = [["--strategy", s] for s in STRATEGIES]
            runs += [["--store", s, "--trace", t] for s in STORES for t in ("auto", "on")]
            runs += [["--order", "bfs", "--trace", "on"], ["--all-errors"], ["--threads", "4"]]
            for extra in runs:
                self.replay_one(path, args, extra)

    def replay_one(self, path, args, extra):
        report = self.folder / "report.json"
        what = f"{path.name} {' '.join(extra)}"
        done = self.run("--quiet", "--progress", "none", "--report", report, *extra, *args, path)
        if done.returncode == 65 or "is not available in this version" in done.stderr:
            return
        if done.returncode == 3 and APPROXIMATE & set(extra):
            return  # these may miss an error, and report so
        if not self.expect(done.returncode in range(10, 15), f"{what}: exit {done.returncode} {done.stderr[-300:]}"):
            return
        errors = json.loads(report.read_text())["errors"]
        for error in errors:
            self.expect(error["trace"] or "no run is shown" in done.stdout, f"{what}: no run to {error['message']}")
        if errors[0]["trace"]:
            again = self.run("replay", "--quiet", report, path)
            self.expect(again.returncode == done.returncode,
                        f"{what}: replay exits {again.returncode}, not {done.returncode}: {again.stdout[-500:]}")

    # ---- Other forms

    def forms(self):
        for language in ("px", "promela"):
            for path, args, _ in list(self.failing(language))[:12]:
                files = {form: self.folder / f"trace.{form}" for form in ("itf", "svg", "mermaid")}
                command = [x for form, file in files.items() for x in (f"--trace-{form}", file)]
                texts = {}
                for form in ("diff", "full", "columns"):
                    done = self.run("--quiet", "--progress", "none", "--trace-format", form, *command, *args, path)
                    if done.returncode == 65:
                        break  # not supported yet; covered by other tests
                    texts[form] = done.stdout
                    self.expect("verdict: violated" in done.stdout, f"{path.name} {form}: {done.stderr[-300:]}")
                if done.returncode == 65:
                    continue
                self.expect(len(texts["full"]) >= len(texts["diff"]) - 200, f"{path.name}: 'full' shows less than 'diff'")
                self.check_itf(path, json.loads(files["itf"].read_text()))
                self.check_svg(path, files["svg"])
                self.check_mermaid(path, files["mermaid"].read_text())
        self.check_changed_model()
        self.check_other_files()

    def check_itf(self, path, trace):
        self.check_schema("itf", trace, path.name)
        for number, state in enumerate(trace["states"]):
            self.expect(state["#meta"]["index"] == number, f"{path.name}: ITF state {number} is misnumbered")
            self.expect(sorted(set(state) - {"#meta"}) == sorted(trace["vars"]), f"{path.name}: ITF variables differ")

    def check_svg(self, path, file):
        if shutil.which("xmllint"):
            done = subprocess.run(["xmllint", "--noout", str(file)], capture_output=True, text=True)
            self.expect(done.returncode == 0, f"{path.name}: xmllint: {done.stderr[-300:]}")

    def check_mermaid(self, path, text):
        line = re.compile(r"  (participant c\d+ as .+|c\d+(?:->>|-\))c\d+: .+|Note over c\d+: .+)$")
        lines = text.splitlines()
        self.expect(lines[0] == "sequenceDiagram" and all(line.match(x) for x in lines[1:]), f"{path.name}: Mermaid")

    def check_other_files(self):
        """A file that is not a report is rejected with a reason; a report may come from a pipe."""
        model, report, other = self.models / "px/counter_overflow.px", self.folder / "report.json", self.folder / "other"
        code = self.run("--quiet", "--report", report, model).returncode
        text = report.read_text()
        piped = self.run("replay", "-", model, stdin=text)
        self.expect(piped.returncode == code, f"a report from a pipe: {piped.stdout}{piped.stderr}")
        self.run("--quiet", "--trace-itf", other, model)
        for content, words in ((other.read_text(), "a trace in ITF"), ("[1, 2]", "not a report of pexplore"), ("", "not JSON"),
                               (text[:len(text) // 2], "not JSON"), (text.replace('"changes"', '"chances"'), "damaged")):
            other.write_text(content)
            done = self.run("replay", other, model)
            self.expect(done.returncode == 2 and words in done.stderr, f"no report ({words}): {done.stderr}")
        folder = self.run("replay", self.folder, model)
        self.expect(folder.returncode == 2 and "is a directory" in folder.stderr, f"a folder: {folder.stderr}")
        for number in ("0", "1e300", "-4", "null"):
            other.write_text(text.replace('"step": 1,', f'"step": {number},'))
            done = self.run("replay", other, model)
            self.expect(done.returncode in (code, 65), f"step {number}: exit {done.returncode} {done.stderr}")

    # ---- The text output

    def texts(self):
        for name, text, words in TEXTS:
            model, report = self.folder / name, self.folder / "report.json"
            model.write_text(text)
            done = self.run("--quiet", "--report", report, model)
            replayed = self.run("replay", report, model)
            self.expect(replayed.returncode == done.returncode, f"{name}: replay: {replayed.stdout}{replayed.stderr}")
            simulated = self.run("simulate", "--guide", report, model)
            for shown in (done.stdout, replayed.stdout, simulated.stdout):
                for word in words:
                    there = word.lstrip("-") in shown
                    self.expect(there != word.startswith("-"), f"{name}: '{word}' in: {shown}{done.stderr}")
        prints = self.folder / "prints.pml"
        prints.write_text('chan c = [0] of { byte };\nactive proctype p() { byte v; printf("hello\\n"); c?v }\n'
                          'active proctype q() { byte v; c?v }\n')
        for form in ("diff", "full", "columns"):
            shown = self.run("--quiet", "--optimise", "none", "--trace-format", form, prints).stdout
            self.expect("prints hello" in shown, f"{form} without what is printed: {shown}")
            self.expect("stuck at line 2" in shown, f"{form} without who is stuck: {shown}")

    def check_changed_model(self):
        model, report = self.folder / "counter.px", self.folder / "report.json"
        text = "var x: 0..9 = 0\naction up do x := x + 1\ninvariant small: x < 3\n"
        model.write_text(text)
        self.run("--quiet", "--report", report, model)
        same = self.run("replay", report, model)
        self.expect(same.returncode == 12 and "x = 3" in same.stdout, f"replay of the same model: {same.stdout}")
        for change, code, words in ((("x + 1", "x + 2"), 65, "step 1"), (("x < 3", "x < 7"), 0, "the error is gone"),
                                    (("action up", "action go"), 65, "cannot be taken now"), (("x:", "y:"), 65, "'x'")):
            changed = text.replace(*change)
            if change[0] == "x:":
                changed = re.sub(r"\bx\b", "y", text)
            model.write_text(changed)
            done = self.run("replay", report, model)
            self.expect(done.returncode == code and words in done.stdout,
                        f"replay after {change}: exit {done.returncode}: {done.stdout}{done.stderr}")

    # ---- Graphs

    def graphs(self):
        two = ("sort Phil[N]\nprocess Phil { thinking, one, eating }\nvar held: [Phil] 0..2 = 0\nvar free: 0..N = N\n"
               "action first(p: Phil) at thinking -> one when free > 0 do { free -= 1; held[p] := 1 }\n"
               "action second(p: Phil) at one -> eating when free > 0 do { free -= 1; held[p] := 2 }\n"
               "action down(p: Phil) at eating -> thinking do { free += 2; held[p] := 0 }\n")
        for count in (2, 3):
            model = self.folder / f"philosophers{count}.px"
            model.write_text(f"define N = {count}\n" + two)
            self.check_expansion(model)
        for name in ("px/peterson.px", "px/philosophers_deadlock.px", "px/philosophers_two_forks.px", "px/filter_lock.px",
                     "px/sets.px", "px/records.px", "px/spawn.px", "promela/peterson.pml", "promela/philosophers_deadlock.pml"):
            self.check_expansion(self.models / name)
        two_forks = self.models / "px/philosophers_two_forks.px"
        sizes = [(len(g["nodes"]), len(g["edges"])) for g in (self.graph(two_forks, "--annotate"), self.graph(two_forks, "--expand"))]
        self.expect(sizes == [(6, 7), (10, 12)], f"six classes and ten states of two philosophers, not {sizes}")
        self.check_forms(self.models / "px/philosophers_deadlock.px")

    def graph(self, model, *extra):
        done = self.run("graph", "--quiet", "--format", "json", "--max-nodes", "20000", *extra, model)
        if done.returncode != 0:
            return done.stderr
        graph = json.loads(done.stdout)
        self.check_schema("graph", graph, f"graph of {model.name}")
        return graph

    def check_expansion(self, model):
        """Nodes show all their variables, so the graphs are equal if nodes and labelled edges are."""
        quotient = self.graph(model, "--annotate")
        expanded = self.graph(model, "--expand")
        # The same translation of the model, unreduced: enumerate with a trivial group; `none` may handle terminated
        # processes differently.
        whole = self.graph(model, "--strategy", "none")
        if isinstance(quotient, str) and "permutations" in quotient:
            return
        if not self.expect(not any(isinstance(g, str) for g in (quotient, expanded, whole)),
                           f"{model.name}: {quotient if isinstance(quotient, str) else expanded}"):
            return
        self.expect(all(e["permutation"] for e in quotient["edges"]), f"{model.name}: edges without permutation")
        self.expect(len(quotient["nodes"]) <= len(whole["nodes"]), f"{model.name}: the quotient is larger")
        names = [collections.Counter(self.node_name(n) for n in g["nodes"]) for g in (expanded, whole)]
        self.expect(names[0] == names[1],
                    f"{model.name}: {len(expanded['nodes'])} nodes by expansion, {len(whole['nodes'])} in the whole")
        edges = [collections.Counter((self.node_name(g["nodes"][e["from"]]), e["action"],
                                      self.node_name(g["nodes"][e["to"]])) for e in g["edges"])
                 for g in (expanded, whole)]
        self.expect(edges[0] == edges[1], f"{model.name}: {len(expanded['edges'])} edges by expansion, "
                                          f"{len(whole['edges'])} in the whole")

    @staticmethod
    def node_name(node):
        return json.dumps([node["initial"], bool(node["error"]), node["cells"]], sort_keys=True)

    def check_forms(self, model):
        dot, aut = self.folder / "g.dot", self.folder / "g.aut"
        whole = self.graph(model, "--strategy", "none")
        self.expect(any(n["error"] for n in whole["nodes"]), "the deadlock is not marked")
        for extra in ([], ["--annotate"], ["--what", "automata"]):
            self.run("graph", "-o", dot, *extra, model)
            if shutil.which("dot"):
                done = subprocess.run(["dot", "-Tsvg", "-o", os.devnull, str(dot)], capture_output=True, text=True)
                self.expect(done.returncode == 0 and not done.stderr, f"dot {extra}: {done.stderr[-300:]}")
        self.run("graph", "--strategy", "none", "--format", "aut", "-o", aut, model)
        lines = aut.read_text().splitlines()
        head = re.fullmatch(r"des \((\d+), (\d+), (\d+)\)", lines[0])
        edges = [re.fullmatch(r'\((\d+), "((?:[^"\\]|\\.)*)", (\d+)\)', line) for line in lines[1:]]
        self.expect(head and all(edges), "the .aut file is malformed")
        self.expect(int(head[2]) == len(edges) == len(whole["edges"]) and int(head[3]) == len(whole["nodes"]),
                    "the header of the .aut file is wrong")
        cut = self.run("graph", "--max-nodes", "5", "--strategy", "none", model)
        self.expect(cut.returncode == 20 and "not complete" in cut.stderr, "a cut graph says so")

    # ---- Simulation

    def simulation(self):
        choice = self.folder / "choice.px"
        choice.write_text("var x: 0..3 = 2\ninit { choose k: 0..3; require k > 1; x := k }\naction up when x < 2 do x := 3\n")
        shown = self.run("simulate", "--seed", "1", choice)
        self.expect(re.search(r"start\s+x = [23]\n", shown.stdout), f"no initial state: {shown.stdout}")
        self.expect("deadlock" in shown.stdout and "here" in shown.stdout, f"no reason for the end: {shown.stdout}")
        wrong = self.run("simulate", "--break", "y = 3", choice)
        self.expect(wrong.returncode == 2 and "no 'y'" in wrong.stderr, f"unknown name in --break: {wrong.stdout}")
        model = self.models / "promela/philosophers_deadlock.pml"
        first = self.run("simulate", "--seed", "7", "--steps", "30", model)
        again = self.run("simulate", "--seed", "7", "--steps", "30", model)
        other = self.run("simulate", "--seed", "8", "--steps", "30", model)
        self.expect(first.stdout == again.stdout and "seed 7" in first.stdout, "the same seed gives the same run")
        self.expect(first.stdout != other.stdout, "another seed gives another run")
        stop = self.run("simulate", "--break", "phil:2.me = 2", model)
        self.expect("breakpoint: phil:2.me = 2" in stop.stdout, f"breakpoint: {stop.stdout[-300:]}")
        by_hand = self.run("simulate", "-i", model, stdin="1\n1\nstate\nback\nback\nback\n99\nbreak phil:1.me = 3\nnonsense\nrestart\n"
                                                         "random\nquit\n")
        for words in ("  1)  init:0", "fork[0]", "this is the beginning", "there is no choice", "'nonsense' is not a command"):
            self.expect(words in by_hand.stdout, f"interactive: no '{words}' in {by_hand.stdout[-1500:]}")
        many = self.run("simulate", "--runs", "300", "--threads", "1", model)
        threads = self.run("simulate", "--runs", "300", "--threads", "3", "--execution", "interp", model)
        without = [re.sub(r"(?m)^time .*", "", run.stdout) for run in (many, threads)]
        self.expect(many.returncode == 11 and "300: 300 ended in an error" in many.stdout and "verdict: violated (deadlock)" in many.stdout,
                    f"many runs: {many.stdout[:500]}{many.stderr}")
        self.expect(without[0] == without[1], "many runs depend on threads or execution")
        first = self.run("simulate", "--runs", "100000000", "--until-error", "--time", "60s", "--coverage", model)
        self.expect(first.returncode == 11 and "unreached in" in first.stdout, f"--until-error: {first.stdout[:500]}{first.stderr}")
        fine = self.run("simulate", "--runs", "50", "--steps", "20", self.models / "promela/peterson.pml")
        self.expect(fine.returncode == 3 and "50 were cut off after 20 steps" in fine.stdout, f"runs without errors: {fine.stdout}")
        alone = self.run("simulate", "--threads", "2", model)
        self.expect(alone.returncode == 2 and "--threads needs --runs" in alone.stderr, f"--threads without --runs: {alone.stderr}")
        report = self.folder / "report.json"
        self.run("--quiet", "--report", report, model)
        guided = self.run("simulate", "--guide", report, model)
        self.expect("deadlock" in guided.stdout, f"guided: {guided.stdout[-500:]}{guided.stderr}")
        prints = self.folder / "prints.pml"
        prints.write_text('mtype = { red, green };\nmtype m = green;\nint x = 255;\n'
                          'active proctype p() { printf("d %d x %x o %o c %c e %e u %u\\n", x, x, x, 65, m, x); '
                          'printm(m); m = red }\n')
        shown = self.run("simulate", prints)
        self.expect("d 255 x ff o 377 c A e green u 255" in shown.stdout and "prints green" in shown.stdout,
                    f"printf: {shown.stdout}{shown.stderr}")


def main():
    binary, source, part = sys.argv[1:4]
    evidence = Evidence(binary, source)
    try:
        getattr(evidence, part)()
    finally:
        shutil.rmtree(evidence.folder)
    for problem in evidence.problems:
        print("FAILED", problem)
    print(f"{part}: {evidence.checked} checks, {len(evidence.problems)} failed")
    sys.exit(1 if evidence.problems or evidence.checked == 0 else 0)


if __name__ == "__main__":
    main()
