import BigInt
import Passwords

/// Inclusion–exclusion over what a string must contain.
///
/// A string lacks a needed set when it is written without its characters, so the number of strings
/// that lack nothing is a signed sum of numbers of strings over smaller alphabets. Needs that do not
/// overlap are independent: their sums multiply, which keeps 26 needs of one letter each at 27 terms.
///
/// - Source: R. P. Stanley, *Enumerative Combinatorics*, vol. 1, section 2.1.
struct Inclusion {
  /// Sums whose needs overlap, and no two of which do: what a string avoids, and how often that
  /// counts.
  private let components: [[CodePointSet: Int]]

  /// Terms from which on a sum is too long to work with.
  static let mostTerms = 1 << 16

  /// Expands needs of one character each.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyNeeds(terms:)`` when overlapping needs make too many terms.
  init(_ constraints: Constraints) throws(KeyspaceProblem) {
    precondition(constraints.needs.allSatisfy { $0.minimum == 1 })
    let factors =
      constraints.needs.map { Factor($0.set) } + constraints.kindNeeds.map { Factor($0) }
    var components: [[CodePointSet: Int]] = []
    for group in Self.overlapping(factors) {
      components.append(
        try Self.product(group.map { Dictionary($0.terms, uniquingKeysWith: +) }))
    }
    self.components = components
  }

  /// Signed sums of avoided sets; the only ones where the members of a set matter.
  func bySet() throws(KeyspaceProblem) -> [CodePointSet: Int] { try Self.product(components) }

  /// Signed sums by how many characters are avoided.
  func bySize(in repertoire: Repertoire) -> [Int: BigInt] {
    var sum: [Int: BigInt] = [0: 1]
    for component in components {
      var sizes: [Int: Int] = [:]
      for (set, count) in component { sizes[repertoire.count(of: set), default: 0] += count }
      var product: [Int: BigInt] = [:]
      for (size, coefficient) in sum {
        for (more, count) in sizes {
          product[size + more, default: 0] += coefficient * BigInt(count)
        }
      }
      sum = product.filter { !$0.value.isZero }
    }
    return sum
  }

  private static func product(
    _ sums: [[CodePointSet: Int]]
  ) throws(KeyspaceProblem) -> [CodePointSet: Int] {
    var product: [CodePointSet: Int] = [CodePointSet(): 1]
    for sum in sums {
      var next: [CodePointSet: Int] = [:]
      for (avoided, count) in product {
        for (more, times) in sum {
          let (coefficient, overflow) = count.multipliedReportingOverflow(by: times)
          let (total, overflows) = next[avoided.union(more), default: 0]
            .addingReportingOverflow(coefficient)
          if overflow || overflows || next.count > mostTerms {
            throw .tooManyNeeds(terms: mostTerms)
          }
          next[avoided.union(more)] = total
        }
      }
      product = next.filter { $0.value != 0 }
    }
    return product
  }

  /// Groups factors so that those of different groups have no character in common.
  private static func overlapping(_ factors: [Factor]) -> [[Factor]] {
    var groups: [(support: CodePointSet, factors: [Factor])] = []
    for factor in factors {
      var merged = (support: factor.support, factors: [factor])
      groups.removeAll { group in
        guard !group.support.intersection(factor.support).isEmpty else { return false }
        merged = (merged.support.union(group.support), group.factors + merged.factors)
        return true
      }
      groups.append(merged)
    }
    return groups.map(\.factors)
  }
}

/// One need as a signed sum.
private struct Factor {
  /// Every character it is about.
  let support: CodePointSet
  /// What is avoided, and how often that counts.
  let terms: [(CodePointSet, Int)]

  /// All strings, less those that avoid the set.
  init(_ set: CodePointSet) {
    support = set
    terms = [(CodePointSet(), 1), (set, -1)]
  }

  /// All strings, less those that avoid too many of the kinds.
  ///
  /// At least `t` of the sets are avoided in `∑ (-1)^(u-t) C(u-1, t-1)` strings, summed over all
  /// selections of `u ≥ t` sets that are avoided.
  init(_ need: Constraints.KindNeed) {
    support = need.sets.reduce(CodePointSet()) { $0.union($1) }
    let tooMany = need.sets.count - need.minimum + 1
    var terms = [(CodePointSet(), 1)]
    for selection in 1..<(1 << need.sets.count) where selection.nonzeroBitCount >= tooMany {
      let avoided = need.sets.indices.reduce(CodePointSet()) {
        selection >> $1 & 1 != 0 ? $0.union(need.sets[$1]) : $0
      }
      let size = selection.nonzeroBitCount
      let sign = (size - tooMany) % 2 == 0 ? -1 : 1
      terms.append((avoided, sign * Self.choose(size - 1, tooMany - 1)))
    }
    self.terms = terms
  }

  private static func choose(_ n: Int, _ k: Int) -> Int {
    (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) }
  }
}
