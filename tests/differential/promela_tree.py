"""A small tree of Promela text: the output of random_promela.py, its textual form, and all trees one step smaller."""

import copy
import dataclasses


@dataclasses.dataclass
class Leaf:
    text: str


@dataclasses.dataclass
class Group:
    """kind: if, do, atomic, d_step, block, unless; parts are statement sequences (options, or the body, or body and escape)."""
    kind: str
    parts: list
    head: str = ""  # before the whole: a label, or `for (i : 0 .. 1)`


@dataclasses.dataclass
class Process:
    head: str
    declarations: list
    body: list
    tail: list


@dataclasses.dataclass
class Model:
    seed: int
    globals: list
    processes: list


# -- text

def _write_sequence(statements, indent, out):
    for number, statement in enumerate(statements):
        end = ";" if number + 1 < len(statements) else ""
        _write_statement(statement, indent, out, end)


def _write_options(group, indent, out):
    for option in group.parts:
        out.append(f"{indent}:: ")
        start = len(out) - 1
        _write_sequence(option, indent + "   ", out)
        out[start:start + 2] = [out[start] + out[start + 1].lstrip()] if len(out) > start + 1 else [out[start] + "skip"]


def _write_statement(statement, indent, out, end):
    if isinstance(statement, Leaf):
        out.append(f"{indent}{statement.text}{end}")
        return
    if statement.kind in ("if", "do"):
        close = {"if": "fi", "do": "od"}[statement.kind]
        out.append(f"{indent}{statement.head}{statement.kind}")
        _write_options(statement, indent, out)
        out.append(f"{indent}{close}{end}")
        return
    word = {"atomic": "atomic ", "d_step": "d_step ", "block": "", "unless": ""}[statement.kind]
    out.append(f"{indent}{statement.head}{word}{{")
    _write_sequence(statement.parts[0], indent + "   ", out)
    if statement.kind == "unless":
        out.append(f"{indent}}} unless {{")
        _write_sequence(statement.parts[1], indent + "   ", out)
    out.append(f"{indent}}}{end}")


def text_of(model):
    out = [f"// random model, seed {model.seed}"]
    out += [f"{line};" for line in model.globals]
    for process in model.processes:
        out.append(f"\n{process.head} {{")
        out += [f"   {line};" for line in process.declarations]
        _write_sequence([*process.body, *process.tail] or [Leaf("skip")], "   ", out)
        out.append("}")
    return "\n".join(out) + "\n"


# -- smaller variants of a model, for shrinking

def _sequences(statements):
    """All statement lists inside, outermost first."""
    yield statements
    for statement in statements:
        if isinstance(statement, Group):
            for part in statement.parts:
                yield from _sequences(part)


def _all_sequences(model):
    for process in model.processes:
        yield from _sequences(process.body)
        yield process.tail


def _without(model, locate, number):
    changed = copy.deepcopy(model)
    del locate(changed)[number]
    return changed


def _smaller_sequences(model):
    for at, sequence in enumerate(_all_sequences(model)):
        def locate(m, at=at):
            return next(s for i, s in enumerate(_all_sequences(m)) if i == at)
        for number, statement in enumerate(sequence):
            if len(sequence) > 1:
                yield _without(model, locate, number)
            if isinstance(statement, Group):
                for part in range(len(statement.parts)):
                    changed = copy.deepcopy(model)
                    there = locate(changed)
                    there[number:number + 1] = there[number].parts[part]
                    yield changed
                    if statement.kind in ("if", "do") and len(statement.parts) > 1:
                        changed = copy.deepcopy(model)
                        del locate(changed)[number].parts[part]
                        yield changed
            elif statement.text not in ("skip", "else", "break"):
                changed = copy.deepcopy(model)
                locate(changed)[number] = Leaf("skip")
                yield changed


def smaller(model):
    """Models with one part removed; SPIN may reject some (the caller checks)."""
    for number in range(len(model.processes)):
        yield _without(model, lambda m: m.processes, number)
    for number in range(len(model.globals)):
        yield _without(model, lambda m: m.globals, number)
    for which, process in enumerate(model.processes):
        for number in range(len(process.declarations)):
            yield _without(model, lambda m, which=which: m.processes[which].declarations, number)
        if " [2]" in process.head:
            changed = copy.deepcopy(model)
            changed.processes[which].head = process.head.replace(" [2]", "")
            yield changed
    yield from _smaller_sequences(model)
