import Diagnostics
import Foundation
import PasswordPolicies
import Reports

/// An answer for programs: the policies as understood, and the rows of `audit.csv`.
struct AnswerTable: Encodable {
  private let policies: [Row]
  /// The table that `audit report` writes for the same policies.
  private let table: String

  private struct Row: Encodable {
    let name: String
    let text: String
    let canonical: String?
    let problems: [String]
    let refusal: String?
    let uncounted: String?
  }

  init(_ answer: Answer) {
    policies = answer.entries.map { entry in
      let draft = entry.draft
      return Row(
        name: draft.name, text: draft.text, canonical: draft.policy?.text(.canonical),
        problems: draft.problems.map { note in
          (note.place.map { "\($0.line):\($0.column): " } ?? "") + note.found
            + (note.remedy.map { " \($0)" } ?? "")
        }, refusal: entry.refusal?.message, uncounted: entry.uncounted?.message)
    }
    table =
      answer.report.map { String(decoding: HistogramTable($0).serialized(), as: UTF8.self) } ?? ""
  }

  /// The answer as JSON.
  func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return Array(try encoder.encode(self))
  }
}
