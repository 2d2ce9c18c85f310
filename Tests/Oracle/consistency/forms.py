"""The runs whose outputs are judged: lists of many forms, as users have them, written anew each time."""
import time

import directories
import matrix
from made import Made

# Runs of the same passwords: the same table.
TWINS = [("its list", "tally"), ("its dump", "directory tally"), ("together", "merged"), ("without strength", "tally without strength"),
         ("odd together", "odd merged")]


def reports(runs, until):
    """Names of runs, and their directories with what was printed; forms of matrix.py until some time."""
    some, plain, made = runs.held, runs.plain, [Made(runs.held)]
    four, six = ["--rules", "four.policy"], ["--rules", "six.policy"]
    yield "plain", runs.report("plain", *four, "--space", "--distinct", "--shapes", "--unique", "--habits", plain, made=made)
    yield "none", runs.report("none", *four, "--strength", "none", "--no-blocklist", plain, made=[Made(some, asks=["--no-blocklist"])])
    yield "meter", runs.report("meter", *four, "--strength", "meter", plain, made=made)
    yield "six", runs.report("six", *six, "--distinct", "--weights", "accounts", "--standard", "cnil-80", plain, made=made)
    all_ = ["--distinct", "--behaviour", "all", "--behaviour-mix", "p=0.6,c=0.05,u=0,e=0.35"]
    yield "behaviours", runs.report("behaviours", *four, "--weights", "accounts", *all_, plain, made=made)
    runs.write("mild.policy", b"[6]\nminlength: 6;\n[7]\nminlength: 7;\n[8]\nminlength: 8;\n[digit]\nminlength: 7; "
               b"required: digit; allowed: ascii-printable;\n[same]\nminlength: 7;\n")
    mild = ["--rules", "mild.policy", "--strength", "none"]
    yield "behaviours, mild", runs.report("behaviours-mild", *mild, "--weights", "accounts", *all_, plain, made=made)
    yield "behaviours, some", runs.report("behaviours-some", *mild, "--distinct", "--behaviour", "extraneous,uniform", plain, made=made)
    yield "behaviours, head", runs.report("behaviours-head", *mild, *all_, "--head-only", plain, made=made)
    asked = ["--standard", "nist-63b-4", "--standard", "pci-4.0.1"]
    yield "one", runs.report("one", "--rules", "one.policy", "--space", *asked, plain, made=made)
    # Lines of all results.
    named = [(b"u%d@example.org" % n, p if n % 7 else b"") for n, p in enumerate(some)]
    # Some as their user is called, or nearly so.
    named[::11] = [(user, user.split(b"@")[0].upper() + b"!" * (n % 3)) for n, (user, _) in enumerate(named[::11])]
    named[40:40] = [(b"u", b"z" * 600), (b"w", b"\xff\xfe\xe4"), (b"an.anderson", b"anderson"), (b"Zoe Zed", b"xxzoexx")]
    users = [b"user:password", b"", b"no separator here", b"long:" + b"x" * 70_000] + [b":".join(pair) for pair in named]
    users = runs.list("users.txt", users)
    made_of_users = [Made([p for _, p in named], named, empty=1, malformed=1, over_long=1, header=1)]
    yield "users", runs.report("users", *four, "--distinct", "--habits", "--layout", "user:password", users, made=made_of_users)
    # Some without a password, which no guess is needed for, and none that is scored in part.
    whole = [pair for pair in named if len(pair[1]) < 500][:300]
    yield "no password", runs.report("no-password", *four, "--distinct", "--layout", "user:password", runs.list(
        "no-password.txt", [b":".join(pair) for pair in whole]), made=[Made([p for _, p in whole], whole)])
    # Headers, and a column.
    rows = [b"name,password,note"] + [b'n%d,"%s",x' % (n, p.replace(b'"', b'""')) for n, p in enumerate(some[:1500])]
    rows[30:30] = [b"short", b""]
    table = runs.list("table.csv", rows, b"\r\n")
    yield "csv", runs.report("csv", *four, "--layout", "csv:password", "--distinct", table,
                               made=[Made(some[:1500], empty=1, malformed=1, header=1)])
    # Counts, and lines that readers skip before anybody audits them.
    counts = {}
    for password in some:
        counts[password] = counts.get(password, 0) + 1
    counts = {password: count * 3 for password, count in counts.items()}
    counted = [b"%7d %s" % (count, password) for password, count in sorted(counts.items(), key=lambda p: -p[1])]
    counted = runs.list("counted.txt", counted)
    yield "counts", runs.report("counts", *four, "--layout", "counted:prefix", "--distinct", "--weights", "accounts", counted,
                                  made=[Made(counts)])
    kept = some[:300] + [b"d" * 600, b"e" * 512, b"f" * 513]
    long = runs.list("long.txt", kept + [b"a" * 200_000, b"b" * 70_000, b"", b"c" * 1_200_000, b"g" * 65_537])
    made_of_long = [Made(kept, empty=1, over_long=4)]
    yield "over-long", runs.report("over-long", *four, "--space", long, made=made_of_long)
    # A ranked blocklist, in bands; and two.
    ranked, few = sorted(counts, key=lambda p: -counts[p])[:1200], some[100:160]
    refused, other = runs.list("refused.txt", ranked), runs.list("other.txt", few)
    blocklists = ["--blocklist", refused, "--blocklist", other]
    yield "bands", runs.report("bands", *four, *blocklists, "--rate", "2400/d", "--rate", "100/h", "--distinct", plain,
                                 made=[Made(some, asks=blocklists, lists={"refused": ranked, "other": few})])
    # Lists that only rules name, one in two ways.
    runs.write("lists.policy", b'[file]\nminlength: 3; blocklist: "refused.txt" exact; allowed: unicode;\n'
               b'[words]\nmin-score: 1; context: "summer", "anna"; blocklist: "refused.txt" fold; allowed: unicode;\n')
    yield "lists of rules", runs.report("lists", "--rules", "lists.policy", "--habits", plain, made=made)
    # Words of one's own, which lower scores.
    words = runs.list("words.txt", list(dict.fromkeys(p.lower() for p in some if p.isalpha()))[:200])
    yield "dictionary", runs.report("dictionary", *four, "--distinct", "--dictionary", words, plain)
    # A model of one's own, whose error nobody measured.
    runs.audit("model", "build", "--order", "4", "-o", "own.model", plain)
    yield "own model", runs.report("own-model", *four, "--model", "own.model", plain)
    yield "knowing the policy", runs.report("model-aware", *four, "--distinct", "--strength", "min-auto", "--model", "own.model", plain)
    # Guess numbers of two attacks: one covers some, the other lists its guesses.
    numbers = {p: [float("inf"), 1, 10, 1000, 31623, 10 ** 9, 10 ** 9 + 1, 4 * 10 ** 33][len(p) % 8] for p in dict.fromkeys(some[:900])}
    table = runs.list("attack.tsv", [b"password\tguesses"] + [
        b"%s\t%s" % (p, b"-5" if n == float("inf") else str(n).encode()) for p, n in numbers.items()])
    order = list(dict.fromkeys(some[600:1000]))
    listed = runs.list("order.txt", order)
    of_one, of_both, of_all = Made(some), Made(some), Made(some)
    of_one.brought = {"attack": numbers}
    of_both.brought = of_all.brought = {"attack": numbers, "listed": {p: place + 1 for place, p in enumerate(order)}}
    both = ["--guesses", table, "--guess-order", f"listed={listed}"]
    yield "guess numbers", runs.report("guesses", *four, "--distinct", "--guesses", f"attack={table}", plain, made=[of_one])
    yield "min-auto", runs.report("min-auto", *six, "--distinct", "--rate", "2400/d", *both, plain, made=[of_both])
    yield "the least of all", runs.report("least", *four, "--distinct", "--strength", "min-auto", *both, plain, made=[of_all])
    yield "model and zxcvbn", runs.report("model-and-zxcvbn", *four, "--strength", "min-auto", plain, made=made)
    parts, held = [path for path, _ in runs.parts], [Made(passwords) for _, passwords in runs.parts]
    yield "by list", runs.report("by-list", *four, "--by-list", *parts, made=held)
    yield "by list, six", runs.report("by-list-six", *six, "--strength", "none", "--by-list", *parts[:2], made=held[:2])
    # Two policies of which each leaves less, one to few guesses and one to many.
    runs.write("crossing.policy", b"[letters]\nallowed: lower;\n[both]\nrequired: digit; allowed: lower, digit;\n")
    yield "crossing", runs.listed(
        "crossing", [b"password"] * 700 + [b"qxv%s" % bytes(97 + (n * k + k * k) % 26 for k in range(7, 21)) for n in range(700)]
        + [b"haus%04d" % (n * 7 % 9973) for n in range(1400)], "--rules", "crossing.policy")
    # Few, alike, and none.
    yield "few", runs.listed("few", some[:60], *four, "--distinct", "--space")
    yield "unlike", runs.listed("unlike", [b"%05d" % n for n in range(1200)] + [b"a long enough one %d" % n for n in range(7)],
                                "--rules", "one.policy", "--distinct")
    yield "alike", runs.listed("alike", [b"Summer-2026!"] * 40 + [b"x"] * 40, *four, "--distinct")
    yield "empty", runs.report("empty", *four, runs.list("empty.txt", [b"", b""]), made=[Made(empty=2)])
    # Tallies: as they are, merged, of another recipe; intervals.py judges those that answer with ends.
    tally = runs.directory / "plain.tally"
    runs.audit("scan", "--distinct", "-o", tally, plain)
    yield "tally", runs.report("tally", *six, "--distinct", "--space", "--behaviour", "all", tally, command=["report"], made=made)
    yield "its list", runs.report("its-list", *six, "--distinct", "--space", "--behaviour", "all", plain, made=made)
    for name, path in [("first", plain), ("second", parts[0])]:
        runs.audit("scan", "-o", f"{name}.tally", path)
    runs.audit("merge", "-o", "both.tally", "first.tally", "second.tally")
    runs.audit("scan", "-o", "long.tally", long, codes=(0, 1))
    none = [*four, "--strength", "none", "--dataset", "long"]
    yield "without strength", runs.report("without-strength", *none, long, made=made_of_long)
    yield "tally without strength", runs.report("tally-without", *none, "long.tally", command=["report"],
                                               made=made_of_long)
    yield "merged", runs.report("merged", *four, "--dataset", "both", "both.tally", command=["report"],
                                  made=[made[0] + held[0]])
    yield "together", runs.report("together", *four, "--dataset", "both", plain, parts[0], made=[made[0] + held[0]])
    # Two lists with lines of every result, read together and merged.
    two = []
    for number, (count, length) in enumerate(((1, 600), (2, 700))):
        kept = some[number * 50:number * 50 + 40] + [b"%d" % n + b"x" * length for n in range(count)]
        path = runs.list(f"odd-{number}.txt", kept + [b""] * count + [b"y" * 70_000] * count)
        two.append((path, Made(kept, empty=count, over_long=count)))
        runs.audit("scan", "-o", f"odd-{number}.tally", path, codes=(0, 1))
    runs.audit("merge", "-o", "odd.tally", "odd-0.tally", "odd-1.tally")
    odd = [two[0][1] + two[1][1]]
    yield "odd together", runs.report("odd-together", *four, "--dataset", "odd", *(path for path, _ in two), made=odd)
    yield "odd merged", runs.report("odd-merged", *four, "--dataset", "odd", "odd.tally", command=["report"], made=odd)
    yield from directories.forms(runs)
    if time.monotonic() < until:
        # 64 KiB are audited, and a byte more is not.
        edges = [b"e" * 65_535, b"f" * 65_536]
        yield "64 KiB", runs.report("edges", "--rules", "one.policy", "--strength", "none", runs.list(
            "edges.txt", edges + [b"g" * 65_537]), made=[Made(edges, over_long=1)])
    yield from matrix_forms(runs, until)


def matrix_forms(runs, until):
    """The forms of matrix.py: each layout, encoding and container at least once."""
    passwords = ["".join(runs.chance.choice(matrix.LETTERS) for _ in range(runs.chance.randint(1, 14)))
                 for _ in range(400)]
    containers = [(name, pack) for name, (need, pack) in matrix.CONTAINERS.items() if need is None]
    encodings = list(matrix.ENCODINGS.items())
    for number, (layout, write) in enumerate(matrix.LAYOUTS.items()):
        for step in range(3):
            if time.monotonic() >= until:
                return
            at = number * 3 + step
            container, pack = containers[at % len(containers)]
            encoding, codec = encodings[at % len(encodings)]
            text = "".join(write(n, p) + "\n" for n, p in enumerate(passwords)).encode(codec)
            path = runs.write(f"matrix/list-{at}", pack(text))
            yield f"{layout}, {container}, {encoding}", runs.report(
                f"matrix-{at}", "--rules", "four.policy", "--layout", layout, "--encoding", encoding,
                "--strength", "meter", path)
