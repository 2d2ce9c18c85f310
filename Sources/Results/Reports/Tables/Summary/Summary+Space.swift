import Diagnostics
import Metrics
import PasswordPolicies
import PasswordSpaces

extension Summary {
  /// A short version: how far rules shrink the space of random strings, and the success of guessing
  /// the commonest passwords; empty if neither was requested.
  var spaceInShort: [String] {
    let policies = Array(overview.policies.prefix(PolicyOverview.mostCharted))
    guard !policies.isEmpty, overview.countsGuesses || overview.hasSpace else { return [] }
    var columns: [TextTable.Column] = []
    func add(
      _ group: String, _ head: [String], isText: Bool = false,
      _ cell: (PolicyOverview) -> String?
    ) {
      let isFirst = columns.last?.group != group
      columns.append(
        TextTable.Column(
          group: group, head: head, cells: policies.map { cell($0) ?? "–" }, isText: isText,
          gap: isFirst && !columns.isEmpty ? 3 : 2))
    }
    if overview.hasSpace {
      let group = self.columns < 76 ? "random strings" : "random strings: bits"
      add(group, ["left"]) { ($0.space?.keyspace.floor?.bits).map(twoDecimals) }
      add(group, ["lost"]) { ($0.space?.keyspace.floor?.lostFromASCII).map(twoDecimals) }
      // On a narrow page the letters need its columns.
      if self.columns >= 70 {
        add(group, ["mostly to"], isText: true) { policy in
          guard let cost = policy.space?.keyspace.floorCosts?.costliest else { return nil }
          return clipped(
            cost.text.isEmpty ? cost.rule.text : cost.text, to: self.columns < 76 ? 12 : 18)
        }
      }
      add(group, [], isText: true) { $0.spaceLetters }
    }
    if overview.countsGuesses {
      let group = self.columns < 76 ? "found by" : "of these, found by"
      add(group, ["10 guesses"]) { $0.found(by: 10) }
      if self.columns >= 76 { add(group, ["1,000"]) { $0.found(by: 1000) } }
      add(group, [], isText: true) { $0.guessingLetters }
    }
    let hasLetters = policies.contains { !($0.spaceLetters + $0.guessingLetters).isEmpty }
    return TextTable(policies.map(\.name), columns, columns: self.columns).lines(faint: ink.faint)
      + (hasLetters && !isVerbose ? [ink.faint("letters: --verbose explains them")] : [])
  }

  /// A table of keyspaces and guessing metrics; empty if neither was requested.
  var space: [String] {
    guard overview.countsGuesses || overview.hasSpace else { return [] }
    var lines = [ink.strong("search space") + "  " + subject]
    lines += table
    lines += wrapped(legend, indent: 2).map(ink.faint)
    for caveat in overview.caveats { lines += wrapped(caveat.line, indent: 2) }
    return lines
  }

  private var subject: String {
    guard let weights = overview.weights,
      let distinct = overview.guessed?.distinct.lowerBound
    else { return "of random strings" }
    return counted(distinct, "distinct password") + ", \(weights.phrase)"
  }

  /// The whole list, or one policy.
  private struct SpaceRow {
    /// The policy; nil for the whole list.
    let policy: PolicyOverview?
    let guessed: Guessed?

    var guessing: PolicyGuessing? { guessed?.exact }
    var keyspace: PolicyKeyspace? { policy?.space?.keyspace }
    var space: String { policy?.spaceLetters ?? "" }
    var guesses: String { guessing?.caveats.letters ?? "" }
  }

  /// A row for the whole list if it was counted, then one for each policy.
  private var table: [String] {
    let rows =
      (overview.countsGuesses
        ? [SpaceRow(policy: nil, guessed: overview.guessed)] : [])
      + overview.policies.map { SpaceRow(policy: $0, guessed: $0.guessed) }
    var columns: [AlignedColumn] = []
    func add(_ title: String, isText: Bool = false, _ cell: (SpaceRow) -> String?) {
      columns.append(
        AlignedColumn(title: title, cells: rows.map { cell($0) ?? "" }, isText: isText))
    }
    if overview.hasSpace {
      add("floor") { ($0.keyspace?.floor?.bits).map(twoDecimals) }
      add("lost") { ($0.keyspace?.floor?.lostFromASCII).map(twoDecimals) }
      add("most by", isText: true) { row in
        guard let cost = row.keyspace?.floorCosts?.costliest else { return nil }
        return clipped(cost.text.isEmpty ? cost.rule.text : cost.text, to: 12)
      }
      add(overview.countsGuesses ? "" : "caveats", isText: true, \.space)
    }
    if overview.countsGuesses {
      add("refused") { row in
        row.guessed?.acceptedShare == nil ? nil : row.policy?.violating.percent
      }
      add("by 10") { row in
        row.guessed.map { $0.found(by: 10)?.precisePercent ?? "–" }
      }
    }
    if overview.whole != nil {
      add("quarter") { row in
        (row.guessing?.metrics.effort(for: "0.25")?.guessworkBits).map(twoDecimals)
      }
      add("caveats", isText: true, \.guesses)
    }
    // Names get the columns that the numbers leave.
    let taken = columns.reduce(2) { $0 + $1.width + 2 }
    let names = rows.map { row in
      row.policy.map { clipped(escaped($0.name), to: max(8, self.columns - taken)) } ?? "(all)"
    }
    columns.insert(AlignedColumn(title: "policy", cells: names, isText: true), at: 0)
    let lines = alignedLines(columns).map { ("  " + $0).trimmed }
    return lines.prefix(1).map(ink.faint) + lines.dropFirst()
  }

  private var legend: String {
    var parts: [String] = []
    if overview.hasSpace {
      parts.append(
        "floor: bits of the shortest random strings permitted\(countedOn); lost: fewer than all of "
          + "printable ASCII, and the rule that costs most")
    }
    if let weights = overview.weights {
      let what = weights == .accounts ? "accounts" : "occurrences"
      parts.append(
        "by 10: share of the \(what) left that the 10 commonest passwords find, known from one half "
          + "of them and measured on the other, of 1,000 or more; "
          + (overview.whole == nil ? "" : "quarter: bits of work to find a quarter of them; ")
          + "(all): without a policy")
    }
    return parts.joined(separator: "; ")
  }

  /// The strings counted, if these are not the ones that each policy permits.
  private var countedOn: String {
    let isASCII = overview.policies.contains { $0.space?.keyspace.alphabet == .ascii }
    return isASCII ? ", of printable ASCII" : ""
  }

  private func twoDecimals(_ number: Double) -> String { Numbers.fixed(number, decimals: 2) }
}
