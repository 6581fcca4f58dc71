"""Models that take far more time or memory than any machine has, each in a different phase of a check. All of them end
by a limit or by an error in the model, never by themselves.

Each is (name, file name, text, possible results besides `incomplete`)."""


def b_machine(*clauses):
    return "MACHINE hostile\n" + "\n".join(clauses) + "\nEND\n"


def interchangeable(count, size):
    """Sets of variables that can only be exchanged as a whole: symmetry detection and groups."""
    variables = [f"{'abcdefgh'[k]}{i}" for i in range(count) for k in range(size)]
    operations = []
    for i in range(count):
        for k in range(size):
            guard = f"{'abcdefgh'[k]}{i} = 0" + (f" & a{i} = 1" if k else "")
            operations.append(f"  o{k}_{i} = PRE {guard} THEN {'abcdefgh'[k]}{i} := 1 END")
    return b_machine("VARIABLES " + ", ".join(variables),
                     "INVARIANT " + " & ".join(f"{v} : 0..1" for v in variables),
                     "INITIALISATION " + " || ".join(f"{v} := 0" for v in variables),
                     "OPERATIONS", ";\n".join(operations))


def cube(dimension):
    """A process per vertex of a hypercube that reads its neighbours: a worst-case graph for symmetry detection."""
    size = 1 << dimension
    lines = ["init { atomic {"]
    for v in range(size):
        lines.append(f"  run P({v}, " + ", ".join(str(v ^ (1 << k)) for k in range(dimension)) + ");")
    lines.append("} }")
    parameters = "; ".join(f"byte n{k}" for k in range(dimension))
    waits = " || ".join(f"x[n{k}] == 0" for k in range(dimension))
    return f"byte x[{size}];\nproctype P(byte v; {parameters}) {{ do :: {waits} -> x[v] = (x[v] + 1) % 5 od }}\n" + "\n".join(lines)


def many_statements(count):
    """A long text: parsing, translation, native code."""
    body = "\n".join(f"  :: a[{i % 40}] * {i + 1} + b % {i % 90 + 2} > {i % 17} -> a[{(i * 7) % 40}] = a[{i % 40}] + {i % 5};"
                     f" b = (b * {i % 11 + 1} + {i}) % 1000" for i in range(count))
    return f"int a[40];\nint b;\nactive [3] proctype P() {{ do\n{body}\n  :: b == 999 -> assert(a[3] == 77)\n od }}\n"


def literal_of_pairs(count):
    pairs = ", ".join(f"{i} |-> {(i * 37) % count}" for i in range(count))
    return b_machine(f"CONSTANTS r, p PROPERTIES r = {{{pairs}}} & p : perm(dom(r))",
                     "VARIABLES f", "INVARIANT f : INTEGER <-> INTEGER", "INITIALISATION f := r",
                     "OPERATIONS turn = BEGIN f := (f ; r) \\/ f~ END")


def cases():
    yield ("constants", "c.mch", b_machine(
        "SETS S = {a, b, c, d, e, f, g, h, i, j}", "CONSTANTS r", "PROPERTIES r : S <-> S & card(r) > 4",
        "VARIABLES x", "INVARIANT x : S", "INITIALISATION x :: S", "OPERATIONS o = BEGIN x :: r[{x}] \\/ {x} END"), ())
    yield ("permutations", "perm.mch", literal_of_pairs(52), ("model error",))
    yield ("pairs", "pairs.mch", literal_of_pairs(300), ("model error",))
    yield ("large set", "large.mch", b_machine(
        "VARIABLES s", "INVARIANT s : POW(1..40)", "INITIALISATION s :: POW(1..40)",
        "OPERATIONS o = ANY t WHERE t : POW(1..40) & card(t) = 20 THEN s := t END"), ("model error",))
    yield ("exchanged pairs", "swap.mch", interchangeable(250, 2), ("violated",))
    yield ("exchanged sets", "sets.mch", interchangeable(120, 4), ("violated",))
    yield ("cube", "cube.pml", cube(7), ("violated",))
    yield ("statements", "large.pml", many_statements(6000), ("violated",))
    yield ("states", "states.pml", "int a, b, c; active [4] proctype P() { do :: a++ :: b = b + a :: c = c ^ b od }", ())
    yield ("sequence", "seq.pml", "int i, j; active proctype P() { d_step { do :: i < 2000000000 -> i++; j = j + i "
           ":: else -> break od } }", ())
    yield ("outcomes", "out.pml", "byte a[64]; byte i; active proctype P() { atomic { do :: i < 64 -> if :: a[i] = 1 "
           ":: a[i] = 2 :: a[i] = 3 fi; i++ :: else -> break od } }", ())
    yield ("long run", "long.pml", "int n; byte x; active proctype P() { do :: n < 900000000 -> n++ :: n > 400000 -> "
           "assert(false) od }\nactive [2] proctype Q() { do :: x = (x + 1) % 100 od }", ("violated",))
    yield ("run to an error", "run.pml", "int n; active proctype P() { do :: n < 300000 -> n++ :: n >= 300000 -> "
           "assert(false) od }", ("violated",))
    yield ("quantifiers", "q.px", "var n: 0..9\naction a when (sum i: 0..60000. sum j: 0..60000. (i * j + n) % 7) > n "
           "do n := (n + 1) % 10\n", ())
    yield ("formula", "ltl.pml", "int a, b; bool p; active [2] proctype P() { do :: a++ :: b = b + a :: p = !p od }\n"
           "ltl f { []<>(p && a > 5) -> []<>(b > 3) }", ("violated",))
