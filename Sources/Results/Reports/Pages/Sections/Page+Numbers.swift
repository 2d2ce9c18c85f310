import Diagnostics

extension Page {
  /// A row for each policy with all its main numbers.
  var numbers: PageSection? {
    guard !overview.policies.isEmpty, !overview.isEmpty else { return nil }
    let table = DataTable(caption, overview.groups, columns)
    return PageSection("numbers", "Every policy in numbers") {
      if isLong {
        Markup.note(keyNote)
        Markup.folded("Table: all policies", table.markup(class: "key"))
      } else {
        table.markup(class: "key")
        Markup.note(keyNote)
      }
    }
  }

  private var caption: String {
    let hasScores = overview.strength?.scores.isEmpty == false
    let all =
      overview.isOfSome ? "each policy's own passwords" : counted(overview.entries, "password")
    return "Shares of \(all); right of 'refused most by', of the accepted. Alone: break only "
      + "this rule."
      + (hasScores ? " Easy to guess: zxcvbn's score 0 or 1." : "")
      + (overview.strength?.headline.map {
        " Guessed in a day: on each account, at \($0.rate) (\($0.estimate.name))."
      } ?? "")
      + (!overview.countsGuesses || overview.saysOfOthers
        ? ""
        : " Guessed with ten: by the ten commonest of them; of 1,000 or more.")
      + (!overview.saysOfOthers
        ? ""
        : " Guessed with ten, whoever guesses: of other accounts whose passwords the policy accepts, with ten guesses on each. "
          + "Nobody guesses more than the upper end; the best attacker guesses the lower one at least (≤: it says little). "
          + "\(overview.sureness) sure for each policy, if the list's accounts are "
          + "independent draws.")
  }

  private var keyNote: String {
    "Shares are of passwords on the list, each as often as it occurs. "
      + "\(Caveat.population.sentence) People under a policy choose other passwords than those that it happens to accept."
  }

  private var columns: [DataTable.Cells<PolicyGroup>] {
    [
      .words("policy") { clipped($0.name, to: 60) },
      .written(.number("accepted")) { $1.write(.strong, [], $0.first.compliant.percent) },
      .written(.words("refused most by")) { group, cell in
        guard let rule = group.first.topRule else { return cell.write("nothing") }
        let alone = rule.only.count == 0 ? "" : ", alone \(rule.only.percent)"
        cell.write(clipped(rule.words, to: 48))
        cell.write(.span, [.class("below")], rule.any.percent + alone)
      },
    ]
      + overview.policyNumbers.map { number, heading in
        .number(heading.short) { number.words($0.first) }
      }
  }
}
