extension Figure {
  /// The most policies that the figure of habits draws; its table has more.
  static let mostHabits = 6

  /// F10: for each policy a bar for each rule of those that keep it by its cheapest habit, beside
  /// what the rule refuses; nil if habits were not counted.
  ///
  /// `note` ends the caption.
  static func habits(
    _ policies: [PolicyOverview], _ overview: ReportOverview, note: String, id: String
  ) -> Figure? {
    guard let list = overview.habits else { return nil }
    let groups = policies.compactMap { policy in
      policy.habits.map { HabitGroup(policy, $0, list, overview.blocklists?.related) }
    }
    guard !groups.isEmpty else { return nil }
    let table = DataTable(
      "How the rules are kept by the accepted passwords",
      groups.flatMap { group in group.rows.map { (group: group.name, row: $0) } },
      [
        .words("rule") { "\($0.group): \($0.row.text)" }, .part("for free") { $0.row.free },
        .number("otherwise") { $0.row.free.rest.grouped },
        .number("share of all passwords") { $0.row.ofAll?.percent },
        .number("refused") { $0.row.refused?.percent },
      ])
    let shown = groups.prefix(mostHabits)
    return Figure(
      id: id,
      title: FigureTitles.habits(groups.flatMap { group in group.rows.map { (group.name, $0) } }),
      caption:
        "Of the accepted, how many keep each rule by its cheapest habit: the only capital "
        + "first, digits or specials last, just enough characters, a common word with something "
        + "added. Such a rule costs an attacker little. A tick marks the share among all passwords "
        + "that have such a character. At the right is what the rule refuses of all passwords."
        + (groups.count > shown.count
          ? " The table has the other \(groups.count - shown.count) policies." : "") + note,
      description: shown.map { group in
        "\(group.name): " + group.rows.map { "\($0.words) \($0.share)" }.joined(separator: ", ")
      }.sentences + (shown.count < groups.count ? " The table has the rest." : ""),
      table: table,
      RowChart(
        rows: shown.flatMap { [RowChart.Row(name: $0.head, isHead: true)] + $0.rows.map(\.bars) },
        legend: [
          (.solid(.comply), "kept for free"), (.outline, "otherwise"), (nil, "all passwords"),
        ],
        left: 196, right: 506, bar: 14, step: 26, values: .behindAxis, style: .value,
        axis: Drawing.percents, sides: "refuses"))
  }
}

/// A policy with a row for each of its measured rules, for all at once, and for words and names.
private struct HabitGroup {
  let name: String
  /// The name, clipped before the number of passwords that comply.
  let head: String
  let rows: [HabitRow]

  /// Takes a policy, its habits, those of all passwords, and how many of these relate to their user's
  /// name.
  init(
    _ policy: PolicyOverview, _ habits: PolicyHabits, _ list: ListHabits, _ related: Part?
  ) {
    name = policy.shortName
    let size = ", \(policy.compliant.grouped) accepted"
    head = clipped(name, to: Layout.phone.width - 8 - textWidth(size, size: 12), size: 12) + size
    var rows = habits.rules.map { rule in
      HabitRow(
        kind: rule.isOfLength ? .length : .decoration, words: rule.row.words,
        text: "\(rule.row.text) (\(rule.row.id))", free: rule.free,
        ofAll: list.share(of: rule.means), refused: rule.row.any)
    }
    func add(_ kind: HabitRow.Kind, _ words: String, _ free: Part?, ofAll: Part?) {
      guard let free else { return }
      rows.append(
        HabitRow(kind: kind, words: words, text: words, free: free, ofAll: ofAll, refused: nil))
    }
    add(.all, "all at once", habits.all, ofAll: nil)
    add(.word, "a common word and more", habits.decorated, ofAll: list.decorated)
    add(.name, "like the user's name", policy.survivors?.related, ofAll: related)
    add(.context, "like a context word", habits.context, ofAll: list.context)
    self.rows = rows
  }
}

/// A rule with those that keep it for free.
struct HabitRow {
  /// A kind of row: a rule about kinds of character or a list, one about lengths, all rules at once,
  /// common words, names, or context words.
  enum Kind { case decoration, length, all, word, name, context }

  let kind: Kind
  /// The rule in words, and as the policy writes it.
  let words, text: String
  /// Those that keep it for free.
  let free: Part
  /// The share among all passwords; nil if there is none to compare with.
  let ofAll: Part?
  /// What it refuses; nil if it is no rule.
  let refused: Part?

  /// Whether enough passwords comply to state its share.
  var isStated: Bool { free.isStated }
  /// The share without its number, which stands beside the policy's name.
  var share: String { free.isStated ? percent(free.share) : "too few" }

  /// Its bar, with a tick at all passwords.
  var bars: RowChart.Row {
    var row = RowChart.Row(
      name: words, value: share, side: refused?.percent,
      tip: "\(free.grouped) of \(grouped(free.total))")
    guard isStated else { return row }
    row.bars = RowChart.Bar.stack([
      (free.share, .solid(.comply), nil), (1 - free.share, .outline, nil),
    ])
    row.tick = ofAll?.share
    return row
  }
}
