"""Inserts rare Promela constructs into a random model, deterministically for a seed.

Each corner case occurs in some models only. All keep the model well typed; the callers leave out models that SPIN
rejects."""

import random
import re

from promela_tree import Group, Leaf

CHANNEL = re.compile(r"\bchan (\w+) = \[0\] of \{ ?([^}]*)\}")


def leaves(statements):
    for statement in statements:
        if isinstance(statement, Leaf):
            yield statement
        else:
            for part in statement.parts:
                yield from leaves(part)


def groups(statements):
    for statement in statements:
        if isinstance(statement, Group):
            yield statement
            for part in statement.parts:
                yield from groups(part)


class Corners:
    def __init__(self, model):
        self.model = model
        self.random = random.Random(model.seed * 7919 + 1)

    def add(self):
        for corner in (self.select_texts, self.odd_operators, self.polls_of_rendezvous, self.nested_d_steps,
                       self.lengths_from_variables, self.numbers_that_wrap):
            if self.random.random() < 0.2:
                corner()

    def all_leaves(self):
        return [leaf for process in self.model.processes for leaf in leaves(process.body)]

    def select_texts(self):
        """select as a choice or as a loop, depending only on its text."""
        for leaf in self.all_leaves():
            found = re.fullmatch(r"select \((\w+) : (\d+) \.\. (\d+)\)", leaf.text)
            if found:
                name, low, high = found.groups()
                leaf.text = self.random.choice([
                    f"select({name}:{low}..{high})", f"select ({name} : ({low}) .. {high})",
                    f"select ({name} :\n      {low} .. {high})", f"select\n      ({name} : {low} .. {high})",
                    f"select ({name} : {low} .. {low} + 1)", f"select ({name} : 0{low} .. {high})"])

    def odd_operators(self):
        """Alternative spellings that SPIN's lexer accepts for -> != << >>."""
        odd = {" -> ": " --> ", " != ": " !!= ", " << ": " <=< ", " >> ": " >=> "}
        for leaf in self.all_leaves():
            if '"' not in leaf.text and self.random.random() < 0.5:
                for usual, other in odd.items():
                    leaf.text = leaf.text.replace(usual, other)

    def polls_of_rendezvous(self):
        """Polling a rendezvous channel ends the path."""
        channels = [found.groups() for line in self.model.globals for found in CHANNEL.finditer(line)]
        conditions = [leaf for leaf in self.all_leaves() if leaf.text.startswith("(") and leaf.text.endswith(")")]
        if not channels or not conditions:
            return
        for leaf in self.random.sample(conditions, min(2, len(conditions))):
            name, fields = self.random.choice(channels)
            pattern = ", ".join(self.random.choice("01") for _ in fields.split(","))
            joined = self.random.choice(["&&", "||"])
            leaf.text = f"({leaf.text} {joined} {name}{self.random.choice(['?', '??'])}[{pattern}])"

    def nested_d_steps(self):
        for process in self.model.processes:
            for group in list(groups(process.body)):
                body = group.parts[0]
                if group.kind == "d_step" and len(body) > 1 and self.random.random() < 0.7:
                    cut = self.random.randrange(len(body))
                    body[cut:] = [Group("d_step", [body[cut:]])]

    def lengths_from_variables(self):
        for number, line in enumerate(self.model.globals):
            found = re.fullmatch(r"((?:byte|bit|short|int) \w+)\[(\d+)\](.*)", line)
            if found:
                self.model.globals[number] = f"{found.group(1)}[length{found.group(2)}]{found.group(3)}"
        for length in sorted({found for line in self.model.globals for found in re.findall(r"\[length(\d+)\]", line)}):
            self.model.globals.insert(0, f"{self.random.choice(['byte', 'int'])} length{length} = {length}")

    def numbers_that_wrap(self):
        """Constants that wrap to themselves."""
        for leaf in self.all_leaves():
            if '"' not in leaf.text and "select" not in leaf.text and self.random.random() < 0.3:
                leaf.text = re.sub(r"(?<=[=<>] )[012]\b", lambda found: str(int(found.group()) + (1 << 32)), leaf.text,
                                   count=1)


def add(model):
    Corners(model).add()
    return model
