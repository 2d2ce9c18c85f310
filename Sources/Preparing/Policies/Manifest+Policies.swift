import Diagnostics
package import PasswordRules
package import Reporting

extension Manifest.Policy {
  /// Records how a policy was understood.
  package init(_ policy: Policy) {
    self.init(name: policy.name, source: policy.location.file, rules: policy.line())
  }
}

/// Bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
