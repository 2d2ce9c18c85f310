"""How the program writes numbers: the one place that knows, so that one change of a rule is one here."""
import re
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

# The least compliant passwords of which shares are stated; of which what guesses find is, and shares stand alone.
FOR_SHARES, FOR_GUESSING = 100, 1000
# Superscripts of axis labels and rates.
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def rounded(number, places, rule=ROUND_HALF_UP):
    """A binary number rounded at decimal places, exactly."""
    return Decimal(number).quantize(Decimal(1).scaleb(-places), rule)


def share(count, total):
    return count / total if total else 0.0


def six_decimals(count, total):
    """The column `share` of audit.csv."""
    return f"{share(count, total):.6f}"


def six_digits(number):
    """Shares of the other tables; blank for none."""
    return "" if number is None else f"{float(number):.6g}"


def grouped(count):
    return f"{int(count):,}"


def percent(part, step=0.001):
    """A share on pages and screens: what is not all, or not nothing, is never written so."""
    places = 1 if step < 0.01 else 0
    if 0 < part < step / 2:
        return f"<{step * 100:.{places}f} %"
    if 1 - step / 2 <= part < 1:
        return f">{(1 - step) * 100:.{places}f} %"
    return f"{rounded(part * round(1 / step), 0) / 10 ** places:.{places}f} %"


def share_of(count, total):
    return percent(share(count, total))


def rounded_percent(part):
    """A share by an estimate, which knows no decimals, and neither none nor all."""
    return "<1 %" if part == 0 else ">99 %" if part == 1 else whole(part)


def whole(part):
    """A share without decimals."""
    return percent(part, 0.01)


def by_estimate(estimate):
    """How a share found in a time is written: the combined estimate knows no decimals."""
    return rounded_percent if estimate == "combined" else percent


# The names of the estimates beside numbers, in a sentence.
ESTIMATES = {"combined": "combined estimate", "zxcvbn": "zxcvbn", "brought": "brought guess numbers", "min-auto": "min-auto"}
LONG, LETTERS, SCORED = (f"error not measured for {what}" for what in (
    "minimum lengths of 13+", "letters beyond ASCII", "policies with a score"))
# The errors that were measured, and how the summary's line says them.
WITHIN, TOO_HIGH = "within 8 percentage points", "up to 59 percentage points too high"
OF_SCORE, OF_MANY = "14 percentage points too low to 2 too high", "more than ten percentage points possible"
COMPARED = "attacks of university researchers, on two leaks under eight other policies"
IN_FULL = {WITHIN: f"{WITHIN} of {COMPARED}", TOO_HIGH: f"up to 59 percentage points above {COMPARED}"}


def name_of(report):
    """The name of the estimate of a report beside numbers."""
    return report.label if report.estimate == "brought" else ESTIMATES.get(report.estimate)


def error(report, rules):
    """How near the share found in a day comes to a guessing service's, under a policy of these rules."""
    if report.estimate in ("brought", "min-auto"):
        return "error not measured"
    if report.own_model and report.estimate == "combined":
        return "error not measured for a model of one's own"
    encodings = report.manifest["encodings"]
    if (encodings["utf8"] + encodings["illFormed"]) * 20 >= report.entries() > encodings["ascii"]:
        return LETTERS
    # No other rule of the forms asks for so many characters.
    least = [max(map(int, re.findall(r"minlength: (\d+)", part)), default=0) for part in re.split(r"(?<=;) or ", rules)]
    if min(least) >= 13:
        return LONG
    is_scored = re.search(r"min-score: [1-4]", rules)
    if report.estimate == "zxcvbn":
        return SCORED if is_scored else TOO_HIGH
    if rate_of_day(report) != "10⁴/s":
        return OF_MANY
    return OF_SCORE if is_scored else WITHIN


def mark(report, rules):
    """The mark at a share guessed whose error was not measured, while that of other policies was."""
    return "*" if is_unmeasured(report, rules) and not is_unmeasured(report, "") else ""


def is_unmeasured(report, rules):
    return error(report, rules).startswith("error not measured")


# What a true share may be above and below the stated one, in percentage points.
MARGINS = {WITHIN: (8, 8), OF_SCORE: (14, 2), TOO_HIGH: (0, 59)}


def certainty(own, other):
    """Whether the difference of two shares with their errors is certain, likely or open."""
    (low, low_error), (high, high_error) = sorted((own, other), key=lambda row: row[0])
    if low_error not in MARGINS or high_error not in MARGINS:
        return "open"
    margins, points_ = (MARGINS[low_error][0], MARGINS[high_error][1]), (high - low) * 100
    return "certain" if points_ > sum(margins) else "likely" if points_ > max(margins) else "open"


def is_beside(report, policy):
    """Whether it is a preset for use beside a second factor."""
    source = next(p for p in report.manifest["policies"] if p["name"] == policy)["source"]
    return source.startswith("preset:") and source.endswith("-mfa")


def grouped_errors(report, policies):
    """The errors of policies, given by names and rules, in the order of their first; the names of those of each."""
    found = {}
    for name, rules in policies or [("", "")]:
        found.setdefault(error(report, rules), []).append(name)
    return found


def brief(report, policies=None):
    """The estimate of a report with the errors of its policies: what is known of the built-in model says nothing of another."""
    if report.estimate in ("brought", "min-auto"):
        return f"{report.guess_files}, the error not measured"
    if report.own_model:
        return f"combined estimate by a model of one's own ({report.own_model}), its error not measured"
    if policies is None:
        policies = [(p, report.text_of(p)) for p in report.policies]
    found = grouped_errors(report, policies)
    def told(what, names):
        text = IN_FULL.get(what, what)
        return text if len(found) == 1 else f"{several(names)}: {text}"
    return f"{made(report)}{',' if len(found) == 1 else ';'} " + "; ".join(told(*item) for item in found.items())


def several(names):
    """The names of policies in a sentence."""
    clear = len(names) <= 3 and (len(names) == 1 or not any("," in name for name in names))
    return ", ".join(name if len(name) <= 40 else name[:39] + "…" for name in names) if clear else f"{grouped(len(names))} policies"


def made(report):
    """The estimate of a report, and what it is made of."""
    return "zxcvbn's estimate" if report.estimate == "zxcvbn" else "combined estimate of zxcvbn and a model of common passwords"


def sure(report, attacks, has_fast_hash):
    """What the first screen says of the estimate and its errors."""
    policies = [("'no policy'", "")] + [(p, report.text_of(p)) for p in report.policies]
    if report.estimate in ("brought", "min-auto") or report.own_model:
        return brief(report, policies) + "."
    found = grouped_errors(report, policies)
    lines = []
    for what, names in found.items():
        named = several(names) if len(found) > 1 else None
        lines.append(f"{attacks}: {what} there; the same is assumed for {named or 'these policies'}" if what in MARGINS
                     else what + (f" ({named})" if named else ""))
    if has_fast_hash and not is_unmeasured(report, ""):
        lines.append(f"fast hash: {'error not measured' if report.estimate == 'zxcvbn' else OF_MANY}")
    compared = "Their error was measured by attacks of university researchers, on two leaks under eight other policies:"
    return " - ".join([f"{made(report)}. {compared}"] + lines)


def fast_hash(report):
    """What is known of the error with the fast hash, as a sentence to follow; empty if no error is known."""
    if error(report, "") not in (WITHIN, OF_MANY, TOO_HIGH):
        return ""
    known = "the error was not measured" if report.estimate == "zxcvbn" else "more than ten percentage points are possible"
    return f" With the fast hash {known}, so that differences are open."


def of_compliant(count, total, write=percent):
    """A share of compliant passwords, of which there may be few; None for what was not counted."""
    if count is None or not total:
        return "–"
    return write(share(count, total)) + (f" of {grouped(total)}" if total < FOR_GUESSING else "") \
        if total >= FOR_SHARES else "too few"


def three_digits(part):
    if part is None:
        return "–"
    number = part * 100
    if 0 < number < 0.0005:
        return "<.001"
    places = 1 if number >= 9.995 or number == 0 else 2 if number >= 0.9995 else 3
    return f"{rounded(number, places, ROUND_HALF_EVEN)}"


def precise(part):
    """A share that may be small."""
    return "–" if part is None else three_digits(part) + " %"


def whole_percent(part):
    number = int(rounded(part * 100, 0))
    return "<1" if part > 0 and number == 0 else str(number)


def points(difference):
    """A difference of shares, with the minus sign of print."""
    tenths = int(abs(rounded(difference * 1000, 0)))
    sign = "" if tenths == 0 else "−" if difference < 0 else "+"
    return f"{sign}{tenths // 10}.{tenths % 10}"


def whole_points(difference):
    """The same by an estimate that knows no decimals."""
    return points(float(rounded(difference * 100, 0)) / 100)[:-2]


def bits(number):
    text = f"{number:.2f}"
    return text.lstrip("-") if not re.search("[1-9]", text) else text


def read_count(text):
    return int(text.replace(",", ""))


def read_label(text):
    """The number of an axis label: `25 %`, `10⁶`, `6.5`; None for words."""
    raised = re.fullmatch(r"10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", text)
    if raised:
        return float(raised[1].translate(RAISED))
    number = re.fullmatch(r"(-?[0-9.]+)( %)?", text)
    return float(number[1]) if number else None


RAISING = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def rate_of_day(report):
    """The rate of the one attack that first screens tell of."""
    rates = [bucket.partition(" for ")[0] for bucket in report.cracked() if bucket.endswith(" for 1 day")]
    rate = ("1e4/s" if "1e4/s" in rates else rates[-1]) if rates else ""
    return re.sub(r"^1e(\d+)", lambda power: "10" + power[1].translate(RAISING), rate)


# The caveats of guessing.
CAVEATS = {
    "filtered": "Filtered list: assumes refused users spread like the accepted ones; people under a policy do not "
                "(Mazurek et al. 2013).",
    "behaviour": "Assumes what refused users do; see the other models.",
    "truncated": "Within a truncated list: bits are lower bounds and strict policies look worse than they are.",
    "unlike": "Less than a tenth of the list: entropies are not comparable with those of the whole list.",
    "population": "A leak is not a random sample; site policy and language and cracking success shape it.",
}
