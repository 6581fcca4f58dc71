"""Parser of substitutions, of the clauses of a machine, and of DEFINITIONS with the files that they name."""

import pathlib

from formulas import KEYWORDS, FormulaParser
from lexer import BError, tokenize
from syntax import Node, conjuncts


class SubstitutionParser(FormulaParser):
    def substitution(self):
        line = self.token.line
        parts = [self.parallel()]
        while self.is_symbol(";") and not self.operation_follows():
            self.take()
            parts.append(self.parallel())
        return parts[0] if len(parts) == 1 else Node("sequential", parts, line=line)

    def operation_follows(self):
        """Whether `;` separates operations: it is followed by `op =`, `op(x) =`, `r <-- op =` or `r <-- op(x) =`."""
        at = self.at + 1
        while self.tokens[at].kind == "name" and self.tokens[at + 1].text == ",":
            at += 2
        if self.tokens[at + 1].text == "<--":
            at += 2
        if self.tokens[at].kind != "name":
            return self.tokens[at].kind == "end"
        if self.tokens[at].text in KEYWORDS:
            return self.tokens[at].text in CLAUSES
        at += 1
        if self.tokens[at].text == "(":
            while self.tokens[at].text not in (")", "end of file"):
                at += 1
            at += 1
        return self.tokens[at].text == "="

    def parallel(self):
        line = self.token.line
        parts = [self.simple()]
        while self.accept("||"):
            parts.append(self.simple())
        return parts[0] if len(parts) == 1 else Node("parallel", parts, line=line)

    def whole_substitution(self):
        found = self.substitution()
        if self.token.kind != "end":
            self.fail(f"expected the end of the definition, found {self.token.text!r}")
        return found

    def simple(self):
        token = self.token
        readers = {"skip": self.skip, "BEGIN": self.begin, "PRE": self.precondition, "ASSERT": self.precondition,
                   "CHOICE": self.choice, "IF": self.if_, "SELECT": self.select, "CASE": self.case, "ANY": self.any,
                   "LET": self.let, "VAR": self.var, "WHILE": self.while_}
        if token.kind == "name" and token.text in readers:
            return readers[token.text](self.take())
        if token.kind == "name" and token.text in self.definitions and self.definitions_substitution(token.text):
            self.take()
            return self.expand(token.text, lambda parser: parser.whole_substitution())
        return self.assignment()

    def definitions_substitution(self, name):
        """A definition in place of a substitution is a substitution, unless an assignment to its expansion follows."""
        parameters, _ = self.definitions[name]
        at, depth = self.at + 1, 0
        if parameters and self.tokens[at].text == "(":
            while True:
                depth += {"(": 1, ")": -1}.get(self.tokens[at].text, 0)
                at += 1
                if depth == 0:
                    break
        return self.tokens[at].text not in (":=", "::", ":", ",", "<--", "(")

    def skip(self, token):
        return Node("skip", line=token.line)

    def begin(self, _):
        inner = self.substitution()
        self.expect("END")
        return inner

    def precondition(self, token):
        predicate = self.formula()
        self.expect("THEN")
        inner = self.substitution()
        self.expect("END")
        return Node(token.text.lower(), (predicate, inner), line=token.line)

    def choice(self, token):
        parts = [self.substitution()]
        while self.accept("OR"):
            parts.append(self.substitution())
        self.expect("END")
        return Node("choice", parts, line=token.line)

    def branches(self, separator):
        parts = []
        while True:
            predicate = self.formula()
            self.expect("THEN")
            parts += [predicate, self.substitution()]
            if not self.accept(separator):
                break
        if self.accept("ELSE"):
            parts.append(self.substitution())
        self.expect("END")
        return parts

    def if_(self, token):
        return Node("if", self.branches("ELSIF"), line=token.line)

    def select(self, token):
        return Node("select", self.branches("WHEN"), line=token.line)

    def case(self, token):
        parts = [self.formula()]
        self.expect("OF")
        self.expect("EITHER")
        while True:
            values = [self.formula()]
            while self.accept(","):
                values.append(self.formula())
            self.expect("THEN")
            parts.append(Node("either", [*values, self.substitution()], line=token.line))
            if not self.accept("OR"):
                break
        if self.accept("ELSE"):
            parts.append(Node("else", (self.substitution(),), line=token.line))
        self.expect("END")
        self.expect("END")
        return Node("case", parts, line=token.line)

    def any(self, token):
        names = self.names()
        self.expect("WHERE")
        predicate = self.formula()
        self.expect("THEN")
        inner = self.substitution()
        self.expect("END")
        return Node("any", (predicate, inner), names, line=token.line)

    def let(self, token):
        names = self.names()
        self.expect("BE")
        equations = self.formula()
        self.expect("IN")
        inner = self.substitution()
        self.expect("END")
        return Node("let", (equations, inner), names, line=token.line)

    def var(self, token):
        names = self.names()
        self.expect("IN")
        inner = self.substitution()
        self.expect("END")
        return Node("var", (inner,), names, line=token.line)

    def while_(self, token):
        condition = self.formula()
        self.expect("DO")
        inner = self.substitution()
        parts = {}
        while len(parts) < 2:  # in either order
            word = self.take().text if self.is_word("INVARIANT", "VARIANT") else self.fail("expected INVARIANT, VARIANT")
            parts[word] = self.formula()
        self.expect("END")
        invariant, variant = parts["INVARIANT"], parts["VARIANT"]
        return Node("while", (condition, inner, invariant, variant), line=token.line)

    def assignment(self):
        line = self.token.line
        targets = [self.target()]
        while self.accept(","):
            targets.append(self.target())
        if self.accept(":="):
            values = [self.formula()]
            while self.accept(","):
                values.append(self.formula())
            if len(values) != len(targets):
                self.fail(f"{len(targets)} variables and {len(values)} values")
            return Node("assign", (Node("targets", targets), Node("values", values)), line=line)
        if self.accept("::"):
            return Node("becomes_element", (Node("targets", targets), self.formula()), line=line)
        if self.accept(":"):
            if not self.is_symbol("("):
                self.fail("expected '('")
            return Node("becomes_such_that", (Node("targets", targets), self.postfix()), line=line)
        if self.accept("<--"):
            return self.call(targets)
        if len(targets) == 1:
            return self.called(targets[0])
        return self.fail(f"expected a substitution, found {self.token.text!r}")

    def target(self):
        return self.postfix() if not self.is_word(*KEYWORDS) else self.fail(
            f"expected a substitution, found {self.token.text!r}")

    def call(self, results):
        line = self.token.line
        name = self.name("an operation")
        arguments = self.items(")") if self.accept("(") else []
        return Node("call", (Node("results", results), Node("arguments", arguments)), value=name, line=line)

    def called(self, node):
        """`op` or `op(a, b)`, parsed as an expression."""
        arguments = []
        if node.op == "apply":
            node, argument = node.args
            while argument.op == "|->":
                arguments.insert(0, argument.args[1])
                argument = argument.args[0]
            arguments.insert(0, argument)
        if node.op != "name":
            self.fail("expected a substitution")
        return Node("call", (Node("results"), Node("arguments", arguments)), value=node.value, line=node.line)


class Machine:
    def __init__(self):
        self.kind = self.name = ""
        self.parameters = []
        self.refines = None
        self.used = {"SEES": [], "INCLUDES": [], "EXTENDS": [], "USES": [], "IMPORTS": []}  # (prefix, name, arguments)
        self.promotes = []
        self.sets = {}  # name -> elements, or None when deferred
        self.constants, self.variables = [], []
        self.constraints, self.properties, self.invariant, self.assertions = [], [], [], []
        self.initialisation = None
        self.operations = {}  # name -> Operation
        self.definitions = {}


class Operation:
    def __init__(self, name, results, parameters, body):
        self.name, self.results, self.parameters, self.body = name, results, parameters, body


SECTIONS = {"CONSTANTS", "ABSTRACT_CONSTANTS", "CONCRETE_CONSTANTS", "VARIABLES", "ABSTRACT_VARIABLES",
            "CONCRETE_VARIABLES"}
CLAUSES = SECTIONS | {"REFINES", "SEES", "INCLUDES", "EXTENDS", "USES", "IMPORTS", "PROMOTES", "CONSTRAINTS", "SETS",
                      "PROPERTIES", "INVARIANT", "ASSERTIONS", "INITIALISATION", "OPERATIONS", "LOCAL_OPERATIONS",
                      "DEFINITIONS", "VALUES", "END"}


class MachineParser(SubstitutionParser):
    def __init__(self, tokens, definitions, folder=pathlib.Path(".")):
        super().__init__(tokens, definitions)
        self.folder = folder

    def machine(self):
        machine = Machine()
        machine.kind = self.take().text
        if machine.kind not in ("MACHINE", "REFINEMENT", "IMPLEMENTATION", "MODEL", "SYSTEM"):
            self.fail("expected MACHINE, REFINEMENT or IMPLEMENTATION")
        machine.name = self.name("the name of the machine")
        if self.accept("("):
            machine.parameters = self.names()
            self.expect(")")
        self.collect_definitions()
        while not self.accept("END"):
            self.clause(machine)
        if self.token.kind != "end":
            self.fail("text after the END of the machine")
        machine.definitions = self.definitions
        return machine

    def clause(self, machine):
        word = self.take()
        if word.text == "DEFINITIONS":
            self.skip_definitions()
        elif word.text == "REFINES":
            machine.refines = self.name()
        elif word.text in machine.used:
            machine.used[word.text] += self.machine_references()
        elif word.text == "PROMOTES":
            machine.promotes += self.names()
        elif word.text == "SETS":
            self.sets(machine)
        elif word.text in SECTIONS:
            (machine.constants if "CONSTANTS" in word.text else machine.variables).extend(self.names())
        elif word.text in ("CONSTRAINTS", "PROPERTIES", "INVARIANT"):
            getattr(machine, word.text.lower()).extend(conjuncts(self.formula()))
        elif word.text in ("ASSERTIONS", "VALUES"):
            found = machine.assertions if word.text == "ASSERTIONS" else machine.properties
            found.append(self.formula())
            while self.accept(";") and not self.is_clause():
                found.append(self.formula())
        elif word.text == "INITIALISATION":
            machine.initialisation = self.substitution()
        elif word.text in ("OPERATIONS", "LOCAL_OPERATIONS"):
            self.operations(machine)
        else:
            self.fail(f"expected a clause, found {word.text!r}")

    def is_clause(self):
        return self.token.kind == "name" and self.token.text in CLAUSES

    def machine_references(self):
        found = []
        while True:
            prefix, _, name = self.name().rpartition(".")
            found.append((prefix, name, self.items(")") if self.accept("(") else []))
            if not self.accept(","):
                return found

    def sets(self, machine):
        while True:
            name = self.name()
            machine.sets[name] = None
            if self.accept("="):
                self.expect("{")
                machine.sets[name] = self.names()
                self.expect("}")
            if not self.accept(";") or self.is_clause():
                return

    def operations(self, machine):
        while True:
            results = []
            first = self.names()
            if self.accept("<--"):
                results, first = first, [self.name()]
            parameters = []
            if self.accept("("):
                parameters = self.names()
                self.expect(")")
            self.expect("=")
            machine.operations[first[0]] = Operation(first[0], results, parameters, self.substitution())
            if not self.accept(";") or self.is_clause():
                return

    # -- definitions are parsed first: they may be used before their clause

    def collect_definitions(self):
        start = self.at
        while self.token.kind != "end":
            if self.is_word("DEFINITIONS"):
                self.take()
                self.read_definitions()
            else:
                self.take()
        self.at = start

    def skip_definitions(self):
        while not self.is_clause() or self.ends_nothing():
            self.take()

    def ends_nothing(self):
        """Whether END belongs to a definition that is a substitution: no clause and no end of file follows."""
        return self.token.text == "END" and self.peek().kind != "end"

    def read_definitions(self):
        while self.token.kind != "end" and not (self.is_clause() and not self.ends_nothing()):
            if self.token.kind == "string":
                self.read_file(self.take().text)
            else:
                name, parameters, body = self.name("a definition"), [], []
                if self.accept("("):
                    parameters = self.names()
                    self.expect(")")
                self.expect("==")
                while not self.definition_ends():
                    body.append(self.take())
                body.append(type(self.token)("end", "end of definition", self.token.line))
                self.definitions[name] = (parameters, body)
            self.accept(";")

    def definition_ends(self):
        if self.token.kind == "end" or (self.is_clause() and not self.ends_nothing()):
            return True
        if not self.is_symbol(";"):
            return False
        following = self.peek()
        if following.kind in ("string", "end") or (following.kind == "name" and following.text in CLAUSES - {"END"}):
            return True
        if following.text == "END" and self.peek(2).kind == "end":
            return True
        at = self.at + 2
        if following.kind == "name" and self.tokens[at].text == "(":
            while self.tokens[at].text != ")" and self.tokens[at].kind != "end":
                at += 1
            at += 1
        return following.kind == "name" and at < len(self.tokens) and self.tokens[at].text == "=="

    def read_file(self, name):
        path = self.folder / name
        if not path.exists():
            self.fail(f"definition file {name} not found")
        inner = MachineParser(tokenize(path.read_text(encoding="utf-8")), self.definitions, path.parent)
        if inner.accept("DEFINITIONS"):
            inner.read_definitions()


def read_machine(path):
    path = pathlib.Path(path)
    try:
        parser = MachineParser(tokenize(path.read_text(encoding="utf-8")), {}, path.parent)
        return parser.machine()
    except BError as error:
        raise BError(f"{path}: {error}") from None
