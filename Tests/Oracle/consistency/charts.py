"""How curves, comparisons and sweeps are read; see `figures.py`."""
import re

import sheets
import written
from scales import (
    SLACK, axis, check_name, is_name, is_phone, length_near, names, same_numbers, text_at)


def curves(figure, source, judge):
    """A line for each column, through the shares found; its name is beside a sample of it."""
    picture = figure.pictures[0]
    x_scale = axis(picture, judge, figure.id)
    y_scale = axis(picture, judge, figure.id, across=False)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    drawn = {}
    shapes = picture.shapes
    # Samples of lines stand at the right, on phones below.
    below = y_scale.place(0) + 40
    is_sample = lambda s: s.y > below if is_phone(picture) else s.x > x_scale.last
    for number, sample in enumerate(shapes):
        if sample.kind == "curve" and len(sample.points) == 2 and is_sample(sample):
            name = next((t for t in shapes[number:number + 5] if t.kind == "text"), None)
            if name:
                drawn[(sample.stroke, sample.dashes)] = name
                picture.take([sample, name])
                beside = [s for s in shapes[number:number + 5] if s.kind in ("dot", "marker", "stroke") and is_sample(s)]
                picture.take(beside)
    shown = [c for c in picture.of("curve", None) if not c.read]
    expected = figure.table.heads[1:]
    judge.equal(len(shown), len(expected), f"lines of {figure.id}")
    lines = {}
    for curve, head in zip(shown, expected):
        what = f"{figure.id}, {head}"
        label = drawn.get((curve.stroke, curve.dashes))
        judge.holds(label is not None and is_name(label.text, head), f"the name of {what}: {label and label.text!r}")
        points = source.curve(figure, head)
        found = list(curve.points)
        if len(found) == len(points) + 1:
            judge.holds(abs(found[0][0] - x_scale.place(0)) < SLACK and abs(found[0][1] - y_scale.place(0)) < SLACK,
                        f"{what} begins at nothing")
            found = found[1:]
        if judge.equal(len(found), len(points), f"points of {what}"):
            for (x, y), (decades, share) in zip(found, points):
                judge.near(x, x_scale.place(min(decades, x_scale.high)), SLACK, f"{what} at 10^{decades:.2f}, across")
                judge.near(y, y_scale.of_share(share), SLACK, f"{what} at 10^{decades:.2f}, up")
        picture.take([curve])
        lines[curve.stroke, curve.dashes] = curve.points
    for area in picture.take(picture.of("area", None)):
        ends = list(lines.values())
        around = ends[0] + ends[-1][::-1]
        if judge.equal(len(area.points), len(around), f"{figure.id}: the band"):
            judge.holds(all(abs(a - b) < SLACK for p, q in zip(area.points, around) for a, b in zip(p, q)),
                        f"{figure.id}: the band is between the first line and the last")
    # Markers lie on some line of their colour.
    nodes = {stroke: [p for (s, _), points in lines.items() if s == stroke for p in points] for stroke, _ in lines}
    for marker in picture.of("dot", None) + picture.of("marker", None) + picture.of("stroke", None) + [
            line for line in picture.of("line", None) if line.stroke in nodes and line.width and line.height]:
        if marker.read:
            continue
        x = marker.x + marker.width / 2
        y = marker.y + marker.height / 2 if marker.kind != "dot" else marker.y
        colour = marker.stroke if marker.fill in (None, "none", "#ffffff") else marker.fill
        own = nodes.get(colour) or [p for points in nodes.values() for p in points]
        if marker.x < x_scale.last + 1 and not is_sample(marker):
            judge.holds(any(abs(px - x) < 1 and abs(py - y) < 2.5 for px, py in own),
                        f"{figure.id}: a marker at ({x:.1f}, {y:.1f}) on no line")
        picture.take([marker])
    for tip in picture.of("tip"):
        picture.take([tip])
    picture.take([t for t in picture.of("text", None) if re.fullmatch("online.*|offline", t.text)])


def pairs(figure, source, judge):
    """Two bars for each row, before and now, with their shares, and the difference at the right."""
    picture = figure.pictures[0]
    legend = picture.legend()
    judge.equal(list(legend), ["old", "new"], f"the legend of {figure.id}")
    fills = [box.fill for box in legend.values()]
    judge.equal(len(set(fills)), 2, f"fills of the legend of {figure.id}")
    scale = axis(picture, judge, figure.id)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    for mark, row in enumerate(figure.table.cells):
        what = f"{figure.id}, {row[0]}"
        parts = source.pair(figure.id, row)
        bars = picture.take(picture.of("bar", mark))
        for fill, part, cell in zip(fills, parts, (row[2], row[4])):
            bar = next((bar for bar in bars if bar.fill == fill), None)
            width = bar.width if bar else None
            if part is None or not part.is_stated:
                judge.holds(bar is None, f"{what}: a bar for nothing")
                continue
            length_near(width, scale.of_share(part.share) - scale.of_share(0), judge, what)
            if bar:
                judge.near(bar.x, scale.of_share(0), SLACK, f"the start of {what}")
        texts = picture.take(picture.of("text", mark))
        judge.equal([t.text for t in texts], [p.text if p else "none" for p in parts], f"labels of {what}")
        if len(bars) == 2:
            judge.holds(bars[0].fill == fills[0] and bars[0].y < bars[1].y, f"{what}: the old bar is above")
            check_name(picture, bars[0].x, bars[0].y, bars[1].bottom, row[0], judge, what)
        else:
            picture.take([t for t in picture.of("text", None) if is_name(t.text, row[0])
                          or t.x == scale.of_share(0) - 10 and t.text in row[0]])
        if is_phone(picture):
            picture.take([t for t in picture.of("text", None) if is_name(t.text, row[0]) and t.x == 4])
        if all(part and part.is_stated for part in parts):
            # A share of nothing has a label and no bar.
            y = min((text.y for text in texts), default=10) - 10
            text_at(picture, None, sheets.change(parts), judge, what,
                    None if not bars else (324, y - 6, 2, 4) if is_phone(picture) else (632, y + 17, 20, 20))


def grid(figure, source, judge):
    """A cell for each policy of a grid, with what it refuses above and leaves below; shades by the legend."""
    picture = figure.pictures[0]
    legend = {words: box.fill for words, box in picture.legend().items()}
    shades = []
    for words, fill in legend.items():
        range_ = re.match(r"([<>]?[\d.]+)(?:–([<>]?[\d.]+))? %", words)
        if range_:
            low, high = (float(n.strip("<>")) / 100 for n in (range_[1], range_[2] or range_[1]))
            shades.append((low, high, fill))
    refusals = {source.refused(source.policy(row[0])) for row in figure.table.cells}
    judge.equal(len(shades), min(5, len(refusals)), f"the legend of {figure.id}: {list(legend)}")
    judge.equal(len({s[2] for s in shades}), len(shades), f"shades of the legend of {figure.id}")
    judge.holds(all(a[0] <= a[1] <= b[0] for a, b in zip(shades, shades[1:])), f"the legend of {figure.id} ascends")
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    heads = [t for t in picture.of("text", None)]
    for mark, row in enumerate(figure.table.cells):
        record = source.policy(row[0])
        what = f"{figure.id}, {row[0]}"
        if not judge.holds(record is not None, f"{what} is not in sweep.csv"):
            continue
        cells = picture.take(picture.of("bar", mark))
        frames = [cell for cell in cells if cell.stroke == "#1b1b1b"]
        cell = min(cells, key=lambda c: c.width)
        refused = source.refused(record)
        own = [(low, high) for low, high, fill in shades if fill == cell.fill]
        judge.holds(any(low - 6e-4 <= refused <= high + 6e-4 for low, high in own),
                    f"the shade of {what}, which refuses {refused:.4f}: {own}")
        best = record["pareto"] == "1"
        judge.equal(bool(frames), best, f"the frame of {what}")
        texts = picture.take(picture.of("text", mark))
        judge.equal([t.text for t in texts], [("◆ " if best else "") + written.three_digits(refused),
                                              source.left(figure, record)], f"the labels of {what}")
        above = [t for t in heads if abs(t.x - (cell.x + cell.width / 2)) < 2 and t.y < cell.y]
        beside = [t for t in heads if t.anchor == "end" and cell.y < t.y < cell.bottom]
        kinds = record["classes"]
        column = max(above, key=lambda t: t.y, default=None)
        judge.holds(column is not None and column.text == ("any" if kinds == "0" else f"{kinds} kinds"),
                    f"{what}: its column is {column and column.text!r}")
        judge.holds([t.text for t in beside] == [record["minlength"]], f"{what}: its row is {[t.text for t in beside]}")
        picture.take(above + beside)


def trend(figure, source, judge):
    """A line for each policy through the shares that comply, a place for each report; its name at a sample of it."""
    picture = figure.pictures[0]
    scale = axis(picture, judge, figure.id, across=False)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    for mark, row in enumerate(figure.table.cells):
        what = f"{figure.id}, {row[0]}"
        shares = source.complying(row[0]) if figure.id == "t1" else source.found(row[0])
        lines = picture.take(picture.of("curve", mark))
        texts = picture.take(picture.of("text", mark))
        picture.take(picture.of("dot", mark) + picture.of("marker", mark) + picture.of("stroke", mark))
        judge.holds(any(is_name(text.text, row[0]) for text in texts), f"the name of {what}: {texts}")
        # Of one line only there is the sample beside the name.
        points = lines[0].points if len(lines) > 1 else []
        known = [(place, share) for place, share in enumerate(shares) if share is not None]
        if judge.equal(len(points), len(known), f"points of {what}"):
            for (_, y), (_, share) in zip(points, known):
                judge.near(y, scale.of_share(share), SLACK, f"{what}, up")
            steps = {round((x - points[0][0]) / (place - known[0][0]), 1) for (x, _), (place, _) in zip(points, known)
                     if place != known[0][0]}
            judge.holds(len(steps) <= 1 or max(steps) - min(steps) <= 0.2, f"{what}: uneven steps {steps}")
        judge.equal({(line.stroke, line.dashes) for line in lines}, {(lines[0].stroke, lines[0].dashes)} if lines else set(),
                    f"the sample of {what}")
    labels = sorted((t for t in picture.of("text", None) if not t.read), key=lambda t: t.x)
    # On phones not every report is named.
    every = (len(source.labels) + 3) // 4 if is_phone(picture) else 1
    expected = source.labels[::every]
    judge.holds(len(labels) == len(expected) and all(map(is_name, (t.text for t in labels), expected)),
                f"labels of {figure.id}: {labels}")
    # The first and the last move inwards, so that they stay in the picture.
    places = sorted({round(x, 1) for curve in picture.of("curve") if len(curve.points) == len(labels) > 2 for x, _ in curve.points})
    for text, place in zip(labels[1:-1] if every == 1 else [], places[1:-1]):
        judge.near(text.x, place, 1.0, f"the place of the label {text.text} of {figure.id}")
    picture.take(labels)


def habits(figure, source, judge):
    """A bar for each rule of each policy: those that keep it for free and the others; a tick at all passwords.

    The table has more policies than the picture. What a rule refuses stands at the right.
    """
    picture = figure.pictures[0]
    legend = picture.legend()
    judge.equal(list(legend), ["kept for free", "otherwise"], f"the legend of {figure.id}")
    fills = [box.fill for box in legend.values()]
    scale = axis(picture, judge, figure.id)
    policies = list(dict.fromkeys(source.kept(row[0])[0] for row in figure.table.cells))
    rows = [row for row in figure.table.cells if source.kept(row[0])[0] in policies[:6]]
    judge.equal(picture.marks, len(rows), f"marks of {figure.id}")
    all_ = [t for t in picture.of("text", None) if t.text == "all passwords"]
    judge.equal(len(all_), 1, f"the tick of the legend of {figure.id}")
    most = []
    for mark, row in enumerate(rows):
        what = f"{figure.id}, {row[0]}"
        policy, rule, free, other, of_all, refused = source.kept(row[0])
        base = free + other
        share = written.share(free, base)
        judge.equal(row[1:], [
            written.grouped(free), written.of_compliant(free, base), written.grouped(other),
            written.percent(of_all) if of_all is not None else "–",
            written.percent(refused) if refused is not None else "–"], f"the row of {what}")
        is_stated = base >= written.FOR_SHARES
        bars = picture.take(picture.of("bar", mark))
        parts = [(count, fill) for count, fill in zip((free, other), fills) if count and is_stated]
        judge.equal([bar.fill for bar in bars], [fill for _, fill in parts], f"fills of {what}")
        x = scale.of_share(0)
        for bar, (count, _) in zip(bars, parts):
            judge.near(bar.x, x, SLACK + 0.2, f"the start of a part of {what}, in px")
            width = scale.of_share(written.share(count, base)) - scale.of_share(0)
            length_near(bar.width, width, judge, f"a part of {what}")
            x += width
        ticks = picture.take(picture.of("line", mark))
        if judge.equal(len(ticks), int(of_all is not None and is_stated), f"ticks of {what}") and ticks:
            judge.near(ticks[0].x, scale.of_share(of_all), SLACK, f"the tick of {what}")
        told = written.percent(share) if is_stated else "too few"
        y = bars[0].y if bars else 0
        if is_phone(picture):
            told += f", refuses {written.percent(refused)}" if refused is not None else ""
            text_at(picture, None, told, judge, what, (324, y - 5, 1, 2) if bars else None)
        else:
            text_at(picture, None, told, judge, what, (scale.of_share(1) + 8, y + 11, 2, 3) if bars else None)
            if refused is not None:
                text_at(picture, None, written.percent(refused), judge, f"{what}, refused", (636, y + 11, 1, 1) if bars else None)
        if bars:
            named = names(picture, scale.of_share(0), bars[0].y, bars[0].bottom)
            judge.holds(any(same_numbers(t.text, rule) for t in named), f"{what}: the label {[t.text for t in named]}")
            picture.take(named)
        else:
            picture.take([t for t in picture.of("text", None) if not t.read and t.x in (4, scale.of_share(0) - 10)
                          and not t.text.endswith(" accepted") and same_numbers(t.text, rule)][:1])
        if is_stated and rule not in ("all at once", "like the user's name", "like a context word"):
            # A rule about lengths is named if there is no other, and the common words last.
            most.append((refused is not None, not rule.startswith("minlength"), share, written.of_compliant(free, base)))
    heads = [t for t in picture.of("text", None) if t.text.endswith(" accepted")]
    expected = [f"{written.grouped(source.report.compliant(policy))} accepted" for policy in policies[:6]]
    judge.holds(len(heads) == len(expected) and all(
        t.text.endswith(end) and is_name(t.text[:-len(end) - 2], policy) for t, end, policy in zip(heads, expected, policies)),
        f"the heads of {figure.id}: {[t.text for t in heads]}")
    picture.take(heads)
    if most and len(policies) <= 6:
        told = max(most, key=lambda m: m[:3])[3]
        named = re.fullmatch(r"Most often kept for free: .* of (.*), ([<>]?[\d.]+ %(?: of [\d,]+)?)", figure.title)
        judge.equal(named and named[2], told, f"the title of {figure.id}")
