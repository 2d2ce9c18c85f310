import Diagnostics

extension Page {
  /// A row for each policy with all its main numbers.
  var numbers: PageSection? {
    guard !overview.policies.isEmpty, !overview.isEmpty else { return nil }
    let columns = columns
    var table = DataTable(
      caption,
      [.words("policy")] + columns.map(\.head))
    for group in overview.groups {
      table.add { index, cell in
        if index > 0 { return columns[index - 1].write(group.first, &cell) }
        cell.write(clipped(group.name, toCharacters: 60))
      }
    }
    let note = Markup.element(.p, [.class("note")], [.text(keyNote)])
    return PageSection("numbers", "Every policy in numbers") {
      if isLong {
        note
        Markup.folded("Table: all policies", table.markup(class: "key"))
      } else {
        table.markup(class: "key")
        note
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

  /// A column, and the function that writes its cell for a policy.
  private struct Column {
    let head: DataTable.Column
    let write: (PolicyOverview, inout MarkupWriter) -> Void
  }

  private var columns: [Column] {
    [
      Column(head: .number("accepted")) { policy, cell in
        cell.write(.strong, [], policy.compliant.percent)
      },
      Column(head: .words("refused most by")) { policy, cell in
        guard let rule = policy.topRule else { return cell.write("nothing") }
        let alone = rule.only.count == 0 ? "" : ", alone \(rule.only.percent)"
        cell.write(clipped(rule.words, toCharacters: 48))
        cell.write(.span, [.class("below")], rule.any.percent + alone)
      },
    ]
      + overview.policyNumbers.map { number, heading in
        Column(head: .number(heading.short)) { policy, cell in
          cell.write(number.words(policy) ?? "–")
        }
      }
  }
}
