import Diagnostics
package import Overview
package import PasswordPolicies

extension Manifest.Policy {
  /// Records how a policy was understood.
  package init(_ policy: Policy) {
    let source: Source =
      switch policy.origin {
      case .file: .file(policy.location.file)
      case .site(let site, let file): .site(site, file: file)
      case .preset(let id): .preset(id)
      case .typed: .typed
      }
    self.init(name: policy.name, source: source, rules: policy.line())
  }
}

/// Bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
