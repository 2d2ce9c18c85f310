@_spi(Internal) import Passwords

/// The thresholds and masks of one alternative.
///
/// Each rule has a bit, stored as its number, which is set in the result if the rule is broken. The
/// common limits are always tested; if a policy lacks one, its value is one that no password
/// breaks. Violations are hard to predict, so a branch would cost more than a comparison.
struct CompiledAlternative: Sendable {
  private var minLength = Limit(value: 0)
  private var maxLength = Limit(value: .max)
  private var longestRun = Limit(value: .max)
  private var forbidden = Mask(characterGroups: 0)
  private var required: [Mask] = []
  private var others: [Other] = []
  /// The character groups of each kind that `min-classes` counts.
  private var kinds: [UInt128] = []
  /// The numbers of characters at an end that its rules permit, one bit each.
  private var ends: [UInt128] = []

  private struct Limit {
    var value: Int
    var bit: UInt64 = 0
  }

  private struct Mask {
    var characterGroups: UInt128
    var bit: UInt64 = 0
  }

  /// A rare rule.
  private struct Other {
    let test: Test
    let bit: UInt64
  }

  /// The test of a rare rule.
  private enum Test {
    /// The number at a ``Fact/place``.
    case atLeast(Int, place: Int)
    case atMost(Int, place: Int)
    case kinds(Int)
    case lists(UInt32)
    /// The number at a ``Fact/place`` is among these of ``ends``.
    case end(Int, place: Int)
    /// At least this number of characters of a class: the sum of these counters.
    case count(Int, UInt16)
  }
}

extension CompiledAlternative {
  /// Compiles one rule; `bit` is the number of its bit, below 64.
  mutating func add(
    _ rule: Policy.Rule, bit: UInt64, schema: Schema, lists: (ListReference) -> UInt32?
  ) throws(SchemaError) {
    for condition in rule.conditions {
      switch condition {
      case .fact(let fact, let bounds):
        try Self.require(fact, within: bounds, rule, schema)
        add(fact, bounds, bit)
      case .only(let set):
        let everything = try Self.mask(of: .unicode, rule, schema)
        let allowed = try Self.mask(of: set, rule, schema)
        forbidden = Mask(characterGroups: everything & ~allowed, bit: bit)
      case .count(let set, atLeast: 1):
        required.append(Mask(characterGroups: try Self.mask(of: set, rule, schema), bit: bit))
      case .count(.unicode, atLeast: let minimum):
        others.append(Other(test: .atLeast(minimum, place: Fact.length.place), bit: bit))
      case .count(let set, atLeast: let minimum):
        let counters = try Self.counters(of: set, upTo: minimum, rule, schema)
        others.append(Other(test: .count(minimum, counters), bit: bit))
      case .kinds(let sets, atLeast: let minimum):
        kinds = []
        for set in sets { kinds.append(try Self.mask(of: set, rule, schema)) }
        others.append(Other(test: .kinds(minimum), bit: bit))
      case .character(let fact, let set):
        try Self.require(fact, within: 0...0, rule, schema)
        others.append(Other(test: .end(ends.count, place: fact.place), bit: bit))
        // A character is numbered by its character group, from 1.
        ends.append(try Self.mask(of: set, rule, schema) &<< 1)
      case .unlisted(let list):
        guard let mask = lists(list), UInt64(mask) < 1 << UInt64(schema.demand.lists) else {
          throw .missingFact("whether the list of '\(rule.text)' holds a password")
        }
        others.append(Other(test: .lists(mask), bit: bit))
      }
    }
  }

  /// Compiles the bounds of a fact; the common ones have a place of their own.
  private mutating func add(_ fact: Fact, _ bounds: ClosedRange<Int>, _ bit: UInt64) {
    if bounds.lowerBound > 0 {
      if fact == .length, minLength.value == 0 {
        minLength = Limit(value: bounds.lowerBound, bit: bit)
      } else {
        others.append(Other(test: .atLeast(bounds.lowerBound, place: fact.place), bit: bit))
      }
    }
    guard bounds.upperBound < .max else { return }
    let limit = Limit(value: bounds.upperBound, bit: bit)
    if fact == .length, maxLength.value == .max {
      maxLength = limit
    } else if fact == .longestRun, longestRun.value == .max {
      longestRun = limit
    } else {
      others.append(Other(test: .atMost(limit.value, place: fact.place), bit: bit))
    }
  }

  private static func mask(
    of set: CodePointSet, _ rule: Policy.Rule, _ schema: Schema
  ) throws(SchemaError) -> UInt128 {
    guard let mask = schema.characterGroups.mask(of: set) else {
      throw .missingFact("the characters that '\(rule.text)' distinguishes")
    }
    return mask
  }

  /// The counters for the characters of a set.
  private static func counters(
    of set: CodePointSet, upTo minimum: Int, _ rule: Policy.Rule, _ schema: Schema
  ) throws(SchemaError) -> UInt16 {
    do throws(SchemaError) {
      // No line reaches a limit beyond the longest line, so the largest distinct count replaces it.
      return try schema.counters(of: set, upTo: min(minimum, Schema.longestLine + 1))
    } catch {
      let isCounted = (try? schema.counters(of: set, upTo: 1)) != nil
      guard isCounted, case .missingFact(let fact) = error else {
        throw .missingFact("the number of characters that '\(rule.text)' counts")
      }
      throw .missingFact("\(fact), for '\(rule.text)'")
    }
  }

  /// Checks that the schema records a fact as far as the bounds distinguish its numbers.
  private static func require(
    _ fact: Fact, within bounds: ClosedRange<Int>, _ rule: Policy.Rule, _ schema: Schema
  ) throws(SchemaError) {
    var needed = FactDemand()
    Condition.fact(fact, bounds).add(to: &needed)
    guard schema.demand[fact] < needed[fact] else { return }
    throw .missingFact(
      fact == .score
        ? "the strength score that '\(rule.text)' asks for"
        : fact.row.namesCharacterGroup
          ? "\(fact.row.words) that '\(rule.text)' asks for"
          : "\(fact.row.words) up to \(needed[fact]), for '\(rule.text)'")
  }
}

extension CompiledAlternative {
  /// The bits of the rules that a profile breaks.
  @inline(__always)
  func violations(in profile: Profile) -> UInt64 {
    violations(in: profile, required.span, others.span)
  }

  /// The bits of the rules that each of several profiles breaks.
  func violations(in columns: ProfileColumns, into bits: inout MutableSpan<UInt64>) {
    let (required, others) = (required.span, others.span)
    let byCharacterGroups = columns.characterGroups.map {
      violations(characterGroups: $0, required)
    }
    let byMeasures = columns.measures.map {
      violations(codePointCount: $0.codePointCount, longestRun: $0.longestRun)
    }
    let (places, ofCharacterGroups, ofMeasures) = (
      columns.places.span, byCharacterGroups.span, byMeasures.span
    )
    for index in places.indices {
      let place = places[index]
      bits[index] =
        ofCharacterGroups[Int(truncatingIfNeeded: place.characterGroups)]
        | ofMeasures[Int(truncatingIfNeeded: place.measures)]
    }
    if others.isEmpty { return }
    let profiles = columns.profiles.span
    for index in profiles.indices { bits[index] |= violations(in: profiles[index], others) }
  }

  @inline(__always)
  private func violations(
    in profile: Profile, _ required: Span<Mask>, _ others: Span<Other>
  ) -> UInt64 {
    violations(characterGroups: profile.characterGroups, required)
      | violations(codePointCount: profile.codePointCount, longestRun: profile.longestRun)
      | violations(in: profile, others)
  }

  /// The bits of the rules that a set of character groups breaks.
  @inline(__always)
  private func violations(characterGroups: UInt128, _ required: Span<Mask>) -> UInt64 {
    var bits = Self.bit(forbidden.bit, if: characterGroups & forbidden.characterGroups != 0)
    for index in required.indices {
      bits |= Self.bit(
        required[index].bit, if: characterGroups & required[index].characterGroups == 0)
    }
    return bits
  }

  /// The bits of the rules that a length and a run break.
  @inline(__always)
  private func violations(codePointCount: Int, longestRun: Int) -> UInt64 {
    Self.bit(minLength.bit, if: codePointCount < minLength.value)
      | Self.bit(maxLength.bit, if: codePointCount > maxLength.value)
      | Self.bit(self.longestRun.bit, if: longestRun > self.longestRun.value)
  }

  /// The bits of the rare rules that a profile breaks.
  @inline(__always)
  private func violations(in profile: Profile, _ others: Span<Other>) -> UInt64 {
    var bits: UInt64 = 0
    for index in others.indices {
      bits |= Self.bit(others[index].bit, if: isBroken(others[index], by: profile))
    }
    return bits
  }

  /// The bit with this number if the condition holds, otherwise 0.
  @inline(__always)
  private static func bit(_ number: UInt64, if condition: Bool) -> UInt64 {
    (condition ? 1 : 0) &<< number
  }

  private func isBroken(_ rule: Other, by profile: Profile) -> Bool {
    switch rule.test {
    case .atLeast(let number, let place): profile.numbers[place] < number
    case .atMost(let number, let place): profile.numbers[place] > number
    case .count(let number, let counters): Int(profile.counts.sum(of: counters)) < number
    case .kinds(let number): kinds.count { profile.characterGroups & $0 != 0 } < number
    case .lists(let mask): profile.lists & mask != 0
    case .end(let end, let place): ends[end] &>> UInt128(profile.numbers[place]) & 1 == 0
    }
  }
}
