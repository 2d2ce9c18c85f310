#!/usr/bin/env python3
"""Makes the word tries that `audit` embeds, from the ranked dictionaries it embeds.

    make-tries.py           read dictionaries.bin, write tries.bin
    make-tries.py --check   make it again and compare it with the committed file

The strength estimate looks for words in every password. Laid out here once, the tries cost no time
when the program starts, and their layout can be chosen with care. The Swift tests walk every word
of dictionaries.bin through them, in both directions, and find no other.

tries.bin, all numbers little-endian:
    128 bytes   by ASCII character, after lower-casing, its code from 2 on; 0 if it is in no word
    u32         base of the root whose paths are words
    u32         base of the root whose paths are words read backwards
    u32         number of cells
    u32         number of masks
    48 bytes    0
    u32 ...     the cells
    64 bytes    by code, its class, see below; 0 if it is in no word
    u64 ...     the rows of the leet filter, 2 x 10 x 27 x 27
    u32 ...     the masks of the leet filter

Both tries share one double array. A node is a number, its base; its child for code c is the cell at
base + c if that cell says it was made for c. No two nodes have the same base, so the code alone
identifies the parent. Cells 0-63 are nobody's, so base 0 is a node without children. A cell is
    bits 0-5    the code it was made for; 63 if it is nobody's
    bit 6       whether a word ends here
    bits 7-30   base of its children, if it has any; otherwise the word's entry
    bit 31      whether it has children
and the entry of a word that others begin with is in bits 7-30 of the child for code 1, which is no
character's. An entry is the rank in bits 0-15 and the list in bits 16-18, or 0 for a word without
a rank: the reference finds "constructor" and "__proto__" in all its lists, with ranks that are no
numbers, because it keeps them in JavaScript objects.

The leet filter says whether the five characters at an end of a password, the outermost a digit, can
be part of a word in leet spelling. Most passwords with digits end in one, few end in such a word, and
the filter saves the others a walk. It holds for passwords whose only symbols that replace letters are
digits. There, a digit always replaces a letter, unless 6 and 9 are both present: then one of them is
"g". So words with other digits cannot match, and the filter knows characters by class: a digit has the
class of the letter that it replaces; "i", "l" and "t" share one, because 1 and 7 replace two of them
each; all characters other than letters and digits share one. Only the outermost digit is known as such.
For words (0) or words read backwards (1), the digit, and the classes of the second and the third
character, row ((direction * 10 + digit) * 27 + second) * 27 + third has
    bits 0-26   one bit for each class of the fourth character
    bit 27      whether a word ends before it, so that any characters may follow
    bits 32-63  where the row's masks begin: the mask for a class of the fourth character is that many
                places further, and has one bit for each class of the fifth character, or all bits if
                a word ends before it
Rows share the array of masks: a place that belongs to one row is of no use to others.

The layout is for the cache. Characters that are met most often have the lowest codes, so that the
likely children of a node lie together. The first levels come first, the most likely nodes first;
then each subtree below them as a cluster, where a node prefers the 64 bytes that its parent is in.
Laid out breadth first, the four walks that most passwords need miss a 20 KiB cache 11.4 times; like
this 9.8 times (measured on 200,000 leaked passwords).
"""

import argparse
import collections
import hashlib
import pathlib
import struct
import sys

DATA = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "C" / "CEmbeddedData" / "Data"
WITHOUT_RANK = ["constructor", "__proto__"]
NOBODY, END, CHILDREN, BASE_SHIFT = 63, 1 << 6, 1 << 31, 7
ENTRY_CODE, FIRST_CODE = 1, 2
# Levels that are laid out one by one before the clusters below.
LEVELS = 3
# Cells in 64 bytes.
LINE = 16
# The letters that each digit replaces.
LETTERS = ["o", "il", "z", "e", "a", "s", "g", "lt", "b", "g"]
SHARED = "ilt"
CLASSES = 27
ANY = (1 << 32) - 1
WORD_ENDS = 1 << 27


def ranked_words(data):
    """The words of dictionaries.bin with list and rank; its format is in make-dictionaries.py."""
    (count,) = struct.unpack_from("<I", data)
    offset, word = 4, b""
    for _ in range(count):
        shared, length = data[offset] & 31, data[offset + 1]
        ranked_list = data[offset] >> 5
        offset += 2
        word = word[:shared] + data[offset : offset + length]
        offset += length
        (rank,) = struct.unpack_from("<H", data, offset)
        offset += 2
        yield word.decode("ascii"), ranked_list, rank


class Node:
    """A trie's node; `weight` says how often it is likely to be met."""

    __slots__ = ("children", "entry", "weight", "cell")

    def __init__(self):
        self.children, self.entry, self.weight, self.cell = {}, None, 0.0, None


def trie(words, step):
    """The trie of `words` (word to entry and weight), read forwards (1) or backwards (-1)."""
    root = Node()
    for word, (entry, weight) in words.items():
        node = root
        node.weight += weight
        for character in word[::step]:
            node = node.children.setdefault(character, Node())
            node.weight += weight
        node.entry = entry
    return root


def by_frequency(roots):
    """The characters, those on the most likely paths first."""
    weights = collections.Counter()
    nodes = list(roots)
    while nodes:
        for character, child in nodes.pop().children.items():
            weights[character] += child.weight
            nodes.append(child)
    return [c for c, _ in sorted(weights.items(), key=lambda item: (-item[1], item[0]))]


class DoubleArray:
    """The cells, as they are taken."""

    def __init__(self, capacity=1 << 20):
        self.cells = [NOBODY] * capacity
        # 64 cells a number; the first 64 are taken, for nodes without children.
        self.taken = [0] * (capacity // 64 + 2)
        self.taken[0] = (1 << 64) - 1
        self.is_base = bytearray(capacity)
        self.is_base[0] = 1
        # Where to look next: for one child by its code, for several by their number.
        self.hints = collections.defaultdict(lambda: 64)
        self.count = 0

    def fits(self, base, mask):
        if base <= 0 or self.is_base[base]:
            return False
        word, low = base >> 6, base & 63
        return (self.taken[word] >> low | self.taken[word + 1] << (64 - low)) & mask == 0

    def is_free(self, cell):
        return self.taken[cell >> 6] >> (cell & 63) & 1 == 0

    def place(self, codes, near):
        """Takes the cells of a node's children and returns its base."""
        mask = sum(1 << code for code in codes)
        base = self.base_near(min(codes), max(codes), mask, near)
        if base is None:
            base = self.base_after_hint(codes, mask)
        self.is_base[base] = 1
        word, low = base >> 6, base & 63
        self.taken[word] |= mask << low & (1 << 64) - 1
        self.taken[word + 1] |= mask << low >> 64
        self.count = max(self.count, base + max(codes) + 1)
        return base

    def base_near(self, lowest, highest, mask, near):
        """A base that puts all children into the parent's 64 bytes or those beside them."""
        if near is None:
            return None
        line = near // LINE * LINE
        for start in (line, line + LINE, line - LINE):
            for cell in range(max(start, 64), start + LINE - (highest - lowest)):
                if self.is_free(cell) and self.fits(cell - lowest, mask):
                    return cell - lowest
        return None

    def base_after_hint(self, codes, mask):
        key = min(codes) if len(codes) == 1 else -len(codes)
        cell = self.hints[key]
        while not (self.is_free(cell) and self.fits(cell - min(codes), mask)):
            cell += 1
            if cell & 63 == 0:
                while self.taken[cell >> 6] == (1 << 64) - 1:
                    cell += 64
        # A cell refused to a single child is refused to all later ones with its code.
        self.hints[key] = cell + 1 if len(codes) == 1 else cell
        return cell - min(codes)


def lay_out(roots, codes):
    """Places the nodes of all tries; returns the cells and the roots' bases."""
    array = DoubleArray()
    bases = {}

    def place_children(node):
        if not node.children:
            array.cells[node.cell] |= END | node.entry << BASE_SHIFT
            return
        children = [codes[character] for character in node.children]
        base = array.place(children + [ENTRY_CODE] * (node.entry is not None), node.cell)
        if node.entry is not None:
            array.cells[base + ENTRY_CODE] = ENTRY_CODE | node.entry << BASE_SHIFT
        if node.cell is None:
            bases[id(node)] = base
        else:
            end = END if node.entry is not None else 0
            array.cells[node.cell] |= base << BASE_SHIFT | CHILDREN | end
        for character, child in node.children.items():
            child.cell = base + codes[character]
            array.cells[child.cell] = codes[character]

    level = list(roots)
    for _ in range(LEVELS):
        level.sort(key=lambda node: -node.weight)
        for node in level:
            place_children(node)
        level = [child for node in level for child in node.children.values()]
    for cluster in sorted(level, key=lambda node: -node.weight):
        nodes = [cluster]
        while nodes:
            node = nodes.pop()
            place_children(node)
            nodes += sorted(node.children.values(), key=lambda child: child.weight)
    # Room for every code behind the last base, and whole lines.
    count = (array.count + 64 + LINE - 1) // LINE * LINE
    return array.cells[:count], [bases[id(root)] for root in roots]


def leet_classes():
    """The class of every character that is a letter or a digit; all others have the last one."""
    letters = [c for c in map(chr, range(ord("a"), ord("z") + 1)) if c not in SHARED[1:]]
    # Classes that digits have come first, so that rows for digits lie together.
    digits = "".join(LETTERS)
    letters.sort(key=lambda letter: (letter not in digits, letter))
    classes = {letter: place for place, letter in enumerate(letters, 1)}
    classes |= {letter: classes[SHARED[0]] for letter in SHARED[1:]}
    return classes | {str(digit): classes[each[0]] for digit, each in enumerate(LETTERS)}


def leet_filter(words):
    """The rows and masks of the leet filter."""
    classes = leet_classes()
    continued = collections.defaultdict(dict)
    ended = set()
    for direction, step in enumerate((1, -1)):
        for word in words:
            first, rest = word[::step][0], word[::step][1:5]
            # Only 6 and 9 may stand for themselves.
            digits = [d for d in range(10) if first in LETTERS[d] or first == str(d) and d in (6, 9)]
            if any(c in "01234578" for c in rest) or not rest:
                continue
            key = [classes.get(c, CLASSES - 1) for c in rest]
            for digit in digits:
                row = ((direction * 10 + digit) * CLASSES + key[0]) * CLASSES
                if len(key) == 1:
                    ended.update(range(row, row + CLASSES))
                elif len(key) == 2:
                    ended.add(row + key[1])
                else:
                    masks = continued[row + key[1]]
                    masks[key[2]] = masks.get(key[2], 0) | (1 << key[3] if len(key) > 3 else ANY)
    return pack(continued, ended)


def pack(continued, ended):
    """Lays the masks of all rows into one array; rows with many first."""
    masks = {}
    rows = [0] * (2 * 10 * CLASSES * CLASSES)
    start = 0
    for row in sorted(continued, key=lambda row: (-len(continued[row]), row)):
        own = continued[row]
        while start in masks:
            start += 1
        base = max(start - min(own), 0)
        while any(base + each in masks for each in own):
            base += 1
        masks.update((base + each, mask) for each, mask in own.items())
        rows[row] = sum(1 << each for each in own) | base << 32
    for row in ended:
        rows[row] |= WORD_ENDS
    # Every row has room for all classes, and a row without masks begins with the first one.
    count = max((row >> 32 for row in rows), default=0) + CLASSES
    return rows, [masks.get(place, 0) for place in range(count)]


def make(dictionaries):
    words = {}
    for word, ranked_list, rank in ranked_words(dictionaries):
        # Passwords are made of the words of the first list more than of the others.
        weight = (3 if ranked_list == 0 else 1) / (rank + 10)
        words[word] = (ranked_list << 16 | rank, weight)
    for word in WITHOUT_RANK:
        words[word] = (0, words.get(word, (0, 0.0))[1])
    roots = [trie(words, 1), trie(words, -1)]
    codes = {c: FIRST_CODE + place for place, c in enumerate(by_frequency(roots))}
    cells, bases = lay_out(roots, codes)
    table = bytes(codes.get(chr(byte).lower(), 0) for byte in range(128))
    rows, masks = leet_filter(words)
    own = leet_classes()
    classes = {code: own.get(character, CLASSES - 1) for character, code in codes.items()}
    header = table + struct.pack("<IIII", *bases, len(cells), len(masks)) + bytes(48)
    leet = bytes(classes.get(code, 0) for code in range(64)) + struct.pack(f"<{len(rows)}Q", *rows)
    return header + struct.pack(f"<{len(cells)}I", *cells) + leet + struct.pack(f"<{len(masks)}I", *masks)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with the committed file")
    arguments = parser.parse_args()
    tries = make((DATA / "dictionaries.bin").read_bytes())
    path = DATA / "tries.bin"
    if arguments.check:
        if path.read_bytes() != tries:
            sys.exit(f"{path.name}: is not what the dictionaries make")
    else:
        path.write_bytes(tries)
    print(f"{path.name}: {len(tries)} bytes, sha256 {hashlib.sha256(tries).hexdigest()}")


if __name__ == "__main__":
    main()
