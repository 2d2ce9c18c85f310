"""Many mutants in one build: each is a copy of its function's body, which a variable of the environment chooses.

    func half(_ x: Int) -> Int { x / 2 }          // two mutants of it, numbers 1 and 2:
    func half(_ x: Int) -> Int { if auditMutant == 1 { x * 2 } else if auditMutant == 2 { x / 3 } else { x / 2 } }

So a module is compiled once for all its mutants (Untch, Offutt and Harrold, "Mutation analysis using mutant
schemata", 1993), and a run of its tests is all that one more costs.
"""
import re

from mutants import masked

VARIABLE = "AUDIT_MUTANT"
FILE = "AuditMutant.swift"
# `@usableFromInline`, so that bodies which other modules inline may read it.
SOURCE = f"""import Glibc

@usableFromInline let auditMutant = unsafe getenv("{VARIABLE}").flatMap {{ unsafe Int(String(cString: $0)) }} ?? 0
"""
MODIFIER = (r"(?:@\w+(?:\([^)\n]*\))?|package|public|private|fileprivate|internal|static|mutating|nonmutating|final|"
            r"override|borrowing|consuming|convenience|required|lazy|indirect|nonisolated(?:\(unsafe\))?)\s+")
HEAD = re.compile(
    rf"^\s*(?:{MODIFIER})*(func|init|subscript|deinit|var|let|get|set|struct|enum|class|extension|protocol|case)\b",
    re.MULTILINE)
ACCESSOR = re.compile(rf"\s*(?:{MODIFIER})*(get|set|willSet|didSet|_read|_modify)\b")


def bodies(text):
    """The ranges of the outermost bodies of functions, between their braces."""
    code, _ = masked(text)
    found, stack, since = [], [], 0
    for place, letter in enumerate(code):
        if letter == "{":
            heads = list(HEAD.finditer(code, since, place))
            word = heads[-1][1] if heads else ""
            is_body = word in ("func", "init", "subscript", "deinit", "get", "set") or (
                word == "var" and "=" not in code[heads[-1].end():place])
            if is_body and ACCESSOR.match(code, place + 1):
                is_body = False
            stack.append((place + 1, is_body and not any(inner for _, inner in stack)))
            since = place + 1
        elif letter == "}" and stack:
            start, is_body = stack.pop()
            if is_body:
                found.append((start, place))
            since = place + 1
    return found


def body_of(mutant, ranges):
    """The range of the body that holds a mutant; None where none does, as for the value of a constant."""
    return next(((a, b) for a, b in ranges if a <= mutant.start and mutant.end <= b), None)


def planted(text, numbered):
    """A file's text with some of its mutants, and the lines of each copy.

    `numbered` has mutants by number, each with the range of its body. Of the lines, `(first, last, number)`, both
    ends belong to the copy; number 0 is the body as it was, for which all mutants of the body answer.
    """
    of_body = {}
    for number, (mutant, body) in numbered.items():
        of_body.setdefault(body, []).append((number, mutant))
    out, lines, place = "", [], 0

    def add(copy, numbers):
        nonlocal out
        first = out.count("\n") + 1
        out += copy
        lines.append((first, out.count("\n") + 1, numbers))

    for body in sorted(of_body):
        out += text[place:body[0]]
        for number, mutant in of_body[body]:
            out += f" if auditMutant == {number} {{\n"
            add(text[body[0]:mutant.start] + mutant.new + text[mutant.end:body[1]], [number])
            out += "\n} else"
        out += " {\n"
        add(text[body[0]:body[1]], [number for number, _ in of_body[body]])
        out += "\n}\n"
        place = body[1]
    return out + text[place:], lines
