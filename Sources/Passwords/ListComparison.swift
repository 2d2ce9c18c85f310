/// How a password is compared with the values of a list; policies, options and blocklists say it alike.
///
/// SP 800-63B-4, section 3.1.1.2, asks for the whole password; see ``conforms``.
package enum ListComparison: Hashable, Sendable {
  /// The whole of both as they are, in normalisation form C.
  case exact
  /// The whole of both without regard to case, width and other compatibility forms.
  ///
  /// Both are taken in form KC with case folded: `ﬁ` is `FI` and `ß` is `ss`, but `İ` is not `i`.
  case fold
  /// The whole of both, folded, without regard to what stands for a letter either, as `@` for `a`.
  case leet
  /// Folded, and a password that derives from a value is refused with it.
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
  /// give: an approximation.
  case entraLike

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

  /// Compares the whole of both in a form.
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
  /// Whether it is what SP 800-63B-4 asks for: the whole of the password, not words within.
  package var conforms: Bool {
    switch self {
    case .exact, .fold, .leet, .derivatives, .sha1, .ntlm: true
    case .substring, .entraLike: false
    }
  }

  /// Whether a policy can ask for it; the others are those of context words and of lists of digests.
  package var isForPolicies: Bool {
    switch self {
    case .exact, .fold, .leet, .substring, .entraLike: true
    case .derivatives, .sha1, .ntlm: false
    }
  }

  /// The form that values and passwords are taken in.
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
      let form = parts.count == 2 ? ListComparison.Form(rawValue: String(parts[0])) : .exact
      guard let form, let last = parts.last, parts.count <= 2, last.hasPrefix("substring:"),
        let count = Int(last.dropFirst("substring:".count)),
        ListComparison.partLengths.contains(count)
      else { return nil }
      self = .substring(of: form, atLeast: count)
    }
  }
}
