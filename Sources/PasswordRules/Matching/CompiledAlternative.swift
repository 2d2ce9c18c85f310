import Passwords

/// The thresholds and masks of one alternative.
///
/// Each rule has a bit that is set in the result when it is broken. A limit that is not there has
/// bit 0, so that the common rules need no branch.
struct CompiledAlternative: Sendable {
  private var minLength = 0
  private var minLengthBit: UInt64 = 0
  private var maxLength = 0
  private var maxLengthBit: UInt64 = 0
  private var forbidden: UInt128 = 0
  private var forbiddenBit: UInt64 = 0
  private var required: [Required] = []
  private var others: [Other] = []

  private struct Required {
    let mask: UInt128
    let bit: UInt64
  }

  fileprivate struct Other {
    let fact: Fact
    let limit: Int
    let bit: UInt64
  }

  /// What a rare rule looks at; all but the last are numbers.
  fileprivate enum Fact {
    case run, sequence, classRun, score
    case count(Int)
    case kinds([UInt128])
    case lists(UInt32)
  }
}

extension CompiledAlternative {
  /// Compiles one rule.
  mutating func add(
    _ rule: Policy.Rule, bit: UInt64, recipe: Recipe, lists: (ListReference) -> UInt32?
  ) throws(RecipeError) {
    switch rule.test {
    case .minLength(let limit): (minLength, minLengthBit) = (limit, bit)
    case .maxLength(let limit): (maxLength, maxLengthBit) = (limit, bit)
    case .required(let set), .atLeast(1, of: let set):
      required.append(Required(mask: try Self.mask(of: set, rule, recipe), bit: bit))
    case .allowed(let set):
      let everything = try Self.mask(of: .unicode, rule, recipe)
      forbidden = everything & ~(try Self.mask(of: set, rule, recipe))
      forbiddenBit = bit
    case .maxRun(of: let run, sequence: let sequence):
      if let run {
        try Self.require(recipe.demand.longestRun, above: run, "the longest run", rule)
        others.append(Other(fact: .run, limit: run, bit: bit))
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
      var masks: [UInt128] = []
      for set in sets { masks.append(try Self.mask(of: set, rule, recipe)) }
      others.append(Other(fact: .kinds(masks), limit: minimum, bit: bit))
    case .atLeast(let minimum, of: let set):
      guard let index = recipe.countedClasses.firstIndex(of: set) else {
        throw .missingFact("the number of characters that '\(rule.text)' counts")
      }
      try Self.require(
        recipe.demand.counts[set] ?? 0, above: minimum - 1, "the number of characters", rule)
      others.append(Other(fact: .count(index), limit: minimum, bit: bit))
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
      throw .missingFact("the characters that '\(rule.text)' tells apart")
    }
    return mask
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
  /// The bits of the rules that are broken.
  func violations(in profile: Profile) -> UInt64 {
    var bits = profile.codePointCount < minLength ? minLengthBit : 0
    bits |= profile.codePointCount > maxLength ? maxLengthBit : 0
    bits |= profile.atoms & forbidden != 0 ? forbiddenBit : 0
    for rule in required where profile.atoms & rule.mask == 0 { bits |= rule.bit }
    for rule in others where rule.isBroken(by: profile) { bits |= rule.bit }
    return bits
  }
}

extension CompiledAlternative.Other {
  fileprivate func isBroken(by profile: Profile) -> Bool {
    switch fact {
    case .run: profile.longestRun > limit
    case .sequence: profile.longestSequence > limit
    case .classRun: profile.longestClassRun > limit
    case .score: (profile.score ?? 0) < limit
    case .count(let index): Int(profile.counts[index]) < limit
    case .kinds(let masks): masks.count { profile.atoms & $0 != 0 } < limit
    case .lists(let mask): profile.lists & mask != 0
    }
  }
}
