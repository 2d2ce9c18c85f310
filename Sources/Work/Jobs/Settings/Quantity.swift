package import Metrics
package import PasswordStrength
package import Passwords

/// Reads the quantities that users type, in the same way for every option and command.
///
///     try Quantity.bytes("1G")        // 1,073,741,824
///     try Quantity.count("20k")       // 20,000
///     try Quantity.percent("50%")     // 50
///     try Quantity.range("8-15")      // 8...15, as "8..15" and "8...15"
///     try Quantity.rate("100G/s")     // 10¹¹ guesses a second
///
/// A space before a unit is ignored. Every function throws ``QuantityProblem`` for any other text.
package enum Quantity {
  /// Reads a number of bytes.
  ///
  /// Units are powers of 1024 except those that end in a plain `B`, which are decimal, as in GNU's
  /// tools: `64M` and `64MiB` are 67,108,864 bytes, `1GB` is 1,000,000,000. Case does not matter.
  package static func bytes(_ text: String) throws(QuantityProblem) -> Int {
    let (digits, suffix) = parts(of: text)
    let unit = suffix.uppercased()
    let isDecimal = unit.count == 2 && unit.hasSuffix("B")
    let isBinary = unit.count > 2 && unit.hasSuffix("IB")
    let prefix = unit.dropLast(isBinary ? 2 : isDecimal ? 1 : 0)
    guard let number = Int(digits), let power = power(of: unit == "B" ? "" : prefix) else {
      throw .unreadable(text, expected: "a size such as 512MiB, 4G or 1GB")
    }
    guard let bytes = number.scaled(by: isDecimal ? 1000 : 1024, power) else {
      throw .tooLarge(text, "more bytes than there can be")
    }
    return bytes
  }

  /// Reads a number of things, in full or with a decimal unit: `300`, `20k`, `5M`, `1G`.
  package static func count(_ text: String) throws(QuantityProblem) -> Int {
    let (digits, suffix) = parts(of: text)
    guard let number = Int(digits), let power = power(of: suffix) else {
      throw .unreadable(text, expected: "a whole number such as 300, 20k or 5M")
    }
    guard let count = number.scaled(by: 1000, power) else {
      throw .tooLarge(text, "more than can be counted")
    }
    return count
  }

  /// Reads a percentage, with or without the sign: `50`, `50%`, `99.5 %`.
  package static func percent(_ text: String) throws(QuantityProblem) -> Double {
    let (number, unit) = parts(of: text)
    guard unit.isEmpty || unit == "%", let percent = Double(number), (0...100).contains(percent)
    else { throw .unreadable(text, expected: "per cent from 0 to 100, such as 50% or 99.5") }
    return percent
  }

  /// Reads how sure a number is: `99`, `99.5 %`.
  package static func confidence(_ text: String) throws(QuantityProblem) -> Confidence {
    guard let confidence = Confidence(percent: try percent(text)) else {
      throw .unreadable(
        text, expected: "50 per cent or more, but less than 100, such as 95 or 99.9")
    }
    return confidence
  }

  /// Reads a limit on popularity, in users of a million: `10`.
  package static func popularity(_ text: String) throws(QuantityProblem) -> UInt64 {
    guard let most = UInt64(text), (1..<1_000_000).contains(most) else {
      throw .unreadable(text, expected: "users in a million, a whole number from 1 to 999999")
    }
    return most
  }

  /// Reads a range of whole numbers, or a single one: `8-15`, `8..15`, `8...15`, `8`.
  package static func range(_ text: String) throws(QuantityProblem) -> ClosedRange<Int> {
    let separator = ["...", "..", "–", "-"].first { text.contains($0) }
    let ends =
      (separator.map { text.split(separator: $0, omittingEmptySubsequences: false) })
      .map { $0.map(trimmed) } ?? [trimmed(text[...])]
    guard ends.count <= 2, let first = ends.first.flatMap({ whole($0) }),
      let last = ends.last.flatMap({ whole($0) }), first <= last
    else { throw .unreadable(text, expected: "a number such as 8, or a range such as 8-15") }
    return first...last
  }

  /// Reads a guessing rate: `1000/s`, `20/min`, `1e6/d`, `100G/s`, `30 GH/s`.
  package static func rate(_ text: String) throws(QuantityProblem) -> Attack.Rate {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map(trimmed)
    if sides.count == 2, let seconds = secondsOfUnit(sides[1]) {
      let (number, unit) = parts(of: sides[0])
      let prefix = unit.hasSuffix("H") ? unit.dropLast() : unit[...]
      if var guesses = Double(number), guesses > 0, let power = power(of: prefix) {
        for _ in 0..<power { guesses *= 1000 }
        if guesses.isFinite {
          return Attack.Rate(
            name: text, guesses, in: seconds,
            notation: unit.isEmpty ? notation(of: number, per: sides[1]) : .name)
        }
      }
    }
    throw .unreadable(text, expected: "a rate such as 1000/s, 20/min, 1e6/d or 100G/s")
  }

  /// People read `1e6` as a power of ten, and every other number as it was typed.
  private static func notation(of number: String, per unit: String) -> Attack.Rate.Notation {
    guard number.hasPrefix("1e"), let exponent = Int(number.dropFirst(2)) else { return .name }
    return .powerOfTen(exponent: exponent, unit: unit)
  }

  /// Reads the four numbers of guesses at which scores begin: `1e3,1e6,1e8,1e10`.
  package static func cuts(_ text: String) throws(QuantityProblem) -> ScoreCuts {
    let numbers = text.split(separator: ",").map { part in
      let words = part.split(whereSeparator: \.isWhitespace)
      return words.count == 1 ? Double(words[0]) : nil
    }
    guard let cuts = ScoreCuts(numbers.compactMap(\.self)), numbers.count == 4 else {
      throw .unreadable(text, expected: "four ascending numbers such as 1e3,1e6,1e8,1e10")
    }
    return cuts
  }

  /// Reads the name of a comparison with a blocklist: `exact`, `fold+substring:4`.
  package static func comparison(_ word: String) throws(QuantityProblem) -> ListComparison {
    if let comparison = ListComparison(rawValue: word), comparison.isForPolicies {
      return comparison
    }
    let lengths = ListComparison.partLengths
    throw .unreadable(
      word,
      expected: "exact, fold, leet, entra-like, or substring:N, fold+substring:N or "
        + "leet+substring:N with N from \(lengths.lowerBound) to \(lengths.upperBound)")
  }

  /// Reads a time in seconds, or with a unit: `60`, `60s`, `5min`, `1h`, `1d`.
  package static func seconds(_ text: String) throws(QuantityProblem) -> Double {
    let (number, unit) = parts(of: text)
    if let count = Double(number), let seconds = unit.isEmpty ? 1 : secondsOfUnit(unit) {
      let time = count * seconds
      if time.isFinite { return time }
    }
    throw .unreadable(text, expected: "a time such as 30, 30s, 5min or 1h")
  }

  /// The prefixes of units, each a thousand (or 1024) times the one before.
  private static let prefixes = ["K", "M", "G", "T", "P"]

  /// How many thousands a prefix multiplies; 0 for none, nil for what is no prefix.
  private static func power(of prefix: some StringProtocol) -> Int? {
    prefix.isEmpty ? 0 : prefixes.firstIndex(of: prefix.uppercased()).map { $0 + 1 }
  }

  private static func secondsOfUnit(_ unit: String) -> Double? {
    switch unit {
    case "s", "sec": 1
    case "m", "min": 60
    case "h": 3600
    case "d": 86_400
    default: nil
    }
  }

  /// Splits a text into its leading number and the rest.
  ///
  /// An `e` belongs to the number if digits follow it, as in `1e6/d`.
  private static func parts(of text: String) -> (number: String, unit: String) {
    let text = trimmed(text[...])
    let number = text.prefixMatch(of: #/[0-9]+(\.[0-9]+)?([eE][0-9]+)?/#)?.output.0 ?? ""
    return (String(number), trimmed(text.dropFirst(number.count)))
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func whole(_ text: String) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }
}

extension Int {
  /// The number times a unit to some power; nil if that is too large.
  fileprivate func scaled(by unit: Int, _ power: Int) -> Int? {
    (0..<power).reduce(self) { number, _ in
      number.flatMap {
        let (product, isOver) = $0.multipliedReportingOverflow(by: unit)
        return isOver ? nil : product
      }
    }
  }
}

/// Why a typed quantity cannot be used.
package enum QuantityProblem: Error, Hashable, CustomStringConvertible {
  /// The text does not have the form that the option expects.
  case unreadable(String, expected: String)
  /// The number is too large to represent.
  case tooLarge(String, String)

  package var description: String {
    switch self {
    case .unreadable(let text, let expected): "Expected \(expected), not '\(text)'."
    case .tooLarge(let text, let reason): "'\(text)' is \(reason)."
    }
  }
}
