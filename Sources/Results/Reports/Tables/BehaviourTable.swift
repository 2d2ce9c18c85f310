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
    var lines = [
      "dataset,policy,weights,model,refused,total,distinct,"
        + GuessingMetrics.budgets.map { "lambda_\($0)," }.joined()
        + "min_entropy_bits," + Self.shares.map { "mu_\($0),galpha_\($0)_bits," }.joined()
        + "skeptic_alpha,skeptic_amp,skeptic_points,zipf_s,zipf_c,zipf_ks,caveats"
    ]
    for policy in findings.policies {
      lines += findings.models.map { row(policy, ModelMetrics(policy, $0)) }
    }
    return tableBytes(lines)
  }

  private static let shares = ["0.25", "0.5"]

  private func row(_ policy: PolicyBehaviour, _ metrics: ModelMetrics) -> String {
    var cells: [String?] = [
      dataset, csvCell(policy.name), findings.weights.rawValue, metrics.model.name,
      String(policy.after.refused), String(metrics.total),
      metrics.guessing.map { String($0.distinct) },
    ]
    cells += GuessingMetrics.budgets.map { metrics.found(by: $0).map(sixDigits) }
    cells.append(Numbers.bits(metrics.minEntropyBits))
    for share in Self.shares {
      let effort = metrics.effort(for: share)
      cells += [effort.map { String($0.guesses) }, Numbers.bits(effort?.guessworkBits)]
    }
    cells += [
      number(metrics.skeptic?.slope), number(metrics.skeptic?.amplitude),
      metrics.skeptic.map { String($0.points) }, number(metrics.zipf?.exponent),
      number(metrics.zipf?.factor), number(metrics.zipf?.deviation), policy.caveats.letters,
    ]
    return joined(cells)
  }

  /// The rank of each policy by each metric under each model.
  var ranks: [UInt8] {
    var lines = [
      "dataset,policy,metric,model,value,heldout_value,rank,rank_lo,rank_hi,half_sd,half_shift,tier"
    ]
    for ranking in findings.rankings {
      for (place, policy) in findings.policies.enumerated() {
        let row = findings.isTruncated ? nil : ranking.rows[place]
        lines.append(
          joined([
            dataset, csvCell(policy.name), ranking.metric.name, ranking.model.name,
            number(row?.value), number(row?.heldOut), (row?.rank).map { String($0) },
            (row?.ranks).map { String($0.lowerBound) }, (row?.ranks).map { String($0.upperBound) },
            number(row?.halfSpread), number(row?.halfShift), (row?.tier).map { String($0) },
          ]))
      }
    }
    return tableBytes(lines)
  }

  /// When the order of each pair of policies turns, by guesses.
  var flips: [UInt8] {
    var lines = ["dataset,policy,guesses,first,second,flip_share,always"]
    let names = findings.policies.map { csvCell($0.name) }
    for guesses in RankedMetric.allCases.compactMap(\.guesses) {
      for first in names.indices {
        for second in names.indices.dropFirst(first + 1) {
          guard let flip = findings.flip(first, second, by: guesses) else { continue }
          lines.append(
            joined([
              dataset, names[first], String(guesses), names[first], names[second],
              number(flip.share?.value), flip.always?.rawValue,
            ]))
        }
      }
    }
    return tableBytes(lines)
  }

  private func number(_ number: Double?) -> String? {
    // Never a negative zero.
    number.map { sixDigits($0 == 0 ? 0 : $0) }
  }

  private func joined(_ cells: [String?]) -> String {
    cells.map { $0 ?? "" }.joined(separator: ",")
  }
}
