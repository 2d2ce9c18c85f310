import Directories
import Foundation
import Testing

@Suite
struct PasswordDateTests {
  struct Row: Decodable {
    let cells: [String]
    let order: String?
    let dates: [String?]
  }

  @Test
  func `columns of dates are read as the vectors say`() throws {
    for row in try rows("date", as: Row.self) {
      let cells = row.cells.map { $0.replacingOccurrences(of: "\"", with: "\"\"") }
      let lines = ["user,PasswordLastSet"] + cells.map { "ann,\"\($0)\"" }
      var table = AttributeTable(Array(lines.joined(separator: "\n").utf8))
      var dates: [PasswordDate?] = []
      while let row = table.next() { dates.append(row.date?.value) }
      let (order, isMixed) = table.order(of: .otherDate)
      try #require((isMixed ? "mixed" : order?.rawValue) == row.order, "\(row)")
      let decided = dates.map { date in
        text(order.map { order in date.flatMap { $0.decided(by: order) } } ?? date)
      }
      try #require(decided == row.dates, "\(row)")
    }
  }

  @Test(arguments: [
    ("2020-1-2", "2020-01-02"), ("2020-01-02T10:00Z", "2020-01-02"), ("2020-01-02x", nil),
    ("2020.01.02.", "2020-01-02"), ("2020-01-2:", nil), ("2020-001-02", nil),
    ("2020-01-002", nil), ("2020-01/02", nil), ("2020-02-30", nil), ("1.2.2020", "2020-02-01"),
    ("1. 2. 2020 10:00", "2020-02-01"), ("1.2.2020, 10:00", "2020-02-01"), ("1.2.2020,", nil),
    ("1.2.2020x", nil), ("1.2.20", nil), ("20200102", "2020-01-02"), ("20200102Z", nil),
    ("202001021030", "2020-01-02"), ("20200102103000.0Z", "2020-01-02"),
    ("20200102103000.Z", nil), ("20200102103000+0100", "2020-01-02"),
    ("20200102103000+01", nil), ("132223104000000000", "2020-01-01"),
    ("132223103999999999", "2019-12-31"), ("1577836800", "2020-01-01"),
    ("1577836799", "2019-12-31"), ("1577836800000", "2020-01-01"), ("157783680", nil),
    ("123456789:", nil), ("Never", "never"), ("0", "never"), ("-1", "never"), ("-2", nil),
    ("9223372036854775807", "never"), ("9223372036854775806", nil),
  ])
  func `dates near a form`(cell: String, day: String?) {
    #expect(text(date(cell)) == day)
  }

  @Test
  func `days of four centuries are written as they are read`() throws {
    guard case .day(let first) = PasswordDate.day(1900, 1, 1) else { return }
    for day in stride(from: first, to: first + 146_097, by: 29) {
      let text = PasswordDate.text(ofDay: day)
      try #require(date(text) == .day(day))
    }
  }
}
