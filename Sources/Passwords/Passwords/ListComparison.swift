/// How a password is compared with the values of a list; the same for policies, options and
/// blocklists.
///
/// SP 800-63B-4, section 3.1.1.2, demands that the whole password be compared; see ``conforms``.
package enum ListComparison: Hashable, Sendable {
  /// Compares the whole password and value in normalisation form C.
  case exact
  /// Compares the whole password and value, ignoring case, width and other compatibility forms.
  ///
  /// Converts both to form KC with case folding: `ﬁ` is `FI` and `ß` is `ss`, but `İ` is not `i`.
  case fold
  /// Compares the whole password and value, folded, and ignores substitutes for letters (`@` for
  /// `a`).
  case leet
  /// Folds both, and also refuses passwords that are derived from a value.
  case derivatives
  /// Compares the first 64 bits of the SHA-1 digest of the bytes: the list holds digests.
  case sha1
  /// Compares the first 64 bits of the NTLM hash, which is MD4 of the text in UTF-16LE: the list
  /// holds digests.
  case ntlm
  /// Searches the password for values of at least `atLeast` characters, both in the form `of`.
  ///
  /// Shorter values are skipped.
  case substring(of: Form, atLeast: Int)
  /// Treats values as banned terms, and approximates the score of Microsoft Entra's password
  /// protection.
  case entraLike

  /// The form to which password and value are converted before the comparison.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// Normalisation form C.
    case exact
    /// Form KC with case folding.
    case fold
    /// The folded form with substitutes replaced by letters.
    case leet
  }

  /// The range of minimum lengths for values searched inside passwords, in characters.
  package static let partLengths = 2...64

  /// Compares whole passwords in the given form.
  package init(whole form: Form) {
    self =
      switch form {
      case .exact: .exact
      case .fold: .fold
      case .leet: .leet
      }
  }
}

extension ListComparison {
  /// Whether it compares the whole password, as SP 800-63B-4 demands, not parts of it.
  package var conforms: Bool {
    switch self {
    case .exact, .fold, .leet, .derivatives, .sha1, .ntlm: true
    case .substring, .entraLike: false
    }
  }

  /// Whether policies can use it.
  ///
  /// The other comparisons are for context words and lists of digests.
  package var isForPolicies: Bool {
    switch self {
    case .exact, .fold, .leet, .substring, .entraLike: true
    case .derivatives, .sha1, .ntlm: false
    }
  }

  /// The form of values and passwords.
  package var form: ListComparison.Form {
    switch self {
    case .exact, .sha1, .ntlm: .exact
    case .leet: .leet
    case .fold, .derivatives, .entraLike: .fold
    case .substring(of: let form, atLeast: _): form
    }
  }
}

extension ListComparison: RawRepresentable {
  /// The name in options, reports and files, such as `fold` or `leet+substring:4`.
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

  /// The comparison with this name; nil if there is none.
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
      let form = parts.count == 2 ? ListComparison.Form(rawValue: String(parts[0])) : .exact
      guard let form, let last = parts.last, parts.count <= 2, last.hasPrefix("substring:"),
        let count = Int(last.dropFirst("substring:".count)),
        ListComparison.partLengths.contains(count)
      else { return nil }
      self = .substring(of: form, atLeast: count)
    }
  }
}
