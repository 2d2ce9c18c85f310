"""Mutants of a module at random: small slips that nobody chose.

A mutant changes one place of the module's source: a comparison, a sign, an order, a default. `draw` gives them in an
order that module and seed decide. What stands in comments is left alone, and so is what a message says.
"""
import random
import re

NAME = r"[A-Za-z_][\w.]*(?:\(\))?"
SWAPS = {
    "comparison": [("<", "<="), ("<=", "<"), (">", ">="), (">=", ">"), ("==", "!="), ("!=", "=="), ("..<", "...")],
    "arithmetic": [("+", "-"), ("-", "+"), ("*", "/"), ("/", "*"), ("&+", "&-"), ("&-", "&+"), ("+=", "-="),
                   ("-=", "+=")],
    "logic": [("&&", "||"), ("||", "&&")],
}
ORDERS = [("first", "last"), ("min", "max"), ("prefix", "suffix"), ("dropFirst", "dropLast"), ("least", "most"),
          ("lowerBound", "upperBound")]
# Left out: what ends the program, what only the compiler reads, conditions that a machine decides, and what only time
# can tell.
SKIPPED = re.compile(r"^\s*(?:///|//|import |package import|public import|@|#|precondition|assert|fatalError)"
                     r"|.*(?:reserveCapacity|prefetch)")


class Mutant:
    """A place of a file, what is put there, and which kind of slip that is."""

    def __init__(self, path, text, kind, start, end, new):
        self.path, self.kind, self.start, self.end, self.new = path, kind, start, end, new
        self.line = text.count("\n", 0, start) + 1
        begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        self.before = " ".join(text[begin:stop].split())
        self.after = " ".join((text[begin:start] + new + text[end:stop]).split())

    def __str__(self):
        return f"{self.kind}: `{self.before}` → `{self.after}`"


def masked(text):
    """The text with blanks for comments and strings, and the ranges of the strings' contents."""
    hidden, strings = list(text), []
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|#"(?:.*?)"#|"""(?:\\.|.)*?"""|"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*"',
                         re.DOTALL)
    for match in pattern.finditer(text):
        if match[0].startswith('"') and not match[0].startswith('"""'):
            strings.append((match.start() + 1, match.end() - 1))
        for place in range(*match.span()):
            if text[place] != "\n":
                hidden[place] = " "
    return "".join(hidden), strings


def cases(texts):
    """For each case without values, the next one of its enum."""
    following = {}
    for text in texts:
        for block in re.finditer(r"\benum \w+[^{]*\{(.*?)\n\s*(?:\}|///? [^\n]*\n\s*(?:package |private )?(?:static |var |func |init))",
                                 masked(text)[0], re.DOTALL):
            names = [name.strip() for line in re.findall(r"^\s*case ([\w, ]+)$", block[1], re.MULTILINE)
                     for name in line.split(",")]
            following.update(zip(names, names[1:] + names[:1]))
    return {name: other for name, other in following.items() if name != other}


def of_file(path, text, following):
    """All mutants of a file, by kind."""
    code, strings = masked(text)
    skipped, place = [], 0
    for line in text.splitlines(keepends=True):
        if SKIPPED.match(line):
            skipped.append((place, place + len(line)))
        place += len(line)

    def add(kind, start, end, new):
        if not any(a <= start < b for a, b in skipped) and new != text[start:end]:
            found.append(Mutant(path, text, kind, start, end, new))

    found = []
    for kind, pairs in SWAPS.items():
        for old, new in pairs:
            for match in re.finditer(rf"(?<= )(?<!func ){re.escape(old)}(?= )", code):
                # `{ $0 <= $1 }` is no order to sort by: "order" turns it round.
                if not re.search(r"\{ \$0[\w.]* $", code[:match.start()]):
                    add(kind, *match.span(), new)
    for match in re.finditer(r"(?<![\w.$])(\d+)(?![\w.])", code):
        add("one more", *match.span(), str(int(match[1]) + 1))
    for match in re.finditer(r"(?<![\w)!=])!(?=[\w(])", code):
        add("negation", *match.span(), "")
    for match in re.finditer(rf"\bif ({NAME})(?= \{{)", code):
        add("negation", *match.span(1), f"!{match[1]}")
    for match in re.finditer(rf"\? ({NAME}) : ({NAME})(?=[\n,)])", code):
        add("branches", *match.span(), f"? {match[2]} : {match[1]}")
    for match in re.finditer(r"\{ \$0(\.?[\w.]*) ([<>]) \$1\1 \}", code):
        add("order", match.start(2), match.end(2), "<>"[match[2] == "<"])
    for one, other in ORDERS:
        for match in re.finditer(rf"(?<=[.\s(])(?:{one}|{other})\b(?=[(.\s)])(?! where| in)", code):
            add("order", *match.span(), other if match[0] == one else one)
    for match in re.finditer(rf"^( *)(?!self\.)(?:{NAME} [+\-*]?&?[+\-]?= [^\n{{]+|[a-z][\w.]*\.[a-z]\w*\([^\n{{}}]*\))$", code, re.MULTILINE):
        if not code[:match.start()].rstrip().endswith((",", "=", "(", "+", "return", "&&", "||", "?", ":")):
            add("statement", match.start() + len(match[1]), match.end(), "")
    for match in re.finditer(rf"(?<=\()(\w+: )?({NAME}), (\w+: )?({NAME})(?=[,)])", code):
        one, other = match[1] or "", match[3] or ""
        if match[2][0].isupper() and match[4][0].isupper():
            continue  # the types of a signature
        if code[:match.start() - 1].endswith(("min", "max")):
            continue  # whose order does not matter
        add("arguments", *match.span(), f"{one}{match[4]}, {other}{match[2]}")
    for match in re.finditer(rf"(?<![\w.)\]?])({NAME}(?:\([^()\n]*\))?) \?\? ({NAME}|\d+)", code):
        add("default", *match.span(), match[2])
    for match in re.finditer(r"(?<=[\s(\[])\.(\w+)(?=[\s,)\]:])", code):
        if match[1] in following:
            add("case", match.start(1), match.end(1), following[match[1]])
    for start, end in strings:
        if text[start:end] in (", ", "; ", ",", ";", "\\n", "\\t", " ", ": ", "/", "-", "_", "."):
            add("separator", start, end, "")
    for match in re.finditer(rf"\b(?:escaped|harmlessCell|markdown|markdownCell|legible|clipped)\(({NAME})(?:, [^()]*)?\)", code):
        add("escape", *match.span(), match[1])
    return found


def draw(files, seed):
    """The mutants of some files, in an order by chance in which all kinds come alike."""
    texts = {path: path.read_text() for path in sorted(files)}
    following = cases(texts.values())
    chance, kinds = random.Random(seed), {}
    for path, text in texts.items():
        for mutant in of_file(path, text, following):
            kinds.setdefault(mutant.kind, []).append(mutant)
    for mutants in kinds.values():
        chance.shuffle(mutants)
    while kinds:
        kind = chance.choice(sorted(kinds))
        yield kinds[kind].pop()
        if not kinds[kind]:
            del kinds[kind]
