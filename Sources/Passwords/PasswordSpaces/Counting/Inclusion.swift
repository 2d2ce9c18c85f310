import BigInt
import Passwords

/// Inclusion–exclusion over the sets that a string must contain.
///
/// A string that lacks a needed set is a string over a smaller alphabet. So the number of strings
/// that lack nothing is a signed sum of numbers of strings over smaller alphabets. If only the
/// sizes of these alphabets matter, a character is dropped after the last need that involves it.
/// Disjoint needs then multiply, which keeps 26 needs of one letter each at 27 terms, and a long
/// chain of needs that overlap in pairs stays short.
///
/// - Source: R. P. Stanley, *Enumerative Combinatorics*, vol. 1, section 2.1.
struct Inclusion {
  /// The needs; overlapping ones are adjacent.
  private let factors: [Factor]

  /// The most terms of a sum.
  static let mostTerms = 1 << 16

  /// Prepares the needs of one character each.
  init(_ constraints: Constraints) {
    precondition(constraints.needs.allSatisfy { $0.minimum == 1 && $0.maximum == .max })
    factors = Self.ordered(
      constraints.needs.map { Factor($0.set) } + constraints.kindNeeds.map { Factor($0) })
  }

  /// Signed sums by avoided set, for cases in which its members matter.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyNeeds(terms:)``.
  func bySet() throws(KeyspaceProblem) -> [CodePointSet: BigInt] {
    var sum: [CodePointSet: BigInt] = [CodePointSet(): 1]
    for factor in factors {
      var product: [CodePointSet: BigInt] = [:]
      for (avoided, count) in sum {
        for (more, times) in factor.terms {
          product[avoided.union(more), default: 0] += count * times
        }
        if product.count > Self.mostTerms { throw .tooManyNeeds(terms: Self.mostTerms) }
      }
      sum = product.filter { !$0.value.isZero }
    }
    return sum
  }

  /// Signed sums by the number of avoided characters.
  ///
  /// - Throws: ``KeyspaceProblem/tooManyNeeds(terms:)``.
  func bySize(in repertoire: Repertoire) throws(KeyspaceProblem) -> [Int: BigInt] {
    // The avoided characters that later needs involve, and the number of other avoided characters.
    var sum = [Avoided(): BigInt(1)]
    for (index, factor) in factors.enumerated() {
      let later = factors[(index + 1)...].reduce(CodePointSet()) { $0.union($1.support) }
      var product: [Avoided: BigInt] = [:]
      for (avoided, count) in sum {
        for (more, times) in factor.terms {
          let union = avoided.set.union(more)
          let forgotten = repertoire.count(of: union.subtracting(later))
          let key = Avoided(set: union.intersection(later), others: avoided.others + forgotten)
          product[key, default: 0] += count * times
        }
        if product.count > Self.mostTerms { throw .tooManyNeeds(terms: Self.mostTerms) }
      }
      sum = product.filter { !$0.value.isZero }
    }
    return Dictionary(sum.map { ($0.key.others, $0.value) }, uniquingKeysWith: +)
  }

  private struct Avoided: Hashable {
    var set = CodePointSet()
    var others = 0
  }

  /// An order in which few characters wait for later needs: the next need is the one that shares
  /// most characters with the previous ones; among these, the smallest.
  private static func ordered(_ factors: [Factor]) -> [Factor] {
    var left = factors
    var ordered: [Factor] = []
    var seen = CodePointSet()
    while let next = left.indices.max(by: { a, b in
      let (isSharedA, isSharedB) = (left[a].shares(seen), left[b].shares(seen))
      return isSharedA == isSharedB ? left[a].size > left[b].size : isSharedB
    }) {
      seen = seen.union(left[next].support)
      ordered.append(left.remove(at: next))
    }
    return ordered
  }
}

/// One need as a signed sum.
private struct Factor {
  /// All characters that it involves.
  let support: CodePointSet
  /// The avoided sets with their multiplicity.
  let terms: [(CodePointSet, BigInt)]

  /// All strings, minus those that avoid the set.
  init(_ set: CodePointSet) {
    support = set
    terms = [(CodePointSet(), 1), (set, -1)]
  }

  /// All strings, minus those that avoid too many of the kinds.
  ///
  /// To count the strings that avoid at least `t` of the sets, add `(-1)^(u-t) C(u-1, t-1)` times
  /// the strings that avoid all of a selection, for every selection of `u ≥ t` sets.
  init(_ need: Constraints.KindNeed) {
    support = need.sets.reduce(CodePointSet()) { $0.union($1) }
    let tooMany = need.sets.count - need.minimum + 1
    var terms = [(CodePointSet(), BigInt(1))]
    for selection in 1..<(1 << need.sets.count) where selection.nonzeroBitCount >= tooMany {
      let avoided = need.sets.indices.reduce(CodePointSet()) {
        selection >> $1 & 1 != 0 ? $0.union(need.sets[$1]) : $0
      }
      let size = selection.nonzeroBitCount
      let sign = (size - tooMany) % 2 == 0 ? -1 : 1
      terms.append((avoided, BigInt(sign * Self.choose(size - 1, tooMany - 1))))
    }
    self.terms = terms
  }

  /// The approximate number of characters that it involves.
  var size: Int { support.ascii.nonzeroBitCount + support.beyond.rawValue.nonzeroBitCount }

  /// Whether it involves any of these characters.
  func shares(_ set: CodePointSet) -> Bool { !support.intersection(set).isEmpty }

  private static func choose(_ n: Int, _ k: Int) -> Int {
    (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) }
  }
}
