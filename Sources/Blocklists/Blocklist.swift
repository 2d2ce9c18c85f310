package import Diagnostics

/// What a report says about one list of refused values.
package struct Blocklist: Hashable, Sendable {
  /// What the list is called, such as its file's name.
  package let name: String
  /// Where its values come from, in words.
  package let provenance: String
  /// How passwords are compared with its values.
  package let comparison: Comparison
  /// Distinct values, those that the comparison does not tell apart counting as one.
  package let valueCount: Int
  /// Values that were added again, perhaps in another form.
  package let repeatCount: Int
  /// Empty values that were passed over: no list refuses the empty password.
  package let emptyCount: Int
  /// Values by the ``RankBand/rawValue`` of their bands; empty where no ranks are known.
  package var bandCounts: [UInt64] = []
  /// Values by length in code points, the last bin for all that are longer; empty where no lengths
  /// are known.
  package var lengthCounts: [UInt64] = []

  /// How a password is compared with the values of a list; always the whole of both.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// As they are, in normalisation form C.
    case exact
    /// Without regard to case, width and other compatibility forms.
    ///
    /// Both are taken in form KC with case folded: `ﬁ` is `FI` and `ß` is `ss`, but `İ` is not `i`.
    case fold
    /// Folded, and a password that derives from a value is refused with it: see ``ContextWords``.
    case derivatives
    /// By the first 64 bits of the SHA-1 of their bytes as they stand: the list holds digests.
    case sha1
    /// By the first 64 bits of their NTLM hash, MD4 of the text in UTF-16LE: the list holds digests.
    case ntlm
  }
}

extension Blocklist.Comparison {
  /// Whether values are told apart by 64 bits that stand for them.
  package var isByFingerprint: Bool { self != .derivatives }

  /// Whether lists hold digests of values and not the values.
  package var isOfDigests: Bool { self == .sha1 || self == .ntlm }

  /// What stands for a value; of a list of context words, of no use.
  func fingerprint(of value: Span<UInt8>) -> UInt64 {
    switch self {
    case .exact, .derivatives: FormC.fingerprint(of: value)
    case .fold: FoldedForm.fingerprint(of: value)
    case .sha1: SHA1Form.fingerprint(of: value)
    case .ntlm: NTLMForm.fingerprint(of: value)
    }
  }
}

extension Blocklist {
  /// False hits to expect of look-ups of passwords that this list does not hold.
  ///
  /// Values are told apart by 64 bits of a hash, so each of `m` look-ups meets each of `n` values
  /// with probability 2⁻⁶⁴; context words are compared as they are.
  package func expectedFalseHits(lookups: UInt64) -> Double {
    comparison == .derivatives ? 0 : Self.expectedFalseHits(values: valueCount, Double(lookups))
  }

  static func expectedFalseHits(values: Int, _ lookups: Double) -> Double {
    Double(values) * lookups * 0x1p-64
  }
}

/// Why lists cannot be looked up together.
package enum BlocklistProblem: Hashable, Sendable {
  /// A signature has one bit a list and no more bits than this.
  case tooManyLists(found: Int, limit: Int)
}

extension BlocklistProblem: Diagnosable {
  package var location: Location? { nil }

  package var found: String {
    switch self {
    case .tooManyLists(let found, _): "\(found) blocklists"
    }
  }

  package var expected: String? {
    switch self {
    case .tooManyLists(_, let limit): "at most \(limit)"
    }
  }

  package var remedy: String? { "Join some of the lists into one file." }
}
