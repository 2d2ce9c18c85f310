/// Converts signatures of one schema to signatures of a coarser schema.
///
/// A recorded tally holds more facts than most policies need. After conversion, it exactly equals
/// the tally of a run with just these policies.
///
///     let coarsening = try Coarsening(of: recorded, to: demand)
///     coarsening.coarse.profile(of: coarsening.signature(of: signature))
package struct Coarsening: Sendable {
  /// The schema of the input.
  package let fine: Schema
  /// The schema of the result.
  package let coarse: Schema
  /// For each list bit of the coarse schema, the list bit of the fine schema.
  package let lists: [Int]

  /// The coarse character groups for each byte of a mask of fine character groups, 256 a byte.
  private let characterGroups: [UInt128]
  /// How the other fields are made.
  private let moves: [Move]
  /// The numbers in place of those of fine fields, where they differ.
  private let numbers: [UInt64]

  /// A field of the coarse schema, to which a field of the fine one adds its number.
  private struct Move {
    let from, to: Signature.Field
    /// The largest number of the result.
    let largest: UInt64
    /// The bits that are kept of each number.
    var kept = UInt64.max
    /// Which of the numbers stand for those of the fine field; empty if its own do.
    var replaced = 0..<0
  }

  /// Checks that a schema records everything that a demand needs.
  ///
  /// - Parameters:
  ///   - fine: The schema of the recorded signatures.
  ///   - demand: The needed facts; its number of lists is ignored.
  ///   - lists: The list bits to keep, in order; the bits of relations to users' names come last.
  ///     Nil keeps all.
  /// - Throws: ``SchemaError/missingFact(_:)`` that names the first fact that was not recorded.
  package init(
    of fine: Schema, to demand: FactDemand, lists: [Int]? = nil
  ) throws(SchemaError) {
    let lists = lists ?? Array(0..<fine.demand.lists)
    precondition(
      lists.allSatisfy { 0..<fine.demand.lists ~= $0 }, "a list that the schema has a bit for")
    var demand = demand
    demand.lists = lists.count
    demand.wholeDecades = demand.wholeDecades || fine.demand.wholeDecades
    coarse = try Schema(for: demand, sources: fine.sources.keeping(lists, for: demand))
    self.fine = fine
    self.lists = lists
    try Self.check(coarse.demand, fine.demand)
    let targets = try Self.targets(of: fine, in: coarse)
    characterGroups = Self.masks(targets)
    let (few, many) = (coarse.demand.guessBudgets, fine.demand.guessBudgets)
    if let budget = few.first(where: { !many.contains($0) }) {
      throw .missingFact("whether \(budget) guesses find a password")
    }
    // The number of too small coarse budgets for that of fine ones.
    let budgets = (0...many.count).map { tooSmall in
      UInt64(few.prefix { many.prefix(tooSmall).contains($0) }.count)
    }
    // The number of the coarse character group for that of each fine one, from 1; 0 for none.
    let ends = [0] + targets.map { UInt64($0 + 1) }
    numbers = budgets + ends
    let (coarse, isRounded) = (coarse, coarse.demand.wholeDecades && !fine.demand.wholeDecades)
    moves =
      try coarse.places.compactMap { place in
        guard let from = fine.field(of: place.fact) else { return nil }
        var move = Move(from: from, to: place.field, largest: UInt64(place.largest))
        if place.fact.row.countsBudgets { move.replaced = 0..<budgets.count }
        if place.fact.row.namesCharacterGroup {
          move.replaced = budgets.count..<budgets.count + ends.count
        }
        if place.fact == .guessesBin, isRounded { move.kept = ~1 }
        return move
      } + Self.counts(of: fine, in: coarse) + Self.bits(of: lists, of: fine, in: coarse)
  }

  /// Counters of parts add up.
  private static func counts(
    of fine: Schema, in coarse: Schema
  ) throws(SchemaError) -> [Move] {
    var moves: [Move] = []
    for (index, set) in coarse.countedClasses.enumerated() {
      let limit = coarse.countLimits[index]
      let counters = try fine.counters(of: set, upTo: limit)
      for part in fine.countFields.indices where counters & 1 << UInt16(part) != 0 {
        moves.append(
          Move(
            from: fine.countFields[part], to: coarse.countFields[index], largest: UInt64(limit)))
      }
    }
    return moves
  }

  /// The bits of lists, each by itself where not all are kept in their order.
  private static func bits(of lists: [Int], of fine: Schema, in coarse: Schema) -> [Move] {
    guard let from = fine.listField, let to = coarse.listField else { return [] }
    if lists.elementsEqual(0..<fine.demand.lists) {
      return [Move(from: from, to: to, largest: to.capacity)]
    }
    return lists.enumerated().map { place, list in
      Move(from: from.bit(list), to: to.bit(place), largest: 1)
    }
  }

  private static func check(_ coarse: FactDemand, _ fine: FactDemand) throws(SchemaError) {
    for fact in Fact.demanded where coarse[fact] > fine[fact] {
      let (words, recorded) = (fact.row.words, fine[fact])
      throw .missingFact(
        recorded == 0 ? words : "\(words) up to \(coarse[fact]) (only up to \(recorded))")
    }
  }

  /// The coarse character group that contains each fine one.
  private static func targets(
    of fine: Schema, in coarse: Schema
  ) throws(SchemaError) -> [Int] {
    var targets: [Int] = []
    for set in fine.characterGroups.sets {
      guard let target = coarse.characterGroups.sets.firstIndex(where: { set.isSubset(of: $0) })
      else {
        let cut = coarse.characterGroups.sets.filter { !set.intersection($0).isEmpty }
        throw .missingFact("whether \(cut.first?.words ?? "") occurs")
      }
      targets.append(target)
    }
    return targets
  }

  /// The coarse character groups for each byte of a mask of fine character groups.
  private static func masks(_ targets: [Int]) -> [UInt128] {
    stride(from: 0, to: targets.count, by: 8).flatMap { first in
      (0..<256).map { byte in
        targets[first..<min(first + 8, targets.count)].enumerated().reduce(into: 0 as UInt128) {
          if byte >> $1.offset & 1 != 0 { $0 |= 1 << UInt128($1.element) }
        }
      }
    }
  }

  /// Whether both schemas are the same, so that the conversion changes nothing.
  package var isIdentity: Bool { fine == coarse }

  /// The range of the same passwords in the coarse schema.
  package func range(of range: SignatureRange) -> SignatureRange {
    SignatureRange(low: signature(of: range.low), high: signature(of: range.high))
  }

  /// The signature of the same password in the coarse schema.
  package func signature(of signature: Signature) -> Signature {
    var (present, rest, first) = (0 as UInt128, fine.presence(in: signature), 0)
    while first < characterGroups.count {
      present |= characterGroups[first &+ Int(truncatingIfNeeded: rest & 255)]
      rest &>>= 8
      first &+= 256
    }
    var result = coarse.signature(ofPresent: present)
    let moves = moves.span
    for index in moves.indices {
      let move = moves[index]
      var number = signature[move.from]
      if !move.replaced.isEmpty {
        number =
          numbers[move.replaced.lowerBound &+ Int(min(number, UInt64(move.replaced.count - 1)))]
      }
      result[move.to] = min(result[move.to] &+ number & move.kept, move.largest)
    }
    return result
  }

  /// The hits of the kept lists.
  package func hits(of hits: ListHits) -> ListHits { hits.keeping(lists) }
}

extension Signature.Field {
  fileprivate func bit(_ number: Int) -> Signature.Field {
    Signature.Field(word: word, shift: shift + number, width: 1)
  }
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
