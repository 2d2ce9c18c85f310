import Passwords

/// Writes a class with names where they fit, and with one `[…]` for the rest.
///
/// The order of names is upper, lower, digit, special. The brackets contain upper case first, then
/// lower case, digits and specials, each in ASCII order except `-` and `]`.
struct ClassText {
  /// The comma-separated elements; in the forms of Apple's parser, an empty class has none.
  let elements: [String]

  /// The positions of `-` and `]` inside the brackets.
  enum DashAndBracket {
    /// First and last in the whole class: the only positions where they can be read back.
    case outermost
    /// First and last among the specials, as in Apple's minified form.
    case aroundSpecials
    /// In ASCII order, as in Apple's full form.
    case inOrder
  }

  init(_ characters: PasswordRules.CharacterClass, dashAndBracket: DashAndBracket) {
    let set = characters.members
    // Most classes have a name.
    if let named = Self.named.first(where: { $0.set == set }) {
      elements = [named.name]
      return
    }
    if let exceptions = characters.exceptions {
      let rest = ClassText(exceptions, dashAndBracket: dashAndBracket).elements
      elements = ["unicode except \(rest.joined(separator: ", "))"]
      return
    }
    var names: [String] = []
    var rest: [UInt8] = []
    for (name, kind) in Self.named.prefix(4) {
      if kind.isSubset(of: set) {
        names.append(name)
      } else {
        var members = Self.members(set.intersection(kind))
        if dashAndBracket == .aroundSpecials { Self.moveOut(&members) }
        rest += members
      }
    }
    if dashAndBracket == .outermost { Self.moveOut(&rest) }
    if !rest.isEmpty || names.isEmpty && dashAndBracket == .outermost {
      names.append("[\(String(decoding: rest, as: UTF8.self))]")
    }
    elements = names
  }

  /// The named classes; the four kinds come first, in the order in which they are written.
  private static let named: [(name: String, set: CodePointSet)] = [
    ("upper", .upper), ("lower", .lower), ("digit", .digit), ("special", .special),
    ("ascii-printable", .asciiPrintable), ("unicode", .unicode),
  ]

  /// The ASCII members in order.
  private static func members(_ set: CodePointSet) -> [UInt8] {
    var members: [UInt8] = []
    // Bit by bit, since reports on hundreds of policies write thousands of classes.
    for first in [0, 64] {
      var rest = UInt64(truncatingIfNeeded: set.ascii >> UInt128(first))
      while rest != 0 {
        members.append(UInt8(first + rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }
    return members
  }

  private static func moveOut(_ members: inout [UInt8]) {
    let hasDash = members.contains(UInt8(ascii: "-"))
    let hasBracket = members.contains(UInt8(ascii: "]"))
    members.removeAll { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "]") }
    if hasDash { members.insert(UInt8(ascii: "-"), at: 0) }
    if hasBracket { members.append(UInt8(ascii: "]")) }
  }
}

extension PasswordRules.CharacterClass {
  /// The members in words: `lower-case letters, digits and the characters '-_'`.
  var inWords: String {
    if let exceptions { return "all characters except \(exceptions.inWords)" }
    return words(joinedBy: "and") { ClassWords.named[$0]?.many ?? "the characters '\($0)'" }
  }

  /// One member in words: `lower-case letter, digit or one of '-_'`.
  var oneInWords: String {
    if let exceptions { return "character other than \(exceptions.inWords)" }
    return words(joinedBy: "or") { ClassWords.named[$0]?.one ?? "one of '\($0)'" }
  }

  /// The names of the class and its bracketed characters, joined in words with commas.
  private func words(joinedBy conjunction: String, _ word: (String) -> String) -> String {
    let elements = ClassText(self, dashAndBracket: .outermost).elements
    let parts = elements.map { word($0.first == "[" ? String($0.dropFirst().dropLast()) : $0) }
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
