"""Operators of B on values: one plain function for each."""

from functools import reduce

import values as v
from values import LazySet, WellDefinednessError, explicit, is_in, is_subset, same_value


def apply(function, argument):
    if isinstance(function, v.InfiniteFunction):
        found = function.value_at(argument)
        if found is None:
            raise WellDefinednessError("function applied outside its domain")
        return found
    images = [second for first, second in explicit(function) if first == argument]
    if not images:
        raise WellDefinednessError(f"function applied outside its domain: {v.show(argument)}")
    if len(images) > 1:
        raise WellDefinednessError(f"relation that is no function applied to {v.show(argument)}")
    return images[0]


def divide(a, b):
    if b == 0:
        raise WellDefinednessError("division by zero")
    quotient = abs(a) // abs(b)
    return quotient if (a >= 0) == (b >= 0) else -quotient


def modulo(a, b):
    if b <= 0 or a < 0:
        raise WellDefinednessError(f"{a} mod {b}")
    return a % b


def power(a, b):
    if b < 0:
        raise WellDefinednessError(f"{a} ** {b}")
    return a ** b


def combine(op):
    def run(left, right):
        if isinstance(left, LazySet) or isinstance(right, LazySet):
            return v.Combined(op, left, right)
        return {"\\/": left | right, "/\\": left & right, "-": left - right}[op]
    return run


difference = combine("-")


def subtract(left, right):
    return left - right if isinstance(left, int) else difference(left, right)


def multiply(left, right):
    if isinstance(left, int):
        return left * right
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return frozenset((x, y) for x in left for y in right)
    return v.Pairs(left, right)


def non_empty(collection, what):
    if not collection:
        raise WellDefinednessError(f"{what} of the empty set")
    return collection


# -- relations

def composition(r, s):
    return frozenset((x, z) for x, y in explicit(r) for y2, z in explicit(s) if y == y2)


def direct_product(r, s):
    return frozenset((x, (y, z)) for x, y in explicit(r) for x2, z in explicit(s) if x == x2)


def parallel_product(r, s):
    return frozenset(((x, y), (m, n)) for x, m in explicit(r) for y, n in explicit(s))


def overwrite(r, s):
    s = explicit(s)
    domain = {x for x, _ in s}
    return frozenset(pair for pair in explicit(r) if pair[0] not in domain) | s


def closure1(r):
    r = explicit(r)
    while True:
        bigger = r | composition(r, r)
        if bigger == r:
            return r
        r = bigger


def identity(s):
    return frozenset((x, x) for x in explicit(s))


def field_of(r):
    return frozenset(x for pair in explicit(r) for x in pair)


def closure(r, all_elements):
    """The reflexive transitive closure; the identity is on the whole type (`all_elements` lists its values)."""
    transitive = closure1(r)
    try:
        return transitive | identity(all_elements())
    except v.Unbounded:
        return v.Comprehension(lambda pair: pair[0] == pair[1] or pair in transitive)


def iterate(r, n):
    if n < 0:
        raise WellDefinednessError("iterate with a negative number")
    if n == 0:
        return identity(field_of(r))
    return reduce(composition, [explicit(r)] * n)


def fnc(r):
    r = explicit(r)
    return frozenset((x, frozenset(y for x2, y in r if x2 == x)) for x in {x for x, _ in r})


def rel(f):
    return frozenset((x, y) for x, s in explicit(f) for y in explicit(s))


# -- sequences

def listed(sequence):
    """A sequence as a list; an error if it is not a sequence."""
    pairs = dict(explicit(sequence))
    if len(pairs) != len(explicit(sequence)) or set(pairs) != set(range(1, len(pairs) + 1)):
        raise WellDefinednessError("not a sequence")
    return [pairs[i] for i in range(1, len(pairs) + 1)]


def sequence(items):
    return frozenset(enumerate(items, 1))


def some(items, what):
    if not items:
        raise WellDefinednessError(f"{what} of the empty sequence")
    return items


def keep_first(s, n):
    items = listed(s)
    if not 0 <= n <= len(items):
        raise WellDefinednessError(f"/|\\ {n} of a sequence of size {len(items)}")
    return sequence(items[:n])


def drop_first(s, n):
    items = listed(s)
    if not 0 <= n <= len(items):
        raise WellDefinednessError(f"\\|/ {n} of a sequence of size {len(items)}")
    return sequence(items[n:])


BINARY = {
    "+": lambda a, b: a + b, "-": subtract, "\\": difference, "*": multiply, "/": divide, "mod": modulo, "**": power,
    "..": lambda a, b: frozenset(range(a, b + 1)),
    "|->": lambda a, b: (a, b),
    "\\/": combine("\\/"), "/\\": combine("/\\"),
    "<|": lambda s, r: frozenset(p for p in explicit(r) if is_in(p[0], s)),
    "<<|": lambda s, r: frozenset(p for p in explicit(r) if not is_in(p[0], s)),
    "|>": lambda r, s: frozenset(p for p in explicit(r) if is_in(p[1], s)),
    "|>>": lambda r, s: frozenset(p for p in explicit(r) if not is_in(p[1], s)),
    "<+": overwrite, "><": direct_product, ";": composition, "||": parallel_product,
    "apply": apply,
    "image": lambda r, s: frozenset(y for x, y in explicit(r) if is_in(x, s)),
    "prj1": lambda s, t: frozenset(((x, y), x) for x in explicit(s) for y in explicit(t)),
    "prj2": lambda s, t: frozenset(((x, y), y) for x in explicit(s) for y in explicit(t)),
    "iterate": iterate,
    "^": lambda s, t: sequence(listed(s) + listed(t)),
    "->": lambda x, s: sequence([x] + listed(s)),
    "<-": lambda s, x: sequence(listed(s) + [x]),
    "/|\\": keep_first, "\\|/": drop_first,
    "=": same_value, "/=": lambda a, b: not same_value(a, b),
    ":": is_in, "/:": lambda a, s: not is_in(a, s),
    "<:": is_subset, "/<:": lambda s, t: not is_subset(s, t),
    "<<:": lambda s, t: is_subset(s, t) and not same_value(s, t),
    "/<<:": lambda s, t: not (is_subset(s, t) and not same_value(s, t)),
    "<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
}
for _arrow in ("<->", "<<->", "<->>", "<<->>", "+->", "-->", ">+>", ">->", "+->>", "-->>", ">+>>", ">->>"):
    BINARY[_arrow] = lambda s, t, arrow=_arrow: v.Arrows(arrow, s, t)

UNARY = {
    "negative": lambda a: -a,
    "parentheses": lambda a: a,
    "not": lambda a: not a,
    "bool": lambda a: a,
    "inverse": lambda r: frozenset((y, x) for x, y in explicit(r)),
    "card": lambda s: len(explicit(s)),
    "dom": lambda r: frozenset(x for x, _ in explicit(r)),
    "ran": lambda r: frozenset(y for _, y in explicit(r)),
    "POW": v.Subsets, "FIN": v.Subsets,
    "POW1": lambda s: v.Subsets(s, 1), "FIN1": lambda s: v.Subsets(s, 1),
    "union": lambda ss: frozenset().union(*(explicit(s) for s in explicit(ss))),
    "inter": lambda ss: frozenset.intersection(*(explicit(s) for s in non_empty(explicit(ss), "inter"))),
    "min": lambda s: min(non_empty(explicit(s), "min")),
    "max": lambda s: max(non_empty(explicit(s), "max")),
    "id": identity, "closure1": closure1, "rel": rel, "fnc": fnc,
    "size": lambda s: len(listed(s)),
    "rev": lambda s: sequence(listed(s)[::-1]),
    "first": lambda s: some(listed(s), "first")[0],
    "last": lambda s: some(listed(s), "last")[-1],
    "front": lambda s: sequence(some(listed(s), "front")[:-1]),
    "tail": lambda s: sequence(some(listed(s), "tail")[1:]),
    "conc": lambda ss: sequence([x for s in listed(ss) for x in listed(s)]),
    "succ": lambda a: a + 1, "pred": lambda a: a - 1,
}
for _kind in ("seq", "seq1", "iseq", "iseq1", "perm"):
    UNARY[_kind] = lambda s, kind=_kind: v.Sequences(kind, s)
