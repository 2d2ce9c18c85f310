extension ExpressionParser {
  /// What stands after a backslash.
  enum Escape {
    /// One character of a set.
    case set(PointSet)
    /// The text of a group again.
    case group(Int)
  }

  /// Reads what follows a backslash at `start`.
  mutating func escape(_ start: Int, inClass: Bool) throws(Unsayable) -> Escape {
    guard let letter = next else {
      throw refusal(.syntax, "a backslash at the end", from: start, to: start + 1)
    }
    position += 1
    if let set = shorthand(letter) { return .set(set) }
    if let control = Self.controls[letter], letter != "v" || dialect != .java {
      return .set(PointSet(control))
    }
    if letter == "x" || letter == "u" {
      return .set(written(try codePoint(letter, start), inClass))
    }
    if letter == "p" || letter == "P", next == "{" {
      return .set(try property(letter, start, inClass))
    }
    if !inClass, Self.isDigit(letter) {
      if letter == "0" { return .set(PointSet("\0")) }
      let number = Int(letter.value) - 0x30
      references.insert(number)
      return .group(number)
    }
    if inClass, letter == "b" { return .set(PointSet("\u{8}")) }
    if letter.isASCII, letter.properties.isAlphabetic || Self.isDigit(letter) {
      throw refusal(
        .escape, Self.reasons[letter] ?? "'\\\(letter)', which engines read differently",
        from: start)
    }
    if dialect == .html, !Self.escapedInHTML.contains(letter),
      !inClass || !Self.escapedInClassesOfHTML.contains(letter)
    {
      throw refusal(
        .syntax, "'\\\(letter)' is an error in Unicode mode; write '\(letter)'", from: start)
    }
    return .set(written(PointSet(letter), inClass))
  }

  /// The set in either case where case is ignored; classes do so with all their members at once.
  private func written(_ set: PointSet, _ inClass: Bool) -> PointSet {
    inClass ? set : folded(set)
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
  ]
  private static let reasons: [Unicode.Scalar: String] = [
    "b": "a word boundary", "B": "a word boundary", "k": "a named group",
  ]
  private static let escapedInHTML = Set("^$\\.*+?()[]{}|/".unicodeScalars)
  private static let escapedInClassesOfHTML = Set("-&!#%,:;<=>@`~".unicodeScalars)

  private func shorthand(_ letter: Unicode.Scalar) -> PointSet? {
    switch letter {
    case "d": .digit
    case "D": PointSet.digit.complement
    case "w": .word
    case "W": PointSet.word.complement
    case "s": dialect == .java ? .asciiSpace : .space
    case "S": (dialect == .java ? PointSet.asciiSpace : .space).complement
    default: nil
    }
  }

  /// Reads the digits of `\xHH`, `\uHHHH` or `\u{…}`.
  private mutating func codePoint(
    _ letter: Unicode.Scalar, _ start: Int
  ) throws(Unsayable) -> PointSet {
    let digits: ArraySlice<Unicode.Scalar>
    if letter == "u", next == "{" {
      let end = place(of: "}") ?? position
      digits = text[min(position + 1, end)..<end]
      position = min(end + 1, text.count)
    } else {
      let end = min(position + (letter == "x" ? 2 : 4), text.count)
      digits = text[position..<end]
      position = end
    }
    var value: UInt32 = 0
    for digit in digits {
      guard let number = Character(digit).hexDigitValue, digit.isASCII, value <= 0x10FFFF else {
        throw refusal(.syntax, "'\\\(letter)' without its digits", from: start)
      }
      value = value << 4 | UInt32(number)
    }
    guard !digits.isEmpty, value <= 0x10FFFF else {
      throw refusal(.syntax, "'\\\(letter)' without its digits", from: start)
    }
    return PointSet(value...value)
  }

  /// Reads the name of `\p{…}`: Java's classes, and those of Unicode that ASCII decides.
  private mutating func property(
    _ letter: Unicode.Scalar, _ start: Int, _ inClass: Bool
  ) throws(Unsayable) -> PointSet {
    guard let end = place(of: "}") else {
      throw refusal(.property, "a Unicode property", from: start)
    }
    let name = text[(position + 1)..<end].text
    position = end + 1
    guard let set = (dialect == .java ? PointSet.ofJava : PointSet.ofUnicode)[name] else {
      throw refusal(.property, "a Unicode property", from: start)
    }
    return letter == "p" ? written(set, inClass) : set.complement
  }
}
