import Diagnostics
package import Metrics

/// What guesses find of accounts of which only a spectrum is known: as many passwords occur so often.
package struct SpectrumReport: Sendable {
  private let name: String
  private let findings: GuessingFindings

  /// Takes the findings of a list by its label.
  package init(_ name: String, _ findings: GuessingFindings) {
    (self.name, self.findings) = (name, findings)
  }

  /// The rows of `empirical.csv`.
  package var table: FilledTable {
    EmpiricalRow.table.filled(EmpiricalRow.all(GuessedPolicies(findings), name, lines: nil))
  }

  /// The screen, with a final line feed.
  package func text(columns: Int) -> String {
    let (whole, metrics) = (findings.whole, findings.whole.metrics)
    let accounts = counted(metrics.total, "account")
    let shown = [whole] + findings.limited
    let budgets = GuessingMetrics.budgets
    let rows = TextTable(
      budgets.map { grouped($0) }, head: ["guesses on", "each account"],
      [
        TextTable.Column(
          head: ["found on", "this list"],
          cells: budgets.map { (whole.metrics.success(after: $0)?.share).map(precise) ?? "–" })
      ]
        + (whole.bounds.silence != nil
          ? []
          : shown.map { found in
            TextTable.Column(
              head: ["of others,", found.policy ?? "whoever guesses"],
              cells: budgets.map {
                found.bounds.ends(of: $0).map { outward($0.lower, $0.upper) } ?? "–"
              })
          }),
      columns: columns)
    func line(_ title: String, _ words: String) -> [String] {
      labelled(title, words, columns: columns)
    }
    let efforts = zip(["a tenth", "a quarter", "a half"], metrics.efforts).map { share, effort in
      effort.isBeyondSample
        ? "unknown for \(share)"
        : "\(grouped(effort.guesses)) for \(share) (\(bitsWord(effort.guessworkBits)) bits of work)"
    }
    var facts =
      line("guesses", "on each account that find, on this list: " + efforts.joined(separator: ", "))
      + line(
        "bits",
        "\(metrics.minEntropyBits.map(bitsWord) ?? "–") of the commonest password, "
          + "\((metrics.success(after: 10)?.bits).map(bitsWord) ?? "–") for ten guesses")
    if let silence = whole.bounds.silence {
      facts += line("others", "nothing is said of other accounts: \(silence.words)")
    } else {
      facts += line(
        "others",
        "between the ends lies what the best attacker finds of other accounts; nobody finds more than the "
          + "upper end (≤: it says little); \(whole.bounds.confidence.words) sure for each number of guesses, if the "
          + "list's \(accounts) are independent draws")
      facts += line("", whole.bounds.reach(metrics.total))
    }
    for found in findings.limited {
      facts += line(
        found.policy ?? "",
        "refuses \(percent(1 - (found.acceptedShare ?? 1))) of the accounts, as one half of them "
          + "tells; its ends are of the other half's others, if those who are refused choose as the rest does"
      )
    }
    facts += line("policies", "cannot be judged: a spectrum has no passwords")
    let head = "\(escaped(name)): \(accounts), \(counted(metrics.distinct, "different password"))"
    let lines = [head, ""] + rows.lines() + [""] + facts
    return lines.joined(separator: "\n") + "\n"
  }
}
