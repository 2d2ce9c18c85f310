import Diagnostics
import Foundation
import PasswordPolicies
import Reports

/// An answer for programs: the policies as understood, and the rows of `audit.csv`.
struct AnswerTable {
  private let members: JSONObject

  init(_ answer: Answer) {
    members = [
      "policies": answer.entries.map { entry -> JSONObject in
        let draft = entry.draft
        return [
          "name": draft.name, "text": draft.text, "canonical": draft.policy?.text(.canonical),
          "problems": draft.problems.map { note in
            (note.place.map { "\($0.line):\($0.column): " } ?? "") + note.found
              + (note.remedy.map { " \($0)" } ?? "")
          },
          "refusal": entry.refusal?.message, "uncounted": entry.uncounted?.message,
        ]
      },
      // The table that `audit report` writes for the same policies.
      "table": answer.report.map {
        String(decoding: HistogramTable($0).filled.bytes(), as: UTF8.self)
      } ?? "",
    ]
  }

  /// The answer as JSON.
  func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return Array(try encoder.encode(members))
  }
}
