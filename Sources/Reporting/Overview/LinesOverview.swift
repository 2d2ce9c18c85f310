import Diagnostics

/// The lines of all lists by result.
struct LinesOverview: Sendable {
  /// The results that occurred, in the order of tables; audited lines even if there are none.
  let rows: [Row]

  /// The lines of one result.
  struct Row: Hashable, Sendable {
    /// The result.
    let result: Result
    /// The number of lines.
    let count: UInt64
  }

  /// The result of reading a line.
  enum Result: Hashable, Sendable, CaseIterable {
    case audited, empty, overLong, cut, malformed, header, scoredInPart, illFormed

    /// The result in a table.
    var name: String {
      switch self {
      case .audited: "audited"
      case .empty: "empty"
      case .overLong: "over-long"
      case .cut: "cut off"
      case .malformed: "malformed"
      case .header: "headers"
      case .scoredInPart: "scored on the first 512 characters"
      case .illFormed: "audited though not UTF-8"
      }
    }
  }

  /// Takes the counts of a manifest.
  init(_ lines: Manifest.Lines, _ encodings: Manifest.Encodings) {
    rows = Result.allCases.compactMap { result in
      let count =
        switch result {
        case .audited: lines.audited
        case .empty: lines.empty
        case .overLong: lines.overLong
        case .cut: lines.cut
        case .malformed: lines.malformed
        case .header: lines.header
        case .scoredInPart: lines.scoredInPart
        case .illFormed: encodings.illFormed
        }
      return count > 0 || result == .audited ? Row(result: result, count: count) : nil
    }
  }

  /// Lines without an audited password, in phrases: `2 empty lines`.
  var skipped: [String] { phrases(for: [.empty, .overLong, .malformed, .header, .cut]) }

  /// Audited lines with a reservation, in phrases.
  var reservations: [String] { phrases(for: [.illFormed, .scoredInPart]) }

  private func phrases(for results: [Result]) -> [String] {
    results.compactMap { result in rows.first { $0.result == result }?.phrase }
  }
}

extension LinesOverview.Row {
  /// The number with its result: `2 empty lines`, `1 line cut off`.
  fileprivate var phrase: String {
    switch result {
    case .audited, .empty, .overLong, .malformed: counted(count, "\(result.name) line")
    case .header: counted(count, "header")
    case .cut: "\(counted(count, "line")) \(result.name)"
    case .scoredInPart: "\(result.name): \(counted(count, "line"))"
    case .illFormed: "\(result.name): \(counted(count, "password"))"
    }
  }
}
