"""Substitutions: from an environment to all possible assignments of variables.

`run` yields dictionaries of assigned variables. A branch with an ill-defined formula or a failed check ends: the error
is recorded, and the branch yields nothing.
"""

from evaluator import Evaluator, settle
from lexer import BError
from operators import BINARY
from values import Record, WellDefinednessError, elements


class CheckFailed(Exception):
    """A failed ASSERT, precondition of a called operation, or invariant or variant of a loop."""


LONGEST_LOOP = 100_000


class Executor(Evaluator):
    def __init__(self, operations, *arguments):
        super().__init__(*arguments)
        self.operations = operations
        self.errors = []  # (kind, message) found while running

    def record_error(self, error, node=None):
        kind = "assertion" if isinstance(error, CheckFailed) else "well-definedness"
        self.errors.append((kind, f"line {node.line}: {error}" if node is not None else str(error)))

    def run(self, node, env):
        """All outcomes of the substitution, each as {variable: value}."""
        try:
            yield from getattr(self, "run_" + node.op)(node, env)
        except (WellDefinednessError, CheckFailed) as error:
            self.record_error(error, node)

    def run_skip(self, node, env):
        yield {}

    # -- assignments

    def run_assign(self, node, env):
        targets, expressions = (part.args for part in node.args)
        yield self.writes(targets, [self.value(expression, env) for expression in expressions], env)

    def writes(self, targets, new_values, env):
        written = {}
        for target, value in zip(targets, new_values):
            name, value = self.write(target, settle(value), env)
            if name in written:
                raise BError(f"line {target.line}: {name} is assigned twice")
            written[name] = value
        return written

    def write(self, target, value, env):
        """(variable, its new value as a whole) for x := e, f(x) := e, r'field := e."""
        while target.op == "parentheses":
            target = target.args[0]
        if target.op == "name":
            return target.value, value
        whole = target.args[0]
        if target.op == "field":
            fields = dict(self.value(whole, env).fields)
            fields[target.value] = value
            return self.write(whole, Record(fields.items()), env)
        point = settle(self.value(target.args[1], env))
        return self.write(whole, BINARY["<+"](self.value(whole, env), frozenset([(point, value)])), env)

    def run_becomes_element(self, node, env):
        targets = node.args[0].args
        for value in list(elements(self.value(node.args[1], env))):
            parts = []
            for _ in targets[1:]:
                value, last = value
                parts.insert(0, last)
            yield self.writes(targets, [value, *parts], env)

    def run_becomes_such_that(self, node, env):
        names = [target.value for target in node.args[0].args]
        before = {name + "$0": env[name] for name in names if name in env}
        failed = lambda error: self.record_error(error, node)  # noqa: E731
        for found in self.solve(names, self.binders[id(node)], [node.args[1]], {**env, **before}, failed):
            yield {name: settle(found[name]) for name in names}

    # -- conditions and choices

    def run_pre(self, node, env):
        if not self.value(node.args[0], env):
            raise CheckFailed("precondition violated")
        yield from self.run(node.args[1], env)

    def run_assert(self, node, env):
        if not self.value(node.args[0], env):
            raise CheckFailed("assertion violated")
        yield from self.run(node.args[1], env)

    def run_choice(self, node, env):
        for branch in node.args:
            yield from self.run(branch, env)

    def run_if(self, node, env):
        for condition, branch in zip(node.args[0::2], node.args[1::2]):
            if self.value(condition, env):
                yield from self.run(branch, env)
                return
        if len(node.args) % 2:
            yield from self.run(node.args[-1], env)
        else:
            yield {}

    def run_select(self, node, env):
        enabled = False
        for condition, branch in zip(node.args[0::2], node.args[1::2]):
            if self.value(condition, env):
                enabled = True
                yield from self.run(branch, env)
        if len(node.args) % 2 and not enabled:
            yield from self.run(node.args[-1], env)

    def run_case(self, node, env):
        subject = self.value(node.args[0], env)
        for branch in node.args[1:]:
            if branch.op == "else" or any(self.value(value, env) == subject for value in branch.args[:-1]):
                yield from self.run(branch.args[-1], env)
                return
        yield {}

    def run_any(self, node, env):
        failed = lambda error: self.record_error(error, node)  # noqa: E731
        for inner in self.solutions(node, [node.args[0]], env, failed):
            for written in self.run(node.args[1], inner):
                yield self.without(written, node.names)

    run_let = run_any

    def run_var(self, node, env):
        inner = {name: value for name, value in env.items() if name not in node.names}
        for written in self.run(node.args[0], inner):
            yield self.without(written, node.names)

    @staticmethod
    def without(written, names):
        return {name: value for name, value in written.items() if name not in names}

    # -- composition

    def run_parallel(self, node, env):
        def combine(parts, written):
            if not parts:
                yield written
                return
            for more in self.run(parts[0], env):
                both = set(more) & set(written)
                if both:
                    raise BError(f"line {node.line}: {sorted(both)} assigned twice in parallel")
                yield from combine(parts[1:], {**written, **more})
        yield from combine(node.args, {})

    def run_sequential(self, node, env):
        def follow(parts, written):
            if not parts:
                yield written
                return
            for more in self.run(parts[0], {**env, **written}):
                yield from follow(parts[1:], {**written, **more})
        yield from follow(node.args, {})

    def run_while(self, node, env):
        condition, body, invariant, variant = node.args

        def turn(written, last, turns):
            inner = {**env, **written}
            if not self.value(invariant, inner):
                raise CheckFailed("loop invariant violated")
            if not self.value(condition, inner):
                yield written
                return
            measure = self.value(variant, inner)
            if measure < 0 or (last is not None and measure >= last) or turns > LONGEST_LOOP:
                raise CheckFailed(f"loop variant {measure} after {last}")
            for more in self.run(body, inner):
                yield from self.guarded(turn, {**written, **more}, measure, turns + 1, node)
        yield from turn({}, None, 0)

    def guarded(self, turn, written, measure, turns, node):
        try:
            yield from turn(written, measure, turns)
        except (WellDefinednessError, CheckFailed) as error:
            self.record_error(error, node)

    def run_call(self, node, env):
        operation = self.operations[node.value]
        targets, arguments = (part.args for part in node.args)
        given = [settle(self.value(argument, env)) for argument in arguments]
        inner = self.without(env, operation.results)
        inner.update(zip(operation.parameters, given))
        for written in self.run(operation.body, inner):
            results = [written[name] for name in operation.results]
            effects = self.without(written, operation.results)
            effects.update(self.writes(targets, results, env))
            yield effects
