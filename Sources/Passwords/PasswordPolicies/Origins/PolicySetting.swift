/// A setting of another system's file that no password shows: an age, a history, a lockout.
package struct PolicySetting: Hashable, Sendable {
  /// What is set.
  package let name: Name
  /// Its value.
  package let value: Value
  /// The part of the source that says so, as in a remark.
  package let part: String
  /// The place of the part.
  package let place: SourcePlace

  /// Makes a setting.
  package init(_ name: Name, _ value: Value, part: String, at place: SourcePlace) {
    self.name = name
    self.value = value
    self.part = part
    self.place = place
  }

  /// The settings, by the names of the output; the unit of a number stands beside each.
  package enum Name: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Days after which a password must be changed; without end if never.
    case maxAge = "max-age"
    /// Days before which it cannot be changed.
    case minAge = "min-age"
    /// How many earlier passwords are refused.
    case history
    /// Failures in a row after which an account is locked; without end if never.
    case lockoutThreshold = "lockout-threshold"
    /// Minutes for which it stays locked; without end until someone unlocks it.
    case lockoutDuration = "lockout-duration"
    /// Minutes after which failures are forgotten.
    case lockoutWindow = "lockout-window"
    /// Whether passwords are kept so that they can be read again.
    case reversible
    /// How many characters a new password must not share with the old one.
    case changedCharacters = "changed-characters"
  }

  /// A value.
  package enum Value: Hashable, Sendable {
    /// A number in the unit of the setting.
    case number(Double)
    /// Never, or until someone does something.
    case unlimited
    /// Yes or no.
    case flag(Bool)
  }
}
