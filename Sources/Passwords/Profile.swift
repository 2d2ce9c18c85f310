/// The facts of one password, relative to the atoms of a recipe.
///
/// Lengths count code points; a maximal ill-formed part of UTF-8 counts as one. Facts that no
/// demand includes are 0 or nil; the others may be saturated (see ``FactDemand``).
package struct Profile: Hashable, Sendable {
  /// The number of code points; exact, since lines beyond 64 KiB have no profile.
  package var codePointCount = 0
  /// The atoms that occur, one bit each.
  package var atoms: UInt128 = 0
  /// The length of the longest run of one code point; 0 for the empty password.
  package var longestRun = 0
  /// The length of the longest stretch through a–z, A–Z or 0–9, up or down; 1 if there is none, 0
  /// if the password is empty.
  package var longestSequence = 0
  /// The length of the longest run of one kind: lowercase, uppercase, digit, special, or none of
  /// these.
  package var longestClassRun = 0
  /// The number of characters in each class of the recipe's ``Recipe/countedClasses``, in that
  /// order.
  package var counts = SIMD16<UInt32>()
  /// Bit `i` is set if blocklist `i` holds the password.
  package var lists: UInt32 = 0
  /// The level of the four-criteria meter.
  package var meter: MeterLevel?
  /// The strength score, 0…4.
  package var score: Int?
  /// The half decade of guesses: bin `b` holds `b/2 ≤ log₁₀(guesses) < (b+1)/2`.
  package var guessesBin: Int?
  /// The number of the recipe's guess budgets that are too small to find the password.
  package var guessBudget: Int?
  /// The pattern that decided the strength, in the numbering of `PasswordStrength`.
  package var decisivePattern: Int?

  /// The most classes that one profile can count.
  package static let countLimit = 16

  /// The profile of the empty password.
  package init() {}
}

/// The three levels of the four-criteria meter.
package enum MeterLevel: Int, Hashable, Sendable, CaseIterable {
  case weak, medium, strong
}
