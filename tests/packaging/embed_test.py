#!/usr/bin/env python3
"""Builds the programs of docs/examples/embed, as in docs/embedding.md, against an installed pexplore, and runs them.

    embed_test.py BUILD_DIRECTORY TREE CXX_COMPILER
"""
import pathlib
import re
import subprocess
import sys
import tempfile

BUILD, TREE, COMPILER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=280)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def documented(program):
    """The output of the program according to the page."""
    text = (TREE / "docs/embedding.md").read_text()
    return re.search(rf"^\$ /tmp/embed/{program}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]


with tempfile.TemporaryDirectory(prefix="pexplore-embed-") as name:
    folder = pathlib.Path(name)
    run("cmake", "--install", BUILD, "--prefix", folder / "prefix")
    run("cmake", "-S", TREE / "docs/examples/embed", "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}",
        f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run("cmake", "--build", folder / "build", "-j2")
    for program in ("check_text", "own_strategy"):
        output = run(folder / "build" / program)
        if output != documented(program):
            sys.exit(f"FAILED: {program} prints\n{output}and docs/embedding.md says\n{documented(program)}")
print("built against the installed library, and run")
