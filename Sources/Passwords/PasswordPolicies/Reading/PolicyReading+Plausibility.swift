import Diagnostics

extension PolicyReading {
  /// Whether a text may be a policy: at least one in ten of its first lines starts with the name of
  /// a rule, or with a similar word.
  ///
  /// Messages quote the words of a policy. If a list of passwords is passed by mistake, it must not
  /// be quoted, so this is checked first.
  ///
  ///     PolicyReading.isPlausible(Array("minlenght: 8;".utf8))  // true
  ///     PolicyReading.isPlausible(Array("hunter2".utf8))        // false
  ///
  /// - Complexity: O(bytes of the first 1,000 lines).
  package static func isPlausible(_ bytes: [UInt8]) -> Bool {
    var (lines, plausible) = (0, 0)
    for line in bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1000).prefix(1000) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 || $0 >= 0xBB }
      guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "[") else {
        continue
      }
      lines += 1
      if text.split(separator: UInt8(ascii: ";")).prefix(100).contains(where: namesRule) {
        plausible += 1
      }
    }
    return plausible * 10 >= lines
  }

  /// Whether it begins with a rule's name, or with a similar word and a colon.
  private static func namesRule(_ piece: ArraySlice<UInt8>) -> Bool {
    let piece = piece.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
    let word = piece.prefix { $0 == UInt8(ascii: "-") || ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    guard (2...32).contains(word.count) else { return false }
    let name = String(decoding: word, as: UTF8.self)
    if ruleNames.contains(name) { return true }
    let rest = piece[word.endIndex...].drop { $0 == UInt8(ascii: " ") }
    return rest.first == UInt8(ascii: ":") && nearest(to: name, among: ruleNames) != nil
  }

  private static let ruleNames =
    PasswordRules.Rule.Name.allCases.map(\.rawValue) + Policy.extraRules.map { $0.keyword } + ["or"]
}
