#!/usr/bin/env python3
"""The files of docs/examples/nightly are valid, as far as this can be checked here. Usage: nightly_files_test.py
PEXPLORE TREE

systemd-analyze and PyYAML check them if installed; pexplore must accept every pexplore command in them."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BINARY, TREE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FOLDER = TREE / "docs" / "examples" / "nightly"


def commands(text):
    text = re.sub(r"\\\n\s*", " ", text)
    text = re.sub(r"run: >\n((?: {10,}.*\n)+)", lambda match: "run: " + " ".join(match[1].split()) + "\n", text)
    for line in text.splitlines():
        found = re.search(r"\bpexplore check .*", line)
        if found:
            yield found[0]


def search_of_several_nights(folder):
    """Nights too short for the search; the final result is that of a search in one run."""
    model = f"{TREE}/docs/examples/lock_server_3.pml"
    arguments = ["-D", "N=8", "--strategy", "none", model]
    codes = []
    for _ in range(200):
        done = subprocess.run([FOLDER / "long-search.sh", "saved", "700ms", *arguments], capture_output=True, text=True, cwd=folder,
                              timeout=120, env={**os.environ, "PEXPLORE": BINARY})
        codes.append(done.returncode)
        if done.returncode != 20:
            break
    states = "767 201 stored, 1 534 352 transitions" in done.stdout
    left = pathlib.Path(folder, "saved").exists()
    print(f"long-search.sh: {len(codes)} nights")
    if codes[-1] != 0 or not states or left:
        yield f"long-search.sh: exit codes {codes[-5:]}, folder left: {left}: {done.stdout}{done.stderr}"


def main():
    problems, seen = [], 0
    with tempfile.TemporaryDirectory() as folder:
        suite = pathlib.Path(folder) / "suite.toml"
        suite.write_text(f'[[check]]\nmodel = "{TREE}/docs/examples/ticket_lock.px"\ntags = "quick"\n')
        for path in sorted(FOLDER.iterdir()):
            for command in commands(path.read_text()):
                seen += 1
                words = [re.sub(r"\$\{\{[^}]*\}\}|\$CI_NODE_INDEX", "1", re.sub(r"\$CI_NODE_TOTAL", "1", word))
                         for word in shlex.split(re.sub(r"\$\{\{[^}]*\}\}/4", "1/1", command))]
                words[words.index("--suite") + 1] = str(suite)
                words = [re.sub(r"^/var/lib/pexplore", folder, word) for word in words]
                (pathlib.Path(folder) / "results").mkdir(exist_ok=True)
                done = subprocess.run([BINARY, *words[1:]], capture_output=True, text=True, cwd=folder, timeout=120)
                if done.returncode != 0:
                    problems.append(f"{path.name}: {command}: {done.stderr}")
    with tempfile.TemporaryDirectory() as folder:
        problems += search_of_several_nights(folder)
    if seen < 5:
        problems.append(f"{seen} commands were found")
    if shutil.which("systemd-analyze"):
        done = subprocess.run(["systemd-analyze", "verify", *map(str, FOLDER.glob("pexplore-nightly.*"))], capture_output=True, text=True)
        # Neither pexplore nor its manual page need be installed; other units of the machine do not concern us.
        ours = [line for line in done.stderr.splitlines()
                if "pexplore-nightly" in line and "not executable" not in line and "Command 'man" not in line]
        problems += [line for line in ours if "nightly.service: " in line or "nightly.timer: " in line]
    try:
        import yaml
        for path in FOLDER.glob("*.yml"):
            if not isinstance(yaml.safe_load(path.read_text()), dict):
                problems.append(f"{path.name}: no mapping")
    except ImportError:
        print("PyYAML is missing")
    for problem in problems:
        print(problem, file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
