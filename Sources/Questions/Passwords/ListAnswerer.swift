package import Blocklists
package import Diagnostics
package import Intake
package import Judging
import PasswordPolicies

/// Answers whether a list holds passwords, one a line.
///
///     var answerer = try ListAnswerer(opening: "refused.txt", as: .text) { print($0.message) }
///     answerer.answers(to: Array("meadow1\n".utf8))   // "1\tlisted\t10\n"
package struct ListAnswerer: Sendable {
  private let lists: LoadedBlocklists
  private let form: AnswerForm
  private var lineCount = 0
  /// Whether a line was over-long.
  package private(set) var hasUnanswered = false

  /// Opens a compiled blocklist, or a list as `--blocklist` takes it.
  ///
  /// - Throws: ``ProblemsTold`` if the list cannot be read to its end.
  package init(
    opening file: String, _ forms: ListFormSettings = ListFormSettings(), as form: AnswerForm,
    stop: StopFlag = StopFlag(), tell: @escaping ProblemHandler
  ) throws {
    lists = try LoadedBlocklists(opening: file, forms, stop: stop, tell: tell)
    self.form = form
  }

  /// The line above the answers; empty for none.
  package var header: String { form == .csv ? "line,listed,rank_up_to\n" : "" }

  /// The answers to a block of lines: the number of each line, whether the list holds it, and the
  /// smallest power of ten that its rank does not exceed, where ranks are known.
  package mutating func answers(to block: [UInt8]) -> String {
    var output = ""
    for line in block.lines {
      lineCount += 1
      if line.isOverLong { hasUnanswered = true }
      output += line.isOverLong ? overLong : answer(to: line)
    }
    return output
  }

  /// Checks, after the last answer, that the list has not changed since it was opened.
  package func checkUnchanged() throws(CompiledProblem) { try lists.checkUnchanged() }

  private var overLong: String {
    switch form {
    case .text: "\(lineCount)\t\(overLongAnswer)\n"
    case .csv: "\(lineCount),\(overLongAnswer),\n"
    case .jsonl: "{\"line\":\(lineCount),\"error\":\"\(overLongAnswer)\"}\n"
    }
  }

  private func answer(to password: ArraySlice<UInt8>) -> String {
    let isListed = lists.set.lists(holding: password.span) != 0
    let limit = lists.set.bestBand(of: password.span)?.limit
    return switch form {
    case .text:
      "\(lineCount)\t\(isListed ? "listed" : "unlisted")" + (limit.map { "\t\($0)" } ?? "") + "\n"
    case .csv: "\(lineCount),\(isListed ? 1 : 0),\(limit.map { "\($0)" } ?? "")\n"
    case .jsonl:
      "{\"line\":\(lineCount),\"listed\":\(isListed)"
        + (limit.map { ",\"rank_up_to\":\($0)" } ?? "") + "}\n"
    }
  }
}
