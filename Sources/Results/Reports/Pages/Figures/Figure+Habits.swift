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
    guard let first = groups.first else { return nil }
    let table = DataTable(
      "How the rules are kept by the passwords that comply",
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
        "Of those that comply, how many keep each rule by its cheapest habit: the only capital "
        + "first, digits or specials last, just enough characters, a common word with something "
        + "added. Such a rule costs an attacker little. A tick marks the share among all passwords "
        + "that have such a character. At the right is what the rule refuses of all passwords."
        + (groups.count > shown.count
          ? " The table has the other \(groups.count - shown.count) policies." : "") + note,
      description: shown.map { group in
        "\(group.name): " + group.rows.map { "\($0.words) \($0.share)" }.joined(separator: ", ")
      }.joined(separator: ". ") + (shown.count < groups.count ? ". The table has the rest." : "."),
      table: table
    ) { layout, prefix in
      draw(shown.isEmpty ? [first] : Array(shown), layout, prefix)
    }
  }

  private static func draw(_ groups: [HabitGroup], _ layout: Layout, _ prefix: String) -> Drawing {
    let head = layout.pick(42.0, 40.0)
    let rows = BarRows(layout, from: 196, to: 506, top: head, bar: 14, step: 26)
    let count = groups.reduce(0) { $0 + 1 + $1.rows.count }
    let base = rows.bottom(count) + 4
    var drawing = Drawing(width: layout.width, height: base + 26, prefix: prefix)
    var x = layout.pick(rows.left, 4)
    x = drawing.legend(.solid(.comply), "kept for free", x: x, y: 14)
    x = drawing.legend(.outline, "otherwise", x: x, y: 14)
    let (tickX, tickY) = layout.isPhone ? (10.0, 32.0) : (x + 6, 14.0)
    drawing.line(tickX, tickY - 13, tickX, tickY + 4, .ink, width: 2)
    drawing.text("all passwords", x: tickX + 8, y: tickY, Drawing.Style(colour: .muted))
    if !layout.isPhone {
      drawing.text("refuses", x: 636, y: 34, .beside)
    }
    var line = 0
    for group in groups {
      let style = Drawing.Style(isBold: true, anchor: .start)
      let room = layout.width - 8 - textWidth(group.admitted, size: style.size)
      drawing.text(
        clipped(group.name, to: room, size: style.size) + group.admitted, x: 4,
        y: rows.y(line) + layout.pick(14, 4), style)
      line += 1
      for row in group.rows {
        let y = rows.y(line)
        let words = row.isStated ? row.share : "too few"
        let refused = row.refused.map(\.percent)
        rows.label(
          row.words,
          layout.isPhone ? words + (refused.map { ", refuses \($0)" } ?? "") : words, row: line,
          end: rows.right, .value, in: &drawing)
        if !layout.isPhone, let refused {
          drawing.text(refused, x: 636, y: y + 11, Drawing.Style(colour: .muted, anchor: .end))
        }
        drawing.mark(tip: "\(row.free.grouped) of \(grouped(row.free.total))") { drawing in
          guard row.isStated else { return }
          let width = row.free.share * rows.width
          drawing.bar(
            x: rows.left, y: y, width: width, height: rows.bar, .solid(.comply))
          drawing.bar(
            x: rows.left + width, y: y, width: rows.width - width, height: rows.bar, .outline)
          if let all = row.ofAll {
            let x = rows.left + all.share * rows.width
            drawing.line(x, y - 3, x, y + 17, .ink, width: 2)
          }
        }
        line += 1
      }
    }
    drawing.percentAxis(rows.left, rows.right, y: base, in: layout)
    return drawing
  }
}

/// A policy with a row for each of its measured rules, for all at once, and for words and names.
private struct HabitGroup {
  let name: String
  /// The number of passwords that comply, to follow the name.
  let admitted: String
  let rows: [HabitRow]

  /// Takes a policy, its habits, those of all passwords, and how many of these relate to their user's
  /// name.
  init(
    _ policy: PolicyOverview, _ habits: PolicyHabits, _ list: ListHabits, _ related: Part?
  ) {
    name = policy.shortName
    admitted = ", \(policy.compliant.grouped) comply"
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
}
