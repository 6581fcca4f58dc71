"""Random models that look symmetric but may not be: constructs that have misled a symmetry detection, or might.

Each model has a family of processes (or an enumerated set of B) with a few harmless options, and some devious ones: numbers of
processes in arithmetic, sent through channels, in tables shifted by one, masks, lists and fields of records; initial values that
differ; priorities and enabling conditions; choices of a process by `select`; loops over processes whose order may or may not matter;
two families that refer to each other; literals within inlines; remote references; constants of B that pin an element. A
generator does not know which of its models are symmetric. symmetry_devious.py compares strategies on them."""
import random


class Chooser:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def one_of(self, *choices):
        return self.random.choice(choices)

    def some(self, choices, least, most):
        return self.random.sample(choices, min(len(choices), self.random.randint(least, most)))


class DeviousPromela(Chooser):
    """N processes of one proctype, started as `active` or by init, with or without a number each."""

    def __init__(self, seed):
        super().__init__(seed)
        self.n = self.one_of(2, 3, 3, 3, 4)
        self.numbered = self.chance(50)   # a parameter instead of _pid
        self.base = 0 if self.numbered or self.chance(50) else 1
        self.me = "id" if self.numbered else ("_pid" if self.base == 0 else "(_pid - 1)")
        self.raw = "id" if self.numbered else "_pid"
        self.top = self.n - 1
        self.none = self.one_of("255", str(self.n), "0", "9")
        self.inlines = {}
        self.declared = ""
        self.extra = ""

    def who(self):
        me, n = self.me, self.n
        return self.one_of(me, me, me, "x", f"(({me} + 1) % {n})", f"({self.top} - {me})", f"(({me} + {n - 1}) % {n})", str(self.random.randrange(n)),
                           f"({me} ^ 1) % {n}", f"({me} < {self.top} -> {me} + 1 : 0)")

    def harmless(self):
        m = self.me
        return self.one_of(f"atomic {{ v[{m}] == 0 -> v[{m}] = 1 }}", f"atomic {{ v[{m}] == 1 && lock == 0 -> lock = 1; v[{m}] = 2 }}",
                           f"atomic {{ v[{m}] == 2 -> lock = 0; v[{m}] = 0 }}", f"atomic {{ owner == {self.none} -> owner = {m} }}",
                           f"atomic {{ owner == {m} -> owner = {self.none} }}", f"atomic {{ v[{m}] == 1 -> v[{m}] = 0; n = (n + 1) % 3 }}")

    def devious(self):
        m, n, top, w, u = self.me, self.n, self.top, self.who(), self.who()
        k = self.random.randrange(n)
        return self.random.choice([
            lambda: f"atomic {{ nfull(net) -> net!{self.raw} + 1 }}", lambda: "atomic { nempty(net) -> net?x; x = x - 1 }",
            lambda: f"atomic {{ nfull(net) -> net!!{m} }}", lambda: f"atomic {{ net??[eval({m})] -> net??eval({m}) }}",
            lambda: f"atomic {{ t[{m} + 1] == 0 -> t[{m} + 1] = 1 }}", lambda: f"atomic {{ t[{m}] == 1 -> t[{m}] = 0; n = 0 }}",
            lambda: f"atomic {{ mask == 0 -> mask = mask | (1 << {m}) }}", lambda: f"atomic {{ (mask >> {w}) & 1 -> mask = mask ^ (1 << {w}) }}",
            lambda: f"atomic {{ v[{w}] == 0 -> v[{w}] = 1 }}", lambda: f"atomic {{ v[{w}] == v[{u}] -> v[{w}] = (v[{u}] + 1) % 3 }}",
            lambda: f"atomic {{ n = (n + {m}) % 3 }}", lambda: f"atomic {{ {m} < {w} && v[{m}] == 0 -> v[{w}] = 2 }}",
            lambda: f"atomic {{ {m} % 2 == 0 && v[{m}] == 0 -> v[{m}] = 2 }}", lambda: f"atomic {{ owner == {w} -> owner = {u} }}",
            lambda: f"atomic {{ next[{m}] == {self.none} -> next[{m}] = head; head = {m} }}",
            lambda: f"atomic {{ head != {self.none} && head < {n} -> owner = head; head = next[head]; next[owner] = {self.none} }}",
            lambda: f"atomic {{ r[{m}].to = {w}; r[{m}].set = 1 }}", lambda: f"atomic {{ r[{w}].set == 1 -> r[{w}].set = 0; v[r[{w}].to] = 0 }}",
            lambda: f"atomic {{ select (x : 0 .. {top}); v[x] = 0 }}", lambda: f"atomic {{ select (x : {self.one_of(0, 1)} .. {top}); owner = x }}",
            lambda: self.call("grab", "k", f"owner == {self.none} -> owner = k", self.one_of(str(k), m)),
            lambda: self.call("mark", "k", "v[k] == 0 -> v[k] = 2", self.one_of(str(k), m, w)),
            lambda: f"atomic {{ x = 0; do :: x < {n} -> v[x] = {self.one_of(0, 'lock', '(v[x] + 1) % 3', 'x % 2')}; x++ :: else -> break od; x = 0 }}",
            lambda: f"d_step {{ for (x : 0 .. {top}) {{ if :: v[x] == 0 && owner == {self.none} -> owner = x :: else fi }} }}",
            lambda: f"d_step {{ if {' '.join(f':: v[{i}] == 0 -> owner = {i}' for i in range(n))} :: else -> skip fi }}",
            lambda: f"if {' '.join(f':: atomic {{ v[{i}] == 2 -> v[{i}] = 0 }}' for i in range(n))} fi",
            lambda: f"d_step {{ {'; '.join(f'v[{i}] = 0' for i in self.random.sample(range(n), n))} }}",
            lambda: f"atomic {{ n = 0; for (x : 0 .. {top}) {{ n = n + v[x] }} n = n % 3; x = 0 }}",
            lambda: f"atomic {{ n == 2 -> assert(v[{w}] < 2 || owner == {self.one_of(m, w, str(k), self.none)}) }}",
            lambda: f"v[{m}] == 2 && {m} == {k} -> v[{m}] = 0", lambda: f"atomic {{ nfull(c[{w}]) -> c[{w}]!{m} }}",
            lambda: f"atomic {{ nempty(c[{m}]) -> c[{m}]?x }}", lambda: f"atomic {{ c[{m}]?[eval({w})] -> c[{m}]?x; owner = x }}",
            lambda: f"atomic {{ n == 1 && x < {n} && x != {m} -> v[x] = {self.one_of(m + ' % 3', 'v[' + m + ']')} }}",
            lambda: "atomic { timeout -> n = 0; owner = " + self.none + " }", lambda: f"atomic {{ u[{m}] == 0 -> u[{m}] = {w} }}",
            lambda: f"atomic {{ u[{w}] == {m} -> u[{w}] = 0 }}", lambda: f"atomic {{ x == {self.one_of(m, w)} -> x = {self.one_of('0', m, w)} }}",
            lambda: f"{{ x = {m} }} unless {{ atomic {{ lock == 1 && v[{m}] == 1 -> v[{m}] = 0 }} }}",
        ])()

    def call(self, name, parameter, body, argument):
        self.inlines[name] = f"inline {name}({parameter}) {{ {body} }}\n"
        return f"atomic {{ {name}({argument}) }}"

    def second_family(self):
        """Helper processes, each serving one process or any, which refers to it by number."""
        n = self.n
        self.declared += f"byte served[{n}];\n"
        body = self.one_of(f"atomic {{ served[h] < {n} && v[served[h]] == 1 -> v[served[h]] = 2 }}", "atomic { v[h] == 2 -> v[h] = 0; served[h] = 0 }",
                           f"atomic {{ served[h] == 0 -> served[h] = owner % {n} }}", f"atomic {{ owner == h -> served[({n - 1} - h)] = h }}")
        self.extra += f"proctype helper(byte h) {{ do :: {body} od }}\n"
        return [f"run helper({i})" for i in range(self.one_of(1, n, n))]

    def initial(self, size):
        if self.chance(75):
            return ""
        return " = { " + ", ".join(str(self.random.randrange(2)) for _ in range(size)) + " }"

    def write(self):
        n, b = self.n, self.base
        options = [self.harmless() for _ in range(self.one_of(1, 2, 2))] + [self.devious() for _ in range(self.one_of(1, 1, 2, 3))]
        self.random.shuffle(options)
        runs = [f"run p({i})" if self.numbered else "run p()" for i in range(n)]
        if self.chance(25):
            runs += self.second_family()
        priority = self.chance(8)
        modifier = self.one_of(f" provided (lock == 0 || owner == {self.raw})", f" provided (v[0] < 2 || {self.raw} != {b})", f" provided (n != {self.raw})",
                               " provided (lock == 0 || n == 0)") if self.chance(10) and not priority and not self.numbered else ""
        text = (f"byte v[{n}]{self.initial(n)};  byte t[{n + 2}];  byte u[{n}];  byte lock;  byte n;  byte mask;  byte owner = {self.none};\n"
                f"byte next[{n}]{' = ' + self.none if self.none != '0' else ''};  byte head = {self.none};  chan net = [2] of {{ byte }};\n"
                f"chan c[{n}] = [1] of {{ byte }};\ntypedef rec {{ byte to; bit set }};  rec r[{n}];\n" + self.declared + "".join(self.inlines.values()))
        local = self.one_of("byte x;", "byte x;", f"byte x = {self.me};", f"byte x = {self.none};", "short x = -1;")
        body = f"{local}\n    do\n" + "".join(f"    :: {option}\n" for option in options) + "    od"
        started = self.numbered or b == 1 or len(runs) > n or priority
        head = "proctype p(byte id)" if self.numbered else (f"active [{n}] proctype p()" if not started else "proctype p()")
        text += f"{head}{modifier} {{ {body}\n}}\n{self.extra}"
        if not started:
            return text
        if priority:
            runs[self.random.randrange(len(runs))] += " priority 3"
        elif self.chance(30):
            self.random.shuffle(runs)
        if len(runs) == n and self.numbered and not priority and self.chance(30):
            return text + f"init {{ byte i; atomic {{ for (i : 0 .. {n - 1}) {{ run p(i) }} }} }}\n"
        start = "; ".join(runs) if self.chance(85) else runs[0] + f"; lock = 1; {'; '.join(runs[1:])}; lock = 0"
        return text + (f"init {{ atomic {{ {start} }} }}\n" if self.chance(90) else f"init {{ {start} }}\n")


class DeviousB(Chooser):
    """Functions, relations and sets over an enumerated or deferred set."""

    def __init__(self, seed):
        super().__init__(seed)
        self.names = self.one_of(["aa", "bb"], ["aa", "bb", "cc"], ["aa", "bb", "cc"], ["aa", "bb", "cc", "dd"])
        self.deferred = self.chance(20)

    def element(self):
        return self.one_of("x", "x", "y", "k", "own(x)", "own(y)") if self.deferred else self.one_of("x", "x", "x", "y", "k", "own(x)", "own(y)", *self.names[:1])

    def test(self):
        e, f = self.element(), self.element()
        return self.one_of(f"f({e}) = 0", f"f({e}) < f({f})", f"{e} : s", f"{e} /: s", f"own({e}) = {f}", f"own({e}) /= {f}", f"{e} |-> {f} : r", f"{e} |-> {f} /: r",
                           "card(s) < 2", f"card(f~[{{0}}]) {self.one_of('=', '>')} 1", "n < 2", f"{e} = {f}", f"{e} /= {f}", "s = {}", "dom(r) <: s",
                           f"r[{{{e}}}] = {{}}", "SIGMA(z).(z : S | f(z)) < 3", "#z.(z : S & f(z) = 2)", "!z.(z : s => f(z) > 0)", f"{e} : ran(own)", "own(k) : s")

    def change(self):
        e, f = self.element(), self.element()
        return self.one_of(f"f({e}) := (f({e}) + 1) mod 3", f"f({e}) := f({f})", f"s := s \\/ {{{e}}}", f"s := s - {{{e}}}", f"own({e}) := {f}", "s := {}",
                           f"r := r \\/ {{{e} |-> {f}}}", f"r := {{{e}}} <<| r", "n := (n + 1) mod 3", "f := %z.(z : S | 0)", f"own := own <+ {{{e} |-> {f}}}",
                           "n := card(s)", f"f := f <+ (s * {{{self.one_of(0, 1)}}})", "s := dom(r)", "s := S - s", "r := r~")

    def operation(self, number):
        tests = " & ".join(self.test() for _ in range(self.one_of(1, 2)))
        change = self.change()
        if self.chance(30):
            change = f"IF {self.test()} THEN {change} ELSE {self.change()} END"
        if self.chance(50):
            return f"op{number} = ANY x, y WHERE x : S & y : S & {tests} THEN {change} END"
        return f"op{number}(x, y) = PRE x : S & y : S THEN SELECT {tests} THEN {change} END END"

    def write(self):
        names = self.names
        sets = "S" if self.deferred else f"S = {{{', '.join(names)}}}"
        pins = ["k : S"] + ([] if self.deferred or self.chance(50) else [self.one_of(f"k = {names[0]}", f"k /= {names[-1]}", f"k : {{{names[0]}, {names[1]}}}")])
        own = self.one_of("own := id(S)", "own :: S --> S" if len(names) < 3 else "own := id(S)", "own := S * {k}")
        start = self.one_of("f := S * {0}", "f := S * {0}", "f := S * {0} <+ {k |-> 1}") if self.deferred else self.one_of(
            "f := S * {0}", "f := S * {0}", "f := S * {0} <+ {k |-> 1}", f"f := {{{', '.join(f'{e} |-> {self.random.randrange(2)}' for e in names)}}}")
        invariant = "f : S --> 0..2 & s <: S & own : S --> S & r : S <-> S & n : 0..10"
        if self.chance(30):
            e = "k" if self.deferred else self.one_of("k", *names)
            invariant += f" & {self.one_of(f'(f({e}) < 2 or s /= {{}})', f'({e} : s => n < 2)', f'(own({e}) = {e} or f({e}) = 0)', 'card(s) < ' + str(len(names)), 'card(r) < 3')}"
        operations = ";\n  ".join(self.operation(i) for i in range(self.one_of(2, 3, 3)))
        return (f"MACHINE devious\nSETS {sets}\nCONSTANTS k\nPROPERTIES {' & '.join(pins)}\nVARIABLES f, s, own, r, n\nINVARIANT {invariant}\n"
                f"INITIALISATION {start} || s := {self.one_of('{}', '{}', '{k}')} || {own} || r := {{}} || n := 0\nOPERATIONS\n  {operations}\nEND\n")
