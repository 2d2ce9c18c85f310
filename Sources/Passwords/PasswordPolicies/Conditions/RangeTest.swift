@_spi(Internal) package import Passwords

/// One test of a condition, compiled for a schema.
///
/// ``CompiledAlternative`` judges single passwords by it. Of the passwords of a folded row, which
/// are judged at once, it holds for all, for some or possibly some, or for none. This is the only
/// place where a condition meets what a schema records.
package enum RangeTest: Hashable, Sendable {
  /// The number is at least this.
  case atLeast(RangedNumber, Int)
  /// The number is at most this.
  case atMost(RangedNumber, Int)
  /// A character of these character groups occurs.
  case some(UInt128)
  /// No character of these character groups occurs.
  case none(UInt128)
  /// Characters of at least so many of these sets of character groups occur.
  case kinds([UInt128], Int)

  /// Whether it holds for all passwords of a row, and whether it may hold for any.
  package func bounds(on row: ProfileRange) -> (surely: Bool, possibly: Bool) {
    switch self {
    case .atLeast(let number, let limit):
      let range = number.range(in: row)
      return (range.lowerBound >= limit, range.upperBound >= limit)
    case .atMost(let number, let limit):
      let range = number.range(in: row)
      return (range.upperBound <= limit, range.lowerBound <= limit)
    case .some(let characterGroups): return row.occurrence(of: characterGroups)
    case .none(let characterGroups):
      let some = row.occurrence(of: characterGroups)
      return (!some.possibly, !some.surely)
    case .kinds(let sets, let minimum):
      let found = sets.map(row.occurrence(of:))
      return (found.count(where: \.surely) >= minimum, found.count(where: \.possibly) >= minimum)
    }
  }
}

/// A number that tests of ranges compare: a fact, or something that follows from facts.
package enum RangedNumber: Hashable, Sendable {
  /// The number of a fact.
  case fact(Fact)
  /// The sum of these counters, one bit each.
  case counters(UInt16)
  /// 1 if one of these lists has the password, otherwise 0.
  case lists(UInt32)
  /// 1 if the character at an end, a fact that names its character group, is one of these; bit 0 is
  /// none.
  case end(Fact, UInt128)

  /// The least and the greatest number among the passwords of a row.
  package func range(in row: ProfileRange) -> ClosedRange<Int> {
    let (low, high): (Int, Int)
    switch self {
    case .end(let fact, let permitted):
      // The character may be any that lies between, and that a password of the row has.
      let possible = row.high.characterGroups &<< 1 | 1
      let (first, last) = (row.low[fact], max(row.low[fact], row.high[fact]))
      let between = (first...last).filter { possible &>> UInt128($0) & 1 != 0 }
      let allowed = between.count { permitted &>> UInt128($0) & 1 != 0 }
      (low, high) = (allowed == between.count && allowed > 0 ? 1 : 0, allowed > 0 ? 1 : 0)
    default: (low, high) = (number(of: row.low), number(of: row.high))
    }
    return low...max(low, high)
  }

  /// The number of one password.
  package func number(of profile: Profile) -> Int {
    switch self {
    case .fact(let fact): profile[fact]
    case .counters(let counters): Int(profile.counts.sum(of: counters))
    case .lists(let mask): profile.lists & mask == 0 ? 0 : 1
    case .end(let fact, let permitted): Int(permitted &>> UInt128(profile[fact]) & 1)
    }
  }
}

extension Condition {
  /// The tests of numbers and characters that together are this condition.
  ///
  /// `lists` returns the bits of a list, as for ``PolicyMatcher``; `rule` names the rule in errors.
  ///
  /// - Throws: ``SchemaError/missingFact(_:)`` if the schema does not record what it asks for.
  package func tests(
    in schema: Schema, for rule: String = "", lists: (ListReference) -> UInt32?
  ) throws(SchemaError) -> [RangeTest] {
    switch self {
    case .fact(let fact, let bounds):
      try require(fact, in: schema, for: rule)
      return Self.tests(of: .fact(fact), in: bounds)
    case .only(let set):
      let refused = try Self.mask(of: CodePointSet.unicode.subtracting(set), schema, rule)
      return refused == 0 ? [] : [.none(refused)]
    case .count(of: .unicode, in: let bounds): return Self.tests(of: .fact(.length), in: bounds)
    case .count(of: let set, in: let bounds):
      switch Self.limit(of: bounds) {
      case 0: return []
      case 1:
        let mask = try Self.mask(of: set, schema, rule)
        return [bounds.lowerBound > 0 ? .some(mask) : .none(mask)]
      case let limit:
        let counters = try Self.counters(of: set, upTo: limit, schema, rule)
        return Self.tests(of: .counters(counters), in: bounds)
      }
    case .kinds(let sets, atLeast: let minimum):
      var masks: [UInt128] = []
      for set in sets { masks.append(try Self.mask(of: set, schema, rule)) }
      return [.kinds(masks, minimum)]
    case .character(let fact, let set):
      try require(fact, in: schema, for: rule)
      // A character is numbered by its character group, from 1.
      return [.atLeast(.end(fact, try Self.mask(of: set, schema, rule) &<< 1), 1)]
    case .unlisted(let list):
      guard let mask = lists(list), UInt64(mask) < 1 << UInt64(schema.demand.lists) else {
        throw .missingFact("whether the list of '\(rule)' holds a password")
      }
      return mask == 0 ? [] : [.atMost(.lists(mask), 0)]
    }
  }

  private static func tests(of number: RangedNumber, in bounds: ClosedRange<Int>) -> [RangeTest] {
    (bounds.lowerBound > 0 ? [.atLeast(number, bounds.lowerBound)] : [])
      + (bounds.upperBound < .max ? [.atMost(number, bounds.upperBound)] : [])
  }

  private static func mask(
    of set: CodePointSet, _ schema: Schema, _ rule: String
  ) throws(SchemaError) -> UInt128 {
    guard let mask = schema.characterGroups.mask(of: set) else {
      throw .missingFact("the characters that '\(rule)' distinguishes")
    }
    return mask
  }

  /// The counters for the characters of a set.
  private static func counters(
    of set: CodePointSet, upTo limit: Int, _ schema: Schema, _ rule: String
  ) throws(SchemaError) -> UInt16 {
    do throws(SchemaError) {
      return try schema.counters(of: set, upTo: limit)
    } catch {
      let isCounted = (try? schema.counters(of: set, upTo: 1)) != nil
      guard isCounted, case .missingFact(let fact) = error else {
        throw .missingFact("the number of characters that '\(rule)' counts")
      }
      throw .missingFact("\(fact), for '\(rule)'")
    }
  }

  /// Checks that the schema records a fact as far as this condition distinguishes its numbers.
  private func require(
    _ fact: Fact, in schema: Schema, for rule: String
  ) throws(SchemaError) {
    var needed = FactDemand()
    add(to: &needed)
    guard schema.demand[fact] < needed[fact] else { return }
    throw .missingFact(
      fact == .score
        ? "the strength score that '\(rule)' asks for"
        : fact.row.namesCharacterGroup
          ? "\(fact.row.words) that '\(rule)' asks for"
          : "\(fact.row.words) up to \(needed[fact]), for '\(rule)'")
  }
}
