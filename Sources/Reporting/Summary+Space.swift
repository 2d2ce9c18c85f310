import Diagnostics
import Findings
import Keyspaces
import PasswordRules

extension Summary {
  /// A table of the space of passwords and of what it takes to guess; empty where neither was asked
  /// for.
  var space: [String] {
    guard overview.whole != nil || overview.hasSpace else { return [] }
    var lines = [ink.strong("search space") + "  " + subject]
    lines += table
    lines += wrapped(legend, indent: 2).map(ink.faint)
    for caveat in overview.caveats { lines += wrapped(caveat.line, indent: 2) }
    return lines
  }

  private var subject: String {
    guard let whole = overview.whole, let weights = overview.weights else {
      return "of random strings"
    }
    return counted(whole.metrics.distinct, "distinct password") + ", \(weights.phrase)"
  }

  /// One column: its title, and its cells.
  private struct Column {
    let title: String
    var cells: [String] = []
    var isText = false

    var width: Int { cells.map(\.count).reduce(title.count, max) }
  }

  /// A row for the whole list where it was counted, then one a policy.
  private var table: [String] {
    let whole = overview.whole
    let policies = overview.policies
    let keyspaces = (whole == nil ? [] : [nil]) + policies.map { $0.space?.keyspace }
    let guessings = whole.map { [$0] + policies.compactMap(\.guessing) } ?? []

    var columns: [Column] = []
    func add(_ title: String, isText: Bool = false, _ cells: [String]) {
      columns.append(Column(title: title, cells: cells, isText: isText))
    }
    if overview.hasSpace {
      add("floor", keyspaces.map { ($0?.floor?.bits).map(twoDecimals) ?? "" })
      add("lost", keyspaces.map { ($0?.floor?.lostFromASCII).map(twoDecimals) ?? "" })
      add(
        "most by", isText: true,
        keyspaces.map { clipped($0?.floorCosts?.costliest?.rule ?? "", to: 14) })
    }
    if whole != nil {
      add(
        "refused",
        guessings.map { row in
          row.policy == nil ? "" : row.acceptedShare.map { percent(1 - $0) } ?? ""
        })
      add(
        "by 10",
        guessings.map { row in
          (row.metrics.success(after: 10)?.share).map { threeDigits($0) + " %" } ?? ""
        })
      add(
        "quarter",
        guessings.map { row in
          (row.metrics.effort(for: "0.25")?.guessworkBits).map(twoDecimals) ?? ""
        })
    }
    add(
      "caveats", isText: true,
      (whole.map { [$0.caveats.letters] } ?? []) + policies.map(\.caveatLetters))
    // Names get what the numbers leave of the page.
    let taken = columns.reduce(2) { $0 + $1.width + 2 }
    let shown = policies.map { clipped(escaped($0.name), to: max(8, self.columns - taken)) }
    columns.insert(
      Column(title: "policy", cells: (whole == nil ? [] : ["(all)"]) + shown, isText: true), at: 0)
    return lines(columns)
  }

  private func lines(_ columns: [Column]) -> [String] {
    let rows = columns.map { [$0.title] + $0.cells }
    return (rows.first ?? []).indices.map { row in
      var line = "  "
      for (column, cells) in zip(columns, rows) {
        let cell = cells[row]
        line += column.isText ? cell.padded(to: column.width) : cell.indented(to: column.width)
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return row == 0 ? ink.faint(line) : line
    }
  }

  private var legend: String {
    var parts: [String] = []
    if overview.hasSpace {
      parts.append(
        "floor: bits of the shortest random strings permitted; lost: of printable ASCII's, and the "
          + "rule that costs most")
    }
    if let weights = overview.weights {
      let what = weights == .accounts ? "accounts" : "occurrences"
      parts.append(
        "by 10: share of the \(what) left that the 10 commonest passwords find; quarter: bits of "
          + "work to find a quarter of them; (all): without a policy")
    }
    return parts.joined(separator: "; ")
  }

  private func twoDecimals(_ number: Double) -> String { Numbers.fixed(number, decimals: 2) }
}
