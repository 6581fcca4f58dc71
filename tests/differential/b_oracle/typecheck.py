"""Type inference by unification, for every name, so that names without candidates can range over their finite types.

Types are tuples: ("int",), ("bool",), ("string",), ("given", S), ("set", t), ("pair", t, u), ("rec", ((field, t), ...)),
and Unknown objects, which unification fills in.
"""

from formulas import ARROWS
from lexer import BError

INT, BOOL, STRING = ("int",), ("bool",), ("string",)


class Unknown:
    def __init__(self):
        self.type = None


def settled(t):
    """The type with all known parts filled in."""
    while isinstance(t, Unknown) and t.type is not None:
        t = t.type
    if isinstance(t, Unknown):
        return t
    if t[0] in ("set", "pair"):
        return (t[0], *(settled(part) for part in t[1:]))
    if t[0] == "rec":
        return ("rec", tuple((name, settled(field)) for name, field in t[1]))
    return t


def shown(t):
    t = settled(t)
    if isinstance(t, Unknown):
        return "?"
    if t[0] == "set":
        return f"POW({shown(t[1])})"
    if t[0] == "pair":
        return f"({shown(t[1])} * {shown(t[2])})"
    if t[0] == "rec":
        return "struct(" + ", ".join(f"{name}: {shown(field)}" for name, field in t[1]) + ")"
    return t[1] if t[0] == "given" else {"int": "INTEGER", "bool": "BOOL", "string": "STRING"}[t[0]]


def occurs(unknown, t):
    t = settled(t)
    if t is unknown:
        return True
    if isinstance(t, Unknown):
        return False
    if t[0] == "rec":
        return any(occurs(unknown, field) for _, field in t[1])
    return t[0] in ("set", "pair") and any(occurs(unknown, part) for part in t[1:])


def unify(a, b, line):
    a, b = settled(a), settled(b)
    if a is b or a == b:
        return
    if isinstance(b, Unknown):
        a, b = b, a
    if isinstance(a, Unknown):
        if occurs(a, b):
            raise BError(f"line {line}: type error: a type that contains itself")
        a.type = b
        return
    names = [[name for name, _ in t[1]] if t[0] == "rec" else None for t in (a, b)]
    if a[0] != b[0] or a[0] not in ("set", "pair", "rec") or names[0] != names[1]:
        raise BError(f"line {line}: type error: {shown(a)} and {shown(b)}")
    if a[0] == "rec":
        for (_, x), (_, y) in zip(a[1], b[1]):
            unify(x, y, line)
    else:
        for x, y in zip(a[1:], b[1:]):
            unify(x, y, line)


def set_of(t):
    return ("set", t)


def relation(t, u):
    return ("set", ("pair", t, u))


def scheme(op):
    """(types of the arguments, type of the result) of operators that are not overloaded; None: a predicate."""
    a, b, c, d = Unknown(), Unknown(), Unknown(), Unknown()
    s, r, q = set_of(a), relation(a, b), relation(INT, a)
    table = {
        "+": ((INT, INT), INT), "/": ((INT, INT), INT), "mod": ((INT, INT), INT), "**": ((INT, INT), INT),
        "..": ((INT, INT), set_of(INT)), "negative": ((INT,), INT), "succ": ((INT,), INT), "pred": ((INT,), INT),
        "|->": ((a, b), ("pair", a, b)), "\\/": ((s, s), s), "/\\": ((s, s), s), "\\": ((s, s), s),
        "<|": ((s, r), r), "<<|": ((s, r), r), "|>": ((r, set_of(b)), r), "|>>": ((r, set_of(b)), r), "<+": ((r, r), r),
        "><": ((r, relation(a, c)), relation(a, ("pair", b, c))), ";": ((r, relation(b, c)), relation(a, c)),
        "||": ((r, relation(c, d)), relation(("pair", a, c), ("pair", b, d))),
        "apply": ((r, a), b), "image": ((r, s), set_of(b)), "inverse": ((r,), relation(b, a)),
        "dom": ((r,), s), "ran": ((r,), set_of(b)), "id": ((s,), relation(a, a)),
        "prj1": ((s, set_of(b)), relation(("pair", a, b), a)), "prj2": ((s, set_of(b)), relation(("pair", a, b), b)),
        "closure": ((relation(a, a),), relation(a, a)), "closure1": ((relation(a, a),), relation(a, a)),
        "iterate": ((relation(a, a), INT), relation(a, a)),
        "fnc": ((r,), relation(a, set_of(b))), "rel": ((relation(a, set_of(b)),), r),
        "card": ((s,), INT), "min": ((set_of(INT),), INT), "max": ((set_of(INT),), INT),
        "union": ((set_of(s),), s), "inter": ((set_of(s),), s),
        "^": ((q, q), q), "->": ((a, q), q), "<-": ((q, a), q), "/|\\": ((q, INT), q), "\\|/": ((q, INT), q),
        "size": ((q,), INT), "rev": ((q,), q), "first": ((q,), a), "last": ((q,), a), "front": ((q,), q),
        "tail": ((q,), q), "conc": ((relation(INT, q),), q), "bool": ((None,), BOOL), "not": ((None,), None),
        "&": ((None, None), None), "or": ((None, None), None), "=>": ((None, None), None), "<=>": ((None, None), None),
        "=": ((a, a), None), "/=": ((a, a), None), ":": ((a, s), None), "/:": ((a, s), None),
        "<": ((INT, INT), None), ">": ((INT, INT), None), "<=": ((INT, INT), None), ">=": ((INT, INT), None),
        "quantified !": ((None,), None), "quantified #": ((None,), None), "quantified SIGMA": ((None, INT), INT),
        "quantified PI": ((None, INT), INT), "quantified UNION": ((None, s), s), "quantified INTER": ((None, s), s),
        "if_expression": ((None, a, a), a), "let_expression": ((None, a), a),
    }
    for op_name in ("<:", "<<:", "/<:", "/<<:"):
        table[op_name] = ((s, s), None)
    for op_name in ("POW", "POW1", "FIN", "FIN1"):
        table[op_name] = ((s,), set_of(s))
    for op_name in ("seq", "seq1", "iseq", "iseq1", "perm"):
        table[op_name] = ((s,), set_of(q))
    for op_name in ARROWS:
        table[op_name] = ((s, set_of(b)), set_of(r))
    return table.get(op)


CONSTANT_TYPES = {"TRUE": BOOL, "FALSE": BOOL, "BOOL": set_of(BOOL), "STRING": set_of(STRING), "MAXINT": INT,
                  "MININT": INT, "succ": relation(INT, INT), "pred": relation(INT, INT), "btrue": None, "bfalse": None}


class TypeChecker:
    def __init__(self, names):
        self.names = dict(names)  # global name -> type
        self.binders = {}  # id of a binding node -> {name: type}
        self.overloaded = []  # (node, types of both sides, type of the result): * and - to be resolved later

    def type_of(self, node, scope):
        """The type of an expression; None for a predicate."""
        op = node.op
        special = getattr(self, "type_" + op, None)
        if special:
            return special(node, scope)
        if node.names:
            scope = self.bind(node, scope)
        if op in ("*", "-"):
            return self.overload(node, scope)
        if op == "comprehension":
            self.predicate(node.args[0], scope)
            return set_of(self.tuple_type(node.names, scope))
        if op == "quantified %":
            self.predicate(node.args[0], scope)
            return relation(self.tuple_type(node.names, scope), self.expression(node.args[1], scope))
        if op == "closure":  # its identity is on the whole type
            element = Unknown()
            self.binders[id(node)] = {"element": element}
            unify(self.expression(node.args[0], scope), relation(element, element), node.line)
            return relation(element, element)
        found = scheme(op)
        if found is None:
            raise BError(f"line {node.line}: {op} is no formula")
        wanted, result = found
        for argument, t in zip(node.args, wanted):
            if t is None:
                self.predicate(argument, scope)
            else:
                unify(self.expression(argument, scope), t, argument.line)
        return result

    def bind(self, node, scope):
        types = {name: Unknown() for name in node.names}
        self.binders[id(node)] = types
        return {**scope, **types}

    @staticmethod
    def tuple_type(names, scope):
        t = scope[names[0]]
        for name in names[1:]:
            t = ("pair", t, scope[name])
        return t

    def expression(self, node, scope):
        t = self.type_of(node, scope)
        if t is None:
            raise BError(f"line {node.line}: a predicate where an expression is expected")
        return t

    def predicate(self, node, scope):
        if self.type_of(node, scope) is not None:
            raise BError(f"line {node.line}: an expression where a predicate is expected")

    def overload(self, node, scope):
        left, right = (self.expression(argument, scope) for argument in node.args)
        result = Unknown()
        self.overloaded.append((node, left, right, result))
        self.resolve()
        return result

    def resolve(self, last=False):
        """Resolves overloaded * and - to numbers or sets, as soon as the type of an operand or of the result is
        known."""
        waiting = []
        for node, left, right, result in self.overloaded:
            known = [t for t in map(settled, (left, right, result)) if not isinstance(t, Unknown)]
            if any(t == INT for t in known) or (last and not known):
                for t in (left, right, result):
                    unify(t, INT, node.line)
            elif known and node.op == "-":
                unify(left, set_of(Unknown()), node.line)
                unify(left, right, node.line)
                unify(left, result, node.line)
            elif known:
                a, b = Unknown(), Unknown()
                for t, form in ((left, set_of(a)), (right, set_of(b)), (result, relation(a, b))):
                    unify(t, form, node.line)
            else:
                waiting.append((node, left, right, result))
        again = len(waiting) < len(self.overloaded) and waiting
        self.overloaded = waiting
        if again:
            self.resolve(last)

    # -- leaves and other special forms

    def type_name(self, node, scope):
        name = node.value[:-2] if node.value.endswith("$0") else node.value
        if name in scope:
            return scope[name]
        if name in self.names:
            return self.names[name]
        raise BError(f"line {node.line}: unknown name {node.value}")

    def type_number(self, node, scope):
        return INT

    def type_string(self, node, scope):
        return STRING

    def type_constant(self, node, scope):
        return CONSTANT_TYPES.get(node.value, set_of(INT))

    def type_parentheses(self, node, scope):
        return self.type_of(node.args[0], scope)

    def type_set(self, node, scope):
        t = Unknown()
        for argument in node.args:
            unify(self.expression(argument, scope), t, argument.line)
        return set_of(t)

    def type_sequence(self, node, scope):
        return relation(INT, self.type_set(node, scope)[1])

    def type_rec(self, node, scope):
        return ("rec", tuple((name, self.expression(a, scope)) for name, a in zip(node.value, node.args)))

    def type_struct(self, node, scope):
        fields = []
        for name, argument in zip(node.value, node.args):
            t = Unknown()
            unify(self.expression(argument, scope), set_of(t), argument.line)
            fields.append((name, t))
        return set_of(("rec", tuple(fields)))

    def type_field(self, node, scope):
        t = settled(self.expression(node.args[0], scope))
        fields = dict(t[1]) if not isinstance(t, Unknown) and t[0] == "rec" else {}
        if node.value not in fields:
            raise BError(f"line {node.line}: type error: {shown(t)} has no field {node.value}")
        return fields[node.value]
