"""Values of predicates and expressions under an environment (name -> value), and the assignments that satisfy a predicate."""

import operators
import values as v
from lexer import BError
from operators import BINARY, UNARY
from syntax import conjuncts
from typecheck import Unknown, settled
from values import LazySet, Unbounded, WellDefinednessError, elements, explicit

INFINITE = {"INTEGER": v.Integers(), "NATURAL": v.Integers(0), "NATURAL1": v.Integers(1), "STRING": v.Strings()}


def settle(value):
    """A set given by a rule, as a frozenset if it can be enumerated: required inside other values."""
    if isinstance(value, LazySet):
        try:
            return explicit(value)
        except Unbounded:
            return value
    return value


def tuple_of(names, env):
    value = env[names[0]]
    for name in names[1:]:
        value = (value, env[name])
    return value


class Evaluator:
    def __init__(self, sets, binders, minint=-1, maxint=3):
        self.sets = sets  # name of each given set -> its elements
        self.binders = binders  # id of a binding node -> {name: type}
        self.constants = {"TRUE": True, "FALSE": False, "btrue": True, "bfalse": False, "BOOL": frozenset((True, False)), "MAXINT": maxint,
                          "MININT": minint, "INT": frozenset(range(minint, maxint + 1)),
                          "NAT": frozenset(range(maxint + 1)), "NAT1": frozenset(range(1, maxint + 1)),
                          "succ": v.InfiniteFunction(lambda n: n + 1), "pred": v.InfiniteFunction(lambda n: n - 1),
                          **INFINITE}

    def value(self, node, env):
        op = node.op
        if op == "name":
            try:
                return env[node.value]
            except KeyError:
                raise BError(f"line {node.line}: {node.value} has no value here") from None
        if op in BINARY and len(node.args) == 2:
            left, right = self.value(node.args[0], env), self.value(node.args[1], env)
            if op in ("|->", ":", "/:"):
                left = settle(left)
            if op == "|->":
                right = settle(right)
            return BINARY[op](left, right)
        if op in UNARY:
            return UNARY[op](self.value(node.args[0], env))
        return getattr(self, self.METHODS[op])(node, env)

    def closure(self, node, env):
        return operators.closure(self.value(node.args[0], env), lambda: self.all_of(self.binders[id(node)]["element"]))

    # -- leaves, and operators that do not evaluate all of their operands

    def literal(self, node, env):
        return node.value

    def constant(self, node, env):
        return self.constants[node.value]

    def set_(self, node, env):
        return frozenset(settle(self.value(argument, env)) for argument in node.args)

    def sequence(self, node, env):
        return frozenset((i, settle(self.value(argument, env))) for i, argument in enumerate(node.args, 1))

    def record(self, node, env):
        return v.Record((name, settle(self.value(a, env))) for name, a in zip(node.value, node.args))

    def struct(self, node, env):
        return v.Records([(name, self.value(a, env)) for name, a in zip(node.value, node.args)])

    def field(self, node, env):
        return self.value(node.args[0], env).get(node.value)

    def and_(self, node, env):
        return self.value(node.args[0], env) and self.value(node.args[1], env)

    def or_(self, node, env):
        return self.value(node.args[0], env) or self.value(node.args[1], env)

    def implies(self, node, env):
        return not self.value(node.args[0], env) or self.value(node.args[1], env)

    def equivalent(self, node, env):
        return self.value(node.args[0], env) == self.value(node.args[1], env)

    def if_expression(self, node, env):
        return self.value(node.args[1] if self.value(node.args[0], env) else node.args[2], env)

    def let_expression(self, node, env):
        for inner in self.solutions(node, [node.args[0]], env):
            return self.value(node.args[1], inner)
        raise WellDefinednessError("LET without a value")

    # -- quantified

    def forall(self, node, env):
        body = node.args[0]
        while body.op == "parentheses":
            body = body.args[0]
        premise, conclusion = body.args if body.op == "=>" else (None, body)
        # All instances are evaluated: one without a value is an error, whatever the others yield.
        return all([self.value(conclusion, inner) for inner in self.solutions(node, [premise] if premise else [], env)])

    def exists(self, node, env):
        return any([True for _ in self.solutions(node, [node.args[0]], env)])

    def comprehension(self, node, env):
        try:
            return frozenset(tuple_of(node.names, inner) for inner in self.solutions(node, [node.args[0]], env))
        except Unbounded:
            return v.Comprehension(lambda value: self.value(node.args[0], self.bound(node.names, value, env)))

    def lambda_(self, node, env):
        predicate, body = node.args
        try:
            return frozenset((tuple_of(node.names, inner), settle(self.value(body, inner)))
                             for inner in self.solutions(node, [predicate], env))
        except Unbounded:
            pass

        def value_at(argument):
            inner = self.bound(node.names, argument, env)
            return self.value(body, inner) if self.value(predicate, inner) else None
        return v.InfiniteFunction(value_at)

    @staticmethod
    def bound(names, value, env):
        inner = dict(env)
        for name in reversed(names[1:]):
            value, inner[name] = value
        inner[names[0]] = value
        return inner

    def sum_(self, node, env):
        return sum(self.value(node.args[1], inner) for inner in self.solutions(node, [node.args[0]], env))

    def product(self, node, env):
        result = 1
        for inner in self.solutions(node, [node.args[0]], env):
            result *= self.value(node.args[1], inner)
        return result

    def general_union(self, node, env):
        parts = [explicit(self.value(node.args[1], inner)) for inner in self.solutions(node, [node.args[0]], env)]
        return frozenset().union(*parts)

    def general_intersection(self, node, env):
        parts = [explicit(self.value(node.args[1], inner)) for inner in self.solutions(node, [node.args[0]], env)]
        if not parts:
            raise WellDefinednessError("INTER over nothing")
        return frozenset.intersection(*parts)

    METHODS = {
        "number": "literal", "string": "literal", "constant": "constant", "set": "set_", "sequence": "sequence",
        "rec": "record", "struct": "struct", "field": "field", "&": "and_", "or": "or_", "=>": "implies",
        "<=>": "equivalent", "if_expression": "if_expression", "let_expression": "let_expression",
        "quantified !": "forall", "quantified #": "exists", "comprehension": "comprehension", "quantified %": "lambda_",
        "quantified SIGMA": "sum_", "quantified PI": "product", "quantified UNION": "general_union",
        "quantified INTER": "general_intersection", "closure": "closure",
    }

    # -- all ways to satisfy predicates

    def solutions(self, node, predicates, env, failed=None):
        """Environments that give the names of `node` all values satisfying the predicates."""
        return self.solve(list(node.names), self.binders[id(node)], predicates, env, failed)

    def solve(self, names, types, predicates, env, failed=None):
        """Like `solutions`. An ill-defined conjunct counts as false if another one is false; otherwise its error is
        raised, or passed to `failed` for this candidate."""
        parts = [part for predicate in predicates for part in conjuncts(predicate)]
        env = {name: value for name, value in env.items() if name not in names}
        yield from self._search(set(names), types, parts, env, [], failed)

    def _search(self, missing, types, waiting, env, raised, failed):
        later, raised = [], list(raised)
        for part in waiting:
            if part.free() & missing:
                later.append(part)
                continue
            try:
                if not self.value(part, env):
                    return
            except WellDefinednessError as error:
                raised.append(error)
        if missing:
            candidates, given_by = self._candidates(missing, types, later, env)
            rest = [part for part in later if part is not given_by]
            for assignment in candidates:
                yield from self._search(missing - set(assignment), types, rest, {**env, **assignment}, raised, failed)
        elif not raised:
            yield env
        elif failed is not None:
            failed(raised[0])
        else:
            raise raised[0]

    def _candidates(self, missing, types, parts, env):
        """Values for one or more of the missing names, from a conjunct or else all values of the type; and the conjunct
        if it is an equation, which need not be tested again (it may be one between infinite functions)."""
        for wanted in (("=",), (":",), ("<:", "<<:")):
            for part in parts:
                found = self._given_by(part, wanted, missing, env)
                if found is not None:
                    return found, part if part.op == "=" else None
        for name in sorted(missing):
            between = self._between(name, parts, missing, env)
            if between is not None:
                return [{name: number} for number in between], None
        error = None
        for name in sorted(missing):
            try:
                return [{name: value} for value in list(elements(self.all_of(types[name])))], None
            except Unbounded as unbounded:
                error = unbounded
        raise error

    def _given_by(self, part, wanted, missing, env):
        if part.op not in wanted:
            return None
        sides = [part.args, part.args[::-1]] if part.op == "=" else [part.args]
        for pattern, source in sides:
            names = self._pattern(pattern, missing)
            if not names or source.free() & missing:
                continue
            try:
                collection = self.value(source, env)
                if part.op == "=":
                    collection = [collection]
                elif part.op != ":":
                    collection = v.Subsets(collection)
                matches = (self._match(pattern, value, missing, env) for value in list(elements(collection)))
                return [match for match in matches if match is not None]
            except (Unbounded, WellDefinednessError):
                continue
        return None

    def _pattern(self, node, missing):
        """The missing names in a pattern of names and pairs; empty: not of this form, or none missing."""
        while node.op == "parentheses":
            node = node.args[0]
        if node.op == "name":
            return {node.value} & missing
        if node.op == "|->":
            left, right = (self._pattern(side, missing) for side in node.args)
            complete = all(not side.free() & missing or found for side, found in zip(node.args, (left, right)))
            return left | right if complete else set()
        return set()

    def _match(self, pattern, value, missing, env):
        while pattern.op == "parentheses":
            pattern = pattern.args[0]
        if pattern.op == "name" and pattern.value in missing:
            return {pattern.value: value}
        if not pattern.free() & missing:
            return {} if self.value(pattern, env) == value else None
        left = self._match(pattern.args[0], value[0], missing, env)
        right = self._match(pattern.args[1], value[1], missing, env)
        if left is None or right is None or any(right.get(name, left[name]) != left[name] for name in left):
            return None
        return {**left, **right}

    def _between(self, name, parts, missing, env):
        """The integers within the bounds from conjuncts such as name >= a and b > name; None: no such bounds."""
        lowest, highest = [], []
        for part in parts:
            if part.op == ":" and part.args[0].op == "name" and part.args[0].value == name:
                lowest += {"NATURAL": [0], "NATURAL1": [1]}.get(part.args[1].value, [])
            if part.op not in ("<", "<=", ">", ">="):
                continue
            for (here, there), op in ((part.args, part.op), (part.args[::-1], part.op.translate(str.maketrans("<>", "><")))):
                if here.op == "name" and here.value == name and not there.free() & missing:
                    bound = self.value(there, env)
                    if op[0] == "<":
                        highest.append(bound if op == "<=" else bound - 1)
                    else:
                        lowest.append(bound if op == ">=" else bound + 1)
        return range(max(lowest), min(highest) + 1) if lowest and highest else None

    def all_of(self, t):
        """All values of a type."""
        t = settled(t)
        if isinstance(t, Unknown):
            raise Unbounded("a name whose type is not known")
        if t[0] == "int":
            raise Unbounded("INTEGER")
        if t[0] == "string":
            raise Unbounded("STRING")
        if t[0] == "bool":
            return self.constants["BOOL"]
        if t[0] == "given":
            return self.sets[t[1]]
        if t[0] == "set":
            return v.Subsets(self.all_of(t[1]))
        if t[0] == "pair":
            return v.Pairs(self.all_of(t[1]), self.all_of(t[2]))
        return v.Records([(name, self.all_of(field)) for name, field in t[1]])
