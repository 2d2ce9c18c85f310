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
  /// Character groups of rare rules.
  private var masks: [UInt128] = []

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
    /// The number at a ``Fact/place`` is among the bits of one of ``masks``.
    case end(Int, place: Int)
    /// No character of one of ``masks``.
    case none(Int)
    /// The number of characters of a class: the sum of these counters.
    case countAtLeast(Int, UInt16)
    case countAtMost(Int, UInt16)
  }
}

extension CompiledAlternative {
  /// Compiles one rule; `bit` is the number of its bit, below 64.
  mutating func add(
    _ rule: Policy.Rule, bit: UInt64, schema: Schema, lists: (ListReference) -> UInt32?
  ) throws(SchemaError) {
    for condition in rule.conditions {
      for test in try condition.tests(in: schema, for: rule.text, lists: lists) { add(test, bit) }
    }
  }

  /// Adds a test; the common ones have a place of their own.
  private mutating func add(_ test: RangeTest, _ bit: UInt64) {
    switch test {
    case .atLeast(.fact(.length), let number) where minLength.value == 0:
      minLength = Limit(value: number, bit: bit)
    case .atMost(.fact(.length), let number) where maxLength.value == .max:
      maxLength = Limit(value: number, bit: bit)
    case .atMost(.fact(.longestRun), let number) where longestRun.value == .max:
      longestRun = Limit(value: number, bit: bit)
    case .some(let characterGroups):
      required.append(Mask(characterGroups: characterGroups, bit: bit))
    case .none(let characterGroups) where forbidden.characterGroups == 0:
      forbidden = Mask(characterGroups: characterGroups, bit: bit)
    case .none(let characterGroups):
      others.append(Other(test: .none(masks.count), bit: bit))
      masks.append(characterGroups)
    case .kinds(let sets, let number):
      kinds = sets
      others.append(Other(test: .kinds(number), bit: bit))
    case .atLeast(.end(let fact, let characterGroups), _),
      .atMost(.end(let fact, let characterGroups), _):
      others.append(Other(test: .end(masks.count, place: fact.place), bit: bit))
      masks.append(characterGroups)
    case .atLeast(.fact(let fact), let number):
      others.append(Other(test: .atLeast(number, place: fact.place), bit: bit))
    case .atMost(.fact(let fact), let number):
      others.append(Other(test: .atMost(number, place: fact.place), bit: bit))
    case .atLeast(.counters(let counters), let number):
      others.append(Other(test: .countAtLeast(number, counters), bit: bit))
    case .atMost(.counters(let counters), let number):
      others.append(Other(test: .countAtMost(number, counters), bit: bit))
    case .atLeast(.lists(let mask), _), .atMost(.lists(let mask), _):
      others.append(Other(test: .lists(mask), bit: bit))
    }
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
    case .countAtLeast(let number, let counters): Int(profile.counts.sum(of: counters)) < number
    case .countAtMost(let number, let counters): Int(profile.counts.sum(of: counters)) > number
    case .kinds(let number): kinds.count { profile.characterGroups & $0 != 0 } < number
    case .lists(let mask): profile.lists & mask != 0
    case .end(let mask, let place): masks[mask] &>> UInt128(profile.numbers[place]) & 1 == 0
    case .none(let mask): profile.characterGroups & masks[mask] != 0
    }
  }
}
