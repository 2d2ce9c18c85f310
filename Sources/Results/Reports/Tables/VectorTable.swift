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
        let breaks = line.breaks.map { [$0.text] } ?? []
        let isFound = line.password != nil
        if format == .csv {
          let isAccepted = isFound ? "\(breaks.isEmpty)" : ""
          let cells = [
            line.password ?? "", isAccepted, breaks.first ?? "", line.about, line.edge.rawValue,
            isFound ? line.why : "", isFound ? "" : line.why,
          ]
          return ((policy.map { [csvCell($0)] } ?? []) + cells.map(rawCell)).joined(separator: ",")
        }
        let head = policy.map { [("policy", json($0))] } ?? []
        let ends = [("about", json(line.about)), ("edge", json(line.edge.rawValue))]
        guard let password = line.password else {
          return jsonObject(head + ends + [("impossible", json(line.why))])
        }
        return jsonObject(
          head + [
            ("password", json(password)), ("accepted", "\(breaks.isEmpty)"),
            ("breaks", "[" + breaks.map(json).joined(separator: ",") + "]"),
          ] + ends + [("why", json(line.why))])
      })
  }

  /// A cell as it is, quoted: an apostrophe before it would make another password.
  private static func rawCell(_ text: String) -> String {
    text.contains { ",\" ".contains($0) }
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
