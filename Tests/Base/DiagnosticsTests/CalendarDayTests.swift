import Diagnostics
import Testing

/// Days of the calendar, read and written.
@Suite struct CalendarDayTests {
  @Test(arguments: [
    (0, "1 January 1970"), (86_399, "1 January 1970"), (86_400, "2 January 1970"),
    (-1, "31 December 1969"), (951_782_399, "28 February 2000"), (951_782_400, "29 February 2000"),
    (951_868_800, "1 March 2000"), (1_795_651_200, "26 November 2026"),
    (4_107_542_399, "28 February 2100"), (4_107_542_400, "1 March 2100"),
    (253_402_300_799, "31 December 9999"), (-62_135_596_800, "1 January 1"),
  ])
  func `a moment has its day in Greenwich`(seconds: Int, words: String) throws {
    #expect(try #require(CalendarDay(secondsSince1970: seconds)).words == words)
  }

  @Test(arguments: [253_402_300_800, -62_135_596_801, .max, .min])
  func `moments far off have no day`(seconds: Int) {
    #expect(CalendarDay(secondsSince1970: seconds) == nil)
  }

  @Test(arguments: [
    ("2026-11-25", "25 November 2026", "25 Nov 2026"),
    ("2024-02-29", "29 February 2024", "29 Feb 2024"),
    ("0001-01-01", "1 January 1", "1 Jan 1"),
  ])
  func `a day is read as it is written in tables`(text: String, words: String, brief: String) throws
  {
    let day = try #require(CalendarDay(text))
    #expect(day.words == words && day.brief == brief)
  }

  @Test(arguments: [
    "", "today", "2026-11", "2026-11-31", "2025-02-29", "1900-02-29", "2026-00-10", "2026-13-01",
    "2026-1-1", "+026-11-25", "2026-11-2५", "2026-11-25 ", "26-11-2025", "2026-11-00",
  ])
  func `what is no day of the calendar is refused`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `a day is numbered as it is counted`() throws {
    for number in stride(from: -719_162, through: 2_932_896, by: 997) {
      let day = try #require(CalendarDay(daysSince1970: number))
      try #require(day.daysSince1970 == number)
      try #require(CalendarDay(day.text) == day)
    }
    #expect(CalendarDay(daysSince1970: -719_163) == nil)
    #expect(CalendarDay(daysSince1970: 2_932_897) == nil)
    #expect(CalendarDay(year: 0, month: 1, day: 1) == nil)
  }

  @Test func `days are in the order of time`() throws {
    let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].map { CalendarDay($0) }
    #expect(days.compactMap(\.self).sorted() == days.compactMap(\.self))
  }
}
