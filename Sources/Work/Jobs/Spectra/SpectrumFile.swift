import Auditing
@_spi(Internal) import Bytes
package import Diagnostics
import Intake
package import Metrics
import Passwords

/// A list that is published as counts: lines with a number of occurrences and how many passwords occur so often.
///
///     let file = try SpectrumFile("yahoo.txt") { print($0.message) }
///     file.spectrum.total    // 69,301,337 accounts
package struct SpectrumFile: Sendable {
  /// The label of the list: the file's name without directory and extensions.
  package let name: String
  package let spectrum: CountSpectrum

  /// The most different numbers of occurrences; the largest leaks have some thousands.
  private static let mostLevels = 1 << 20
  /// The most accounts, up to which the numbers that follow are exact.
  private static let mostAccounts: UInt64 = 1 << 53

  /// Reads a file, packed or not; `-` is standard input.
  ///
  /// - Throws: ``Problem`` at the first line that is not what it should be, of which nothing is quoted: it may be a
  ///   password. ``ProblemsTold`` if the file cannot be read to its end.
  package init(_ path: String, tell: @escaping ProblemHandler) throws {
    let lists = try FoundLists([path], tell: tell)
    guard let input = lists.inputs.first, lists.inputs.count == 1 else {
      throw Problem.severalSpectra(path, lists.inputs.count)
    }
    var reader = ListReader(input, reading: .blocklists, longestLine: 4096)
    let chunk = Chunk()
    var (levels, accounts, number) = ([UInt64: UInt64](), UInt64(0), 0)
    while reader.fill(chunk) {
      try chunk.withText { text throws(Problem) in
        var cursor = 0
        while let line = text.nextLine(at: &cursor) {
          number += 1
          let cells = Self.cells(of: text.extracting(text.unmarked(line)))
          if cells.isEmpty { continue }
          guard cells.count == 2, let occurrences = cells[0], let passwords = cells[1],
            occurrences > 0
          else {
            // A heading has no number.
            if levels.isEmpty, number == 1, cells.count == 2, cells.allSatisfy({ $0 == nil }) {
              continue
            }
            throw .notOfSpectrum(input.name, line: number)
          }
          if passwords == 0 { continue }
          let (mass, isTooMany) = occurrences.multipliedReportingOverflow(by: passwords)
          let (sum, overflows) = accounts.addingReportingOverflow(mass)
          if isTooMany || overflows || sum > Self.mostAccounts {
            throw .tooLargeSpectrum(input.name, line: number, "\(Self.mostAccounts) accounts")
          }
          accounts = sum
          levels[occurrences, default: 0] &+= passwords
          if levels.count > Self.mostLevels {
            throw .tooLargeSpectrum(
              input.name, line: number, "\(Self.mostLevels) numbers of occurrences")
          }
        }
      }
    }
    let summary = reader.summary
    for problem in summary.problems { tell(problem.problem) }
    if !summary.isComplete { throw ProblemsTold() }
    if summary.overLongLines > 0 { throw Problem.notOfSpectrum(input.name, line: nil) }
    if levels.isEmpty { throw Problem.emptySpectrum(input.name) }
    name = lists.label
    spectrum = CountSpectrum(levels)
  }

  /// The whole numbers of a line, which stand apart by blanks, tabs, a comma, semicolon or colon; nil for a cell
  /// that is none.
  private static func cells(of line: RawSpan) -> [UInt64?] {
    let bytes = (0..<line.byteCount).map { line.number(at: $0, as: UInt8.self) }
    return bytes.split { " \t,;:\r".utf8.contains($0) }.map { cell in
      let areDigits = cell.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return areDigits ? UInt64(String(decoding: cell, as: UTF8.self)) : nil
    }
  }
}

// Files that are no spectrum.
extension Problem {
  private static let line =
    "two whole numbers: occurrences, and how many passwords occur so often, as in '120 3'"

  fileprivate static func notOfSpectrum(_ file: String, line number: Int?) -> Problem {
    Problem(
      "no-spectrum", in: file, line: number, "a line that is none of a spectrum", expected: line,
      remedy: "A list of passwords is read by 'audit --distinct \(file.shellWord)'.")
  }

  fileprivate static func emptySpectrum(_ file: String) -> Problem {
    Problem(
      "empty-spectrum", in: file, "no line says how many passwords occur how often", expected: line,
      remedy: "Name another file.")
  }

  fileprivate static func severalSpectra(_ path: String, _ count: Int) -> Problem {
    Problem(
      "several-spectra", in: path, "a directory with \(count) files", expected: "one file",
      remedy:
        "Name one file: spectra of several lists do not add up, since a password may be in each.")
  }

  fileprivate static func tooLargeSpectrum(_ file: String, line: Int, _ most: String) -> Problem {
    Problem(
      "large-spectrum", in: file, line: line, "more than \(most)",
      expected: "the counts of one list",
      remedy:
        "Check that each line has the occurrences first, then how many passwords occur so often.")
  }
}
