extension Figure {
  /// The lengths of all passwords, with the minimum of each policy; nil for an empty list.
  static func lengths(_ overview: ReportOverview, _ policies: [PolicyOverview], id: String)
    -> Figure?
  {
    let lengths = overview.lengths
    let shown = lengths.rows.prefix(40)
    guard let first = shown.first, let last = shown.last else { return nil }
    let rest = lengths.rows.dropFirst(shown.count)
      .reduce(lengths.tail?.part ?? Part(0, of: overview.entries)) { $0.joined(with: $1.part) }
    let tail = rest.most > 0 ? rest : nil
    var columns = shown.map {
      LengthColumn(name: String($0.length), part: $0.part, fill: .solid(.blue))
    }
    if let tail {
      columns.append(LengthColumn(name: "\(last.length + 1)+", part: tail, fill: .stripes(.blue)))
    }
    let table = DataTable(
      "Passwords by length in code points", columns,
      [.words("length") { $0.name }, .part("passwords") { $0.part }])
    let median = lengths.median
    return Figure(
      id: id,
      title: "\(lengths.upToMedian.percent) of all passwords have "
        + "\(counted(median, "character")) or fewer",
      caption:
        "In per cent of all passwords, by length in code points (characters as Unicode counts "
        + "them). \(lengths.upToMedian.isExact ? "The median is \(median). " : "")Dashed lines are the policies' least lengths."
        + Interval.caption(columns.map(\.part)),
      description: columns.enumerated().map {
        "\($0.offset < shown.count ? $0.element.name : "longer"): \($0.element.part.percent)"
      }.joined(separator: ", ") + ".", table: table
    ) { layout, prefix in
      draw(
        columns, hasTail: tail != nil, policies, from: first.length, to: last.length,
        most: max(lengths.widest.share, columns.map(\.part.mostShare).max() ?? 0, 1e-9), layout,
        prefix)
    }
  }

  /// A length, or all longer ones.
  private struct LengthColumn {
    let name: String
    let part: Part
    let fill: Fill
  }

  private static func draw(
    _ columns: [LengthColumn], hasTail: Bool, _ policies: [PolicyOverview], from first: Int,
    to last: Int, most: Double, _ layout: Layout, _ prefix: String
  ) -> Drawing {
    let (left, right, plot) = (layout.pick(40, 6), layout.pick(624, 322), 130.0)
    let count = columns.count
    let step = min((right - left) / Double(count), 40)
    let least = LeastLength.all(of: policies, between: first, and: last, in: layout) {
      left + step * Double($0 - first)
    }
    let top = least.isEmpty ? 16.0 : 16 + 14 * Double((least.map(\.line).max() ?? 0) + 1)
    let base = top + plot
    var drawing = Drawing(width: layout.width, height: base + 40, prefix: prefix)
    for (number, column) in columns.enumerated() {
      drawing.mark { drawing in
        let height = column.part.mostShare / most * (plot - 16)
        let x = left + step * Double(number)
        drawing.column(
          column.part, x: x + step * 0.12, base: base, width: step * 0.76,
          scale: (plot - 16) / most, column.fill,
          tip: "length \(column.name): \(column.part.grouped) (\(column.part.percent))")
        if step >= 24, column.part.isExact {
          drawing.text(
            wholePercent(column.part.share), x: x + step / 2, y: base - height - 4,
            Drawing.Style(size: 10.5, anchor: .middle))
        }
        // The label of all longer lengths is wide.
        let isBeforeTail = hasTail && number + 2 == count
        let isNamed =
          step >= 24 || step >= 16 && !isBeforeTail
          || number % 5 == 0 && !(hasTail && number + 1 < count && number + 4 > count)
        if isNamed, step >= 10 || number % 5 == 0 {
          drawing.text(column.name, x: x + step / 2, y: base + 14, .below)
        }
      }
    }
    drawing.line(left, base, left + step * Double(count), base, .ink)
    drawing.text("length in code points", x: left, y: base + 32, .muted)
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
    return drawing
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
    of policies: [PolicyOverview], between first: Int, and last: Int, in layout: Layout,
    place: (Int) -> Double
  ) -> [LeastLength] {
    let lengths = Set(policies.compactMap(\.minLength)).sorted()
    var placed: [LeastLength] = []
    for length in lengths where length > first && length <= last {
      let names = policies.filter { $0.minLength == length }.map(\.shortName)
      let x = place(length)
      let isLate = x > layout.pick(430, 170)
      let text = clipped(
        "at least \(length): \(names.joined(separator: ", "))",
        to: isLate ? x - 10 : layout.width - 10 - x,
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
