import Passwords

/// The thresholds and masks of one alternative.
///
/// Each rule has a bit, stored as its number, which is set in the result if the rule is broken. The
/// common limits are always tested; if a policy lacks one, its value is one that no password
/// breaks. Violations are hard to predict, so a branch would cost more than a comparison.
struct CompiledAlternative: Sendable {
  private var minLength = Limit(value: 0)
  private var maxLength = Limit(value: .max)
  private var longestRun = Limit(value: .max)
  private var forbidden = Mask(atoms: 0)
  private var required: [Mask] = []
  private var others: [Other] = []
  /// The atoms of each kind that `min-classes` counts.
  private var kinds: [UInt128] = []

  private struct Limit {
    var value: Int
    var bit: UInt64 = 0
  }

  private struct Mask {
    var atoms: UInt128
    var bit: UInt64 = 0
  }

  /// A rare rule.
  private struct Other {
    let fact: Fact
    let limit: Int
    let bit: UInt64
  }

  /// The fact that a rare rule tests.
  private enum Fact {
    case run, sequence, classRun, score, kinds
    case lists(UInt32)
    /// The number of characters of a class: the sum of these counters.
    case count(UInt16)
    case length
  }
}

extension CompiledAlternative {
  /// Compiles one rule; `bit` is the number of its bit, below 64.
  mutating func add(
    _ rule: Policy.Rule, bit: UInt64, recipe: Recipe, lists: (ListReference) -> UInt32?
  ) throws(RecipeError) {
    switch rule.test {
    case .minLength(let limit): minLength = Limit(value: limit, bit: bit)
    case .maxLength(let limit): maxLength = Limit(value: limit, bit: bit)
    case .required(let set), .atLeast(1, of: let set):
      required.append(Mask(atoms: try Self.mask(of: set, rule, recipe), bit: bit))
    case .allowed(let set):
      let everything = try Self.mask(of: .unicode, rule, recipe)
      let allowed = try Self.mask(of: set, rule, recipe)
      forbidden = Mask(atoms: everything & ~allowed, bit: bit)
    case .maxRun(of: let run, sequence: let sequence):
      if let run {
        try Self.require(recipe.demand.longestRun, above: run, "the longest run", rule)
        if longestRun.value == .max {
          longestRun = Limit(value: run, bit: bit)
        } else {
          others.append(Other(fact: .run, limit: run, bit: bit))
        }
      }
      if let sequence {
        try Self.require(
          recipe.demand.longestSequence, above: sequence, "the longest sequence", rule)
        others.append(Other(fact: .sequence, limit: sequence, bit: bit))
      }
    case .maxClassRun(let limit):
      try Self.require(recipe.demand.longestClassRun, above: limit, "the longest class run", rule)
      others.append(Other(fact: .classRun, limit: limit, bit: bit))
    case .minClasses(let minimum, of: let sets):
      kinds = []
      for set in sets { kinds.append(try Self.mask(of: set, rule, recipe)) }
      others.append(Other(fact: .kinds, limit: minimum, bit: bit))
    case .atLeast(let minimum, of: let set):
      let fact = try Self.count(of: set, upTo: minimum, rule, recipe)
      others.append(Other(fact: fact, limit: minimum, bit: bit))
    case .unlisted(let list):
      guard let mask = lists(list), UInt64(mask) < 1 << UInt64(recipe.demand.lists) else {
        throw .missingFact("whether the list of '\(rule.text)' holds a password")
      }
      others.append(Other(fact: .lists(mask), limit: 0, bit: bit))
    case .minScore(let minimum):
      guard recipe.demand.score else {
        throw .missingFact("the strength score that '\(rule.text)' asks for")
      }
      others.append(Other(fact: .score, limit: minimum, bit: bit))
    }
  }

  private static func mask(
    of set: CodePointSet, _ rule: Policy.Rule, _ recipe: Recipe
  ) throws(RecipeError) -> UInt128 {
    guard let mask = recipe.atoms.mask(of: set) else {
      throw .missingFact("the characters that '\(rule.text)' distinguishes")
    }
    return mask
  }

  /// The counters for the characters of a set; for all characters, the length.
  private static func count(
    of set: CodePointSet, upTo minimum: Int, _ rule: Policy.Rule, _ recipe: Recipe
  ) throws(RecipeError) -> Fact {
    if set == .unicode { return .length }
    do throws(RecipeError) {
      // No line reaches a limit beyond the longest line, so the largest distinct count replaces it.
      return .count(try recipe.counters(of: set, upTo: min(minimum, Recipe.longestLine + 1)))
    } catch {
      let isCounted = (try? recipe.counters(of: set, upTo: 1)) != nil
      guard isCounted, case .missingFact(let fact) = error else {
        throw .missingFact("the number of characters that '\(rule.text)' counts")
      }
      throw .missingFact("\(fact), for '\(rule.text)'")
    }
  }

  private static func require(
    _ recorded: Int, above limit: Int, _ fact: String, _ rule: Policy.Rule
  ) throws(RecipeError) {
    if recorded <= min(limit, Recipe.longestLine) {
      throw .missingFact("\(fact) up to \(min(limit, Recipe.longestLine) + 1), for '\(rule.text)'")
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
    let byAtoms = columns.atoms.map { violations(atoms: $0, required) }
    let byMeasures = columns.measures.map {
      violations(codePointCount: $0.codePointCount, longestRun: $0.longestRun)
    }
    let (places, ofAtoms, ofMeasures) = (columns.places.span, byAtoms.span, byMeasures.span)
    for index in places.indices {
      let place = places[index]
      bits[index] =
        ofAtoms[Int(truncatingIfNeeded: place.atoms)]
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
    violations(atoms: profile.atoms, required)
      | violations(codePointCount: profile.codePointCount, longestRun: profile.longestRun)
      | violations(in: profile, others)
  }

  /// The bits of the rules that a set of atoms breaks.
  @inline(__always)
  private func violations(atoms: UInt128, _ required: Span<Mask>) -> UInt64 {
    var bits = Self.bit(forbidden.bit, if: atoms & forbidden.atoms != 0)
    for index in required.indices {
      bits |= Self.bit(required[index].bit, if: atoms & required[index].atoms == 0)
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
    switch rule.fact {
    case .run: profile.longestRun > rule.limit
    case .sequence: profile.longestSequence > rule.limit
    case .classRun: profile.longestClassRun > rule.limit
    case .score: (profile.score ?? 0) < rule.limit
    case .count(let counters): Int(profile.counts.sum(of: counters)) < rule.limit
    case .length: profile.codePointCount < rule.limit
    case .kinds: kinds.count { profile.atoms & $0 != 0 } < rule.limit
    case .lists(let mask): profile.lists & mask != 0
    }
  }
}
