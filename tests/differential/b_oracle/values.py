"""Values of B: Python's integers, booleans, strings, tuples of two (pairs), frozensets, records, elements of sets.

Sets that are infinite, or too large to enumerate, are objects with `contains` and, if possible, `elements`.
"""

import itertools


class WellDefinednessError(Exception):
    """An expression without a value: f(x) outside dom(f), min({}), division by zero, ..."""

    made = 0  # number of errors created: one that does not matter in the end is invisible otherwise

    def __init__(self, *arguments):
        super().__init__(*arguments)
        WellDefinednessError.made += 1


class Unbounded(Exception):
    """An infinite set had to be enumerated."""


class Element:
    """An element of a deferred or enumerated set. There is one object per element."""

    __slots__ = ("set_name", "index", "name")

    def __init__(self, set_name, index, name):
        self.set_name, self.index, self.name = set_name, index, name

    def __repr__(self):
        return self.name


class Record:
    __slots__ = ("fields", "_hash")

    def __init__(self, fields):
        self.fields = tuple(sorted(fields))  # (name, value) pairs
        self._hash = hash(self.fields)

    def __eq__(self, other):
        return isinstance(other, Record) and self.fields == other.fields

    def __hash__(self):
        return self._hash

    def get(self, name):
        for field, value in self.fields:
            if field == name:
                return value
        raise WellDefinednessError(f"no field {name}")

    def __repr__(self):
        return "rec(" + ", ".join(f"{name}: {show(value)}" for name, value in self.fields) + ")"


def show(value):
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"({show(value[0])} |-> {show(value[1])})"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(show, value))) + "}"
    return repr(value)


# -- sets given by a rule

class LazySet:
    def contains(self, value):
        raise NotImplementedError

    def elements(self):
        raise Unbounded(f"{type(self).__name__} is not enumerable")


class Integers(LazySet):
    """All integers from `lowest` on; None: all."""

    def __init__(self, lowest=None):
        self.lowest = lowest

    def contains(self, value):
        return self.lowest is None or value >= self.lowest


class Strings(LazySet):
    def contains(self, value):
        return isinstance(value, str)


class Pairs(LazySet):
    """The cartesian product."""

    def __init__(self, first, second):
        self.first, self.second = first, second

    def contains(self, value):
        return is_in(value[0], self.first) and is_in(value[1], self.second)

    def elements(self):
        return itertools.product(elements(self.first), list(elements(self.second)))


class Subsets(LazySet):
    """POW, POW1, FIN, FIN1: sets here are finite anyway."""

    def __init__(self, base, smallest=0):
        self.base, self.smallest = base, smallest

    def contains(self, value):
        if isinstance(value, LazySet):
            return is_subset(value, self.base)
        return len(value) >= self.smallest and all(is_in(item, self.base) for item in value)

    def elements(self):
        items = list(elements(self.base))
        for size in range(self.smallest, len(items) + 1):
            yield from map(frozenset, itertools.combinations(items, size))


class Arrows(LazySet):
    """S <-> T and the sets of functions."""

    def __init__(self, arrow, domain, target):
        self.arrow, self.domain, self.target = arrow, domain, target
        self.function = arrow not in ("<->", "<<->", "<->>", "<<->>")
        self.total = arrow in ("<<->", "<<->>", "-->", ">->", "-->>", ">->>")
        self.injective = arrow in (">+>", ">->", ">+>>", ">->>")
        self.surjective = arrow in ("<->>", "<<->>", "+->>", "-->>", ">+>>", ">->>")

    def contains(self, value):
        if isinstance(value, LazySet):
            raise Unbounded("a function with an infinite domain")
        firsts = {pair[0] for pair in value}
        seconds = {pair[1] for pair in value}
        if not all(is_in(x, self.domain) for x in firsts) or not all(is_in(y, self.target) for y in seconds):
            return False
        if self.function and len(firsts) != len(value):
            return False
        if self.injective and len(seconds) != len(value):
            return False
        if self.total and not is_subset(self.domain, firsts):
            return False
        return not self.surjective or is_subset(self.target, seconds)

    def elements(self):
        if not self.function:
            relations = Subsets(Pairs(self.domain, self.target)).elements()
            yield from (relation for relation in relations if self.contains(relation))
            return
        sources = list(elements(self.domain))
        targets = list(elements(self.target))
        yield from self._extend(sources, targets, 0, [])

    def _extend(self, sources, targets, at, pairs):
        if at == len(sources):
            if not self.surjective or len({pair[1] for pair in pairs}) == len(targets):
                yield frozenset(pairs)
            return
        if not self.total:
            yield from self._extend(sources, targets, at + 1, pairs)
        for target in targets:
            if self.injective and any(pair[1] == target for pair in pairs):
                continue
            yield from self._extend(sources, targets, at + 1, [*pairs, (sources[at], target)])


class Sequences(LazySet):
    """seq, seq1, iseq, iseq1, perm."""

    def __init__(self, kind, base):
        self.kind, self.base = kind, base
        self.injective = kind in ("iseq", "iseq1", "perm")

    def contains(self, value):
        value = explicit(value)
        if {pair[0] for pair in value} != set(range(1, len(value) + 1)):
            return False
        seconds = {pair[1] for pair in value}
        if not all(is_in(item, self.base) for item in seconds) or (self.injective and len(seconds) != len(value)):
            return False
        if self.kind == "perm":
            return is_subset(self.base, seconds)
        return bool(value) or self.kind in ("seq", "iseq")

    def elements(self):
        if not self.injective:
            raise Unbounded(f"{self.kind} is infinite")
        items = list(elements(self.base))
        smallest = {"iseq": 0, "iseq1": 1, "perm": len(items)}[self.kind]
        for size in range(smallest, len(items) + 1):
            for order in itertools.permutations(items, size):
                yield frozenset(enumerate(order, 1))


class Records(LazySet):
    def __init__(self, fields):
        self.fields = fields  # (name, set) pairs

    def contains(self, value):
        return all(is_in(value.get(name), values) for name, values in self.fields)

    def elements(self):
        names = [name for name, _ in self.fields]
        for values in itertools.product(*(list(elements(values)) for _, values in self.fields)):
            yield Record(zip(names, values))


class Combined(LazySet):
    """Union, intersection or difference with an infinite part."""

    def __init__(self, op, left, right):
        self.op, self.left, self.right = op, left, right

    def contains(self, value):
        left, right = is_in(value, self.left), is_in(value, self.right)
        return {"\\/": left or right, "/\\": left and right, "-": left and not right}[self.op]

    def elements(self):
        if self.op == "\\/":
            return iter(frozenset(elements(self.left)) | frozenset(elements(self.right)))
        if self.op == "/\\":
            try:
                return (x for x in elements(self.left) if is_in(x, self.right))
            except Unbounded:
                return (x for x in elements(self.right) if is_in(x, self.left))
        return (x for x in elements(self.left) if not is_in(x, self.right))


class Comprehension(LazySet):
    """{x | P} with infinitely many candidates for x: `holds` decides membership."""

    def __init__(self, holds):
        self.holds = holds

    def contains(self, value):
        return self.holds(value)


class InfiniteFunction(LazySet):
    """%x.(P | E) over an infinite domain: `value_at` returns the value, or None outside the domain."""

    def __init__(self, value_at):
        self.value_at = value_at

    def contains(self, pair):
        return self.value_at(pair[0]) == pair[1]


def is_in(value, collection):
    return collection.contains(value) if isinstance(collection, LazySet) else value in collection


def elements(collection):
    return collection.elements() if isinstance(collection, LazySet) else iter(collection)


def explicit(collection):
    """As a frozenset."""
    return collection if isinstance(collection, frozenset) else frozenset(elements(collection))


def is_subset(left, right):
    if isinstance(left, Integers) and isinstance(right, Integers):
        return right.lowest is None or (left.lowest is not None and left.lowest >= right.lowest)
    if isinstance(left, Strings):
        return isinstance(right, Strings)
    if isinstance(left, Integers):
        return False if not isinstance(right, LazySet) else _unknown()
    return all(is_in(item, right) for item in elements(left))


def same_value(left, right):
    """Equality; sets given by a rule are enumerated first."""
    if isinstance(left, LazySet) or isinstance(right, LazySet):
        if type(left) is type(right) and isinstance(left, (Integers, Strings)):
            return getattr(left, "lowest", 0) == getattr(right, "lowest", 0)
        if isinstance(left, (Integers, Strings)) and isinstance(right, frozenset):
            return False
        if isinstance(right, (Integers, Strings)) and isinstance(left, frozenset):
            return False
        return explicit(left) == explicit(right)
    return left == right


def _unknown():
    raise Unbounded("inclusion of infinite sets")
