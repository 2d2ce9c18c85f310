import Diagnostics
import Metrics
import Passwords

/// A row of `empirical.csv`: the whole input, or a policy.
struct EmpiricalRow {
  let guessed: Guessed
  let guessing: GuessedPolicies
  let dataset: String
  /// The lines of the list; nil if they are not known.
  let lines: LineCounts?

  /// The rows of a list: all passwords, each policy, and what a limit on popularity leaves.
  static func all(_ guessing: GuessedPolicies, _ dataset: String, lines: LineCounts?)
    -> [EmpiricalRow]
  {
    let limited = guessing.exact?.limited.map(Guessed.exact) ?? []
    return ([guessing.whole] + guessing.policies + limited).map {
      EmpiricalRow(guessed: $0, guessing: guessing, dataset: dataset, lines: lines)
    }
  }

  var exact: PolicyGuessing? { guessed.exact }

  /// Nil if the share exceeds the part of the population that the sample covers.
  func effort(for share: String) -> GuessingMetrics.Effort? {
    (exact?.metrics.effort(for: share)).flatMap { $0.isBeyondSample ? nil : $0 }
  }

  /// The table `empirical.csv`: a row for the whole input, then one for each policy.
  ///
  /// By a folded tally it has the ends of those numbers that are told.
  static let table = Table<EmpiricalRow>(
    "empirical",
    "A row for all passwords, then one for each policy: what guesses find of the accepted.",
    from: "--distinct",
    [
      .name("dataset", "the list") { $0.dataset },
      .name("policy", "the policy", empty: "for all passwords") { $0.guessed.policy },
      .word("weights", "what repetitions are: accounts, lists, none") {
        $0.guessing.weights.rawValue
      },
    ] + lines.empty("if they were not counted") + acceptance + entropies.empty(Gap.nothingAccepted)
      + GuessingMetrics.budgets.flatMap(successes) + bounds
      + ExactShare.standard.map(\.description).flatMap(leastGuesses).empty(Gap.beyond)
      + ExactShare.standard.map(\.description).flatMap(meanGuesses).empty(Gap.beyond)
      + sample.empty("of fewer than two passwords") + [caveatColumn { $0.exact?.caveats }.ofExact])

  private static var lines: [Column<EmpiricalRow>] {
    exact([
      .count("lines", of: "lines", "all lines of the list") { $0.lineCount },
      .count("lines_undecodable", of: "lines", "lines that are not UTF-8") { $0.lines?.illFormed },
    ])
  }

  private var lineCount: UInt64? {
    lines.map { lines in
      LineResult.all.reduce(0) { $1.bin == nil ? $0 : $0 &+ $1.count(in: lines) }
    }
  }

  private static var acceptance: [Column<EmpiricalRow>] {
    [
      .counts("accepted", of: "passwords", "passwords that the policy accepts") {
        $0.guessed.accepted
      },
      .shares(
        "accepted_share", of: "all passwords", "passwords that the policy accepts",
        empty: "of an empty list"
      ) {
        $0.guessed.acceptedShare?.ends
      },
      Column.count("distinct", of: "different passwords", "different passwords of the list") {
        $0.guessing.whole.distinct.lowerBound
      }.ofExact,
      .counts(
        "distinct_accepted", of: "different passwords",
        "different passwords that the policy accepts"
      ) {
        $0.guessed.distinct
      },
      Column.share(
        "distinct_share", of: "different passwords", "those that the policy accepts",
        empty: "of an empty list"
      ) { $0.exact?.distinctShare }.ofExact,
    ]
      + PolicyGuessing.tops.enumerated().map { index, top in
        Column.number("top\(top)_refused", "how many of the \(top) commonest the policy refuses") {
          $0.exact?.refusedOfTop[index]
        }.ofExact
      } + [
        Column.rank(
          "first_accepted_rank", "the rank of the commonest accepted password",
          empty: Gap.nothingAccepted
        ) {
          $0.exact?.firstAcceptedRank
        }.ofExact
      ]
  }

  /// Columns that a folded tally cannot fill.
  private static func exact(_ columns: [Column<EmpiricalRow>]) -> [Column<EmpiricalRow>] {
    columns.map(\.ofExact)
  }

  private static var entropies: [Column<EmpiricalRow>] {
    exact([
      .bits("hartley_bits", "bits of the number of different passwords") {
        $0.exact?.metrics.hartleyBits
      },
      .bits("shannon_bits", "Shannon's entropy") { $0.exact?.metrics.shannonBits },
      .bits("min_entropy_bits", "bits of the commonest password") {
        $0.exact?.metrics.minEntropyBits
      },
      .guesses("guesswork", "guesses that find a password on average") {
        $0.exact?.metrics.guesswork
      },
      .bits("guesswork_bits", "guesswork in bits") { $0.exact?.metrics.guessworkBits },
    ])
  }

  private static func successes(after budget: UInt64) -> [Column<EmpiricalRow>] {
    [
      successColumn(budget) { $0.guessed },
      Column.bits(
        "lambda_\(budget)_bits", "lambda_\(budget) in bits of an equal choice",
        empty: "\(Gap.few), or fewer passwords than guesses"
      ) {
        $0.exact?.success(after: budget)?.bits
      }.ofExact,
    ]
  }

  private static var bounds: [Column<EmpiricalRow>] {
    let columns = GuessingMetrics.budgets.flatMap { boundColumns($0, \EmpiricalRow.guessed) }
    let others: [Column<EmpiricalRow>] = [
      .rank(
        "resolved_guesses", "the most guesses whose ends are within a factor of two",
        empty: "\(Gap.bounds), and of a folded tally"
      ) { row in
        (row.exact?.bounds).flatMap { $0.silence == nil ? $0.resolvedGuesses : nil }
      },
      .word(
        "bounds_none", "why there are no ends: \(AttackBounds.Silence.all)", empty: "if there are"
      ) { $0.guessed.silence?.rawValue },
    ]
    return (columns + others).map { $0.since("1.0.0") }
  }

  private static func leastGuesses(for share: String) -> [Column<EmpiricalRow>] {
    exact([
      .rank("mu_\(share)", "guesses that find \(share) of the accepted") {
        $0.effort(for: share)?.guesses
      },
      .bits("mu_\(share)_bits", "mu_\(share) in bits of an equal choice") {
        $0.effort(for: share)?.bits
      },
    ])
  }

  private static func meanGuesses(for share: String) -> [Column<EmpiricalRow>] {
    exact([
      .guesses(
        "galpha_\(share)", "mean guesses on an account of one who gives up when \(share) are found"
      ) { $0.effort(for: share)?.guesswork },
      .bits("galpha_\(share)_bits", "galpha_\(share) in bits of an equal choice") {
        $0.effort(for: share)?.guessworkBits
      },
    ])
  }

  private static var sample: [Column<EmpiricalRow>] {
    exact(
      [
        .share(
          "unseen_mass", of: "people", "who have a password that the list lacks, as estimated",
          empty: Gap.nothingAccepted
        ) { $0.exact?.metrics.unseenMass },
        .number("zipf_s", "the exponent of Zipf's law") { $0.exact?.zipf?.exponent },
        .number("zipf_c", "the factor of Zipf's law") { $0.exact?.zipf?.factor },
        .number("zipf_ks", "the greatest deviation from Zipf's law") { $0.exact?.zipf?.deviation },
      ])
  }
}

/// The column of caveats.
func caveatColumn<Row>(_ caveats: @escaping @Sendable (Row) -> [Caveat]?) -> Column<Row> {
  .word("caveats_in_words", "what may mislead", empty: "if nothing is known to") {
    caveats($0)?.map(\.sentence).joined(separator: " ")
  }.since("1.0.0")
}

/// The column of what guesses find on the list.
func successColumn<Row>(
  _ budget: UInt64, _ guessed: @escaping @Sendable (Row) -> Guessed?
) -> Column<Row> {
  .shares(
    "lambda_\(budget)", of: "the accepted",
    "guessed with \(counted(budget, "guess", "guesses")) by one who knows all counts",
    empty: Gap.few
  ) { guessed($0)?.success(after: budget) }
}

/// The columns of what guesses find of other accounts, whoever guesses.
func boundColumns<Row>(
  _ budget: UInt64, _ guessed: @escaping @Sendable (Row) -> Guessed?
) -> [Column<Row>] {
  let words = "guessed with \(counted(budget, "guess", "guesses"))"
  let base = "other accounts that the policy accepts"
  let columns: [Column<Row>] = [
    .share(
      "bound_\(budget)_lower", of: base,
      "\(words) of the best attacker at least; how sure both ends are is in audit.json, 99 % by default"
    ) {
      guessed($0)?.bounds(after: budget)?.lower
    },
    .share("bound_\(budget)_upper", of: base, "\(words) at most, whoever guesses") {
      guessed($0)?.bounds(after: budget)?.upper
    },
  ]
  return columns.empty(Gap.bounds)
}
