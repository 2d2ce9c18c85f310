// Days: 1.1.91, 19910101, 010191.

/// A day of a year, as far as a date needs it: every month may have 31.
struct CalendarDate: Hashable {
  var year: Int
  var month: Int
  var day: Int

  /// The date that three numbers in a row can be, if any: day and month in either order, before or
  /// after the year.
  ///
  /// The first of the last and the first number that can be a year of four digits decides; failing
  /// that, a year of two digits is looked for.
  init?(_ a: Int, _ b: Int, _ c: Int) {
    guard b >= 1, b <= 31 else { return nil }
    func cannotBe(_ number: Int) -> Bool { (100...999).contains(number) || number > 2050 }
    if cannotBe(a) || cannotBe(b) || cannotBe(c) { return nil }
    func count(_ holds: (Int) -> Bool) -> Int {
      (holds(a) ? 1 : 0) + (holds(b) ? 1 : 0) + (holds(c) ? 1 : 0)
    }
    if count({ $0 > 31 }) >= 2 || count({ $0 > 12 }) == 3 || count({ $0 <= 0 }) >= 2 { return nil }
    if (1000...2050).contains(c) {
      self.init(year: c, a, b)
    } else if (1000...2050).contains(a) {
      self.init(year: a, b, c)
    } else if let date = CalendarDate(year: Self.fullYear(c), a, b)
      ?? CalendarDate(year: Self.fullYear(a), b, c)
    {
      self = date
    } else {
      return nil
    }
  }

  /// Day and month in either order; first the day.
  private init?(year: Int, _ a: Int, _ b: Int) {
    if (1...31).contains(a), (1...12).contains(b) {
      (day, month) = (a, b)
    } else if (1...31).contains(b), (1...12).contains(a) {
      (day, month) = (b, a)
    } else {
      return nil
    }
    self.year = year
  }

  private static func fullYear(_ year: Int) -> Int {
    year > 99 ? year : year > 50 ? year + 1900 : year + 2000
  }
}

/// A date in a password.
struct DateMatch {
  var date: CalendarDate
  /// The character between its numbers; 0 for none.
  var separator: UInt16
}

extension Engine {
  /// Adds every date that is not part of another one.
  mutating func addDates(in text: Text) {
    // The end of the longest date so far: one that ends before it lies within an earlier one.
    var reach = text.first - 1
    for start in text.first..<text.end {
      guard isDigit(start) else { continue }
      var last = min(start + 9, text.end - 1)
      while last >= start + 3, last > reach {
        if let found = date(start, last) {
          add(
            start, last, of: text, guesses: guesses(of: found), order: Match.Kind.date.order())
          reach = last
          break
        }
        last -= 1
      }
    }
  }

  /// Guesses for a date: years to the reference year, days of a year, kinds of separator.
  @inline(__always)
  func guesses(of found: DateMatch) -> Double {
    yearSpace(found.date.year) * 365 * (found.separator == 0 ? 1 : 4)
  }

  /// The date that exactly these places hold; 4–8 of them without separators, 6–10 with.
  func date(_ first: Int, _ last: Int) -> DateMatch? {
    var digits = 0
    while digits <= last - first, isDigit(first + digits) { digits += 1 }
    if digits == last - first + 1 { return plainDate(first, digits) }
    guard (1...4).contains(digits), last - first >= 5 else { return nil }
    let separator = units[first + digits]
    guard CharacterFacts(rawValue: facts[first + digits]).contains(.separator) else { return nil }
    let second = first + digits + 1
    var middle = 0
    while second + middle <= last, isDigit(second + middle) { middle += 1 }
    let third = second + middle + 1
    guard (1...2).contains(middle), third <= last, units[third - 1] == separator,
      last - third < 4, (third...last).allSatisfy({ isDigit($0) }),
      let date = CalendarDate(
        number(first, digits), number(second, middle), number(third, last - third + 1))
    else { return nil }
    return DateMatch(date: date, separator: separator)
  }

  /// The date in four to eight digits: of the ways to part them the one nearest the reference year.
  private func plainDate(_ first: Int, _ digits: Int) -> DateMatch? {
    var best: CalendarDate?
    func consider(_ a: Int, _ b: Int) {
      let date = CalendarDate(
        number(first, a), number(first + a, b), number(first + a + b, digits - a - b))
      guard let date else { return }
      if let best, abs(best.year - referenceYear) <= abs(date.year - referenceYear) { return }
      best = date
    }
    switch digits {
    case 4:
      consider(1, 1)
      consider(2, 1)
    case 5:
      consider(1, 2)
      consider(2, 1)
    case 6:
      consider(1, 1)
      consider(2, 2)
      consider(4, 1)
    case 7:
      consider(1, 2)
      consider(2, 1)
      consider(4, 1)
      consider(4, 2)
    case 8:
      consider(2, 2)
      consider(4, 2)
    default: return nil
    }
    return best.map { DateMatch(date: $0, separator: 0) }
  }

  @inline(__always)
  func isDigit(_ place: Int) -> Bool {
    CharacterFacts(rawValue: facts[place]).contains(.digit)
  }

  /// The number that so many digits make.
  @inline(__always)
  private func number(_ first: Int, _ digits: Int) -> Int {
    (first..<(first + digits)).reduce(0) { $0 * 10 + Int(units[$1]) - 0x30 }
  }
}
