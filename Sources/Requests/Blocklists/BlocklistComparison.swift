import Blocklists
import Passwords

extension LoadedBlocklists {
  /// Explains how lists are compared, if the name of the comparison is not enough.
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

extension ListComparison {
  /// The name in reports of a list with this comparison.
  func naming(_ list: String) -> String {
    self == .exact ? list : "\(list) (\(rawValue))"
  }
}
