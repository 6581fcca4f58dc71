"""Types of substitutions and of whole models."""

from lexer import BError
from typecheck import INT, TypeChecker, Unknown, set_of, unify


class SubstitutionTypes(TypeChecker):
    def __init__(self, names, operations):
        super().__init__(names)
        self.operations = operations
        self.signatures = {}  # operation -> ({parameter: type}, {result: type})

    def signature(self, name, line):
        if name not in self.operations:
            raise BError(f"line {line}: unknown operation {name}")
        if name not in self.signatures:
            operation = self.operations[name]
            self.signatures[name] = ({n: Unknown() for n in operation.parameters},
                                     {n: Unknown() for n in operation.results})
        return self.signatures[name]

    def substitution(self, node, scope):
        if node.names:
            scope = self.bind(node, scope)
        special = getattr(self, "check_" + node.op, None)
        if special:
            special(node, scope)
            return
        if node.op not in ("skip", "choice", "sequential", "parallel", "var", "pre", "assert", "if", "select", "any",
                           "let", "either", "else"):
            raise BError(f"line {node.line}: {node.op} is no substitution")
        predicates = self.predicate_positions(node)
        for position, argument in enumerate(node.args):
            (self.predicate if position in predicates else self.substitution)(argument, scope)

    @staticmethod
    def predicate_positions(node):
        if node.op in ("pre", "assert", "any", "let"):
            return {0}
        if node.op in ("if", "select"):
            return set(range(0, len(node.args) - 1, 2))
        return set()

    def check_assign(self, node, scope):
        for target, value in zip(node.args[0].args, node.args[1].args):
            unify(self.target(target, scope), self.expression(value, scope), node.line)

    def check_becomes_element(self, node, scope):
        types = [self.target(target, scope) for target in node.args[0].args]
        t = types[0]
        for following in types[1:]:
            t = ("pair", t, following)
        unify(self.expression(node.args[1], scope), set_of(t), node.line)

    def check_becomes_such_that(self, node, scope):
        self.binders[id(node)] = {target.value: self.target(target, scope) for target in node.args[0].args}
        self.predicate(node.args[1], scope)

    def check_case(self, node, scope):
        t = self.expression(node.args[0], scope)
        for branch in node.args[1:]:
            for value in branch.args[:-1]:
                unify(self.expression(value, scope), t, value.line)
            self.substitution(branch.args[-1], scope)

    def check_while(self, node, scope):
        condition, body, invariant, variant = node.args
        self.predicate(condition, scope)
        self.substitution(body, scope)
        self.predicate(invariant, scope)
        unify(self.expression(variant, scope), INT, variant.line)

    def check_call(self, node, scope):
        parameters, results = self.signature(node.value, node.line)
        targets, arguments = node.args
        if len(arguments.args) != len(parameters) or len(targets.args) != len(results):
            raise BError(f"line {node.line}: {node.value} has {len(parameters)} parameters, {len(results)} results")
        for argument, t in zip(arguments.args, parameters.values()):
            unify(self.expression(argument, scope), t, argument.line)
        for target, t in zip(targets.args, results.values()):
            unify(self.target(target, scope), t, target.line)

    def target(self, node, scope):
        root = node
        while root.op in ("apply", "field", "parentheses"):
            root = root.args[0]
        if root.op != "name":
            raise BError(f"line {node.line}: cannot be assigned to")
        return self.expression(node, scope)


def check_model(model):
    """Infers the types of everything in the flattened model. Returns the checker, which holds the types of all
    binders."""
    names = {}
    for set_name, members in model.sets.items():
        names[set_name] = set_of(("given", set_name))
        for member in members or []:
            names[member] = ("given", set_name)
    for name in [*model.constants, *model.variables]:
        names.setdefault(name, Unknown())
    checker = SubstitutionTypes(names, model.operations)
    for predicate in [*model.properties, *model.invariant, *model.assertions]:
        checker.predicate(predicate, {})
    for operation in model.operations.values():
        parameters, results = checker.signature(operation.name, 0)
        checker.substitution(operation.body, {**parameters, **results})
    for initialisation in model.initialisations:
        checker.substitution(initialisation, {})
    if model.goal is not None:
        checker.predicate(model.goal, {})
    checker.resolve(last=True)
    return checker
