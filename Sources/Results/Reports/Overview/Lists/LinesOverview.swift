import Diagnostics
package import Metrics
import Passwords

/// The lines of all lists by result.
package struct LinesOverview: Sendable {
  /// The number of lines with a password that was audited.
  package let audited: UInt64
  /// The results that occurred, in the order of tables; audited lines even if there are none.
  package let rows: [Row]

  /// The lines of one result.
  package struct Row: Sendable {
    package let result: LineResult
    /// The number of lines.
    package let count: UInt64

    /// The number with its result: `2 empty lines`, `1 line cut off`.
    fileprivate var phrase: String {
      result.phrase.before + counted(count, result.phrase.noun) + result.phrase.after
    }
  }

  /// Takes the counts of lines.
  init(_ lines: LineCounts) {
    audited = lines.audited
    rows = LineResult.all.map { Row(result: $0, count: $0.count(in: lines)) }
      .filter { $0.count > 0 || $0.result.place == nil }
  }

  /// Lines without an audited password, in phrases: `2 empty lines`.
  package var skipped: [String] {
    phrases { if case .skipped(let place) = $0 { place } else { nil } }
  }

  /// Audited lines with a reservation, in phrases.
  package var reservations: [String] {
    phrases { if case .reserved(let place) = $0 { place } else { nil } }
  }

  private func phrases(_ place: (LineResult.SentencePlace) -> Int?) -> [String] {
    rows.compactMap { row in row.result.place.flatMap(place).map { ($0, row.phrase) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }
}
