extension Figure {
  /// Each policy's refusals of easy and of hard passwords: the further apart, the better the trade.
  ///
  /// - Parameters:
  ///   - policies: The policies.
  ///   - best: The index of the policy with the best trade; nil for none.
  ///   - id: The figure's id on the page.
  /// - Returns: Nil without scores.
  static func trade(_ policies: [PolicyOverview], best: Int?, id: String) -> Figure? {
    let rows = policies.enumerated().compactMap { number, policy in
      policy.trade.map { (policy: policy, trade: $0, isBest: number == best) }
    }
    guard !rows.isEmpty else { return nil }
    let (left, right, top, step) = (176.0, 560.0, 40.0, 34.0)
    let base = top + step * Double(rows.count)
    var drawing = Drawing(height: base + 26, prefix: id)
    drawing.marker(.circle, x: left + 6, y: 12, size: 5, .comply)
    drawing.text(
      "easy (score 0 or 1) refused", x: left + 17, y: 16, Drawing.Style(colour: .muted))
    drawing.marker(.square, x: left + 206, y: 12, size: 4.5, .refuse)
    drawing.text(
      "hard (score 3 or 4) refused", x: left + 217, y: 16, Drawing.Style(colour: .muted))
    for quarter in 0...4 {
      let x = left + (right - left) * Double(quarter) / 4
      drawing.line(x, top - 8, x, base, .grid, width: 0.5)
    }
    drawing.percentAxis(left, right, y: base)
    var table = DataTable(
      "Easy and hard passwords that each policy refuses",
      [
        .words("policy"), .number("easy refused"), .number("share of easy"),
        .number("hard refused"), .number("share of hard"), .number("difference in points"),
      ])
    for (index, row) in rows.enumerated() {
      let y = top + step * Double(index) + 12
      drawing.text(
        (row.isBest ? "◆ " : "") + row.policy.name, x: left - 10, y: y + 4,
        Drawing.Style(isBold: row.isBest, anchor: .end), room: left - 14)
      let (easy, hard) = (row.trade.easyRefused, row.trade.hardRefused)
      func x(_ part: Part) -> Double { left + (right - left) * part.share }
      drawing.mark { drawing in
        drawing.line(
          x(hard), y, x(easy), y, row.trade.gap > 0 ? .comply : .refuse, width: 4)
        drawing.marker(
          .circle, x: x(easy), y: y, size: 6, .comply,
          tip:
            "\(easy.grouped) of \(easy.total) easy ones refused (\(easy.percent))"
        )
        drawing.marker(
          .square, x: x(hard), y: y, size: 5, .refuse,
          tip:
            "\(hard.grouped) of \(hard.total) hard ones refused (\(hard.percent))"
        )
      }
      drawing.text(
        points(row.trade.gap), x: right + 12, y: y + 4,
        Drawing.Style(size: 12, colour: row.isBest ? .comply : .ink, isBold: row.isBest))
      table.add([
        row.policy.name, easy.grouped, easy.percent, hard.grouped, hard.percent,
        points(row.trade.gap),
      ])
    }
    return Figure(
      id: id, title: "What is refused of easy and of hard passwords",
      caption:
        "A policy that told them apart would refuse all easy ones and no hard one. The number is the "
        + "difference in points" + (best == nil ? "." : "; ◆ has the widest."),
      description: rows.map {
        "\($0.policy.name): \($0.trade.easyRefused.percent) of the easy and "
          + "\($0.trade.hardRefused.percent) of the hard refused"
      }.joined(separator: ". ") + ".", drawing: drawing, table: table)
  }
}

/// A difference of shares in points with one decimal and its sign: `+56.1`, `−3.0`, `0.0`.
func points(_ difference: Double) -> String {
  let tenths = wholeNumber(difference * 1000)
  let sign = tenths < 0 ? "−" : tenths > 0 ? "+" : ""
  return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
