/// A relation of a password to the name of its user, which a bit of its own records.
///
/// The raw value names the bit in recipes and reports.
///
/// A name has parts: the whole name; of an address, the text before the last `@`; and the pieces of
/// that between commas, periods, dashes, underscores, spaces, number signs and tabs, if they have
/// three characters or more. Case and width do not count.
package enum UserNameRelation: String, Hashable, Sendable, CaseIterable {
  /// The whole password is a part of the name, or derives from one like from a context word.
  case whole = "user-name"
  /// The password contains a part of the name that has three characters or more.
  case part = "user-name-part"
}
