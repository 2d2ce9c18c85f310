"""How passwords relate to users' names, told as plainly as Documentation/policies.md does."""
import re
import unicodedata

RELATIONS = ["user-name", "user-name-part"]
STAND_FOR = {"4": "a", "@": "a", "3": "e", "1": "il", "!": "i", "0": "o", "5": "s", "$": "s", "7": "t"}


def folded(line):
    """Without case and width; None of bytes that are not UTF-8."""
    try:
        text = unicodedata.normalize("NFD", line.decode("utf-8")).casefold()
    except UnicodeDecodeError:
        return None
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", text).casefold())


def parts(name):
    """The whole name, what follows a domain, what an address begins with, and pieces of that."""
    local = name.rpartition("\\")[2]
    address = local.rpartition("@")[0] if "@" in local else local
    pieces = [piece for piece in re.split(r"[,.\-_ #\t]", address) if len(piece) >= 3]
    return {part for part in (name, local, address, *pieces) if part}


def is_letter(character):
    return character >= "\x80" or "a" <= character <= "z"


def core(password):
    """Where letters begin and end; without any, what stands for letters."""
    for counts in (is_letter, lambda c: is_letter(c) or c in STAND_FOR):
        places = [place for place, character in enumerate(password) if counts(character)]
        if places:
            return places[0], places[-1] + 1
    return len(password), len(password)


def derives(password, word):
    """A word of three characters with a letter, spelled anyhow, with no letter around it; others as they are."""
    if len(word) < 3 or not any(map(is_letter, word)):
        return password == word
    first, end = core(password)
    spellings = [word] + ([word[::-1]] if word.isascii() else [])
    for start in range(len(password) - len(word) + 1):
        if first < end and not (start <= first and end <= start + len(word)):
            continue
        written = password[start:start + len(word)]
        if any(all(c == letter or letter in STAND_FOR.get(c, "") for c, letter in zip(written, spelling))
               for spelling in spellings):
            return True
    return False


def relations(password, name):
    password, name = folded(password), folded(name)
    if not password or not name:
        return []
    words = parts(name)
    found = [any(derives(password, word) for word in words),
             any(len(word) >= 3 and word in password for word in words)]
    return [relation for relation, holds in zip(RELATIONS, found) if holds]
