"""Random formulas and substitutions of B over values of every type and shape, as text.

Types: "int", "bool", "string", ("given", X), ("pair", A, B), ("set", T), ("rec", ((name, T), ...)). A relation is a set of
pairs, a sequence a relation from "int" that is made by the operators on sequences.
"""

import random

S, E = ("given", "S"), ("given", "E")
RECORD = ("rec", (("a", "int"), ("b", "bool"), ("s", ("set", "int"))))
PLAIN = ("rec", (("a", "int"), ("b", "bool")))
ARROWS = ["<->", "+->", "-->", ">+>", ">->", "+->>", "-->>", ">->>", "<<->", "<->>", "<<->>", ">+>>"]


def rel(a, b):
    return ("set", ("pair", a, b))


def seq(t):
    return rel("int", t)


# (type, the typing invariant of a variable, possible initial values): each yields a different shape in memory.
VARIABLES = [
    ("int", "0..3", ["0", "2", "3"]), ("int", "INTEGER", ["-4", "7"]), ("bool", "BOOL", ["TRUE", "FALSE"]),
    (S, "S", ["s1", "s2"]), (E, "E", ["e1", "e3"]), ("string", "STRING", ['"a"', '"b"']),
    (("set", "int"), "POW(0..3)", ["{{}}", "0..3", "{{1, 3}}"]), (("set", "int"), "POW(INTEGER)", ["{{}}", "{{-7, 2}}", "2..5"]),
    (("set", "int"), "POW(0..99)", ["{{5, 70}}", "{{}}"]), (("set", S), "POW(S)", ["S", "{{s1}}", "{{}}"]), (("set", E), "POW(E)", ["{{e1, e2}}"]),
    (("set", "bool"), "POW(BOOL)", ["{{TRUE}}"]), (("set", "string"), "POW(STRING)", ['{{"a"}}', "{{}}"]),
    (rel(S, E), "S +-> E", ["{{}}", "{{s1 |-> e2}}"]), (rel(S, E), "S --> E", ["S * {{e1}}"]), (rel(E, S), "E <-> S", ["{{e1, e2}} * S", "{{}}"]),
    (rel(S, S), "S <-> S", ["{{s1 |-> s2}}", "id(S)"]), (rel("int", "int"), "0..2 --> 0..2", ["{{0 |-> 1, 1 |-> 2, 2 |-> 0}}", "(0..2) * {{2}}"]),
    (rel("int", "int"), "0..3 +-> INTEGER", ["{{1 |-> 9}}", "{{}}"]), (rel("int", "int"), "INTEGER <-> INTEGER", ["{{1 |-> 2, 1 |-> 3}}"]),
    (rel("bool", S), "BOOL --> S", ["{{TRUE |-> s1, FALSE |-> s2}}"]), (rel(S, "bool"), "S +-> BOOL", ["{{s1 |-> FALSE}}"]),
    (rel(E, ("set", S)), "E --> POW(S)", ["{{e1 |-> S, e2 |-> {{}}, e3 |-> {{s1}}}}"]), (seq(S), "seq(S)", ["[s1, s2]", "[s2]", "[]"]),
    (seq("int"), "seq(0..3)", ["[1, 0, 3]", "[2]"]), (seq("bool"), "seq(BOOL)", ["[TRUE, FALSE]"]), (seq(("set", "int")), "seq(POW(0..2))", ["[{{1}}, {{}}]"]),
    (("pair", "int", S), "(0..3) * S", ["(1 |-> s2)"]), (("pair", ("set", "int"), "int"), "POW(0..3) * (0..3)", ["({{1, 2}} |-> 3)"]),
    (RECORD, "struct(a : 0..3, b : BOOL, s : POW(0..3))", ["rec(a : 1, b : TRUE, s : {{1, 2}})"]),
    (rel("int", seq("int")), "1..2 --> seq(0..1)", ["{{1 |-> [0, 1], 2 |-> []}}"]), (("set", ("set", S)), "POW(POW(S))", ["{{{{s1}}, {{}}}}"]),
    (("set", ("set", "int")), "POW(POW(0..2))", ["{{{{0}}, 1..2}}", "{{}}"]), (rel(("pair", S, E), "int"), "S * E +-> 0..3", ["{{(s1 |-> e1) |-> 2}}"]),
    (rel(S, PLAIN), "S --> struct(a : 0..3, b : BOOL)", ["S * {{rec(a : 0, b : FALSE)}}"]),
]
TYPES = ["int", "int", "bool", S, E, ("set", "int"), ("set", "int"), ("set", S), ("set", E), rel(S, E), rel(S, S), rel("int", "int"), rel(E, "int"),
         seq("int"), seq(S), ("pair", "int", S), RECORD, ("set", ("set", "int")), ("set", ("set", S)), rel(E, ("set", S)), "string", ("set", "string"),
         rel(S, "bool"), seq("bool"), ("set", ("pair", ("pair", S, E), "int"))]
SMALL = ["int", S, E, "bool"]


class Formulas:
    def __init__(self, seed, undefined=True, infinite=True):
        self.random = random.Random(seed)
        self.undefined, self.infinite = undefined, infinite
        self.fresh = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, p):
        return self.random.random() < p

    def name(self):
        self.fresh += 1
        return f"q{self.fresh}"

    # -- expressions

    def make(self, t, depth, scope):
        """An expression of the type; `scope` is a list of (name, type)."""
        names = [n for n, known in scope if known == t]
        if names and self.chance(0.55 if depth <= 0 else 0.25):
            return self.pick(*names)
        if depth > 0 and self.chance(0.12):
            return self.chosen(t, depth - 1, scope)
        if isinstance(t, str):
            return getattr(self, t + "_")(depth, scope)
        return getattr(self, t[0] + "_")(t, depth, scope)

    def chosen(self, t, d, scope):
        name, other = self.name(), self.pick(*TYPES)
        forms = [lambda: f"IF {self.predicate(d, scope)} THEN {self.make(t, d, scope)} ELSE {self.make(t, d, scope)} END",
                 lambda: f"LET {name} BE {name} = {self.make(other, d, scope)} IN {self.make(t, d, [*scope, (name, other)])} END"]
        if self.undefined:
            x = self.pick(*SMALL)
            forms += [lambda: f"({self.make(rel(x, t), d, scope)})({self.make(x, d, scope)})"] * 2
            forms.append(lambda: self.pick("first", "last") + f"({self.sequence(t, d, scope)})")
        for variable, known in scope:
            if known[0] == "set" and known[1][0] == "pair" and known[1][2] == t and self.undefined:
                forms.append(lambda v=variable, k=known: f"{v}({self.make(k[1][1], d, scope)})")
            if known[0] == "rec":
                forms += [lambda v=variable, f=field: f"{v}'{f}" for field, ft in known[1] if ft == t]
        return "(" + self.pick(*forms)() + ")"

    def int_(self, depth, scope):
        if depth <= 0:
            return self.pick("0", "1", "2", "3", "4", "(-1)", "MAXINT")
        d = depth - 1
        n = lambda: self.int_expression(d, scope)  # noqa: E731
        s = lambda t: self.make(t, d, scope)  # noqa: E731
        name = self.name()
        x = self.pick(*SMALL)
        inner = [*scope, (name, x)]
        forms = [lambda: f"({n()} {self.pick('+', '-', '*')} {n()})", lambda: f"card({s(self.pick(*(t for t in TYPES if t[0] == 'set')))})",
                 lambda: f"{self.pick('min', 'max')}({{{n()}, {n()}}})", lambda: f"size({self.sequence(self.pick(*SMALL), d, scope)})",
                 lambda: f"SIGMA({name}).({name} : {self.domain(x, d, scope)} & {self.predicate(d, inner)} | {self.int_expression(d, inner)})",
                 lambda: f"PI({name}).({name} : {self.domain(x, 0, scope)} & {self.predicate(0, inner)} | {self.int_expression(0, inner)})",
                 lambda: f"{self.pick('succ', 'pred')}({n()})", lambda: f"(-{n()})", lambda: f"({n()} / {self.pick('1', '2', '3')})"]
        if self.undefined:
            forms += [lambda: f"{self.pick('min', 'max')}({s(('set', 'int'))})", lambda: f"({n()} {self.pick('/', 'mod')} {n()})",
                      lambda: f"({n()} ** {self.pick('0', '1', '2', n())})"]
        return self.pick(*forms)()

    def int_expression(self, d, scope):
        return self.make("int", d, scope)

    def bool_(self, depth, scope):
        return self.pick("TRUE", "FALSE") if depth <= 0 else f"bool({self.predicate(depth - 1, scope)})"

    def string_(self, depth, scope):
        return self.pick('"a"', '"b"', '"c"')

    def given_(self, t, depth, scope):
        return self.pick("s1", "s2") if t[1] == "S" else self.pick("e1", "e2", "e3")

    def pair_(self, t, depth, scope):
        return f"({self.make(t[1], depth - 1, scope)} |-> {self.make(t[2], depth - 1, scope)})"

    def rec_(self, t, depth, scope):
        return "rec(" + ", ".join(f"{name} : {self.make(field, depth - 1, scope)}" for name, field in t[1]) + ")"

    # -- sets

    def domain(self, t, d, scope):
        """A set of the type that can be enumerated."""
        whole = {"int": self.pick("0..3", "-1..2", "NAT", "1..5"), "bool": "BOOL", S: "S", E: "E", "string": '{"a", "b"}'}
        undefined, self.undefined = self.undefined, False  # the evaluator may evaluate later parts first
        made = self.make(("set", t), d, scope) if d > 0 and self.chance(0.4) else whole[t] if t in whole else f"{{{self.make(t, 0, scope)}}}"
        self.undefined = undefined
        return made

    def set_(self, t, depth, scope):
        inner, d = t[1], depth - 1
        one = lambda: self.make(inner, d, scope)  # noqa: E731
        this = lambda: self.make(t, d, scope)  # noqa: E731
        if depth <= 0:
            whole = {"int": self.pick("0..2", "1..3", "NAT1", "{4, 7}", "INT", "2..1"), "bool": "BOOL", S: "S", E: "E", "string": '{"a", "c"}'}
            plain = f"{{{self.make(inner, 0, scope)}}}"
            return self.pick(plain, whole.get(inner, plain), f"({plain} - {plain})")
        name, x = self.name(), self.pick(*SMALL)
        bound = [*scope, (name, x)]
        same = [*scope, (name, inner)]
        forms = [lambda: f"{{{one()}}}", lambda: f"{{{one()}, {one()}}}", lambda: f"({this()} {self.pick(chr(92) + '/', '/' + chr(92), '-')} {this()})",
                 lambda: f"dom({self.make(rel(inner, x), d, scope)})", lambda: f"ran({self.make(rel(x, inner), d, scope)})",
                 lambda: f"({self.make(rel(x, inner), d, scope)})[{self.make(('set', x), d, scope)}]",
                 lambda: f"{{{name} | {name} : {self.domain(inner, d, scope)} & {self.predicate(d, same)}}}",
                 lambda: f"{self.pick('union', 'inter' if self.undefined else 'union')}({self.make(('set', t), d, scope)})",
                 lambda: f"UNION({name}).({name} : {self.domain(x, d, scope)} & {self.predicate(d, bound)} | {self.make(t, d, bound)})",
                 lambda: f"union({{{this()}, {this()}}})", lambda: f"inter({{{this()}, {this()}}})", lambda: f"ran({self.sequence(inner, d, scope)})"]
        if inner == "int":
            forms += [lambda: f"({self.int_expression(d, scope)}..{self.int_expression(d, scope)})"] * 3
            forms.append(lambda: f"{{{name} | {name} >= {self.int_expression(0, scope)} & {name} < 5 & {self.predicate(d, same)}}}")
            forms.append(lambda: f"({this()} /\\ {self.pick('NATURAL', 'INTEGER', 'NATURAL1')})")
        if inner[0] == "set" and inner[1] in ("int", S, E, "bool"):
            forms += [lambda: f"{self.pick('POW', 'POW1', 'FIN', 'FIN1')}({self.make(inner, d, scope)})"] * 2
            forms.append(lambda: f"ran(fnc({self.make(rel(x, inner[1]), d, scope)}))")
        if inner[0] == "pair":
            forms += self.relations(t, d, scope) * 2
        return self.pick(*forms)()

    def relations(self, t, d, scope):
        a, b = t[1][1], t[1][2]
        this = lambda: self.make(t, d, scope)  # noqa: E731
        name, x = self.name(), self.pick(*SMALL)
        bound = [*scope, (name, a)]
        forms = [lambda: f"({self.make(('set', a), d, scope)} * {self.make(('set', b), d, scope)})", lambda: f"({this()} <+ {this()})",
                 lambda: f"({self.make(('set', a), d, scope)} {self.pick('<|', '<<|')} {this()})", lambda: f"({this()} {self.pick('|>', '|>>')} {self.make(('set', b), d, scope)})",
                 lambda: f"({self.make(rel(b, a), d, scope)}~)", lambda: f"({self.make(rel(a, x), d, scope)} ; {self.make(rel(x, b), d, scope)})",
                 lambda: f"%{name}.({name} : {self.domain(a, d, scope)} & {self.predicate(d, bound)} | {self.make(b, d, bound)})"]
        if a == b:
            forms += [lambda: f"id({self.make(('set', a), d, scope)})"]
            if a in (S, E, "bool", "int"):
                forms += [lambda: f"closure1({this()})", lambda: f"iterate({this()}, {self.pick('0', '1', '2', '3')})"] + ([lambda: f"closure({this()})"] if a != "int" else [])
        if b[0] == "pair":
            forms.append(lambda: f"({self.make(rel(a, b[1]), d, scope)} >< {self.make(rel(a, b[2]), d, scope)})")
            if a[0] == "pair":
                forms.append(lambda: f"({self.make(rel(a[1], b[1]), d, scope)} || {self.make(rel(a[2], b[2]), d, scope)})")
        if a[0] == "pair":
            sides = f"({self.make(('set', a[1]), d, scope)}, {self.make(('set', a[2]), d, scope)})"
            forms += [lambda: "prj1" + sides] if b == a[1] else [lambda: "prj2" + sides] if b == a[2] else []
        if b[0] == "set":
            forms.append(lambda: f"fnc({self.make(rel(a, b[1]), d, scope)})")
        if a in SMALL and b in SMALL:
            forms.append(lambda: f"rel({self.make(rel(a, ('set', b)), d, scope)})")
        if a == "int":
            forms += [lambda: self.sequence(b, d, scope)] * 3
        return forms

    def sequence(self, t, depth, scope):
        """A sequence of items of the type."""
        names = [n for n, known in scope if known == seq(t) and n.startswith("sq")]
        if depth <= 0 or (names and self.chance(0.2)):
            item = lambda: self.make(t, 0, scope)  # noqa: E731
            return self.pick(*names, f"[{item()}]", f"[{item()}, {item()}]", f"[{item()}, {item()}, {item()}]")
        d = depth - 1
        this = lambda: self.sequence(t, d, scope)  # noqa: E731
        item = lambda: self.make(t, d, scope)  # noqa: E731
        name = self.name()
        forms = [lambda: f"({this()} <- {item()})", lambda: f"({item()} -> {this()})", lambda: f"({this()} ^ {this()})", lambda: f"rev({this()})",
                 lambda: f"tail({self.pick(item() + ' -> ', '')}{this()})", lambda: f"front({this()})", lambda: f"[{item()}, {item()}]",
                 lambda: f"({this()} /|\\ {self.pick('0', '1', self.int_expression(d, scope))})", lambda: f"({this()} \\|/ {self.pick('0', '1', self.int_expression(d, scope))})",
                 lambda: f"conc([{this()}, {this()}])", lambda: f"({this()} <+ {{{self.int_expression(0, scope)} |-> {item()}}})",
                 lambda: f"%{name}.({name} : 1..{self.int_expression(d, scope)} | {self.make(t, d, [*scope, (name, 'int')])})",
                 lambda: f"(LET {name} BE {name} = {this()} IN {name} <+ {{size({name}) + 1 |-> {item()}}} END)", lambda: f"({{1 |-> {item()}}} \\/ {{2 |-> {item()}}})"]
        return self.pick(*forms)()

    # -- predicates

    def predicate(self, depth, scope):
        d, t = depth - 1, self.pick(*TYPES)
        this = lambda x: self.make(x, d, scope)  # noqa: E731
        if depth <= 0:
            return f"{this('int')} {self.pick('=', '<', '/=', '>=')} {this('int')}"
        s, name, x = ("set", t), self.name(), self.pick(*SMALL)
        sets = self.pick(*(u for u in TYPES if u[0] == "set"))
        bound = [*scope, (name, x)]
        a, b = self.pick(*SMALL), self.pick(*SMALL)
        forms = [lambda: f"({self.predicate(d, scope)} {self.pick('&', 'or', '=>', '<=>')} {self.predicate(d, scope)})", lambda: f"not({self.predicate(d, scope)})",
                 lambda: f"{this(t)} {self.pick('=', '/=')} {this(t)}", lambda: f"{this(sets)} {self.pick('=', '/=')} {this(sets)}",
                 lambda: f"{this('int')} {self.pick('<', '<=', '>', '>=')} {this('int')}", lambda: f"{this(t)} {self.pick(':', '/:')} {this(s)}",
                 lambda: f"{this(sets)} {self.pick('<:', '<<:', '/<:', '/<<:')} {this(sets)}",
                 lambda: f"(!{name}.({name} : {self.domain(x, d, scope)} & {self.predicate(0, bound)} => {self.predicate(d, bound)}))",
                 lambda: f"(#{name}.({name} : {self.domain(x, d, scope)} & {self.predicate(d, bound)}))",
                 lambda: f"{this(rel(a, b))} : {this(('set', a))} {self.pick(*ARROWS)} {this(('set', b))}",
                 lambda: f"{self.sequence(a, d, scope)} : {self.pick('seq', 'seq1', 'iseq', 'iseq1', 'perm')}({this(('set', a))})",
                 lambda: f"{this(rel('int', b))} : {self.pick('seq', 'seq1', 'iseq', 'perm')}({this(('set', b))})"]
        if self.infinite:
            whole = self.pick("NATURAL", "INTEGER", "NATURAL1", "NAT", "NAT1", "INT", "0..100000", "-5..5000")
            forms += [lambda: f"{this(('set', 'int'))} {self.pick('<:', '=', '/=', '<<:', '/<:')} {whole}", lambda: f"{whole} {self.pick('<:', '=', '/=', '/<:')} {this(('set', 'int'))}",
                      lambda: f"{whole} {self.pick('=', '<:', '<<:')} {self.pick('NATURAL', 'INTEGER', 'NATURAL1', '0..100000')}", lambda: f"{this('int')} : {whole}",
                      lambda: f"{this(('set', 'string'))} {self.pick('<:', '=')} STRING"]
        return self.pick(*forms)()

    # -- substitutions

    def statement(self, variables, depth, scope):
        """A substitution over variables (name, type) that assigns none of them twice."""
        name, t = self.pick(*variables)
        d = depth - 1
        if depth <= 0 or self.chance(0.5):
            return self.assignment(name, t, 2, scope, variables)
        inner = lambda: self.statement(variables, d, scope)  # noqa: E731
        forms = [lambda: f"IF {self.predicate(1, scope)} THEN {inner()} ELSE {inner()} END", lambda: f"BEGIN {inner()} ; {inner()} END",
                 lambda: f"CHOICE {inner()} OR {inner()} END", lambda: f"SELECT {self.predicate(1, scope)} THEN {inner()} WHEN {self.predicate(1, scope)} THEN {inner()} END"]
        if len(variables) > 1:
            cut = self.random.randrange(1, len(variables))
            forms += [lambda: f"BEGIN {self.statement(variables[:cut], d, scope)} || {self.statement(variables[cut:], d, scope)} END"] * 2
        if len(variables) > 1:
            forms += [lambda: self.simultaneous(variables, scope)] * 2
        bound, x = self.name(), self.pick(*SMALL)
        more = [*scope, (bound, x)]
        forms += [lambda: f"ANY {bound} WHERE {bound} : {self.domain(x, 1, scope)} & {self.predicate(1, more)} THEN {self.statement(variables, d, more)} END",
                  lambda: f"LET {bound} BE {bound} = {self.make(t, 1, scope)} IN {self.statement(variables, d, [*scope, (bound, t)])} END",
                  lambda: f"VAR {bound} IN {bound} := {self.make(t, 1, scope)} ; {self.statement(variables, d, [*scope, (bound, t)])} END"]
        return self.pick(*forms)()

    def simultaneous(self, variables, scope):
        chosen = self.random.sample(variables, 2)
        if self.chance(0.3):
            values = [" |-> ".join(self.make(t, 1, scope) for _, t in chosen) for _ in range(2)]
            return f"{chosen[0][0]}, {chosen[1][0]} :: {{{', '.join('(' + value + ')' for value in values)}}}"
        return f"{chosen[0][0]}, {chosen[1][0]} := {self.make(chosen[0][1], 2, scope)}, {self.make(chosen[1][1], 2, scope)}"

    def assignment(self, name, t, depth, scope, variables):
        target, part = name, t
        while part[0] == "rec" or (part[0] == "set" and part[1][0] == "pair" and self.chance(0.6)):
            if part[0] == "rec":
                if self.chance(0.3):
                    break
                field, part = self.pick(*part[1])
                target += "'" + field
            else:
                target += f"({self.make(part[1][1], 1, scope)})"
                part = part[1][2]
        if target == name and self.chance(0.15):
            return f"{name} :: {{{self.make(t, 1, scope)}, {self.make(t, 1, scope)}}}"
        if name.startswith("sq") and target == name:
            return f"{name} := {self.sequence(t[1][2], depth, scope)}"
        # New values are often derived from old ones.
        aimed = [*scope, *[(target, part)] * 3] if self.undefined or target == name else scope
        return f"{target} := {self.make(part, depth, aimed)}"
