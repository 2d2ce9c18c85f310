extension Figure {
  /// F7: bits of the shortest random strings, and the bits that each rule costs.
  static func space(_ policies: [PolicyOverview], id: String) -> Figure? {
    let rows = policies.compactMap { policy -> SpaceRow? in
      guard let strings = policy.random, let bits = strings.bits else { return nil }
      return SpaceRow(
        name: policy.name, length: strings.length, bits: bits, lost: strings.lost ?? 0,
        // The costliest first, equal ones in the order of the policy.
        costs: strings.costs.enumerated().sorted {
          ($1.element.bits, $0.offset) < ($0.element.bits, $1.offset)
        }.map(\.element))
    }
    guard !rows.isEmpty else { return nil }
    let table = DataTable(
      "Random strings of each policy's least length", rows,
      [
        .words("policy") { $0.name }, .number("length") { String($0.length) },
        .number("bits") { bitsWord($0.bits) },
        .number("lost against printable ASCII") { bitsWord($0.lost) },
        .words("what each rule takes, in bits") { row in
          row.costs.map { "\($0.rule): \(bitsWord($0.bits))" }.joined(separator: "; ")
        },
      ])
    return Figure(
      id: id, title: FigureTitles.space(rows.map { ($0.name, $0.bits) }),
      caption:
        "Bits of random strings of each policy's least length: what is left of all printable ASCII "
        + "strings of that length, and, on the same scale, what each rule takes (averaged over all "
        + "orders). People choose no random strings, so this is no measure of theirs.",
      description: rows.map { row in
        "\(row.name): \(bitsWord(row.bits)) bits at length \(row.length)"
          + (row.costs.max { $0.bits < $1.bits }.map { ", \($0.rule) takes most" } ?? "")
      }.joined(separator: ". ") + ".", table: table
    ) { layout, prefix in draw(rows, layout, prefix) }
  }

  private struct SpaceRow {
    let name: String
    let length: Int
    let bits: Double
    let lost: Double
    let costs: [(rule: String, bits: Double)]

    /// The length and what the rules cost, in words.
    var note: String {
      let note =
        lost >= 0.005
        ? "\(bitsWord(lost)) lost" : lost < -0.005 ? "\(bitsWord(-lost)) gained" : "none lost"
      return "\(counted(length, "character")), \(note)"
    }
  }

  private static func draw(_ rows: [SpaceRow], _ layout: Layout, _ prefix: String) -> Drawing {
    let (left, right) = (layout.pick(176, 4), layout.pick(440, 324))
    // Names and notes stand above the bars of phones.
    let head = layout.pick(0, 34)
    let most = rows.map { max($0.bits, $0.bits + max($0.lost, 0)) }.max() ?? 1
    // With many policies, only the costliest rules are named, so that the figure fits a page.
    let named = rows.count > 4 ? 3 : 8
    let heights = rows.map {
      head + 30 + ($0.costs.isEmpty ? 0.0 : 24 + 14 * Double(min($0.costs.count, named)))
    }
    let scale = (right - left) / most
    var drawing = Drawing(
      width: layout.width, height: 26 + heights.reduce(0, +) + 12 * Double(rows.count),
      prefix: prefix)
    drawing.legend(
      [(.solid(.blue), "bits left"), (.outline, "lost to rules")], left: left, y: 14, in: layout)
    let fills: [Fill] = [
      .solid(.refuse), .stripes(.violet), .dots(.comply), .crosses(.blue), .tint,
    ]
    var top = 28.0
    for (row, height) in zip(rows, heights) {
      let (y, width) = (top + head, row.bits * scale)
      let label = bitsWord(row.bits)
      let fits = 1.1 * textWidth(label, size: 12) + 12 <= width
      let note = (fits ? "" : "\(label) bits, ") + row.note
      if layout.isPhone {
        drawing.text(
          row.name, x: left, y: y - 21, Drawing.Style(anchor: .start), room: layout.width - 8)
      } else {
        drawing.text(row.name, x: left - 10, y: y + 15, .right, room: left - 14)
      }
      drawing.mark { drawing in
        drawing.bar(
          x: left, y: y, width: width, height: 22, .solid(.blue),
          tip: "\(label) bits at length \(row.length)")
        if row.lost > 0 {
          drawing.bar(
            x: left + width, y: y, width: row.lost * scale, height: 22, .outline,
            tip: "\(bitsWord(row.lost)) bits lost")
        }
        if fits {
          drawing.text(
            label, x: left + width - 8, y: y + 15,
            Drawing.Style(size: 12, colour: .paper, isBold: true, anchor: .end))
        }
        let end = left + (row.bits + max(row.lost, 0)) * scale + 8
        drawing.text(note, x: layout.pick(end, left), y: y + layout.pick(15, -5), .muted)
        guard !row.costs.isEmpty else { return }
        var x = left
        for (index, cost) in row.costs.enumerated() {
          drawing.bar(
            x: x, y: y + 28, width: cost.bits * scale, height: 10, fills[index % fills.count])
          x += cost.bits * scale
        }
        for (index, cost) in row.costs.prefix(named).enumerated() {
          let line = y + 52 + 14 * Double(index)
          drawing.bar(x: left, y: line - 8, width: 9, height: 9, fills[index % fills.count])
          let isLast = index == named - 1 && row.costs.count > named
          drawing.text(
            isLast
              ? "and \(row.costs.count - named + 1) more" : "\(bitsWord(cost.bits))  \(cost.rule)",
            x: left + 15, y: line, Drawing.Style(size: 11, colour: .muted),
            room: layout.width - left - 19)
        }
      }
      top += height + 12
    }
    return drawing
  }
}
