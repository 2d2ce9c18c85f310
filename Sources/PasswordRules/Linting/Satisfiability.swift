import Passwords

extension Policy {
  /// Why no password can comply, in words; nil unless that is certain.
  package var unsatisfiable: String? {
    var first: String?
    for alternative in alternatives {
      guard let reason = alternative.unsatisfiable(maxConsecutive) else { return nil }
      first = first ?? reason
    }
    return first
  }
}
extension Policy.Alternative {
  func unsatisfiable(_ reading: PasswordRules.MaxConsecutiveReading) -> String? {
    if let least = rules.minLength, let most = rules.maxLength, least > most {
      return "minlength \(least) is above maxlength \(most)"
    }
    return nil
  }
}
