package import PasswordRules
package import Passwords

/// Which passwords are let through: those that every policy accepts, that no refused list holds, and
/// that are strong enough; or, turned round, all others.
package struct Sieve: Sendable {
  /// What signatures are packed by.
  package let recipe: Recipe
  private let matchers: [PolicyMatcher]
  private let refusedLists: UInt32
  private let leastScore: Int
  private let isInverted: Bool

  /// Puts a sieve together.
  ///
  /// - Parameters:
  ///   - recipe: What signatures are packed by.
  ///   - matchers: Policies, compiled against the recipe.
  ///   - refusedLists: Bits of the blocklists whose values are refused whatever the policies say.
  ///   - leastScore: The least score let through; 0 lets all through, more needs a recipe that
  ///     records scores.
  ///   - isInverted: Whether to let through what would be refused, and refuse the rest.
  package init(
    recipe: Recipe, matchers: [PolicyMatcher], refusedLists: UInt32 = 0, leastScore: Int = 0,
    isInverted: Bool = false
  ) {
    precondition(leastScore == 0 || recipe.demand.score, "no score is recorded")
    self.recipe = recipe
    self.matchers = matchers
    self.refusedLists = refusedLists
    self.leastScore = leastScore
    self.isInverted = isInverted
  }

  /// Whether passwords of a signature are let through.
  ///
  /// - Complexity: O(rules).
  package func passes(_ signature: Signature) -> Bool {
    let profile = recipe.profile(of: signature)
    let isGood =
      profile.lists & refusedLists == 0 && profile.score ?? 0 >= leastScore
      && matchers.allSatisfy { $0.verdict(on: profile).isCompliant }
    return isGood != isInverted
  }
}

/// A sieve that remembers its answers, for as many signatures as stay in a second-level cache.
///
/// Most lines of a list share a few hundred signatures, so that policies are hardly ever asked.
struct RememberingSieve: Sendable {
  private struct Answer {
    var signature = Signature()
    var isKnown = false
    var passes = false
  }

  private let sieve: Sieve
  private var answers = Array(repeating: Answer(), count: 1 << Self.bits)
  private static let bits = 12

  init(_ sieve: Sieve) { self.sieve = sieve }

  /// Whether passwords of a signature are let through.
  mutating func passes(_ signature: Signature) -> Bool {
    let place = Int(truncatingIfNeeded: signature.mixed &>> UInt64(64 - Self.bits))
    let answer = answers[place]
    if answer.isKnown, answer.signature == signature { return answer.passes }
    let passes = sieve.passes(signature)
    answers[place] = Answer(signature: signature, isKnown: true, passes: passes)
    return passes
  }
}
