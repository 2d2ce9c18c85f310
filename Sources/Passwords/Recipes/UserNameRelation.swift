/// A relation of a password to the name of its user; each relation has its own bit.
///
/// The raw value names the bit in recipes and reports.
///
/// The parts of a name are the whole name; for an address, also the text before the last `@`; and
/// the pieces of it between commas, periods, dashes, underscores, spaces, number signs and tabs
/// that have three characters or more. Case and width are ignored.
package enum UserNameRelation: String, Hashable, Sendable, CaseIterable {
  /// The whole password is a part of the name, or derives from a part as from a context word.
  case whole = "user-name"
  /// The password contains a part of the name that has three characters or more.
  case part = "user-name-part"
}
