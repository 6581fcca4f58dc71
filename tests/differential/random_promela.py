#!/usr/bin/env python3
"""Random Promela models, well typed, with small bounded state spaces, the same for the same seed.

These rules keep them bounded and well defined, so that SPIN's answer is *the* answer:
  - every assignment is reduced by `% k`, by its type (bit, unsigned : 2), or copies a value that was;
  - array indices are masked (`& 1`), unless the feature `oob` asks for wrong ones;
  - loops inside atomic and d_step only count (states inside are not stored), and gotos lead to labels outside;
  - a d_step never blocks after its first statement (SPIN gives up there);
  - hidden variables are written before they are read within one d_step (they are not part of the state);
  - remote references name processes that never terminate;
  - a bit never receives a wider field: SPIN loses the truncated part when it undoes a receive.

Each model switches on a random subset of the features ("swarm testing"), so that features meet in all combinations.

    random_promela.py --seed 7 [--size 3]           prints a model
    random_promela.py --seed 1 --check 200          reports how many SPIN accepts and how large they are
"""

import argparse
import dataclasses
import random
import re
import sys

import promela_corners
from promela_tree import Group, Leaf, Model, Process, text_of

# feature -> probability that a model may use it
FEATURES = {
    "atomic": 0.6, "d_step": 0.4, "unless": 0.25, "else": 0.7, "timeout": 0.2, "buffered": 0.6, "rendezvous": 0.4,
    "chan_array": 0.25, "chan_value": 0.15, "init_run": 0.4, "dynamic_run": 0.15, "select": 0.2, "for": 0.25,
    "goto": 0.35, "goto_atomic": 0.15, "typedef": 0.3, "array": 0.4, "remote": 0.12, "priority": 0.05,
    "provided": 0.08, "nr_pr": 0.12, "last": 0.08, "local_chan": 0.15, "assert": 0.3, "unsigned": 0.3, "short": 0.3,
    "mtype": 0.25, "sorted_send": 0.25, "random_receive": 0.3, "poll": 0.3, "peek": 0.2, "eval": 0.3,
    "conditional": 0.3, "inline": 0.2, "printf": 0.25, "hidden": 0.1, "end_label": 0.25, "d_step_choice": 0.1,
    "oob": 0.08, "block": 0.25, "local_array": 0.2, "step": 0.4, "nested_if": 0.6, "pid": 0.4, "write_only": 0.25,
    "chan_parameter": 0.15, "predicates": 0.4, "multi_field": 0.4, "bit_operations": 0.25, "local_init": 0.5,
    "chan_field": 0.12, "record_field": 0.12, "record_array": 0.15, "for_in": 0.15, "local_global": 0.12,
    "exclusive": 0.1, "get_priority": 0.3, "run_value": 0.4, "mtype_set": 0.15, "unless_in_atomic": 0.1,
}


@dataclasses.dataclass
class Variable:
    name: str
    kind: str  # byte, bit, bool, unsigned, short, mtype
    modulus: int = 2
    cells: int = 0  # of an array
    initial: str = "0"


@dataclasses.dataclass
class Channel:
    name: str
    fields: list
    capacity: int
    cells: int = 0


@dataclasses.dataclass
class Place:
    """Where a statement is generated."""
    locals: list
    channels: list
    labels: list
    depth: int = 0
    atomic: bool = False
    in_loop: bool = False
    declarations: list = dataclasses.field(default_factory=list)
    taken: int = 0

    def inside(self, **changes):
        return dataclasses.replace(self, depth=self.depth + 1, **changes)


def ends_in_loop(statement):
    if isinstance(statement, Leaf):
        return False
    if statement.kind == "do" or statement.head.startswith("for"):
        return True
    return any(part and ends_in_loop(part[-1]) for part in statement.parts)


def starts_with_d_step(statement):
    return isinstance(statement, Group) and (statement.kind == "d_step" or bool(statement.parts[0])
                                             and starts_with_d_step(statement.parts[0][0]))


MTYPES = ["red", "green", "blue"]
LEVELS = ["low", "middle", "high"]


class Generator:
    def __init__(self, seed, size=3, features=None):
        self.random = random.Random(seed)
        self.later = random.Random(seed + 0.5)  # for later additions, so that the other models stay the same
        self.seed = seed
        self.size = size
        chances = features or FEATURES
        self.on = {name for name, chance in chances.items() if self.random.random() < chance}
        if "priority" in self.on:  # SPIN rejects priorities combined with rendezvous channels
            self.on -= {"rendezvous"}
        if "remote" in self.on:  # and remote references inside d_step
            self.on -= {"d_step", "priority"}
        if "chan_field" in self.on:  # a channel that is received needs a variable
            self.on |= {"chan_value", "buffered"}
        self.globals = []
        self.variables = []
        self.channels = []
        self.names = 0
        self.remote_targets = []
        self.runnable = []  # (name, parameter kinds)
        self.hidden = []
        self.inlines = []  # (name, may block)
        self.carriers = []  # channels of channels
        self.record = None
        self.record_channels = []
        self.levels = []  # variables of the type mtype:level
        self.instances = 2
        self.in_pattern = False

    # -- small helpers

    def chance(self, probability):
        return self.random.random() < probability

    def use(self, feature, probability=1.0):
        return feature in self.on and self.chance(probability)

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # -- expressions

    def read(self, variable):
        if not variable.cells:
            return variable.name
        if not self.in_pattern and self.use("oob", 0.5):
            return f"{variable.name}[{self.small_term()}]"
        return f"{variable.name}[{self.index()}]"

    def index(self):
        if self.chance(0.5) or not self.variables:
            return str(self.random.randrange(2))
        simple = [v.name for v in self.variables if not v.cells and v.kind != "mtype"]
        return f"{self.pick(simple)} & 1" if simple else "1"

    def small_term(self):
        simple = [v.name for v in self.variables if not v.cells and v.kind in ("byte", "bit", "unsigned")]
        return f"{self.pick(simple)} + 1" if simple else "2"

    def numeric(self, place):
        return [v for v in self.variables + place.locals if v.kind != "mtype"]

    def term(self, place):
        choices = ["constant", "variable", "variable", "variable"]
        if "priority" in self.on and self.use("get_priority", 0.5):
            return self.pick(["_priority", "get_priority(_pid)"])
        for feature, word in (("pid", "_pid"), ("nr_pr", "_nr_pr"), ("last", "_last"), ("predicates", "len")):
            if self.use(feature, 0.3):
                choices.append(word)
        if self.remote_targets and self.use("remote", 0.5):
            choices.append("remote")
        choice = self.pick(choices)
        queues = [c for c in self.channels + place.channels if c.capacity]
        numeric = self.numeric(place)
        if choice == "variable" and numeric:
            return self.read(self.pick(numeric))
        if choice in ("_pid", "_nr_pr", "_last"):
            return choice
        if choice == "len" and queues:
            return f"len({self.channel_name(self.pick(queues))})"
        if choice == "remote":
            return self.remote_value()
        return str(self.random.randrange(3))

    def remote_value(self):
        name, pid, variable, label = self.pick(self.remote_targets)
        return f"{name}[{pid}]:{variable}" if self.chance(0.6) else f"{name}[{pid}]@{label}"

    def expression(self, place, depth=0):
        roll = self.random.random()
        if depth > 1 or roll < 0.45:
            return self.term(place)
        left, right = self.expression(place, depth + 1), self.expression(place, depth + 1)
        if roll < 0.62:
            return f"({left} + {right})"
        if roll < 0.72:
            return f"({left} - {right})"
        if roll < 0.78:
            return f"({left} * {right})"
        if self.use("conditional", 0.6):
            return f"({self.condition(place, 1)} -> {left} : {right})"
        if self.use("bit_operations", 0.6):
            return f"({left} {self.pick(['&', '|', '^'])} {right})" if self.chance(0.8) else f"({left} << 1)"
        return f"({left} {self.pick(['<', '==', '>'])} {right})"

    def condition(self, place, depth=0):
        roll = self.random.random()
        mtypes = [v for v in self.variables + place.locals if v.kind == "mtype"]
        if roll < 0.1 and mtypes:
            return f"({self.read(self.pick(mtypes))} {self.pick(['==', '!='])} {self.pick(MTYPES)})"
        if self.levels and self.chance(0.15):
            return f"({self.pick(self.levels)} {self.pick(['==', '!='])} {self.pick(LEVELS)})"
        if depth < 1 and roll < 0.2:
            return f"({self.condition(place, 1)} {self.pick(['&&', '||'])} {self.condition(place, 1)})"
        if roll < 0.26:
            return f"!({self.condition(place, 1)})"
        if self.use("poll", 0.1):
            poll = self.poll(place)
            if poll:
                return poll
        left, variables = self.expression(place, 1), self.numeric(place)
        if variables and self.chance(0.6):  # comparisons whose value can change
            left = self.read(self.pick(variables))
            return f"({left} {self.pick(['< 1', '< 2', '== 0', '== 1', '!= 1', '> 0', '!= 0'])})"
        return f"({left} {self.pick(['<', '<=', '==', '!=', '>', '>='])} {self.term(place)})"

    def guard_condition(self, place):
        """A whole condition statement; full, empty and the like are allowed only here (SPIN's grammar excludes them
        from `!` and `->:`)."""
        queues = [c for c in self.channels + place.channels if c.capacity]
        if queues and self.use("predicates", 0.3):
            test = f"{self.pick(['full', 'empty', 'nfull', 'nempty'])}({self.channel_name(self.pick(queues))})"
            return test if self.chance(0.6) else f"{test} {self.pick(['&&', '||'])} {self.condition(place, 1)}"
        return self.condition(place)

    def cut(self, variable, text):
        """The expression, bounded for this variable."""
        if variable.kind in ("bit", "unsigned") and not variable.cells:  # SPIN makes bit arrays byte arrays
            return text
        if variable.kind == "bool":
            return text if self.chance(0.3) else f"({text}) > 0"
        if variable.kind == "short":
            return f"({text}) % {variable.modulus} - 1"
        return f"({text}) % {variable.modulus}"

    # -- messages

    def channel_name(self, channel):
        return f"{channel.name}[{self.index()}]" if channel.cells else channel.name

    def any_channel(self, place, buffered=False):
        fitting = [c for c in self.channels + place.channels if c.capacity or not buffered]
        return self.pick(fitting) if fitting else None

    def field_value(self, kind, place):
        if kind == "mtype":
            return self.pick(MTYPES)
        if kind == "bit":
            return self.pick(["0", "1", f"({self.expression(place, 1)}) & 1"])
        return self.pick(["0", "1", "2", f"({self.expression(place, 1)}) & 1", f"({self.expression(place, 1)}) & 1"])

    def send(self, place):
        channel = self.any_channel(place)
        if not channel:
            return None
        operator = "!!" if channel.capacity and self.use("sorted_send", 0.3) else "!"
        values = [self.field_value(kind, place) for kind in channel.fields]
        if channel.fields[0] == "mtype" and len(values) > 1 and self.chance(0.5):
            return Leaf(f"{self.channel_name(channel)}{operator}{values[0]}({', '.join(values[1:])})")
        return Leaf(f"{self.channel_name(channel)}{operator}{', '.join(values)}")

    def pattern(self, kind, place, poll=False):
        """One field of a receive; a poll must not contain variables, which it would not set, so it uses eval and
        constants."""
        roll = self.random.random()
        if roll < 0.2:
            return "_"
        if kind == "mtype":
            targets = [v for v in self.variables + place.locals if v.kind == "mtype"]
            return self.pick(MTYPES) if roll < 0.6 or not targets or poll else self.read(self.pick(targets))
        numeric = [v for v in self.numeric(place) if v.kind != "bool" and (v.kind != "bit" or v.cells or kind == "bit")]
        if self.use("eval", 0.25) and numeric:
            return f"eval({self.read(self.pick(numeric))})"
        if roll < 0.35 or not numeric or poll:
            return str(self.random.randrange(2))
        return self.read(self.pick(numeric))

    def receive(self, place):
        channel = self.any_channel(place)
        if not channel:
            return None
        buffered = channel.capacity > 0
        operator = "??" if buffered and self.use("random_receive", 0.35) else "?"
        self.in_pattern = True  # a bad index there upsets SPIN's queues
        patterns = [self.pattern(kind, place) for kind in channel.fields]
        self.in_pattern = False
        # SPIN rejects a variable that receives two fields, and undoes a receive wrongly if a stored value determines
        # where another field went, the value it had to match, or the channel.
        name = self.channel_name(channel)
        names = [name for pattern in patterns for name in set(re.findall(r"[a-zA-Z_][.\w]*", pattern)) - {"_", "eval"}]
        kept = 0 if set(names) & set(re.findall(r"[a-zA-Z_]\w*", name)) else 1 if len(set(names)) < len(names) else len(patterns)
        patterns[kept:] = ["_"] * (len(patterns) - kept)
        text = ", ".join(patterns)
        text = f"<{text}>" if buffered and self.use("peek", 0.2) else text
        return Leaf(f"{name}{operator}{text}")

    def poll(self, place):
        channel = self.any_channel(place, buffered=True)
        if not channel:
            return None
        operator = "??" if self.use("random_receive", 0.4) else "?"
        return f"{self.channel_name(channel)}{operator}[{', '.join(self.pattern(k, place, True) for k in channel.fields)}]"

    # -- statements

    def assign(self, place):
        variables = self.variables + place.locals
        if not variables:
            return Leaf("skip")
        variable = self.pick(variables)
        target = self.read(variable)
        if variable.kind == "mtype":
            others = [v for v in variables if v.kind == "mtype"]
            return Leaf(f"{target} = {self.pick(MTYPES) if self.chance(0.7) else self.read(self.pick(others))}")
        if variable.kind in ("bit", "unsigned") and not variable.cells and self.use("step", 0.4):
            return Leaf(target + self.pick(["++", "--"]))
        return Leaf(f"{target} = {self.cut(variable, self.expression(place))}")

    def guard(self, place):
        """A statement that may block (or not), to start an option."""
        choices = ["condition"] * 4 + ["assign"] * 2
        if self.channels or place.channels:
            choices += ["send", "receive", "receive"]
        if self.use("timeout", 0.2) and not place.atomic:
            choices.append("timeout")
        made = {"condition": lambda: Leaf(self.guard_condition(place)), "assign": lambda: self.assign(place),
                "send": lambda: self.send(place), "receive": lambda: self.receive(place),
                "timeout": lambda: Leaf("timeout")}[self.pick(choices)]()
        return made or Leaf(self.condition(place))

    def sequence(self, place, length):
        """No d_step directly after a loop: SPIN takes the loop's break for a jump into it, and rejects the model."""
        made = []
        for _ in range(length):
            statement = self.statement(place)
            if made and ends_in_loop(made[-1]) and starts_with_d_step(statement):
                made.append(Leaf("skip"))
            made.append(statement)
        return made

    def option(self, place, guard=None, last=None):
        first = guard or self.guard(place)
        body = self.sequence(place, self.random.randrange(0, 3))
        if not last and self.chance(0.15):
            last = self.jump(place)
        return [first, *body, *([last] if last else [])]

    def jump(self, place):
        """The last statement of an option: statements after a jump would be dead."""
        if place.in_loop and self.chance(0.4):
            return Leaf("break")
        if place.labels and not place.atomic and self.use("goto"):
            return Leaf(f"goto {self.pick(place.labels)}")
        return None

    def selection(self, place):
        inner = place.inside()
        options = [self.option(inner) for _ in range(self.random.randint(1, 3))]
        if self.use("else", 0.6):
            options.append(self.option(inner, Leaf("else")))
        elif self.chance(0.5):
            options.append(self.option(inner, self.assign(inner)))
        return Group("if", options)

    def repetition(self, place):
        inner = place.inside(in_loop=True)
        options = [self.option(inner) for _ in range(self.random.randint(1, 2))]
        for option in options:  # pan rejects an option that consists only of `skip`
            if isinstance(option[0], Leaf) and option[0].text in ("true", "skip"):
                option[0] = Leaf(self.condition(inner))
        leave = Leaf("else") if self.use("else", 0.4) else None
        options.append(self.option(inner, leave, Leaf("break")))
        return Group("do", options)

    def counted_loop(self, place, body):
        """For atomic and d_step: the counter is a separate variable that no other statement assigns."""
        counter = self.fresh("n")
        place.declarations.append(f"byte {counter}")
        if self.use("for", 0.6):
            return [Group("block", [body], head=f"for ({counter} : 0 .. 1) ")]
        bound = self.random.randint(1, 3)
        return [Leaf(f"{counter} = 0"),
                Group("do", [[Leaf(f"{counter} < {bound}"), *body, Leaf(f"{counter}++")], [Leaf("else"), Leaf("break")]])]

    def atomic(self, place):
        inner = place.inside(atomic=True, in_loop=False)
        body = self.sequence(inner, self.random.randint(1, 3))
        if self.chance(0.15):
            body += self.counted_loop(place, self.sequence(inner, 1))
        if place.labels and self.use("goto", 0.2) and not place.atomic:
            body.append(Group("if", [[Leaf(self.condition(place)), Leaf(f"goto {self.pick(place.labels)}")], [Leaf("else")]]))
        return Group("atomic", [body])

    def plain(self, place):
        """A statement that never blocks, for the rest of a d_step."""
        roll = self.random.random()
        if roll < 0.2 and place.depth < 4:
            inner = place.inside()
            options = [[Leaf(self.condition(inner)), self.plain(inner)]]
            if self.use("d_step_choice"):
                options.append([Leaf(self.condition(inner)), self.plain(inner)])
            return Group("if", [*options, [Leaf("else"), *([self.plain(inner)] if self.chance(0.5) else [])]])
        if roll < 0.25 and self.use("assert"):
            return Leaf(f"assert({self.condition(place)})")
        if roll < 0.3 and self.hidden:
            return Leaf("skip")
        return self.assign(place)

    def d_step(self, place):
        first = self.guard(place)
        rendezvous = tuple(c.name for c in self.channels + place.channels if not c.capacity)
        if first.text == "timeout" or (rendezvous and first.text.startswith(rendezvous)):
            first = Leaf(self.condition(place))
        inner = place.inside(atomic=True, in_loop=False)
        body = [first] + [self.plain(inner) for _ in range(self.random.randint(1, 3))]
        if self.hidden and self.chance(0.5):
            name, value = self.pick(self.hidden), self.expression(inner)
            numeric = [v for v in self.numeric(place)]
            if numeric:
                target = self.pick(numeric)
                body += [Leaf(f"{name} = {value}"), Leaf(f"{self.read(target)} = {self.cut(target, name)}")]
        if self.chance(0.2):
            body += self.counted_loop(place, [self.plain(inner)])
        return Group("d_step", [body])

    def unless(self, place):
        inner = place.inside(in_loop=False)
        body = self.sequence(inner, self.random.randint(1, 3))
        whole = self.chance(0.25)
        handler = inner.inside(atomic=True) if whole else inner
        escape = [self.guard(handler)] + self.sequence(handler, self.random.randrange(0, 2))
        if whole:
            escape = [Group("atomic", [escape])]
        return Group("unless", [body, escape])

    def block(self, place):
        name = self.fresh("b")
        first = Leaf(f"byte {name} = {self.cut(Variable(name, 'byte'), self.expression(place, 1))}")
        inner = place.inside(locals=[*place.locals, Variable(name, "byte")], in_loop=place.in_loop)
        return Group("block", [[first, *self.sequence(inner, self.random.randint(1, 2))]])

    def loop_over_cells(self, place):
        """for (i in array), for (m in channel)."""
        arrays = [v for v in self.variables + place.locals if v.cells and v.kind != "mtype" and "." not in v.name]
        if self.record_channels and self.chance(0.5):  # SPIN requires a structure as the variable
            body = [self.assign(place.inside())]
            return Group("block", [body], head=f"for ({self.record} in {self.record_channels[0]}) ")
        name = self.fresh("i")
        if arrays:
            array = self.pick(arrays)
            place.declarations.append(f"int {name}")
            body = [Leaf(f"{array.name}[{name}] = {self.cut(array, self.expression(place, 1))}")]
            return Group("block", [body], head=f"for ({name} in {array.name}) ")
        return self.simple(place)

    def loop_over_range(self, place):
        counter = self.fresh("i")
        place.declarations.append(f"{self.pick(['byte', 'int', 'short'])} {counter}")
        inner = place.inside(locals=place.locals)
        return Group("block", [self.sequence(inner, 1)], head=f"for ({counter} : 0 .. {self.random.randint(1, 2)}) ")

    def choose_range(self, place):
        name = self.fresh("s")
        place.declarations.append(f"{self.pick(['byte', 'int'])} {name}")
        low = self.random.randint(0, 1)
        variables = self.numeric(place)
        parts = [Leaf(f"select ({name} : {low} .. {low + self.random.randint(1, 2)})")]
        if variables:
            target = self.pick(variables)
            parts.append(Leaf(f"{self.read(target)} = {self.cut(target, name)}"))
        return Group("block", [parts])

    def start_process(self, place):
        name, parameters = self.pick(self.runnable)
        arguments = []
        for kind in parameters:
            fitting = [c for c in self.channels if c.fields == ["byte"] and c.capacity and not c.cells]
            if kind == "chan":
                if not fitting:
                    return Leaf("skip")
                arguments.append(self.pick(fitting).name)
            else:
                arguments.append(self.pick(["0", "1", f"({self.expression(place, 1)}) & 1"]))
        call = f"run {name}({', '.join(arguments)})"
        if self.use("run_value", 0.5):
            variable = self.fresh("z")
            place.declarations.append(f"pid {variable}")
            call = f"{variable} = {call}"
        return Group("if", [[Leaf("_nr_pr < 4"), Leaf(call)], [Leaf("else")]])

    def statement(self, place):
        if place.depth >= self.size:
            return self.simple(place)
        roll = self.random.random()
        for probability, allowed, make in (
                (0.12, "nested_if" in self.on, self.selection),
                (0.08, not place.atomic, self.repetition),
                (0.10, "atomic" in self.on, self.atomic),
                (0.07, "d_step" in self.on, self.d_step),
                (0.06, "unless" in self.on and (not place.atomic or "unless_in_atomic" in self.on), self.unless),
                (0.04, "for_in" in self.on and not place.atomic, self.loop_over_cells),
                (0.04, "for" in self.on and not place.atomic, self.loop_over_range),
                (0.04, "select" in self.on and not place.atomic, self.choose_range),
                (0.04, "block" in self.on, self.block),
                (0.05, bool(self.runnable) and "dynamic_run" in self.on, self.start_process)):
            if roll < probability:
                return make(place) if allowed else self.simple(place)
            roll -= probability
        return self.simple(place)

    def special(self, place):
        """A statement of one of the rarer kinds, if any is enabled and applicable; else None."""
        makers = []
        numeric = [v for v in self.numeric(place) if v.kind != "bool"]
        if self.inlines and numeric:
            name = self.pick(self.inlines)
            makers.append(lambda: Leaf(f"{name}({self.read(self.pick(numeric))}, {self.expression(place, 1)})"))
        names = [c.name for c in self.channels + place.channels if c.fields == ["byte"] and c.capacity and not c.cells]
        if self.carriers and names:
            makers.append(lambda: Leaf(f"{self.pick(self.carriers)}!{self.pick(names)}"))
            variables = [name for name in names if name.startswith("w")]
            if variables:
                makers.append(lambda: Leaf(f"{self.pick(self.carriers)}?{self.pick(variables)}"))
        if self.record_channels:
            channel = self.pick(self.record_channels)
            makers += [lambda: Leaf(f"{channel}?{self.record}"), lambda: Leaf(f"{channel}!{self.record}")]
        if self.levels:
            makers.append(lambda: Leaf(f"{self.pick(self.levels)} = {self.pick(LEVELS + self.levels)}"))
        return self.pick(makers)() if makers else None

    def simple(self, place):
        if self.chance(0.2):
            rare = self.special(place)
            if rare:
                return rare
        roll = self.random.random()
        if roll < 0.1 and self.use("assert"):
            return Leaf(f"assert({self.condition(place)})")
        if roll < 0.15 and self.use("printf"):
            return Leaf(f'printf("%d\\n", {self.expression(place)})')
        if roll < 0.19:
            return Leaf(self.pick(["skip", "true", "1"]))
        if roll < 0.24:
            return Leaf(self.guard_condition(place))
        if roll < 0.45 and (self.channels or place.channels):
            return (self.send if self.chance(0.5) else self.receive)(place)
        return self.assign(place)

    # -- declarations and processes

    def variable(self, prefix, local=False):
        kinds = ["byte", "byte", "bit", "bool"]
        kinds += [kind for kind in ("unsigned", "short", "mtype") if kind in self.on]
        if local and "priority" in self.on:  # SPIN loses bits of processes that have a priority
            kinds = ["byte", "short"]
        kind = self.pick(kinds)
        array = self.use("local_array" if local else "array", 0.3) and kind in ("byte", "bit", "short")
        made = Variable(self.fresh(prefix), kind, self.pick([2, 2, 3]), 2 if array else 0)
        shape = "[2]" if array else (" : 2" if kind == "unsigned" else "")
        value = self.pick(MTYPES) if kind == "mtype" else str(self.random.randrange(2))
        initial = f" = {value}" if (kind == "mtype" and self.chance(0.5)) or self.use("local_init", 0.4) else ""
        made.initial = value if initial else "0"
        return made, f"{kind} {made.name}{shape}{initial}"

    def channel(self, prefix, local=False):
        kinds = [kind for kind in ("buffered", "rendezvous") if kind in self.on] or ["buffered"]
        capacity = 0 if (self.pick(kinds) == "rendezvous" and not local) else self.random.randint(1, 2)
        fields = ["byte"]
        if self.use("multi_field", 0.5):
            fields = self.pick([["byte", "bit"], ["bit"], ["mtype"], ["mtype", "byte"]])
        made = Channel(self.fresh(prefix), fields, capacity, 2 if not local and self.use("chan_array", 0.4) else 0)
        return made, f"chan {made.name}{'[2]' if made.cells else ''} = [{capacity}] of {{ {', '.join(fields)} }}"

    def declare_globals(self):
        self.globals.append("mtype = { " + ", ".join(MTYPES) + " }")
        for _ in range(self.random.randint(1, 2 + self.size // 3)):
            variable, text = self.variable("g")
            self.variables.append(variable)
            self.globals.append(text)
        if self.use("typedef"):
            third = "short u" if "record_field" in self.on else "unsigned u : 2"  # SPIN sends no unsigned in a record
            self.globals.append(f"typedef Record {{ byte f; bit h[2]; {third} }}")
            name = self.fresh("t")
            self.globals.append(f"Record {name}")
            self.variables += [Variable(f"{name}.f", "byte", 2)]
            last = Variable(f"{name}.u", third.split()[0], 2)
            self.variables += [self.pick([Variable(f"{name}.h", "bit", 2, 2), last])]
            self.record = name
            if self.use("record_array"):
                array = self.fresh("r")
                self.globals.append(f"Record {array}[2]")
                index = self.pick(["0", "1", self.index()])
                self.variables += [Variable(f"{array}[{index}].f", "byte", 2), Variable(f"{array}[1].h", "bit", 2, 2)]
            if self.use("record_field"):
                self.record_channels.append(self.fresh("rc"))
                capacity = 1 if "for_in" in self.on else self.random.randint(0 if "rendezvous" in self.on else 1, 2)
                self.globals.append(f"chan {self.record_channels[0]} = [{capacity}] of {{ Record }}")
        if self.use("mtype_set"):
            self.globals.append("mtype:level = { " + ", ".join(LEVELS) + " }")
            self.levels.append(self.fresh("lv"))
            self.globals.append(f"mtype:level {self.levels[0]} = {self.pick(LEVELS)}")
        if self.use("inline"):
            self.inlines = ["twist", "settle"]
            self.globals.append("inline twist(x, y) { x = (x + y) % 2; if :: y > 0 -> x = 0 :: else fi }")
            self.globals.append("inline settle(x, y) { x = y % 2; again: if :: x > 1 -> x = 0; goto again :: else fi }")
        if self.use("chan_field"):
            self.carriers.append(self.fresh("cc"))
            capacity = self.random.randint(0 if "rendezvous" in self.on else 1, 1)
            self.globals.append(f"chan {self.carriers[0]} = [{capacity}] of {{ chan }}")
        if "buffered" in self.on or "rendezvous" in self.on:
            for _ in range(self.random.randint(1, 2)):
                channel, text = self.channel("c")
                self.channels.append(channel)
                self.globals.append(text)
        if self.use("hidden"):
            self.hidden.append(self.fresh("hid"))
            self.globals.append(f"hidden byte {self.hidden[-1]}")
        if self.use("write_only"):
            self.globals.append("byte never_read")

    def body(self, place):
        """A process body: some statements, labels on plain ones, often one loop around all of them."""
        length = self.random.randint(2, 2 + self.size) if self.instances < 3 else self.random.randint(1, self.size)
        labels = [self.fresh("L")] if self.use("goto") else []
        place.labels = labels
        statements = self.sequence(place, length)
        if "write_only" in self.on and self.chance(0.3):
            statements.append(Leaf(f"never_read = {self.expression(place)}"))
        if self.use("goto_atomic") and "atomic" in self.on and not labels:
            statements = self.jump_into_atomic(place) + statements
        if labels:
            at = self.random.randint(0, len(statements))
            statements.insert(at, Leaf(f"{labels[0]}: {self.assign(place).text}"))
        opening = [self.assign(place), Leaf("skip")]  # two steps, so that hardly any model is blocked at once
        if self.chance(0.6):
            inner = place.inside(in_loop=True)
            first = self.assign(inner) if self.chance(0.85) else self.guard(inner)
            leave = self.assign(inner) if self.chance(0.4) else self.guard(inner)
            statements = [Group("do", [[first, *statements], [leave, Leaf("break")]])]
        if self.use("end_label", 0.5):
            statements.append(Leaf(f"{self.fresh('end')}: {self.guard_condition(place)}"))
        return opening + statements

    def jump_into_atomic(self, place):
        label = self.fresh("J")
        inner = place.inside(atomic=True, in_loop=False)
        return [Group("if", [[Leaf(self.condition(place)), Leaf(f"goto {label}")], [Leaf("else")]]),
                Group("atomic", [[self.assign(inner), Leaf(f"{label}: {self.assign(inner).text}"), self.statement(inner)]])]

    def process(self, name, head, parameters=(), forever=False):
        place = Place(locals=[], channels=[], labels=[])
        for kind, parameter in parameters:
            if kind == "chan":
                place.channels.append(Channel(parameter, ["byte"], 1))
            else:
                place.locals.append(Variable(parameter, kind, 2))
        for _ in range(self.random.randint(0, 2)):
            variable, text = self.variable("v", local=True)
            place.locals.append(variable)
            place.declarations.append(text)
        if self.use("local_chan", 0.5):
            channel, text = self.channel("q", local=True)
            place.channels.append(channel)
            place.declarations.append(text)
        if self.use("chan_value", 0.7):
            fitting = [c for c in self.channels if c.fields == ["byte"] and c.capacity and not c.cells]
            if fitting:
                channel = Channel(self.fresh("w"), ["byte"], 1)
                place.channels.append(channel)
                place.declarations.append(f"chan {channel.name} = {self.pick(fitting).name}")
        if self.use("local_global", 0.4):
            mine = Variable(self.fresh("lg"), "byte", 2)
            self.globals.append(f"local byte {mine.name}")
            place.locals.append(mine)
        plain = [c.name for c in self.channels if not c.cells]
        if plain and self.use("exclusive", 0.4):
            place.declarations.append(f"{self.pick(['xr', 'xs'])} {self.pick(plain)}")
        tail = []
        body = self.body(place)
        if forever:
            tail = [Leaf(f"end_{name}: false")]
        return Process(head, place.declarations, body, tail)

    def remote_process(self):
        """Comes first (pid 0), never terminates, has a counter and a label that others may refer to."""
        variable, label = self.fresh("r"), self.fresh("Rl")
        place = Place(locals=[Variable(variable, "bit")], channels=[], labels=[])
        loop = Group("do", [[self.guard(place), Leaf(f"{variable} = 1 - {variable}")],
                            [Leaf(self.condition(place)), Leaf(f"{label}: {self.assign(place).text}")]])
        labels = [label]
        if self.later.random() < 0.5:  # a label on a jump becomes a state if another process refers to it
            labels.append(f"Rj{self.seed}")
            loop.parts.append([Leaf(self.condition(place)), Leaf(f"{labels[1]}: break")])
        self.remote_targets += [("Watched", 0, variable, name) for name in labels]
        return Process("active proctype Watched()", [f"bit {variable}"], [loop], [Leaf("end_watched: false")])

    def suffix(self):
        text = ""
        if self.use("priority", 0.8):
            text += f" priority {self.random.randint(1, 3)}"
        plain = [v for v in self.variables if not v.cells and v.kind != "mtype"]
        if self.use("provided", 0.5) and plain:  # true initially, or no step would ever be possible
            variable = self.pick(plain)
            test = self.pick(["== 0", "!= 1", "< 2"] if variable.initial == "0" else ["> 0", "!= 2", "== 1"])
            text += f" provided ({variable.name} {test})"
        return text

    def model(self):
        self.declare_globals()
        self.instances = self.random.choice([2, 2, 2, 3])
        processes = []
        bit = "byte" if "priority" in self.on else "bit"
        if self.use("remote"):
            processes.append(self.remote_process())
        if "dynamic_run" in self.on:
            short_size, self.size = self.size, 1
            processes.append(self.process("Child", f"proctype Child({bit} p0)", [(bit, "p0")]))
            self.size = short_size
            self.runnable.append(("Child", [bit]))
        budget = self.instances - (1 if processes else 0)
        calls = []
        while budget > 0:
            name = self.fresh("P")
            copies = 2 if budget > 1 and self.chance(0.4) else 1
            budget -= copies
            if "init_run" in self.on:
                kinds = [bit] if self.chance(0.6) else []
                fitting = [c for c in self.channels if c.fields == ["byte"] and c.capacity and not c.cells]
                if fitting and self.use("chan_parameter"):
                    kinds.append("chan")
                parameters = [(kind, f"p{i}") for i, kind in enumerate(kinds)]
                shape = "; ".join(f"{kind} {parameter}" for kind, parameter in parameters)
                head = f"proctype {name}({shape}){self.suffix_provided()}{self.priority_of_run()}"
                processes.append(self.process(name, head, parameters))
                urgency = self.priority_of_run()  # the same for all: SPIN may take the priority of a process for padding
                for _ in range(copies):
                    arguments = [self.pick(fitting).name if kind == "chan" else str(self.random.randrange(2)) for kind in kinds]
                    calls.append(Leaf(f"run {name}({', '.join(arguments)}){urgency}"))
            else:
                count = f" [{copies}]" if copies > 1 else ""
                processes.append(self.process(name, f"active{count} proctype {name}(){self.suffix()}"))
        if calls:
            starts = [Group("atomic", [calls])] if self.chance(0.6) else calls
            processes.append(Process("init", [], starts, []))
        return Model(self.seed, self.globals, processes)

    def priority_of_run(self):
        return f" priority {self.later.randint(1, 3)}" if "priority" in self.on and self.later.random() < 0.5 else ""

    def suffix_provided(self):
        return self.suffix().split(" priority")[0] if "provided" in self.on and "priority" not in self.on else ""


def generate(seed, size=3):
    return promela_corners.add(Generator(seed, size).model())


def _check(options):
    import os
    import tempfile
    import spin_oracle
    sizes, refused, limits = [], [], []
    for seed in range(options.seed, options.seed + options.check):
        with tempfile.NamedTemporaryFile("w", suffix=".pml", delete=False) as file:
            file.write(text_of(generate(seed, options.size)))
        try:
            answer = spin_oracle.ask(file.name, pan_timeout=60)
            (sizes if answer.complete and 5 <= answer.states <= 200_000 else limits).append(answer.states)
            if not answer.complete or not 5 <= answer.states <= 200_000:
                print(f"seed {seed}: {answer.states} states, complete={answer.complete}", flush=True)
        except spin_oracle.OracleError as error:
            refused.append(seed)
            print(f"seed {seed}: {str(error)[-300:]}", flush=True)
        os.unlink(file.name)
    sizes.sort()
    quantiles = [sizes[int(q * (len(sizes) - 1))] for q in (0, 0.25, 0.5, 0.75, 0.95, 1)] if sizes else []
    print(f"{options.check} models: {len(sizes)} good, {len(refused)} refused, {len(limits)} unfit; states: {quantiles}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--check", type=int, default=0, metavar="N")
    options = parser.parse_args()
    if options.check:
        return _check(options)
    sys.stdout.write(text_of(generate(options.seed, options.size)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
