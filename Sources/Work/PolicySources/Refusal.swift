import PasswordPolicies

/// A source that cannot be read further: a fault, or a part that no rule says.
struct Refusal: Error, Hashable {
  /// The part, as in a remark.
  let part: String
  /// The place of the part.
  let place: Place
  /// The reason, as in a remark.
  let reason: String

  init(_ part: String, at place: Place = .start, _ reason: String) {
    self.part = part
    self.place = place
    self.reason = reason
  }
}
