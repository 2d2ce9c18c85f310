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
  ///
  /// The first comment names the edition, its date, and the day on which it was read.
  package let text: String

  /// The presets of `presets.txt`: a line `## id: title` before the text of each.
  package static let all: [Preset] = {
    // SAFETY: the text is part of the program, and ends in a zero.
    let text = unsafe Array(String(cString: presets_text()).utf8)
    let (mark, feed) = (UInt8(ascii: "#"), UInt8(ascii: "\n"))
    // Every run reads it: only two marks at the start of a line are looked for.
    let heads = text.indices.dropLast().filter { index in
      text[index] == mark && text[index + 1] == mark && (index == 0 || text[index - 1] == feed)
    }
    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    return zip(heads, heads.dropFirst().map { $0 - 1 } + [text.count]).compactMap { head, end in
      guard let colon = text[head..<end].firstIndex(of: UInt8(ascii: ":")),
        let line = text[colon..<end].firstIndex(of: feed), head + 3 < colon, colon + 2 < line
      else { return nil }
      return Preset(
        id: string(head + 3..<colon), title: string(colon + 2..<line), text: string(line + 1..<end))
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
