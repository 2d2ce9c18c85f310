/// The facts of one password, relative to the atoms of a recipe.
///
/// Lengths are code points; a maximal ill-formed part of UTF-8 counts as one. Facts that no demand
/// includes are 0 or nil; demanded ones may be saturated (see ``FactDemand``).
package struct Profile: Hashable, Sendable {
  /// Code points; exact, since lines beyond 64 KiB have no profile.
  package var codePointCount = 0
  /// The atoms that occur, one bit each.
  package var atoms: UInt128 = 0
  /// Longest run of one repeated code point; 0 for the empty password.
  package var longestRun = 0
  /// Longest stretch through a–z, A–Z or 0–9, up or down; 1 if there is none, 0 if empty.
  package var longestSequence = 0
  /// Longest run of one kind: lowercase, uppercase, digit, special, or none of these.
  package var longestClassRun = 0
  /// Characters in each class of the recipe's ``Recipe/countedClasses``, in that order.
  package var counts = SIMD16<UInt32>()
  /// Bit `i` is set if blocklist `i` holds the password.
  package var lists: UInt32 = 0
  /// The four-criteria meter's level.
  package var meter: MeterLevel?
  /// Strength score 0…4.
  package var score: Int?
  /// Half decades of guesses: bin `b` holds `b/2 ≤ log₁₀(guesses) < (b+1)/2`.
  package var guessesBin: Int?
  /// How many of the recipe's guess budgets are too small to find the password.
  package var guessBudget: Int?
  /// The pattern that decided the strength, as numbered by `PasswordStrength`.
  package var decisivePattern: Int?

  /// The most classes that can be counted at once.
  package static let countLimit = 16

  /// The profile of the empty password.
  package init() {}
}

/// The three levels of the four-criteria meter.
package enum MeterLevel: Int, Hashable, Sendable, CaseIterable {
  case weak, medium, strong
}
