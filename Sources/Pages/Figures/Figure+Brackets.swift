import Glibc
import Overview

extension Figure {
  /// F6: a bar for each policy from the best to the worst new choices of refused users.
  ///
  /// A tick shows the result if they choose like the other users. Nil without data.
  static func brackets(_ policies: [PolicyOverview], id: String) -> Figure? {
    let rows = policies.compactMap { policy in
      policy.bracket.map { (name: policy.name, low: $0.low, middle: $0.middle, high: $0.high) }
    }
    guard !rows.isEmpty else { return nil }
    let (left, right, top, step) = (176.0, 560.0, 16.0, 32.0)
    var drawing = Drawing(height: top + step * Double(rows.count) + 40, prefix: id)
    func x(_ share: Double) -> Double {
      left + (right - left) * (max(log10(max(share, 1e-6)), -6) + 6) / 6
    }
    let base = top + step * Double(rows.count)
    let decades = (-6...0).map { (decade: $0, x: x(pow(10, Double($0)))) }
    for line in decades { drawing.line(line.x, top - 6, line.x, base, .grid, width: 0.5) }
    for line in decades {
      drawing.text(
        shareWord(line.decade), x: line.x, y: base + 15,
        Drawing.Style(size: 11, colour: .muted, anchor: .middle))
    }
    drawing.text(
      "share found by ten guesses, logarithmic", x: (left + right) / 2, y: base + 33,
      Drawing.Style(size: 11, colour: .muted, anchor: .middle))
    var table = DataTable(
      "Share found by ten guesses, by what the refused choose",
      [
        .words("policy"), .number("each something new"), .number("as the others do"),
        .number("all the commonest"),
      ])
    for (index, row) in rows.enumerated() {
      let y = top + step * Double(index)
      drawing.text(row.name, x: left - 10, y: y + 14, .right, room: left - 14)
      drawing.mark { drawing in
        drawing.bar(
          x: x(row.low), y: y + 2, width: max(x(row.high) - x(row.low), 2), height: 16,
          .stripes(.violet),
          tip: "\(precise(row.low)) to \(precise(row.high))")
        drawing.line(x(row.middle), y - 2, x(row.middle), y + 22, .ink, width: 3)
      }
      drawing.text(
        precise(row.middle), x: right + 8, y: y + 14, Drawing.Style(size: 12, isBold: true))
      table.add([row.name, precise(row.low), precise(row.middle), precise(row.high)])
    }
    return Figure(
      id: id, title: "Share found by ten guesses, depending on what the refused choose",
      caption:
        "The bar goes from each choosing something new to all choosing the commonest permitted "
        + "password; the tick has them choose as the others do.",
      description: rows.map {
        "\($0.name): from \(precise($0.low)) to \(precise($0.high)), \(precise($0.middle)) where they "
          + "choose as the others do"
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }

  private static func shareWord(_ decade: Int) -> String {
    ["0.0001 %", "0.001 %", "0.01 %", "0.1 %", "1 %", "10 %", "100 %"][decade + 6]
  }
}
