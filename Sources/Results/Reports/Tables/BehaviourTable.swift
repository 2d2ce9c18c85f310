import Diagnostics
import Metrics
import PasswordSpaces

/// The tables `behaviour.csv`, `ranking.csv` and `flips.csv`, about people under policies.
///
/// A policy that accepts nothing has no rows. The top of a longer list makes strict policies look
/// worse than they are, so of such a list `ranking.csv` has names alone, and `flips.csv` no rows.
struct BehaviourTable {
  private let findings: BehaviourFindings
  private let dataset: String

  init(_ findings: BehaviourFindings, _ dataset: String) {
    self.findings = findings
    self.dataset = csvCell(dataset)
  }

  /// The metrics of each policy under each model.
  var rows: [UInt8] {
    typealias Column = CSVTable<(policy: PolicyBehaviour, metrics: ModelMetrics)>.Column
    var columns: [Column] = [
      Column("dataset") { _ in dataset }, .name("policy") { $0.policy.name },
      Column("weights") { _ in findings.weights.rawValue },
      Column("model") { $0.metrics.model.name },
      Column("refused") { String($0.policy.after.refused) },
      Column("total") { String($0.metrics.total) },
      Column("distinct") { $0.metrics.guessing.map { String($0.distinct) } },
    ]
    columns += GuessingMetrics.budgets.map { budget in
      .share("lambda_\(budget)") { $0.metrics.found(by: budget) }
    }
    columns.append(.bits("min_entropy_bits") { $0.metrics.minEntropyBits })
    for share in ["0.25", "0.5"] {
      columns.append(
        Column("mu_\(share)") { $0.metrics.effort(for: share).map { String($0.guesses) } })
      columns.append(
        .bits("galpha_\(share)_bits") { $0.metrics.effort(for: share)?.guessworkBits })
    }
    columns += [
      Column("skeptic_alpha") { number($0.metrics.skeptic?.slope) },
      Column("skeptic_amp") { number($0.metrics.skeptic?.amplitude) },
      Column("skeptic_points") { $0.metrics.skeptic.map { String($0.points) } },
      Column("zipf_s") { number($0.metrics.zipf?.exponent) },
      Column("zipf_c") { number($0.metrics.zipf?.factor) },
      Column("zipf_ks") { number($0.metrics.zipf?.deviation) },
      Column("caveats") { $0.policy.caveats.letters },
    ]
    return CSVTable(columns).serialized(
      findings.policies.flatMap { policy in
        findings.models.map { (policy, ModelMetrics(policy, $0)) }
      })
  }

  /// The rank of each policy by each metric under each model.
  var ranks: [UInt8] {
    typealias Column = CSVTable<(ranking: Ranking, policy: PolicyBehaviour, row: Ranking.Row?)>
      .Column
    let columns: [Column] = [
      Column("dataset") { _ in dataset }, .name("policy") { $0.policy.name },
      Column("metric") { $0.ranking.metric.name }, Column("model") { $0.ranking.model.name },
      Column("value") { number($0.row?.value) },
      Column("heldout_value") { number($0.row?.heldOut) },
      Column("rank") { ($0.row?.rank).map { String($0) } },
      Column("rank_lo") { ($0.row?.ranks).map { String($0.lowerBound) } },
      Column("rank_hi") { ($0.row?.ranks).map { String($0.upperBound) } },
      Column("half_sd") { number($0.row?.halfSpread) },
      Column("half_shift") { number($0.row?.halfShift) },
      Column("tier") { ($0.row?.tier).map { String($0) } },
    ]
    return CSVTable(columns).serialized(
      findings.rankings.flatMap { ranking in
        findings.policies.enumerated().map { place, policy in
          (ranking, policy, findings.isTruncated ? nil : ranking.rows[place])
        }
      })
  }

  /// When the order of each pair of policies turns, by guesses.
  var flips: [UInt8] {
    typealias Column = CSVTable<(guesses: UInt64, first: String, second: String, flip: Flip)>.Column
    let columns: [Column] = [
      Column("dataset") { _ in dataset }, .name("policy", \.first),
      Column("guesses") { String($0.guesses) }, .name("first", \.first), .name("second", \.second),
      Column("flip_share") { number($0.flip.share?.value) },
      Column("always") { $0.flip.always?.rawValue },
    ]
    let names = findings.policies.map(\.name)
    return CSVTable(columns).serialized(
      RankedMetric.allCases.compactMap(\.guesses).flatMap { guesses in
        names.indices.flatMap { first in
          names.indices.dropFirst(first + 1).compactMap { second in
            findings.flip(first, second, by: guesses).map {
              (guesses, names[first], names[second], $0)
            }
          }
        }
      })
  }

  private func number(_ number: Double?) -> String? {
    // Never a negative zero.
    number.map { sixDigits($0 == 0 ? 0 : $0) }
  }
}
