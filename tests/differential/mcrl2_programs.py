#!/usr/bin/env python3
"""Models of tests/models/mcrl2 rewritten directly as programs: computes the counts in their heads without any mCRL2.

    mcrl2_programs.py MODELS [--large]
"""
import itertools
import pathlib
import re
import sys


def count(first, steps):
    """(states, distinct transitions)"""
    seen, waiting, edges = {first}, [first], 0
    while waiting:
        state = waiting.pop()
        made = set(steps(state))
        edges += len(made)
        for _, target in made:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return len(seen), edges


# A philosopher is (hands, phase): the forks he holds as a pair; phase 0 hungry, 1 has eaten.
def dining(n, any_order, at_once):
    def alone(state):
        """(label, philosopher, his forks, his new state): a unit involves a philosopher and possibly one fork."""
        for p, (left, right, eaten) in enumerate(state):
            mine = (p, (p + 1) % n)
            free = [not any(state[q][0] and q == f or state[q][1] and (q + 1) % n == f for q in range(n)) for f in mine]
            if not eaten:
                if not left and free[0] and (any_order or not right):
                    yield ('lock', p, mine[0], (1, right, 0))
                if not right and free[1] and (any_order or left):
                    yield ('lock', p, mine[1], (left, 1, 0))
                if left and right:
                    yield ('eat', p, None, (1, 1, 1))
            else:
                if left:
                    yield ('free', p, mine[0], (0, right, int(right)))
                if right and (any_order or not left):
                    yield ('free', p, mine[1], (left, 0, int(left)))

    def steps(state):
        units = list(alone(state))
        for size in range(1, n + 1 if at_once else 2):
            for chosen in itertools.combinations(units, size):
                forks = [f for _, _, f, _ in chosen if f is not None]
                if len({p for _, p, _, _ in chosen}) < size or len(set(forks)) < len(forks):
                    continue
                target = list(state)
                for _, p, _, after in chosen:
                    target[p] = after
                yield (tuple((label, p, f) for label, p, f, _ in chosen), tuple(target))

    return count(((0, 0, 0),) * n, steps)


def queens(n):
    def steps(board):
        if len(board) == n:
            yield 'solved', None
        else:
            for c in range(n):
                if all(c != d and abs(c - d) != k for k, d in enumerate(board, 1)):
                    yield c, (c, *board)

    return count((), lambda board: steps(board) if board is not None else ())


def frogs():
    won = 'lll.rrr'

    def steps(row):
        if row is None:
            return
        for i, c in enumerate(row):
            for by in (1, 2):
                j = i + by if c == 'r' else i - by
                if c != '.' and 0 <= j < len(row) and row[j] == '.':
                    after = list(row)
                    after[i], after[j] = '.', c
                    yield (i, j), ''.join(after)
        if row == won:
            yield 'done', None

    return count('rrr.lll', steps)


def railway():
    def steps(state):
        trains, queue, free = state
        for t, (side, phase) in enumerate(trains):
            def moved(side, phase, queue=queue, free=free, t=t):
                return tuple((side, phase) if u == t else trains[u] for u in (0, 1)), queue, free
            if phase == 0 and t not in queue:
                yield ('ask', t), moved(side, 1, (*queue, t))
            elif phase == 1 and free and queue[:1] == (t,):
                yield ('go', t), moved(side, 2, queue[1:], False)
            elif phase in (2, 3):
                yield ('on', t, side), moved(side, phase + 1)
            elif phase == 4:
                yield ('arrive', t), moved(1 - side, 5)
            elif phase == 5 and not free:
                yield ('clear', t), moved(side, 0, queue, True)

    return count((((0, 0), (1, 0)), (), True), steps)


PROGRAMS = {
    'philosophers_block': lambda: dining(4, True, True),
    'philosophers_5': lambda: dining(5, False, False),
    'queens': lambda: queens(5),
    'frogs': frogs,
    'railway': railway,
}
LARGE = {'../../../benchmarks/suite/models/mcrl2/dining': lambda: dining(10, False, False)}


def main():
    folder, wrong = pathlib.Path(sys.argv[1]), 0
    for name, program in {**PROGRAMS, **(LARGE if '--large' in sys.argv else {})}.items():
        head = dict(re.findall(r'(states|distinct)=(\d+)', (folder / f'{name}.mcrl2').read_text()))
        found = program()
        stated = (int(head['states']), int(head.get('distinct', found[1])))
        wrong += stated != found
        print(f'{name}: {found[0]} states, {found[1]} transitions' + (f', but its head says {stated}' if stated != found else ''))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
