// The sets that expressions name.
extension PointSet {
  /// The set of a range of code points.
  init(_ range: ClosedRange<UInt32>) { self.init([range]) }

  /// The set of one character.
  init(_ scalar: Unicode.Scalar) { self.init(scalar.value...scalar.value) }

  /// The members of at least one set.
  static func union(of sets: some Sequence<PointSet>) -> PointSet {
    PointSet(sets.flatMap(\.ranges))
  }

  /// `\w`.
  static let word = union(of: [upper, lower, digit, PointSet("_")])
  /// `\s` of Java.
  static let asciiSpace = PointSet("\t\u{B}\u{C} ")
  /// `\s` of JavaScript.
  static let space = union(of: [
    asciiSpace, PointSet("\u{A0}\u{1680}\u{202F}\u{205F}\u{3000}\u{FEFF}"),
    PointSet(0x2000...0x200A),
  ])

  /// The classes of `java.util.regex` without UNICODE_CHARACTER_CLASS, by their names in `\p{…}`.
  static let ofJava: [String: PointSet] = [
    "Lower": lower, "Upper": upper, "Alpha": lower.union(upper), "Digit": digit,
    "Alnum": union(of: [lower, upper, digit]), "Punct": special.subtracting(PointSet(" ")),
    "Graph": printable.subtracting(PointSet(" ")), "Print": printable,
    "Blank": PointSet(" \t"), "Space": asciiSpace, "ASCII": PointSet(0...0x7F),
    "Cntrl": PointSet([0...0x1F, 0x7F...0x7F]),
  ]

  /// The properties of Unicode that need no tables, by their names in `\p{…}`.
  static let ofUnicode: [String: PointSet] = [
    "ASCII": PointSet(0...0x7F), "Any": all, "ASCII_Hex_Digit": hexDigit, "AHex": hexDigit,
  ]

  private static let hexDigit = PointSet("0123456789ABCDEFabcdef")

  /// The only member; nil if there are none or several.
  var single: UInt32? {
    guard ranges.count == 1, let range = ranges.first else { return nil }
    return range.lowerBound == range.upperBound ? range.lowerBound : nil
  }

  /// The set with the other case of each ASCII letter in it.
  var ignoringCase: PointSet {
    let raised = intersection(.lower).ranges.map { ($0.lowerBound - 32)...($0.upperBound - 32) }
    let lowered = intersection(.upper).ranges.map { ($0.lowerBound + 32)...($0.upperBound + 32) }
    return PointSet(ranges + raised + lowered)
  }
}
