import Metrics

/// The table `empirical.csv` of a folded tally: the ends of those numbers that it tells, for the whole
/// input, then for each policy.
struct FoldedEmpiricalTable {
  private let manifest: Manifest
  private let guessing: FoldedGuessing

  init(_ manifest: Manifest, _ guessing: FoldedGuessing) {
    self.manifest = manifest
    self.guessing = guessing
  }

  /// Two columns: their name, and both ends for a policy, which nil leaves empty.
  private typealias Field = (name: String, ends: (GuessingBounds) -> (String, String)?)

  func serialized() -> [UInt8] {
    let names = fields.flatMap { ["\($0.name)_least", "\($0.name)_most"] }
    var lines = [(["dataset", "policy", "weights"] + names).joined(separator: ",")]
    for row in [guessing.whole] + guessing.policies {
      let cells = fields.flatMap { field in
        let ends = field.ends(row) ?? ("", "")
        return [ends.0, ends.1]
      }
      let first = [
        csvCell(manifest.dataset), csvCell(row.policy ?? ""), guessing.weights.rawValue,
      ]
      lines.append((first + cells).joined(separator: ","))
    }
    return tableBytes(lines)
  }

  private var fields: [Field] {
    func counts(_ ends: ClosedRange<UInt64>) -> (String, String) {
      ("\(ends.lowerBound)", "\(ends.upperBound)")
    }
    func shares(_ part: Part) -> (String, String) {
      (sixDigits(part.share), sixDigits(part.mostShare))
    }
    let accepted: [Field] = [
      ("accepted", { counts($0.accepted) }),
      (
        "accepted_share",
        { row in
          row.total == 0
            ? nil
            : shares(
              Part(row.accepted.lowerBound, of: row.total)
                .upTo(Part(row.accepted.upperBound, of: row.total)))
        }
      ),
      ("distinct_accepted", { counts($0.distinct) }),
    ]
    let successes = GuessingMetrics.budgets.map { budget -> Field in
      (
        "lambda_\(budget)",
        { row in
          row.success(after: budget).map { (sixDigits($0.least.value), sixDigits($0.most.value)) }
        }
      )
    }
    let heldOut = [10, 1000].map { budget -> Field in
      ("held_out_\(budget)", { row in row.part(foundBy: budget).map(shares) })
    }
    return accepted + successes + heldOut
  }
}
