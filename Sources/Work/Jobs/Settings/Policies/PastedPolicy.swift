package import PasswordPolicies
import PolicySources

/// A text that was pasted where a policy in our language is expected.
///
///     PastedPolicy("^(?=.*\\d).{8,}$")?.text   // required: digit; allowed: unicode; minlength: 8;
package struct PastedPolicy: Sendable {
  /// The first of its policies.
  package let alternatives: [PasswordRules]
  /// The policy in our language, with a line `or` between alternatives.
  package let text: String
  /// What it was, and what the policy does not say.
  package let source: PolicySource

  /// Reads the policy of another system; nil for a text in our language, one that is nothing known,
  /// and one with a part that no rule says.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.largest, case .source(let kind) = Recognition(of: bytes) else {
      return nil
    }
    let reading = SourceReading(of: bytes, as: kind)
    guard reading.outcome() != .refused, let first = reading.policies.first else { return nil }
    (alternatives, self.text) = (first.alternatives, first.text)
    source = reading.source(of: first, lenient: false)
  }

  /// The most bytes of a text that is read; a page takes no larger ones.
  private static let largest = 4096
}
