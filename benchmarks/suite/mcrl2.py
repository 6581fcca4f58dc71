#!/usr/bin/env python3
"""mCRL2 specifications: processor time, with counts checked, compared with the speed of lps2lts on specifications of the same kind.

    mcrl2.py PEXPLORE [--repeat N]
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys

# Name, states, transitions; transitions per second of processor time of lps2lts 202607.0 on its model of the same kind (state spaces of
# 154450, 160139, 81920 and 78919 states).
MODELS = [('dining', 154450, 986430, 30826), ('dijkstra', 21465, 78543, 10095), ('one_bit', 51968, 293632, 225513),
          ('wafers', 19120, 75176, 200807)]


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, result.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('pexplore')
    parser.add_argument('--repeat', type=int, default=3)
    options = parser.parse_args()
    folder = pathlib.Path(__file__).parent / 'models' / 'mcrl2'
    print('| model | states | transitions | start-up, s | s | M transitions/s | times lps2lts |\n|---|---|---|---|---|---|---|')
    for name, states, transitions, pace in MODELS:
        base = [options.pexplore, '--strategy', 'none', '--all-errors', '--trace', 'off', '--threads', '1', str(folder / f'{name}.mcrl2')]
        start = min(processor_time([*base, '--execution', 'interp', '--max-states', '1'])[0] for _ in range(options.repeat))
        runs = [processor_time(base) for _ in range(options.repeat)]
        for _, text in runs:
            found = [int(re.sub(r'\D', '', n)) for n in re.search(r'states\s+([\d\s]+) stored, ([\d\s]+) transitions', text).groups()]
            if found != [states, transitions]:
                sys.exit(f'{name}: {found}, not {[states, transitions]}')
        best = min(t for t, _ in runs)
        print(f'| {name} | {states} | {transitions} | {start:.3f} | {best:.2f} | {transitions / best / 1e6:.1f} | {transitions / best / pace:.0f} |')


if __name__ == '__main__':
    main()
