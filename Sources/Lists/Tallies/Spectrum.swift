@_spi(Internal) package import Passwords

/// The number of distinct passwords for each signature and number of occurrences.
///
/// Suffices to compute every metric of repetition for every policy.
///
/// Spectra can be added if they have no password in common.
///
///     var spectrum = Spectrum(schema: schema)
///     spectrum.record(signature, occurrences: 3)
///     spectrum.passwords[Spectrum.Group(signature: signature, occurrences: 3)]   // 1
package struct Spectrum: Hashable, Sendable {
  /// The schema of the signatures; only spectra of equal schemas can be added.
  package let schema: Schema
  /// The number of distinct passwords in each group.
  package private(set) var passwords: [Group: UInt64] = [:]
  /// The levels of each row of a folded tally; none if the spectrum is exact.
  package private(set) var levels: [SignatureRange: [OccurrenceLevel]] = [:]

  /// The passwords that share their facts and their number of occurrences.
  package struct Group: Hashable, Sendable {
    /// The shared facts.
    package let signature: Signature
    /// The occurrences of each password; at least 1.
    package let occurrences: UInt64

    /// Makes a group.
    package init(signature: Signature, occurrences: UInt64) {
      self.signature = signature
      self.occurrences = occurrences
    }
  }

  /// Makes the empty spectrum.
  package init(schema: Schema) { self.schema = schema }

  /// The total number of distinct passwords.
  package var distinctCount: UInt64 {
    levels.values.reduce(passwords.values.reduce(0, &+)) { $1.reduce($0) { $0 &+ $1.passwords } }
  }

  /// Counts distinct passwords that each occur this often; ignored if either number is 0.
  package mutating func record(
    _ signature: Signature, occurrences: UInt64, passwords count: UInt64 = 1
  ) {
    guard occurrences > 0, count > 0 else { return }
    passwords[Group(signature: signature, occurrences: occurrences), default: 0] &+= count
  }

  /// Adds levels of distinct passwords to the row of a folded tally.
  package mutating func record(_ row: SignatureRange, _ levels: [OccurrenceLevel]) {
    self.levels[row, default: []] += levels
  }

  /// Adds the spectrum of other passwords in the same schema.
  package mutating func merge(_ other: Spectrum) {
    precondition(other.schema == schema, "spectra of unlike schemas do not add up")
    passwords.merge(other.passwords) { $0 &+ $1 }
    levels.merge(other.levels) { $0 + $1 }
  }
}
