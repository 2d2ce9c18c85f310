import Diagnostics

// Reads the parts of the values that only policy files have.
extension StrictReader {
  var seesWordOfValue: Bool { scanner.seesWord && !isAtBoundary && !seesRule }

  func sees(word: String) -> Bool {
    var ahead = scanner
    return ahead.word() == word
  }

  /// Reads one of several words.
  mutating func word(of rule: String, among words: [String]) -> String? {
    let start = scanner.position
    let word = scanner.word()
    if words.contains(word) { return word }
    remarks.add(
      .unknownWord(
        quotable(word), rule: rule, expected: words, nearest: nearest(to: word, among: words)),
      at: start)
    return nil
  }

  /// Reads a text in double quotes, in which `\"` stands for `"` and `\\` for `\`.
  mutating func string(_ rule: String) -> String? {
    let start = scanner.position
    guard scanner.take("\"") else {
      remarks.add(.expectedString(rule: rule, found: scanner.whatIsNext), at: start)
      return nil
    }
    var text: [UInt8] = []
    while let byte = scanner.next, byte != UInt8(ascii: "\n") {
      scanner.position += 1
      if byte == UInt8(ascii: "\"") {
        if text.isEmpty { remarks.add(.emptyString(rule: rule), at: start) }
        let value = String(decoding: text, as: UTF8.self)
        // Printed, it would be a command to a terminal.
        if let control = value.unicodeScalars.first(where: isUnprintable) {
          remarks.add(
            .unprintable(RulesScanner.name(of: control), "value of '\(rule)'"), at: start)
        }
        return value
      }
      if byte == UInt8(ascii: "\\"), scanner.sees("\"") || scanner.sees("\\") {
        text.append(scanner.bytes[scanner.position])
        scanner.position += 1
      } else {
        text.append(byte)
      }
    }
    remarks.add(.unterminatedString, at: start)
    return nil
  }

  /// Whether a number is within its range; a 0 below the range has already caused a warning.
  mutating func within(
    _ range: ClosedRange<Int>, _ number: Int, _ rule: String, at start: Int
  ) -> Bool {
    if range.contains(number) { return true }
    if number != 0 { remarks.add(.outOfRange(rule: rule, number, range), at: start) }
    return false
  }
}
