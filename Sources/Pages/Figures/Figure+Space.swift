import Overview

extension Figure {
  /// F7: bits of the shortest random strings, and the bits that each rule costs.
  static func space(_ policies: [PolicyOverview], id: String) -> Figure? {
    struct Row {
      let name: String
      let length: Int
      let bits: Double
      let lost: Double
      let costs: [(rule: String, bits: Double)]
    }
    let rows = policies.compactMap { policy -> Row? in
      guard let strings = policy.random, let bits = strings.bits else { return nil }
      return Row(
        name: policy.name, length: strings.length, bits: bits, lost: strings.lost ?? 0,
        // The costliest first, equal ones in the order of the policy.
        costs: strings.costs.enumerated().sorted {
          ($1.element.bits, $0.offset) < ($0.element.bits, $1.offset)
        }.map(\.element))
    }
    guard !rows.isEmpty else { return nil }
    let (left, right) = (176.0, 440.0)
    let most = rows.map { max($0.bits, $0.bits + max($0.lost, 0)) }.max() ?? 1
    let costliest = max(rows.map { $0.costs.reduce(0) { $0 + $1.bits } }.max() ?? 0, 0.01)
    // With many policies, only the costliest rules are named, so that the figure fits a page.
    let named = rows.count > 4 ? 3 : 8
    let heights = rows.map {
      30 + ($0.costs.isEmpty ? 0.0 : 24 + 14 * Double(min($0.costs.count, named)))
    }
    var drawing = Drawing(height: 26 + heights.reduce(0, +) + 12 * Double(rows.count), prefix: id)
    var x = drawing.legend(.solid(.blue), "bits left", x: left, y: 14)
    x = drawing.legend(.outline, "lost to rules", x: x, y: 14)
    var table = DataTable(
      "Random strings of each policy's least length",
      [
        .words("policy"), .number("length"), .number("bits"),
        .number("lost against printable ASCII"), .words("what each rule takes, in bits"),
      ])
    let fills: [Fill] = [
      .solid(.refuse), .stripes(.violet), .dots(.comply), .crosses(.blue), .tint,
    ]
    var y = 28.0
    for (row, height) in zip(rows, heights) {
      let width = row.bits / most * (right - left)
      drawing.text(row.name, x: left - 10, y: y + 15, .right, room: left - 14)
      drawing.mark { drawing in
        drawing.bar(
          x: left, y: y, width: width, height: 22, .solid(.blue),
          tip: "\(bitsWord(row.bits)) bits at length \(row.length)")
        if row.lost > 0 {
          drawing.bar(
            x: left + width, y: y, width: row.lost / most * (right - left), height: 22, .outline,
            tip: "\(bitsWord(row.lost)) bits lost")
        }
        let label = bitsWord(row.bits)
        let fits = 1.1 * textWidth(label, size: 12) + 12 <= width
        if fits {
          drawing.text(
            label, x: left + width - 8, y: y + 15,
            Drawing.Style(size: 12, colour: .paper, isBold: true, anchor: .end))
        }
        let note =
          row.lost >= 0.005
          ? "\(bitsWord(row.lost)) lost"
          : row.lost < -0.005 ? "\(bitsWord(-row.lost)) gained" : "none lost"
        drawing.text(
          "\(fits ? "" : "\(label) bits, ")\(counted(row.length, "character")), \(note)",
          x: left + (row.bits + max(row.lost, 0)) / most * (right - left) + 8, y: y + 15,
          Drawing.Style(size: 11, colour: .muted))
        guard !row.costs.isEmpty else { return }
        var x = left
        for (index, cost) in row.costs.enumerated() {
          let width = cost.bits / costliest * (right - left) * 0.6
          drawing.bar(
            x: x, y: y + 28, width: width, height: 10, fills[index % fills.count])
          x += width
        }
        for (index, cost) in row.costs.prefix(named).enumerated() {
          let line = y + 52 + 14 * Double(index)
          drawing.bar(x: left, y: line - 8, width: 9, height: 9, fills[index % fills.count])
          let isLast = index == named - 1 && row.costs.count > named
          drawing.text(
            isLast
              ? "and \(row.costs.count - named + 1) more" : "\(bitsWord(cost.bits))  \(cost.rule)",
            x: left + 15, y: line, Drawing.Style(size: 11, colour: .muted), room: 440)
        }
      }
      y += height + 12
      table.add([
        row.name, String(row.length), bitsWord(row.bits), bitsWord(row.lost),
        row.costs.map { "\($0.rule): \(bitsWord($0.bits))" }.joined(separator: "; "),
      ])
    }
    return Figure(
      id: id, title: "Bits of the shortest random strings that each policy permits",
      caption:
        "Blue is what is left of all printable ASCII strings of that length. The thin bar, on a scale "
        + "of its own, is what each rule takes (averaged over all orders).",
      description: rows.map { row in
        "\(row.name): \(bitsWord(row.bits)) bits at length \(row.length)"
          + (row.costs.max { $0.bits < $1.bits }.map { ", \($0.rule) takes most" } ?? "")
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }
}
