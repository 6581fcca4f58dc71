"""Syntax trees: one class of nodes, and functions on arbitrary trees (free names, renaming)."""


class Node:
    """`op` is its kind; `args` are subtrees; `names` are names that it binds in all of its subtrees; `value` is any
    additional data (the text of a name, a number, names of fields, ...)."""

    __slots__ = ("op", "args", "names", "value", "line", "_free")

    def __init__(self, op, args=(), names=(), value=None, line=0):
        self.op = op
        self.args = tuple(args)
        self.names = tuple(names)
        self.value = value
        self.line = line
        self._free = None

    def __repr__(self):
        parts = [repr(a) for a in self.args]
        if self.names:
            parts.insert(0, "<" + ",".join(self.names) + ">")
        if self.value is not None:
            parts.insert(0, repr(self.value))
        return f"{self.op}({', '.join(parts)})"

    def free(self):
        """Names that occur free; `x$0` counts as x$0."""
        if self._free is None:
            found = set()
            for argument in self.args:
                found |= argument.free()
            found -= set(self.names)
            if self.op == "name":
                found.add(self.value)
            elif self.op == "call" or self.op == "call_results":
                found.add(self.value)
            self._free = frozenset(found)
        return self._free


def replace(node, mapping):
    """The tree with free names replaced by trees. Assigned names and called operations may be replaced by names."""
    if not mapping:
        return node
    inner = {name: tree for name, tree in mapping.items() if name not in node.names} if node.names else mapping
    if node.op == "name":
        base, old = (node.value[:-2], True) if node.value.endswith("$0") else (node.value, False)
        tree = mapping.get(base)
        if tree is None:
            return node
        if old:
            return Node("name", value=tree.value + "$0", line=node.line) if tree.op == "name" else tree
        return tree
    args = [replace(argument, inner) for argument in node.args]
    value = node.value
    if node.op in ("call", "call_results") and value in mapping and mapping[value].op == "name":
        value = mapping[value].value
    return Node(node.op, args, node.names, value, node.line)


def conjuncts(node):
    """The parts of a conjunction, including those within parentheses (as from definitions)."""
    if node.op == "parentheses":
        return conjuncts(node.args[0])
    if node.op == "&":
        return conjuncts(node.args[0]) + conjuncts(node.args[1])
    return [node]
