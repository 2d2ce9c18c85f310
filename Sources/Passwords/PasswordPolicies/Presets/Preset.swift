import CPresets
import Diagnostics

/// A policy published by a standard or a study, stored as a policy file inside the program.
///
///     Preset.named("pci-4.0.1")?.policy().ruleIDs
///     // ["minlength", "required[0]", "required[1]"]
package struct Preset: Hashable, Sendable {
  /// The preset's id, which is also the name of its policy.
  package let id: String
  /// The standard, in a few words.
  package let title: String
  /// The policy file: one section in which a comment on each rule names its clause.
  package let text: String

  /// The presets of `presets.txt`: a line `## id: title` before the text of each.
  package static let all: [Preset] = {
    // SAFETY: the text is part of the program, and ends in a zero.
    let text = unsafe String(cString: presets_text())
    // Every run reads it: bytes take a tenth of the time of characters.
    let heads = text.utf8.split(separator: 10).filter { $0.starts(with: "## ".utf8) }
    let ends = heads.dropFirst().map { text.utf8.index(before: $0.startIndex) } + [text.endIndex]
    return zip(heads, ends).compactMap { head, end in
      guard let colon = head.firstIndex(of: UInt8(ascii: ":")), head.endIndex < end else {
        return nil
      }
      return Preset(
        id: String(text[head.startIndex..<colon].dropFirst(3)),
        title: String(text[colon..<head.endIndex].dropFirst(2)),
        text: String(text[head.endIndex..<end].dropFirst()))
    }
  }()

  /// Those of the best-known standards, for passwords as the only factor: maps of policies show them
  /// beside the policies of a report.
  package static var references: [Preset] {
    ["nist-63b-4", "asvs-5-l1", "pci-4.0.1", "cis-21.12", "ad-complexity", "stig-rhel"].compactMap(
      named)
  }

  /// The preset with this id; nil if there is none.
  package static func named(_ id: String) -> Preset? { all.first { $0.id == id } }

  /// Whether the preset with this id is for passwords beside a second factor.
  package static func isBesideFactor(_ id: String) -> Bool { id.hasSuffix("-mfa") }

  /// The policy; all lists that it uses are built in.
  package func policy(
    maxConsecutive: PasswordRules.MaxConsecutiveReading = .repeats
  ) -> Policy {
    let reading = PolicyReading(
      policyFile: Array(text.utf8), file: "preset:\(id)", maxConsecutive: maxConsecutive
    ).from(.preset(id))
    guard let policy = reading.policies.first, !reading.hasErrors else {
      preconditionFailure("preset \(id) has errors: \(reading.problems)")
    }
    return policy
  }
}

extension Policy {
  /// Whether the policy comes from a ``Preset``.
  package var isPreset: Bool { if case .preset = origin { true } else { false } }
}
