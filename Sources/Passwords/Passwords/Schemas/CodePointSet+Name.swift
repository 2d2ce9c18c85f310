extension CodePointSet {
  /// A name for tables and columns, made of letters, digits and underscores; nil if the set has
  /// none.
  ///
  ///     CodePointSet.lower.name                     // "lower"
  ///     CodePointSet(ascii: "@".utf8).name          // "commercial_at"
  package var name: String? {
    if let (name, _) = Self.named.first(where: { $0.set == self }) { return name }
    if beyond.isEmpty, ascii.nonzeroBitCount == 1 {
      return Self.characterName(UInt8(truncatingIfNeeded: ascii.trailingZeroBitCount))
    }
    if ascii == 0, let index = Beyond.each.firstIndex(of: beyond) { return Self.beyondNames[index] }
    return nil
  }

  /// The set in words: its name, or its members in brackets.
  package var words: String {
    if let name { return name.split(separator: "_").joined(separator: " ") }
    guard isSubset(of: .asciiPrintable) else { return "[\(text)]" }
    let members = characters.map {
      Character(Unicode.Scalar(UInt8(truncatingIfNeeded: $0.ascii.trailingZeroBitCount)))
    }
    return "[\(String(members))]"
  }

  private static let named: [(name: String, set: CodePointSet)] = [
    ("lower", .lower), ("upper", .upper), ("digit", .digit), ("special", .special),
    ("control", .control), ("ascii_printable", .asciiPrintable), ("unicode", .unicode),
    ("other", countedKinds[4]),
  ]

  private static let beyondNames = [
    "other_uppercase", "other_lowercase", "uncased_letter", "other_character", "ill_formed",
  ]

  private static func characterName(_ byte: UInt8) -> String {
    let letter = String(Unicode.Scalar(byte))
    return switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): "lower_\(letter)"
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): "upper_\(letter)"
    case UInt8(ascii: "0")...UInt8(ascii: "9"): "digit_\(letter)"
    case 0x20...0x7E:
      specialNames[
        CodePointSet.special.characters.firstIndex(
          of: CodePointSet(ascii: CollectionOfOne(byte))) ?? 0]
    default: "control_\(String(byte, radix: 16, uppercase: true))"
    }
  }

  /// The Unicode names of the special characters of ASCII, in order.
  private static let specialNames = [
    "space", "exclamation_mark", "quotation_mark", "number_sign", "dollar_sign", "percent_sign",
    "ampersand", "apostrophe", "left_parenthesis", "right_parenthesis", "asterisk", "plus_sign",
    "comma", "hyphen_minus", "full_stop", "solidus", "colon", "semicolon", "less_than_sign",
    "equals_sign", "greater_than_sign", "question_mark", "commercial_at", "left_square_bracket",
    "reverse_solidus", "right_square_bracket", "circumflex_accent", "low_line", "grave_accent",
    "left_curly_bracket", "vertical_line", "right_curly_bracket", "tilde",
  ]
}

extension CodePointSet {
  /// The words for the kinds beyond ASCII in ``text``.
  private static let beyondWords = [
    "uppercase", "lowercase", "letters", "others", "ill-formed",
  ]

  /// The members as text: ranges of hexadecimal code points, then kinds beyond ASCII, separated by
  /// commas.
  ///
  ///     CodePointSet.upper.union(.digit).text     // "30-39,41-5A"
  package var text: String {
    var parts: [String] = []
    var next: UInt8 = 0
    while next < 0x80 {
      let first = next
      while next < 0x80, ascii & (1 << UInt128(next)) != 0 { next += 1 }
      if next > first + 1 {
        parts.append("\(Self.hexadecimal(first))-\(Self.hexadecimal(next - 1))")
      } else if next > first {
        parts.append(Self.hexadecimal(first))
      }
      next += 1
    }
    for (index, kind) in Beyond.each.enumerated() where beyond.contains(kind) {
      parts.append(Self.beyondWords[index])
    }
    return parts.joined(separator: ",")
  }

  /// Reads the format of ``text``; nil for other texts.
  package init?(text: Substring) {
    var set = CodePointSet()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let index = Self.beyondWords.firstIndex(of: String(part)) {
        set.beyond.formUnion(Beyond.each[index])
        continue
      }
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { UInt8($0, radix: 16) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        first <= last, last < 0x80
      else { return nil }
      for byte in first...last { set.ascii |= 1 << UInt128(byte) }
    }
    guard set.text == text else { return nil }
    self = set
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
