"""Random mCRL2 specifications: small, restricted to what both sides can enumerate, with all features that are likely to
matter: communication of several actions, hiding and renaming, sums, conditions, sequences, data of several sorts.
"""
import random


class Generator:
    """With `symmetric`, the elements e1, e2, e3 differ at most in the cyclic order defined by `next`."""

    def __init__(self, seed, symmetric=False):
        self.r = random.Random(seed)
        self.symmetric = symmetric

    def pick(self, *options):
        return self.r.choice(options)

    def boolean(self, scope, depth):
        names = [n for n, s in scope if s == 'Bool']
        if depth == 0:
            return self.pick('true', 'false', *names)
        b, n, e, l = (lambda: self.boolean(scope, depth - 1), lambda: self.number(scope, depth - 1),
                      lambda: self.element(scope, depth - 1), lambda: self.list(scope, depth - 1))
        return self.r.choice([
            lambda: f'!({b()})', lambda: f'({b()} && {b()})', lambda: f'({b()} || {b()})', lambda: f'({b()} => {b()})',
            lambda: f'({n()} < {n()})', lambda: f'({n()} == {n()})', lambda: f'({n()} >= {n()})',
            lambda: f'({e()} == {e()})', lambda: f'({e()} != {e()})',
            lambda: f'({e()} == {e()})' if self.symmetric else f'({e()} <= {e()})',
            lambda: f'({n()} in {l()})', lambda: f'({l()} == {l()})', lambda: f'good({e()}, {b()})',
            lambda: f'(exists y: E. next(y) == {e()} && {b()})', lambda: f'(forall y: Bool. y => {b()})'])()

    def number(self, scope, depth):
        names = [n for n, s in scope if s == 'Nat']
        if depth == 0:
            return self.pick('0', '1', '2', *names)
        n = lambda: self.number(scope, depth - 1)
        return self.r.choice([
            lambda: f'(({n()} + {n()}) mod 3)', lambda: f'(({n()} * {n()}) mod 4)', lambda: f'max({n()}, {n()})',
            lambda: f'min({n()}, {n()})', lambda: f'abs({n()} - {n()})', lambda: f'({n()} div 2)',
            lambda: f'#{self.list(scope, depth - 1)}', lambda: f'rank({self.element(scope, depth - 1)})',
            lambda: f'if({self.boolean(scope, depth - 1)}, {n()}, {n()})', lambda: f'(sumup({self.list(scope, depth - 1)}) mod 3)'])()

    def element(self, scope, depth):
        names = [n for n, s in scope if s == 'E']
        if depth == 0:
            return self.pick(*names) if self.symmetric else self.pick('e1', 'e2', 'e3', *names)
        e = lambda: self.element(scope, depth - 1)
        return self.r.choice([lambda: f'next({e()})', lambda: f'if({self.boolean(scope, depth - 1)}, {e()}, {e()})', e])()

    def list(self, scope, depth):
        names = [n for n, s in scope if s == 'List(Nat)']
        if depth == 0:
            return self.pick('[]', '[1]', '[0, 2]', *names)
        return self.r.choice([
            lambda: f'short({self.number(scope, depth - 1)} |> {self.list(scope, depth - 1)})',
            lambda: f'short({self.list(scope, depth - 1)} ++ {self.list(scope, depth - 1)})',
            lambda: self.list(scope, depth - 1)])()

    def value(self, sort, scope, depth=2):
        kinds = {'Bool': self.boolean, 'Nat': self.number, 'E': self.element, 'List(Nat)': self.list}
        return kinds[sort](scope, self.r.randrange(depth + 1))

    SORTS = ('Bool', 'Nat', 'E', 'List(Nat)')

    def action(self, scope):
        if self.symmetric and any(s == 'E' for _, s in scope) and self.r.random() < .5:
            return f'{self.pick("t", "u")}({self.value("E", scope)})'
        name = self.pick('a', 'b', 'c', 'd', 'p', 'q')
        return f'{name}({self.value("Nat", scope)})' if name in 'pq' else name

    def within(self, scope, depth):
        """A composition within a sequential process."""
        body = f'({self.step(scope, depth - 1)} || {self.step(scope, depth - 1)})'
        kind = self.r.randrange(4)
        if kind == 0:
            return f'comm({{{self.pick("a|b -> c", "a|a -> d", "p|q -> r")}}}, {body})'
        if kind == 1:
            return f'hide({{{self.pick("a", "p, b")}}}, {body})'
        if kind == 2:
            return f'block({{{self.pick("a", "q, c")}}}, rename({{{self.pick("a -> b", "p -> q")}}}, {body}))'
        return body

    def step(self, scope, depth):
        if depth and not self.symmetric and self.r.random() < .05:
            return self.within(scope, depth)
        kind = self.r.randrange(8)
        if kind == 0 and depth:
            sort = self.pick('Bool', 'E', 'Nat')
            name = f'v{depth}'
            inner = scope + [(name, sort)]
            bound = f'({name} < {self.pick(2, 3)}) -> ' if sort == 'Nat' else ''
            return f'(sum {name}: {sort}. {bound}{self.step(inner, depth - 1)})'
        if kind == 1 and depth:
            return f'({self.boolean(scope, 2)} -> {self.step(scope, depth - 1)} <> {self.step(scope, depth - 1)})'
        if kind == 2 and depth:
            return f'(({self.boolean(scope, 2)}) -> {self.step(scope, depth - 1)})'
        if kind == 3 and depth:
            return f'({self.step(scope, depth - 1)} + {self.step(scope, depth - 1)})'
        if kind == 4:
            return f'({self.action(scope)}|{self.action(scope)})' if self.r.random() < .5 else 'tau'
        if kind == 5 and depth:
            return f'({self.step(scope, depth - 1)} . {self.step(scope, depth - 1)})'
        return self.action(scope)

    def process(self, name, parameters, others):
        summands = []
        for _ in range(self.r.randrange(1, 4)):
            callee, wanted = self.r.choice(others)
            end = self.r.random()
            call = f'{callee}({", ".join(self.value(s, parameters) for _, s in wanted)})' if wanted else callee
            tail = f' . {call}' if end < .75 else ' . delta' if end < .85 else ''
            guard = f'({self.boolean(parameters, 2)}) -> ' if self.r.random() < .5 else ''
            summands.append(f'{guard}{self.step(parameters, 2)}{tail}')
        shown = f'({", ".join(f"{n}: {s}" for n, s in parameters)})' if parameters else ''
        return f'{name}{shown} = ' + ' + '.join(summands) + ';'

    def composition(self, leaves):
        body = ' || '.join(leaves)
        for _ in range(self.r.randrange(4)):
            kind = self.r.randrange(5)
            if kind == 0:
                body = f'comm({{{self.pick("a|b -> c", "a|a -> d", "p|q -> r", "a|b -> c, p|q -> r", "a|b|d -> c", *(["t|u -> v"] * 4 if self.symmetric else []))}}}, {body})'
            elif kind == 1:
                body = f'hide({{{self.pick("a", "c", "r, d")}}}, {body})'
            elif kind == 2:
                body = f'rename({{{self.pick("a -> b", "c -> d, d -> c", "p -> q")}}}, {body})'
            elif kind == 3:
                body = f'block({{{self.pick("a", "p", "q, b")}}}, {body})'
            else:
                sets = ['a', 'b', 'c', 'd', 'p', 'q', 'r', 'a|b', 'c|d', 'a|a', 'c|r', 'p|p']
                sets += ['t', 'u', 'v', 't|u', 'v|a'] if self.symmetric else []
                chosen = self.r.sample(sets, self.r.randrange(3, 8))
                body = f'allow({{{", ".join(chosen)}}}, {body})'
        return body

    def symmetric_specification(self):
        others = [(f'x{i}', self.r.choice(('Bool', 'Nat', 'E'))) for i in range(self.r.randrange(3))]
        processes = [('P', [('e0', 'E')] + others)]
        if self.r.random() < .5:
            processes.append(('Q', [('e0', 'E')]))
        table = self.pick('next(e1) = e2; next(e2) = e3; next(e3) = e1;', 'next(e) = e;')
        leaves = []
        for name, parameters in processes:
            own = [self.pick('true', 'false') if s == 'Bool' else self.pick('0', '1') if s == 'Nat' else '' for _, s in parameters[1:]]
            for x in ('e1', 'e2', 'e3'):
                leaves.append(f'{name}({", ".join([x] + [v if v else x for v in own])})')
        body = '\n     '.join(self.process(n, ps, [p for p in processes if p[0] == n]) for n, ps in processes)
        return '\n'.join([
            'sort E = struct e1 | e2 | e3;',
            'map next: E -> E; rank: E -> Nat; good: E # Bool -> Bool; sumup: List(Nat) -> Nat; short: List(Nat) -> List(Nat);',
            'var e: E; b: Bool; n, m: Nat; l: List(Nat);',
            f'eqn {table} rank(e) = {self.r.randrange(3)};',
            f'    good(e, true) = {self.pick("true", "false", "next(next(e)) == e")}; good(e, false) = false;',
            '    sumup([]) = 0; sumup(n |> l) = n + sumup(l);',
            '    #l < 3 -> short(l) = l; #l >= 3 -> short(l) = [head(l) mod 3];',
            'act a, b, c, d; p, q, r: Nat; t, u, v: E;',
            'proc ' + body,
            f'init {self.composition(leaves)};', ''])

    def specification(self):
        names = ['P', 'Q', 'R'][:self.r.randrange(1, 4)]
        processes = [(n, [(f'x{i}', self.r.choice(self.SORTS)) for i in range(self.r.randrange(3))]) for n in names]
        table = ' '.join(f'next({x}) = {self.r.choice(("e1", "e2", "e3"))};' for x in ('e1', 'e2', 'e3'))
        ranks = ' '.join(f'rank({x}) = {self.r.randrange(3)};' for x in ('e1', 'e2', 'e3'))
        leaves = []
        for _ in range(self.r.randrange(1, 4)):
            name, parameters = self.r.choice(processes)
            values = ", ".join(self.value(s, [], 1) for _, s in parameters)
            leaves.append(f'{name}({values})' if parameters else name)
        return '\n'.join([
            'sort E = struct e1 | e2 | e3;',
            'map next: E -> E; rank: E -> Nat; good: E # Bool -> Bool; sumup: List(Nat) -> Nat; short: List(Nat) -> List(Nat);',
            'var e: E; b: Bool; n, m: Nat; l: List(Nat);',
            f'eqn {table} {ranks}',
            f'    good(e, true) = {self.boolean([("e", "E")], 2)}; good(e, false) = {self.boolean([("e", "E")], 1)};',
            '    sumup([]) = 0; sumup(n |> l) = n + sumup(l);',
            '    #l < 3 -> short(l) = l; #l >= 3 -> short(l) = [head(l) mod 3];',
            'act a, b, c, d; p, q, r: Nat;',
            'proc ' + '\n     '.join(self.process(n, ps, processes) for n, ps in processes),
            f'init {self.composition(leaves)};', ''])


def generate(seed, symmetric=False):
    return Generator(seed, True).symmetric_specification() if symmetric else Generator(seed).specification()
