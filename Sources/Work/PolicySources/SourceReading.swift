package import PasswordPolicies

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
    /// The pointer of its object, of several in an array: `/1/`.
    let object: String?

    /// Makes a policy of a source.
    package init(name: String?, text: String, object: String? = nil) {
      self.name = name
      self.text = text
      self.object = object
    }
  }

  /// Makes a reading.
  package init(kind: SourceKind, policies: [NamedPolicy], remarks: [Remark]) {
    self.kind = kind
    self.policies = policies
    self.remarks = remarks
  }

  /// The source of one of the policies: the remarks on the whole text and on its own object.
  package func source(of policy: NamedPolicy, lenient: Bool) -> PolicySource {
    let others = policies.compactMap(\.object).filter { $0 != policy.object }
    let own = remarks.filter { remark in
      guard case .pointer(let pointer) = remark.place else { return true }
      return !others.contains { pointer.hasPrefix($0) }
    }
    return PolicySource(
      kind: kind, outcome: PolicySource.Outcome(of: own, lenient: lenient), remarks: own)
  }

  /// How well the policies say what the source says; leniently, without what cannot be said.
  package func outcome(lenient: Bool = false) -> PolicySource.Outcome {
    policies.isEmpty ? .refused : PolicySource.Outcome(of: remarks, lenient: lenient)
  }
}
