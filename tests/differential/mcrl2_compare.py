#!/usr/bin/env python3
"""pexplore against the naive semantics of mcrl2_oracle, modulo strong bisimulation.

    mcrl2_compare.py PEXPLORE [--models FOLDER] [--random COUNT] [--seed SEED] [--seconds N]

Covers both execution modes of pexplore: the graph comes from the interpreter, the number of states also from native
code.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mcrl2_oracle.process import Undecided, explore, minimise  # noqa: E402
from mcrl2_random import generate  # noqa: E402

LINE = re.compile(r'\((\d+), ?"((?:[^"\\]|\\.)*)", ?(\d+)\)')
OUT_OF_REACH = (Undecided, RecursionError, TimeoutError)  # of the naive semantics


def expected(text, seconds=10):
    """The counts modulo bisimulation; None if the naive semantics cannot determine them."""
    def stop(*_):
        raise TimeoutError
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        try:
            numbers = re.search(r'^% numbers: (\d+)', text, re.M)
            space = explore(text, int(numbers[1]) if numbers else 24)
            return space and minimise(*space)
        finally:
            signal.alarm(0)
    except OUT_OF_REACH:
        return None


def ran(*command):
    """Runs pexplore; raises TimeoutError if that takes too long."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise TimeoutError from None


def found(pexplore, path):
    """(pexplore's counts modulo bisimulation, or a complaint; number of states)"""
    graph = ran(pexplore, 'graph', '--format', 'aut', '--strategy', 'none', path)
    if graph.returncode:
        return graph.stderr.strip() or f'exit code {graph.returncode}', 0
    lines = graph.stdout.splitlines()
    states = int(re.findall(r'\d+', lines[0])[2])
    edges = set()
    for line in lines[1:]:
        m = LINE.fullmatch(line)
        edges.add((int(m[1]), m[2], int(m[3])))
    return minimise(states, edges), states


def native(pexplore, path):
    result = ran(pexplore, '--execution', 'jit', '--strategy', 'none', '--all-errors', '--trace', 'off', path)
    number = re.search(r'states\s+(\d[\d\s,]*) stored', result.stdout)
    return int(re.sub(r'\D', '', number[1])) if number else result.stdout + result.stderr


def reduced(pexplore, path):
    """Whether the reduced graph represents the full one: (a complaint or None, order of the group)"""
    group = ran(pexplore, 'symmetry', path)
    order = re.search(r'group: order (\d+)', group.stdout)
    if order is None:
        return (None if 'combinations of actions' in group.stderr else group.stdout + group.stderr), 0
    if order[1] == '1':
        return None, 1
    most = ['--max-nodes', '3000']
    whole = ran(pexplore, 'graph', '--format', 'aut', '--strategy', 'none', *most, path)
    if whole.returncode:
        return (None if whole.returncode == 20 else whole.stderr), 1
    expanded = ran(pexplore, 'graph', '--format', 'aut', '--expand', *most, path)
    graphs = []
    for text in (whole.stdout, expanded.stdout):
        lines = text.splitlines()
        edges = {(int(m[1]), m[2], int(m[3])) for m in map(LINE.fullmatch, lines[1:])}
        states = int(re.findall(r'\d+', lines[0])[2]) if lines else 0
        graphs.append((states, len(edges), minimise(states, edges)))
    if graphs[0] != graphs[1]:
        return f'expanded (states, edges, bisimilar): {graphs[1]}, whole: {graphs[0]}', int(order[1])
    stored = []
    for strategy in ('canonical', 'enumerate'):
        result = ran(pexplore, '--strategy', strategy, '--all-errors', '--trace', 'off', path)
        number = re.search(r'states\s+(\d[\d\s,]*) stored', result.stdout)
        stored.append((number and number[1], re.search(r'verdict: .*', result.stdout)[0] if number else result.stderr))
    return (None if stored[0] == stored[1] else f'canonical and enumerate: {stored}'), int(order[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('pexplore')
    parser.add_argument('--models')
    parser.add_argument('--random', type=int, default=0)
    parser.add_argument('--symmetric', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--seconds', type=float, default=1e9)
    options = parser.parse_args()
    sys.setrecursionlimit(20000)
    complaints = compared = 0
    if options.models:
        for name in sorted(os.listdir(options.models)):
            path = os.path.join(options.models, name)
            text = open(path).read()
            head = re.search(r'bisimilar=(\d+)/(\d+)', text)
            wanted = expected(text) if head else None
            if wanted is None:
                continue
            compared += 1
            if wanted != (int(head[1]), int(head[2])):
                complaints += 1
                print(f'{path}: the naive semantics gives {wanted[0]}/{wanted[1]}, the head {head[1]}/{head[2]}')
    end = time.time() + options.seconds
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.random):
            if time.time() > end:
                break
            text = generate(seed)
            wanted = expected(text, 5)
            if wanted is None:
                continue
            path = os.path.join(folder, 'random.mcrl2')
            with open(path, 'w') as file:
                file.write(text)
            compared += 1
            got, states = found(options.pexplore, path)
            if isinstance(got, str) and 'combinations of actions' in got:
                continue
            compiled = native(options.pexplore, path) if got == wanted else states
            if got != wanted or compiled != states:
                complaints += 1
                print(f'seed {seed}: pexplore {got} (native code: {compiled} of {states} states), naive semantics {wanted}\n{text}')
        for seed in range(options.seed, options.seed + options.symmetric):
            if time.time() > end:
                break
            path = os.path.join(folder, 'symmetric.mcrl2')
            with open(path, 'w') as file:
                file.write(generate(seed, symmetric=True))
            complaint, group = reduced(options.pexplore, path)
            compared += group > 1
            if complaint:
                complaints += 1
                print(f'seed {seed}: {complaint}\n{open(path).read()}', flush=True)
    print(f'{compared} compared, {complaints} complaints')
    return 1 if complaints or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
