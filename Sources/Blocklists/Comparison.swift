extension Blocklist {
  /// How a password is compared with the values of a list.
  ///
  /// SP 800-63B-4, section 3.1.1.2, asks for the whole password; see ``conforms``.
  package enum Comparison: Hashable, Sendable {
    /// The whole of both as they are, in normalisation form C.
    case exact
    /// The whole of both without regard to case, width and other compatibility forms.
    ///
    /// Both are taken in form KC with case folded: `ﬁ` is `FI` and `ß` is `ss`, but `İ` is not `i`.
    case fold
    /// The whole of both, folded, without regard to what stands for a letter either: see
    /// ``Blocklist/leetTable``.
    case leet
    /// Folded, and a password that derives from a value is refused with it: see ``ContextWords``.
    case derivatives
    /// By the first 64 bits of the SHA-1 of their bytes as they stand: the list holds digests.
    case sha1
    /// By the first 64 bits of their NTLM hash, MD4 of the text in UTF-16LE: the list holds digests.
    case ntlm
    /// A value of at least so many characters anywhere in the password, both in a form.
    ///
    /// Shorter values are passed over.
    case substring(of: Form, atLeast: Int)
    /// Values as banned terms, by the score that Microsoft Entra's password protection is known to
    /// give: an approximation, see ``TermScore``.
    case entraLike
  }

  /// The form in which both are taken before they are compared.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// Normalisation form C.
    case exact
    /// Form KC with case folded.
    case fold
    /// The same with what stands for a letter made that letter.
    case leet
  }

  /// The fewest and most characters that a value found inside a password can be asked to have.
  package static let partLengths = 2...64

  /// What ``Comparison/leet`` takes for one and the same, in words.
  ///
  /// A table like this is one-to-many, since 1 stands for i and for l; so both of these are made one,
  /// and a listed value is found however it is written. The substitutions are those of context
  /// words; no two digits become one.
  package static let leetTable = LeetForm.tableText
}

extension Blocklist.Comparison {
  /// Whether it is what SP 800-63B-4 asks for: the whole of the password, not words within.
  package var conforms: Bool {
    switch self {
    case .exact, .fold, .leet, .derivatives, .sha1, .ntlm: true
    case .substring, .entraLike: false
    }
  }

  /// The comparisons that tell values apart by 64 bits that stand for them.
  package static let byFingerprint: [Self] = [.exact, .fold, .leet, .sha1, .ntlm]

  /// Whether values are told apart by 64 bits that stand for them.
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

extension Blocklist.Comparison: RawRepresentable {
  /// The name that options, reports and files have for it, such as `fold` or `leet+substring:4`.
  package var rawValue: String {
    switch self {
    case .exact: "exact"
    case .fold: "fold"
    case .leet: "leet"
    case .derivatives: "derivatives"
    case .sha1: "sha1"
    case .ntlm: "ntlm"
    case .substring(of: .exact, atLeast: let count): "substring:\(count)"
    case .substring(of: let form, atLeast: let count): "\(form.rawValue)+substring:\(count)"
    case .entraLike: "entra-like"
    }
  }

  /// The comparison of this name; nil where there is none.
  package init?(rawValue: String) {
    switch rawValue {
    case "exact": self = .exact
    case "fold": self = .fold
    case "leet": self = .leet
    case "derivatives": self = .derivatives
    case "sha1": self = .sha1
    case "ntlm": self = .ntlm
    case "entra-like": self = .entraLike
    default:
      let parts = rawValue.split(separator: "+", omittingEmptySubsequences: false)
      let form = parts.count == 2 ? Blocklist.Form(rawValue: String(parts[0])) : .exact
      guard let form, let last = parts.last, parts.count <= 2, last.hasPrefix("substring:"),
        let count = Int(last.dropFirst("substring:".count)),
        Blocklist.partLengths.contains(count)
      else { return nil }
      self = .substring(of: form, atLeast: count)
    }
  }
}
