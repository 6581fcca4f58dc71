"""Values of data expressions, dynamically: numbers are ints and Fractions, truth values bools, everything else tuples.

('con', name, arguments)  a constructor          ('list', items)    ('set', frozenset)    ('bag', frozenset of pairs)
('fun', ...)              a function             ('stuck', ...)     a term that no equation rewrites
"""
import itertools
from fractions import Fraction
import math

NUMBERS = ('Pos', 'Nat', 'Int', 'Real')


class Undecided(Exception):
    pass


def number(n):
    return int(n) if isinstance(n, Fraction) and n.denominator == 1 else n


def is_number(v):
    return isinstance(v, (int, Fraction)) and not isinstance(v, bool)


class Data:
    def __init__(self, spec, most=24):
        self.spec = spec
        self.most = most  # numbers to try if a sum or quantifier ranges over an infinite sort
        self.order = {}   # constructor -> (number, fields, recogniser)
        self.projections = {}
        self.structs = {}
        for sort in list(spec.sorts.values()):
            self.add_struct(sort)
        self.equations = {}
        for variables, condition, left, right in spec.equations:
            name, arguments = self.head(left)
            self.equations.setdefault(name, []).append((variables, condition, arguments, right))
        for name, rules in self.equations.items():
            rules.sort(key=lambda rule: self.needs(rule))

    def add_struct(self, sort):
        if not isinstance(sort, tuple):
            return
        if sort[0] != 'struct':
            for part in sort[1:]:
                for inner in (part if isinstance(part, tuple) and part and isinstance(part[0], (tuple, str)) and sort[0] == 'function' else (part,)):
                    self.add_struct(inner)
            return
        for index, (name, fields, recogniser) in enumerate(sort[1]):
            self.order[name] = (index, fields)
            self.structs[name] = sort
            if recogniser:
                self.projections.setdefault(recogniser, {})[name] = ('is', {c[0] for c in sort[1]})
            for position, (projection, field) in enumerate(fields):
                if projection:
                    self.projections.setdefault(projection, {})[name] = ('get', position)
                self.add_struct(field)

    def head(self, left):
        arguments = ()
        while left[0] == 'apply':
            arguments = left[2] + arguments
            left = left[1]
        return (left[1], left[2]) if left[0] == 'op' else (left[1], arguments)

    def needs(self, rule):
        variables, _, arguments, _ = rule
        seen, needs = set(), 0
        for i, a in enumerate(arguments):
            if a[0] != 'name' or a[1] not in variables or a[1] in seen:
                needs = i + 1
            seen.add(a[1] if a[0] == 'name' else None)
        return needs

    # ---- Sorts

    def resolve(self, sort):
        while isinstance(sort, str) and sort in self.spec.sorts:
            sort = self.spec.sorts[sort]
        return sort

    def values(self, sort):
        sort = self.resolve(sort)
        if sort == 'Bool':
            return [False, True]
        if sort in ('Pos', 'Nat'):
            return list(range(1 if sort == 'Pos' else 0, self.most + 1))
        if sort == 'Int':
            return list(range(-self.most, self.most + 1))
        if sort[0] == 'struct':
            found = []
            for name, fields, _ in sort[1]:
                if any(self.mentions(f[1], sort) for f in fields):
                    raise Undecided('recursive sort')
                for arguments in itertools.product(*(self.values(f[1]) for f in fields)):
                    found.append(('con', name, arguments))
            return found
        if sort[0] in ('FSet', 'Set'):
            elements = self.values(sort[1])
            return [('set', frozenset(s)) for n in range(len(elements) + 1) for s in itertools.combinations(elements, n)]
        if sort[0] == 'List':
            elements = self.values(sort[1])[:3]
            return [('list', s) for n in range(4) for s in itertools.product(elements, repeat=n)]
        if sort[0] == 'function':
            keys = list(itertools.product(*(self.values(s) for s in sort[1])))
            return [('fun', 'table', tuple(zip(keys, v))) for v in itertools.product(self.values(sort[2]), repeat=len(keys))]
        if sort[0] == 'abstract':
            return [('con', c, ()) for c, s in self.spec.constructors.items() if self.resolve(s) == sort]
        raise Undecided(f'values of {sort}')

    def mentions(self, inside, sort):
        inside = self.resolve(inside)
        return inside == sort or (isinstance(inside, tuple) and any(
            isinstance(p, tuple) and self.mentions(p, sort) for p in inside[1:] if p != sort))

    def default(self, sort):
        sort = self.resolve(sort)
        plain = {'Bool': False, 'Pos': 1, 'Nat': 0, 'Int': 0, 'Real': 0}
        if sort in plain:
            return plain[sort]
        if sort[0] in ('List',):
            return ('list', ())
        if sort[0] in ('Set', 'FSet'):
            return ('set', frozenset())
        return self.values(sort)[0]

    def has_sort(self, v, sort):
        sort = self.resolve(sort)
        if isinstance(v, tuple) and v[0] == 'stuck':
            return True
        if sort == 'Bool':
            return isinstance(v, bool)
        if sort in NUMBERS:
            return is_number(v)
        if sort[0] == 'struct':
            return isinstance(v, tuple) and v[0] == 'con' and any(c[0] == v[1] for c in sort[1])
        kinds = {'List': 'list', 'Set': 'set', 'FSet': 'set', 'Bag': 'bag', 'FBag': 'bag', 'function': 'fun', 'abstract': 'con'}
        return isinstance(v, tuple) and v[0] == kinds[sort[0]]

    # ---- Evaluation

    def truth(self, e, env):
        v = self.eval(e, env)
        if not isinstance(v, bool):
            raise Undecided(v)
        return v

    def eval(self, e, env):
        kind = e[0]
        if kind == 'number':
            return e[1]
        if kind == 'name':
            return self.name(e[1], env)
        if kind == 'op':
            return self.operation(e[1], e[2], env)
        if kind == 'apply':
            return self.application(e, env)
        if kind == 'list':
            return ('list', tuple(self.eval(x, env) for x in e[1]))
        if kind == 'set':
            return ('set', frozenset(self.eval(x, env) for x in e[1]))
        if kind == 'bag':
            return self.bag([(self.eval(x, env), self.eval(n, env)) for x, n in e[1]])
        if kind == 'lambda':
            used = self.names(e[2])
            return ('fun', 'lambda', e[1], e[2], frozenset((n, v) for n, v in env.items() if n in used))
        if kind in ('forall', 'exists'):
            names = [n for n, _ in e[1]]
            found = (self.truth(e[2], {**env, **dict(zip(names, values))})
                     for values in itertools.product(*(self.values(s) for _, s in e[1])))
            return all(found) if kind == 'forall' else any(found)
        if kind == 'where':
            return self.eval(e[1], {**env, **{n: self.eval(x, env) for n, x in e[2]}})
        if kind == 'collect':
            results = [(v, self.eval(e[3], {**env, e[1]: v})) for v in self.values(e[2])]
            if results and isinstance(results[0][1], bool):
                return ('set', frozenset(v for v, good in results if good))
            return self.bag(results)
        if kind == 'update':
            function, at, value = (self.eval(x, env) for x in e[1:])
            updates = dict(function[2]) if function[:2] == ('fun', 'update') else {}
            base = function[3] if function[:2] == ('fun', 'update') else function
            updates[at] = value
            if self.apply(base, (at,)) == value:
                del updates[at]
            return ('fun', 'update', frozenset(updates.items()), base) if updates else base
        raise NotImplementedError(kind)

    def names(self, e):
        return {e} if isinstance(e, str) else set().union(*map(self.names, e)) if isinstance(e, tuple) else set()

    def bag(self, pairs):
        counts = {}
        for v, n in pairs:
            counts[v] = counts.get(v, 0) + n
        return ('bag', frozenset((v, n) for v, n in counts.items() if n))

    def name(self, name, env):
        if name in env:
            return env[name]
        if name in ('true', 'false'):
            return name == 'true'
        if name in self.spec.globals:
            return self.default(self.spec.globals[name])
        return self.call(name, ())

    def application(self, e, env):
        groups = []
        while e[0] == 'apply':
            groups.insert(0, tuple(self.eval(x, env) if not (e[1] == ('name', 'if')) else x for x in e[2]))
            e = e[1]
        if e == ('name', 'if'):
            condition, then, otherwise = groups[0]
            return self.eval(then if self.truth(condition, env) else otherwise, env)
        flat = tuple(itertools.chain(*groups))
        if e[0] == 'name' and e[1] not in env:
            return self.call(e[1], flat)
        return self.apply(self.eval(e, env), flat)

    def apply(self, function, arguments):
        if not arguments:
            return function
        if function[0] != 'fun':
            return ('stuck', function, arguments)
        if function[1] == 'named':
            return self.call(function[2], function[3] + arguments)
        if function[1] == 'table':
            return dict(function[2])[arguments]
        if function[1] == 'update':
            updates = dict(function[2])
            return updates[arguments[0]] if arguments[0] in updates else self.apply(function[3], arguments)
        names = [n for n, _ in function[2]]
        inner = self.eval(function[3], {**dict(function[4]), **dict(zip(names, arguments))})
        return self.apply(inner, arguments[len(names):])

    def call(self, name, arguments):
        for variables, condition, patterns, right in self.equations.get(name, ()):
            if len(patterns) > len(arguments) or (len(patterns) < len(arguments) and not self.curried(name)):
                continue
            env = {}
            if all(self.match(p, a, variables, env) for p, a in zip(patterns, arguments)):
                if condition is None or self.eval(condition, env) is True:
                    return self.apply(self.eval(right, env), arguments[len(patterns):])
        if name in self.order and len(self.order[name][1]) == len(arguments):
            return ('con', name, arguments)
        if name in self.spec.constructors:
            return ('con', name, arguments)
        if name in self.projections and arguments and arguments[0][0] == 'con':
            found = self.projections[name].get(arguments[0][1])
            if found and found[0] == 'get':
                return self.apply(arguments[0][2][found[1]], arguments[1:])
            if any(f[0] == 'is' for f in self.projections[name].values()):
                return found is not None
        if name in self.spec.functions:
            sorts = [self.resolve(s) for s in self.spec.functions[name]]
            if any(s[0] == 'function' and len(s[1]) > len(arguments) for s in sorts):
                return ('fun', 'named', name, arguments)
            return ('stuck', name, arguments)
        return self.builtin(name, arguments)

    def curried(self, name):
        sorts = (self.resolve(s) for s in self.spec.functions.get(name, ()))
        return any(s[0] == 'function' and self.resolve(s[2])[0] == 'function' or s[0] == 'function' and not s[1] for s in sorts
                   ) or len(self.spec.functions.get(name, ())) == 1

    def match(self, pattern, value, variables, env):
        kind = pattern[0]
        if kind == 'name' and pattern[1] in variables:
            if pattern[1] in env:
                return env[pattern[1]] == value
            env[pattern[1]] = value
            return self.has_sort(value, variables[pattern[1]])
        if kind == 'name':
            return type(value) is type(self.name(pattern[1], {})) and self.name(pattern[1], {}) == value
        if kind == 'number':
            return is_number(value) and value == pattern[1]
        if kind == 'list':
            return isinstance(value, tuple) and value[0] == 'list' and len(value[1]) == len(pattern[1]) and all(
                self.match(p, v, variables, env) for p, v in zip(pattern[1], value[1]))
        if kind == 'op' and pattern[1] == '|>':
            return isinstance(value, tuple) and value[0] == 'list' and bool(value[1]) and self.match(
                pattern[2][0], value[1][0], variables, env) and self.match(pattern[2][1], ('list', value[1][1:]), variables, env)
        if kind == 'apply' and isinstance(value, tuple) and value[0] == 'con':
            name, arguments = self.head(pattern)
            return name == value[1] and len(arguments) == len(value[2]) and all(
                self.match(p, v, variables, env) for p, v in zip(arguments, value[2]))
        return False

    # ---- Built in

    def operation(self, op, parts, env):
        if op in ('&&', '||', '=>'):
            left = self.truth(parts[0], env)
            if op == '&&' and not left:
                return False
            if op != '&&' and left == (op == '||'):
                return True
            return self.truth(parts[1], env)
        values = tuple(self.eval(p, env) for p in parts)
        for rule in self.equations.get('==' if op == '!=' else op, ()):
            bound = {}
            if all(self.match(p, v, rule[0], bound) for p, v in zip(rule[2], values)):
                result = self.eval(rule[3], bound)
                return not result if op == '!=' else result
        return self.strict(op, values)

    def strict(self, op, values):
        if any(isinstance(v, tuple) and v[0] == 'stuck' for v in values):
            if op in ('==', '!=') and values[0] == values[1]:
                return op == '=='
            return ('stuck', op, values)
        if len(values) == 1:
            v = values[0]
            if op == '!' and isinstance(v, tuple):  # of numbers: within those that are tried
                return ('set', frozenset(range(self.most + 1)) - v[1])
            if op == '!':
                return not v
            return -v if op == '-' else sum(n for _, n in v[1]) if v[0] == 'bag' else len(v[1])
        a, b = values
        if op in ('==', '!='):
            return (a == b) == (op == '==')
        if op in ('<', '<=', '>', '>='):
            return self.compare(op, a, b)
        if op == 'in':
            return any(a == x for x, _ in b[1]) if b[0] == 'bag' else a in b[1]
        if op == '|>':
            return ('list', (a,) + b[1])
        if op == '<|':
            return ('list', a[1] + (b,))
        if op == '++':
            return ('list', a[1] + b[1])
        if op == '.':
            return a[1][b] if b < len(a[1]) else ('stuck', op, values)
        if isinstance(a, tuple) and a[0] == 'set':
            return ('set', {'+': a[1] | b[1], '-': a[1] - b[1], '*': a[1] & b[1]}[op])
        if isinstance(a, tuple) and a[0] == 'bag':
            x, y = dict(a[1]), dict(b[1])
            join = {'+': lambda m, n: m + n, '-': lambda m, n: max(0, m - n), '*': min}[op]
            return self.bag([(v, join(x.get(v, 0), y.get(v, 0))) for v in set(x) | set(y)])
        if op == '/':
            return number(Fraction(a) / b) if b else ('stuck', op, values)
        if op in ('div', 'mod'):
            return (a // b if op == 'div' else a % b) if b > 0 else ('stuck', op, values)
        return number({'+': a + b, '-': a - b, '*': a * b}[op])

    def key(self, v):
        if isinstance(v, tuple) and v[0] == 'con':
            return (self.order[v[1]][0], tuple(self.key(x) for x in v[2]))
        return tuple(self.key(x) for x in v[1]) if isinstance(v, tuple) else v

    def compare(self, op, a, b):
        if op in ('>', '>='):
            a, b, op = b, a, op.replace('>', '<')
        if isinstance(a, tuple) and a[0] == 'set':
            return a[1] <= b[1] and (op == '<=' or a != b)
        if isinstance(a, tuple) and a[0] == 'bag':
            y = dict(b[1])
            return all(n <= y.get(v, 0) for v, n in a[1]) and (op == '<=' or a != b)
        return self.key(a) <= self.key(b) if op == '<=' else self.key(a) < self.key(b)

    def builtin(self, name, a):
        if any(isinstance(v, tuple) and v[0] == 'stuck' for v in a):
            return ('stuck', name, a)
        if '2' in name and name.split('2')[1] in NUMBERS:
            least = {'Pos': 1, 'Nat': 0}.get(name.split('2')[1], -math.inf)
            whole = name.endswith('Real') or number(a[0]) == math.floor(a[0])
            return a[0] if a[0] >= least and whole else ('stuck', name, a)
        if name in ('head', 'tail', 'rhead', 'rtail'):
            items = a[0][1]
            if not items:
                return ('stuck', name, a)
            return {'head': items[0], 'rhead': items[-1], 'tail': ('list', items[1:]), 'rtail': ('list', items[:-1])}[name]
        if name == 'count':
            return dict(a[1][1]).get(a[0], 0)
        if name == 'Set2Bag':
            return ('bag', frozenset((v, 1) for v in a[0][1]))
        if name == 'Bag2Set':
            return ('set', frozenset(v for v, _ in a[0][1]))
        if name == 'exp':
            return number(Fraction(a[0]) ** a[1]) if a[1] < 0 else a[0] ** a[1]
        plain = {'succ': lambda n: n + 1, 'pred': lambda n: n - 1, 'abs': abs, 'min': min, 'max': max,
                 'sqrt': math.isqrt, 'floor': math.floor, 'ceil': math.ceil,
                 'round': lambda n: math.floor(n + Fraction(1, 2))}
        return plain[name](*a)
