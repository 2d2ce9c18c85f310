import Diagnostics

/// A policy that a standard or a study publishes, as a policy file that comes with the program.
///
///     Preset.named("pci-4.0.1")?.policy().ruleIDs
///     // ["minlength", "required[0]", "required[1]"]
package struct Preset: Hashable, Sendable {
  /// What it is called by, and the name of its policy.
  package let id: String
  /// The standard, in a few words.
  package let title: String
  /// The policy file: one section, every rule with the clause that it comes from as a comment.
  package let text: String

  init(_ id: String, _ title: String, _ text: String) {
    self.id = id
    self.title = title
    self.text = text + "\n"
  }

  /// All of them.
  package static let all: [Preset] = nist + owasp + industry + authorities + research

  /// The one with this id.
  package static func named(_ id: String) -> Preset? { all.first { $0.id == id } }

  /// What the names of presets' files begin with.
  fileprivate static let place = "preset:"

  /// The policy; lists that it names are built in.
  package func policy(
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) -> Policy {
    let reading = PolicyReading(
      policyFile: Array(text.utf8), file: Self.place + id, maxConsecutive: maxConsecutive)
    guard let policy = reading.policies.first, !reading.hasErrors else {
      preconditionFailure("preset \(id) has errors: \(reading.problems)")
    }
    return policy
  }
}

extension Policy {
  /// Whether it is that of a ``Preset``.
  package var isPreset: Bool { location.file.hasPrefix(Preset.place) }
}
