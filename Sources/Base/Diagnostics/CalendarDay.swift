/// A day of the calendar, as a report states it: `2026-11-25`, `25 November 2026`, `25 Nov 2026`.
package struct CalendarDay: Hashable, Sendable, Comparable {
  private let year: Int
  private let month: Int
  private let day: Int

  /// Makes a day of the Gregorian calendar in the years 1 to 9999; nil if there is none.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = month == 2 ? isLeap ? 29 : 28 : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard 1...length ~= day else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `2026-11-25`; nil for anything else, and for days that no calendar has.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
      parts.allSatisfy({ $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } })
    else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The day in Greenwich of a moment: seconds since 1970 began; nil outside of the years 1 to 9999.
  package init?(secondsSince1970 seconds: Int) {
    guard -62_135_596_800..<253_402_300_800 ~= seconds else { return nil }
    self.init(daysSince1970: (seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
  }

  /// The day that begins some days after 1970; nil outside of the years 1 to 9999.
  ///
  /// - Source: H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`.
  package init?(daysSince1970: Int) {
    guard -719_162...2_932_896 ~= daysSince1970 else { return nil }
    let days = daysSince1970 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months are counted from March.
    let place = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * place + 2) / 5 + 1
    month = place < 10 ? place + 3 : place - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1 January 1970.
  ///
  /// - Source: as above, `days_from_civil`.
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The day as `2026-11-25`.
  package var text: String {
    let padded = [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return padded.joined(separator: "-")
  }
  /// The day with the month's name: `25 November 2026`.
  package var words: String { "\(day) \(Self.names[month - 1]) \(year)" }
  /// The same with three letters of the month: `25 Nov 2026`.
  package var brief: String { "\(day) \(Self.names[month - 1].prefix(3)) \(year)" }

  /// Earlier days come first.
  package static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}
