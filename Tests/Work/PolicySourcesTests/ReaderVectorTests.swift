import PasswordPolicies
import PolicySources
import TestSupport
import Testing

/// The sources of `readers.jsonl`: what the reference reader makes of each.
@Suite struct ReaderVectorTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let text: String
    let outcome: String
    let policies: [Answer.Written]
    let remarks: [Answer.Said]
    let next: Answer?

    /// The answer in our language as it is now; without `next` it is that of before, too.
    var answer: Answer { next ?? Answer(outcome: outcome, policies: policies, remarks: remarks) }
    var testDescription: String { id }
  }

  static let rows =
    (try? VectorFile("policies-elsewhere/readers.jsonl").rows(as: Row.self)) ?? []

  @Test func `the vectors are there`() {
    #expect(Self.rows.count == 382)
  }

  @Test(arguments: rows) func `a source becomes its policies`(_ row: Row) throws {
    let reading = try #require(Self.reading(of: row))
    let wanted = row.answer.policies
    #expect(reading.policies.map(\.name) == wanted.map(\.name))
    let found = try reading.policies.map { try meaning(of: $0.text) }
    let expected = try wanted.map { try meaning(of: $0.text) }
    #expect(found == expected, "\(reading.policies.map(\.text)) for \(wanted.map(\.text))")
  }

  @Test(arguments: rows) func `a source has its outcome and its remarks`(_ row: Row) throws {
    let reading = try #require(Self.reading(of: row))
    #expect(reading.outcome().rawValue == row.answer.outcome)
    let found = reading.remarks.map { "\($0.kind.rawValue) \($0.place) \($0.part)" }
    #expect(found == row.answer.remarks.map { "\($0.kind) \($0.place) \($0.part)" })
  }

  /// Of each source, and of it with other numbers: its policies as text, and what is said of its parts.
  @Test func `what is said of sources and of their limits stands recorded`() throws {
    var recorded = RecordedText()
    var known: Set<String> = []
    var counts: [String: Int] = [:]
    for row in Self.rows {
      counts[row.kind, default: 0] += 1
      // Further ones of a kind are much like the first.
      guard row.id.hasPrefix("edge/") || counts[row.kind, default: 0] <= 5 else { continue }
      let kind = try #require(SourceKind(rawValue: row.kind))
      var lines: [String] = []
      for number in [nil, "0", "1"] {
        let text = number.map { row.text.replacing(/-?[0-9]+/, with: $0) } ?? row.text
        let reading = SourceReading(of: Array(text.utf8), as: kind)
        let said =
          reading.policies.map { "\($0.name ?? "") \($0.text)" }
          + reading.remarks.map {
            "\($0.kind.rawValue) \($0.place) \($0.part.prefix(60)): \($0.text)"
          }
        let fresh = said.filter { known.insert("\(row.kind) \($0)").inserted }
        lines += ["\(number ?? "as it is"): \(reading.outcome()), \(said.count)"] + fresh
      }
      recorded.add("\(row.kind) \(row.id)", lines.joined(separator: "\n"))
    }
    try recorded.expect(in: "sources")
  }

  private static func reading(of row: Row) -> SourceReading? {
    SourceKind(rawValue: row.kind).map { SourceReading(of: Array(row.text.utf8), as: $0) }
  }
}

/// The meaning of a policy in our language, which must have no faults.
func meaning(of text: String) throws -> Policy.CanonicalKey {
  try policy(of: text).canonicalKey
}
