@_spi(House) package import Passwords

/// How many distinct passwords have a signature and occur so many times: what every metric that
/// depends on repetition can be computed from, for every policy.
///
/// Spectra add up as long as no password is in two of them.
///
///     var spectrum = Spectrum(recipe: recipe)
///     spectrum.record(signature, occurrences: 3)
///     spectrum.passwords[Spectrum.Group(signature: signature, occurrences: 3)]   // 1
package struct Spectrum: Hashable, Sendable {
  /// What the signatures are packed by; only equal recipes' spectra add up.
  package let recipe: Recipe
  /// Distinct passwords of each group.
  package private(set) var passwords: [Group: UInt64] = [:]

  /// Passwords that no fact and no number of occurrences tells apart.
  package struct Group: Hashable, Sendable {
    /// The facts they share.
    package let signature: Signature
    /// How often each of them occurs; at least 1.
    package let occurrences: UInt64

    /// Names a group.
    package init(signature: Signature, occurrences: UInt64) {
      self.signature = signature
      self.occurrences = occurrences
    }
  }

  /// Makes the empty spectrum.
  package init(recipe: Recipe) { self.recipe = recipe }

  /// Distinct passwords in all.
  package var distinctCount: UInt64 { passwords.values.reduce(0, &+) }

  /// Counts distinct passwords that occur so many times each; none where either number is 0.
  package mutating func record(
    _ signature: Signature, occurrences: UInt64, passwords count: UInt64 = 1
  ) {
    guard occurrences > 0, count > 0 else { return }
    passwords[Group(signature: signature, occurrences: occurrences), default: 0] &+= count
  }

  /// Adds the spectrum of other passwords, by the same recipe.
  package mutating func merge(_ other: Spectrum) {
    precondition(other.recipe == recipe, "spectra of unlike recipes do not add up")
    passwords.merge(other.passwords) { $0 &+ $1 }
  }
}
