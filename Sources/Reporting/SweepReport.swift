import Diagnostics
package import Findings
import Keyspaces

/// A grid of policies over one list: what each refuses, and what it leaves to an attacker.
package struct SweepReport: Sendable {
  /// Label of the list.
  let dataset: String
  /// What it takes to guess, a policy a cell, in the order of the cells.
  let guessing: GuessingFindings
  /// The policies, in the order of the grid.
  let cells: [Cell]
  /// Numbers of the cells that none of the others beats, by what they refuse.
  let front: [Int]

  /// What the front is drawn by, against what is refused.
  let measure: Measure

  /// What an attacker gets.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The share found by 10 guesses.
    case ten = "lambda-10"
    /// The share found by 1,000 guesses.
    case thousand = "lambda-1000"
    /// The median of zxcvbn's guesses: the fewer, the more.
    case median
  }

  /// One policy of the grid.
  package struct Cell: Hashable, Sendable {
    /// Fewest code points.
    let minLength: Int
    /// Fewest of the four classes; 0 for no such rule.
    let classes: Int
    /// Longest run of one character; nil for no such rule.
    let maxRepeating: Int?
    /// The list that refuses its values; nil for none.
    let blocklist: String?
    /// The policy as a policy file writes it.
    let rules: String
    /// Bits of the shortest random strings that it permits; nil where those are not counted.
    let floorBits: Double?

    /// Names a policy by its settings.
    package init(
      minLength: Int, classes: Int, maxRepeating: Int?, blocklist: String?, rules: String,
      floorBits: Double?
    ) {
      self.minLength = minLength
      self.classes = classes
      self.maxRepeating = maxRepeating
      self.blocklist = blocklist
      self.rules = rules
      self.floorBits = floorBits
    }
  }

  /// Puts cells and what was found of their policies together; as many of the one as of the other.
  package init(
    dataset: String, _ cells: [Cell], _ guessing: GuessingFindings, by measure: Measure = .ten
  ) {
    precondition(cells.count == guessing.policies.count, "a policy a cell")
    self.dataset = dataset
    self.cells = cells
    self.guessing = guessing
    self.measure = measure
    front = paretoFront(
      guessing.policies.map { policy in
        guard policy.metrics.total > 0, let share = policy.acceptedShare,
          let loss = measure.loss(policy)
        else { return nil }
        return (1 - share, loss)
      })
  }

  /// The columns of the table.
  package static let header =
    "dataset,weights,minlength,classes,max_repeating,blocklist,accepted,refused_share,distinct_accepted,"
    + "floor_bits,lambda_10,lambda_1000,median_guesses_log10,pareto,caveats,rules"

  /// The grid as a CSV table: a row a cell, in the format of ``DetailTable``.
  package func serialized() -> [UInt8] {
    let front = Set(front)
    var lines = [Self.header]
    for (index, (cell, found)) in zip(cells, guessing.policies).enumerated() {
      let settings = [
        csvCell(dataset), guessing.weights.rawValue, String(cell.minLength), String(cell.classes),
        cell.maxRepeating.map { String($0) } ?? "none", csvCell(cell.blocklist ?? "none"),
      ]
      let numbers = [
        String(found.metrics.total), refused(found).map(sixDigits) ?? "",
        String(found.metrics.distinct), Numbers.bits(cell.floorBits),
        share(found, after: 10).map(sixDigits) ?? "",
        share(found, after: 1000).map(sixDigits) ?? "", median(found) ?? "",
        front.contains(index) ? "1" : "0", found.caveats.letters,
        csvCell(cell.rules),
      ]
      lines.append((settings + numbers).joined(separator: ","))
    }
    return DetailTable.bytes(lines)
  }

  func refused(_ policy: PolicyGuessing) -> Double? { policy.acceptedShare.map { 1 - $0 } }

  func share(_ policy: PolicyGuessing, after guesses: UInt64) -> Double? {
    policy.metrics.success(after: guesses)?.share
  }

  /// The lower end of the median's half decade.
  func median(_ policy: PolicyGuessing) -> String? {
    policy.medianGuessesBin.map { "\($0 / 2).\($0 % 2 * 5)" }
  }
}

extension SweepReport.Measure {
  fileprivate func loss(_ policy: PolicyGuessing) -> Double? {
    switch self {
    case .ten: policy.metrics.success(after: 10)?.share
    case .thousand: policy.metrics.success(after: 1000)?.share
    case .median: policy.medianGuessesBin.map { -Double($0) }
    }
  }
}
