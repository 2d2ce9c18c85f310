package import Auditing
import Blocklists
package import Diagnostics
package import Intake
import PasswordPolicies
package import Reports

/// Answers whether a list holds passwords, one a line.
///
///     var answerer = try ListAnswerer(opening: "refused.txt", as: .text) { print($0.message) }
///     answerer.answers(to: Array("meadow1\n".utf8))   // "1\tlisted\t10\n"
package struct ListAnswerer: Sendable {
  private let lists: LoadedBlocklists
  private let form: OutputFormat
  private let isLookedAt: Bool
  private var array = JSONArray()
  private var lineCount = 0
  /// Whether a line was over-long.
  package private(set) var hasUnanswered = false

  /// Opens a compiled blocklist, or a list as `--blocklist` takes it.
  ///
  /// - Throws: ``ProblemsTold`` if the list cannot be read to its end.
  package init(
    opening file: String, _ forms: ListFormSettings = ListFormSettings(), as form: OutputFormat,
    isLookedAt: Bool = false, stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws {
    lists = try LoadedBlocklists(opening: file, forms, stop: stop, tell: tell)
    self.form = form
    self.isLookedAt = form == .text && isLookedAt
  }

  /// The names of the columns.
  package static let columns = ["line", "listed", "rank_up_to"]

  /// What stands above the answers.
  package var heading: String {
    isLookedAt
      ? row("line", "on the blocklist", "among its commonest") : form.heading(Self.columns)
  }

  /// Cells below each other, for people.
  private func row(_ line: String, _ answer: String, _ rank: String) -> String {
    func padded(_ text: String, _ columns: Int) -> String {
      text + String(repeating: " ", count: max(0, columns - text.count))
    }
    return (padded(line, 8) + (rank.isEmpty ? answer : padded(answer, 18) + rank)) + "\n"
  }

  /// What ends the answers; nothing but for one document.
  package var ending: String { form == .json ? String(decoding: array.ending, as: UTF8.self) : "" }

  /// The answers to a block of lines: the number of each line, whether the list holds it, and the
  /// smallest power of ten that its rank does not exceed, where ranks are known.
  package mutating func answers(to block: [UInt8]) -> String {
    var output = ""
    for line in block.lines {
      lineCount += 1
      if line.isOverLong { hasUnanswered = true }
      output += line.isOverLong ? overLong : answer(to: line)
    }
    if form == .json { output = String(decoding: array.adding(Array(output.utf8)), as: UTF8.self) }
    return output
  }

  /// Checks, after the last answer, that the list has not changed since it was opened.
  package func checkUnchanged() throws(Problem) { try lists.checkUnchanged() }

  private var overLong: String {
    switch form {
    case .text, .html: "\(lineCount)\t\(overLongAnswer)\n"
    case .csv, .markdown: form.row(["\(lineCount)", overLongAnswer, ""]) + "\n"
    case .json, .jsonl: "{\"line\":\(lineCount),\"error\":\"\(overLongAnswer)\"}\n"
    }
  }

  private func answer(to password: ArraySlice<UInt8>) -> String {
    let isListed = lists.set.lists(holding: password.span) != 0
    let limit = lists.set.bestBand(of: password.span)?.limit
    return switch form {
    case .text where isLookedAt:
      row("\(lineCount)", isListed ? "yes" : "no", limit.map { grouped($0) } ?? "")
    case .text, .html:
      "\(lineCount)\t\(isListed ? "listed" : "unlisted")" + (limit.map { "\t\($0)" } ?? "") + "\n"
    case .csv, .markdown:
      form.row(["\(lineCount)", isListed ? "1" : "0", limit.map { "\($0)" } ?? ""]) + "\n"
    case .json, .jsonl:
      "{\"line\":\(lineCount),\"listed\":\(isListed)"
        + (limit.map { ",\"rank_up_to\":\($0)" } ?? "") + "}\n"
    }
  }
}
