import Diagnostics
import PasswordPolicies
package import PasswordSpaces
import Passwords

/// One metric of `audit.csv`: its name, the passwords that it counts, and how its bins are made.
///
/// ``all`` is the one list of metrics. Tables, file names, comparisons and the documentation read it,
/// so a new metric is a new entry there.
package struct Metric: Sendable {
  /// The name in the column `metric`.
  package let name: String
  /// The passwords that it is about.
  package let scope: Scope
  /// The units in which it is counted.
  package let units: [Histogram.Unit]
  /// Whether its bins add up to its total.
  package let isPartition: Bool
  /// The meaning of its bins, for the documentation.
  package let words: String
  private let source: Source
  private let base: Base

  /// The passwords that a metric is about.
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// All passwords, without a policy.
    case list
    /// All passwords, under a policy.
    case policy
    /// The passwords that comply with a policy.
    case survivors
  }

  /// The total of a metric that has shares.
  enum Base: Hashable, Sendable {
    /// The passwords of its scope.
    case passwords
    /// The passwords that comply with the policy.
    case compliant
    /// The sum of its bins.
    case bins
    /// The sum of the bins of another metric.
    case metric(String)
  }

  /// How bins are made; nil if the run did not count them.
  enum Source: Sendable {
    /// From everything about the list.
    case list(@Sendable (Findings) -> [Histogram.Bin]?)
    /// From everything about a policy.
    case policy(@Sendable (PolicyFindings, FindingsBase) -> [Histogram.Bin]?)
    /// From counts of passwords: all of the list, or the compliant ones.
    case passwords(@Sendable (PasswordCounts, FindingsBase) -> [Histogram.Bin]?)
    /// From the metrics of guessing.
    case guessing(@Sendable (PolicyGuessing) -> [Histogram.Bin]?)
    /// From a policy's keyspace.
    case space(@Sendable (PolicyKeyspace) -> [Histogram.Bin]?)
  }

  /// What a histogram can be made of.
  package enum Subject {
    case list(Findings)
    case policy(PolicyFindings, FindingsBase)
    case guessing(PolicyGuessing)
    case space(PolicyKeyspace)
  }

  /// Describes a metric.
  init(
    _ name: String, _ scope: Scope, units: [Histogram.Unit] = [.entries, .distinct],
    isPartition: Bool = true, of base: Base = .passwords, _ words: String, _ source: Source
  ) {
    self.name = name
    self.scope = scope
    self.units = units
    self.isPartition = isPartition
    self.base = base
    self.words = words
    self.source = source
  }

  /// The same metric of the accepted passwords with a policy.
  package var ofSurvivors: Metric {
    Metric(
      Self.survivorsPrefix + name, .survivors, units: units, isPartition: isPartition, of: base,
      "`\(name)` of the accepted passwords", source)
  }

  /// What the names of metrics begin with that are about the passwords that comply.
  private static let survivorsPrefix = "survivors_"

  /// A metric that another version of the program wrote; only its name and its scope are known.
  private init(unknown name: String, isOfPolicy: Bool) {
    let scope: Scope =
      !isOfPolicy ? .list : name.hasPrefix(Self.survivorsPrefix) ? .survivors : .policy
    self.init(name, scope, isPartition: false, "", .list { _ in nil })
  }

  private static let named = Dictionary(
    (all + ofAccounts).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The metric with a name in a table.
  package init(name: String, isOfPolicy: Bool) {
    self = Self.named[name] ?? Metric(unknown: name, isOfPolicy: isOfPolicy)
  }

  /// All metrics of a subject that was counted.
  package static func histograms(of subject: Subject) -> [Histogram] {
    all.compactMap { $0.histogram(of: subject) }
  }

  /// The histogram of a subject; nil if this is no metric of it, or was not counted.
  package func histogram(of subject: Subject) -> Histogram? {
    let (policy, bins, passwords): (String?, [Histogram.Bin]?, UInt64)
    switch (source, subject) {
    case (.list(let make), .list(let findings)) where scope == .list:
      (policy, bins, passwords) = (nil, make(findings), findings.entries)
    case (.passwords(let make), .list(let findings)) where scope == .list:
      (policy, bins, passwords) = (
        nil, make(findings.list.passwords, FindingsBase(findings)), findings.entries
      )
    case (.passwords(let make), .policy(let found, let base)) where scope == .survivors:
      (policy, bins, passwords) = (found.name, make(found.passwords, base), found.compliant)
    case (.policy(let make), .policy(let found, let base)) where scope == .policy:
      (policy, bins) = (found.name, make(found, base))
      passwords = self.base == .compliant ? found.compliant : found.entries(of: base.entries)
    case (.guessing(let make), .guessing(let found))
    where (scope == .list) == (found.policy == nil):
      policy = found.policy
      bins = make(found)
      passwords =
        unit == .distinct ? found.metrics.distinct : UInt64(clamping: found.metrics.total)
    case (.space(let make), .space(let keyspace)) where scope == .policy:
      (policy, bins, passwords) = (keyspace.policy.name, make(keyspace), 0)
    default: return nil
    }
    return bins.map { bins in
      Histogram(
        policy: policy, self, unit: unit,
        total: total(passwords, adding: bins), bins)
    }
  }

  /// The base of shares of some bins about a number of passwords; 0 without shares.
  package func total(_ passwords: UInt64, adding bins: [Histogram.Bin]) -> UInt64 {
    guard unit.hasShares else { return 0 }
    return base == .bins ? bins.reduce(0) { $0 &+ $1.count } : passwords
  }

  /// Whether the total of such bins is known: a folded tally does not tell all of them.
  func isTotalKnown(adding bins: [Histogram.Bin]) -> Bool {
    base != .bins || !bins.contains(where: \.isHidden)
  }

  /// The metric whose bins add up to its total; nil unless that is another one.
  package var metricOfTotal: Metric? {
    if case .metric(let name) = base { return Metric(name: name, isOfPolicy: false) }
    return nil
  }

  /// Whether its total is the passwords that comply with the policy.
  package var isOfCompliant: Bool { scope == .survivors || base == .compliant }

  /// Its first unit; those that also count distinct passwords count entries first.
  package var unit: Histogram.Unit { units.first ?? .entries }

  /// The table of all metrics in `Documentation/report.md`, as lines.
  package static var documentation: [String] {
    ["| metric | about | unit | parts of a whole | counts |", "|---|---|---|---|---|"]
      + all.map { metric in
        let units = metric.units.map(\.rawValue).joined(separator: ", ")
        let (scope, parts) = (metric.scope.rawValue, metric.isPartition ? "yes" : "no")
        return "| `\(metric.name)` | \(scope) | \(units) | \(parts) | \(metric.words) |"
      }
  }
}

extension Metric: Hashable {
  /// Metrics are the same if their names are.
  package static func == (a: Metric, b: Metric) -> Bool { a.name == b.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// The metrics of all passwords, and those of them that passwords that comply have, too.
extension Metric {
  package static let entries = Metric(
    "entries", .list, "passwords audited, each as often as its line states",
    .list { .named([("audited", $0.entries)]) })

  package static let lines = Metric(
    "lines", .list, units: [.entries], of: .bins,
    "lines audited, empty, over-long (more than 64 KiB), cut off, malformed, headers",
    .list { findings in
      .named(
        LineResult.all.compactMap { result in
          result.bin.map { ($0, result.count(in: findings.list.lines)) }
        })
    })

  package static let quality = Metric(
    "quality", .list, units: [.entries], "ASCII, UTF-8 or ill-formed",
    .list { findings in
      let lines = findings.list.lines
      return .named([
        ("ascii", lines.ascii), ("utf-8", lines.utf8), ("ill-formed", lines.illFormed),
      ])
    })

  package static let normalisation = Metric(
    "normalisation", .list, units: [.entries], "changed by NFC or not; ill-formed text has no NFC",
    .list { findings in
      let changed = findings.list.lines.changedByFormC
      return .named([("changed", changed), ("unchanged", findings.entries &- changed)])
    })

  package static let control = Metric(
    "control", .list,
    "with control characters of ASCII (U+0000 to U+001F and U+007F; those of Latin-1, U+0080 to "
      + "U+009F, do not count), or without",
    .list { findings in
      let with = findings.list.withControl
      return .named([("with", with), ("without", findings.entries &- with)])
    })

  package static let blank = Metric(
    "blank", .list, "accounts without a password, in layouts with users; all others",
    .list { findings in
      let blank = findings.list.blank
      return .named([("blank", blank), ("other", findings.entries &- blank)])
    })

  package static let length = Metric(
    "length", .list, "code points: every length up to the longest",
    .passwords { counts, _ in .characters(counts.lengths) })

  package static let unique = Metric(
    "unique", .list,
    "with `--unique`: how many different characters, up to 30; `31+` has more",
    .passwords { counts, _ in
      counts.unique.ifAny { unique in
        unique.indices.dropFirst(unique[0] > 0 ? 0 : 1).map { number in
          let isLast = number == PasswordCounts.uniqueLimit
          return Histogram.Bin(isLast ? "\(number)+" : nil, order: number, count: unique[number])
        }
      }
    })

  package static let habit = Metric(
    "habit", .list, isPartition: false,
    "with `--habits`: passwords with each habit; several are of one password. `context`, where a policy "
      + "names context words, counts those that such a rule of any policy refuses",
    .passwords { counts, _ in counts.habits.map { .named($0.bins) } })

  package static let classes = Metric(
    "classes", .list, "how many of the five kinds that `charset` names",
    .list { .characters($0.list.classCounts) })

  package static let charset = Metric(
    "charset", .list, "which of lower, upper, digit, special, other",
    .list { findings in
      let counts = findings.list.charsets
      return .named(
        counts.indices.dropFirst(counts[0] > 0 ? 0 : 1).map { mask in
          (CodePointSet.kindNames(mask), counts[mask])
        })
    })

  package static let shape = Metric(
    "shape", .list, units: [.entries],
    "with `--shapes`: the kind of each character, `Ullllldd!`; the 100 commonest, then `other`",
    .list { findings in
      let shapes = findings.list.commonestShapes(findings.shapeListing)
      return shapes.map { shapes in
        let other = shapes.reduce(findings.entries) { $0 &- $1.1 }
        return .named(shapes + [("other", other)])
      }
    })

  package static let meter = Metric(
    "meter", .list, "level of the four-criteria meter",
    .passwords { counts, _ in
      zip(MeterLevel.allCases, counts.strength.meter).map { ("\($0)", $1) }.ifAny { .named($0) }
    })

  package static let score = Metric(
    "score", .list, "zxcvbn's score, from 0 to 4",
    .passwords { counts, _ in counts.strength.scores.ifAny { .numbered($0) } })

  package static let scoreWithoutWords = Metric(
    "score_without_words", .list,
    "with `--dictionary`: zxcvbn's score for an attacker who does not have these words",
    .passwords { counts, _ in counts.strength.scoresWithoutWords.ifAny { .numbered($0) } })

  package static let scoreFall = Metric(
    "score_fall", .list, isPartition: false,
    "with `--dictionary`: passwords that are below a score only for an attacker who has these words",
    .passwords { counts, _ in
      counts.strength.fallen.enumerated().map { ("below \($0 + 1)", $1) }.ifAny { .named($0) }
    })

  package static let guessesLog10 = Metric(
    "guesses_log10", .list,
    "zxcvbn's guesses in half decades (`14.5` holds 10^14.5 guesses and more, but fewer than 10^15, "
      + "exactly); in whole decades (`14.0` up to 10^15) where the combined estimate is recorded",
    .halfDecades { $0 == .zxcvbn })

  package static let combinedLog10 = Metric(
    "combined_log10", .list,
    "the guesses of the combined estimate, which joins zxcvbn's with a model's, in half decades",
    .halfDecades { $0 == .combined })

  package static let broughtLog10 = Metric(
    "brought_log10", .list, isPartition: false,
    "with `--guesses`: the guess numbers of each source, in half decades (`pcfg+14.5`); `30.5` and "
      + "more are one, `unreached` is a password that the attack did not find, `uncovered` one that no "
      + "file of the source has",
    .halfDecades { if case .brought = $0 { true } else { false } })

  static let modelLog10 = Metric(
    "model_log10", .list,
    "with `--strength min-auto`: the guesses of the model alone, in half decades; `30.5` and more are "
      + "one",
    .halfDecades { $0 == .model })

  package static let minAutoLog10 = Metric(
    "min_auto_log10", .list,
    "with several sources of `--guesses`, or with `--strength min-auto`: the least of their guesses, "
      + "with the latter also of the model's and zxcvbn's, and then in whole decades",
    .halfDecades { $0 == .minAuto })

  package static let pattern = Metric(
    "pattern", .list, "the pattern that decides zxcvbn's guesses",
    .list { findings in
      let (names, counts) = (findings.patternNames, findings.list.patterns)
      guard !findings.list.passwords.strength.scores.isEmpty else { return nil }
      return .named(names.indices.map { (names[$0], $0 < counts.count ? counts[$0] : 0) })
    })

  package static let meterScore = Metric(
    "meter_score", .list, "level of the four-criteria meter and zxcvbn's score: `weak+0`",
    .list { findings in
      findings.list.meterAndScore.enumerated().map {
        ("\(MeterLevel.allCases[$0 / 5])+\($0 % 5)", $1)
      }.ifAny { .named($0) }
    })

  package static let cracked = Metric(
    "cracked", .list, isPartition: false,
    "found in a time at a rate of guesses, also at each `--rate`, by the combined estimate; `1 year` "
      + "is 365 days",
    .cracked { $0 == .combined })

  package static let crackedZxcvbn = Metric(
    "cracked_zxcvbn", .list, isPartition: false, "the same by zxcvbn's guesses",
    .cracked { $0 == .zxcvbn })

  package static let crackedBrought = Metric(
    "cracked_brought", .list, isPartition: false,
    "the same by the guess numbers of each source of `--guesses` (`pcfg+1e4/s for 1 day`); what it does "
      + "not cover counts as not guessed",
    .cracked { if case .brought = $0 { true } else { false } })

  static let crackedModel = Metric(
    "cracked_model", .list, isPartition: false, "the same by the guesses of the model alone",
    .cracked { $0 == .model })

  package static let crackedMinAuto = Metric(
    "cracked_min_auto", .list, isPartition: false, "the same by the least of several sources",
    .cracked { $0 == .minAuto })

  package static let blocklist = Metric(
    "blocklist", .list, isPartition: false,
    "entries that a list holds that the run compares with (the built-in one, or `--blocklist`), so a "
      + "policy's rows do not depend on the lists and words of other policies. An entry may be on "
      + "several lists; `none` counts those on none",
    .passwords { counts, base in .lists(base, counts.listed, none: counts.unlisted) })

  static let ruleList = Metric(
    "rule_list", .list, isPartition: false,
    "entries that each list holds that only rules of policies name: context words, files, other "
      + "comparisons",
    .list { findings in
      findings.listsOfRules.map {
        (findings.lists[$0].name, findings.list.passwords.listed[$0])
      }.ifAny { .named($0) }
    })

  package static let userName = Metric(
    "user_name", .list, units: [.entries], isPartition: false,
    "if lists name users, and of entries only, since a password has many users: entries that relate "
      + "to their user's name, as `user-name` or `user-name-part` (an entry may do both), and `none`",
    .passwords { counts, base in
      base.relations.map { ($0.name, counts.listed[$0.bit]) }
        .ifAny { .named($0 + [("none", counts.unrelated)]) }
    })

  package static let blocklistBand = Metric(
    "blocklist_band", .list, units: [.entries], isPartition: false,
    "entries that a list holds, by the rank of the value: `common+1000` counts values of rank 101 to "
      + "1,000",
    .list { findings in
      // Ranks are another table of the same entries, which a folded tally leaves out.
      if findings.folding != nil { return nil }
      return findings.listHits.flatMap { list in
        list.bands.map { ("\(list.name)+\($0.limit)", $0.hits) }
      }.ifAny { .named($0) }
    })
}

extension Metric.Source {
  /// Bins by the half decade of the guesses of some sources.
  fileprivate static func halfDecades(
    of isMeant: @escaping @Sendable (GuessSource) -> Bool
  ) -> Self {
    .passwords { counts, _ in
      counts.strength.counts(of: isMeant).ifAny { all in
        .named(
          all.flatMap { counts in
            counts.bins.map { (counts.estimate.bucket($0), counts.halfDecades[$0]) }
          })
      }
    }
  }

  /// Bins by what attacks find, by the guesses of some sources.
  fileprivate static func cracked(
    of isMeant: @escaping @Sendable (GuessSource) -> Bool
  ) -> Self {
    .passwords { counts, base in
      counts.strength.counts(of: isMeant).filter { !$0.budgets.isEmpty }.ifAny { all in
        .named(
          all.flatMap { counts in
            base.attacks.map {
              (counts.estimate.bucketPrefix + $0.name, counts.found(by: $0, of: base.guessBudgets))
            }
          })
      }
    }
  }
}

// The metrics of policies, and those of guessing and of keyspaces.
extension Metric {
  package static let compliance = Metric(
    "compliance", .policy, "compliant, violating",
    .policy { policy, _ in
      .named([("compliant", policy.compliant), ("violating", policy.violating)])
    })

  package static let violation = Metric(
    "violation", .policy, isPartition: false, "entries that break a rule; some break several",
    .policy { policy, _ in .rules(policy, policy.violation) })

  package static let violationOnly = Metric(
    "violation_only", .policy, isPartition: false, "entries that break that rule and no other",
    .policy { policy, _ in .rules(policy, policy.violationOnly) })

  package static let violationPair = Metric(
    "violation_pair", .policy, isPartition: false, "entries that break both rules",
    .policy { policy, _ in
      let ids = policy.rules.map(\.id.text)
      return .named(policy.violationPairs.map { ("\(ids[$0.first])+\(ids[$0.second])", $0.count) })
    })

  package static let violationSet = Metric(
    "violation_set", .policy,
    "entries that break exactly these rules: every set of 0.1 % or more, 50 at most, then `other` "
      + "sets, then `none`",
    .policy { policy, base in
      let (sets, other) = policy.violationSets(of: policy.entries(of: base.entries))
      let ids = policy.rules.map { Array($0.id.text.utf8) }
      // As bytes, since hundreds of policies have thousands of sets.
      var name: [UInt8] = []
      let bins = sets.map { set in
        name.removeAll(keepingCapacity: true)
        for number in ids.indices where set.contains(number) {
          if !name.isEmpty { name.append(UInt8(ascii: "+")) }
          name += ids[number]
        }
        return (String(decoding: name, as: UTF8.self), set.count)
      }
      return .named(bins + [("other", other), ("none", policy.compliant)])
    })

  package static let violationsPerEntry = Metric(
    "violations_per_entry", .policy, "entries that break this number of rules",
    .policy { policy, _ in .numbered(policy.violationsPerEntry) })

  package static let blocklistOnly = Metric(
    "blocklist_only", .policy, isPartition: false,
    "accepted passwords that only this list holds, of the lists of `blocklist`",
    .policy { policy, base in .lists(base, policy.listedOnlyBy) })

  package static let habitOfRule = Metric(
    "habit_of_rule", .policy, isPartition: false, of: .compliant,
    "with `--habits`: accepted passwords, by whether they keep a rule by its cheapest habit "
      + "(`free`) or not (`other`), then all such rules at once",
    .policy { policy, _ in policy.habits.map { .named($0.bins) } })

  package static let repetition = Metric(
    "repetition", .list, units: [.distinct],
    "with `--distinct`: passwords that occur once, and those that are repeated",
    .guessing { guessing in
      let once = guessing.spectrum.levels.last { $0.occurrences == 1 }?.passwords ?? 0
      return .named([("once", once), ("repeated", guessing.metrics.distinct &- once)])
    })

  package static let guessingBits = Metric(
    "guessing_bits", .list, units: [.microbits], isPartition: false,
    "with `--distinct`: the work of guessing the commonest password, a quarter of the entries, and "
      + "all of them, in millionths of a bit",
    .guessing { guessing in
      let metrics = guessing.metrics
      return .microbits([
        ("commonest", metrics.minEntropyBits),
        ("quarter", metrics.effort(for: "0.25")?.guessworkBits), ("all", metrics.guessworkBits),
      ])
    })

  package static let spaceBits = Metric(
    "space_bits", .policy, units: [.microbits], isPartition: false,
    "with `--space`: bits of the shortest random strings that the policy permits (`floor`), and how "
      + "many fewer than printable ASCII's (`lost`) or more (`gained`), in millionths of a bit",
    .space { keyspace in
      let lost = keyspace.floor?.lostFromASCII
      return .microbits([
        ("floor", keyspace.floor?.bits), (lost ?? 0 < 0 ? "gained" : "lost", lost.map(abs)),
      ])
    })

  static let spaceCostBits = Metric(
    "space_cost_bits", .policy, units: [.microbits], isPartition: false,
    "with `--space`: what each rule takes of these bits, in millionths; not those that add some",
    .space { keyspace in
      let costs = keyspace.floorCosts?.rules ?? []
      return .microbits(
        costs.map { cost in
          (cost.rule.text, (cost.shapley ?? cost.last).flatMap { $0 >= 0 ? $0 : nil })
        })
    })

  /// All metrics: the closed vocabulary of the column `metric`.
  ///
  /// A comparison of reports that have a table for each metric prints them in this order.
  package static let all: [Metric] =
    [
      entries, lines, quality, normalisation, control, blank, length, unique, classes, charset,
      shape,
      meter, score, scoreWithoutWords, scoreFall, guessesLog10, combinedLog10, broughtLog10,
      modelLog10, minAutoLog10, pattern, meterScore, cracked, crackedZxcvbn, crackedBrought,
      crackedModel, crackedMinAuto, blocklist, ruleList, userName, blocklistBand, habit,
      compliance, violation, violationOnly, violationPair, violationSet, violationsPerEntry,
    ]
    + [
      length, unique, meter, score, scoreWithoutWords, scoreFall, guessesLog10, combinedLog10,
      broughtLog10, modelLog10, minAutoLog10, cracked, crackedZxcvbn, crackedBrought, crackedModel,
      crackedMinAuto, blocklist, userName,
    ].map(\.ofSurvivors) + [
      blocklistOnly, habit.ofSurvivors, habitOfRule, repetition,
      guessingBits, guessingBits.ofSurvivors, spaceBits, spaceCostBits,
    ]
}

// The metrics of a directory's accounts, which no tally holds: dumps and potfiles are counted
// elsewhere, and only their names and words stand here.
extension Metric {
  /// The policy of rows that sum up policies which say for whom they are in force.
  package static let inForce = "in force"

  /// All metrics of dumps of a directory.
  package static let ofAccounts =
    [
      accounts("account_kind", "all accounts: users, machines, and those of the system"),
      accounts("account_state", "users that are enabled, disabled, or of unknown state"),
      accounts(
        "account_password",
        "how much is known of the password: blank; cracked, proven by the hash; unproven, found with "
          + "a text that does not have the hash; uncracked; no hash"),
      accounts("age", "days since the password was set, before the newest day of any account"),
      accounts(
        "commonest", isPartition: false, base: .metric("shared"),
        "accounts that have the commonest passwords, cracked or not"),
      accounts(
        "finding", isPartition: false, base: .metric("account_password"), "accounts with a finding"),
      accounts(
        "history_reuse",
        "of accounts with history: the current password, or an earlier one, is there "
          + "twice"),
      accounts(
        "history_step",
        "how the current password comes from the last one, or an earlier from the one before it; "
          + "undecidable if neither is known"),
      accounts("listed", "whether a blocklist holds the password, by its text or its NT hash"),
      accounts(
        "lm", "whether an LM hash is stored; short is of a password of at most 7 characters"),
      accounts(
        "machine_default", "machines whose password is the one of machines that never joined"),
      accounts("reversible", "whether the password is stored reversibly"),
      accounts("shared", "how many accounts have the same password, in the whole directory"),
      accounts(
        "shared_across", "of parts: who else has the password, nobody, accounts within, one beyond"),
      accounts(
        "shared_groups", isPartition: false, base: .metric("shared"),
        "members of groups who share their password beyond the group, by how many accounts have it"),
      accounts(
        "shared_passwords", units: .distinct, "different passwords by how many accounts have them"),
      accounts("user_name_hash", "whether the password is the user's name, asked by hash"),
      accounts(
        "account_compliance", of: .policy,
        "accounts that meet the policy, that break it, and whose password is not known"),
      accounts("dump_lines", units: .lines, "lines of dumps by kind"),
      accounts(
        "since", of: .policy,
        "whether the password was set since the policy's day, and meets it; the day is after"
      ),
      accounts("potfile_lines", units: .lines, "lines of potfiles by outcome"),
      accounts("proof", units: .distinct, "the reading by which a password has its hash"),
    ] + changes

  /// The metrics of two states of a directory.
  private static let changes =
    [
      accounts("change", "accounts on either side, by their password"),
      accounts("change_balance", "accounts on both sides, by their number of findings"),
    ]
    + [
      "blank", "cracked", "listed", "user-name", "shared", "shared-across", "lm", "reversible",
      "history-reuse", "increment",
    ].map {
      accounts(
        "change_\($0)", isPartition: false, base: .metric("change"), "what became of this finding")
    }
    + ["before-policy", "violates"].map {
      accounts(
        "change_\($0)", of: .policy, isPartition: false, base: .metric("change"),
        "what became of this finding")
    }

  private static func accounts(
    _ name: String, of scope: Scope = .list, units: Histogram.Unit = .accounts,
    isPartition: Bool = true, base: Base = .bins, _ words: String
  ) -> Metric {
    Metric(
      name, scope, units: [units], isPartition: isPartition, of: base, words, .list { _ in nil })
  }
}
