"""Text of a B machine to tokens. ASCII and Unicode notation give the same tokens."""

import re


class BError(Exception):
    """The machine is invalid, or uses features that this evaluator does not support."""


class Token:
    __slots__ = ("kind", "text", "line")

    def __init__(self, kind, text, line):
        self.kind = kind  # "name", "number", "string", "symbol", "end"
        self.text = text
        self.line = line

    def __repr__(self):
        return f"{self.text!r} (line {self.line})"


# A single Unicode character, and the corresponding ASCII notation.
UNICODE = {
    "∈": ":", "∉": "/:", "⊆": "<:", "⊂": "<<:", "⊈": "/<:", "⊄": "/<<:", "∪": "\\/", "∩": "/\\", "∖": "\\",
    "↦": "|->", "↔": "<->", "⇸": "+->", "→": "-->", "⤔": ">+>", "↣": ">->", "⤀": "+->>", "↠": "-->>", "⤖": ">->>",
    "◁": "<|", "▷": "|>", "⩤": "<<|", "⩥": "|>>", "∀": "!", "∃": "#", "∧": "&", "∨": "or", "⇒": "=>", "⇔": "<=>",
    "¬": "not", "≠": "/=", "≤": "<=", "≥": ">=", "×": "*", "÷": "/", "−": "-", "∗": "*", "∅": "{}", "ℕ": "NATURAL",
    "ℤ": "INTEGER", "ℙ": "POW", "λ": "%", "·": ".", "‥": "..", "⊗": "><", "∑": "SIGMA", "∏": "PI", "⊤": "btrue", "⊥": "bfalse", "∥": "||", "≔": ":=", "∣": "|", "∼": "~",
    "\ue103": "<+", "⋃": "UNION", "⋂": "INTER",
}

SYMBOLS = sorted("""
    := :: : ; , . ( ) { } [ ] = == <=> => <= >= < > /= /: <: <<: /<: /<<: \\/ /\\ \\ + - * / ** .. | || |-> |> |>>
    <| <<| <+ >< ~ ! # % & <-> <<-> <->> <<->> +-> --> >+> >+>> >-> +->> -->> >->> -> <- <-- ^ /|\\ \\|/ <> '
""".split(), key=len, reverse=True)

SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.S)
NAME = re.compile(r"[A-Za-z_\u00b5\u0370-\u03ba\u03bc-\u03ff][\w]*(?:\.[A-Za-z_]\w*)*(?:\$0)?")
NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
WORD_OPERATORS = {"or", "not", "mod"}


def _unescape(text):
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), text)


def tokenize(text):
    """All tokens of the text, and one of kind "end"."""
    tokens, at, line = [], 0, 1
    while at < len(text):
        space = SPACE.match(text, at)
        if space:
            line += space[0].count("\n")
            at = space.end()
            continue
        token, end = _next(text, at, line)
        if token.text == "{}" and token.kind == "symbol":  # the empty set in Unicode notation is two tokens in ASCII
            tokens += [Token("symbol", "{", line), Token("symbol", "}", line)]
        else:
            tokens.append(token)
        at = end
    tokens.append(Token("end", "end of file", line))
    return tokens


def _next(text, at, line):
    character = text[at]
    if character in UNICODE:
        meaning = UNICODE[character]
        if meaning in ("POW", "NATURAL") and text[at + 1:at + 2] == "1":
            return Token("name", meaning + "1", line), at + 2
        if meaning.isalpha() and meaning not in WORD_OPERATORS:
            return Token("name", meaning, line), at + 1
        return Token("symbol", meaning, line), at + 1
    for kind, pattern in (("string", STRING), ("name", NAME), ("number", NUMBER)):
        match = pattern.match(text, at)
        if match and kind == "string":
            return Token("string", _unescape(match[1]), line), match.end()
        if match and match[0] in WORD_OPERATORS:
            return Token("symbol", match[0], line), match.end()
        if match:
            return Token(kind, match[0], line), match.end()
    for symbol in SYMBOLS:
        if text.startswith(symbol, at):
            return Token("symbol", symbol, line), at + len(symbol)
    raise BError(f"line {line}: unexpected character {character!r}")
