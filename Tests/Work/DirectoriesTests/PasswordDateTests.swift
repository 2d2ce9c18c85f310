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

  @Test
  func `days of four centuries are written as they are read`() throws {
    guard case .day(let first) = PasswordDate.day(1900, 1, 1) else { return }
    for day in stride(from: first, to: first + 146_097, by: 29) {
      let text = PasswordDate.text(ofDay: day)
      try #require(date(text) == .day(day))
    }
  }
}
