import Diagnostics

/// When a password was set: a day without clock and zone, or why there is none.
package enum PasswordDate: Hashable, Sendable {
  /// Days since 1 January 1970.
  case day(Int32)
  /// Not yet: the password is to be set at the next logon.
  case never
  /// Two numbers of which either may be the day, and the year.
  case unclear(Int, Int, year: Int)

  /// The order of day and month in a column of dates.
  package enum Order: String, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
  }

  /// Reads a date in any form that directories and their tools write; nil if there is none.
  ///
  /// Reads FILETIME, Unix seconds, ISO 8601, generalised time, and days before or after months.
  package init?(_ text: Span<UInt8>) {
    let range = text.trimmed(0..<text.count)
    if let date = Self.ofNumber(text, range) ?? Self.ofParts(text, range) {
      self = date
    } else {
      return nil
    }
  }

  /// Decides an unclear date by an order; nil if there is no such day.
  package func decided(by order: Order) -> PasswordDate? {
    guard case .unclear(let first, let second, let year) = self else { return self }
    return order == .dayFirst
      ? Self.day(year, second, first) : Self.day(year, first, second)
  }

  /// A day of the Gregorian calendar; nil if there is none.
  package static func day(_ year: Int, _ month: Int, _ day: Int) -> PasswordDate? {
    CalendarDay(year: year, month: month, day: day).map { .day(Int32($0.daysSince1970)) }
  }

  /// The day as `2024-03-01`.
  package static func text(ofDay day: Int32) -> String {
    CalendarDay(daysSince1970: Int(day))?.text ?? ""
  }

  /// The first day of the year 1601, in which FILETIME begins.
  static let beginningOfFileTime = PasswordDate.day(-134_774)

  // MARK: Forms

  /// FILETIME, Unix seconds or milliseconds, generalised time, and the words for never.
  private static func ofNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> PasswordDate? {
    if text.equalsInAnyCase(range, "never") || text.equals(range, "0") || text.equals(range, "-1")
      || text.equals(range, "9223372036854775807")
    {
      return .never
    }
    let digits = range.prefix { isDigit(text[$0]) }
    if digits.count == range.count {
      switch digits.count {
      case 17, 18:
        guard let ticks = text.decimal(digits) else { return nil }
        let seconds = Int64(ticks / 10_000_000) - 11_644_473_600
        guard (0..<4_102_444_800).contains(seconds) else { return nil }
        return .day(Int32(seconds / 86_400))
      case 10, 13:
        guard let seconds = text.decimal(digits.prefix(10)) else { return nil }
        return .day(Int32(seconds / 86_400))
      default: break
      }
    }
    guard [8, 12, 14].contains(digits.count),
      isEndOfTime(text, digits.upperBound..<range.upperBound, hasClock: digits.count > 8)
    else { return nil }
    let start = digits.lowerBound
    return day(text, start..<start + 4, start + 4..<start + 6, start + 6..<start + 8)
  }

  /// Whether the rest of a generalised time is a fraction and a zone.
  private static func isEndOfTime(
    _ text: Span<UInt8>, _ range: Range<Int>, hasClock: Bool
  ) -> Bool {
    if range.isEmpty { return true }
    var start = range.lowerBound
    guard hasClock else { return false }
    if text[start] == 0x2E {
      let fraction = (start + 1..<range.upperBound).prefix { isDigit(text[$0]) }
      if fraction.isEmpty { return false }
      start = fraction.upperBound
    }
    let zone = start..<range.upperBound
    if zone.isEmpty || text.equals(zone, "Z") { return true }
    return [0x2B, 0x2D].contains(text[start]) && text.isDecimal(start + 1..<range.upperBound, 4...4)
  }

  /// Three numbers between hyphens, strokes or points, and perhaps a clock.
  private static func ofParts(_ text: Span<UInt8>, _ range: Range<Int>) -> PasswordDate? {
    var cursor = range.lowerBound
    func number() -> Range<Int> {
      let digits = (cursor..<range.upperBound).prefix { isDigit(text[$0]) }
      cursor = digits.upperBound
      return digits
    }
    /// Passes a separator and one space after it.
    func separator() -> UInt8? {
      guard cursor < range.upperBound, [0x2D, 0x2F, 0x2E].contains(text[cursor]) else {
        return nil
      }
      defer { cursor += 1 }
      if cursor + 1 < range.upperBound, text[cursor + 1] == 0x20 {
        defer { cursor += 1 }
        return text[cursor]
      }
      return text[cursor]
    }
    let first = number()
    guard let mark = separator() else { return nil }
    let second = number()
    guard separator() == mark else { return nil }
    let third = number()
    guard (1...2).contains(second.count) else { return nil }
    if first.count == 4, (1...2).contains(third.count) {
      if cursor < range.upperBound, text[cursor] == 0x2E { cursor += 1 }
      guard cursor == range.upperBound || text[cursor] == 0x54 || text[cursor] == 0x20 else {
        return nil
      }
      return day(text, first, second, third)
    }
    guard (1...2).contains(first.count), third.count == 4 else { return nil }
    if cursor < range.upperBound, text[cursor] == 0x2C { cursor += 1 }
    guard cursor == range.upperBound ? text[cursor - 1] != 0x2C : text[cursor] == 0x20 else {
      return nil
    }
    if mark == 0x2E { return day(text, third, second, first) }
    guard let one = text.decimal(first), let other = text.decimal(second),
      let year = text.decimal(third)
    else { return nil }
    return .unclear(Int(one), Int(other), year: Int(year))
  }

  private static func day(
    _ text: Span<UInt8>, _ year: Range<Int>, _ month: Range<Int>, _ day: Range<Int>
  ) -> PasswordDate? {
    guard let year = text.decimal(year), let month = text.decimal(month),
      let day = text.decimal(day)
    else { return nil }
    return Self.day(Int(year), Int(month), Int(day))
  }
}
