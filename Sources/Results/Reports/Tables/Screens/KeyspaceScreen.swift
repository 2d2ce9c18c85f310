import Diagnostics
import PasswordPolicies
package import PasswordSpaces

/// One policy's keyspace as text.
package struct KeyspaceScreen {
  private let keyspace: PolicyKeyspace
  private let showsAllLengths: Bool

  /// Shows the shortest and the usual lengths, or all lengths counted.
  package init(_ keyspace: PolicyKeyspace, showsAllLengths: Bool) {
    self.keyspace = keyspace
    self.showsAllLengths = showsAllLengths
  }

  /// The screen, with a final line feed.
  package var text: String {
    let blocks = [heading, lengths, costs, remarks].filter { !$0.isEmpty }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var heading: [String] {
    let range = keyspace.range
    let to = range.upperFrom == .horizon ? "\(range.upper) (horizon)" : "\(range.upper)"
    var lines = [
      "policy    \(escaped(keyspace.policy.name))",
      "rules     \(escaped(keyspace.policy.line()))",
      "alphabet  \(keyspace.alphabetSize) character\(keyspace.alphabetSize == 1 ? "" : "s")"
        + (keyspace.permitsMore
          ? " of printable ASCII; --alphabet policy counts all that the policy permits" : ""),
      "lengths   \(range.lower) to \(to)",
    ]
    if let impossible = keyspace.impossible {
      lines.append("no password can comply: \(escaped(impossible))")
    }
    if let floor = keyspace.floor, let bits = floor.bits {
      lines.append(
        "floor     \(isBound ? "at most " : "")\(Self.bits(bits)) bits, at length \(floor.length)")
    }
    if let growth = keyspace.bitsPerCharacter {
      lines.append("growth    \(Numbers.fixed(growth, decimals: 4)) bits a character")
    }
    if let bits = keyspace.total.bits {
      lines.append(
        "in all    \(isBound ? "at most " : "")\(Self.bits(bits)) bits, lengths \(range.lower) to \(to)"
      )
    }
    return lines
  }

  /// Whether the system from which the policy comes refuses more.
  private var isBound: Bool { keyspace.caveats.contains(.bound) }

  private var lengths: [String] {
    let usual = Set(PolicyKeyspace.referenceLengths + [keyspace.floor?.length].compactMap(\.self))
    let rows = keyspace.rows.filter { showsAllLengths || usual.contains($0.length) }
    guard keyspace.floor != nil, !rows.isEmpty else { return [] }
    let cells = rows.map { row in
      [
        "\(row.length)", Self.count(row.count.decimal), row.bits.map(Self.bits) ?? "",
        keyspace.lost(row).map(Self.bits) ?? "", row.lostFromOwnAlphabet.map(Self.bits) ?? "",
        Numbers.share(row.count, of: keyspace.baseline(row)),
      ]
    }
    return alignedRows(
      [
        [
          "length", "passwords", "bits", "lost", "on own alphabet",
          keyspace.alphabet == .unicode ? "share of Unicode" : "share of ASCII",
        ]
      ] + cells, words: nil)
  }

  private var costs: [String] {
    guard let costs = keyspace.floorCosts, let lost = costs.lost else { return [] }
    let ranked = costs.rules.sorted { $0.shapley ?? $0.last ?? 0 > $1.shapley ?? $1.last ?? 0 }
    let cells = ranked.map { cost in
      [
        cost.shapley.map(Self.bits) ?? "", cost.alone.map(Self.bits) ?? "",
        cost.last.map(Self.bits) ?? "", cost.deleteLine.map(Self.bits) ?? "",
        cost.isImplied ? "implied" : "", "\(cost.rule) (\(escaped(cost.text)))",
      ]
    }
    return ["what each rule costs at length \(costs.length), of \(Self.bits(lost)) bits lost:"]
      + alignedRows(
        [["part", "alone", "if lifted", "if deleted", "", "rule"]] + cells, words: 5
      ).map(\.trimmed)
  }

  private var remarks: [String] {
    let left = keyspace.uncounted
    let more = keyspace.policy.source?.differences.map { "the system \($0)" } ?? []
    return more + (left.isEmpty ? [] : ["not counted: \(left.map(\.text).joined(separator: ", "))"])
      + keyspace.caveats.map(\.line)
  }

  /// Bits with two decimals, or more if they would print as 0.
  private static func bits(_ bits: Double) -> String {
    Numbers.fixed(bits, decimals: bits != 0 && abs(bits) < 0.01 ? 6 : 2)
  }

  /// A count in full, or rounded and marked so if it is too long for a screen.
  private static func count(_ digits: String) -> String {
    guard digits.count > 24 else { return digits }
    let leading = digits.prefix(4)
    return "~\(leading.prefix(1)).\(leading.dropFirst())e\(digits.count - 1)"
  }
}

/// Several policies' keyspaces in a table: a row for each policy, with the rule that costs most.
package struct KeyspaceComparison {
  private let keyspaces: [PolicyKeyspace]
  private let columns: Int

  /// Compares at least one policy; cuts names and rules to fit a page of `columns` columns, at least
  /// 60.
  package init(_ keyspaces: [PolicyKeyspace], columns: Int) {
    self.keyspaces = keyspaces
    self.columns = max(columns, 60)
  }

  /// The table and its legend, with a final line feed.
  package var text: String { ([header] + rows + [""] + legend).map { $0 + "\n" }.joined() }

  private var nameWidth: Int {
    let longest = keyspaces.map { escaped($0.policy.name).count }.max() ?? 0
    return max(6, min(longest, columns / 3))
  }

  private var header: String { row("policy", "length", "bits", "lost", "costliest rule") }

  private var rows: [String] {
    keyspaces.map { keyspace in
      let name = escaped(keyspace.policy.name)
      guard let floor = keyspace.floor, let bits = floor.bits else {
        return row(name, "", "", "", "no password can comply")
      }
      let costliest = keyspace.floorCosts?.costliest.flatMap { cost in
        (cost.shapley ?? cost.last).map { "\(Self.bits($0))  \(escaped(cost.text))" }
      }
      return row(
        name, "\(floor.length)", Self.bits(bits), keyspace.lost(floor).map(Self.bits) ?? "",
        costliest ?? "none")
    }
  }

  private var legend: [String] {
    guard let first = keyspaces.first else { return [] }
    let strings =
      first.alphabet == .ascii
      ? "Random strings of printable ASCII, of each policy's shortest length"
      : "Random strings of all that each policy permits, of its shortest length"
    var lines = [
      "\(strings).", "Lost: bits fewer than all strings of \(first.alphabet.baselineName).",
      "Costliest rule: its part of the loss.",
    ]
    if keyspaces.contains(where: \.permitsMore) {
      lines.append("Some policies permit more than ASCII: --alphabet policy counts that, too.")
    }
    if keyspaces.contains(where: { !$0.uncounted.isEmpty }) {
      lines.append("What blocklists, context words and scores refuse is not counted.")
    }
    return lines
  }

  private func row(
    _ name: String, _ length: String, _ bits: String, _ lost: String, _ rule: String
  ) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let clipped = name.count > nameWidth ? name.prefix(nameWidth - 1) + "…" : name
    let padded = clipped + String(repeating: " ", count: nameWidth - clipped.count)
    let left = "\(padded)  \(right(length, 6))  \(right(bits, 8))  \(right(lost, 7))  "
    let room = columns - left.count
    return left + (rule.count > room ? rule.prefix(max(0, room - 1)) + "…" : rule)
  }

  /// Bits with two decimals.
  private static func bits(_ bits: Double) -> String { Numbers.fixed(bits, decimals: 2) }
}
