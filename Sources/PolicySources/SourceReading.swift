/// How well the policies say what their source says.
package enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// They accept exactly the passwords that the source accepts.
  case exact
  /// They do so for passwords of printable ASCII.
  case ascii
  /// They refuse only what the source refuses, which refuses more.
  case bound
  /// Something cannot be said.
  case refused
}

/// The policies of a source in our language, and the remarks about them.
package struct SourceReading: Hashable, Sendable {
  /// The kind as which the text was read.
  package let kind: SourceKind
  /// The policies in the order of the source, without what cannot be said.
  package let policies: [NamedPolicy]
  /// The remarks, each once, in the order in which the reader made them.
  package let remarks: [Remark]

  /// A policy of a source.
  package struct NamedPolicy: Hashable, Sendable {
    /// Its name in the source; nil if the source has only one, or does not name it.
    package let name: String?
    /// The policy in our language: alternatives on lines of their own, with a line `or` between.
    package let text: String

    /// Makes a policy of a source.
    package init(name: String?, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// Makes a reading.
  package init(kind: SourceKind, policies: [NamedPolicy], remarks: [Remark]) {
    self.kind = kind
    self.policies = policies
    self.remarks = remarks
  }

  /// How well the policies say what the source says; leniently, without what cannot be said.
  package func outcome(lenient: Bool = false) -> Outcome {
    let kinds = Set(remarks.map(\.kind))
    if policies.isEmpty || kinds.contains(.cannot) && !lenient { return .refused }
    if kinds.contains(.notJudged) || kinds.contains(.cannot) { return .bound }
    return kinds.contains(.ascii) ? .ascii : .exact
  }
}
