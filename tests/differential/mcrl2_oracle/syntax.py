"""Parses text into nested tuples. Sorts are not checked: other tests cover invalid specifications."""
import re

TOKEN = re.compile(r"\s+|%[^\n]*|(?P<name>[A-Za-z_][A-Za-z_0-9']*)|(?P<number>\d+)|"
                   r"(?P<symbol>->|<>|<=|<\||>=|==|=>|!=|&&|\|\||\|>|\+\+|[-+*/.,;:()\[\]{}|!#=<>?@])")
SECTIONS = {'sort', 'cons', 'map', 'var', 'eqn', 'act', 'proc', 'init', 'glob'}
# operator: (level, associates to the right)
BINARY = {'=>': (2, True), '||': (3, True), '&&': (4, True), '==': (5, False), '!=': (5, False), '<': (6, False),
          '<=': (6, False), '>': (6, False), '>=': (6, False), 'in': (6, False), '|>': (7, True), '<|': (8, False),
          '++': (9, False), '+': (10, False), '-': (10, False), '/': (11, False), 'div': (11, False),
          'mod': (11, False), '*': (12, False), '.': (12, False)}


class Spec:
    def __init__(self):
        self.sorts = {}      # name -> sort, or ('struct', constructors)
        self.functions = {}  # name -> sorts
        self.constructors = {}  # of cons sections: name -> sort
        self.equations = []  # (sorts of variables, condition, left, right)
        self.globals = {}
        self.actions = set()
        self.processes = {}  # name -> [(parameters, body)]
        self.init = None


class Parser:
    def __init__(self, text):
        self.tokens = [m.group() for m in TOKEN.finditer(text) if m.lastgroup]
        self.at = 0
        self.spec = Spec()

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ''

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.accept(token):
            raise SyntaxError(f'expected {token}: {" ".join(self.tokens[max(0, self.at - 8):self.at + 4])}')

    # ---- Sections

    def parse(self):
        spec = self.spec
        while self.peek():
            section = self.next()
            if section == 'init':
                spec.init = self.process(1)
                self.expect(';')
                continue
            variables = {}
            if section == 'var':
                variables = self.declarations()
                self.expect('eqn')
                section = 'eqn'
            while self.peek() and self.peek() not in SECTIONS:
                self.item(section, variables)
        return spec

    def item(self, section, variables):
        spec = self.spec
        if section == 'eqn':
            condition, left = None, self.data(0)
            if self.accept('->'):
                condition, left = left, self.data(0)
            self.expect('=')
            spec.equations.append((variables, condition, left, self.data(0)))
        elif section == 'sort':
            names = self.names()
            definition = self.sort() if self.accept('=') else ('abstract', names[0])
            for name in names:
                spec.sorts[name] = definition
        elif section in ('map', 'cons', 'glob'):
            names = self.names()
            self.expect(':')
            sort = self.sort()
            for name in names:
                if section == 'glob':
                    spec.globals[name] = sort
                else:
                    spec.functions.setdefault(name, []).append(sort)
                if section == 'cons':
                    spec.constructors[name] = sort
        elif section == 'act':
            spec.actions.update(self.names())
            if self.accept(':'):
                self.sort(True)
        elif section == 'proc':
            name, parameters = self.next(), []
            if self.accept('('):
                while not self.accept(')'):
                    names = self.names()
                    self.expect(':')
                    sort = self.sort()
                    parameters += [(n, sort) for n in names]
                    self.accept(',')
            self.expect('=')
            spec.processes.setdefault(name, []).append((parameters, self.process(1)))
        self.expect(';')

    def declarations(self):
        found = {}
        while self.peek() not in SECTIONS:
            names = self.names()
            self.expect(':')
            sort = self.sort()
            self.expect(';')
            found.update((n, sort) for n in names)
        return found

    def names(self):
        names = [self.next()]
        while self.accept(','):
            names.append(self.next())
        return names

    def sort(self, domain=False):
        parts = [self.sort_unit()]
        while self.accept('#'):
            parts.append(self.sort_unit())
        if self.accept('->'):
            return ('function', tuple(parts), self.sort())
        return tuple(parts) if domain else parts[0]

    def sort_unit(self):
        if self.accept('('):
            inner = self.sort()
            self.expect(')')
            return inner
        name = self.next()
        if name in ('List', 'Set', 'FSet', 'Bag', 'FBag'):
            self.expect('(')
            inner = self.sort()
            self.expect(')')
            return (name, inner)
        if name != 'struct':
            return name
        constructors = []
        while True:
            constructor, fields, recogniser = self.next(), [], None
            if self.accept('('):
                while not self.accept(')'):
                    projections = [None]
                    if self.peek(1) in (':', ','):
                        at = self.at
                        projections = self.names()
                        if not self.accept(':'):
                            self.at, projections = at, [None]
                    field = self.sort()
                    fields += [(p, field) for p in projections]
                    self.accept(',')
            if self.accept('?'):
                recogniser = self.next()
            constructors.append((constructor, tuple(fields), recogniser))
            if not self.accept('|'):
                return ('struct', tuple(constructors))

    # ---- Data

    def data(self, level):
        if level == 0:
            body = self.data(1)
            while self.accept('whr'):
                pairs = []
                while True:
                    name = self.next()
                    self.expect('=')
                    pairs.append((name, self.data(1)))
                    if not self.accept(','):
                        break
                self.expect('end')
                body = ('where', body, tuple(pairs))
            return body
        if self.peek() in ('forall', 'exists', 'lambda'):
            kind, variables = self.next(), self.bound()
            return (kind, variables, self.data(1))
        if self.peek() in ('!', '-', '#'):
            left = ('op', self.next(), (self.data(13),))
        else:
            left = self.unit()
        while self.peek() in BINARY and BINARY[self.peek()][0] >= level:
            op = self.next()
            own, right = BINARY[op]
            left = ('op', op, (left, self.data(own if right else own + 1)))
        return left

    def bound(self):
        variables = []
        while True:
            names = self.names()
            self.expect(':')
            sort = self.sort()
            variables += [(n, sort) for n in names]
            if not self.accept(','):
                self.expect('.')
                return tuple(variables)

    def unit(self):
        left = self.primary()
        while True:
            if self.accept('('):
                left = ('apply', left, self.items(')'))
            elif self.accept('['):
                at = self.data(0)
                self.expect('->')
                left = ('update', left, at, self.data(0))
                self.expect(']')
            else:
                return left

    def items(self, closing):
        items = []
        while not self.accept(closing):
            items.append(self.data(0))
            self.accept(',')
        return tuple(items)

    def primary(self):
        token = self.next()
        if token.isdigit():
            return ('number', int(token))
        if token == '(':
            inner = self.data(0)
            self.expect(')')
            return inner
        if token == '[':
            return ('list', self.items(']'))
        if token != '{':
            return ('name', token)
        if self.accept('}'):
            return ('set', ())
        if self.accept(':'):
            self.expect('}')
            return ('bag', ())
        at = self.at
        name = self.next()
        if re.match('[A-Za-z_]', name) and self.accept(':'):
            try:
                sort = self.sort()
                if self.accept('|'):
                    body = self.data(0)
                    self.expect('}')
                    return ('collect', name, sort, body)
            except (SyntaxError, IndexError):
                pass
        self.at = at
        elements = []
        bag = False
        while not self.accept('}'):
            element = self.data(0)
            if self.accept(':'):
                bag = True
                element = (element, self.data(0))
            elements.append(element)
            self.accept(',')
        return ('bag' if bag else 'set', tuple(elements))

    # ---- Processes

    def unit_end(self, at):
        while at < len(self.tokens) and self.tokens[at] in '!-#':
            at += 1
        token = self.tokens[at]
        if token in '([{':
            at = self.closing(at)
        elif re.match('[A-Za-z_0-9]', token) and token not in ('sum', 'delta', 'tau', 'allow', 'block', 'comm', 'hide', 'rename'):
            at += 1
        else:
            return None
        while self.tokens[at] in '([':
            at = self.closing(at)
        return at

    def closing(self, at):
        depth = 0
        while True:
            depth += {'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}.get(self.tokens[at], 0)
            at += 1
            if depth == 0:
                return at

    def process(self, level):
        if self.peek() == 'sum':
            self.next()
            variables = self.bound()
            left = ('sum', variables, self.process(2))
        else:
            end = self.unit_end(self.at)
            if end is not None and end < len(self.tokens) and self.tokens[end] == '->':
                condition = self.data(13) if self.peek() in '!-#' else self.unit()
                self.expect('->')
                then = self.process(5)
                left = ('if', condition, then, self.process(5) if self.accept('<>') else ('delta',))
            else:
                left = self.multi()
        while True:
            for op, own, kind in (('+', 1, 'choice'), ('||', 3, 'par'), ('.', 7, 'seq')):
                if self.peek() == op and own >= level:
                    self.next()
                    left = (kind, left, self.process(own + 1))
                    break
            else:
                return left

    def multi(self):
        parts = [self.atom()]
        while self.accept('|'):
            parts.append(self.atom())
        return parts[0] if len(parts) == 1 else ('multi', tuple(parts))

    def action_set(self):
        self.expect('(')
        self.expect('{')
        found = []
        while not self.accept('}'):
            names = [self.next()]
            while self.accept('|'):
                names.append(self.next())
            found.append((tuple(sorted(names)), self.next() if self.accept('->') else None))
            self.accept(',')
        self.expect(',')
        return tuple(found)

    def atom(self):
        token = self.next()
        if token == '(':
            inner = self.process(1)
            self.expect(')')
            return inner
        if token in ('delta', 'tau'):
            return (token,)
        if token in ('allow', 'block', 'hide', 'rename', 'comm'):
            what = self.action_set()
            inner = self.process(1)
            self.expect(')')
            return (token, what, inner)
        if not self.accept('('):
            return ('call', token, (), None)
        if self.peek() == ')' or self.peek(1) == '=':
            pairs = []
            while not self.accept(')'):
                name = self.next()
                self.expect('=')
                pairs.append((name, self.data(0)))
                self.accept(',')
            return ('call', token, None, tuple(pairs))
        return ('call', token, self.items(')'), None)


def parse(text):
    return Parser(text).parse()
