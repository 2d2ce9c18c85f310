import Diagnostics
package import Findings
import Keyspaces

/// A grid of policies for one list: the refusals and the remaining risk of each.
package struct SweepReport: Sendable {
  /// The label of the list.
  let dataset: String
  /// The guessing metrics of each policy, in the order of the cells.
  let guessing: GuessingFindings
  /// The policies, in the order of the grid.
  let cells: [GridCell]
  /// The policy whose other rules the whole grid shares; nil for none.
  let base: String?
  /// The indices of the cells that no other one dominates, by refusals.
  let front: [Int]

  /// The measure of risk that the front is drawn with, against refusals.
  package let measure: Measure

  /// A measure of the attacker's success.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The share found in 10 guesses.
    case ten = "lambda-10"
    /// The share found in 1,000 guesses.
    case thousand = "lambda-1000"
    /// The median of zxcvbn's guesses: the fewer, the more success.
    case median
  }

  /// The place of a policy in the grid.
  package struct Place: Hashable, Sendable {
    /// The least length in code points.
    package let minLength: Int
    /// The least number of the four classes; 0 for no such rule.
    package let classes: Int
    /// The longest permitted run of one character; nil for no such rule.
    package let maxRepeating: Int?
    /// The blocklist; nil for none.
    package let blocklist: String?

    /// Makes a place from its settings.
    package init(minLength: Int, classes: Int, maxRepeating: Int?, blocklist: String?) {
      self.minLength = minLength
      self.classes = classes
      self.maxRepeating = maxRepeating
      self.blocklist = blocklist
    }

    /// The settings besides length and classes.
    var sheet: Sheet { Sheet(maxRepeating: maxRepeating, blocklist: blocklist) }
  }

  /// The settings that the policies of one map share.
  struct Sheet: Hashable, Sendable {
    let maxRepeating: Int?
    let blocklist: String?

    /// The settings in words: `at most 3 alike in a row, built-in blocklist`.
    ///
    /// A grid that starts from a policy has that policy's rules, too.
    func words(from base: String?) -> String {
      [repeatWords, listWords(from: base)].compactMap(\.self).joined(separator: ", ")
    }

    /// The limit on repeats in words; nil for none.
    var repeatWords: String? { maxRepeating.map { "at most \($0) alike in a row" } }

    /// The policy that the grid starts from and the blocklist, in words.
    func listWords(from base: String?) -> String {
      let list = blocklist.map { $0 == "default" ? "built-in blocklist" : "blocklist \($0)" }
      let told = [base.map { "as \($0)" }, list].compactMap(\.self)
      return told.isEmpty ? "no blocklist" : told.joined(separator: ", ")
    }
  }

  /// One policy, in or outside the grid.
  package struct GridCell: Hashable, Sendable {
    /// Its place in the grid; nil for a policy outside it.
    let place: Place?
    /// The policy's name.
    let name: String
    /// The policy in the language of policy files.
    let rules: String
    /// Bits of the shortest random strings that it permits; nil if they were not counted.
    let floorBits: Double?

    /// Makes a cell.
    package init(place: Place?, name: String, rules: String, floorBits: Double?) {
      self.place = place
      self.name = name
      self.rules = rules
      self.floorBits = floorBits
    }
  }

  /// Combines cells with the guessing metrics of their policies, equal in number.
  package init(
    dataset: String, _ cells: [GridCell], _ guessing: GuessingFindings,
    by measure: Measure = .median, from base: String? = nil
  ) {
    precondition(cells.count == guessing.policies.count, "a policy a cell")
    self.dataset = dataset
    self.cells = cells
    self.guessing = guessing
    self.measure = measure
    self.base = base
    front = paretoFront(
      guessing.policies.map { policy in
        guard policy.metrics.total > 0, let share = policy.acceptedShare,
          let loss = measure.loss(policy)
        else { return nil }
        return (1 - share, loss)
      })
  }

  /// The columns' names.
  package static let header =
    "dataset,weights,minlength,classes,max_repeating,blocklist,accepted,refused_share,distinct_accepted,"
    + "floor_bits,lambda_10,lambda_1000,median_guesses_log10,pareto,caveats,policy,rules"

  /// The grid as a CSV table: a row for each cell, then the policies outside the grid, in the
  /// format of ``DetailTable``.
  package func serialized() -> [UInt8] {
    let front = Set(front)
    var lines = [Self.header]
    for (index, (cell, found)) in zip(cells, guessing.policies).enumerated() {
      let settings = [
        csvCell(dataset), guessing.weights.rawValue,
        cell.place.map { String($0.minLength) } ?? "", cell.place.map { String($0.classes) } ?? "",
        cell.place.map { $0.maxRepeating.map { String($0) } ?? "none" } ?? "",
        cell.place.map { csvCell($0.blocklist ?? "none") } ?? "",
      ]
      let numbers = [
        String(found.metrics.total), refused(found).map(sixDigits) ?? "",
        String(found.metrics.distinct), Numbers.bits(cell.floorBits),
        share(found, after: 10).map(sixDigits) ?? "",
        share(found, after: 1000).map(sixDigits) ?? "", median(found) ?? "",
        front.contains(index) ? "1" : "0", found.caveats.letters,
        csvCell(cell.name), csvCell(cell.rules),
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
