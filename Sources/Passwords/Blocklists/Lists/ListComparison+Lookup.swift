package import Passwords

extension Blocklist {
  /// The substitutions of ``ListComparison/leet``, in words.
  ///
  /// 1 stands for both i and l, so these two are equal, and a listed value is found in every
  /// spelling. The substitutions are those of context words; no two digits are equal.
  package static let leetTable = LeetForm.tableText
}

extension ListComparison {
  /// The comparisons that compare 64-bit fingerprints.
  package static let byFingerprint: [Self] = [.exact, .fold, .leet, .sha1, .ntlm]

  /// Whether values are compared by a 64-bit hash.
  package var isByFingerprint: Bool { Self.byFingerprint.contains(self) }

  /// Whether lists hold digests of values and not the values.
  package var isOfDigests: Bool { self == .sha1 || self == .ntlm }

  /// The fingerprint of a value if ``isByFingerprint``; otherwise meaningless.
  func fingerprint(of value: Span<UInt8>) -> UInt64 {
    switch self {
    case .exact, .derivatives, .substring, .entraLike: FormC.fingerprint(of: value)
    case .fold: FoldedForm.fingerprint(of: value)
    case .leet: LeetForm.fingerprint(of: value)
    case .sha1: SHA1Form.fingerprint(of: value)
    case .ntlm: NTLMForm.fingerprint(of: value)
    }
  }

  /// Whether it substitutes characters as in ``Blocklist/leetTable``.
  package var usesLeet: Bool { form == .leet }

  /// The kinds of look-up.
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
