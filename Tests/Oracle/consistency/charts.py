"""How curves, comparisons and sweeps are read; see `figures.py`."""
import re

import sheets
import written
from scales import SLACK, axis, check_name, is_name, length_near, text_at


def curves(figure, source, judge):
    """A line for each column, through the shares found; its name is beside a sample of it."""
    picture = figure.pictures[0]
    x_scale = axis(picture, judge, figure.id)
    y_scale = axis(picture, judge, figure.id, across=False)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    drawn = {}
    shapes = picture.shapes
    for number, sample in enumerate(shapes):
        if sample.kind == "curve" and len(sample.points) == 2 and sample.x > x_scale.last:
            name = next((t for t in shapes[number:number + 5] if t.kind == "text"), None)
            if name:
                drawn[(sample.stroke, sample.dashes)] = name
                picture.take([sample, name])
                beside = [s for s in shapes[number:number + 5] if s.kind in ("dot", "marker", "stroke") and s.x > x_scale.last]
                picture.take(beside)
    shown = [c for c in picture.of("curve", None) if not c.read]
    expected = [head for head in figure.table.heads[1:] if not head.endswith(", all known")]
    judge.equal(len(shown), len(expected), f"lines of {figure.id}")
    areas = picture.of("area", None)
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
        lower = source.lower(figure, head)
        # Of one point the band is a dot on it.
        if lower and len(lower) > 1:
            # One edge is the line, the other one runs back.
            edges = [(a, a.points[:len(lower)], list(reversed(a.points[len(lower):]))) for a in areas
                     if a.stroke == curve.stroke and not a.read and len(a.points) == 2 * len(lower)]
            own = next((e for e in edges if abs(e[2][0][1] - y_scale.of_share(lower[0])) <= SLACK), None)
            if judge.holds(own is not None, f"the band of {what}"):
                picture.take([own[0]])
                for (_, y), share in zip(own[2], lower):
                    judge.near(y, y_scale.of_share(share), SLACK, f"the other edge of {what}")
                judge.equal([round(p[1], 1) for p in own[1]], [round(p[1], 1) for p in found],
                            f"the edge of {what} along its line")
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
        if marker.x < x_scale.last + 1:
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
        parts = source.pair(figure, row)
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
        texts = [t.text for t in picture.take(picture.of("text", mark))]
        judge.equal(texts, [p.text if p else "none" for p in parts], f"labels of {what}")
        if len(bars) == 2:
            judge.holds(bars[0].fill == fills[0] and bars[0].y < bars[1].y, f"{what}: the old bar is above")
            check_name(picture, bars[0].x, bars[0].y, bars[1].bottom, row[0], judge, what)
        else:
            picture.take([t for t in picture.of("text", None) if is_name(t.text, row[0])])
        if all(part and part.is_stated for part in parts):
            y = min((bar.y for bar in bars), default=0)
            text_at(picture, None, sheets.change(parts), judge, what,
                    (632, y + 17, 20, 20) if bars else None)


def grid(figure, source, judge):
    """A cell for each policy of a grid, with what it refuses above and leaves below; shades by the legend."""
    picture = figure.pictures[0]
    legend = {words: box.fill for words, box in picture.legend().items()}
    shades = []
    for words, fill in legend.items():
        range_ = re.match(r"(\d+)–(\d+)", words)
        if range_:
            shades.append((int(range_[1]) / 100, int(range_[2]) / 100, fill))
    judge.equal([s[0] for s in shades], [0, 0.2, 0.4, 0.6, 0.8], f"the legend of {figure.id}")
    judge.equal(len({s[2] for s in shades}), len(shades), f"shades of the legend of {figure.id}")
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
        shade = next((fill for low, high, fill in shades if low <= refused < high), shades[-1][2] if shades else None)
        judge.equal(cell.fill, shade, f"the shade of {what}, which refuses {refused:.4f}")
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


def front(figure, source, judge):
    """A point for each policy by what it refuses and leaves, and a line through those that none beats."""
    picture = figure.pictures[0]
    x_scale = axis(picture, judge, figure.id)
    y_scale = axis(picture, judge, figure.id, across=False)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    best = []
    for mark, row in enumerate(figure.table.cells):
        record = source.policy(row[0])
        what = f"{figure.id}, {row[0]}"
        if not judge.holds(record is not None, f"{what} is not in sweep.csv"):
            continue
        points = picture.take(picture.of("dot", mark) + picture.of("marker", mark))
        if not judge.holds(len(points) >= 1, f"{what} has no point"):
            continue
        point = points[0]
        at = (point.x + point.width / 2, point.y + point.height / 2 if point.kind == "marker" else point.y)
        loss = source.loss(figure, record)
        judge.near(at[0], x_scale.of_share(source.refused(record)), SLACK, f"{what}, across")
        # Labels of this axis are rounded to three digits.
        inner = min(max(loss, min(y_scale.low, y_scale.high)), max(y_scale.low, y_scale.high) * (1 + 1e-3))
        judge.near(at[1], y_scale.place(inner), 1.0, f"{what}, up")
        is_grid = bool(record["minlength"])
        judge.equal(point.kind, "dot" if is_grid else "marker", f"the form of {what}")
        if is_grid:
            judge.equal(point.fill == "#00695c", record["pareto"] == "1", f"the fill of {what}")
        if record["pareto"] == "1":
            best.append((round(source.refused(record), 9), at))
        if not is_grid:
            labels = [t for t in picture.of("text", None) if is_name(t.text, row[0])]
            judge.holds(len(labels) == 1, f"the label of {what}")
            picture.take(labels)
    lines = picture.take(picture.of("curve", None))
    expected = [at for _, at in sorted(best)]
    found = lines[0].points if lines else []
    judge.holds(len(found) == len(expected) and all(
        abs(a[0] - b[0]) < SLACK and abs(a[1] - b[1]) < SLACK for a, b in zip(found, expected)),
        f"{figure.id}: the line goes through {found}, not {expected}")


def trend(figure, source, judge):
    """A line for each policy through the shares that comply, a place for each report; its name at a sample of it."""
    picture = figure.pictures[0]
    scale = axis(picture, judge, figure.id, across=False)
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    for mark, row in enumerate(figure.table.cells):
        what, shares = f"{figure.id}, {row[0]}", source.complying(row[0])
        lines = picture.take(picture.of("curve", mark))
        texts = picture.take(picture.of("text", mark))
        picture.take(picture.of("dot", mark) + picture.of("marker", mark) + picture.of("stroke", mark))
        judge.holds(any(is_name(text.text, row[0]) for text in texts), f"the name of {what}: {texts}")
        points = lines[0].points if lines else []
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
    judge.holds(len(labels) == len(source.labels) and all(map(is_name, (t.text for t in labels), source.labels)),
                f"labels of {figure.id}: {labels}")
    # The first and the last move inwards, so that they stay in the picture.
    places = sorted({round(x, 1) for curve in picture.of("curve") if len(curve.points) == len(labels) > 2 for x, _ in curve.points})
    for text, place in zip(labels[1:-1], places[1:-1]):
        judge.near(text.x, place, 1.0, f"the place of the label {text.text} of {figure.id}")
    picture.take(labels)
