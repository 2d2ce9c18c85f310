package import Blocklists
package import PasswordRules

extension LoadedBlocklists {
  /// How lists are compared, where there is more to say than the name of the comparison.
  package var readings: [String: String] {
    var readings = [
      "blocklist": "whole password, after NFC; exact unless a list says otherwise"
    ]
    for list in set.blocklists {
      if list.comparison.usesLeet {
        readings["leet"] = "folded, and \(Blocklist.leetTable), in list and password"
      }
      switch list.comparison {
      case .sha1:
        readings["sha1"] = "of the bytes of a password as they stand, without normalisation"
      case .ntlm:
        readings["ntlm"] =
          "MD4 of the text in UTF-16LE; a maximal ill-formed part of UTF-8 is U+FFFD"
      case .substring:
        readings["substring"] =
          "a listed value anywhere in the password; not the comparison of whole passwords that "
          + "SP 800-63B-4 asks for"
      case .entraLike:
        readings["entra-like"] =
          "an approximation of Microsoft Entra's password protection, which may differ; fewer than 5 "
          + "points, a term but for one character, or a name; \(list.provenance), and custom terms; "
          + "not the comparison of whole passwords that SP 800-63B-4 asks for"
      default: break
      }
    }
    return readings
  }
}

extension ListReference.Comparison {
  /// How the blocklists call it.
  package var ofBlocklist: Blocklist.Comparison {
    let form: Blocklist.Form =
      switch form {
      case .exact: .exact
      case .fold: .fold
      case .leet: .leet
      }
    switch extent {
    case .part(let count): return .substring(of: form, atLeast: count)
    case .score: return .entraLike
    case .whole:
      switch form {
      case .exact: return .exact
      case .fold: return .fold
      case .leet: return .leet
      }
    }
  }

  /// What reports call a list that is compared so.
  package func naming(_ list: String) -> String {
    self == .exact ? list : "\(list) (\(ofBlocklist.rawValue))"
  }
}

extension ListReference.Comparison {
  /// The comparison that a word names; nil for a word that names none, or one of compiled lists.
  package init?(named word: String) {
    switch Blocklist.Comparison(rawValue: word) {
    case .exact: self = .exact
    case .fold: self = .fold
    case .leet: self = .leet
    case .entraLike: self = .entraLike
    case .substring(of: let form, atLeast: let count):
      let forms = ListReference.Comparison.Form.allCases
      guard let form = forms.first(where: { $0.rawValue == form.rawValue }) else { return nil }
      self.init(form, .part(atLeast: count))
    case .derivatives, .sha1, .ntlm, nil: return nil
    }
  }
}
