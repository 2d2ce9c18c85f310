import Diagnostics
import Metrics
import PasswordSpaces
import Passwords

/// The table `empirical.csv`: a row for the whole input, then one for each policy.
struct EmpiricalTable {
  private let manifest: Manifest
  private let lines: LineCounts
  private let guessing: GuessingFindings

  init(_ manifest: Manifest, _ lines: LineCounts, _ guessing: GuessingFindings) {
    self.manifest = manifest
    self.lines = lines
    self.guessing = guessing
  }

  /// A field: its name, and its cell for a policy, which nil leaves empty.
  private struct Field {
    let name: String
    let cell: (PolicyGuessing) -> String?

    init(_ name: String, _ cell: @escaping (PolicyGuessing) -> String?) {
      self.name = name
      self.cell = cell
    }

    static func bits(_ name: String, _ number: @escaping (PolicyGuessing) -> Double?) -> Field {
      Field(name) { Numbers.bits(number($0)) }
    }

    static func share(_ name: String, _ number: @escaping (PolicyGuessing) -> Double?) -> Field {
      Field(name) { number($0).map(sixDigits) }
    }
  }

  func serialized() -> [UInt8] {
    let columns = columns
    var lines = [columns.map(\.name).joined(separator: ",")]
    for row in [guessing.whole] + guessing.policies {
      lines.append(columns.map { $0.cell(row) ?? "" }.joined(separator: ","))
    }
    return tableBytes(lines)
  }

  private var columns: [Field] {
    var columns = input
    columns += survival
    columns += entropies
    columns += GuessingMetrics.budgets.flatMap(successes(after:))
    columns.append(.share("lambda_10_lo") { Self.bracket($0)?.extraneous })
    columns.append(.share("lambda_10_hi") { Self.bracket($0)?.convergent })
    columns += [10, 1000].map { budget in
      .share("held_out_\(budget)") { $0.found(by: budget) }
    }
    let shares = ExactShare.standard.map(\.description)
    columns += shares.flatMap(leastGuesses(for:))
    columns += shares.flatMap(meanGuesses(for:))
    return columns + sample
  }

  private var input: [Field] {
    let lineCount = LineResult.all.reduce(0 as UInt64) {
      $1.bin == nil ? $0 : $0 &+ $1.count(in: lines)
    }
    return [
      Field("dataset") { _ in csvCell(manifest.dataset) },
      Field("policy") { csvCell($0.policy ?? "") },
      Field("weights") { _ in guessing.weights.rawValue },
      Field("lines") { _ in String(lineCount) },
      Field("lines_undecodable") { _ in String(lines.illFormed) },
    ]
  }

  private var survival: [Field] {
    var columns = [
      Field("accepted") { String($0.metrics.total) },
      .share("accepted_share") { $0.acceptedShare },
      Field("distinct") { _ in String(guessing.whole.metrics.distinct) },
      Field("distinct_accepted") { String($0.metrics.distinct) },
      .share("distinct_share") { $0.distinctShare },
    ]
    for (index, top) in PolicyGuessing.tops.enumerated() {
      columns.append(.share("top\(top)_refused") { $0.refusedOfTop[index] })
    }
    columns.append(Field("first_accepted_rank") { $0.firstAcceptedRank.map { String($0) } })
    return columns
  }

  private var entropies: [Field] {
    [
      .bits("hartley_bits") { $0.metrics.hartleyBits },
      .bits("shannon_bits") { $0.metrics.shannonBits },
      .bits("min_entropy_bits") { $0.metrics.minEntropyBits },
      .bits("guesswork") { $0.metrics.guesswork },
      .bits("guesswork_bits") { $0.metrics.guessworkBits },
    ]
  }

  private func successes(after budget: UInt64) -> [Field] {
    [
      .share("lambda_\(budget)") { $0.success(after: budget)?.share },
      .bits("lambda_\(budget)_bits") { $0.success(after: budget)?.bits },
    ]
  }

  private static func bracket(_ row: PolicyGuessing) -> (extraneous: Double, convergent: Double)? {
    (row.success(after: 10)?.share).map(row.bracket)
  }

  private func leastGuesses(for share: String) -> [Field] {
    [
      Field("mu_\(share)") { row in effort(share, row).map { String($0.guesses) } },
      .bits("mu_\(share)_bits") { effort(share, $0)?.bits },
    ]
  }

  private func meanGuesses(for share: String) -> [Field] {
    [
      .bits("galpha_\(share)") { effort(share, $0)?.guesswork },
      .bits("galpha_\(share)_bits") { effort(share, $0)?.guessworkBits },
    ]
  }

  /// Nil if the share exceeds the part of the population that the sample covers.
  private func effort(_ share: String, _ row: PolicyGuessing) -> GuessingMetrics.Effort? {
    row.metrics.effort(for: share).flatMap { $0.isBeyondSample ? nil : $0 }
  }

  private var sample: [Field] {
    [
      .share("unseen_mass") { $0.metrics.unseenMass },
      .share("reliable_share") { $0.metrics.reliableShare },
      .share("zipf_s") { $0.zipf?.exponent },
      .share("zipf_c") { $0.zipf?.factor },
      .share("zipf_ks") { $0.zipf?.deviation },
      .share("delta_lambda_10") { $0.policy == nil ? nil : $0.shareGained },
      .bits("delta_galpha_0.25_bits") { $0.policy == nil ? nil : $0.bitsGained },
      Field("caveats") { $0.caveats.letters },
    ]
  }
}
