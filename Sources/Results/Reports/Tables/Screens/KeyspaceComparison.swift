import Diagnostics
import PasswordPolicies
package import PasswordSpaces

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
