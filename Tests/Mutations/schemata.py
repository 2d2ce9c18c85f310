"""Many mutants in one build: each is a copy of its function's body, which a variable of the environment chooses.

    func half(_ x: Int) -> Int { x / 2 }          // two mutants of it, numbers 1 and 2:
    func half(_ x: Int) -> Int { if isMutant(1) { x * 2 } else if isMutant(2) { x / 3 } else { x / 2 } }

    static let most = 100                         // and of a constant's value, number 3:
    static let most = (isMutant(3) ? (101) : (100))

So a module is compiled once for all its mutants (Untch, Offutt and Harrold, "Mutation analysis using mutant
schemata", 1993), and a run of its tests is all that one more costs. A run without a mutant notes which bodies it
reaches, so that the tests of a mutant are those that run its body.
"""
import re

from mutants import masked

VARIABLE, REACHED = "AUDIT_MUTANT", "AUDIT_REACHED"
FILE = "AuditMutant.swift"
# The most mutants of a build.
MOST = 1 << 16
# `@usableFromInline`, so that bodies which other modules inline may read it.
SOURCE = f"""import Glibc

private let auditMutant = unsafe getenv("{VARIABLE}").flatMap {{ unsafe Int(String(cString: $0)) }} ?? 0
/// A byte for each mutant, set once its body runs; nil if nobody asks.
private nonisolated(unsafe) let auditReached = unsafe getenv("{REACHED}").flatMap {{ path in
  unsafe mmap(nil, {MOST}, PROT_READ | PROT_WRITE, MAP_SHARED, open(path, O_RDWR), 0)?
    .assumingMemoryBound(to: UInt8.self)
}}

@usableFromInline func isMutant(_ number: Int) -> Bool {{
  if let reached = unsafe auditReached {{ unsafe reached[number] = 1 }}
  return auditMutant == number
}}
"""
MODIFIER = (r"(?:@\w+(?:\([^)\n]*\))?|package|public|private|fileprivate|internal|static|mutating|nonmutating|final|"
            r"override|borrowing|consuming|convenience|required|lazy|indirect|nonisolated(?:\(unsafe\))?)\s+")
HEAD = re.compile(
    rf"^\s*(?:{MODIFIER})*(func|init|subscript|deinit|var|let|get|set|struct|enum|class|extension|protocol|case)\b",
    re.MULTILINE)
ACCESSOR = re.compile(rf"\s*(?:{MODIFIER})*(get|set|willSet|didSet|_read|_modify)\b")


VALUE = re.compile(rf"^ *(?:{MODIFIER})*(?:let|var) \w+(?:: [^=\n]+)? =(?=\s)", re.MULTILINE)
# What tells that an expression goes on, at the end of a line and at the begin of the next.
OPEN, MORE = re.compile(r"(?:[-+*/&|<>=?:,]|\bin|\bas)$"), re.compile(r"[-+*/&|<>=?:.]|as |is |\{")


def value_end(code, start):
    """Where the expression that starts somewhere ends: the first line that no bracket and no operator continues."""
    depth = 0
    for place in range(start, len(code)):
        letter = code[place]
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0 or depth == 0 and letter in ",;":
            return place
        if letter == "\n" and depth == 0:
            line = code[start:place].rstrip()
            if line and not OPEN.search(line) and not MORE.match(code[place:].lstrip()):
                return place
    return len(code)


def bodies(text):
    """The ranges of the outermost bodies of functions, between their braces, and of the values of constants."""
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
    for match in VALUE.finditer(code):
        if not any(a <= match.start() < b for a, b in found):
            found.append((match.end(), value_end(code, match.end())))
    return found


def body_of(mutant, ranges):
    """The range of the body that holds a mutant; None where none does, as for the value of a constant."""
    return next(((a, b) for a, b in ranges if a <= mutant.start and mutant.end <= b), None)


def planted(text, numbered):
    """A file's text with some of its mutants, and the lines of each copy, then those of the whole body.

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
        above = out.count("\n") + 1
        is_value = text[body[0] - 1] == "="
        start, middle, last, end = (
            (" (isMutant({}) ? (", "\n) :", " (", "\n)" + ")" * len(of_body[body])) if is_value else
            (" if isMutant({}) {{\n", "\n} else", " {\n", "\n}\n"))
        for number, mutant in of_body[body]:
            out += start.format(number)
            add(text[body[0]:mutant.start] + mutant.new + text[mutant.end:body[1]], [number])
            out += middle
        out += last
        add(text[body[0]:body[1]], [number for number, _ in of_body[body]])
        out += end
        # An error behind the copies, such as a stored property without a value, may be of any.
        lines.append((above, out.count("\n") + 1, list(dict(of_body[body]))))
        place = body[1]
    return out + text[place:], lines
