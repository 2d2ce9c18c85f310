import Diagnostics
import Metrics
import Passwords

/// The table `empirical.csv`: a row for the whole input, then one for each policy.
///
/// By a folded tally it has the ends of those numbers that are told.
struct EmpiricalTable {
  private let manifest: Manifest
  private let lines: LineCounts
  private let guessing: GuessedPolicies

  init(_ manifest: Manifest, _ lines: LineCounts, _ guessing: GuessedPolicies) {
    self.manifest = manifest
    self.lines = lines
    self.guessing = guessing
  }

  private typealias Column = CSVTable<Guessed>.Column

  func serialized() -> [UInt8] {
    CSVTable(guessing.isFolded ? folded : exact)
      .serialized([guessing.whole] + guessing.policies)
  }

  private var exact: [Column] {
    var columns = input
    columns += survival
    columns += entropies
    columns += GuessingMetrics.budgets.flatMap(successes(after:))
    columns.append(.share("lambda_10_lo") { Self.bracket($0)?.extraneous })
    columns.append(.share("lambda_10_hi") { Self.bracket($0)?.convergent })
    columns += heldOut
    let shares = ExactShare.standard.map(\.description)
    columns += shares.flatMap(leastGuesses(for:))
    columns += shares.flatMap(meanGuesses(for:))
    return columns + sample
  }

  private var folded: [Column] {
    names + accepted + distinct
      + GuessingMetrics.budgets.flatMap { budget in
        Column.ends("lambda_\(budget)", isFolded: true, { $0.success(after: budget) }, sixDigits)
      } + heldOut
  }

  private var names: [Column] {
    [
      .name("dataset") { _ in manifest.dataset }, .name("policy") { $0.policy ?? "" },
      Column("weights") { _ in guessing.weights.rawValue },
    ]
  }

  private var accepted: [Column] {
    Column.ends("accepted", isFolded: guessing.isFolded, { $0.accepted }, { String($0) })
      + Column.ends(
        "accepted_share", isFolded: guessing.isFolded, { $0.acceptedShare?.ends }, sixDigits)
  }

  private var distinct: [Column] {
    Column.ends("distinct_accepted", isFolded: guessing.isFolded, { $0.distinct }, { String($0) })
  }

  private var heldOut: [Column] {
    [10, 1000].flatMap { budget in
      Column.ends(
        "held_out_\(budget)", isFolded: guessing.isFolded, { $0.found(by: budget)?.ends }, sixDigits
      )
    }
  }

  private var input: [Column] {
    let lineCount = LineResult.all.reduce(0 as UInt64) {
      $1.bin == nil ? $0 : $0 &+ $1.count(in: lines)
    }
    return names + [
      Column("lines") { _ in String(lineCount) },
      Column("lines_undecodable") { _ in String(lines.illFormed) },
    ]
  }

  private var survival: [Column] {
    accepted + [Column("distinct") { _ in String(guessing.whole.distinct.lowerBound) }] + distinct
      + [.share("distinct_share") { $0.exact?.distinctShare }]
      + PolicyGuessing.tops.enumerated().map { index, top in
        .share("top\(top)_refused") { $0.exact?.refusedOfTop[index] }
      } + [Column("first_accepted_rank") { ($0.exact?.firstAcceptedRank).map { String($0) } }]
  }

  private var entropies: [Column] {
    [
      .bits("hartley_bits") { $0.exact?.metrics.hartleyBits },
      .bits("shannon_bits") { $0.exact?.metrics.shannonBits },
      .bits("min_entropy_bits") { $0.exact?.metrics.minEntropyBits },
      .bits("guesswork") { $0.exact?.metrics.guesswork },
      .bits("guesswork_bits") { $0.exact?.metrics.guessworkBits },
    ]
  }

  private func successes(after budget: UInt64) -> [Column] {
    [
      .share("lambda_\(budget)") { $0.exact?.success(after: budget)?.share },
      .bits("lambda_\(budget)_bits") { $0.exact?.success(after: budget)?.bits },
    ]
  }

  private static func bracket(_ row: Guessed) -> (extraneous: Double, convergent: Double)? {
    row.exact.flatMap { exact in (exact.success(after: 10)?.share).map(exact.bracket) }
  }

  private func leastGuesses(for share: String) -> [Column] {
    [
      Column("mu_\(share)") { row in effort(share, row).map { String($0.guesses) } },
      .bits("mu_\(share)_bits") { effort(share, $0)?.bits },
    ]
  }

  private func meanGuesses(for share: String) -> [Column] {
    [
      .bits("galpha_\(share)") { effort(share, $0)?.guesswork },
      .bits("galpha_\(share)_bits") { effort(share, $0)?.guessworkBits },
    ]
  }

  /// Nil if the share exceeds the part of the population that the sample covers.
  private func effort(_ share: String, _ row: Guessed) -> GuessingMetrics.Effort? {
    (row.exact?.metrics.effort(for: share)).flatMap { $0.isBeyondSample ? nil : $0 }
  }

  private var sample: [Column] {
    [
      .share("unseen_mass") { $0.exact?.metrics.unseenMass },
      .share("reliable_share") { $0.exact?.metrics.reliableShare },
      .share("zipf_s") { $0.exact?.zipf?.exponent },
      .share("zipf_c") { $0.exact?.zipf?.factor },
      .share("zipf_ks") { $0.exact?.zipf?.deviation },
      .share("delta_lambda_10") { $0.policy == nil ? nil : $0.exact?.shareGained },
      .bits("delta_galpha_0.25_bits") { $0.policy == nil ? nil : $0.exact?.bitsGained },
      Column("caveats") { $0.exact?.caveats.letters },
    ]
  }
}
