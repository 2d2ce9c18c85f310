import Overview

extension Figure {
  /// The lengths of all passwords, with the minimum of each policy; nil for an empty list.
  static func lengths(_ overview: ReportOverview, _ policies: [PolicyOverview], id: String)
    -> Figure?
  {
    let lengths = overview.lengths
    let shown = lengths.rows.prefix(40)
    guard let first = shown.first, let last = shown.last else { return nil }
    let rest = lengths.rows.dropFirst(shown.count).reduce(lengths.tail?.part.count ?? 0) {
      $0 &+ $1.part.count
    }
    let tail = rest > 0 ? Part(rest, of: overview.entries) : nil
    let (left, right, plot) = (40.0, 624.0, 130.0)
    let count = shown.count + (tail == nil ? 0 : 1)
    let step = min((right - left) / Double(count), 40)
    let least = LeastLength.all(of: policies, between: first.length, and: last.length) {
      left + step * Double($0 - first.length)
    }
    let top = least.isEmpty ? 16.0 : 16 + 14 * Double((least.map(\.line).max() ?? 0) + 1)
    let base = top + plot
    var drawing = Drawing(height: base + 40, prefix: id)
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
    // Labels last, so that their halos keep other lines off them.
    for mark in least {
      let y = 12 + 14 * Double(mark.line)
      drawing.line(mark.x, y - 8, mark.x, base, .refuse, width: 1.4, dashes: "4 3")
    }
    for mark in least {
      drawing.text(
        mark.text, x: mark.x + (mark.isLate ? -5 : 5), y: 12 + 14 * Double(mark.line),
        Drawing.Style(
          size: 11, colour: .refuse, anchor: mark.isLate ? .end : .start, hasHalo: true))
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

/// The line of a least length, with its label on the first line of text that has room for it.
private struct LeastLength {
  /// The label, as long as there is room.
  let text: String
  /// The place of the line.
  let x: Double
  /// Whether the label is left of its line, for lack of room on the right.
  let isLate: Bool
  /// The line of text, from 0.
  var line = 0

  /// The places that the label and its line take, with some distance.
  private var extent: ClosedRange<Double> {
    let width = textWidth(text, size: 11) + 10
    return isLate ? x - width...x : x...x + width
  }

  /// The least lengths of policies, one label for each length that the axis has.
  static func all(
    of policies: [PolicyOverview], between first: Int, and last: Int, place: (Int) -> Double
  ) -> [LeastLength] {
    let lengths = Set(policies.compactMap(\.minLength)).sorted()
    var placed: [LeastLength] = []
    for length in lengths where length > first && length <= last {
      let names = policies.filter { $0.minLength == length }.map(\.shortName)
      let x = place(length)
      let isLate = x > 430
      let text = clipped(
        "at least \(length): \(names.joined(separator: ", "))", to: isLate ? x - 10 : 630 - x,
        size: 11)
      var mark = LeastLength(text: text, x: x, isLate: isLate)
      while placed.contains(where: { $0.line == mark.line && $0.extent.overlaps(mark.extent) }) {
        mark.line += 1
      }
      placed.append(mark)
    }
    return placed
  }
}
