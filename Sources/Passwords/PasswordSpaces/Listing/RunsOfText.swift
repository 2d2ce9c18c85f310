import BigInt
import Passwords

/// The characters of several alphabets in the order of scalars, in runs that no automaton
/// distinguishes.
struct RunsOfText: Sendable {
  /// Sets of characters that no automaton distinguishes, given as their character group in each
  /// automaton; nil if an alphabet lacks them.
  let parts: [[Int?]]
  /// The runs, ascending; each refers to an index of ``parts``.
  private let runs: [Run]
  /// For each part, the number of its characters before each run.
  private let before: [[Int]]

  private struct Run: Sendable {
    let values: ClosedRange<UInt32>
    let part: Int
  }

  /// The number of passwords that continue with each character.
  struct Choices {
    /// The number for a character of each part.
    let usual: [BigUInt]
    /// The numbers for single characters, ascending; each character is in a run.
    let others: [(value: UInt32, count: BigUInt)]
  }

  /// The number of runs from which binary search is used.
  private static let many = 256

  /// Merges alphabets; each is given as the character groups of one automaton.
  init(_ alphabets: [[CodePointSet]], in repertoire: Repertoire) {
    let all = alphabets.joined().reduce(CodePointSet()) { $0.union($1) }
    let sets = all.parts(cutBy: Array(alphabets.joined()))
      .filter { repertoire.count(of: $0) > 0 }
    parts = sets.map { set in
      alphabets.map { characterGroups in characterGroups.firstIndex { set.isSubset(of: $0) } }
    }
    let runs = sets.indices.flatMap { part in
      repertoire.ranges(of: sets[part]).map { Run(values: $0, part: part) }
    }.sorted { $0.values.lowerBound < $1.values.lowerBound }
    before = sets.indices.map { part in
      var count = 0
      return runs.map { run in
        defer { count += run.part == part ? run.values.count : 0 }
        return count
      }
    }
    self.runs = runs
  }

  /// The part of a character; nil if no alphabet contains it.
  func part(of value: UInt32) -> Int? { run(of: value).map { runs[$0].part } }

  private func run(of value: UInt32) -> Int? {
    let next = partition { runs[$0].values.lowerBound > value }
    return next > 0 && runs[next - 1].values.contains(value) ? next - 1 : nil
  }

  /// The first run for which a condition holds; it must also hold for all later runs.
  private func partition(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The next character of the password with a rank; subtracts the ranks before it.
  func scalar(at rank: inout BigUInt, _ choices: Choices) -> Unicode.Scalar {
    var first = 0
    if runs.count >= Self.many {
      let wanted = rank
      first = max(0, partition { ways(beforeRun: $0, choices) > wanted } - 1)
      rank -= ways(beforeRun: first, choices)
    }
    for run in runs[first...] {
      if !choices.others.contains(where: { run.values.contains($0.value) }) {
        // Most runs are one piece, and most characters precede the wanted one.
        let count = choices.usual[run.part]
        let ways = run.values.count == 1 ? count : count.multiplied(byWord: UInt(run.values.count))
        if rank >= ways {
          rank -= ways
          continue
        }
      }
      for (values, count) in pieces(of: run, choices) {
        let ways = values.count == 1 ? count : count.multiplied(byWord: UInt(values.count))
        guard rank < ways else {
          rank -= ways
          continue
        }
        var offset = BigUInt()
        if values.count > 1 { (offset, rank) = rank.quotientAndRemainder(dividingBy: count) }
        let value = values.lowerBound + UInt32(truncatingIfNeeded: offset)
        guard let scalar = Unicode.Scalar(value) else { break }
        return scalar
      }
    }
    preconditionFailure("a rank is below the number of passwords")
  }

  /// The number of passwords that continue with a lesser character; nil if no alphabet has this
  /// one.
  func lesser(than scalar: Unicode.Scalar, _ choices: Choices) -> BigUInt? {
    guard let index = run(of: scalar.value) else { return nil }
    var sum = ways(beforeRun: index, choices)
    for (values, count) in pieces(of: runs[index], choices)
    where values.lowerBound < scalar.value {
      let lesser = min(values.upperBound + 1, scalar.value) - values.lowerBound
      sum.multiplyAndAdd(count, UInt(lesser))
    }
    return sum
  }

  private func ways(beforeRun index: Int, _ choices: Choices) -> BigUInt {
    var sum = SignedSum()
    for (part, count) in choices.usual.enumerated() { sum.add(count, times: before[part][index]) }
    for other in choices.others where other.value < runs[index].values.lowerBound {
      sum.add(other.count, times: 1)
      if let part = part(of: other.value) { sum.add(choices.usual[part], times: -1) }
    }
    return sum.value
  }

  /// The pieces of a run between single characters with other numbers.
  private func pieces(
    of run: Run, _ choices: Choices
  ) -> [(values: ClosedRange<UInt32>, count: BigUInt)] {
    var pieces: [(values: ClosedRange<UInt32>, count: BigUInt)] = []
    var next = run.values.lowerBound
    for other in choices.others where run.values.contains(other.value) {
      if next < other.value { pieces.append((next...(other.value - 1), choices.usual[run.part])) }
      pieces.append((other.value...other.value, other.count))
      next = other.value + 1
    }
    if next <= run.values.upperBound {
      pieces.append((next...run.values.upperBound, choices.usual[run.part]))
    }
    return pieces
  }
}
