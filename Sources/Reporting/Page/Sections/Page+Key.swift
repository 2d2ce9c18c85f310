import Diagnostics
import Findings
import Keyspaces

extension Page {
  /// A row for each policy with the main numbers.
  var keyTable: Markup {
    guard !overview.policies.isEmpty else { return .element(.p, [], ["No policy was audited."]) }
    let columns = columns
    var table = DataTable(
      caption,
      [.words("policy")] + columns.map(\.head))
    let best = overview.bestTradeNumber
    for (number, policy) in overview.policies.enumerated() {
      table.add(id: "p\(number + 1)") { index, cell in
        if index > 0 { return columns[index - 1].write(policy, &cell) }
        cell.write(clipped(policy.name, toCharacters: 60))
        if number == best {
          cell.write(.span, [.class("best")], " ◆ best trade")
        }
        cell.write(.code, [], clipped(policy.text, toCharacters: charted.count > 6 ? 120 : 220))
      }
    }
    return .element(
      .section, [.id("summary"), .init(.ariaLabel, "Summary")],
      index + [
        table.markup(class: "key"),
        .element(.p, [.class("note")], [.text(keyNote)]),
      ])
  }

  private var caption: String {
    let hasScores = overview.strength?.scores.isEmpty == false
    return "Shares of \(counted(overview.entries, "password")); right of 'refused most by', of "
      + "those that comply. Alone: break no other rule."
      + (hasScores
        ? " Easy to guess: score 0 or 1. Found in a day: at 10,000 guesses a second, as zxcvbn "
          + "estimates." : "")
      + (overview.whole == nil ? "" : " Found by ten: by the ten commonest of them.")
  }

  private var keyNote: String {
    var note =
      "Shares are of passwords on the list, each as often as it occurs. "
      + "\(Caveat.population.sentence) People under a policy choose other passwords than those that happen to comply."
    if overview.hasSpace { note += " \(Caveat.strings.sentence)" }
    if overview.bestTradeNumber != nil {
      note +=
        " ◆ Best trade: the widest difference between the share of easy passwords (score 0 or 1) and "
        + "the share of hard ones (3 or 4) that a policy refuses; the section on it says why that is "
        + "a choice of ours."
    }
    return note
  }

  /// Links to the policies' rows, if there are many.
  private var index: [Markup] {
    guard isLong else { return [] }
    var links = MarkupWriter()
    for (number, policy) in overview.policies.enumerated() {
      links.write(.li) { $0.write(.a, [.link(to: "p\(number + 1)")], policy.shortName) }
    }
    return [
      .element(
        .details, [],
        [
          .make(.summary, "Index of all \(overview.policies.count) policies"),
          .element(
            .nav, [.class("index"), .init(.ariaLabel, "Policies")],
            [.element(.ul, [], [.written(links)])]),
        ]),
      .element(
        .p, [.class("note")],
        [.text("Charts show the first \(charted.count) policies, tables all of them.")]),
    ]
  }

  /// A column, and the function that writes its cell for a policy.
  private struct Column {
    let head: DataTable.Column
    let write: (PolicyOverview, inout MarkupWriter) -> Void
  }

  private var columns: [Column] {
    var columns = [
      Column(head: .number("comply")) { policy, cell in
        cell.write(.strong, [], policy.compliant.percent)
      },
      Column(head: .words("refused most by")) { policy, cell in
        guard let rule = policy.topRule else { return cell.write("nothing") }
        let alone = rule.only.count == 0 ? "" : ", alone \(rule.only.percent)"
        cell.write(clipped(rule.words, toCharacters: 48))
        cell.write(.span, [.class("below")], rule.any.percent + alone)
      },
    ]
    func add(_ name: String, _ value: @escaping (PolicyOverview) -> String?) {
      columns.append(Column(head: .number(name)) { $1.write(value($0) ?? "–") })
    }
    if let strength = overview.strength, !strength.scores.isEmpty {
      add("easy to guess") { $0.survivors?.strength?.weak?.percent }
      add("found in a day") { $0.survivors?.strength?.headline?.part.percent }
    }
    if overview.blocklists != nil {
      add("on a block-list") { $0.survivors?.listed?.percent }
    }
    add("median length") { $0.survivors.map { String($0.medianLength) } }
    if overview.whole != nil {
      add("found by ten") { policy in
        (policy.guessing?.metrics.success(after: 10)?.share).map(precise)
      }
    }
    if overview.hasSpace {
      add("random bits") { ($0.space?.keyspace.floor?.bits).map(bitsWord) }
    }
    return columns
  }
}
