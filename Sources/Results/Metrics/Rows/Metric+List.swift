import PasswordPolicies
import Passwords

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
      + "not cover counts as not found",
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
