"""One flat model of a machine and of all that it sees, includes, extends, uses, imports or refines.

Every included machine is an instance: its variables and operations are renamed by the prefix with which it is included,
its parameters are replaced by the actual ones; sets and constants keep their names. An instance shared by several
machines (SEES, USES, INCLUDES with the same prefix) exists once.
"""

import pathlib

from lexer import BError
from machines import Operation, read_machine
from syntax import Node, replace


class Model:
    def __init__(self):
        self.sets = {}  # name -> names of elements, None when deferred
        self.constants, self.variables = [], []
        self.properties, self.invariant, self.assertions = [], [], []
        self.initialisations = []
        self.operations = {}  # all, by name
        self.offered = []  # names of those callable by the environment
        self.definitions = {}
        self.goal = None


class Instance:
    def __init__(self, machine):
        self.machine = machine
        self.included = False
        self.visible = {}  # name as written by a machine that uses this one without a prefix -> tree
        self.operations = []  # local names of all that are offered to an includer


def name_node(name):
    return Node("name", value=name)


def joined(prefix, name):
    return f"{prefix}.{name}" if prefix else name


class Composer:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.model = Model()
        self.instances = {}  # (machine, prefix) -> Instance
        self.open = []

    def read(self, name):
        for suffix in (".mch", ".ref", ".imp"):
            path = self.folder / (name + suffix)
            if path.exists():
                return read_machine(path)
        raise BError(f"machine {name} not found")

    def instance(self, name, prefix, arguments):
        key = (name, prefix)
        if name in self.open:
            raise BError(f"machine {name} depends on itself")
        if key not in self.instances:
            machine = self.read(name)
            self.instances[key] = self.build(machine, prefix, arguments)
        return self.instances[key]

    def build(self, machine, prefix, arguments):
        if len(arguments) != len(machine.parameters):
            raise BError(f"machine {machine.name} has {len(machine.parameters)} parameters")
        self.open.append(machine.name)
        instance = Instance(machine)
        scope = dict(zip(machine.parameters, arguments))
        included = machine.used["INCLUDES"] + machine.used["EXTENDS"] + machine.used["IMPORTS"]
        abstraction = self.take_abstraction(machine, scope)
        for kind in ("SEES", "USES"):
            for local, other, actual in machine.used[kind]:
                if any(other == name for _, name, _ in included):
                    raise BError(f"{other} is both included and seen")
                self.know(scope, self.instance(other, local, actual), local)
        for local, other, actual in sorted(included, key=lambda reference: self.uses_others(reference[1])):
            actual = [replace(argument, scope) for argument in actual]
            inner = self.instance(other, joined(prefix, local), actual)
            inner.included = True
            self.know(scope, inner, local)
            instance.visible.update({joined(local, n): tree for n, tree in inner.visible.items()})
        self.declare(machine, prefix, scope, instance, abstraction)
        self.define_operations(machine, prefix, scope, instance)
        self.open.pop()
        return instance

    def uses_others(self, name):
        return bool(self.read(name).used["USES"])

    @staticmethod
    def know(scope, instance, prefix):
        for name, tree in instance.visible.items():
            constant = name in instance.machine.sets or name in instance.machine.constants or name in {
                element for members in instance.machine.sets.values() for element in members or []}
            scope[name if constant else joined(prefix, name)] = tree
            scope[joined(prefix, name)] = tree

    def take_abstraction(self, machine, scope):
        """Adds what a refinement takes from its abstraction: sets, constants, variables. Returns the variables of the
        abstraction."""
        if machine.refines is None:
            return []
        abstract = self.read(machine.refines)
        variables = list(abstract.variables) + self.take_abstraction(abstract, scope)
        for kind in ("SEES", "INCLUDES", "EXTENDS"):
            for local, other, actual in abstract.used[kind]:
                if kind == "SEES":
                    self.know(scope, self.instance(other, local, actual), local)
                elif not any(other == name for _, name, _ in machine.used["INCLUDES"] + machine.used["EXTENDS"] + machine.used["IMPORTS"]):
                    raise BError(f"{other}, included by the abstraction, is not supported here")
        self.declare_sets(abstract)
        self.model.constants += [c for c in abstract.constants if c not in self.model.constants]
        self.model.properties += [replace(p, scope) for p in abstract.properties]
        kept = [predicate for predicate in abstract.invariant if not (predicate.free() & set(variables)) - set(machine.variables)]
        self.model.invariant += [replace(predicate, scope) for predicate in kept]
        return variables

    def declare_sets(self, machine):
        for name, members in machine.sets.items():
            self.model.sets.setdefault(name, members)

    def declare(self, machine, prefix, scope, instance, abstraction):
        model = self.model
        self.declare_sets(machine)
        constants = [n for names in machine.sets.items() for n in (names[0], *(names[1] or []))] + machine.constants
        for name in constants:
            instance.visible[name] = scope[name] = name_node(name)
        model.constants += [name for name in machine.constants if name not in model.constants]
        for name in machine.variables:
            instance.visible[name] = scope[name] = name_node(joined(prefix, name))
            if joined(prefix, name) in model.variables:
                raise BError(f"variable {joined(prefix, name)} twice")
            model.variables.append(joined(prefix, name))
        gone = set(abstraction) - set(machine.variables)
        invariant = [p for p in machine.invariant if not p.free() & gone]  # the rest links to the abstraction
        assertions = [p for p in machine.assertions if not p.free() & gone]
        model.properties += [replace(p, scope) for p in machine.constraints + machine.properties]
        model.invariant += [replace(p, scope) for p in invariant]
        model.assertions += [replace(p, scope) for p in assertions]

    def define_operations(self, machine, prefix, scope, instance):
        model = self.model
        promoted = list(machine.promotes)
        for local, other, _ in machine.used["EXTENDS"]:
            promoted += [joined(local, name) for name in self.instances[other, joined(prefix, local)].operations]
        for name in promoted:
            if name not in scope:
                raise BError(f"operation {name} to be promoted is not known")
            instance.operations.append(name)
            instance.visible[name] = scope[name]
        for name in machine.operations:
            scope[name] = instance.visible[name] = name_node(joined(prefix, name))
            instance.operations.append(name)
        for name, operation in machine.operations.items():
            local = set(operation.parameters) | set(operation.results)
            inner = {n: tree for n, tree in scope.items() if n not in local}
            whole = joined(prefix, name)
            model.operations[whole] = Operation(whole, operation.results, operation.parameters,
                                                replace(operation.body, inner))
        if machine.initialisation is not None:
            model.initialisations.append(replace(machine.initialisation, scope))


def compose(path):
    """The flat model of the machine in the file."""
    path = pathlib.Path(path)
    machine = read_machine(path)
    composer = Composer(path.parent)
    own = [name_node(name) for name in machine.parameters]
    instance = composer.build(machine, "", own)
    model = composer.model
    for name in machine.parameters:
        if name.isupper():  # a set parameter: like a deferred set
            model.sets[name] = None
        else:
            model.constants.append(name)
    # If no machine includes a machine that is seen or used, only the environment calls its operations.
    outside = [other for other in composer.instances.values() if not other.included]
    model.offered = [known.visible[name].value for known in [instance, *outside] for name in known.operations]
    model.definitions = machine.definitions
    scope = {name: tree for name, tree in instance.visible.items()}
    goal = machine.definitions.get("GOAL")
    if goal is not None:
        model.goal = replace(goal_formula(goal, machine.definitions), scope)
    return model


def goal_formula(goal, definitions):
    from formulas import FormulaParser
    return FormulaParser(goal[1], {n: d for n, d in definitions.items() if n != "GOAL"}).whole_formula()
