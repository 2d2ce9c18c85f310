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

  /// The row's cells, and what has no column.
  private func object(_ row: Row) -> JSONObject {
    var object: JSONObject = [
      "waived": row.isWaived ? true : nil,
      "mark": areSourcesShown ? row.clause.mark.words : nil, "rule": row.finding?.rule?.text,
      "test": row.finding == nil ? row.clause.kind : nil,
    ]
    object.add(Self.columnsOfClause, of: row, hasEnds: false)
    switch row.finding?.evidence {
    case .setting(_, let value, let place): return object + ["value": value.json, "place": place]
    case .count(_, let length, let count):
      return object + ["length": length, "count": String(count), "place": row.place]
    default: return object + ["place": row.place]
    }
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
