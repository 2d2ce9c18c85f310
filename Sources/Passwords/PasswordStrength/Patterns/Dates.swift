// Days: 1.1.91, 19910101, 010191.

/// A day of a year, as precise as dates need it: every month may have 31 days.
struct CalendarDate: Hashable {
  /// From bit 32 on the distance in years from the reference year, from bit 16 on the year, from
  /// bit 8 on the month, then the day; all bits set for no date.
  let rawValue: UInt64

  /// No date.
  static let none = CalendarDate(rawValue: .max)

  var year: Int { Int(rawValue >> 16 & 0xFFFF) }
  var month: Int { Int(rawValue >> 8 & 0xFF) }
  var day: Int { Int(rawValue & 0xFF) }
  /// The distance in years from the reference year; larger for no date than for any date.
  @inline(__always) var distance: Int { Int(rawValue >> 32) }

  private init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The date that three consecutive numbers can form, if any: day and month in either order,
  /// before or after the year.
  ///
  /// Tries the last number and then the first as a four-digit year; if neither is one, tries a
  /// two-digit year. The reference's other conditions hold for every day and month: at most one of
  /// the numbers is too large for a day, and at most one is 0.
  @inline(__always)
  init(_ a: Int, _ b: Int, _ c: Int, near reference: Int) {
    if c >= 100 {
      self.init(longYear: c, a, b, near: reference)
    } else {
      self.init(anyYear: a, b, c, near: reference)
    }
  }

  /// A year of any length first, or a year of at most two digits last.
  @inline(__always)
  init(anyYear a: Int, _ b: Int, _ c: Int, near reference: Int) {
    if a >= 100 {
      self.init(longYear: a, b, c, near: reference)
    } else {
      self.init(shortYears: a, b, c, near: reference)
    }
  }

  /// A year of any length last, or a year of at most two digits first.
  @inline(__always)
  init(_ a: Int, _ b: Int, anyYear c: Int, near reference: Int) {
    if c >= 100 {
      self.init(longYear: c, a, b, near: reference)
    } else {
      self.init(shortYears: a, b, c, near: reference)
    }
  }

  /// Day and month in either order, and a year of three digits or more.
  @inline(__always)
  init(longYear year: Int, _ a: Int, _ b: Int, near reference: Int) {
    let isPossible = Self.areDayAndMonth(a, b) && year >= 1000 && year <= 2050
    self.init(year: year, a, b, isPossible: isPossible, near: reference)
  }

  /// A year of at most two digits, as the last or the first number.
  @inline(__always)
  init(shortYears a: Int, _ b: Int, _ c: Int, near reference: Int) {
    let isLast = Self.areDayAndMonth(a, b)
    let (year, one, other) = isLast ? (c, a, b) : (a, b, c)
    self.init(
      year: year > 50 ? year &+ 1900 : year &+ 2000, one, other,
      isPossible: isLast || Self.areDayAndMonth(b, c), near: reference)
  }

  /// Day and month in either order; tries the day first.
  @inline(__always)
  private init(year: Int, _ a: Int, _ b: Int, isPossible: Bool, near reference: Int) {
    let (day, month) = b <= 12 ? (a, b) : (b, a)
    let distance = max(year &- reference, reference &- year)
    let date = UInt64(truncatingIfNeeded: distance &<< 32 | year &<< 16 | month &<< 8 | day)
    rawValue = isPossible ? date : .max
  }

  /// This date or another one, whichever is nearer the reference year; if equal, this one.
  @inline(__always)
  func orNearer(_ other: CalendarDate) -> CalendarDate {
    // Without a branch, since it would be unpredictable.
    CalendarDate(rawValue: other.distance < distance ? other.rawValue : rawValue)
  }

  /// Whether one number can be a day and the other a month.
  @inline(__always)
  private static func areDayAndMonth(_ a: Int, _ b: Int) -> Bool {
    // Zero becomes the largest number.
    let a = UInt(bitPattern: a &- 1)
    let b = UInt(bitPattern: b &- 1)
    return max(a, b) < 31 && min(a, b) < 12
  }
}

/// A date in a password.
struct DateMatch {
  var date: CalendarDate
  /// The character between the numbers; 0 if there is none.
  var separator: UInt16
}

extension Engine {
  /// Whether a text may contain a date: four digits in a row, or fewer with separators.
  @inline(__always)
  private func mayHaveDate(_ text: Text) -> Bool {
    outlines[text.slot].mayHaveFourDigits || text.facts.contains(.separator)
  }

  /// Adds every date that is not part of another one.
  func addDates(in text: Text) {
    if !mayHaveDate(text) { return }
    // The end of the longest date so far; a date that ends before it is part of an earlier one.
    var reach = text.first - 1
    for start in text.first..<text.end where isDigit(start) {
      reach = max(reach, addLongestDate(from: start, beyond: reach, in: text))
    }
  }

  /// Adds the longest dates at the start and at the end of the text; shorter ones are part of them.
  func addEdgeDates(in text: Text) {
    if !outlines[text.slot].mayHaveFourDigitsAtEdge(of: text), !text.facts.contains(.separator) {
      return
    }
    let last = text.end &- 1
    if isDigit(text.first), addLongestDate(from: text.first, beyond: 0, in: text) == last { return }
    if isDigit(last) { addLongestDate(to: last, in: text) }
  }

  /// Adds the longest date from a digit on if it ends after `reach`; returns its last place, or −1.
  private func addLongestDate(from first: Int, beyond reach: Int, in text: Text) -> Int {
    var digits = 1
    while digits < 9, isDigit(first &+ digits) { digits &+= 1 }
    if digits <= 4, characters[first &+ digits].contains(.separator) {
      var last = min(first &+ 9, text.end &- 1)
      while last >= first &+ 5, last > reach {
        if let found = separatedDate(first, last) {
          add(found.date, isSeparated: true, first, last, in: text)
          return last
        }
        last &-= 1
      }
    }
    var length = min(digits, 8)
    while length >= 4, first &+ length &- 1 > reach {
      let date = plainDate(first, length)
      if date != .none {
        add(date, isSeparated: false, first, first &+ length &- 1, in: text)
        return first &+ length &- 1
      }
      length &-= 1
    }
    return -1
  }

  /// Adds the longest date that ends with the last digit of a text.
  private func addLongestDate(to last: Int, in text: Text) {
    var digits = 1
    while digits < 9, isDigit(last &- digits) { digits &+= 1 }
    if digits <= 4, characters[last &- digits].contains(.separator) {
      var first = max(last - 9, text.first)
      while first <= last - 5 {
        if isDigit(first), let found = separatedDate(first, last) {
          return add(found.date, isSeparated: true, first, last, in: text)
        }
        first += 1
      }
    }
    var length = min(digits, 8)
    while length >= 4 {
      let first = last &- length &+ 1
      let date = plainDate(first, length)
      if date != .none { return add(date, isSeparated: false, first, last, in: text) }
      length &-= 1
    }
  }

  private func add(
    _ date: CalendarDate, isSeparated: Bool, _ first: Int, _ last: Int, in text: Text
  ) {
    // Distance from the reference year, days of a year, kinds of separator.
    let guesses = Double(max(date.distance, 20)) * (isSeparated ? 365 * 4 : 365)
    add(first, last, of: text, guesses: guesses, order: Match.Kind.date.order())
  }

  /// The date in exactly these places.
  func date(_ first: Int, _ last: Int) -> DateMatch {
    separatedDate(first, last)
      ?? DateMatch(date: plainDate(first, last - first + 1), separator: 0)
  }

  /// The date in six to ten places: three numbers with equal separators.
  private func separatedDate(_ first: Int, _ last: Int) -> DateMatch? {
    let digits = digitCount(from: first, upTo: 5, last)
    let separator = characters[first + digits]
    let second = first + digits + 1
    guard digits <= 4, second <= last, separator.contains(.separator) else { return nil }
    let middle = digitCount(from: second, upTo: 3, last)
    let third = second + middle + 1
    guard middle >= 1, middle <= 2, third <= last, characters[third - 1] == separator else {
      return nil
    }
    let final = last - third + 1
    guard final <= 4, digitCount(from: third, upTo: final, last) == final else { return nil }
    let date = CalendarDate(
      number(first, digits), number(second, middle), number(third, final), near: referenceYear)
    return date == .none ? nil : DateMatch(date: date, separator: separator.unit)
  }

  private func digitCount(from place: Int, upTo most: Int, _ last: Int) -> Int {
    var count = 0
    while count < most, place + count <= last, isDigit(place + count) { count += 1 }
    return count
  }

  /// The date in four to eight digits: of all splits, the one nearest the reference year; among
  /// equals, the first.
  private func plainDate(_ first: Int, _ digits: Int) -> CalendarDate {
    let p = first
    let near = referenceYear
    switch digits {
    case 4:
      return CalendarDate(shortYears: digit(p), digit(p &+ 1), two(p &+ 2), near: near)
        .orNearer(CalendarDate(shortYears: two(p), digit(p &+ 2), digit(p &+ 3), near: near))
    case 5:
      return CalendarDate(shortYears: digit(p), two(p &+ 1), two(p &+ 3), near: near)
        .orNearer(CalendarDate(shortYears: two(p), digit(p &+ 2), two(p &+ 3), near: near))
    case 6:
      return CalendarDate(digit(p), digit(p &+ 1), anyYear: four(p &+ 2), near: near)
        .orNearer(CalendarDate(shortYears: two(p), two(p &+ 2), two(p &+ 4), near: near))
        .orNearer(CalendarDate(anyYear: four(p), digit(p &+ 4), digit(p &+ 5), near: near))
    case 7:
      return CalendarDate(digit(p), two(p &+ 1), anyYear: four(p &+ 3), near: near)
        .orNearer(CalendarDate(two(p), digit(p &+ 2), anyYear: four(p &+ 3), near: near))
        .orNearer(CalendarDate(anyYear: four(p), digit(p &+ 4), two(p &+ 5), near: near))
        .orNearer(CalendarDate(anyYear: four(p), two(p &+ 4), digit(p &+ 6), near: near))
    case 8:
      return CalendarDate(two(p), two(p &+ 2), anyYear: four(p &+ 4), near: near)
        .orNearer(CalendarDate(anyYear: four(p), two(p &+ 4), two(p &+ 6), near: near))
    default: return .none
    }
  }

  @inline(__always)
  func isDigit(_ place: Int) -> Bool { characters[place].contains(.digit) }

  /// The number in this many digits.
  private func number(_ first: Int, _ digits: Int) -> Int {
    (first..<(first + digits)).reduce(0) { $0 * 10 + digit($1) }
  }

  @inline(__always)
  private func digit(_ place: Int) -> Int {
    // SAFETY: the caller has seen a digit there.
    Int(unsafe characters[unchecked: place].unit) &- 0x30
  }

  @inline(__always)
  private func two(_ place: Int) -> Int { digit(place) &* 10 &+ digit(place &+ 1) }

  @inline(__always)
  private func four(_ place: Int) -> Int { two(place) &* 100 &+ two(place &+ 2) }
}
