import Conformance
import Diagnostics
import PasswordPolicies

// For programs.
extension ClausesReport {
  /// One document.
  var document: [UInt8] {
    jsonText(
      [
        "version": 1, "silent": Standard.silent.map(\.object), "results": results.map(object),
      ] as JSONObject) + [10]
  }

  private func object(_ result: Result) -> JSONObject {
    let standard = result.standard
    let (policy, source) = (result.conformance?.policy, result.conformance?.policy.source)
    var object: JSONObject = [
      "policy": .some(policy?.name), "standard": standard.id, "name": standard.name,
      "text": standard.edition, "issued": standard.issued, "read": standard.read,
      "clauses": result.rows.map(self.object),
    ]
    if let conformance = result.conformance {
      object =
        object + [
          "kind": source?.kind.rawValue ?? "rules", "outcome": source?.outcome ?? .exact,
          "assuming": source?.notJudged ?? [], "settings": JSONObject(source?.settings ?? []),
          "summary": JSONObject(countsOf: conformance), "first": result.first?.id,
        ]
    }
    if areSourcesShown { object = object + ["sources": standard.sources.map(\.object)] }
    return object
  }

  private func object(_ row: Row) -> JSONObject {
    let clause = row.clause
    var object: JSONObject = [
      "clause": clause.id, "number": clause.number, "level": clause.level, "force": clause.force,
      "says": clause.says, "with": row.with, "waived": row.isWaived ? true : nil,
      "mark": areSourcesShown ? clause.mark.words : nil,
    ]
    guard let finding = row.finding, let policy = row.result.conformance?.policy else {
      return object + ["test": clause.test.name]
    }
    object =
      object + [
        "verdict": finding.verdict, "evidence": finding.evidence.name,
        "password": finding.evidence.password, "rule": finding.rule?.text,
      ]
    switch finding.evidence {
    case .setting(let name, let value, let place):
      return object + ["setting": name, "value": value.json, "place": place]
    case .count(let bits, let length, let count):
      object =
        object + [
          "bits": (bits * 1e6).rounded() / 1e6, "length": length, "count": String(count),
        ]
    default: break
    }
    return object + ["place": finding.rule.map { policy.location(of: $0.id).description }]
  }
}

extension JSONObject {
  /// How many clauses of each force have each verdict.
  init(countsOf result: Conformance) {
    self.init(
      Standard.Force.allCases.map { force in
        let counts = Standard.Verdict.allCases.map { verdict in
          (verdict.rawValue, result.count(force, verdict) as (any Encodable)?)
        }
        return (force.rawValue, JSONObject(counts))
      })
  }

  /// Settings by name.
  fileprivate init(_ settings: [PolicySetting]) {
    self.init(
      settings.map {
        (
          $0.name.rawValue,
          ["value": $0.value.json, "part": $0.part, "place": $0.place] as JSONObject
        )
      })
  }
}

extension PolicySetting.Value {
  /// The value as JSON: null is never.
  fileprivate var json: any Encodable {
    switch self {
    case .number(let number): Int(exactly: number).map { $0 as any Encodable } ?? number
    case .flag(let flag): flag ? 1 : 0
    case .unlimited: String?.none
    }
  }
}

extension Standard.Citation {
  fileprivate var object: JSONObject { ["source": source, "mark": mark.words] }
}

extension Standard.Silent {
  fileprivate var object: JSONObject {
    ["text": text, "says": says, "source": source.source, "mark": source.mark.words]
  }
}
