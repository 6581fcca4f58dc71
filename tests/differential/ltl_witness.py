"""A second model checker for formulas: small, slow, and based on a different idea from pexplore's.

pexplore translates the negated formula to a Buechi automaton and searches for components of a product. This one uses no
automaton: it labels the steps of an explicit graph with guesses for the values of the elementary parts of the formula
(Lichtenstein and Pnueli 1985). A guess is consistent along an edge if `next f` at its source equals f at its target,
and `previous f` at its target equals f at its source; a path of guesses is fulfilling if no Until is promised forever
without being kept. The formula fails if some fulfilling path starts with its value false.

Graph: list of nodes, each {"initial": bool, "moves": [(label, target)...]}, with any data that the atoms need. A
formula is a nested tuple:
  ("true",) ("atom", predicate(node, move))   move: (label, target), or None where nothing moves
  ("not", f) ("and", f, g) ("or", f, g) ("next", f) ("until", f, g) ("previous", f) ("since", f, g)
ends: "stutter": a node without moves repeats forever, each time as a step; "finite": the path ends there, and no `next`
holds.
"""

import itertools


def always(f):
    return ("not", eventually(("not", f)))


def eventually(f):
    return ("until", ("true",), f)


def implies(f, g):
    return ("or", ("not", f), g)


def iff(f, g):
    return ("or", ("and", f, g), ("and", ("not", f), ("not", g)))


def release(f, g):
    return ("not", ("until", ("not", f), ("not", g)))


def weak_until(f, g):
    return ("or", ("until", f, g), always(f))


def once(f):
    return ("since", ("true",), f)


def historically(f):
    return ("not", once(("not", f)))


def trigger(f, g):
    return ("not", ("since", ("not", f), ("not", g)))


def parts_of(formula, found=None):
    """All parts, inner ones first, without duplicates."""
    found = {} if found is None else found
    for part in formula[1:]:
        if isinstance(part, tuple):
            parts_of(part, found)
    found.setdefault(formula, len(found))
    return list(found)


class Checker:
    def __init__(self, graph, formula, ends):
        self.graph, self.formula, self.ends = graph, formula, ends
        self.parts = parts_of(formula)
        self.number = {part: i for i, part in enumerate(self.parts)}
        # The guessed parts: for an Until and a Since, `next` and `previous` of itself.
        self.future = [p for p in self.parts if p[0] in ("next", "until")]
        self.past = [p for p in self.parts if p[0] in ("previous", "since")]

    def values(self, position, ahead, before):
        """Truth of all parts at a position (node, move); `ahead`, `before`: the guesses for future and past parts."""
        node, move = position
        value = {}
        for part in self.parts:
            kind = part[0]
            if kind == "true":
                value[part] = True
            elif kind == "atom":
                value[part] = part[1](self.graph[node], move)
            elif kind == "not":
                value[part] = not value[part[1]]
            elif kind == "and":
                value[part] = value[part[1]] and value[part[2]]
            elif kind == "or":
                value[part] = value[part[1]] or value[part[2]]
            elif kind == "next":
                value[part] = ahead[self.future.index(part)]
            elif kind == "previous":
                value[part] = before[self.past.index(part)]
            elif kind == "until":
                value[part] = value[part[2]] or (value[part[1]] and ahead[self.future.index(part)])
            else:
                value[part] = value[part[2]] or (value[part[1]] and before[self.past.index(part)])
        return value

    def operand(self, part):
        """The part that must be true at the other end of an edge if this part was guessed."""
        return part[1] if part[0] in ("next", "previous") else part

    def positions_of(self, node):
        moves = self.graph[node]["moves"]
        return [(node, move) for move in moves] if moves else [(node, None)]

    def points_at(self, position, before):
        """All consistent points at a position, given the past."""
        last = position[1] is None and self.ends == "finite"
        guesses = [tuple(False for _ in self.future)] if last else itertools.product((False, True), repeat=len(self.future))
        for ahead in guesses:
            yield (position, ahead, before)

    def successors(self, point):
        position, ahead, before = point
        node, move = position
        value = self.values(position, ahead, before)
        if move is None and self.ends == "finite":
            return
        target = node if move is None else move[1]
        after = tuple(value[self.operand(p)] for p in self.past)
        for there in self.positions_of(target):
            for point_there in self.points_at(there, after):
                value_there = self.values(there, point_there[1], after)
                if all(value_there[self.operand(p)] == ahead[i] for i, p in enumerate(self.future)):
                    yield point_there

    def holds(self):
        start = tuple(False for _ in self.past)
        initial = [point for node, info in enumerate(self.graph) if info["initial"]
                   for position in self.positions_of(node) for point in self.points_at(position, start)
                   if not self.values(position, point[1], start)[self.formula]]
        edges, work = {}, list(initial)
        while work:
            point = work.pop()
            if point in edges:
                continue
            edges[point] = list(self.successors(point))
            work += edges[point]
        return not any(self.is_honest(component, edges) for component in components(edges))

    def is_honest(self, component, edges):
        one = component[0]
        ends_here = one[0][1] is None and self.ends == "finite"
        if len(component) == 1 and one not in edges[one] and not ends_here:
            return False
        values = [self.values(*point) for point in component]
        return all(any(not v[p] or v[p[2]] for v in values) for p in self.future if p[0] == "until")


def components(edges):
    """Strongly connected components by Kosaraju's algorithm, without recursion."""
    order, seen = [], set()
    for root in edges:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(edges[root]))]
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target not in seen:
                    seen.add(target)
                    stack.append((target, iter(edges[target])))
                    break
            else:
                order.append(node)
                stack.pop()
    back = {node: [] for node in edges}
    for node, targets in edges.items():
        for target in targets:
            back[target].append(node)
    assigned = set()
    for root in reversed(order):
        if root in assigned:
            continue
        component, work = [], [root]
        assigned.add(root)
        while work:
            node = work.pop()
            component.append(node)
            for source in back[node]:
                if source not in assigned:
                    assigned.add(source)
                    work.append(source)
        yield component
