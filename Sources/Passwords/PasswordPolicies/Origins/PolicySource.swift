/// The text of another system from which a policy was made, as far as the policy does not say it.
package struct PolicySource: Hashable, Sendable {
  /// What the text is.
  package let kind: SourceKind
  /// How well the policy says what the text says.
  package let outcome: Outcome
  /// What is to be said about its parts.
  package let remarks: [Remark]
  /// What it says beside the text: ages, history, lockout.
  package let settings: [PolicySetting]

  /// Makes the source of a policy.
  package init(
    kind: SourceKind, outcome: Outcome, remarks: [Remark], settings: [PolicySetting] = []
  ) {
    self.kind = kind
    self.outcome = outcome
    self.remarks = remarks
    self.settings = settings
  }

  /// The parts by which the system refuses more than the policy; none if it refuses the same.
  package var notJudged: [String] {
    remarks.parts(of: .notJudged) + remarks.parts(of: .cannot)
  }

  /// For each kind of remark, except errors and likely slips, what it means and the parts.
  package var summary: [String] {
    [.notJudged, .notEnforced, .ascii, .notText].compactMap { (kind: Remark.Kind) in
      let parts = remarks.parts(of: kind)
      return parts.isEmpty ? nil : "\(kind.words): \(parts.inWords)"
    }
  }

  /// Whether the policy may differ from it for passwords with characters beyond printable ASCII.
  package var differsBeyondASCII: Bool { remarks.contains { $0.kind == .ascii } }

  /// The parts by which the system refuses more, for people: `refuses more: dictcheck, usercheck`.
  package var refusesMore: String? {
    notJudged.isEmpty ? nil : "refuses more: " + notJudged.inWords
  }

  /// The parts in which the system differs, for people: what it refuses more, what it accepts more.
  package var differences: [String] {
    let parts = remarks.parts(of: .notEnforced)
    return [refusesMore, parts.isEmpty ? nil : "accepts more: " + parts.inWords].compactMap(\.self)
  }
}

extension PolicySource {
  /// How well the policies say what their source says.
  package enum Outcome: String, Hashable, Sendable, CaseIterable, Encodable {
    /// They accept exactly the passwords that the source accepts.
    case exact
    /// They do so for passwords of printable ASCII.
    case ascii
    /// They refuse only what the source refuses, which refuses more.
    case bound
    /// The source does not enforce a part of them, and accepts more.
    case wider
    /// Something cannot be said.
    case refused

    /// What remarks make of it; leniently, what cannot be said is not judged.
    package init(of remarks: [Remark], lenient: Bool = false) {
      let kinds = Set(remarks.map(\.kind))
      self =
        if kinds.contains(.cannot), !lenient {
          .refused
        } else if kinds.contains(.notEnforced) {
          .wider
        } else if kinds.contains(.notJudged) || kinds.contains(.cannot) {
          .bound
        } else {
          kinds.contains(.ascii) ? .ascii : .exact
        }
    }
  }
}

extension Remark.Kind {
  /// The meaning in words, before the parts.
  package var words: String {
    switch self {
    case .cannot: "cannot be said"
    case .notJudged: "not judged, so that the system refuses more"
    case .notEnforced: "not enforced, so that the system accepts more"
    case .ascii: "exact in printable ASCII only"
    case .notText: "not about the text"
    case .note: "note"
    }
  }
}

extension [Remark] {
  /// The parts of the remarks of a kind, each once.
  package func parts(of kind: Remark.Kind) -> [String] {
    var seen: Set<String> = []
    return compactMap { $0.kind == kind && seen.insert($0.part).inserted ? $0.part : nil }
  }
}

extension [String] {
  /// The most parts that are named: a line of a terminal or two.
  private static let mostNamed = 4

  /// The first parts, and how many there are besides: `dictcheck, usercheck and 3 more`.
  package var inWords: String {
    let named = prefix(Self.mostNamed).map { legible($0) }.joined(separator: ", ")
    return count > Self.mostNamed ? "\(named) and \(count - Self.mostNamed) more" : named
  }
}

extension PolicySource {
  /// The kind, the outcome and all remarks as comments of a policy file.
  ///
  ///     # pwquality, bound
  ///     # not judged, so that the system refuses more: dictcheck: cracklib's dictionary, …
  package var comments: String {
    let lines = Remark.Kind.allCases.flatMap { kind in
      remarks.filter { $0.kind == kind }.map { remark in
        remark.text.hasPrefix("'\(remark.part)'")
          ? "\(kind.words): \(remark.text)" : "\(kind.words): \(remark.part): \(remark.text)"
      }
    }
    return (["\(kind.rawValue), \(outcome.rawValue)"] + lines).map { "# \(legible($0))\n" }.joined()
  }
}

/// A text from outside on one line: characters that control a terminal, or the direction of the text,
/// as `\u{202E}`.
func legible(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
