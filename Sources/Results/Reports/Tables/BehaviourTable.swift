import Diagnostics
import Metrics

/// The tables `behaviour.csv`, `ranking.csv` and `flips.csv`, about people under policies.
///
/// A policy that accepts nothing has no rows. The top of a longer list makes strict policies look
/// worse than they are, so of such a list `ranking.csv` has names alone, and `flips.csv` no rows.
struct BehaviourTable {
  private let findings: BehaviourFindings
  private let dataset: String

  init(_ findings: BehaviourFindings, _ dataset: String) {
    self.findings = findings
    self.dataset = dataset
  }

  private static let source = "--distinct --behaviour"

  /// A policy under a model.
  typealias Row = (of: BehaviourTable, policy: PolicyBehaviour, metrics: ModelMetrics)

  /// A policy's place by a metric under a model.
  typealias Rank = (
    of: BehaviourTable, ranking: Ranking, policy: PolicyBehaviour, row: Ranking.Row?
  )

  /// Two policies, at a number of guesses.
  typealias Pair = (of: BehaviourTable, guesses: UInt64, first: String, second: String, flip: Flip)

  /// The metrics of each policy under each model.
  var rows: FilledTable {
    Self.behaviour.filled(
      findings.policies.flatMap { policy in
        findings.models.map { (self, policy, ModelMetrics(policy, $0)) }
      })
  }

  static let behaviour = Table<Row>(
    "behaviour", "A row for each policy and assumption on what the refused choose.", from: source,
    since: "1.0.0",
    [
      .name("dataset", "the list") { $0.of.dataset },
      .name("policy", "the policy") { $0.policy.name },
      .word("weights", "what repetitions are") { $0.of.findings.weights.rawValue },
      .word("model", "the assumption") { $0.metrics.model.name },
      .count("refused", of: "passwords", "passwords that the policy refuses") {
        $0.policy.after.refused
      },
      .count("total", of: "passwords", "passwords that people then have") { $0.metrics.total },
      .count(
        "distinct", of: "different passwords", "different passwords among them", empty: ofMixture
      ) {
        $0.metrics.guessing?.distinct
      },
    ]
      + GuessingMetrics.budgets.map { budget in
        .share(
          "lambda_\(budget)", of: "these passwords",
          "guessed with \(counted(budget, "guess", "guesses")) by one who knows all counts"
        ) { $0.metrics.found(by: budget) }
      } + [.bits("min_entropy_bits", "bits of the commonest") { $0.metrics.minEntropyBits }]
      + ["0.25", "0.5"].flatMap(efforts).empty("\(ofMixture), and \(Gap.beyond)")
      + fits.empty("\(ofMixture), and of fewer than two passwords")
      + [caveatColumn { $0.policy.caveats }])

  private static let ofMixture = "of a mixture"

  private static func efforts(for share: String) -> [Column<Row>] {
    [
      .rank("mu_\(share)", "guesses that find \(share) of these passwords") {
        $0.metrics.effort(for: share)?.guesses
      },
      .bits("galpha_\(share)_bits", "mean guesses on an account until \(share) are found, in bits")
      {
        $0.metrics.effort(for: share)?.guessworkBits
      },
    ]
  }

  private static var fits: [Column<Row>] {
    [
      .number(
        "skeptic_alpha", "Skeptic's score: the slope of the line through the ranks 1, 2, 4, …"
      ) {
        $0.metrics.skeptic?.slope
      },
      .number("skeptic_amp", "the height of Skeptic's line at rank 1") {
        $0.metrics.skeptic?.amplitude
      },
      .rank("skeptic_points", "the number of ranks of Skeptic's line") {
        $0.metrics.skeptic?.points
      },
      .number("zipf_s", "the exponent of Zipf's law") { $0.metrics.zipf?.exponent },
      .number("zipf_c", "the factor of Zipf's law") { $0.metrics.zipf?.factor },
      .number("zipf_ks", "the greatest deviation from Zipf's law") { $0.metrics.zipf?.deviation },
    ]
  }

  /// The rank of each policy by each metric under each model.
  var ranks: FilledTable {
    Self.ranking.filled(
      findings.rankings.flatMap { ranking in
        findings.policies.enumerated().map { place, policy in
          (self, ranking, policy, findings.isTruncated ? nil : ranking.rows[place])
        }
      })
  }

  static let ranking = Table<Rank>(
    "ranking", "A row for each metric, assumption and policy.", from: source, since: "1.0.0",
    [
      .name("dataset", "the list") { $0.of.dataset },
      .name("policy", "the policy") { $0.policy.name },
      .word("metric", "a column of behaviour.csv") { $0.ranking.metric.name },
      .word("model", "the assumption") { $0.ranking.model.name },
    ] + places.empty("of the top of a longer list, or where it is not defined"))

  private static var places: [Column<Rank>] {
    [
      .number("value", "the metric, of one who knows all counts: optimistic for the attacker") {
        $0.row?.value
      },
      .rank("rank", "one more than the number of better policies: less found, or more bits") {
        $0.row?.rank
      },
      .rank("rank_lo", "the 5 % quantile of the rank in halves of the list") {
        $0.row?.ranks?.lowerBound
      },
      .rank("rank_hi", "the 95 % quantile") { $0.row?.ranks?.upperBound },
      .number("half_sd", "the standard deviation of the value in halves: noise") {
        $0.row?.halfSpread
      },
      .number("half_shift", "the mean of the value in halves less the value: bias") {
        $0.row?.halfShift
      },
      .rank("tier", "the place in the partial order, from 1") { $0.row?.tier },
    ]
  }

  /// When the order of each pair of policies turns, by guesses.
  var flips: FilledTable {
    let names = findings.policies.map(\.name)
    return Self.flips.filled(
      RankedMetric.allCases.compactMap(\.guesses).flatMap { guesses in
        names.indices.flatMap { first in
          names.indices.dropFirst(first + 1).compactMap { second in
            findings.flip(first, second, by: guesses).map {
              (self, guesses, names[first], names[second], $0)
            }
          }
        }
      })
  }

  static let flips = Table<Pair>(
    "flips", "A row for each pair of policies and number of guesses.", from: source, since: "1.0.0",
    [
      .name("dataset", "the list") { $0.of.dataset },
      .name("policy", "the first policy") { $0.first },
      .rank("guesses", "the number of guesses") { $0.guesses },
      .name("first", "the first policy") { $0.first },
      .name("second", "the second policy") { $0.second },
      .share(
        "flip_share", of: "the refused", "from which on the other policy is better",
        empty: "if one is better throughout"
      ) {
        $0.flip.share?.value
      },
      .word("always", "the one that is better throughout", empty: "if none is") {
        $0.flip.always?.rawValue
      },
    ])
}
