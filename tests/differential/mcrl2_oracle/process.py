"""Structural operational semantics of processes, rule by rule. A state is a closed process: a tuple with an environment
in place of each free variable. Sums over infinite sorts enumerate only the first numbers (Data.most).
"""
import itertools

from .data import Data, Undecided
from .syntax import parse

ENDED = ('ended',)


class Semantics:
    def __init__(self, text, most=24):
        self.spec = parse(text)
        self.data = Data(self.spec, most)
        self.free = {}

    def initial(self):
        return self.close(self.spec.init, {})

    # Continuations: (process, values of its variables), with sequences and parallel compositions decomposed.
    def close(self, p, env):
        kind = p[0]
        if kind == 'seq':
            return ('then', self.close(p[1], env), self.close(p[2], env))
        if kind == 'par':
            return ('both', self.close(p[1], env), self.close(p[2], env))
        if kind in ('allow', 'block', 'hide', 'rename', 'comm'):
            return ('with', kind, p[1], self.close(p[2], env))
        if kind == 'call' and p[1] in self.spec.processes:
            return ('proc',) + self.arguments(p, env)
        names = self.names(p)
        return ('open', p, tuple(sorted((n, v) for n, v in env.items() if n in names)))

    def names(self, p):
        if id(p) not in self.free:
            found = set()
            waiting = [p]
            while waiting:
                e = waiting.pop()
                if isinstance(e, str):
                    found.add(e)
                elif isinstance(e, tuple):
                    waiting += e
                    if len(e) == 4 and e[0] == 'call' and e[3] is not None:  # parameters that are not named
                        found.update(n for ps, _ in self.spec.processes.get(e[1], ()) for n, _ in ps)
            self.free[id(p)] = (found, p)
        return self.free[id(p)][0]

    def arguments(self, p, env):
        definitions = self.spec.processes[p[1]]
        if p[2] is None:
            given = dict(p[3])
            number = next(i for i, (ps, _) in enumerate(definitions) if set(given) <= {n for n, _ in ps})
            return (p[1], number, tuple(self.data.eval(given[n], env) if n in given else env[n]
                                        for n, _ in definitions[number][0]))
        values = tuple(self.data.eval(a, env) for a in p[2])
        number = next(i for i, (ps, _) in enumerate(definitions) if len(ps) == len(values) and all(
            self.data.has_sort(v, s) for v, (_, s) in zip(values, ps)))
        return (p[1], number, values)

    # Steps: (multi-action as a sorted tuple of (name, arguments), continuation).
    def steps(self, p):
        kind = p[0]
        if kind in ('ended', 'stopped'):
            return []
        if kind == 'proc':
            parameters, body = self.spec.processes[p[1]][p[2]]
            return self.steps(self.close(body, dict(zip((n for n, _ in parameters), p[3]))))
        if kind == 'then':
            return [(a, p[2] if q == ENDED else ('then', q, p[2])) for a, q in self.steps(p[1])]
        if kind == 'both':
            left, right = self.steps(p[1]), self.steps(p[2])
            return ([(a, ('both', q, p[2])) for a, q in left] + [(a, ('both', p[1], q)) for a, q in right] +
                    [(tuple(sorted(a + b, key=repr)), ('both', q, r)) for a, q in left for b, r in right])
        if kind == 'with':
            return [(b, ('with', p[1], p[2], q)) for a, q in self.steps(p[3]) for b in self.after(p[1], p[2], a)]
        return self.open_steps(p[1], dict(p[2]))

    def open_steps(self, p, env):
        kind = p[0]
        if kind == 'delta':
            return []
        if kind == 'tau':
            return [((), ENDED)]
        if kind == 'multi':
            steps = [((), ENDED)]
            for part in p[1]:
                steps = [(tuple(sorted(a + b, key=repr)), ENDED) for a, _ in steps for b, _ in self.open_steps(part, env)]
            return steps
        if kind == 'call' and p[1] not in self.spec.processes:
            return [(((p[1], tuple(self.data.eval(a, env) for a in p[2])),), ENDED)]
        if kind == 'choice':
            return self.open_steps(p[1], env) + self.open_steps(p[2], env)
        if kind == 'if':
            return self.open_steps(p[2] if self.data.truth(p[1], env) else p[3], env)
        if kind == 'sum':
            found = []
            for values in itertools.product(*(self.data.values(s) for _, s in p[1])):
                found += self.open_steps(p[2], {**env, **dict(zip((n for n, _ in p[1]), values))})
            return found
        return self.steps(self.close(p, env))

    def after(self, kind, what, action):
        names = tuple(sorted(n for n, _ in action))
        single = {names[0] for names, _ in what}
        if kind == 'allow':
            return [action] if not action or names in {n for n, _ in what} else []
        if kind == 'block':
            return [] if single & set(names) else [action]
        if kind == 'hide':
            return [tuple(a for a in action if a[0] not in single)]
        if kind == 'rename':
            targets = {n[0]: to for n, to in what}
            return [tuple(sorted(((targets.get(n, n), v) for n, v in action), key=repr))]
        return list({self.sorted(rest) for rest in self.communicate(what, list(action))})

    @staticmethod
    def sorted(action):
        return tuple(sorted(action, key=repr))

    # Apply rules as long as one applies to any actions with equal arguments.
    def communicate(self, rules, action):
        found = []
        for names, to in rules:
            for chosen in itertools.combinations(range(len(action)), len(names)):
                picked = [action[i] for i in chosen]
                if tuple(sorted(n for n, _ in picked)) != names or len({v for _, v in picked}) != 1:
                    continue
                rest = [a for i, a in enumerate(action) if i not in chosen]
                for done in self.communicate(rules, rest):
                    found.append(([] if to == 'tau' else [(to, picked[0][1])]) + list(done))
        return found or [action]

    @staticmethod
    def has_ended(p):
        if p[0] == 'both':
            return Semantics.has_ended(p[1]) and Semantics.has_ended(p[2])
        return p == ENDED or (p[0] == 'with' and Semantics.has_ended(p[3]))

    def join(self, p):
        """Drops a terminated process at the front of a sequence."""
        if p[0] == 'then':
            first = self.join(p[1])
            return p[2] if self.has_ended(first) else ('then', first, p[2])
        if p[0] == 'both':
            return ('both', self.join(p[1]), self.join(p[2]))
        return p[:3] + (self.join(p[3]),) if p[0] == 'with' else p


def explore(text, most=24, limit=3000):
    """(number of states, set of (source, label, target)); None if there are more states than the limit."""
    semantics = Semantics(text, most)
    first = semantics.initial()
    numbers, waiting, edges = {first: 0}, [first], set()
    for state in waiting:
        steps = [(action, semantics.join(target)) for action, target in semantics.steps(state)]
        if semantics.has_ended(state):
            steps = [('Terminate', ('stopped',))]
        for action, target in steps:
            if target not in numbers:
                numbers[target] = len(numbers)
                waiting.append(target)
                if len(numbers) > limit:
                    return None
            label = action if action == 'Terminate' else tuple((n, repr(v)) for n, v in action)
            edges.add((numbers[state], label, numbers[target]))
    return len(numbers), edges


def minimise(states, edges):
    """The numbers of states and transitions modulo strong bisimulation."""
    leaving = [[] for _ in range(states)]
    for source, label, target in edges:
        leaving[source].append((label, target))
    block, count = [0] * states, 1
    while True:
        numbers = {}
        block = [numbers.setdefault((block[s], frozenset((a, block[t]) for a, t in leaving[s])), len(numbers))
                 for s in range(states)]
        if len(numbers) == count:
            return count, len({(block[s], a, block[t]) for s, a, t in edges})
        count = len(numbers)


__all__ = ['Semantics', 'Undecided', 'explore', 'minimise']
