import Passwords

/// A class spelled with names where they fit and one `[…]` for the rest.
///
/// Names come in the order upper, lower, digit, special; inside the brackets stand first the upper
/// case, then lower case, digits and specials, each in ASCII order, but for `-` and `]`.
struct ClassText {
  /// The comma-separated elements; none for an empty class in the forms of Apple's parser.
  let elements: [String]

  /// Where `-` and `]` go inside the brackets.
  enum DashAndBracket {
    /// First and last in the whole class: the only places where they can be read back.
    case outermost
    /// First and last among the specials, as Apple's minified form has it.
    case aroundSpecials
    /// In ASCII order, as Apple's full form has it.
    case inOrder
  }

  init(_ characters: PasswordRules.CharacterClass, dashAndBracket: DashAndBracket) {
    let set = characters.members
    guard set != .unicode && set != .asciiPrintable else {
      elements = [set == .unicode ? "unicode" : "ascii-printable"]
      return
    }
    var names: [String] = []
    var rest: [UInt8] = []
    for (name, kind) in zip(Self.names, [CodePointSet.upper, .lower, .digit, .special]) {
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

  private static let names = ["upper", "lower", "digit", "special"]

  private static func members(_ set: CodePointSet) -> [UInt8] {
    (0x20...0x7E).filter { set.ascii & (1 << UInt128($0)) != 0 }
  }

  private static func moveOut(_ members: inout [UInt8]) {
    let hasDash = members.contains(UInt8(ascii: "-"))
    let hasBracket = members.contains(UInt8(ascii: "]"))
    members.removeAll { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "]") }
    if hasDash { members.insert(UInt8(ascii: "-"), at: 0) }
    if hasBracket { members.append(UInt8(ascii: "]")) }
  }
}
