import Directories
import Foundation
import TestSupport
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
    for row in try VectorFile("directory/date-vectors.jsonl").rows(as: Row.self, by: snakeCase) {
      let dates = row.cells.map(date)
      let (order, isMixed) = PasswordDate.order(of: dates.compactMap { $0 })
      try #require((isMixed ? "mixed" : order?.rawValue) == row.order, "\(row)")
      let decided = dates.map { text($0.flatMap { $0.decided(by: order) }) }
      try #require(decided == row.dates, "\(row)")
    }
  }

  @Test
  func `each day of four centuries is written as it is read`() throws {
    guard case .day(let first) = PasswordDate.day(1900, 1, 1) else { return }
    for day in stride(from: first, to: first + 146_097, by: 1) {
      let text = PasswordDate.text(ofDay: day)
      try #require(date(text) == .day(day))
    }
  }
}
