"""All set-ups of the constants, all states, all transitions of a model; and the classes under permutations of sets."""

from collections import deque

from executor import Executor
from lexer import BError
from machines import MachineParser
from substitution_types import check_model
from syntax import conjuncts
from values import Element, Record, WellDefinednessError

DEFAULT_SETSIZE = 2


class Result:
    def __init__(self):
        self.setups = self.states = self.transitions = self.deadlocks = self.goals = 0
        self.classes = self.setup_classes = None
        self.errors = {}  # (kind, text) -> number of occurrences

    def add_error(self, kind, text):
        self.errors[kind, text] = self.errors.get((kind, text), 0) + 1

    def verdict(self):
        words = {"well-definedness": "safety", "invariant": "safety", "assertion": "assertion", "deadlock": "deadlock"}
        kinds = sorted({words[kind] for kind, _ in self.errors})
        return ",".join("violated:" + kind for kind in kinds) if kinds else "holds"


def literal(definitions, name):
    """The number in a definition such as SET_PREF_MAXINT == 5 or scope_S == 1..5; None: not defined."""
    if name not in definitions:
        return None
    parser = MachineParser(definitions[name][1], definitions)
    node = parser.formula()
    numbers = {}
    if node.op == "..":
        low, high = (evaluate_literal(part, numbers) for part in node.args)
        return high - low + 1
    return evaluate_literal(node, numbers)


def evaluate_literal(node, numbers):
    from evaluator import Evaluator
    return Evaluator({}, {}).value(node, numbers)


def set_sizes(model, given):
    """The size of each deferred set: given, scope_S, card(S) = n in PROPERTIES, or the default."""
    sizes = {}
    default = literal(model.definitions, "SET_PREF_DEFAULT_SETSIZE") or DEFAULT_SETSIZE
    stated = {}
    for predicate in model.properties:
        for part in conjuncts(predicate):
            for left, right in (part.args, part.args[::-1]) if part.op == "=" else ():
                if left.op == "card" and left.args[0].op == "name" and not right.free():
                    stated[left.args[0].value] = evaluate_literal(right, {})
    for name, members in model.sets.items():
        if members is None:
            choices = [given.get(name), literal(model.definitions, "scope_" + name), stated.get(name), default]
            sizes[name] = next(choice for choice in choices if choice is not None)
    return sizes


class Explorer:
    def __init__(self, model, cardinalities=None):
        self.model = model
        sizes = set_sizes(model, cardinalities or {})
        self.deferred = list(sizes)
        members = {name: names or [f"{name}{i}" for i in range(1, sizes[name] + 1)] for name, names in model.sets.items()}
        sets = {name: [Element(name, i, n) for i, n in enumerate(names)] for name, names in members.items()}
        self.sets = {name: frozenset(items) for name, items in sets.items()}
        self.fixed = {**self.sets, **{e.name: e for name, names in model.sets.items() if names for e in sets[name]}}
        self.checker = check_model(model)
        self.executor = Executor(model.operations, self.sets, self.checker.binders,
                                 -1 if (low := literal(model.definitions, "SET_PREF_MININT")) is None else low,
                                 3 if (high := literal(model.definitions, "SET_PREF_MAXINT")) is None else high)
        self.result = Result()
        self.states = {}  # (constants, variables) as tuples of values -> environment

    def run(self, most_states=None):
        queue = deque()
        for setup in self.setups():
            self.result.setups += 1
            for state in self.initial(setup):
                self.meet(state, queue)
        if not self.result.setups:
            raise BError("no constants satisfy the PROPERTIES")
        while queue:
            self.expand(queue.popleft(), queue)
            if most_states and len(self.states) > most_states:
                raise BError(f"more than {most_states} states")
        self.result.states = len(self.states)
        return self.result

    def setups(self):
        types = {name: self.checker.names[name] for name in self.model.constants}
        for env in self.executor.solve(self.model.constants, types, self.model.properties, self.fixed):
            yield env

    def initial(self, setup):
        def follow(parts, env):
            if not parts:
                yield env
                return
            for written in self.executor.run(parts[0], env):
                yield from follow(parts[1:], {**env, **written})
        seen = set()
        for env in follow(self.model.initialisations, setup):
            key = self.key(env)
            if key not in seen:
                seen.add(key)
                yield env
        self.take_errors("INITIALISATION")

    def key(self, env):
        absent = [name for name in self.model.variables if name not in env]
        if absent:
            raise BError(f"variable {absent[0]} is not initialised")
        return tuple(env[name] for name in (*self.model.constants, *self.model.variables))

    def meet(self, env, queue):
        key = self.key(env)
        if key not in self.states:
            self.states[key] = env
            queue.append(env)
            self.check(env)
        return key

    def check(self, env):
        for kind, predicates in (("invariant", self.model.invariant), ("assertion", self.model.assertions)):
            for predicate in predicates:
                try:
                    if not self.executor.value(predicate, env):
                        self.result.add_error(kind, f"line {predicate.line}")
                except WellDefinednessError as error:
                    self.result.add_error("well-definedness", f"line {predicate.line}: {error}")
        if self.model.goal is not None and self.executor.value(self.model.goal, env):
            self.result.goals += 1

    def take_errors(self, where):
        for kind, text in self.executor.errors:
            self.result.add_error(kind, f"{where}: {text}")
        self.executor.errors.clear()

    def expand(self, env, queue):
        edges = set()
        for name in self.model.offered:
            operation = self.model.operations[name]
            for label, written in self.steps(operation, env):
                target = {n: value for n, value in env.items()}
                target.update((n, value) for n, value in written.items() if n not in operation.results)
                results = tuple(written[n] for n in operation.results)
                edges.add((name, label, results, self.meet(target, queue)))
            self.take_errors(name)
        self.result.transitions += len(edges)
        if not edges:
            self.result.deadlocks += 1
            self.result.add_error("deadlock", "")

    def steps(self, operation, env):
        """(arguments, assignments) for every outcome of an operation. Its outermost precondition is a guard."""
        body, guards = operation.body, []
        while body.op == "pre":
            guards.append(body.args[0])
            body = body.args[1]
        hints = list(guards)
        if body.op in ("select", "any") and len(body.args) == 2:
            hints += [part for part in conjuncts(body.args[0]) if not part.free() & set(body.names)]
        failed = lambda error: self.executor.record_error(error)  # noqa: E731
        parameters, _ = self.checker.signatures[operation.name]
        before = {n: value for n, value in env.items() if n not in operation.results}
        for inner in self.executor.solve(operation.parameters, parameters, hints, before, failed):
            label = tuple(inner[n] for n in operation.parameters)
            for written in self.executor.run(body, inner):
                absent = [n for n in operation.results if n not in written]
                if absent:
                    raise BError(f"{operation.name} does not give {absent[0]} a value")
                yield label, written

    # -- symmetry

    def classes(self):
        """Classes of states, and of set-ups, under all permutations of the deferred sets."""
        swaps = []
        for name in self.deferred:
            items = sorted(self.sets[name], key=lambda e: e.index)
            swaps += [{a: b, b: a} for a, b in zip(items, items[1:])]
        constants = len(self.model.constants)
        return components(set(self.states), swaps), components({key[:constants] for key in self.states}, swaps)


def components(keys, swaps):
    """Classes under the group generated by the swaps: all states connected by swaps are one class."""
    missing, found = set(keys), 0
    while missing:
        found += 1
        stack = [missing.pop()]
        while stack:
            key = stack.pop()
            for swap in swaps:
                image = tuple(permuted(value, swap) for value in key)
                if image not in keys:
                    raise AssertionError("a permuted state is not reachable: deferred sets are not symmetric here")
                if image in missing:
                    missing.discard(image)
                    stack.append(image)
    return found


def permuted(value, mapping):
    if isinstance(value, Element):
        return mapping.get(value, value)
    if isinstance(value, tuple):
        return tuple(permuted(part, mapping) for part in value)
    if isinstance(value, frozenset):
        return frozenset(permuted(part, mapping) for part in value)
    if isinstance(value, Record):
        return Record([(name, permuted(field, mapping)) for name, field in value.fields])
    return value
