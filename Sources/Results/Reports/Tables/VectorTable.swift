import PasswordPolicies
package import PasswordSpaces

/// Made-up passwords that keep or break rules, as lines of JSON or CSV.
package enum VectorTable {
  private static let columns = [
    "password", "accepted", "breaks", "about", "edge", "why", "impossible",
  ]

  /// The header of CSV.
  package static func heading(_ format: OutputFormat, namesPolicy: Bool) -> [UInt8] {
    Array(format.heading((namesPolicy ? ["policy"] : []) + columns).utf8)
  }

  /// The lines of a policy, whose name comes first if one is given.
  package static func bytes(
    _ vectors: RuleVectors, of policy: String?, as format: OutputFormat
  ) -> [UInt8] {
    tableBytes(
      vectors.lines.map { line in
        let isFound = line.password != nil
        let accepted = isFound ? "\(line.breaks == nil)" : nil
        let ends = [line.about, line.edge.rawValue]
        if format == .csv {
          let cells =
            [line.password, accepted, line.breaks?.text] + ends
            + (isFound ? [line.why, nil] : [nil, line.why])
          let name = policy.map { [csvCell($0)] } ?? []
          return (name + cells.map { rawCell($0 ?? "") }).joined(separator: ",")
        }
        let breaks = isFound ? json([line.breaks?.text].compactMap(\.self)) : nil
        let values =
          [policy.map(json), line.password.map(json), accepted, breaks] + ends.map(json)
          + (isFound ? [json(line.why), nil] : [nil, json(line.why)])
        return jsonObject(
          zip(["policy"] + columns, values).compactMap { name, value in value.map { (name, $0) } })
      })
  }

  /// A cell as it is, quoted: an apostrophe before it would make another password.
  private static func rawCell(_ text: String) -> String {
    text.contains { ",\" ".contains($0) }
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
