#!/usr/bin/env python3
"""Checks mCRL2 specifications against the expectations in their heads.

    run_mcrl2.py PEXPLORE MODEL...

% expect: bisimilar=S/T [states=N] [distinct=N] [deadlocks=N] [terminated=N] [classes=N] [group=N] [verdict=V] [modulo=none]
    bisimilar: states and transitions modulo strong bisimulation; the other counts refer to the full graph. The quotient
    is computed twice, by `graph --bisimulation strong` and here. classes and group: with symmetry reduction. verdict
    and states are also compared with a search, interpreted and native.
% refused: LINE:COLUMN: MESSAGE
% error: MESSAGE of an error that a run meets
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'differential'))
from mcrl2_oracle.process import minimise  # noqa: E402

LINE = re.compile(r'\((\d+), ?"((?:[^"\\]|\\.)*)", ?(\d+)\)')


def run(pexplore, *arguments):
    return subprocess.run([pexplore, *arguments], capture_output=True, text=True, timeout=600)


def stored(text):
    """The number of stored states that a search reports; None if it reports none."""
    number = re.search(r'states\s+(\d[\d\s,]*) stored', text)
    return int(re.sub(r'\D', '', number[1])) if number else None


def read_aut(text):
    """(initial, number of states, edges as written)"""
    lines = text.splitlines()
    initial, _, states = (int(n) for n in re.findall(r'\d+', lines[0])[:3])
    edges = []
    for line in lines[1:]:
        found = LINE.fullmatch(line)
        edges.append((int(found[1]), found[2], int(found[3])))
    return initial, states, edges


def check(pexplore, model):
    head = dict(re.findall(r'^% (expect|refused|error): (.*)$', open(model).read(), re.M))
    if 'refused' in head:
        result = run(pexplore, model)
        wanted = f'{model}:{head["refused"].replace(": ", ": error: ", 1)}'
        return [] if result.returncode == 65 and wanted in result.stderr else [f'not refused with {wanted}: {result.stderr}']
    if 'error' in head:
        result = run(pexplore, model)
        return [] if head['error'] in result.stdout else [f'no error {head["error"]}: {result.stdout}{result.stderr}']
    wanted = dict(item.split('=', 1) for item in head['expect'].split())
    found = {}
    if wanted.get('modulo') != 'none':
        whole = run(pexplore, 'graph', '--format', 'aut', '--strategy', 'none', '--max-nodes', '200000', model)
        if whole.returncode:
            return [whole.stderr]
        _, states, edges = read_aut(whole.stdout)
        leaving = {source for source, _, _ in edges}
        ends = {target for _, label, target in edges if label == 'Terminate'}
        found = {'states': states, 'distinct': len(set(edges)), 'deadlocks': states - len(leaving), 'terminated': len(ends),
                 'bisimilar': '%d/%d' % minimise(states, edges)}
        modulo = run(pexplore, 'graph', '--format', 'aut', '--max-nodes', '200000',
                     '--bisimulation', 'strong', model)
        _, count, quotient = read_aut(modulo.stdout)
        if f'{count}/{len(quotient)}' != found['bisimilar']:
            return [f'--bisimulation strong gives {count}/{len(quotient)}, not {found["bisimilar"]}']
    for execution in ('interp', 'jit'):
        result = run(pexplore, '--execution', execution, '--strategy', 'none', '--all-errors', '--trace', 'off', model)
        number = stored(result.stdout)
        if number is None:
            return [f'no result with --execution {execution}: {result.stdout}{result.stderr}']
        if found.setdefault('states', number) != number:
            return [f'{number} states with --execution {execution}, {found["states"]} in the graph']
        found['verdict'] = re.search(r'verdict: (.*)', result.stdout)[1].split()[0]
    if 'classes' in wanted:
        result = run(pexplore, '--strategy', 'canonical', '--all-errors', '--trace', 'off', model)
        found['classes'] = stored(result.stdout)
    if 'group' in wanted:
        result = run(pexplore, 'symmetry', model)
        order = re.search(r'group\s+.*?order (\d+)', result.stdout) or re.search(r'order\s+(\d+)', result.stdout)
        found['group'] = order[1] if order else result.stdout
    return [f'{name} is {found.get(name)}, not {value}' for name, value in wanted.items()
            if name != 'modulo' and str(found.get(name)) != value]


def main():
    pexplore, models = sys.argv[1], sys.argv[2:]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for model, complaints in zip(models, pool.map(lambda m: check(pexplore, m), models)):
            for complaint in complaints:
                wrong += 1
                print(f'{model}: {complaint}')
    print(f'{len(models)} models, {wrong} complaints')
    return 1 if wrong or not models else 0


sys.exit(main())
