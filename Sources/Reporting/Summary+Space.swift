import Diagnostics
import Findings
import Keyspaces
import PasswordRules

extension Summary {
  /// A table of the space of passwords and of what it takes to guess; empty where neither was asked
  /// for.
  var space: [String] {
    guard report.guessing != nil || report.space != nil else { return [] }
    var lines = [ink.strong("search space") + "  " + subject]
    lines += table
    lines += wrapped(legend, indent: 2).map(ink.faint)
    for caveat in caveatsTold { lines += wrapped(caveat.line, indent: 2) }
    return lines
  }

  private var subject: String {
    guard let guessing = report.guessing else { return "of random strings" }
    let distinct = counted(guessing.whole.metrics.distinct, "distinct password")
    return distinct + ", \(guessing.weights.phrase)"
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
    let names = report.findings.policies.map(\.name)
    let whole = report.guessing?.whole
    let spaces = Dictionary(
      (report.space ?? []).map { ($0.keyspace.policy.name, $0.keyspace) }, uniquingKeysWith: { $1 })
    let keyspaces = (whole == nil ? [] : [nil]) + names.map { spaces[$0] }
    let guessings = whole.map { [$0] + (report.guessing?.policies ?? []) } ?? []

    var columns: [Column] = []
    func add(_ title: String, isText: Bool = false, _ cells: [String]) {
      columns.append(Column(title: title, cells: cells, isText: isText))
    }
    if report.space != nil {
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
      (whole == nil ? names.indices.map { $0 } : Array(-1..<names.count)).map { index in
        let space = index < 0 ? nil : spaces[names[index]]
        let guessing = index < 0 ? whole : report.guessing?.policies[index]
        return letters(space, guessing)
      })
    // Names get what the numbers leave of the page.
    let taken = columns.reduce(2) { $0 + $1.width + 2 }
    let shown = names.map { clipped(escaped($0), to: max(8, self.columns - taken)) }
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
    if report.space != nil {
      parts.append(
        "floor: bits of the shortest random strings permitted; lost: of printable ASCII's, and the "
          + "rule that costs most")
    }
    if let guessing = report.guessing {
      let what = guessing.weights == .accounts ? "accounts" : "occurrences"
      parts.append(
        "by 10: share of the \(what) left that the 10 commonest passwords find; quarter: bits of "
          + "work to find a quarter of them; (all): without a policy")
    }
    return parts.joined(separator: "; ")
  }

  private func letters(_ space: PolicyKeyspace?, _ guessing: PolicyGuessing?) -> String {
    ((space?.caveats ?? []) + (guessing?.caveats ?? [])).letters
  }

  /// Every caveat that a row bears, once.
  private var caveatsTold: [Caveat] {
    let guessing = report.guessing.map { [$0.whole] + $0.policies } ?? []
    return ((report.space ?? []).flatMap(\.keyspace.caveats) + guessing.flatMap(\.caveats)).unique
  }

  private func twoDecimals(_ number: Double) -> String { Numbers.fixed(number, decimals: 2) }
}
