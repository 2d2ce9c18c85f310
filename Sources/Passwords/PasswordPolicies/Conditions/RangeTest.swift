@_spi(Internal) package import Passwords

/// One test of a condition, compiled for a schema, that judges the passwords of a folded row at
/// once.
///
/// A condition holds for all of them, for some or possibly some, or for none. The table of these
/// tests is the only place where a rule meets ranges.
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
  /// The tests of ranges that together are this condition; nil if the schema does not record what
  /// it asks for.
  ///
  /// `lists` returns the bits of a list, as for ``PolicyMatcher``.
  package func rangeTests(
    in schema: Schema, lists: (ListReference) -> UInt32?
  ) -> [RangeTest]? {
    var needed = FactDemand()
    add(to: &needed)
    switch self {
    case .fact(let fact, let bounds):
      guard schema.demand[fact] >= needed[fact] else { return nil }
      return (bounds.lowerBound > 0 ? [.atLeast(.fact(fact), bounds.lowerBound)] : [])
        + (bounds.upperBound < .max ? [.atMost(.fact(fact), bounds.upperBound)] : [])
    case .only(let set):
      return schema.characterGroups.mask(of: CodePointSet.unicode.subtracting(set)).map {
        $0 == 0 ? [] : [.none($0)]
      }
    case .count(let set, atLeast: 1):
      return schema.characterGroups.mask(of: set).map { [.some($0)] }
    case .count(.unicode, atLeast: let minimum): return [.atLeast(.fact(.length), minimum)]
    case .count(let set, atLeast: let minimum):
      return (try? schema.counters(of: set, upTo: min(minimum, Self.beyondAll))).map {
        [.atLeast(.counters($0), minimum)]
      }
    case .kinds(let sets, atLeast: let minimum):
      let masks = sets.compactMap { schema.characterGroups.mask(of: $0) }
      return masks.count == sets.count ? [.kinds(masks, minimum)] : nil
    case .character(let fact, let set):
      guard schema.demand[fact] >= needed[fact], let mask = schema.characterGroups.mask(of: set)
      else {
        return nil
      }
      return [.atLeast(.end(fact, mask &<< 1), 1)]
    case .unlisted(let list):
      guard let mask = lists(list), UInt64(mask) < 1 << UInt64(schema.demand.lists) else {
        return nil
      }
      return mask == 0 ? [] : [.atMost(.lists(mask), 0)]
    }
  }
}
