import Conformance
import Foundation
import Jobs
import PasswordPolicies
import TestSupport
import Testing

/// The verdicts of a reference in Python, on policies and on files of other systems.
@Suite struct ClauseVectorTests {
  private struct Vector: Decodable {
    let id: String
    let kind: String
    let text: String
    let standard: String
    let settings: [String: Setting]
    let clauses: [String: Clause]

    struct Setting: Decodable {
      let value: Double?
      let part: String
      let place: String
    }

    struct Clause: Decodable {
      let verdict: String
      let evidence: String
      let bits: Double?
      let length: Int?
      let count: String?
      let setting: String?
      let value: Double?
      let place: String?
    }
  }

  /// The policy of a row, with the settings that its file states.
  private func policy(of row: Vector, in directory: TemporaryDirectory) throws -> Policy {
    let settings = PolicySettings(
      files: [try directory.file(row.id, row.text)], kind: SourceKind(rawValue: row.kind))
    var policy = try #require(try settings.load { _ in }.first, "\(row.id)")
    if let source = policy.source {
      policy.source = PolicySource(
        kind: source.kind, outcome: source.outcome, remarks: source.remarks,
        settings: row.settings.compactMap { name, setting in
          PolicySetting.Name(rawValue: name).map {
            PolicySetting($0, Self.value(setting, of: $0), part: setting.part, at: .start)
          }
        })
    }
    return policy
  }

  private static func value(
    _ setting: Vector.Setting, of name: PolicySetting.Name
  ) -> PolicySetting.Value {
    guard let value = setting.value else { return .unlimited }
    return name == .reversible ? .flag(value != 0) : .number(value)
  }

  @Test func `each verdict is that of the reference, with its evidence`() throws {
    let directory = try TemporaryDirectory()
    let rows = try VectorFile("clauses/clauses-vectors.jsonl").rows(as: Vector.self)
    var judges: [String: ConformanceJudge] = [:]
    var seen: [String: Set<String>] = [:]
    for row in rows {
      let standard = try #require(Standard.named(row.standard))
      var judge = try judges[row.id] ?? ConformanceJudge(policy(of: row, in: directory))
      let result = judge.conformance(to: standard)
      judges[row.id] = judge
      #expect(Set(row.clauses.keys) == Set(standard.clauses.map(\.id)))
      for (clause, finding) in result.rows {
        let place = "\(row.id) \(row.standard) \(clause.id)"
        let wanted = try #require(row.clauses[clause.id], "\(place)")
        #expect(
          "\(finding.verdict.rawValue) \(finding.evidence.name)"
            == "\(wanted.verdict) \(wanted.evidence)", "\(place)")
        if case .count(let bits, let length, let count) = finding.evidence {
          #expect(abs(bits - (wanted.bits ?? -1)) < 1e-6 && length == wanted.length, "\(place)")
          // Nothing is counted where no password is accepted.
          #expect(String(count) == wanted.count ?? "0", "\(place)")
        }
        if case .setting(let name, let value, _) = finding.evidence {
          let number: Double? =
            switch value {
            case .number(let number): number
            case .flag(let flag): flag ? 1 : 0
            case .unlimited: nil
            }
          #expect(name.rawValue == wanted.setting && number == wanted.value, "\(place)")
        }
        seen[clause.kind, default: []].insert(finding.verdict.rawValue)
      }
    }
    // Each kind of test is met by one policy and broken by another, where its kind allows.
    #expect(seen.count == 21)
    for (test, verdicts) in seen where test != "unseen" {
      #expect(verdicts.isSuperset(of: ["met", "broken"]), "\(test): \(verdicts)")
    }
  }
}
