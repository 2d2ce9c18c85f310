import Diagnostics
import Metrics

/// The report as Markdown for tickets and pull requests: the main sentences, then tables that
/// GitHub, GitLab and most wikis support.
///
///     ## Two policies against 99,995 passwords
///     | policy | accepted | rule that most break | … |
package struct MarkdownSummary {
  private let overview: ReportOverview
  private let report: Report

  /// Makes the summary of a report.
  package init(_ report: Report) {
    overview = report.overview
    self.report = report
  }

  /// The whole text, ending in LF.
  package var text: String {
    let manifest = overview.manifest
    var lines = [
      "## \(markdown(manifest.dataset)): \(counted(overview.entries, "password")) against "
        + counted(overview.policies.count, "policy", "policies"), "",
    ]
    if overview.isEmpty {
      lines += ["> **Empty:** no password was read.", ""]
    } else if !manifest.complete {
      lines += ["> **Incomplete:** not everything that was asked for could be counted.", ""]
    }
    if let note = overview.foldingNote { lines += ["> \(note)", ""] }
    if !manifest.warnings.isEmpty {
      lines += manifest.warnings.map { "> **Warning:** \(markdownCell($0))  " } + [""]
    }
    if !overview.isEmpty { lines += numbers }
    lines.append("audit \(manifest.version)")
    for input in overview.inputs.rows {
      lines.append("- \(markdown(input.name)), SHA-256 `\(input.sha256)`")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var numbers: [String] {
    var lines = Sentences(overview).all.map { "- \($0.markdown)" }
    if let weights = overview.weights { lines.append("- Repetitions \(weights.sentence).") }
    lines += [""] + policies + [""]
    if !report.parts.isEmpty { lines += parts + [""] }
    if let behaviours = overview.behaviours { lines += self.behaviours(behaviours) + [""] }
    if let strength = overview.strength, !strength.scores.isEmpty {
      lines += scores(strength) + [""]
      if let fall = strength.fall { lines += ["Dictionaries: \(fall).", ""] }
      if let coverage = strength.coverage { lines += ["Uncovered: \(coverage).", ""] }
    }
    for policy in overview.policies.prefix(PolicyOverview.mostCharted) where !policy.rules.isEmpty {
      lines += rules(of: policy) + [""]
    }
    if let calibration = overview.calibration, !overview.policies.isEmpty {
      lines += [calibration, ""]
    }
    if !overview.caveats.isEmpty {
      lines += overview.caveats.map { "- \($0.sentence)" } + [""]
    }
    return lines
  }

  private var policies: [String] {
    let numbers = overview.policyNumbers
    let head =
      ["policy", "accepted", "rule that most break", "break it", "no other fault"]
      + numbers.map(\.heading.long)
      + ["rules"]
    let rows = overview.policies.map { policy in
      [
        markdown(policy.name), policy.compliant.percent,
        policy.topRule.map { code($0.text) } ?? "nothing", policy.topRule?.any.percent ?? "",
        policy.topRule?.only.percent ?? "",
      ] + numbers.map { $0.number.words(policy) ?? "–" }
        + [code(clipped(policy.text, to: 300))]
    }
    return markdownTable(head, rows, words: [0, 2, head.count - 1])
  }

  /// How many passwords each list has, or each part of a directory, and which share is accepted.
  private var parts: [String] {
    let policies = report.findings.policies.indices
    return markdownTable(
      ["list", "passwords"] + policies.map { markdown(report.findings.policies[$0].name) },
      report.parts.map { part in
        [markdown(part.dataset), grouped(part.entries)] + policies.map(part.complying)
      }, words: [0])
  }

  /// What guesses find by what the refused do, and when the order of neighbours turns.
  private func behaviours(_ behaviours: BehaviourOverview) -> [String] {
    let tiers = behaviours.isTruncated ? [] : ["tier"]
    let rows = behaviours.rows.map { row in
      [markdown(row.name)] + row.shares.map(precise)
        + (tiers.isEmpty ? [] : [row.tier.map { String($0) } ?? "–"])
    }
    var lines = ["### If users whose password was refused choose anew", "", behaviours.caption, ""]
    if !rows.isEmpty {
      lines +=
        markdownTable(["policy by model"] + behaviours.models + tiers, rows, words: [0]) + [""]
    }
    lines += behaviours.remarks.flatMap { [$0, ""] }
    return lines + behaviours.neighbours.map { "- \(behaviours.sentence(on: $0).markdown)" }
  }

  private func scores(_ strength: StrengthOverview) -> [String] {
    func row(_ name: String, _ scores: [Part]) -> [String] { [name] + scores.map(\.percent) }
    return markdownTable(
      ["zxcvbn score", "0", "1", "2", "3", "4"],
      [row("all passwords", strength.scores)]
        + overview.policies.compactMap { policy in
          (policy.survivors?.strength?.scores).map { row(markdown(policy.name), $0) }
        }, words: [0])
  }

  private func rules(of policy: PolicyOverview) -> [String] {
    ["### \(markdown(policy.name))", ""]
      + markdownTable(
        ["rule", "break it", "share", "no other fault", "share"],
        policy.rules.map {
          [code($0.text), $0.any.grouped, $0.any.percent, $0.only.grouped, $0.only.percent]
        }, words: [0])
  }
}

/// A rule as code; backticks in it do not end the code, and bars do not end the cell.
func code(_ text: String) -> String {
  let harmless = escaped(text).replacing("`", with: "'").replacing("|", with: "\\|")
  return "`\(harmless)`"
}

/// A table of Markdown, in lines; the columns `words` stand to the left.
func markdownTable(_ head: [String], _ rows: [[String]], words: [Int]) -> [String] {
  let rules = head.indices.map { words.contains($0) ? "---" : "---:" }
  return ([head, rules] + rows).map(OutputFormat.markdown.row)
}

/// A name escaped for Markdown, also inside tables.
func markdown(_ name: String) -> String { markdownCell(clipped(name, to: 120)) }

/// A text escaped for Markdown, whatever its length.
func markdownCell(_ text: String) -> String {
  var result = ""
  for character in escaped(text) {
    if "\\`*_{}[]()#+!|<>~&@".contains(character) { result.append("\\") }
    result.append(character)
  }
  return result
}

extension Sentence {
  /// The sentence with its numbers and names in bold.
  var markdown: String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .number(let number): "**\(number)**"
      case .name(let name): "**\(Reports.markdown(name))**"
      }
    }.joined()
  }
}
