extension Figure {
  /// The lengths of all passwords, with the minimum of each policy; nil for an empty list.
  static func lengths(_ overview: Overview, _ policies: [PolicyOverview], id: String) -> Figure? {
    let lengths = overview.lengths
    let shown = lengths.rows.prefix(40)
    guard let first = shown.first, let last = shown.last else { return nil }
    let rest = lengths.rows.dropFirst(shown.count).reduce(lengths.tail?.part.count ?? 0) {
      $0 &+ $1.part.count
    }
    let tail = rest > 0 ? Part(rest, of: overview.entries) : nil
    let minima = Set(policies.compactMap(\.minLength)).sorted().filter {
      $0 > first.length && $0 <= last.length
    }
    let (left, right, plot) = (40.0, 624.0, 130.0)
    let top = minima.isEmpty ? 16.0 : 16 + 14 * Double(min(minima.count, 4))
    let base = top + plot
    var drawing = Drawing(height: base + 40, prefix: id)
    let count = shown.count + (tail == nil ? 0 : 1)
    let step = min((right - left) / Double(count), 40)
    let most = max(lengths.widest.share, tail?.share ?? 0, 1e-9)
    var table = DataTable(
      "Passwords by length in code points",
      [.words("length"), .number("passwords"), .number("share")])
    func column(_ number: Int, _ name: String, _ part: Part, _ fill: Fill) {
      drawing.mark { drawing in
        let height = part.share / most * (plot - 16)
        let x = left + step * Double(number)
        drawing.bar(
          x: x + step * 0.12, y: base - height, width: step * 0.76, height: height, fill,
          tip: "length \(name): \(part.grouped) (\(part.percent))")
        if step >= 24 {
          drawing.text(
            wholePercent(part.share), x: x + step / 2, y: base - height - 4,
            Drawing.Style(size: 10.5, anchor: .middle))
        }
        if step >= 24 || (step >= 16 && number + 2 != count) || number % 5 == 0 {
          drawing.text(
            name, x: x + step / 2, y: base + 14,
            Drawing.Style(size: 11, colour: .muted, anchor: .middle))
        }
      }
      table.add([name, part.grouped, part.percent])
    }
    for (number, row) in shown.enumerated() {
      column(number, String(row.length), row.part, .solid(.blue))
    }
    if let tail { column(shown.count, "\(last.length + 1)+", tail, .stripes(.blue)) }
    drawing.line(left, base, left + step * Double(count), base, .ink)
    drawing.text(
      "length in code points", x: left, y: base + 32, Drawing.Style(size: 11, colour: .muted))
    for (number, least) in minima.enumerated() {
      let x = left + step * Double(least - first.length)
      let names = policies.filter { $0.minLength == least }.map(\.shortName)
      let y = 12 + 14 * Double(number % 4)
      drawing.line(x, y - 8, x, base, .refuse, width: 1.4, dashes: "4 3")
      let isLate = x > 430
      drawing.text(
        "at least \(least): \(names.joined(separator: ", "))", x: x + (isLate ? -5 : 5), y: y,
        Drawing.Style(
          size: 11, colour: .refuse, anchor: isLate ? .end : .start, hasHalo: true),
        room: isLate ? x - left : 630 - x)
    }
    return Figure(
      id: id, title: "Lengths of all passwords",
      caption: "The median is \(lengths.median). Dashed lines are the policies' least lengths, in "
        + "per cent of all passwords.",
      description: (shown.map(\.part) + (tail.map { [$0] } ?? [])).enumerated().map {
        "\($0.offset < shown.count ? String(shown[$0.offset].length) : "longer"): \($0.element.percent)"
      }.joined(separator: ", ") + ".", drawing: drawing, table: table)
  }
}
