"""From marks to numbers: axes, labels and bars of a picture."""
import math
import re

import written

# Coordinates have two decimals, and slivers are drawn half a pixel wide.
SLACK = 0.35
SLIVER = 0.5
# The colour of lines that belong to an axis.
GRID = "#949494"


class Unreadable(Exception):
    """A figure lacks what its reader needs."""


class Scale:
    """Values along an axis, from the places of its labels."""

    def __init__(self, labels, logarithmic, of_percent):
        self.labels, self.logarithmic, self.of_percent = labels, logarithmic, of_percent
        places = [(self.inner(value), place) for value, place in labels]
        (self.low, self.first), (self.high, self.last) = min(places), max(places)
        if self.high == self.low:
            raise Unreadable("an axis has labels of one value only")
        self.slope = (self.last - self.first) / (self.high - self.low)
        self.places = places

    def inner(self, value):
        return math.log10(value) if self.logarithmic else value

    def place(self, value):
        return self.first + (self.inner(value) - self.low) * self.slope

    def of_share(self, share):
        """The place of a share in 0…1."""
        return self.place(share * 100 if self.of_percent else share)

    def is_straight(self, slack=1.0):
        return all(abs(self.first + (value - self.low) * self.slope - place) <= slack for value, place in self.places)


def axis(picture, judge, what, across=True, logarithmic=False):
    """The scale of the axis below (`across`) or beside a picture, whose labels are noted as read.

    Its labels stand in a line, with equal steps of their values for equal steps of their places.
    """
    lines = {}
    for text in picture.of("text", None):
        value = written.read_label(text.text)
        if value is not None:
            key = text.y if across else (text.x, text.anchor)
            lines.setdefault(key, []).append((value, text.x if across else text.y - 4, text))
    labels = max(lines.values(), key=len, default=[])
    if len(labels) < 2:
        raise Unreadable(f"no labels of an axis {'below' if across else 'beside'} it")
    picture.take([text for _, _, text in labels])
    scale = Scale([(value, place) for value, place, _ in labels], logarithmic,
                  any(text.text.endswith("%") for _, _, text in labels))
    judge.holds(scale.is_straight(), f"{what}: labels {[(v, p) for v, p, _ in labels]} are not on a scale")
    ticks = [line for line in picture.of("line", None)
             if (line.width if across else line.height) == 0 and (line.height if across else line.width) > 0]
    places = [place for _, place, _ in labels]
    for tick in ticks:
        place = tick.x if across else tick.y
        if tick.dashes is None and tick.stroke in (None, GRID) and min(places) - 1 <= place <= max(places) + 1:
            judge.holds(any(abs(place - p) <= SLACK for p in places), f"{what}: a line at {place} without a label")
    return scale


def is_phone(picture):
    """Whether it is the second layout, in which names stand above bars and values at the right edge."""
    return picture.width < 400


def names(picture, left, top, bottom):
    """The words right-aligned before a place, on a line between two heights; on phones those above."""
    if is_phone(picture):
        return [text for text in picture.of("text") if text.anchor == "start" and text.x <= left + 1
                and top - 24 <= text.y <= top - 2]
    return [text for text in picture.of("text") if text.anchor == "end" and text.x <= left + 1
            and top - 2 <= text.y <= bottom + 4]


def is_name(text, name):
    """Whether a label is a name, perhaps either one clipped, or with the number of few passwords that comply."""
    text, name = (re.sub(r", (o(f( [\d,]*)?)?)?…$", "…", re.sub(r", of [\d,]+$", "", words)) for words in (text, name))
    label, whole = (words.rstrip("…").rstrip(" ,") for words in (text, name))
    return text == name or text.endswith("…") and whole.startswith(label) or name.endswith("…") and label.startswith(whole)


def check_name(picture, left, top, bottom, name, judge, what):
    found = names(picture, left, top, bottom)
    # A wide name may stand on two lines.
    whole = " ".join(text.text for text in sorted(found, key=lambda t: t.y))
    judge.holds(is_name(whole, name) or any(is_name(text.text.lstrip("◆ "), name) for text in found),
                f"{what}: the label {[t.text for t in found]}, not {name!r}")
    picture.take(found)


def same_numbers(words, text):
    """Whether words of a rule name the numbers of its text: `at least 8 characters` of `minlength: 8`."""
    words = re.sub(r"^\d+: | of [45] kinds", "", words)
    found, expected = re.findall(r"\d+", words), re.findall(r"\d+", text)
    return words.endswith("…") or set(found) <= set(expected)


def length_near(found, expected, judge, what):
    """A bar's length; none is drawn for 0, and half a pixel for little."""
    if expected <= 0:
        judge.holds(found is None, f"{what}: a bar of {found} px for nothing")
    else:
        judge.near(found, max(expected, SLIVER), SLACK, what + ", in px")


def proportional(pairs, judge, what):
    """Lengths that stand for shares are as long in proportion: pairs of a length (or None) and a share."""
    scale = max(((length, share) for length, share in pairs if share and length), key=lambda p: p[1], default=None)
    if scale is None:
        judge.holds(not any(length or share for length, share in pairs), f"{what}: bars without shares, or none")
        return 0.0
    for index, (length, share) in enumerate(pairs):
        length_near(length, share * scale[0] / scale[1], judge, f"{what}, bar {index + 1}")
    return scale[0] / scale[1]


def text_at(picture, mark, expected, judge, what, near=None):
    """Some label of a mark (or of none) reads so; near a place (x, y), if one is given."""
    found = [t for t in picture.of("text", mark) if not t.read]
    if near:
        found = [t for t in found if abs(t.x - near[0]) < near[2] and abs(t.y - near[1]) < near[3]]
    hit = next((t for t in found if t.text == expected), None)
    judge.holds(hit is not None, f"{what}: label {[t.text for t in found][:6]}, not {expected!r}")
    if hit:
        picture.take([hit])
    return hit


def unread(picture):
    """What no reader took for a number: bars, points, curves, and labels with a digit."""
    kinds = ("bar", "dot", "marker", "curve", "area")
    return [s for s in picture.shapes if not s.read and (
        s.kind in kinds and s.fill not in ("none",) or s.kind == "text" and re.search(r"\d", s.text or ""))]
