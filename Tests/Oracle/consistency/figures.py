"""How each kind of figure is read: marks become numbers, which are those of its table and of audit.csv.

A reader takes a figure, the numbers behind it (`source`), and the judge. It notes each shape that it reads.
"""
import re

import behaviours
import written
from scales import (
    SLACK, SLIVER, axis, check_name, is_name, is_phone, length_near, names, proportional, same_numbers, text_at)


def rows_of(figure, source):
    """Name and counts of each row of a figure's table; its columns alternate counts and shares.

    Rows of too few passwords are not drawn.
    """
    return [(row[0], [written.read_count(cell) for cell in row[1::2]]) for row in figure.table.cells
            if "too few" not in row]


def bars_of(picture, mark):
    return picture.take(picture.of("bar", mark))


def stacked(figure, source, judge):
    """A bar for each row, whose parts are the counts of the row, in the fills of the legend."""
    picture = figure.pictures[0]
    legend = picture.legend()
    judge.equal(list(legend), figure.table.heads[1::2], f"the legend of {figure.id}")
    scale = axis(picture, judge, figure.id)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    for mark, (name, counts) in enumerate(rows_of(figure, source)):
        bars = bars_of(picture, mark)
        total, what, x = source.total(name), f"{figure.id}, {name}", scale.of_share(0)
        drawn = [(count, box.fill) for count, box in zip(counts, legend.values()) if count]
        if not judge.equal([bar.fill for bar in bars], [fill for _, fill in drawn], f"fills of {what}"):
            continue
        for bar, (count, _) in zip(bars, drawn):
            judge.near(bar.x, x, SLACK + 0.2, f"the start of a part of {what}, in px")
            width = scale.of_share(written.share(count, total)) - scale.of_share(0)
            length_near(bar.width, width, judge, f"a part of {what}")
            x += width
        # Of no password there is no bar.
        label = next((t for t in picture.of("text", None) if is_name(t.text, name)), None)
        y = bars[0].y if bars else label.y + (5 if is_phone(picture) else -15) if label else 0
        if bars:
            check_name(picture, scale.of_share(0), y, bars[0].bottom, name, judge, what)
        text_at(picture, None, written.share_of(counts[0], total), judge, what,
                (324, y - 5, 1, 2) if is_phone(picture) else (scale.of_share(1) + 8, y + 16, 20, 8))


def nested(figure, source, judge):
    """A light bar for what breaks a rule, a dark one in it for what breaks no other, and both in words."""
    picture = figure.pictures[0]
    legend = picture.legend()
    light, dark = (box.fill for box in list(legend.values())[:2])
    judge.equal([re.sub("breaks", "break", name) for name in legend], ["break the rule", "break no other rule"],
                f"the legend of {figure.id}")
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    lengths = []
    for mark, (name, (some, only)) in enumerate(rows_of(figure, source)):
        total, what = source.of_figure(figure), f"{figure.id}, {name}"
        bars = {bar.fill: bar for bar in bars_of(picture, mark)}
        judge.holds(set(bars) <= {light, dark}, f"fills of {what}: {list(bars)}")
        for fill, count in [(light, some), (dark, only)]:
            lengths.append((bars[fill].width if fill in bars else None, written.share(count, total)))
        values = written.share_of(some, total)
        if only:
            values += f", alone {written.share_of(only, total)}"
        text = text_at(picture, None, values, judge, what, beside(picture, bars.get(light), source))
        if text and light in bars:
            if not is_phone(picture):
                judge.near(text.x - bars[light].right, 8, 0.6, f"the label beside the bar of {what}")
            label = names(picture, bars[light].x, bars[light].y, bars[light].bottom)
            judge.holds(any(same_numbers(t.text, name) for t in label),
                        f"{what}: the label {[t.text for t in label]}")
            picture.take(label)
    scale = proportional(lengths, judge, figure.id)
    # The whole width is all passwords, a little less if the words beside a long bar are wide; of a sliver nobody can tell.
    is_sliver = max((length or 0 for length, _ in lengths), default=0) <= SLIVER
    judge.holds(scale == 0 or is_sliver or 265 <= scale <= 321.5, f"{figure.id}: {scale:.1f} px for all passwords")
    picture.take([t for t in picture.of("text", None) if t.anchor == "end" or is_phone(picture) and t.x == 4])


def beside(picture, bar, source):
    """Where the value of a bar stands: behind its end, on phones above it at the right edge."""
    if is_phone(picture):
        return (324, bar.y - 5, 1, 2) if bar else None
    return source.near(bar)


def columns(figure, source, judge):
    """Columns for sets of rules, with the dots of the rules below, and shares above; on phones rows."""
    picture = figure.pictures[0]
    if is_phone(picture):
        return simple(figure, source, judge)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    rows = rows_of(figure, source)
    base, pairs = None, []
    labels = picture.take([t for t in picture.of("text", None) if t.anchor == "end"])
    rules = [t for t in labels if not t.text.startswith("%")]
    dots = picture.take(picture.of("dot", None))
    for bar in picture.of("bar", None):
        # The ground of the matrix.
        if str(bar.fill).startswith("url(") and bar.fill.endswith("-m)"):
            picture.take([bar])
    for mark, (name, (count,)) in enumerate(rows):
        what, total = f"{figure.id}, {name}", source.of_figure(figure)
        bars = bars_of(picture, mark)
        base = bars[0].bottom if bars and base is None else base
        pairs.append((bars[0].height if bars else None, written.share(count, total)))
        text_at(picture, mark, written.share_of(count, total)[:-2], judge, what)
        if bars:
            judge.near(bars[0].bottom, base, SLACK + SLIVER, f"the foot of {what}")
            middle = bars[0].x + bars[0].width / 2
            below = [dot for dot in dots if abs(dot.x - middle) < 1]
            if name == "other sets":
                judge.equal(len(below), 0, f"dots of {what}")
                picture.take(picture.of("text", mark))
            else:
                told = name.split(" + ")
                judge.equal(len(below), len(told), f"dots of {what}")
                found = [source.brief_of(figure, next((t.text for t in rules if abs(t.y - 4 - dot.y) < 2), ""))
                         for dot in sorted(below, key=lambda d: d.y)]
                judge.holds(all(f is None or f == t for f, t in zip(found, told)), f"dots of {what}: {found}")
    proportional(pairs, judge, figure.id)
    picture.take([t for t in picture.of("text", None) if t.text.startswith("%")])


def panels(figure, source, judge):
    """Five columns for the scores of each row, before those of all passwords in outline."""
    picture = figure.pictures[0]
    legend = picture.legend()
    outline = legend["all passwords"].fill
    rows, pairs, outlines, fills = rows_of(figure, source), [], [], {}
    judge.equal(picture.marks, len(rows), f"marks of {figure.id}")
    all_shares = [written.share(count, source.total("all passwords")) for count in rows[0][1]]
    for mark, (name, counts) in enumerate(rows):
        what = f"{figure.id}, {name}"
        total = source.total(name)
        shares = [written.share(count, total) for count in counts]
        base = max((bar.bottom for bar in picture.of("bar", mark)), default=0)
        digits = {t.text: t for t in picture.of("text", mark) if t.text in "01234" and t.y > base}
        if not judge.equal(sorted(digits), list("01234"), f"the scores below {what}"):
            continue
        picture.take(list(digits.values()))
        step = digits["1"].x - digits["0"].x
        behind, before = {}, {}
        for bar in bars_of(picture, mark):
            score = min(range(5), key=lambda s: abs(digits[str(s)].x - (bar.x + bar.width / 2)))
            judge.holds(digits[str(score)].x - step / 2 <= bar.x and bar.right <= digits[str(score)].x + step / 2,
                        f"{what}: a column between scores")
            (behind if bar.fill == outline else before)[score] = bar
        for score in range(5):
            bar = before.get(score)
            pairs.append((bar.height if bar else None, shares[score]))
            if mark:
                own = behind.get(score)
                outlines.append((own.height if own else 0, all_shares[score]))
            if bar:
                fills.setdefault(score, bar.fill)
                judge.equal(bar.fill, fills[score], f"the fill of score {score} of {what}")
        for score in range(5):
            text_at(picture, mark, written.whole_percent(shares[score]), judge, f"{what}, score {score}",
                    (digits[str(score)].x, 0, step / 2, picture.height))
        titles = [t for t in picture.of("text", None) if abs(t.x - (digits["2"].x)) < 2 and t.y < digits["0"].y
                  and digits["0"].y - t.y < 150]
        judge.holds(any(is_name(t.text, name) for t in titles), f"{what}: the title {[t.text for t in titles]}")
        picture.take(titles)
    scale = proportional(pairs, judge, figure.id)
    # Outlines are no slivers, however low.
    for height, share in outlines:
        judge.near(height, share * scale, SLACK, f"an outline of {figure.id}, in px")
    judge.equal(len(set(fills.values())), len(fills), f"different fills of scores in {figure.id}")
    good = legend.get("accepted passwords, by score")
    judge.holds(good is None or 3 not in fills or good.fill == fills[3], f"the legend's fill of {figure.id}")


def lengths(figure, source, judge):
    """A column for each length, and a dashed line at each least length, before the first that it permits."""
    picture = figure.pictures[0]
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    rows, pairs, places, total = rows_of(figure, source), [], {}, source.total("")
    for mark, (name, (count,)) in enumerate(rows):
        bars = bars_of(picture, mark)
        pairs.append((bars[0].height if bars else None, written.share(count, total)))
        texts = picture.of("text", mark)
        middle = bars[0].x + bars[0].width / 2 if bars else None
        for text in texts:
            is_below = not bars or text.y > bars[0].bottom + 4
            expected = [name] if is_below and (not bars or text.y > bars[0].bottom) else [
                written.whole_percent(written.share(count, total))]
            judge.holds(text.text in expected or text.text in (name, written.whole_percent(
                written.share(count, total))) and not bars, f"{figure.id}, length {name}: label {text.text!r}")
            if middle is not None:
                # The last moves inwards, so that it stays in the picture.
                slack = 5 if mark + 1 == len(rows) and text.text == name else SLACK
                judge.near(text.x, middle, slack, f"{figure.id}, length {name}: the place of its label")
        picture.take(texts)
        if middle is not None:
            places[name] = middle
    proportional(pairs, judge, figure.id)
    whole = {int(name): place for name, place in places.items() if name.isdigit()}
    if len(whole) > 1:
        first, last = min(whole), max(whole)
        step = (whole[last] - whole[first]) / (last - first)
        for name, place in whole.items():
            judge.near(place, whole[first] + step * (name - first), SLACK, f"{figure.id}: the place of length {name}")
        dashed = [line for line in picture.of("line", None) if line.dashes]
        least = source.least_lengths()
        for text in picture.of("text", None):
            told = re.match(r"at least (\d+): (.*)", text.text)
            if not told:
                continue
            picture.take([text])
            number = int(told[1])
            judge.holds(number in least, f"{figure.id}: a line at {number}, least lengths are {least}")
            x = whole[first] + step * (number - first - 0.5)
            judge.holds(any(abs(line.x - x) <= SLACK for line in dashed),
                        f"{figure.id}: lines at {[line.x for line in dashed]}, none at {x:.2f} for {number}")
        # The axis goes on where no password has a length.
        shown = {n for n in least if first < n <= max(int(name) for name, _ in rows if name.isdigit())}
        # Of many policies only those with charts have a line.
        judge.holds(len(dashed) <= len(shown) and (len(dashed) == len(shown) or len(source.report.policies) > 12), f"{figure.id}: lines of least lengths {sorted(shown)}")


def simple(figure, source, judge):
    """A bar for each row, with its name before it and its share beside it."""
    picture = figure.pictures[0]
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    pairs = []
    for mark, (name, (count,)) in enumerate(rows_of(figure, source)):
        what, total = f"{figure.id}, {name}", source.total("")
        bars = bars_of(picture, mark)
        pairs.append((bars[0].width if bars else None, written.share(count, total)))
        text = text_at(picture, None, written.share_of(count, total), judge, what,
                       beside(picture, bars[0] if bars else None, source))
        if bars and text and not is_phone(picture):
            judge.near(text.x - bars[0].right, 8, 0.6, f"the label beside the bar of {what}")
        if bars:
            check_name(picture, bars[0].x, bars[0].y, bars[0].bottom, name, judge, what)
    proportional(pairs, judge, figure.id)
    picture.take([t for t in picture.of("text", None) if t.anchor == "end" or is_phone(picture) and t.x == 4])


def brackets(figure, source, judge):
    """A bar from the least to the most that ten guesses find, and a dot if the refused choose as the others do."""
    picture, report = figure.pictures[0], source.report
    scale = axis(picture, judge, figure.id, logarithmic=True)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    for mark, row in enumerate(figure.table.cells):
        own, what = report.spectra[report.cell[source.policy(row[0])]], f"{figure.id}, {row[0]}"
        least, usual, most = (float(behaviours.found(report, own, model, 10)) for model in ("extraneous", "proportional", "convergent"))
        bars, dots = bars_of(picture, mark), picture.take(picture.of("dot", mark))
        if not judge.equal((len(bars), len(dots)), (1, 1), f"shapes of {what}"):
            continue
        judge.near(bars[0].x, scale.of_share(least), SLACK, f"the start of {what}, in px")
        judge.near(bars[0].right, max(scale.of_share(most), bars[0].x + SLIVER), SLACK, f"the end of {what}, in px")
        judge.near(dots[0].x + dots[0].width / 2, scale.of_share(usual), SLACK, f"the dot of {what}, in px")
        judge.near(dots[0].y + dots[0].height / 2, bars[0].y + bars[0].height / 2, SLACK, f"the height of the dot of {what}")
        value = f"{written.precise(least)} to {written.precise(most)}"
        end = max(place for _, place in scale.places)
        text_at(picture, None, value, judge, what, (324, bars[0].y - 5, 1, 2) if is_phone(picture) else (end + 8, bars[0].y + 11, 1, 2))
        check_name(picture, scale.place(min(v for v, _ in scale.labels)), bars[0].y, bars[0].bottom, row[0], judge, what)


def spaces(figure, source, judge):
    """Bits left and lost as one bar, and what each rule takes as parts of a thin one."""
    picture = figure.pictures[0]
    legend = picture.legend()
    left_fill = legend["bits left"].fill
    lost_fill = legend["lost to rules"].fill
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    wide, thin = [], []
    for mark, row in enumerate(figure.table.cells):
        what = f"{figure.id}, {row[0]}"
        length, bits, lost, costs = source.space(row[0])
        bars = bars_of(picture, mark)
        main = [bar for bar in bars if bar.height > 15]
        small = [bar for bar in bars if bar.height <= 15 and not 8.9 < bar.height < 9.1]
        boxes = [bar for bar in bars if 8.9 < bar.height < 9.1]
        # One password is 0 bits, which have no bar.
        drawn = [(fill, number) for fill, number in ((left_fill, bits), (lost_fill, lost)) if number > 0]
        judge.equal([bar.fill for bar in main], [fill for fill, _ in drawn], f"fills of {what}")
        wide += [(bar.width, number) for bar, (_, number) in zip(main, drawn)]
        if len(main) > 1:
            judge.near(main[1].x, main[0].right, SLACK, f"the lost bits of {what} follow")
        judge.equal(len(small), len(costs), f"parts of {what}")
        thin += [(bar.width, cost) for bar, (_, cost) in zip(small, costs)]
        texts = [t for t in picture.of("text", mark)]
        note = f"{written.bits(lost)} lost" if lost >= 0.005 else \
            f"{written.bits(-lost)} gained" if lost < -0.005 else "none lost"
        words = f"{written.bits(bits)} bits, {length} character{'' if length == 1 else 's'}, {note}"
        named = [f"{written.bits(cost)}  {name}" for name, cost in costs]
        for index, box in enumerate(boxes):
            judge.equal(box.fill, small[index].fill if index < len(small) else None, f"box {index + 1} of {what}")
        text_at(picture, None, words, judge, what, main and not is_phone(picture) and (main[-1].right + 8, main[0].y + 15, 1, 2))
        for index, text in enumerate(t.text for t in texts):
            judge.holds(index < len(named) and (is_name(text, named[index]) or re.match(r"and \d+ more", text)),
                        f"{what}: label {text!r}, not {named[index:index + 1]}")
        picture.take(texts)
        if main:
            # On phones the words stand between the name and the bar, or beside a short name.
            tops = [main[0].y, main[0].y - 16] if is_phone(picture) else [main[0].y]
            top = next((top for top in tops if any(
                is_name(name.text, row[0]) for name in names(picture, main[0].x, top, main[0].bottom))), tops[-1])
            check_name(picture, main[0].x, top, main[0].bottom, row[0], judge, what)
    # What rules take is on the scale of what is left.
    proportional(wide + thin, judge, figure.id)
