package import Passwords

extension Blocklist {
  /// What ``ListComparison/leet`` takes for one and the same, in words.
  ///
  /// A table like this is one-to-many, since 1 stands for i and for l; so both of these are made one,
  /// and a listed value is found however it is written. The substitutions are those of context
  /// words; no two digits become one.
  package static let leetTable = LeetForm.tableText
}

extension ListComparison {
  /// The comparisons that tell values apart by 64 bits that stand for them.
  package static let byFingerprint: [Self] = [.exact, .fold, .leet, .sha1, .ntlm]

  /// Whether values are compared by a 64-bit hash.
  package var isByFingerprint: Bool { Self.byFingerprint.contains(self) }

  /// Whether lists hold digests of values and not the values.
  package var isOfDigests: Bool { self == .sha1 || self == .ntlm }

  /// What stands for a value where ``isByFingerprint``; otherwise of no use.
  func fingerprint(of value: Span<UInt8>) -> UInt64 {
    switch self {
    case .exact, .derivatives, .substring, .entraLike: FormC.fingerprint(of: value)
    case .fold: FoldedForm.fingerprint(of: value)
    case .leet: LeetForm.fingerprint(of: value)
    case .sha1: SHA1Form.fingerprint(of: value)
    case .ntlm: NTLMForm.fingerprint(of: value)
    }
  }

  /// Whether ``Blocklist/leetTable`` has a part in it.
  package var usesLeet: Bool { form == .leet }

  /// What answers for lists that are compared so.
  enum Lookup { case exact, fold, leet, derivatives, digests, parts, terms }

  var lookup: Lookup {
    switch self {
    case .exact: .exact
    case .fold: .fold
    case .leet: .leet
    case .derivatives: .derivatives
    case .sha1, .ntlm: .digests
    case .substring: .parts
    case .entraLike: .terms
    }
  }
}
