import BigInt

/// The alternatives of a policy as a signed sum of constraints.
///
/// The number of strings that meet A or B is that of A plus that of B minus that of both.
struct Alternatives {
  /// The terms with their multiplicity, which is never 0.
  let terms: [(constraints: Constraints, count: Int)]

  /// The most terms of a sum.
  static let mostTerms = 4096

  /// Expands alternatives; leaves out those that no string can meet.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyAlternatives(ways:)``.
  init(
    _ alternatives: some Sequence<Constraints>, in repertoire: Repertoire
  ) throws(KeyspaceProblem) {
    var sum: [Constraints: Int] = [:]
    for alternative in alternatives {
      guard let alternative = alternative.simplified(in: repertoire) else { continue }
      var next = sum
      next[alternative, default: 0] += 1
      for (term, count) in sum {
        var both = term
        both.formIntersection(alternative)
        guard let both = both.simplified(in: repertoire) else { continue }
        next[both, default: 0] -= count
        if next.count > Self.mostTerms { throw .tooManyAlternatives(ways: Self.mostTerms) }
      }
      sum = next.filter { $0.value != 0 }
    }
    terms = sum.map { (constraints: $0.key, count: $0.value) }.sorted {
      ($0.constraints.needs.count, $0.count) < ($1.constraints.needs.count, $1.count)
    }
  }
}

extension Alternatives {
  /// Counts the strings of each of these lengths that meet at least one alternative.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  func counts(
    lengths: ClosedRange<Int>, _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) -> [BigUInt] {
    guard lengths.upperBound - max(0, lengths.lowerBound) <= KeyspaceCounter.longest else {
      throw .lengthOutOfReach(lengths.upperBound, limit: KeyspaceCounter.longest)
    }
    var sums = [SignedSum](repeating: SignedSum(), count: lengths.count)
    for (constraints, count) in terms {
      let longest = min(lengths.upperBound, constraints.longest ?? .max)
      let shortest = max(lengths.lowerBound, constraints.shortest)
      guard shortest <= longest else { continue }
      let counts = try counter.counts(of: constraints, upTo: longest)
      for length in shortest...longest {
        sums[length - lengths.lowerBound].add(counts[length], times: count)
      }
    }
    return sums.map(\.value)
  }
}
