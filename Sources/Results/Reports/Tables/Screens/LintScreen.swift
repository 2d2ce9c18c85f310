package import Conformance
import Diagnostics
import PasswordPolicies

/// The findings of lint as text: faults, a matrix of policies and standards, and a summary line.
package struct LintScreen: Screen {
  private let report: LintReport
  let columns: Int
  private let isWhole: Bool

  /// The most findings, and policies in the matrix, that are shown one by one.
  private static let most = 30

  /// Shows all findings, or as many as fit on a screen or two.
  package init(_ report: LintReport, columns: Int, isWhole: Bool) {
    self.report = report
    self.columns = columns
    self.isWhole = isWhole
  }

  /// The screen, with a final line feed.
  package var text: String {
    paragraphs(
      [messages(report.faults, "fault")]
        + (isSingle && !isWhole ? report.verdicts.map(clauses) : [matrix, breaches])
        + [isWhole || isSingle ? messages(report.notes, "note") : []]
        + [managers + audiences + [summary]])
  }

  private var isSingle: Bool { report.policies.count == 1 }

  private var isMatrixWhole: Bool { isWhole || report.policies.count <= Self.most }

  /// One message for each finding; if there are many, the first ones and the total.
  private func messages(_ findings: [LintFinding], _ what: String) -> [String] {
    let shown = isWhole || findings.count <= Self.most ? findings.count : Self.most / 2
    let left = findings.count - shown
    return findings.prefix(shown).map(\.message)
      + (left == 0 ? [] : ["… and \(counted(left, what)) more; --verbose shows all"])
  }

  /// A row for each policy, a column for each standard; a row for each standard if there are very
  /// many policies.
  private var matrix: [String] {
    if report.standards.isEmpty || report.policies.isEmpty { return [] }
    guard isMatrixWhole else { return report.standards.map(line(on:)) }
    let names = ["policy"] + report.policies.map { clipped(escaped($0.name), to: columns / 3) }
    let width = names.map(\.count).max() ?? 0
    var lines: [String] = []
    var block = names.map { $0.padded(to: width) }
    for standard in report.standards {
      let cells = [standard.id] + report.verdicts(by: standard).map(Self.cell)
      let column = cells.map(\.count).max() ?? 0
      if block[0].count + 2 + column > columns, block[0].count > width {
        lines += block + [""]
        block = names.map { $0.padded(to: width) }
      }
      for index in block.indices { block[index] += "  " + cells[index].padded(to: column) }
    }
    return (lines + block).map { $0.trimmed }
      + ["fail: the first binding clause that the policy breaks, and how many more"]
  }

  /// What a standard asks of a policy that the policy does not meet, clause by clause.
  private func clauses(_ verdict: Conformance) -> [String] {
    let lint = verdict.lint
    let findings = lint.compactMap { clause, finding in finding.map { (clause, $0) } }
    let (all, broken) = (lint.count, findings.count)
    let hidden = verdict.standard.clauses.count - all
    let name = "\(escaped(verdict.policy.name)) against \(verdict.standard.name)"
    var lines = wrapped(
      "\(name): \(verdict.isPassed ? "PASSES" : "FAILS"); of \(counted(all, "clause")) about the text "
        + "\(all - broken) \(all - broken == 1 ? "is" : "are") met"
        + (hidden > 0 ? " (\(hidden) others are about more than the text)" : ""))
    for (clause, finding) in findings {
      lines += wrapped(
        "\(clause.force.rawValue): \(clause.says) (\(clause.number))", indent: 2, hanging: 4)
      let line = finding.place.position.map { "line \($0.line): " } ?? ""
      lines += wrapped(line + finding.reason, indent: 6)
    }
    if !findings.isEmpty { lines.append("  passwords in quotes are made up") }
    let settings = verdict.brokenSettings
    if !settings.isEmpty {
      lines += wrapped(
        "not counted here, since it is not about the text: settings of the file break "
          + "\(settings.joined(separator: ", ")); 'audit rules clauses --standard "
          + "\(verdict.standard.id)' shows them", indent: 2, hanging: 4)
    }
    return lines
  }

  /// `pass`, or `fail` with the first broken binding clause and the number of others.
  private static func cell(_ verdict: Conformance) -> String {
    guard let first = verdict.broken.first else {
      return verdict.brokenSettings.isEmpty ? "pass" : "pass, but for settings"
    }
    let more = verdict.broken.count - 1
    return "fail \(first)" + (more > 0 ? " +\(more)" : "")
  }

  private func line(on standard: Standard) -> String {
    let verdicts = report.verdicts(by: standard)
    let broken = verdicts.flatMap(\.broken).reduce(into: [String: Int]()) {
      $0[$1, default: 0] += 1
    }
    let most = broken.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
      .map { "\($0.key) by \($0.value)" }
    return "\(standard.id): \(verdicts.count(where: \.isPassed)) of \(verdicts.count) pass"
      + (most.isEmpty ? "" : "; most break " + most.joined(separator: ", "))
  }

  /// The reasons for broken clauses, if the matrix shows every policy.
  private var breaches: [String] {
    guard isMatrixWhole else { return [] }
    return messages(report.verdicts.flatMap { $0.lint.compactMap(\.finding) }, "broken clause")
  }

  /// How many of several policies refuse all that some password manager proposes; empty for none.
  private var managers: [String] {
    let count = Set(report.notes.compactMap(\.policy)).count
    return isWhole || isSingle || count == 0
      ? []
      : [
        "note: \(count) of \(counted(report.policies.count, "policy", "policies")) "
          + "\(count == 1 ? "refuses" : "refuse") all that some password manager proposes; "
          + "--verbose says which, and why"
      ]
  }

  /// What policies with `for:` need besides their text; empty without one.
  private var audiences: [String] {
    let count = report.policies.count { $0.audience != nil }
    return count == 0
      ? []
      : [
        "note: \(counted(count, "policy", "policies")) with 'for': only an audit of a directory "
          + "(--potfile) knows the datasets"
      ]
  }

  private var summary: String {
    let (faults, count) = (report.faults, report.policies.count)
    let concerned = Set(faults.map { $0.policy ?? $0.place.file }).count
    var parts = [
      counted(count, "policy", "policies") + ": "
        + (faults.isEmpty
          ? "no faults in the text"
          : counted(faults.count, "fault") + (count > 1 ? " in \(concerned)" : ""))
    ]
    for standard in report.standards {
      let passed = report.verdicts(by: standard).filter(\.isPassed)
      let others = passed.count { !$0.brokenSettings.isEmpty }
      parts.append(
        count == 1
          ? "\(passed.count == 1 ? "passes" : "fails") \(standard.id)"
            + (others == 1 ? " by its text, but not by its settings" : "")
          : "\(standard.id) \(passed.count) of \(count) pass"
            + (others > 0 ? " by their text, \(others) of them not by their settings" : ""))
    }
    return parts.joined(separator: "; ")
  }
}
