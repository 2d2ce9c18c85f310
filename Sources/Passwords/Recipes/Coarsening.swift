/// Converts signatures of one recipe to signatures of a coarser recipe.
///
/// A recorded tally holds more facts than most policies need. After conversion, it exactly equals
/// the tally of a run with just these policies.
///
///     let coarsening = try Coarsening(of: recorded, to: demand)
///     coarsening.coarse.profile(of: coarsening.signature(of: signature))
package struct Coarsening: Sendable {
  /// The recipe of the input.
  package let fine: Recipe
  /// The recipe of the result.
  package let coarse: Recipe
  /// For each list bit of the coarse recipe, the list bit of the fine recipe.
  package let lists: [Int]

  /// The coarse atoms for each byte of a mask of fine atoms.
  private let atoms: [[UInt128]]
  /// The number of the coarse atom for that of each fine one, from 1; 0 for none.
  private let ends: [Int]
  /// For each counter of the coarse recipe, the fine counters that add up to it.
  private let counters: [UInt16]
  /// Maps the number of too small fine budgets to the number of too small coarse ones.
  private let budgets: [Int]
  /// Whether half decades of guesses become whole ones.
  private let losesHalfDecades: Bool

  /// Checks that a recipe records everything that a demand needs.
  ///
  /// - Parameters:
  ///   - fine: The recipe of the recorded signatures.
  ///   - demand: The needed facts; its number of lists is ignored.
  ///   - lists: The list bits to keep, in order; the bits of relations to users' names come last.
  ///     Nil keeps all.
  /// - Throws: ``RecipeError/missingFact(_:)`` that names the first fact that was not recorded.
  package init(
    of fine: Recipe, to demand: FactDemand, lists: [Int]? = nil
  ) throws(RecipeError) {
    let lists = lists ?? Array(0..<fine.demand.lists)
    precondition(
      lists.allSatisfy { 0..<fine.demand.lists ~= $0 }, "a list that the recipe has a bit for")
    var demand = demand
    demand.lists = lists.count
    demand.wholeDecades = demand.wholeDecades || fine.demand.wholeDecades
    coarse = try Recipe(for: demand, sources: fine.sources.keeping(lists, for: demand))
    self.fine = fine
    self.lists = lists
    losesHalfDecades = coarse.demand.wholeDecades && !fine.demand.wholeDecades
    try Self.check(coarse.demand, fine.demand)
    let targets = try Self.targets(of: fine, in: coarse)
    atoms = Self.masks(targets)
    ends = [0] + targets.map { $0 + 1 }
    var counters: [UInt16] = []
    for set in coarse.countedClasses {
      counters.append(try fine.counters(of: set, upTo: coarse.demand.counts[set] ?? 0))
    }
    self.counters = counters
    let (few, many) = (coarse.demand.guessBudgets, fine.demand.guessBudgets)
    if let budget = few.first(where: { !many.contains($0) }) {
      throw .missingFact("whether \(budget) guesses find a password")
    }
    budgets = (0...many.count).map { tooSmall in
      few.prefix { many.prefix(tooSmall).contains($0) }.count
    }
  }

  private static func check(_ coarse: FactDemand, _ fine: FactDemand) throws(RecipeError) {
    for fact in Fact.demanded where coarse[fact] > fine[fact] {
      let (words, recorded) = (fact.row.words, fine[fact])
      throw .missingFact(
        recorded == 0 ? words : "\(words) up to \(coarse[fact]) (only up to \(recorded))")
    }
  }

  /// The coarse atom that contains each fine one.
  private static func targets(
    of fine: Recipe, in coarse: Recipe
  ) throws(RecipeError) -> [Int] {
    var targets: [Int] = []
    for set in fine.atoms.sets {
      guard let target = coarse.atoms.sets.firstIndex(where: { set.isSubset(of: $0) }) else {
        let cut = coarse.atoms.sets.filter { !set.intersection($0).isEmpty }
        throw .missingFact("whether \(cut.first?.words ?? "") occurs")
      }
      targets.append(target)
    }
    return targets
  }

  /// The coarse atoms for each byte of a mask of fine atoms.
  private static func masks(_ targets: [Int]) -> [[UInt128]] {
    stride(from: 0, to: targets.count, by: 8).map { first in
      (0..<256).map { byte in
        targets[first..<min(first + 8, targets.count)].enumerated().reduce(into: 0 as UInt128) {
          if byte >> $1.offset & 1 != 0 { $0 |= 1 << UInt128($1.element) }
        }
      }
    }
  }

  /// Whether both recipes are the same, so that the conversion changes nothing.
  package var isIdentity: Bool { fine == coarse }

  /// The range of the same passwords in the coarse recipe.
  package func range(of range: SignatureRange) -> SignatureRange {
    SignatureRange(low: signature(of: range.low), high: signature(of: range.high))
  }

  /// The signature of the same password in the coarse recipe.
  package func signature(of signature: Signature) -> Signature {
    var profile = fine.profile(of: signature)
    var (present, rest) = (0 as UInt128, profile.atoms)
    for table in atoms {
      present |= table[Int(truncatingIfNeeded: rest & 255)]
      rest &>>= 8
    }
    profile.atoms = present
    if !counters.isEmpty {
      let counted = profile.counts
      for (index, counters) in counters.enumerated() {
        profile.counts[index] = counted.sum(of: counters)
      }
    }
    if fine.demand.lists != lists.count || !coarse.keepsLists(lists) {
      profile.lists = lists.enumerated().reduce(0) {
        $0 | (profile.lists >> UInt32($1.element) & 1) << UInt32($1.offset)
      }
    }
    for fact in Fact.countingBudgets where profile[fact] >= 0 {
      profile[fact] = budgets[min(profile[fact], budgets.count - 1)]
    }
    for fact in Fact.namingAtoms where profile[fact] > 0 {
      profile[fact] = ends[min(profile[fact], ends.count - 1)]
    }
    if losesHalfDecades, profile[.guessesBin] > 0 { profile[.guessesBin] &= ~1 }
    return coarse.signature(of: profile)
  }

  /// The hits of the kept lists.
  package func hits(of hits: ListHits) -> ListHits { hits.keeping(lists) }
}

extension Recipe {
  /// Whether these are all lists, in their original order.
  fileprivate func keepsLists(_ lists: [Int]) -> Bool { lists.elementsEqual(lists.indices) }
}

extension ListHits {
  /// The hits of these lists, in this order.
  fileprivate func keeping(_ lists: [Int]) -> ListHits {
    let kept = lists.flatMap { list in (0..<Self.bandCount).map { self[list, $0] } }
    return ListHits(kept, listCount: lists.count) ?? ListHits(listCount: lists.count)
  }
}

extension SIMD16<UInt32> {
  /// The sum of the counters in a mask; far below the largest number for any password.
  @inline(__always)
  package func sum(of places: UInt16) -> UInt32 {
    var (sum, rest): (UInt32, UInt16) = (0, places)
    while rest != 0 {
      sum &+= self[rest.trailingZeroBitCount]
      rest &= rest &- 1
    }
    return sum
  }
}
