"""Parser of predicates and expressions, by the precedences of the reference manual of Atelier B.

Predicates and expressions share one grammar here; the type checker distinguishes them.
"""

from lexer import BError, tokenize
from syntax import Node, replace

ARROWS = ["<->", "<<->", "<->>", "<<->>", "+->", "-->", ">+>", ">->", "+->>", "-->>", ">+>>", ">->>"]
COMPARISONS = ["=", "/=", ":", "/:", "<:", "<<:", "/<:", "/<<:", "<", ">", "<=", ">="]
SET_OPERATORS = ["/\\", "\\/", "|->", "<|", "|>", "<<|", "|>>", "<+", "><", "^", "->", "<-", "/|\\", "\\|/"]

PRECEDENCE = {";": 20, "||": 20, "=>": 30, "&": 40, "or": 40, "<=>": 60, ",": 115, "..": 170,
              "+": 180, "-": 180, "\\": 180, "*": 190, "/": 190, "mod": 190, "**": 200}
PRECEDENCE.update({symbol: 70 for symbol in COMPARISONS})
PRECEDENCE.update({symbol: 125 for symbol in ARROWS})
PRECEDENCE.update({symbol: 160 for symbol in SET_OPERATORS})

# Words that are applied to arguments in parentheses, with the number of arguments.
FUNCTIONS = {word: 1 for word in """card dom ran POW POW1 FIN FIN1 union inter min max seq seq1 iseq iseq1 perm size
    rev first last front tail conc id closure closure1 rel fnc succ pred bool""".split()}
FUNCTIONS.update({"prj1": 2, "prj2": 2, "iterate": 2})
CONSTANTS = "btrue bfalse TRUE FALSE BOOL STRING INTEGER NATURAL NATURAL1 INT NAT NAT1 MAXINT MININT".split()
UNSUPPORTED = "REAL FLOAT tree btree const top sons prefix postfix sizet mirror rank father son subtree arity bin left right infix".split()
KEYWORDS = set("""MACHINE REFINEMENT IMPLEMENTATION REFINES IMPORTS SEES INCLUDES EXTENDS USES PROMOTES CONSTRAINTS SETS
    CONSTANTS ABSTRACT_CONSTANTS CONCRETE_CONSTANTS PROPERTIES VARIABLES ABSTRACT_VARIABLES CONCRETE_VARIABLES VALUES
    INVARIANT ASSERTIONS INITIALISATION OPERATIONS LOCAL_OPERATIONS DEFINITIONS END BEGIN PRE THEN ASSERT CHOICE OR IF
    ELSIF ELSE SELECT WHEN CASE OF EITHER ANY WHERE LET BE IN VAR WHILE DO VARIANT skip MODEL SYSTEM""".split())
KEYWORDS |= {"UNION", "INTER", "SIGMA", "PI", "rec", "struct"} | set(FUNCTIONS) | set(CONSTANTS)


class FormulaParser:
    def __init__(self, tokens, definitions):
        self.tokens = tokens
        self.at = 0
        self.definitions = definitions  # name -> (parameters, tokens of the right-hand side)

    # -- tokens

    @property
    def token(self):
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def peek(self, offset=1):
        return self.tokens[min(self.at + offset, len(self.tokens) - 1)]

    def take(self):
        token = self.token
        self.at += 1
        return token

    def is_symbol(self, *texts):
        return self.token.kind == "symbol" and self.token.text in texts

    def is_word(self, *texts):
        return self.token.kind == "name" and self.token.text in texts

    def accept(self, text):
        if self.token.text == text and self.token.kind in ("symbol", "name"):
            return self.take()
        return None

    def expect(self, text):
        found = self.accept(text)
        if found is None:
            self.fail(f"expected {text!r}, found {self.token.text!r}")
        return found

    def fail(self, message):
        raise BError(f"line {self.token.line}: {message}")

    def name(self, what="a name"):
        if self.token.kind != "name" or self.token.text in KEYWORDS:
            self.fail(f"expected {what}, found {self.token.text!r}")
        return self.take().text

    def names(self):
        found = [self.name()]
        while self.accept(","):
            found.append(self.name())
        return found

    # -- operators

    def formula(self, lowest=30, comma=False):
        left = self.prefix(comma)
        while True:
            symbol = self.token.text if self.token.kind == "symbol" else None
            precedence = PRECEDENCE.get(symbol)
            if precedence is None or precedence < lowest or (symbol == "," and not comma):
                return left
            if precedence == 70 and left.op in COMPARISONS and not left.value:
                self.fail("comparisons do not associate")
            line = self.take().line
            right = self.formula(precedence if symbol == "**" else precedence + 1, comma)
            left = Node("|->" if symbol == "," else symbol, (left, right), line=line)

    def prefix(self, comma):
        token = self.token
        if token.kind == "symbol" and token.text == "-":
            self.take()
            return Node("negative", (self.formula(210, comma),), line=token.line)
        if token.kind == "symbol" and token.text == "not":
            self.take()
            return Node("not", (self.formula(200, comma) if not self.is_symbol("(") else self.postfix(),), line=token.line)
        if token.kind == "symbol" and token.text in "!#%":
            return self.quantified(token)
        return self.postfix()

    def quantified(self, token):
        """!x.(P), #(x, y).(P), %x.(P | E), SIGMA(x).(P | E) and the like: names bound in all parts."""
        self.take()
        if self.accept("("):
            names = self.names()
            self.expect(")")
        else:
            names = self.names()
        self.expect(".")
        self.expect("(")
        parts = [self.formula(20, True)]
        if token.text in ("%", "SIGMA", "PI", "UNION", "INTER"):
            self.expect("|")
            parts.append(self.formula(20, True))
        self.expect(")")
        return self.postfix_of(Node("quantified " + token.text, parts, names, line=token.line))

    def postfix(self):
        return self.postfix_of(self.primary())

    def postfix_of(self, node):
        while True:
            line = self.token.line
            if self.is_symbol("("):
                self.take()
                argument = self.formula(20, True)
                self.expect(")")
                node = Node("apply", (node, argument), line=line)
            elif self.is_symbol("["):
                self.take()
                argument = self.formula(20, True)
                self.expect("]")
                node = Node("image", (node, argument), line=line)
            elif self.is_symbol("~"):
                self.take()
                node = Node("inverse", (node,), line=line)
            elif self.is_symbol("'"):
                self.take()
                node = Node("field", (node,), value=self.name("a field"), line=line)
            else:
                return node

    # -- primaries

    def primary(self):
        token = self.token
        if token.kind == "number":
            return Node("number", value=int(self.take().text, 0), line=token.line)
        if token.kind == "string":
            return Node("string", value=self.take().text, line=token.line)
        if token.kind == "name":
            return self.word(token)
        opening = token.text if token.kind == "symbol" else ""
        if opening == "(":
            self.take()
            inner = self.formula(20, True)
            self.expect(")")
            return Node("parentheses", (inner,), line=token.line)
        if opening == "{":
            return self.braces()
        if opening == "[":
            self.take()
            items = self.items("]")
            return Node("sequence", items, line=token.line)
        if opening == "<>":
            self.take()
            return Node("sequence", (), line=token.line)
        return self.fail(f"expected an expression, found {token.text!r}")

    def items(self, closing):
        found = []
        if not self.is_symbol(closing):
            found.append(self.formula())
            while self.accept(","):
                found.append(self.formula())
        self.expect(closing)
        return found

    def braces(self):
        line = self.expect("{").line
        start = self.at
        if self.token.kind == "name" and self.token.text not in KEYWORDS:
            names = [self.take().text]
            while self.is_symbol(",") and self.peek().kind == "name":
                self.take()
                names.append(self.take().text)
            if self.accept("|"):
                predicate = self.formula(20, True)
                self.expect("}")
                return Node("comprehension", (predicate,), names, line=line)
        self.at = start
        return Node("set", self.items("}"), line=line)

    def word(self, token):
        text = token.text
        if text in ("UNION", "INTER", "SIGMA", "PI"):
            return self.quantified(token)
        if text in FUNCTIONS:
            return self.function(token)
        if text in CONSTANTS:
            self.take()
            return Node("constant", value=text, line=token.line)
        if text in ("rec", "struct"):
            return self.record(token)
        if text == "IF":
            return self.conditional()
        if text == "LET":
            return self.let_expression()
        if text in UNSUPPORTED:
            self.fail(f"{text} is not supported")
        if text in KEYWORDS:
            self.fail(f"expected an expression, found {text!r}")
        self.take()
        if text in self.definitions:
            return self.expand(text, lambda parser: parser.whole_formula())
        return Node("name", value=text, line=token.line)

    def function(self, token):
        self.take()
        if token.text in ("succ", "pred") and not self.is_symbol("("):
            return Node("constant", value=token.text, line=token.line)
        self.expect("(")
        arguments = [self.formula(20)]
        while self.accept(","):
            arguments.append(self.formula(20))
        self.expect(")")
        if len(arguments) > FUNCTIONS[token.text] and FUNCTIONS[token.text] == 1:  # dom(a, b) is dom(a |-> b)
            pair = arguments[0]
            for argument in arguments[1:]:
                pair = Node("|->", (pair, argument), line=token.line)
            arguments = [pair]
        if len(arguments) != FUNCTIONS[token.text]:
            self.fail(f"{token.text} takes {FUNCTIONS[token.text]} arguments")
        return Node(token.text, arguments, line=token.line)

    def record(self, token):
        self.take()
        self.expect("(")
        names, values = [], []
        while True:
            names.append(self.name("a field"))
            self.expect(":")
            values.append(self.formula())
            if not self.accept(","):
                break
        self.expect(")")
        if len(set(names)) != len(names):
            self.fail("a field twice")
        order = sorted(range(len(names)), key=lambda i: names[i])
        return Node(token.text, [values[i] for i in order], value=tuple(names[i] for i in order), line=token.line)

    def conditional(self):
        line = self.expect("IF").line
        condition = self.formula(20)
        self.expect("THEN")
        parts = [condition, self.formula(20)]
        if self.is_word("ELSIF"):
            self.token.text = "IF"  # the rest parses like a separate conditional with the same END
            return Node("if_expression", [*parts, self.conditional()], line=line)
        self.expect("ELSE")
        parts.append(self.formula(20))
        self.expect("END")
        return Node("if_expression", parts, line=line)

    def let_expression(self):
        line = self.expect("LET").line
        names = self.names()
        self.expect("BE")
        equations = self.formula(20)
        self.expect("IN")
        body = self.formula(20)
        self.expect("END")
        return Node("let_expression", (equations, body), names, line=line)

    # -- definitions

    def whole_formula(self):
        found = self.formula(20, True)
        if self.token.kind != "end":
            self.fail(f"expected the end of the definition, found {self.token.text!r}")
        return Node("parentheses", (found,), line=found.line)

    def expand(self, name, parse):
        """The right-hand side of a definition, parsed by `parse`, with the following arguments substituted."""
        for kind in ("FUNCTION", "PREDICATE", "SUBSTITUTION"):
            if f"EXTERNAL_{kind}_{name}" in self.definitions:
                self.fail(f"{name} is an external function")
        parameters, body = self.definitions[name]
        arguments = []
        if parameters:
            self.expect("(")
            arguments = self.items(")")
            if len(arguments) != len(parameters):
                self.fail(f"{name} takes {len(parameters)} arguments")
        others = {n: d for n, d in self.definitions.items() if n != name and n not in parameters}
        tree = parse(type(self)(body, others))
        wrapped = [Node("parentheses", (a,), line=a.line) if a.op != "name" else a for a in arguments]
        return replace(tree, dict(zip(parameters, wrapped)))


def read_formula(text):
    """For tests: one formula."""
    return FormulaParser(tokenize(text), {}).whole_formula().args[0]
