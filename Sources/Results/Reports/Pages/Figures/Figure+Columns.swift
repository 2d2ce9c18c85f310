import Diagnostics

extension Figure {
  /// A column for each bin of a metric of accounts, and labelled rules across them, at places that are
  /// counted in columns from the left.
  static func columns(
    _ bins: [AccountFigures.Bin], rules: [(label: String, place: Double)] = [], title: String,
    caption: String,
    heading: String, unit: String, id: String
  ) -> Figure {
    let total = bins.reduce(0) { $0 + $1.accounts }
    let hasPasswords = bins.contains { $0.passwords != nil }
    let hasDark = bins.contains { $0.beyond != nil }
    var table = DataTable(
      heading,
      [.words(unit), .number("accounts"), .number("share")]
        + (hasPasswords ? [.number("passwords")] : []) + (hasDark ? [.number(beyond)] : []))
    for bin in bins {
      table.add(
        [bin.name, grouped(bin.accounts), percent(share(bin.accounts, of: total))]
          + [bin.passwords, bin.beyond].compactMap(\.self).map { grouped($0) })
    }
    return Figure(
      id: id, title: title, caption: caption,
      description: (bins.map { bin in
        "\(bin.name): \(grouped(bin.accounts))"
          + (bin.passwords.map { " in \(counted($0, "password"))" } ?? "")
      } + rules.map(\.label)).joined(separator: ", ") + ".",
      table: table
    ) { layout, prefix in
      let legend = hasDark ? 18.0 : 0
      let (top, plot) = (20 + (hasPasswords ? 12 : 0) + legend + 15 * Double(rules.count), 130.0)
      let step = min(80, (layout.width - 8) / Double(max(bins.count, 1)))
      // Long names would touch each other, so every second one stands lower.
      let isTight = bins.contains { textWidth($0.name, size: 11) > step - 4 }
      var drawing = Drawing(
        width: layout.width, height: top + plot + (isTight ? 38 : 24), prefix: prefix)
      if hasDark { _ = drawing.legend(dark, beyond, x: 4, y: 14) }
      // Each label stands right of its rule, so the leftmost rule is the uppermost.
      for (row, rule) in rules.sorted(by: { $0.place < $1.place }).enumerated() {
        let (x, y) = (4 + step * rule.place, legend + 12 + 15 * Double(row))
        drawing.line(x, y + 4, x, top + plot, .ink, dashes: "4 3")
        let isLeft = layout.width - x < min(textWidth(rule.label, size: 11) + 8, x)
        drawing.text(
          rule.label, x: isLeft ? x - 4 : x + 4, y: y,
          Drawing.Style(
            size: 11, colour: .muted, anchor: isLeft ? .end : .start, hasHalo: true),
          room: (isLeft ? x : layout.width - x) - 6)
      }
      let most = Double(max(bins.map(\.accounts).max() ?? 1, 1))
      for (number, bin) in bins.enumerated() {
        let (x, height) = (4 + step * Double(number), plot * Double(bin.accounts) / most)
        drawing.mark { drawing in
          for (count, fill) in [(bin.accounts, Fill.solid(.blue)), (bin.beyond ?? 0, dark)]
          where count > 0 {
            let height = plot * Double(count) / most
            drawing.bar(
              x: x + step * 0.14, y: top + plot - height, width: step * 0.72, height: height, fill,
              tip: "\(bin.name): \(grouped(count))" + (fill == dark ? " \(beyond)" : ""))
          }
        }
        let labels = [grouped(bin.accounts), bin.passwords.map { "in \(grouped($0))" }].compactMap(
          \.self)
        for (line, label) in labels.enumerated() {
          drawing.text(
            label, x: x + step / 2,
            y: top + plot - height - 5 - 12 * Double(labels.count - 1 - line),
            Drawing.Style(size: 10.5, anchor: .middle, hasHalo: true))
        }
        let half = textWidth(bin.name, size: 11) / 2
        drawing.text(
          bin.name, x: min(x + step / 2, layout.width - half - 1),
          y: top + plot + (isTight && number % 2 == 1 ? 30 : 16),
          .below)
      }
      drawing.line(4, top + plot, 4 + step * Double(bins.count), top + plot, .ink)
      return drawing
    }
  }

  private static let beyond = "shared beyond a group"
  private static let dark = Fill.solid(.worst)
}

extension [AccountFigures.Bin] {
  /// The place of an age in days among bins of ages, counted in columns; nil of none.
  func place(ofDays days: Int) -> Double? {
    enumerated().lazy.compactMap { number, bin in
      guard let known = bin.days, known.contains(days) else { return nil }
      if known.upperBound == .max { return Double(number) + 0.5 }
      return Double(number) + (Double(days - known.lowerBound) + 0.5) / Double(known.count)
    }.first
  }
}
