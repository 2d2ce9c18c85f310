import Diagnostics
import PasswordPolicies
import PasswordSpaces

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
    "entries that comply and that only this list holds, of the lists of `blocklist`",
    .policy { policy, base in .lists(base, policy.listedOnlyBy) })

  package static let habitOfRule = Metric(
    "habit_of_rule", .policy, isPartition: false, of: .compliant,
    "with `--habits`: passwords that comply, by whether they keep a rule by its cheapest habit "
      + "(`free`) or not (`other`), then all such rules at once",
    .policy { policy, _ in policy.habits.map { .named($0.bins) } })

  package static let repetition = Metric(
    "repetition", .list, units: [.distinct],
    "with `--distinct`: passwords that occur once, and those that are repeated",
    .guessing { guessing in
      let once = guessing.spectrum.levels.last { $0.occurrences == 1 }?.passwords ?? 0
      return .named([("once", once), ("repeated", guessing.metrics.distinct &- once)])
    })

  package static let guessed = Metric(
    "guessed", .list, units: [.entries], isPartition: false,
    "with `--distinct`: found by the n commonest, known from one half and measured on the other, of "
      + "1,000 or more",
    .guessing { guessing in
      let total = UInt64(clamping: guessing.metrics.total)
      return .named(
        GuessingMetrics.budgets.compactMap { guesses in
          guessing.found(by: guesses).map { share in
            (String(guesses), UInt64(exactly: (share * Double(total)).rounded()) ?? total)
          }
        })
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

  static let guessingCaveat = Metric(
    "guessing_caveat", .both, units: [.flags], isPartition: false,
    "with `--distinct`: the caveats of its numbers, as letters that the summary explains",
    .guessing { .caveats($0.caveats) })

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

  static let spaceCaveat = Metric(
    "space_caveat", .policy, units: [.flags], isPartition: false,
    "with `--space`: the caveats of its numbers, as letters that the summary explains",
    .space { .caveats($0.caveats) })

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
      blocklistOnly, habit.ofSurvivors, habitOfRule, repetition, guessed, guessed.ofSurvivors,
      guessingBits, guessingBits.ofSurvivors, spaceBits, spaceCostBits, spaceCaveat, guessingCaveat,
    ]
}

extension [Histogram.Bin] {
  /// A bin for each caveat, by its letter.
  fileprivate static func caveats(_ caveats: [Caveat]) -> [Histogram.Bin] {
    .named(caveats.map { ($0.rawValue, 1) })
  }
}
