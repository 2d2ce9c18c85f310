"""The map of policies: what each refuses and leaves, which are best trade-offs, and the source below every picture."""
import re

import written
from scales import SLACK, axis, is_name

FORMS = {"best trade-off": ("dot", "#00695c"), "beaten": ("dot", "#595959"), "beside a second factor": ("marker", "#6a1b9a"),
         "fewer than 1,000": ("dot", "#ffffff"), "a preset, to compare with": ("marker", "#949494")}
REFERENCE, CURRENT = "a preset, to compare with", "#b3541e"


class Place:
    """A policy on the map: the share refused, the height on the axis, the measure in words, n, and its standing."""

    def __init__(self, name, refused, left, words, size, standing):
        self.name, self.refused, self.left, self.words, self.size, self.standing = name, refused, left, words, size, standing


def beaten(own, others):
    """Whether another refuses no more and leaves no more, and less of one."""
    return any(o[0] <= own[0] and o[1] <= own[1] and o != own for o in others)


def of_report(report):
    """Places of a report's policies by name, and how many have none."""
    sources = {p["name"]: p["source"] for p in report.manifest["policies"]}
    is_beside = lambda p: re.fullmatch(r"preset:.*-mfa", sources[p]) is not None
    point = lambda p: (written.share(report.entries_of(p) - report.compliant(p), report.entries_of(p)),
                       written.share(report.found_in_day(p), report.compliant(p)))
    compared = {p: point(p) for p in report.policies if report.compliant(p) >= written.FOR_GUESSING and not is_beside(p)}
    places, without = {}, 0
    for policy in report.policies:
        size = report.compliant(policy)
        if size < written.FOR_SHARES:
            without += 1
            continue
        refused, left = point(policy)
        standing = "beside a second factor" if is_beside(policy) else "fewer than 1,000" if policy not in compared else \
            "beaten" if beaten(compared[policy], compared.values()) else "best trade-off"
        words = written.of_compliant(report.found_in_day(policy), size, written.by_estimate(report.estimate))
        places[policy] = Place(policy, refused, left * 100, words, size, standing)
    return places, without


def policy_map(figure, source, judge):
    """A mark for each policy, or for several alike, in the form of its standing; a line through the best."""
    picture = figure.pictures[0]
    x_scale, y_scale = axis(picture, judge, figure.id), axis(picture, judge, figure.id, across=False)
    places, without = source.mapped()
    judge.equal(picture.marks, len(figure.table.cells), f"marks of {figure.id}")
    front, told = [], 0
    for mark, row in enumerate(figure.table.cells):
        what, more = f"{figure.id}, {row[0]}", re.search(r" and ([\d,]+) more$", row[0])
        if row[4] == REFERENCE:
            reference(picture, mark, row, source, (x_scale, y_scale), judge, what)
            continue
        place = next((p for n, p in places.items() if is_name(row[0], n)), None) or next(
            (p for n, p in places.items() if more and is_name(row[0][:more.start()], n)), None)
        if not judge.holds(place is not None, f"{what} has no place"):
            continue
        told += 1 + (written.read_count(more[1]) if more else 0)
        judge.equal(row[1:], [written.percent(place.refused), place.words, written.grouped(place.size), place.standing],
                    f"the row of {what}")
        points = picture.take(picture.of("dot", mark) + picture.of("marker", mark))
        if not judge.equal(len(points), 1, f"points of {what}"):
            continue
        point = points[0]
        at = (point.x + point.width / 2, point.y + point.height / 2)
        judge.near(at[0], x_scale.of_share(place.refused), SLACK, f"{what}, across")
        # Labels of a scale that is no per cent are rounded to three digits.
        height = y_scale.place(min(max(place.left, min(y_scale.low, y_scale.high)), max(y_scale.low, y_scale.high)))
        judge.near(at[1], height, max(SLACK, abs(y_scale.first - y_scale.last) * 6e-3 if source.is_rough else 0), f"{what}, up")
        form, fill = FORMS[place.standing]
        is_current = place.name == getattr(getattr(source, "report", None), "shown", None)
        # A ring is filled with paper, so the policy that is edited shows by its line.
        shown = point.stroke if is_current and place.standing == "fewer than 1,000" else point.fill
        judge.equal((point.kind, shown), (form, CURRENT if is_current else fill), f"the form of {what}")
        if place.standing == "best trade-off":
            front.append(at)
    judge.equal(told, len(places), f"policies of {figure.id}")
    lines = picture.take(picture.of("curve", None))
    expected = sorted(set(front), key=lambda p: (p[0], -p[1]))
    if any(b[1] < a[1] - SLACK for a, b in zip(expected, expected[1:])):
        expected = []  # Ends overlap, so that one which refuses more may leave more, and is not beaten.
    found = list(dict.fromkeys(lines[0].points)) if lines else []
    judge.holds(len(found) == len(expected) and all(
        abs(a[0] - b[0]) < SLACK and abs(a[1] - b[1]) < SLACK for a, b in zip(found, expected)),
        f"{figure.id}: the line goes through {found}, not {expected}")
    judge.holds(all(a[0] <= b[0] and a[1] <= b[1] + SLACK for a, b in zip(found, found[1:])), f"{figure.id}: the line falls")
    best = sum(p.standing == "best trade-off" for p in places.values())
    all_ = len(places) + without
    compared = sum(p.standing in ("beaten", "best trade-off") for p in places.values())
    # Those that are compared with none are not counted.
    counted = written.grouped(compared) + (" compared" if compared < all_ else "")
    told = re.fullmatch(r"Of ([\d,]+(?: compared)?) policies ([\d,]+) (?:is a best trade-off|are best trade-offs)", figure.title)
    none = re.fullmatch(r"None of ([\d,]+(?: compared)?) policies beats another", figure.title)
    only = re.fullmatch(r"Of ([\d,]+) policies only (.*) can be compared", figure.title)
    alone = re.fullmatch(r"(.*) refuses ([<>]?\d+ %)", figure.title)
    if told:
        judge.equal((told[1], told[2]), (counted, written.grouped(best)), f"the title of {figure.id}")
    elif none:
        judge.equal((none[1], best), (counted, compared), f"the title of {figure.id}")
    elif only:
        places[next(n for n in places if is_name(only[2], n))]
        judge.equal((only[1], best), (written.grouped(all_), 1), f"the title of {figure.id}")
    elif alone:
        own = next(p for n, p in places.items() if is_name(alone[1], n))
        judge.equal((alone[2], best), (written.whole(own.refused), 1), f"the title of {figure.id}")
    else:
        judge.equal((figure.title, best), ("Too few passwords are accepted to say which policy beats which", 0), "a map's title")
    unbeaten_presets(figure, judge)
    best_within(figure, places, judge)
    missing = re.search(r"([\d,]+) polic(?:y|ies) with fewer than 100 ha", figure.caption)
    judge.equal(missing[1] if missing else "0", written.grouped(without), f"policies without a place on {figure.id}")
    for text in picture.of("text", None):
        if text.text.startswith("↑ ") or not text.read and any(is_name(text.text, row[0]) for row in figure.table.cells):
            picture.take([text])


def best_within(figure, places, judge):
    """The best of the policies that refuse at most as much as one of them, or as half of all, in the caption."""
    told = re.search(r"Of the policies that refuse at most (?:as much as (?P<own>.*?)|half of .*?), (?:none leaves less|the best "
                     r"leaves (?P<left>\S+(?: %)?) \((?P<best>.*?)\))(?:; it leaves (?P<it>\S+(?: %)?))?\.(?: |$)", figure.caption)
    if not told:
        return
    plain = lambda name: re.sub(r" and [\d,]+ more$", "", name or "")
    own, best = (next((p for n, p in places.items() if is_name(plain(told[k]), n)), None) for k in ("own", "best"))
    judge.holds(own is not None or not told["own"], f"{figure.id}: the caption names {told['own']}, which has no place")
    # The higher a median, the better.
    loss = lambda place: -place.left if place.words.startswith("10^") else place.left
    within = [p for p in places.values() if p.standing in ("beaten", "best trade-off")
              and p.refused <= (own.refused if own else 0.5) + 1e-9]
    if own:
        judge.equal(told["it"], own.words, f"what {own.name} leaves, in the caption of {figure.id}")
    if best:  # Or a preset, of which only the rounded numbers are known.
        judge.equal(told["left"], best.words, f"what {best.name} leaves, in the caption of {figure.id}")
        judge.holds(best in within and loss(best) <= min(map(loss, within)) + 1e-9, f"{figure.id}: {best.name} is the best within it")
    elif not told["best"]:
        judge.holds(own is not None and all(p.words == own.words or loss(p) >= loss(own) for p in within),
                    f"{figure.id}: some policy leaves less than {told['own']}")


def unbeaten_presets(figure, judge):
    """Presets that no policy here beats are named in the caption, as far as rounded shares tell."""
    told = re.findall(r"--preset (\S+?)(?=[ .]*(?: |$))", figure.caption)
    value = lambda cell: float(cell.strip("<> %"))
    rows = [(value(row[1]), value(row[2]), row) for row in figure.table.cells if row[2].endswith(" %")]
    front = [row for row in rows if row[2][4] == "best trade-off"]
    judge.holds(bool(front) or not told, f"{figure.id} names presets, and no policy")
    for refused, left, row in rows:
        if row[4] != REFERENCE or not front:
            continue
        slack = 1 if "." not in row[2] else 0.1
        if any(r + 0.1 < refused and l + slack < left for r, l, _ in front):
            judge.holds(row[0] not in told, f"{figure.id}: {row[0]} is beaten")
        if not any(r <= refused + 0.1 and l <= left + slack for r, l, _ in front):
            judge.holds(row[0] in told, f"{figure.id}: no policy beats {row[0]}, which its caption does not say")


def reference(picture, mark, row, source, scales, judge, what):
    """A preset beside the policies: its mark is where its row says; how many comply is known nowhere else."""
    report = getattr(source, "report", None)
    judge.holds(report is None or row[0] not in report.policies, f"{what} is a policy of the report")
    judge.holds(written.read_count(row[3]) >= written.FOR_GUESSING, f"{what}: of {row[3]}")
    points = picture.take(picture.of("dot", mark) + picture.of("marker", mark))
    if not judge.equal(len(points), 1, f"points of {what}"):
        return
    point = points[0]
    judge.equal((point.kind, point.fill), FORMS[REFERENCE], f"the form of {what}")
    for cell, scale, place in zip(row[1:3], scales, (point.x + point.width / 2, point.y + point.height / 2)):
        # "<1 %" lies between 0 and 1.
        share = float(cell.strip("<> %")) / 100 / (2 if cell.startswith("<") else 1)
        # A share without decimals is half a per cent off.
        slack = abs(scale.of_share(0.0051 if "." not in cell else 0.0011) - scale.of_share(0))
        judge.near(place, scale.of_share(share), SLACK + slack, f"the place of {what}")


def source_line(figure, picture, source, judge):
    """The last lines of a picture: what it is drawn from."""
    lines = [t for t in picture.of("text", None) if t.x == 4 and t.y > picture.height - 61 and (
        " · " in t.text or t.y == picture.height - 4)]
    lines = [t for t in lines if t.element.get("font-size") == "10.5"]
    picture.take(lines)
    if not judge.holds(bool(lines), f"{figure.id} names its source"):
        return
    told = " · ".join(t.text for t in lines)
    pieces = source.pieces()
    if figure.id[:1] == "a":
        # Figures of a directory are of all accounts that count, not of the known passwords.
        accounts = sum(source.report.bins("account_password", "", "accounts").values())
        pieces = [f"n {accounts:,}"] + pieces[1:]
    for piece in pieces:
        judge.holds(piece in told, f"{figure.id}: its source '{told}' lacks '{piece}'")


def pieces_of(report):
    """What the source of a report's figures says."""
    inputs = report.manifest["inputs"]
    return [f"n {report.entries():,}", f"audit {report.manifest['version']}"] + (
        [f"list {inputs[0]['sha256'][:8]}"] if len(inputs) == 1 else [])


def of_sweep(sweep):
    """Places of a sweep's policies, by the measure of its front."""
    places, without = {}, 0
    for row in sweep.rows:
        loss, enough = sweep.height(row), sweep.is_enough(row)
        if loss is None:
            without += 1
            continue
        words = f"10^{sweep.measured(row)}" if sweep.against == "median" else f"{sweep.measured(row)} %"
        standing = "beside a second factor" if is_preset_beside(row) else "fewer than 1,000" if not enough else \
            "best trade-off" if row["pareto"] == "1" else "beaten"
        places[row["policy"]] = Place(row["policy"], sweep.refused(row), loss, words, int(row["accepted"]), standing)
    return places, without


def is_preset_beside(row):
    return not row["minlength"] and row["policy"] in ("nist-63b-4-mfa", "cis-21.12-mfa")
